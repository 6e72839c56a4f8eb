import { isDeepStrictEqual } from 'node:util'
import type { ColumnMap } from '../../files/payroll/columns.ts'
import { readHours } from '../../payout/times/hours.ts'
import { readInstant, readStartTime } from '../../payout/times/zonedTime.ts'
import { render } from '../../words/render.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { type SubmitOptions, usualChecks } from '../submission.ts'
import type { Draft, DraftWishes } from './drafts.ts'

export type StartOfDraft = { kind: 'now' } | { kind: 'at'; at: Date } | { kind: 'wrong'; message: Sentence }
/** In which hours of each day it would be paid; null: in any. */
export type HoursOfDraft = ReturnType<typeof readHours> | null

const keptProblems = 10_000

/** What the name of its file says of how it was corrected. */
interface ToldOfFile {
  cells: number
  rows: number
  isElsewhere?: boolean
}

/** As `submit` takes it. */
export function draftOptions(app: App, draft: Draft, sandbox: boolean, told: ToldOfFile = draft.fixed): SubmitOptions {
  const { path, wishes } = draft
  const { sheet, hidden, map, skipInvalid, allowDuplicates, batchName, period, expectCount, expectTotal } = wishes
  const start = startOf(draft)
  const hours = hoursOf(draft)
  return {
    ...usualChecks,
    file: path,
    called: calledOf(app, draft, told),
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

/** Something was typed anew or left out since it was uploaded. */
export const isCorrected = ({ fixed }: Pick<Draft, 'fixed'>): boolean => fixed.cells + fixed.rows > 0

/** By what name people know the file: what was fixed since it was uploaded is part of it. */
const calledOf = ({ language }: Pick<App, 'language'>, draft: Draft, told: ToldOfFile): string =>
  isCorrected(draft)
    ? render(say('deskNew.fixed_name', { name: draft.name, what: toldWhat(draft, told) }), language)
    : draft.name

/** Whoever approves it is to know. */
const toldWhat = ({ wishes, fixed: { isRewritten } }: Draft, { cells, rows, isElsewhere }: ToldOfFile): Sentence[] => [
  ...fixedWhat({ cells, rows, isRewritten }),
  ...(isElsewhere ? [say('deskNew.corrected_elsewhere')] : []),
  ...(wishes.toldTotals ? [say('deskNew.without_own_total')] : []),
]

/** So many cells typed anew, so many rows left out. */
export const fixedWhat = ({
  cells,
  rows,
  isRewritten,
}: Pick<Draft['fixed'], 'cells' | 'rows'> & { isRewritten?: boolean }): Sentence[] => [
  ...(isRewritten ? [say('deskNew.as_csv')] : []),
  ...(cells > 0 ? [say('deskNew.cells_corrected', { n: cells })] : []),
  ...(rows > 0 ? [say('deskNew.rows_left_out', { n: rows })] : []),
]

/** What can't be read as a number of rows: it differs from every count, so that nothing is paid by it. */
export const unreadableCount = -1

/** A number of rows as people write it; null: none is given. */
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
  // That is a time, and not one to wait for: it is told as people write it.
  const instant = readInstant(at, zone)
  if (!instant.ok) return { kind: 'wrong', message: read.message }
  const text = moment(instant.at)
  const message = instant.at <= now ? say('deskNew.at_past', { text }) : say('deskNew.at_far', { text })
  return { kind: 'wrong', message }
}

export const hoursOf = ({ wishes: { between, zone, hoursZone } }: Draft): HoursOfDraft =>
  between === '' ? null : readHours(between, hoursZone || zone)

/** What a person changed with the button that submits a draft. */
interface ChangedInDraft {
  /** What would be paid is other rows, or is read in another way: nobody has seen what it comes to. */
  unseen: readonly Sentence[]
  /** What it comes to may be as it was seen: what is stored as `seen` tells. */
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

/** The name alone changes nothing that is paid, nor when. @param rows cells typed anew, rows left out, corrections taken back */
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
