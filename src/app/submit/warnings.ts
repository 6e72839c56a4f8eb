import type { FileCheck } from '../../files/payroll/checkFile.ts'
import type { Found } from '../../ledger/people/findings.ts'
import type { PeopleFound } from '../../ledger/people/lookAtPeople.ts'
import { readWarned, type WarningRules } from '../../ledger/policy/policy.ts'
import { maskPhone } from '../../log.ts'
import type { Payable } from '../../payout/keys.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import { type LimitTable, limitWarning } from '../../payout/operators/operator.ts'
import { maskBoth } from '../../payout/twoTexts.ts'
import {
  nothingWarned,
  noWarnings,
  type Warned,
  type Warning,
  type WarningCode,
  type WarningCounts,
  type Warnings,
  warningCodes,
} from '../../payout/warning.ts'
import { count, type Given, money, operatorOf, type Sentence, say, stateOf } from '../../words/sentence.ts'
import type { App, Core } from '../context.ts'
import type { LimitsInUse } from '../pay/operatorLimits.ts'
import { comparisonSentences } from './comparedFiles.ts'

/** The warnings that a batch's submitter saw. */
export async function warnedBefore({ ledger }: Core, batchNo: number): Promise<Warned> {
  const found = await readWarned(ledger.pool, batchNo)
  return found ? { warnings: found, compared: found.compared, notes: [] } : nothingWarned
}

/** All warnings about a checked file after its rows were read, including those from the ledger if it was compared. */
export function warnedOf(
  app: Pick<App, 'config'>,
  check: Pick<FileCheck, 'result' | 'columnName'>,
  people: PeopleFound | null,
  limits: LimitsInUse,
): Warned {
  const result = check.result()
  const alone = 'summary' in result && result.summary ? result.summary.warnings : noWarnings
  const columns = {
    reference: check.columnName('reference'),
    phone: check.columnName('phone_number'),
    name: check.columnName('name'),
    amount: check.columnName('amount'),
  }
  const warnings = people ? joinWarnings([alone, warningsOf(people, columns)]) : alone
  return {
    warnings,
    compared: people?.compared ? comparisonSentences(people.compared) : [],
    notes: notesOf(app, limits, warnings, people?.notLookedUp ?? 0),
  }
}

/** The names of columns without a file. */
export const canonical = { reference: 'reference', phone: 'phone_number', name: 'name', amount: 'amount' }

/** The notes next to the warnings. */
export const notesOf = (
  app: Pick<App, 'config'>,
  limits: LimitsInUse,
  warnings: Warnings,
  notLookedUp: number,
): Sentence[] => [
  ...limitNotes(app, limits, warnings),
  ...(notLookedUp > 0 ? [say('warnings.not_looked_up', { n: notLookedUp, rows: count(notLookedUp) })] : []),
]

/** All warnings about a single payout. */
export function warnedOfOne(payable: Payable | null, people: PeopleFound, limits: LimitTable): Warnings {
  const found = warningsOf(people, canonical)
  const limit = payable && limitWarning(payable, limits)
  if (!limit) return found
  const value = formatWireAmount(payable.amountMinor, payable.currency)
  return joinWarnings([{ counts: { [limit.code]: 1 }, shown: [{ line: 1, column: 'amount', value, ...limit }] }, found])
}

const ofLimits: string[] = ['amount_below_least', 'amount_above_most', 'amount_not_multiple', 'over_daily_limit']

/** Notes about the limits: they can't be read, or nobody has checked the limits behind a warning. */
function limitNotes(
  { config }: Pick<App, 'config'>,
  { limits, trouble }: LimitsInUse,
  { shown }: Warnings,
): Sentence[] {
  if (trouble) return [trouble]
  const told = new Set(
    shown.filter(({ code }) => ofLimits.includes(code)).map(({ message }) => JSON.stringify(message.args['operator'])),
  )
  const unchecked = [...limits.values()].flatMap(({ operator, checked }) =>
    checked === '' && told.has(JSON.stringify(operatorOf(operator))) ? [operatorOf(operator)] : [],
  )
  return unchecked.length === 0
    ? []
    : [say('warnings.limits_to_check', { operators: unchecked, command: config.command })]
}

/** The names of the file's columns for warnings. */
type WarningColumns = typeof canonical

/** The warnings from the ledger about the people in a file. Numbers in messages are masked; the file has them in full. */
export function warningsOf(found: PeopleFound, columns: WarningColumns): Warnings {
  const { firstPayments, changedNumbers, otherNames, unusualAmounts, missing, overDaily, maybePaid } = found
  const { calledNotPaid, otherPeriods } = found
  const lists: [WarningCode, Found<Omit<Warning, 'code'>>][] = [
    ['failed_may_be_paid', mapped(maybePaid, (each) => maybePaidWarning(each, columns))],
    ['called_not_paid', mapped(calledNotPaid, (each) => calledWarning(each, columns))],
    // Of one row: what to do is the same for all.
    [
      'other_period',
      mapped({ ...otherPeriods, first: otherPeriods.first.slice(0, 1) }, (each) => otherPeriodWarning(each, columns)),
    ],
    ['over_daily_limit', mapped(overDaily, (each) => overDailyWarning(each, columns))],
    ['number_changed', mapped(changedNumbers, (each) => changedWarning(each, columns))],
    ['name_differs', mapped(otherNames, (each) => otherNameWarning(each, columns))],
    [
      'first_payment',
      mapped(firstPayments, ({ line, phone }) => ({
        line,
        column: columns.phone,
        value: phone,
        message: say('warnings.first_payment'),
      })),
    ],
    ['unusual_amount', mapped(unusualAmounts, (each) => unusualWarning(each, columns))],
    [
      'person_missing',
      mapped(missing, ({ name, reference, phone }) => {
        const who = name ?? reference ?? maskPhone(phone)
        return { line: null, column: '', value: who, message: say('warnings.person_missing', { who }) }
      }),
    ],
  ]
  const counts: WarningCounts = {}
  for (const [code, { all }] of lists) if (all > 0) counts[code] = all
  return { counts, shown: lists.flatMap(([code, { first }]) => first.map((each) => ({ ...each, code }))) }
}

const mapped = <One, Other>({ all, first }: Found<One>, change: (one: One) => Other): Found<Other> => ({
  all,
  first: first.map(change),
})

/** All warnings, in the order of codes and lines. */
export function joinWarnings(all: readonly Warnings[]): Warnings {
  const counts: WarningCounts = {}
  for (const code of warningCodes) {
    const sum = all.reduce((so, each) => so + (each.counts[code] ?? 0), 0)
    if (sum > 0) counts[code] = sum
  }
  const shown = all
    .flatMap((each) => each.shown)
    .sort(
      (one, other) =>
        warningCodes.indexOf(one.code) - warningCodes.indexOf(other.code) || (one.line ?? 0) - (other.line ?? 0),
    )
  return { counts, shown }
}

type Of<Key extends keyof PeopleFound> = PeopleFound[Key] extends Found<infer Each> ? Each : never

const mayBePaid = {
  statement: (told) => say('warnings.may_be_paid_statement', told),
  notification: (told) => say('warnings.may_be_paid_notification', told),
  answer: (told) => say('warnings.may_be_paid_answer', told),
  evidence: (told) => say('warnings.may_be_paid', told),
} as const satisfies Record<Of<'maybePaid'>['by'], (told: Given<'warnings.may_be_paid'>[0]) => Sentence>

function maybePaidWarning(each: Of<'maybePaid'>, { phone }: WarningColumns): Omit<Warning, 'code'> {
  const { line, by, currency, heldState, batchId, heldLine } = each
  const amount = money(BigInt(each.amountMinor), currency)
  const told = { amount, batchId, heldLine, state: stateOf(heldState) }
  const message = mayBePaid[by](told)
  return { line, column: phone, value: each.phone, message }
}

const calledWarning = ({ line, batchId, heldLine, was, by }: Of<'calledNotPaid'>, columns: WarningColumns) => ({
  line,
  column: columns.reference,
  value: '',
  message: say('warnings.called_not_paid', { batchId, heldLine, state: stateOf(was), who: by }),
})

function otherPeriodWarning(each: Of<'otherPeriods'>, columns: WarningColumns): Omit<Warning, 'code'> {
  const { line, reference, batchId, heldLine, heldState, heldPeriod: period } = each
  const told = { reference, state: stateOf(heldState), batchId, heldLine }
  const message =
    period === null ? say('warnings.other_period_none', told) : say('warnings.other_period', { ...told, period })
  return { line, column: columns.reference, value: reference, message }
}

const overDailyWarning = (each: Of<'overDaily'>, { phone }: WarningColumns): Omit<Warning, 'code'> => ({
  line: each.line,
  column: phone,
  value: each.phone,
  message: say('warnings.over_daily', {
    operator: operatorOf(each.operator),
    sum: money(BigInt(each.sumMinor), each.currency),
    most: money(BigInt(each.mostMinor), each.currency),
  }),
})

function changedWarning(each: Of<'changedNumbers'>, columns: WarningColumns): Omit<Warning, 'code'> {
  const { line, phone, before, reference, name, batchId, heldLine } = each
  const [old, now] = maskBoth([before, phone], maskPhone)
  const told = { before: old, now, batchId, heldLine }
  const message =
    reference === null
      ? say('warnings.number_changed_name', { ...told, name: name ?? '' })
      : say('warnings.number_changed_reference', { ...told, reference })
  return { line, column: columns.phone, value: phone, message }
}

const otherNameWarning = (
  { line, name, before, batchId, heldLine }: Of<'otherNames'>,
  columns: WarningColumns,
): Omit<Warning, 'code'> => ({
  line,
  column: columns.name,
  value: name,
  message: say('warnings.name_differs', { before, now: name, batchId, heldLine }),
})

const unusualBy = {
  before: (told) => say('warnings.unusual_amount', told),
  20: (told) => say('warnings.unusual_in_file', told),
  50: (told) => say('warnings.unusual_in_small_file', told),
} as const satisfies Record<string, (told: Given<'warnings.unusual_amount'>[0]) => Sentence>

function unusualWarning(each: Of<'unusualAmounts'>, columns: WarningColumns): Omit<Warning, 'code'> {
  const { line, amountMinor, usualMinor, currency } = each
  const amount = money(BigInt(amountMinor), currency)
  const usual = money(BigInt(usualMinor), currency)
  const value = formatWireAmount(BigInt(amountMinor), currency)
  const message = unusualBy[each.times ?? 'before']({ amount, usual })
  return { line, column: columns.amount, value, message }
}

const kinds = {
  failed_may_be_paid: (told) => say('warnings.kind_failed_may_be_paid', told),
  called_not_paid: (told) => say('warnings.kind_called_not_paid', told),
  other_period: (told) => say('warnings.kind_other_period', told),
  amount_below_least: (told) => say('warnings.kind_amount_below_least', told),
  amount_above_most: (told) => say('warnings.kind_amount_above_most', told),
  amount_not_multiple: (told) => say('warnings.kind_amount_not_multiple', told),
  over_daily_limit: (told) => say('warnings.kind_over_daily_limit', told),
  number_changed: (told) => say('warnings.kind_number_changed', told),
  name_differs: (told) => say('warnings.kind_name_differs', told),
  first_payment: (told) => say('warnings.kind_first_payment', told),
  unusual_amount: (told) => say('warnings.kind_unusual_amount', told),
  number_repeated: (told) => say('warnings.kind_number_repeated', told),
  name_repeated: (told) => say('warnings.kind_name_repeated', told),
  person_missing: (told) => say('warnings.kind_person_missing', told),
} as const satisfies Record<WarningCode, (told: Given<'warnings.kind_first_payment'>[0]) => Sentence>

/** How many rows have this kind of warning, in words. */
export const kindOf = (code: WarningCode, rows: number): Sentence => kinds[code]({ rows: count(rows) })

/** The first warnings of one kind. */
interface WarningGroup {
  code: WarningCode
  rows: number
  kind: Sentence
  shown: Warning[]
}

export const groupsOf = ({ counts, shown }: Warnings, most: number): WarningGroup[] =>
  warningCodes.flatMap((code) => {
    const rows = counts[code] ?? 0
    if (rows === 0) return []
    return [{ code, rows, kind: kindOf(code, rows), shown: shown.filter((each) => each.code === code).slice(0, most) }]
  })

/** Why the policy refuses a file with these warnings, or undefined. */
export function blockedBy(
  { config: { command } }: Pick<App, 'config'>,
  { counts }: Pick<Warnings, 'counts'>,
  rules: WarningRules,
  what: 'file' | 'payout' | 'batch' | 'retry' = 'file',
): Sentence | undefined {
  const why = codesWith(counts, rules, 'block').map((code) => kindOf(code, counts[code] ?? 0))
  if (why.length === 0) return undefined
  if (what === 'batch') return say('warnings.blocked_batch', { why })
  if (what === 'retry') return say('warnings.blocked_retry', { why })
  return what === 'file' ? say('warnings.blocked', { why, command }) : say('warnings.blocked_payout', { why, command })
}

/** Whether the policy requires one more person because of these warnings. */
export const needsOneMore = ({ counts }: Warnings, rules: WarningRules): boolean =>
  codesWith(counts, rules, 'approve').length > 0

const codesWith = (counts: WarningCounts, rules: WarningRules, action: 'approve' | 'block'): WarningCode[] =>
  warningCodes.filter((code) => (counts[code] ?? 0) > 0 && rules.get(code) === action)

const storedOfEach = 20

/** The warnings to store: of each kind, as many as an approver looks at. */
export const toStore = (warnings: Warnings): Warnings => ({
  counts: warnings.counts,
  shown: groupsOf(warnings, storedOfEach).flatMap(({ shown }) => shown),
})
