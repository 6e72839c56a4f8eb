import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ColumnMap, Columns } from '../../files/payroll/columns.ts'
import type { PayoutFile } from '../../files/payroll/payoutFile.ts'
import type { Row } from '../../files/payroll/row.ts'
import type { TypedRow } from '../../files/payroll/typedCopy.ts'
import { hiddenChoices } from '../choices.ts'
import { writeBeside } from '../keptUploads.ts'
import { mostTyped } from './asShown.ts'
import { type Draft, field } from './drafts.ts'

/**
 * What somebody corrected in a draft, each with what the file itself says, so that they can look at it and take it back. It is kept beside
 * the draft in a file of its own: most pages only need to know how many corrections there are.
 */
export type Corrections = z.infer<typeof kept>
export type KeptCorrection = Corrections['list'][number]

/** Where in the file, and as it was read. */
const place = {
  line: z.number(),
  /** Of a file that became a table: the number of its entry there; '': it is a table itself. */
  entry: z.string(),
  /** Of a workbook. */
  sheet: z.string().nullable(),
  /** Which of `readings`. */
  reading: z.number(),
}

const kept = z.object({
  /** How the file was read when its cells were corrected: by that they are found again. */
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

/** How much of a text of the file is kept: one more than can be typed, so that a longer text never equals what was typed. */
const mostKept = mostTyped + 1

/** If there are more, only their number is kept, and none can be taken back by itself. */
const mostListed = 100_000

/** Null: the corrections are not listed, because there are too many or an older payrun made them. */
export async function readCorrections(draft: Draft): Promise<Corrections | null> {
  const { corrected, path, fixed } = draft
  if (corrected === null) return fixed.cells + fixed.rows > 0 ? null : { readings: [], list: [] }
  const text = await readFile(join(dirname(path), basename(corrected)), 'utf8').catch(() => null)
  // In another window somebody has gone on with it since it was looked at.
  return text === null ? null : kept.parse(JSON.parse(text))
}

/**
 * Within `withDraft`. Crash window: died before the draft is changed, it names neither this file nor the one that was written with it, and is
 * as it was; the next change of it writes both anew.
 *
 * @returns the name of the file; null: there are none, or too many
 */
export async function writeCorrections(draft: Draft, corrections: Corrections | null): Promise<string | null> {
  const count = corrections?.list.length ?? 0
  if (count === 0 || count > mostListed) return null
  const name = `corrected-${draft.revision}.json`
  await writeBeside(dirname(draft.path), name, corrections)
  return name
}

/** What a file is before it is changed. */
interface ReadFile {
  file: Pick<PayoutFile, 'sheetName' | 'hidden'>
  map: ColumnMap
  columns: Columns
  /** The rows that are changed, by their lines. */
  at: ReadonlyMap<number, Row>
  /** It is a table that was made of entries, and says in its last column of which. */
  isOfEntries: boolean
}

/** The corrections with what is changed now. A cell that says again what the file itself says is no correction. */
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
    /** What the file itself says there, whatever was typed since. */
    const text = (index = -1): string => {
      const earlier = list.get(keyOf({ kind: 'cell', ...at, place: placeAt(index) }))
      return earlier?.kind === 'cell' ? earlier.from : (cells[index] ?? '').slice(0, mostKept)
    }
    const entry = isOfEntries ? text(columns.names.length - 1) : ''
    const where = { ...at, entry, reading: found === -1 ? before.readings.length : found }
    if ('isLeftOut' in row) {
      const { name, phone_number: phone, amount } = columns.index
      const left = { kind: 'left_out', ...where, name: text(name), phone: text(phone), amount: text(amount) } as const
      for (const each of ofLine.get(JSON.stringify([at.sheet, at.line])) ?? []) list.delete(keyOf(each))
      list.set(keyOf(left), left)
      continue
    }
    for (const [index, to] of row.cells) {
      const cell = { kind: 'cell', ...where, at: index, place: placeAt(index), to } as const
      const from = text(index)
      // Only if it is exactly that: then the whole file may be the uploaded one again.
      if (from === to) list.delete(keyOf(cell))
      else list.set(keyOf(cell), { ...cell, column: columns.names[index] ?? '', from })
    }
  }
  return { readings, list: [...list.values()].sort(byPlace) }
}

/** The same cell, or the same row, however it was read. */
const keyOf = (each: Pick<KeptCorrection, 'kind' | 'sheet' | 'line'> & { place?: number }): string =>
  JSON.stringify([each.kind, each.sheet, each.line, each.place])

const byPlace = (one: KeptCorrection, other: KeptCorrection): number =>
  one.line - other.line || placeOf(one) - placeOf(other)

const placeOf = (each: KeptCorrection): number => (each.kind === 'cell' ? each.place : 0)

/** Which correction goes: the nth of those that were shown; `alike`: and the same one on all other rows. */
export interface Back {
  nth: number
  alike: boolean
}

/** Those that stay. @param shown as they were listed, before what was typed with the button */
export function withoutTaken(now: Corrections, shown: Corrections, { nth, alike }: Back): Corrections {
  const asked = shown.list[nth]
  if (!asked) return now
  const list = now.list.filter((each) => keyOf(each) !== keyOf(asked) && !(alike && isAlike(each, asked)))
  return { ...now, list }
}

/** The same text in the same column of another row, where it stood in place of the same. */
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
