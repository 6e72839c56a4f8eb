import type { CheckResult, Summary } from '../../files/payroll/checkFile.ts'
import { readabilityOf } from '../../files/payroll/row.ts'
import { compareControlTotals } from '../../files/payroll/tail/compareTotals.ts'
import { unfitFor } from '../../files/report/writeReport.ts'
import type { PayoutTotals } from '../../ledger/batches/totals.ts'
import type { Repeats } from '../../ledger/intake/repeats.ts'
import type { Stored } from '../../ledger/intake/storeBatch.ts'
import type { WarningRules } from '../../ledger/policy/policy.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Warned } from '../../payout/warning.ts'
import { moment, type Sentence, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { type RefusedFile, refusal, type SubmitOptions, withInUse } from './submission.ts'
import { blockedBy } from './warnings.ts'

/** Every reason to refuse the file; undefined if it may be paid. */
export function whyRefused(
  options: SubmitOptions,
  result: CheckResult,
  inUse: Problem[],
  staged: PayoutTotals,
): RefusedFile | undefined {
  const { rows: valid, totals } = staged
  const ofStaged = (found: Summary | undefined) => found && { ...found, valid, invalid: found.rows - valid, totals }
  const summary = ofStaged('summary' in result ? result.summary : undefined)
  const above = ofStaged(aboveBreak(result))
  const told = summary ?? above
  const problems = withInUse(told?.problems ?? [], inUse)
  const problemCount = (told?.problemCount ?? 0) + inUse.length
  const refuse = (message: Sentence | null): RefusedFile => ({
    ...refusal(options.file, message, summary),
    problems,
    problemCount,
    above,
  })
  if (result.kind === 'refused') return { ...refuse(result.message), ...(!summary && readabilityOf(result)) }
  if (problemCount > 0 && !options.skipInvalid)
    return refuse(countOutOfReach(options, valid, summary?.rows ?? valid)?.message ?? null)
  const unfit = unfitFor(options.format, summary?.rows ?? 0, summary?.columns ?? [])
  if (unfit !== null) return refuse(unfit)
  const differs = compareControlTotals(options, staged.rows, staged.totals)
  if (differs) return refuse(differs.message)
  if (staged.rows === 0) return refuse(say('commands.no_row_file_can_paid'))
  return undefined
}

/** A wrong `--expect-count` that no correction of the `rows - valid` invalid rows makes right. Sums of money may change with them. */
const countOutOfReach = ({ expectCount }: SubmitOptions, valid: number, rows: number) =>
  expectCount == null || (valid <= expectCount && expectCount <= rows)
    ? null
    : compareControlTotals({ expectCount }, valid, new Map())

export const aboveBreak = (result: CheckResult) => (result.kind === 'refused' ? result.above : undefined)

/** A file that repeats payouts is refused until a person says that this is intended; then there is only a note. */
export const whyRepeated = (
  options: SubmitOptions,
  result: CheckResult,
  { refusal: why, repeated }: Repeats,
): RefusedFile | undefined =>
  why === null || options.allowDuplicates
    ? undefined
    : {
        ...refusal(options.file, why, 'summary' in result ? result.summary : undefined),
        ...(repeated && { repeats: repeated }),
      }

/** All reasons to refuse a file, in one answer. Repeated payouts are known only if it was read to its end. */
export function joined(refused: RefusedFile | undefined, repeated: RefusedFile | undefined): RefusedFile | undefined {
  if (!refused?.summary || !repeated?.message) return refused ?? repeated
  const { message } = repeated
  const both =
    refused.message === null ? message : say('commands.refused_both', { one: refused.message, other: message })
  return { ...repeated, ...refused, message: both }
}

export const unlessSeen = ({ file, seen }: SubmitOptions, now: string): RefusedFile | undefined =>
  seen === undefined || seen === now ? undefined : refusal(file, say('paying.differs_from_seen'))

/** The refusal, if the policy blocks a file because of its warnings. */
export function whyBlocked(
  app: App,
  { file }: Pick<SubmitOptions, 'file'>,
  result: CheckResult,
  warned: Warned,
  rules: WarningRules,
): RefusedFile | undefined {
  const why = blockedBy(app, warned.warnings, rules)
  return why && { ...refusal(file, why, 'summary' in result ? result.summary : undefined), warned }
}

type StoredBefore = Extract<Stored, { kind: 'already_run' | 'same_file' }>

/** The same bytes, or this planned time of a schedule, are already a batch. */
export function storedBefore(
  { config: { command } }: App,
  { file, period, scheduled }: Pick<SubmitOptions, 'file' | 'period' | 'scheduled'>,
  stored: StoredBefore,
  summary: Summary | undefined,
): RefusedFile {
  const { batchId: id } = stored
  if (stored.kind === 'already_run') {
    const { kind: _, ...already } = stored
    const message = say('commands.planned_time_run_already_batch_see', { batchId: id, command })
    return { ...refusal(file, message, summary), already }
  }
  const when = moment(stored.createdAt)
  // A file that a scheduled folder has already had is refused in any period.
  const message =
    period === null || scheduled?.run.inFolder
      ? say('commands.very_file_already_submitted_batch_utc', { id, when, command })
      : say('commands.very_file_already_submitted_period_batch', { period, id, when, command })
  return { ...refusal(file, message, summary), sameAs: id }
}
