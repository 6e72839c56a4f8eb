import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readSomeRows, type TypedRow } from '../../files/payroll/copy/typedCopy.ts'
import type { ColumnMap, Columns } from '../../files/payroll/header/columns.ts'
import { joinedName } from '../../files/payroll/header/columns.ts'
import type { PayoutFile } from '../../files/payroll/payoutFile.ts'
import type { Row } from '../../files/payroll/row.ts'
import { type Correction, listCorrections } from '../../payout/correction.ts'
import { say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { writeBeside } from '../reconcile/keptUploads.ts'
import { hiddenChoices } from '../submit/choices.ts'
import { openFile, type SubmitOptions } from '../submit/submission.ts'
import { mostTyped } from './asShown.ts'
import { draftOptions } from './draftOptions.ts'
import { type Draft, field, uploadOf } from './drafts.ts'

/**
 * What somebody corrected in a draft, with the file's original values, so that they can review and undo it. It is stored in its own file
 * next to the draft, because most pages only need the number of corrections.
 */
export type Corrections = z.infer<typeof kept>
export type KeptCorrection = Corrections['list'][number]

/** Where in the file, and how that was read. */
const place = {
  line: z.number(),
  /** If the file became a table, the number of the entry in it; '' if the file is a table. */
  entry: z.string(),
  /** The sheet, in a workbook. */
  sheet: z.string().nullable(),
  /** The index in `readings`. */
  reading: z.number(),
}

const kept = z.object({
  /** How the file was read when its cells were corrected, to find these cells again. */
  readings: z.array(
    z.object({
      sheet: z.string().nullable(),
      hidden: z.enum(hiddenChoices).nullable(),
      map: z.partialRecord(field, z.string()),
    }),
  ),
  /** In the order of their lines. */
  list: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('cell'),
        ...place,
        column: z.string(),
        from: z.string(),
        to: z.string(),
        /** The column's index among the names of that reading, and its place in the table. */
        at: z.number(),
        place: z.number(),
      }),
      z.object({ kind: z.literal('left_out'), ...place, name: z.string(), phone: z.string(), amount: z.string() }),
    ]),
  ),
})

/** How much of a text is stored: one character more than can be typed, so that a longer text never equals what was typed. */
const mostKept = mostTyped + 1

/** If there are more, only their number is stored, and none can be undone separately. */
const mostListed = 100_000

/** Null if the corrections are not listed, because there are too many or an older payrun made them. */
export async function readCorrections(draft: Draft): Promise<Corrections | null> {
  const { corrected, path, fixed } = draft
  if (corrected === null) return fixed.cells + fixed.rows > 0 ? null : { readings: [], list: [] }
  const text = await readFile(join(dirname(path), basename(corrected)), 'utf8').catch(() => null)
  // The draft was changed in another window since it was read.
  return text === null ? null : kept.parse(JSON.parse(text))
}

/**
 * Call it only within `withDraft`. Crash window: if the process dies before the draft is changed, the draft names neither this file nor the
 * one written with it, and is as before. The next change writes both again.
 *
 * @returns the name of the file, or null if there are no corrections or too many
 */
export async function writeCorrections(draft: Draft, corrections: Corrections | null): Promise<string | null> {
  const count = corrections?.list.length ?? 0
  if (count === 0 || count > mostListed) return null
  const name = `corrected-${draft.revision}.json`
  await writeBeside(dirname(draft.path), name, corrections)
  return name
}

/** A file before it is changed. */
interface ReadFile {
  file: Pick<PayoutFile, 'sheetName' | 'hidden'>
  map: ColumnMap
  columns: Columns
  /** The rows to be changed, by line. */
  at: ReadonlyMap<number, Row>
  /** Whether it is a table made from entries, whose last column has the entry of each row. */
  isOfEntries: boolean
}

/** Adds the current changes to the corrections. A cell with the file's own text again is no correction. */
export function withChanges(before: Corrections, read: ReadFile, rows: readonly TypedRow[]): Corrections {
  const { file, map, columns, isOfEntries } = read
  const reading = { sheet: file.sheetName, hidden: file.hidden ?? null, map }
  const found = before.readings.findIndex((each) => isDeepStrictEqual(each, reading))
  const readings = found === -1 ? [...before.readings, reading] : before.readings
  const list = new Map(before.list.map((each) => [keyOf(each), each]))
  const ofLine = Map.groupBy(before.list, ({ sheet, line }) => JSON.stringify([sheet, line]))
  for (const row of rows) {
    const cells = read.at.get(row.line)?.cells ?? []
    const at = { sheet: file.sheetName, line: row.line }
    const placeAt = (index: number): number => columns.places[index] ?? index
    /** The file's own text, whatever was typed since. */
    const text = (index = -1): string => {
      const earlier = list.get(keyOf({ kind: 'cell', ...at, place: placeAt(index) }))
      return earlier?.kind === 'cell' ? earlier.from : (cells[index] ?? '').slice(0, mostKept)
    }
    const entry = isOfEntries ? text(columns.names.length - 1) : ''
    const where = { ...at, entry, reading: found === -1 ? before.readings.length : found }
    if ('isLeftOut' in row) {
      const { phone_number: phone, amount } = columns.index
      const name = joinedName(columns, text)
      const left = { kind: 'left_out', ...where, name, phone: text(phone), amount: text(amount) } as const
      for (const each of ofLine.get(JSON.stringify([at.sheet, at.line])) ?? []) list.delete(keyOf(each))
      list.set(keyOf(left), left)
      continue
    }
    for (const [index, to] of row.cells) {
      const cell = { kind: 'cell', ...where, at: index, place: placeAt(index), to } as const
      const from = text(index)
      // Only if it is exactly the same: then the whole file may become the uploaded one again.
      if (from === to) list.delete(keyOf(cell))
      else list.set(keyOf(cell), { ...cell, column: columns.names[index] ?? '', from })
    }
  }
  return { readings, list: [...list.values()].sort(byPlace) }
}

/** The same cell or row has the same key, however it was read. */
const keyOf = (each: Pick<KeptCorrection, 'kind' | 'sheet' | 'line'> & { place?: number }): string =>
  JSON.stringify([each.kind, each.sheet, each.line, each.place])

const byPlace = (one: KeptCorrection, other: KeptCorrection): number =>
  one.line - other.line || placeOf(one) - placeOf(other)

const placeOf = (each: KeptCorrection): number => (each.kind === 'cell' ? each.place : 0)

/** Which correction to undo: the nth of those that were shown; with `alike`, also the same one on all other rows. */
export interface Back {
  nth: number
  alike: boolean
}

/**
 * The corrections that remain.
 * @param shown the corrections as listed, before what was typed with the button
 */
export function withoutTaken(now: Corrections, shown: Corrections, { nth, alike }: Back): Corrections {
  const asked = shown.list[nth]
  if (!asked) return now
  const list = now.list.filter((each) => keyOf(each) !== keyOf(asked) && !(alike && isAlike(each, asked)))
  return { ...now, list }
}

/** The same change from one text to another, in the same column of another row. */
const isAlike = (one: KeptCorrection, other: KeptCorrection): boolean =>
  one.kind === 'cell' && other.kind === 'cell' && alikeKey(one) === alikeKey(other)

/** Equal for corrections that are alike. */
export const alikeKey = (each: KeptCorrection): string =>
  each.kind === 'cell'
    ? JSON.stringify([each.sheet, each.place, each.from, each.to])
    : JSON.stringify([each.sheet, each.line])

export const countsOf = (list: readonly Pick<KeptCorrection, 'kind'>[]): { cells: number; rows: number } => {
  const cells = list.filter(({ kind }) => kind === 'cell').length
  return { cells, rows: list.length - cells }
}

/** The corrections that are stored in the ledger with the batch of a draft. */
export async function correctedIn(
  app: App,
  draft: Draft,
): Promise<Required<Pick<SubmitOptions, 'corrected' | 'correctionNotes'>>> {
  const { cells, rows, isRewritten } = draft.fixed
  if (cells + rows === 0) return { corrected: null, correctionNotes: [] }
  const rewritten = isRewritten ? [say('deskDecided.rewritten')] : []
  const all = await readCorrections(draft)
  if (all === null) return { corrected: { cells, rows, list: [] }, correctionNotes: rewritten }
  const list = await submittedOf(app, draft, all.list)
  const corrected = list.length === 0 ? null : { ...countsOf(list), list: listCorrections(list) }
  const elsewhere = list.length < all.list.length ? [say('deskDecided.corrected_elsewhere')] : []
  return { corrected, correctionNotes: [...rewritten, ...elsewhere] }
}

/** The sheet of a workbook that is read. */
export async function sheetOf(app: App, draft: Draft): Promise<string | null> {
  const opened = await openFile(app, draftOptions(draft, false))
  if (opened.kind !== 'opened') return null
  await opened.file.close()
  return opened.file.sheetName
}

/**
 * The corrections as the file is read now, which is how it is paid. A row that was left out is described by the uploaded file, with the
 * columns as they are chosen now.
 */
async function submittedOf(app: App, draft: Draft, list: readonly KeptCorrection[]): Promise<Correction[]> {
  const options = draftOptions(draft, false)
  const now = await someOf(app, options, [])
  const { isRewritten } = draft.fixed
  const lineOf = (each: KeptCorrection) => (isRewritten ? Number(each.entry) : each.line)
  const upload = { ...options, file: (await uploadOf(draft)).path }
  const said = await someOf(app, upload, list.filter(({ kind }) => kind === 'left_out').map(lineOf))
  const ofSheet = now === null ? list : list.filter(({ sheet }) => sheet === now.sheet)
  const isUnpaid = await hiddenIn(app, upload, ofSheet)
  const phoneAt = now?.columns.places[now.columns.index.phone_number ?? -1]
  const submitted = ofSheet.filter((each) => !isUnpaid(each))
  return submitted.map((each): Correction => {
    if (each.kind === 'left_out') return { kind: each.kind, line: each.line, ...whomIn(said, lineOf(each), each) }
    const { kind, line, column, from, to } = each
    return { kind, line, column, isPhone: now === null || each.place === phoneAt, from, to }
  })
}

/** Returns whether a correction is in a hidden row or column that is not paid. */
async function hiddenIn(
  app: App,
  upload: SubmitOptions,
  list: readonly KeptCorrection[],
): Promise<(each: KeptCorrection) => boolean> {
  const isWorkbook = list.some(({ sheet }) => sheet !== null)
  if (!isWorkbook || upload.hidden !== 'skip') return () => false
  const lines = list.map(({ line }) => line)
  const [all, paid] = [
    await someOf(app, { ...upload, hidden: 'pay' }, lines),
    await someOf(app, { ...upload, hidden: 'skip' }, lines),
  ]
  if (all === null || paid === null) return () => false
  return (each) => {
    const isRow = all.at.has(each.line) && !paid.at.has(each.line)
    if (each.kind === 'left_out') return isRow
    return isRow || (all.columns.places.includes(each.place) && !paid.columns.places.includes(each.place))
  }
}

interface Some {
  sheet: string | null
  columns: Columns
  at: ReadonlyMap<number, Row>
}

/** The rows on these lines of a file, or null if it can't be opened. */
async function someOf(app: App, options: SubmitOptions, lines: readonly number[]): Promise<Some | null> {
  const opened = await openFile(app, options)
  if (opened.kind !== 'opened') return null
  const { file } = opened
  try {
    const { columns, at } = await readSomeRows(file, options.map ?? {}, { first: 1, lines: new Set(lines) })
    return { sheet: file.sheetName, columns, at }
  } finally {
    await file.close()
  }
}

type Whom = Record<'name' | 'phone' | 'amount', string>

function whomIn(some: Some | null, line: number, { name, phone, amount }: Whom): Whom {
  const row = some?.at.get(line)
  if (!some || !row) return { name, phone, amount }
  const { index } = some.columns
  const text = (at = -1) => row.cells[at] ?? ''
  return { name: joinedName(some.columns, text), phone: text(index.phone_number), amount: text(index.amount) }
}
