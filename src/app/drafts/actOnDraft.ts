import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { temporaryPath, writeDurably } from '../../durableFile.ts'
import { checkWholeFile } from '../../files/payroll/checkFile.ts'
import type { ColumnMap } from '../../files/payroll/columns.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { isTable } from '../../files/payroll/tableCopy.ts'
import { isTypedCopy, readSomeRows, type TypedRow, typedCopy } from '../../files/payroll/typedCopy.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { withMarksShown } from '../../words/unseen.ts'
import { answerOnce } from '../answerOnce.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { openFile, type RefusedFile } from '../submission.ts'
import { submit } from '../submit.ts'
import { changeDraft, type Draft, type DraftWishes, withDraft } from './drafts.ts'
import {
  commonToRows,
  countOf,
  draftOptions,
  hoursOf,
  isCorrected,
  lookPast,
  startOf,
  unreadableCount,
} from './lookAtDraft.ts'
import { tableOfDraft } from './tableOfDraft.ts'

export type { TypedRow } from '../../files/payroll/typedCopy.ts'

/** The draft is another than the one that the person saw: in another window they, or nobody else, went on with it. */
const changedMeanwhile = (): Failure => refused('wrong_state', say('deskNew.changed_elsewhere'))

/** What a person chose and typed on the page of a draft: its cells, and the rest. */
export interface Typed {
  rows: readonly TypedRow[]
  /** What takes the place of a text in each row with that problem. */
  alike: readonly { code: string; value: string; at: number; text: string }[]
  wish: Partial<DraftWishes>
}

/** What became of it. */
export type KeptTyped =
  /** So many cells say something else now, and so many rows are gone. */
  | { ok: true; kind: 'kept'; cells: number; rows: number }
  /** The cells can't be written in this file, for this reason. Nothing is kept. */
  | { ok: true; kind: 'not_possible'; message: Sentence }

/**
 * Keep what a person typed, seeing the draft as it was. Its file is written anew with the cells, which are those of the file
 * as it was read until now, and without the rows that are left out. The uploaded file stays as it was.
 */
export const keepTyped = (
  app: App,
  id: string,
  { revision, ...typed }: Typed & { revision: number },
): Promise<KeptTyped | Failure> =>
  withDraft(app, id, async (draft): Promise<KeptTyped | Failure> => {
    if (draft.revision !== revision || draft.batch !== null) return changedMeanwhile()
    const kept = await keepIn(app, draft, typed)
    return 'draft' in kept ? { ok: true, kind: 'kept', cells: kept.cells, rows: kept.rows } : kept
  })

/** Within `withDraft`. */
async function keepIn(
  app: App,
  draft: Draft,
  { rows: some, alike, wish }: Typed,
): Promise<{ draft: Draft; cells: number; rows: number } | Extract<KeptTyped, { kind: 'not_possible' }> | Failure> {
  const spread = await withAlike(app, draft, some, alike)
  if (!spread.ok) return spread
  const { rows } = spread
  const rewritten = rows.length === 0 ? unwritten : await rewrite(app, draft, rows)
  if ('ok' in rewritten) return rewritten
  const { cells, rows: left, written, isRewritten, dayAsked } = rewritten
  const { fixed: before, wishes: earlier } = draft
  const isReadAnew = (['sheet', 'hidden', 'map'] as const).some(
    (each) => wish[each] !== undefined && !isDeepStrictEqual(wish[each], earlier[each]),
  )
  const fixed = {
    cells: before.cells + cells,
    rows: before.rows + left,
    isRewritten: before.isRewritten || isRewritten,
    dayAsked: before.dayAsked ?? dayAsked,
    totalsFitted: !isReadAnew && (isCorrected(draft) ? before.totalsFitted : rewritten.totalsFitted),
  }
  // Said of the sum that was seen, and of no other.
  const isOther = cells + left > 0 || isReadAnew
  const toldTotals = !isOther && fixed.totalsFitted && (wish.toldTotals ?? earlier.toldTotals)
  const wishes = { ...earlier, ...wish, toldTotals }
  if (written === null && isDeepStrictEqual(wishes, earlier)) return { draft, cells, rows: left }
  return { draft: await changeDraft(app, draft, { ...written, fixed, wishes }), cells, rows: left }
}

/** So many rows are mended by one choice; of more, those that are left can be mended once more. */
const mostMended = 100_000

/** The typed rows, and those that are mended alike: a row that was typed by itself, or left out, stays so. */
async function withAlike(
  app: App,
  draft: Draft,
  rows: readonly TypedRow[],
  alike: Typed['alike'],
): Promise<{ ok: true; rows: readonly TypedRow[] } | Failure> {
  const chosen = alike.filter(({ code }) => commonToRows.has(code))
  if (chosen.length === 0) return { ok: true, rows }
  const typed = new Map(rows.map((row) => [row.line, row]))
  const { looked, problems } = await lookPast(app, { ...draftOptions(app, draft, false), keepProblems: mostMended })
  if (looked.kind === 'failed' && looked.fault !== 'usage') return looked
  for (const { line, code, value } of problems) {
    const choice = chosen.find((each) => each.code === code && each.value === value)
    const row = typed.get(line)
    if (!choice || (row && 'isLeftOut' in row)) continue
    const own = row?.cells.get(choice.at)
    if (own !== undefined && !isAsShown(value, own)) continue
    typed.set(line, { line, cells: new Map([...(row?.cells ?? []), [choice.at, choice.text]]) })
  }
  return { ok: true, rows: [...typed.values()] }
}

const unwritten = { cells: 0, rows: 0, written: null, isRewritten: false, dayAsked: null, totalsFitted: false }

const notPossible = (message: Sentence) => ({ ok: true, kind: 'not_possible', message }) as const

/** A file that is no table becomes one with the first change; before that it keeps its own bytes. */
async function rewrite(app: App, draft: Draft, rows: readonly TypedRow[]) {
  const options = draftOptions(app, draft, false)
  const opened = await openFile(app, options)
  if (opened.kind === 'refused') return notPossible(opened.message)
  if (opened.kind === 'unreadable') return failure('usage', opened.message)
  const { file } = opened
  try {
    return await rewriteFile(app, draft, { file, map: options.map ?? {} }, rows)
  } finally {
    await file.close()
  }
}

async function rewriteFile(
  app: App,
  draft: Draft,
  { file, map }: { file: PayoutFile; map: ColumnMap },
  rows: readonly TypedRow[],
) {
  const changes = await changesIn(file, map, rows)
  if (changes.length === 0) return unwritten
  if (isTable(file)) return rewriteTable(draft, file, map, changes)
  const table = await tableOfDraft(app, draft, { file, map, lines: new Set(changes.map(({ line }) => line)) })
  if (table.kind === 'not_possible') return notPossible(table.message)
  try {
    const moved = changes.map((row) => ({ ...row, line: table.places.get(row.line) ?? row.line }))
    const done = await rewriteTable(draft, table.file, map, moved)
    return 'ok' in done ? done : { ...done, isRewritten: true, dayAsked: table.dayAsked }
  } finally {
    await table.drop()
  }
}

/** What was typed and says something else than the file, in the order of its lines. */
async function changesIn(file: PayoutFile, map: ColumnMap, rows: readonly TypedRow[]): Promise<TypedRow[]> {
  const { at } = await readSomeRows(file, map, { first: 1, lines: new Set(rows.map(({ line }) => line)) })
  const changes = rows.flatMap((row): TypedRow[] => {
    const now = at.get(row.line)
    if (!now) return []
    if ('isLeftOut' in row) return [row]
    const cells = new Map([...row.cells].filter(([index, text]) => !isAsShown(now.cells[index] ?? '', text)))
    return cells.size === 0 ? [] : [{ line: row.line, cells }]
  })
  return changes.sort((one, other) => one.line - other.line)
}

async function rewriteTable(draft: Draft, file: PayoutFile, map: ColumnMap, rows: readonly TypedRow[]) {
  const { columns } = await readSomeRows(file, map, { first: 1, lines: new Set() })
  const totalsFitted = !isCorrected(draft) && (await checkWholeFile(file, { map, keepProblems: 0 })).kind === 'checked'
  const written = await writeTyped(draft, file, rows, typedCopy(file, columns, rows), map)
  if (written === null) return notPossible(say('deskNew.cell_not_fixable'))
  const cells = rows.reduce((sum, row) => sum + ('cells' in row ? row.cells.size : 0), 0)
  const leftOut = rows.filter((row) => 'isLeftOut' in row).length
  return { cells, rows: leftOut, written, isRewritten: false, dayAsked: null, totalsFitted }
}

/**
 * Whether what came back is what stood in the field: a browser shows a cell on one line, mostly without its line ends, and a page shows
 * marks that nobody sees.
 */
export const isAsShown = (cell: string, typed: string): boolean =>
  [cell, typedText(cell), typedText(cell.replaceAll(/[\r\n]/g, ''))].some(
    (shown) => shown === typed || withMarksShown(shown) === typed,
  )

/** The text of a cell as it is taken from a field. */
export const typedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 1_000)

/** Null: the copy would differ in anything else, or not in what was typed. */
async function writeTyped(
  draft: Draft,
  file: PayoutFile,
  rows: readonly TypedRow[],
  pieces: AsyncIterable<Buffer>,
  map: ColumnMap,
): Promise<{ file: string; bytes: number } | null> {
  const folder = dirname(draft.path)
  const name = `fixed-${draft.revision}${extname(file.path)}`
  const path = join(folder, name)
  let isWanted = false
  const error = await writeDurably({
    path,
    temporary: temporaryPath(folder, 'input'),
    pieces,
    isWanted: async (temporary) => {
      const sheet = file.format === 'xlsx' ? file.sheetName : null
      const copy = await openPayoutFile({ path: temporary, sheet, hidden: file.hidden, map, incomingDir: folder })
      if (copy.kind !== 'opened') return false
      isWanted = await isTypedCopy(file, { ...copy.file, format: file.format }, map, rows)
      return isWanted
    },
  })
  if (error) throw error
  return isWanted ? { file: name, bytes: (await stat(path)).size } : null
}

export type SubmittedDraft =
  | { ok: true; kind: 'submitted'; batchId: string }
  | { ok: true; kind: 'refused'; refused: RefusedFile }
  | { ok: true; kind: 'look_again' }
  | Extract<KeptTyped, { kind: 'not_possible' }>
  /** Another desk, or one that died a moment ago, is at it. */
  | { ok: true; kind: 'in_progress' }

/** What a person posts from the page that shows what is about to be paid. */
export interface SubmitWish {
  /** Of the draft, and of what was shown of it (`lookAtDraft`). */
  revision: number
  seen: string
  /** What was typed before the button was pressed. */
  typed: Typed
  sandbox: boolean
}

/**
 * Submit a draft as it was seen, once however often it is asked for. Its own name stands for it in the ledger: a desk that dies
 * after the batch was stored, and before the draft knows of it, finds the batch again.
 * What was typed, but for the name, changes what is paid or when: then it has to be looked at first.
 */
export const submitDraft = (
  app: App,
  id: string,
  { revision, seen, typed, sandbox }: SubmitWish,
): Promise<SubmittedDraft | Failure> =>
  withDraft(app, id, async (before): Promise<SubmittedDraft | Failure> => {
    if (before.batch !== null) return { ok: true, kind: 'submitted', batchId: before.batch }
    if (before.revision !== revision) return changedMeanwhile()
    const looked = await keepIn(app, before, typed)
    if (!('draft' in looked)) return looked
    const { draft, cells, rows } = looked
    const isTypedAnew = !isDeepStrictEqual({ ...draft.wishes, batchName: '' }, { ...before.wishes, batchName: '' })
    const hasChanged = isTypedAnew || cells + rows > 0
    const isNoNumber = countOf(draft.wishes.expectCount) === unreadableCount
    const isWrong = isNoNumber || startOf(draft).kind === 'wrong' || hoursOf(draft)?.ok === false
    if (hasChanged || isWrong) return { ok: true, kind: 'look_again' }
    const requestKey = { holder: 'desk', key: `draft-${id}` }
    let ended: SubmittedDraft | Failure = { ok: true, kind: 'in_progress' }
    const done = await answerOnce(app, requestKey, createHash('sha256').update(id).digest(), async () => {
      const submitted = await submit(app, { ...draftOptions(app, draft, sandbox), seen, requestKey })
      if (submitted.kind === 'submitted') ended = { ok: true, kind: 'submitted', batchId: submitted.batchId }
      else if (submitted.kind === 'refused') ended = { ok: true, kind: 'refused', refused: submitted }
      else ended = submitted
      const keep = submitted.kind === 'submitted'
      return { status: 303, headers: {}, body: keep ? { batch: submitted.batchId } : {}, keep }
    })
    if (!done.ok) return done
    if (done.kind === 'stored') ended = { ok: true, kind: 'submitted', batchId: done.batch.id }
    const kept = done.kind === 'answered' ? (done.answer.body as { batch?: unknown }).batch : undefined
    if (typeof kept === 'string') ended = { ok: true, kind: 'submitted', batchId: kept }
    if (ended.ok && ended.kind === 'submitted') await changeDraft(app, draft, { batch: ended.batchId, file: null })
    return ended
  })
