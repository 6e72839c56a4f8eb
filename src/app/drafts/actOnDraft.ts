import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { temporaryPath, writeDurably } from '../../durableFile.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { isTypedCopy, readSomeRows, type TypedRow, typedCopy } from '../../files/payroll/typedCopy.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { answerOnce } from '../answerOnce.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { openFile, type RefusedFile } from '../submission.ts'
import { submit } from '../submit.ts'
import { type MarkedFile, markProblems } from '../writeCopy.ts'
import { changeDraft, type Draft, type DraftWishes, withDraft } from './drafts.ts'
import { draftOptions, hoursOf, isEditable, startOf } from './lookAtDraft.ts'

export type { TypedRow } from '../../files/payroll/typedCopy.ts'

/** The draft is another than the one that the person saw: in another window they, or nobody else, went on with it. */
const changedMeanwhile = (): Failure => refused('wrong_state', say('deskNew.changed_elsewhere'))

/** Keep what a person chose or typed, seeing the draft as it was. */
export const wishOfDraft = (
  app: App,
  id: string,
  { revision, wish }: { revision: number; wish: Partial<DraftWishes> },
): Promise<{ ok: true } | Failure> =>
  withDraft(app, id, async (draft) => {
    if (draft.revision !== revision || draft.batch !== null) return changedMeanwhile()
    await withWish(app, draft, wish)
    return { ok: true as const }
  })

/** Within `withDraft`. */
async function withWish(app: App, draft: Draft, wish: Partial<DraftWishes>): Promise<Draft> {
  const wishes = { ...draft.wishes, ...wish }
  return isDeepStrictEqual(wishes, draft.wishes) ? draft : changeDraft(app, draft, { wishes })
}

/** What became of the cells that were typed. */
export type FixedDraft =
  | { ok: true; kind: 'fixed'; cells: number; rows: number }
  /** The file says what was typed already. */
  | { ok: true; kind: 'same' }
  /** It can't be done in this file: the reason. */
  | { ok: true; kind: 'not_possible'; message: Sentence }

/** Write the draft's file anew with what was typed and without the rows that are left out. The uploaded file stays as it was. */
export const fixDraft = (
  app: App,
  id: string,
  { revision, rows }: { revision: number; rows: readonly TypedRow[] },
): Promise<FixedDraft | Failure> =>
  withDraft(app, id, async (draft): Promise<FixedDraft | Failure> => {
    if (draft.revision !== revision || draft.batch !== null) return changedMeanwhile()
    const options = draftOptions(app, draft, false)
    const opened = await openFile(app, options)
    if (opened.kind === 'refused') return { ok: true, kind: 'not_possible', message: opened.message }
    if (opened.kind === 'unreadable') return failure('usage', opened.message)
    const { file } = opened
    if (!isEditable(file)) return { ok: true, kind: 'not_possible', message: say('deskNew.not_editable') }
    const map = options.map ?? {}
    const lines = new Set(rows.map(({ line }) => line))
    const { columns, at } = await readSomeRows(file, map, { first: 1, lines })
    const changes = rows.flatMap((row): TypedRow[] => {
      const now = at.get(row.line)
      if (!now) return []
      if ('isLeftOut' in row) return [row]
      const cells = new Map([...row.cells].filter(([index, text]) => (now.cells[index] ?? '') !== text))
      return cells.size === 0 ? [] : [{ line: row.line, cells }]
    })
    if (changes.length === 0) return { ok: true, kind: 'same' }
    const inOrder = changes.sort((one, other) => one.line - other.line)
    const written = await writeTyped(draft, file, inOrder, typedCopy(file, columns, inOrder), map)
    if (written === null) return { ok: true, kind: 'not_possible', message: say('deskNew.cell_not_fixable') }
    const cells = inOrder.reduce((sum, row) => sum + ('cells' in row ? row.cells.size : 0), 0)
    const left = inOrder.filter((row) => 'isLeftOut' in row).length
    const fixed = { cells: draft.fixed.cells + cells, rows: draft.fixed.rows + left }
    await changeDraft(app, draft, { ...written, fixed })
    return { ok: true, kind: 'fixed', cells, rows: left }
  })

/** Null: the copy would differ in anything else, or not in what was typed. */
async function writeTyped(
  draft: Draft,
  file: PayoutFile,
  rows: readonly TypedRow[],
  pieces: AsyncIterable<Buffer>,
  map: Parameters<typeof isTypedCopy>[2],
): Promise<{ file: string; bytes: number } | null> {
  const folder = dirname(draft.path)
  const name = `fixed-${draft.revision}${extname(draft.path)}`
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

/** A workbook with what is wrong beside each row, in the draft's folder: whoever asked for it removes it. */
export async function problemsOfDraft(app: App, draft: Draft, sandbox: boolean): Promise<MarkedFile | Failure> {
  const options = draftOptions(app, draft, sandbox)
  const extension = extname(draft.path) === '.xlsm' ? '.xlsm' : '.xlsx'
  const output = join(dirname(draft.path), `problems-${draft.revision}-${Date.now()}${extension}`)
  const marked = await markProblems(app, { ...options, keepProblems: 1 }, output)
  return marked.kind === 'refused' ? failure('usage', marked.message ?? say('deskNew.nothing_wrong')) : marked
}

export type SubmittedDraft =
  | { ok: true; kind: 'submitted'; batchId: string }
  | { ok: true; kind: 'refused'; refused: RefusedFile }
  | { ok: true; kind: 'look_again' }
  /** Another desk, or one that died a moment ago, is at it. */
  | { ok: true; kind: 'in_progress' }

/** What a person posts from the page that shows what is about to be paid. */
export interface SubmitWish {
  /** Of the draft, and of what was shown of it (`lookAtDraft`). */
  revision: number
  seen: string
  /** What was typed beside the button. */
  wish: Partial<DraftWishes>
  sandbox: boolean
}

/**
 * Submit a draft as it was seen, once however often it is asked for. Its own name stands for it in the ledger: a desk that dies
 * after the batch was stored, and before the draft knows of it, finds the batch again.
 * What was typed beside the button, but for the name, changes what is paid or when: then it has to be looked at first.
 */
export const submitDraft = (
  app: App,
  id: string,
  { revision, seen, wish, sandbox }: SubmitWish,
): Promise<SubmittedDraft | Failure> =>
  withDraft(app, id, async (before): Promise<SubmittedDraft | Failure> => {
    if (before.batch !== null) return { ok: true, kind: 'submitted', batchId: before.batch }
    if (before.revision !== revision) return changedMeanwhile()
    const draft = await withWish(app, before, wish)
    const hasChanged = !isDeepStrictEqual({ ...draft.wishes, batchName: '' }, { ...before.wishes, batchName: '' })
    const isWrong = startOf(draft).kind === 'wrong' || hoursOf(draft)?.ok === false
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
