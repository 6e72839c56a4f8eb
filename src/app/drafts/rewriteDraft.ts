import { stat } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { temporaryPath, writeDurably } from '../../durableFile.ts'
import { checkWholeFile } from '../../files/payroll/checkFile.ts'
import { isTable } from '../../files/payroll/copy/tableCopy.ts'
import { isTypedCopy, readSomeRows, type TypedRow, typedCopy } from '../../files/payroll/copy/typedCopy.ts'
import type { ColumnMap } from '../../files/payroll/header/columns.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { openFile } from '../submit/submission.ts'
import { isAsShown } from './asShown.ts'
import { type Corrections, type KeptCorrection, withChanges } from './corrections.ts'
import { draftOptions, isCorrected } from './draftOptions.ts'
import { type Draft, uploadOf } from './drafts.ts'
import { tableOfDraft } from './tableOfDraft.ts'

/** A draft's file with what was typed in it. */
export interface Rewritten {
  cells: number
  rows: number
  /** Null if its contents stay the same. */
  written: WrittenFile | null
  /** Set if it became a table only now. `dayAsked`: the day that the file asked to be paid on, which a table can't say. */
  isRewritten: boolean
  dayAsked: string | null
  /** Whether the file's own total agreed with its rows before that. */
  totalsFitted: boolean
  /** All corrections since the upload, or null if they are not listed. */
  corrections: Corrections | null
}

interface WrittenFile {
  file: string
  bytes: number
}

/** Why the cells can't be written in this file. */
export interface NotPossible {
  ok: true
  kind: 'not_possible'
  message: Sentence
}

const notPossible = (message: Sentence): NotPossible => ({ ok: true, kind: 'not_possible', message })

export const unwritten = { cells: 0, rows: 0, written: null, isRewritten: false, dayAsked: null, totalsFitted: false }

/**
 * Writes what was typed. A file that is no table becomes one with the first change; until then it keeps its own bytes.
 * @param before the corrections so far
 */
export async function rewrite(
  app: App,
  draft: Draft,
  rows: readonly TypedRow[],
  before: Corrections | null,
): Promise<Rewritten | NotPossible | Failure> {
  const options = draftOptions(draft, false)
  const opened = await openFile(app, options)
  if (opened.kind === 'refused') return notPossible(opened.message)
  if (opened.kind === 'unreadable') return failure('usage', opened.message)
  const { file } = opened
  const map = options.map ?? {}
  try {
    const changes = await changesIn(file, map, rows)
    if (changes.length === 0) return { ...unwritten, corrections: before }
    if (isTable(file)) return await rewriteTable(draft, { file, map }, changes, before)
    return await rewriteEntries(app, draft, { file, map }, changes, before)
  } finally {
    await file.close()
  }
}

interface Read {
  file: PayoutFile
  map: ColumnMap
}

async function rewriteEntries(
  app: App,
  draft: Draft,
  { file, map }: Read,
  changes: readonly TypedRow[],
  before: Corrections | null,
): Promise<Rewritten | NotPossible> {
  const table = await tableOfDraft(app, draft, { file, map, lines: new Set(changes.map(({ line }) => line)) })
  if (table.kind === 'not_possible') return notPossible(table.message)
  try {
    const moved = changes.map((row) => ({ ...row, line: table.places.get(row.line) ?? row.line }))
    const fresh = { ...draft, fixed: { ...draft.fixed, isRewritten: true } }
    const done = await rewriteTable(fresh, { file: table.file, map }, moved, before)
    return 'ok' in done || done.written === null ? done : { ...done, isRewritten: true, dayAsked: table.dayAsked }
  } finally {
    await table.drop()
  }
}

/** The typed cells that differ from the file, and the rows that are left out, in the order of lines. */
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

async function rewriteTable(
  draft: Draft,
  { file, map }: Read,
  typed: readonly TypedRow[],
  before: Corrections | null,
): Promise<Rewritten | NotPossible> {
  const lines = new Set(typed.map(({ line }) => line))
  const { columns, at } = await readSomeRows(file, map, { first: 1, lines })
  const isOfEntries = draft.fixed.isRewritten
  const rows = withinColumns(typed, columns.names.length - (isOfEntries ? 1 : 0))
  if (rows.length === 0) return { ...unwritten, corrections: before }
  const totalsFitted = !isCorrected(draft) && (await checkWholeFile(file, { map, keepProblems: 0 })).kind === 'checked'
  const written = await writeTyped(draft, { file, map }, rows, `fixed-${draft.revision}`)
  if (written === null) return notPossible(say('deskNew.cell_not_fixable'))
  const cells = rows.reduce((sum, row) => sum + ('cells' in row ? row.cells.size : 0), 0)
  const leftOut = rows.filter((row) => 'isLeftOut' in row).length
  const read = { file, map, columns, at, isOfEntries }
  const corrections = before && withChanges(before, read, rows)
  return { cells, rows: leftOut, written, isRewritten: false, dayAsked: null, totalsFitted, corrections }
}

/** Only cells that the page has fields for: the column with the entry of each row isn't one of them. */
const withinColumns = (rows: readonly TypedRow[], columns: number): TypedRow[] =>
  rows.flatMap((row): TypedRow[] => {
    if ('isLeftOut' in row) return [row]
    const cells = new Map([...row.cells].filter(([index]) => index < columns))
    return cells.size === 0 ? [] : [{ line: row.line, cells }]
  })

/**
 * Null if the copy would differ in anything else, or not at all.
 * @param name the copy's name without its extension
 */
async function writeTyped(
  draft: Draft,
  { file, map }: Read,
  rows: readonly TypedRow[],
  name: string,
): Promise<WrittenFile | null> {
  const { columns } = await readSomeRows(file, map, { first: 1, lines: new Set() })
  const folder = dirname(draft.path)
  const path = join(folder, `${name}${extname(file.path)}`)
  let isWanted = false
  const error = await writeDurably({
    path,
    temporary: temporaryPath(folder, 'input'),
    pieces: typedCopy(file, columns, rows),
    isWanted: async (temporary) => {
      const sheet = file.format === 'xlsx' ? file.sheetName : null
      const copy = await openPayoutFile({ path: temporary, sheet, hidden: file.hidden, map, incomingDir: folder })
      if (copy.kind !== 'opened') return false
      isWanted = await isTypedCopy(file, { ...copy.file, format: file.format }, map, rows)
      return isWanted
    },
  })
  if (error) throw error
  return isWanted ? { file: `${name}${extname(file.path)}`, bytes: (await stat(path)).size } : null
}

/**
 * Writes the uploaded file with exactly these corrections; every other cell is the same as in the upload. Corrections made while the file
 * was read in another way (another sheet) are found by reading it that way.
 */
export async function rewriteUpload(
  app: App,
  draft: Draft,
  { readings, list }: Corrections,
): Promise<WrittenFile | NotPossible> {
  const [first] = readings
  const upload = await uploadOf(draft)
  if (!first || list.length === 0) return upload
  let made: WrittenFile | null = null
  for (const [nth, reading] of readings.entries()) {
    const rows = typedRows(list.filter((each) => each.reading === nth))
    if (rows.length === 0) continue
    const path: string = made === null ? upload.path : join(dirname(draft.path), made.file)
    const written: WrittenFile | NotPossible | null = await withBase(
      app,
      draft,
      { path, reading, made: made !== null, first },
      (read) => writeTyped(draft, read, rows, `fixed-${draft.revision}-${nth}`),
    )
    if (written !== null && 'ok' in written) return written
    if (written === null) return notPossible(say('deskNew.cell_not_fixable'))
    made = written
  }
  return made ?? upload
}

type Reading = Corrections['readings'][number]

/** Opens the copy made so far, the upload, or the table made from the upload. */
async function withBase<Done>(
  app: App,
  draft: Draft,
  { path, reading, made, first }: { path: string; reading: Reading; made: boolean; first: Reading },
  act: (read: Read) => Promise<Done>,
): Promise<Done | NotPossible> {
  const { sheet, hidden, map } = reading
  const incomingDir = dirname(draft.path)
  const opened = await openPayoutFile({ path, called: draft.name, sheet, hidden, map: map as ColumnMap, incomingDir })
  if (opened.kind !== 'opened') return notPossible(opened.message)
  const { file } = opened
  try {
    if (made || isTable(file)) return await act({ file, map: map as ColumnMap })
    const table = await tableOfDraft(app, draft, { file, map: first.map as ColumnMap })
    if (table.kind === 'not_possible') return notPossible(table.message)
    try {
      return await act({ file: table.file, map: map as ColumnMap })
    } finally {
      await table.drop()
    }
  } finally {
    await file.close()
  }
}

/** Corrections in the form in which people type them. */
function typedRows(list: readonly KeptCorrection[]): TypedRow[] {
  const cells = new Map<number, Map<number, string>>()
  const rows: TypedRow[] = []
  for (const each of list) {
    if (each.kind === 'left_out') rows.push({ line: each.line, isLeftOut: true })
    else {
      const row = cells.get(each.line) ?? new Map<number, string>()
      row.set(each.at, each.to)
      if (!cells.has(each.line)) rows.push({ line: each.line, cells: row })
      cells.set(each.line, row)
    }
  }
  return rows
}
