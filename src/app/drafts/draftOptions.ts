import { isDeepStrictEqual } from 'node:util'
import type { ColumnMap } from '../../files/payroll/header/columns.ts'
import { readHours } from '../../payout/times/hours.ts'
import { readInstant, readStartTime } from '../../payout/times/zonedTime.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import { type SubmitOptions, usualChecks } from '../submit/submission.ts'
import type { Draft, DraftWishes } from './drafts.ts'

export type StartOfDraft = { kind: 'now' } | { kind: 'at'; at: Date } | { kind: 'wrong'; message: Sentence }
/** The hours of each day in which it would be paid, or null for any. */
export type HoursOfDraft = ReturnType<typeof readHours> | null

const keptProblems = 10_000

/** The options for `submit`. */
export function draftOptions(draft: Draft, sandbox: boolean): SubmitOptions {
  const { path, wishes } = draft
  const { sheet, hidden, map, skipInvalid, allowDuplicates, batchName, period, expectCount, expectTotal } = wishes
  const start = startOf(draft)
  const hours = hoursOf(draft)
  return {
    ...usualChecks,
    file: path,
    called: draft.name,
    sheet,
    hidden,
    map: map as ColumnMap,
    name: batchName.trim() || draft.name,
    period: period.trim() || null,
    skipInvalid,
    allowDuplicates,
    toldTotals: wishes.toldTotals,
    expectCount: countOf(expectCount),
    expectTotal: expectTotal.trim() || null,
    keepProblems: keptProblems,
    sandbox,
    ...(start.kind === 'at' && { startAt: start.at }),
    ...(hours?.ok && { hours: hours.hours }),
  }
}

/** Whether cells were corrected or rows left out since the upload. */
export const isCorrected = ({ fixed }: Pick<Draft, 'fixed'>): boolean => fixed.cells + fixed.rows > 0

/** How many cells were corrected and rows left out, in words. */
export const fixedWhat = ({
  cells,
  rows,
  isRewritten,
}: Pick<Draft['fixed'], 'cells' | 'rows'> & { isRewritten?: boolean }): Sentence[] => [
  ...(isRewritten ? [say('deskNew.as_csv')] : []),
  ...(cells > 0 ? [say('deskNew.cells_corrected', { n: cells })] : []),
  ...(rows > 0 ? [say('deskNew.rows_left_out', { n: rows })] : []),
]

/** Stands for an unreadable number of rows: it differs from every count, so nothing is paid with it. */
export const unreadableCount = -1

/** A number of rows as people write it, or null if it is empty. */
export function countOf(text: string): number | null {
  const digits = text.replaceAll(/[\s\u00a0\u202f,.']/g, '')
  if (digits === '') return null
  return /^\d{1,9}$/.test(digits) ? Number(digits) : unreadableCount
}

export function startOf({ wishes: { at, zone } }: Draft): StartOfDraft {
  if (at === '') return { kind: 'now' }
  const now = new Date()
  const read = readStartTime(at, zone, now)
  if (read.ok) return { kind: 'at', at: read.at }
  // It is a time, but in the past or too far ahead: the message shows it in the reader's format.
  const instant = readInstant(at, zone)
  if (!instant.ok) return { kind: 'wrong', message: read.message }
  const text = moment(instant.at)
  const message = instant.at <= now ? say('deskNew.at_past', { text }) : say('deskNew.at_far', { text })
  return { kind: 'wrong', message }
}

export const hoursOf = ({ wishes: { between, zone, hoursZone } }: Draft): HoursOfDraft =>
  between === '' ? null : readHours(between, hoursZone || zone)

/** What a person changed together with the button that submits a draft. */
interface ChangedInDraft {
  /** Changes of the rows or of how the file is read: nobody has seen the new result. */
  unseen: readonly Sentence[]
  /** Changes that may leave the result as it was shown; `seen` decides. */
  details: readonly Sentence[]
}

const reading = ['sheet', 'hidden', 'map', 'skipInvalid', 'allowDuplicates', 'toldTotals'] as const

const details: readonly [readonly (keyof DraftWishes)[], Sentence][] = [
  [['period'], say('deskNew.changed_period')],
  [['at', 'zone'], say('deskNew.changed_at')],
  [['between', 'hoursZone'], say('deskNew.changed_between')],
  [['expectCount'], say('deskNew.changed_expect_count')],
  [['expectTotal'], say('deskNew.changed_expect_total')],
]

/**
 * What was changed. The name alone changes neither what is paid nor when.
 * @param rows how many cells were corrected, rows left out and corrections undone
 */
export function changedInDraft(before: Draft, now: Draft, rows: number): ChangedInDraft {
  const isOther = (field: keyof DraftWishes) => !isDeepStrictEqual(before.wishes[field], now.wishes[field])
  return {
    unseen: [
      ...(rows > 0 ? [say('deskNew.changed_rows')] : []),
      ...(reading.some(isOther) ? [say('deskNew.changed_reading')] : []),
    ],
    details: details.flatMap(([fields, name]) => (fields.some(isOther) ? [name] : [])),
  }
}
