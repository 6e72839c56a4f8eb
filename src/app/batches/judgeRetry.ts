import type { Batch } from '../../ledger/batches/batches.ts'
import type { BatchTotals } from '../../ledger/batches/totals.ts'
import type { FoundAgain, RetryLook } from '../../ledger/people/lookAtRetried.ts'
import { readWarningRules } from '../../ledger/policy/policy.ts'
import { readContradicted } from '../../ledger/rows/contradictions.ts'
import type {
  AgainstRetry,
  EvidenceOfPayment,
  NotRetryable,
  PaidElsewhere,
} from '../../ledger/rows/findAgainstRetry.ts'
import type { AgainstRequest, ChangedSince, RetryInserted } from '../../ledger/rows/retryRequests.ts'
import type { NotRetried } from '../../ledger/rows/retryRows.ts'
import { type Insisted, readCalledNotPaid, type WhyWaits } from '../../ledger/rows/secondPerson.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import { limitWarning } from '../../payout/operators/operator.ts'
import { nothingWarned, type Warned, type Warnings } from '../../payout/warning.ts'
import { batchStateOf, count, listed, moment, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { actorOf, loginKept } from '../accounts/actor.ts'
import { isForNobody, ownKey, retryDecided } from '../approvals/whoDecides.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { type LimitsInUse, limitsInUse } from '../pay/operatorLimits.ts'
import { paidByAnotherCommand } from '../pay/payHere.ts'
import { blockedBy, canonical, joinWarnings, needsOneMore, notesOf, toStore, warningsOf } from '../submit/warnings.ts'
import { totalsOf } from './batchDocument.ts'
import { linesOf, shownLines } from './droppedRows.ts'

type Against = Extract<NotRetried, { kind: 'keys_taken' }>

/** All rows stay failed until a second person approves. */
export interface RetryWaits {
  ok: true
  kind: 'waits_for_approval'
  batch: Batch
  totals: BatchTotals
  rows: number
  why: WhyWaits
  /** Lines of an earlier request that this one replaces and doesn't ask for. */
  dropped: number[]
  /** No other account can approve it. */
  nobodyElse: boolean
}

/** There is nothing to retry or to pay: every row is paid. */
export interface AllPaid {
  ok: true
  kind: 'all_paid'
  batch: Batch
  totals: BatchTotals
  rows: number
}

/** What whoever asked for a retry is told if no row is tried again now. */
export async function answerOf(
  app: App,
  core: Core,
  batch: Batch,
  retried: NotRetried,
  warned: Warned,
): Promise<AllPaid | RetryWaits | Failure> {
  const { id } = batch
  const { command } = app.config
  switch (retried.kind) {
    case 'nothing':
      return nothingToRetry(app, core, batch)
    case 'not_retryable':
      return notRetryable(batch, retried.rows, command)
    case 'keys_taken':
      return paidByOthers(batch, retried, command)
    case 'possible_duplicate':
      return possibleDuplicates(retried.rows)
    case 'evidence_of_payment':
      return evidence(batch, retried.rows, command)
    case 'paused':
      return failure('usage', say('ledger.batch_paused', { id, rows: count(retried.pending) }))
    case 'blocked':
      return { ...failure('refused', retried.why), warned }
    case 'not_open':
      return failure(
        'usage',
        retried.state === 'cancelled'
          ? say('ledger.batch_cancelled', { id })
          : say('ledger.batch_not_open', { id, state: batchStateOf(retried.state) }),
      )
    case 'purged': {
      const { failed: maybePaid } = await readContradicted(core.ledger, batch.batchNo)
      const why =
        maybePaid > 0 ? say('ledger.batch_purged_in_doubt', { id, command }) : say('ledger.batch_purged', { id })
      return failure('usage', why)
    }
    case 'busy':
      return paidByAnotherCommand(app, { id, state: retried.state })
    case 'waits_for_approval':
      return waits(app, core, batch, retried)
    case 'another_waits':
    case 'changed_since':
      return againstRequest(retried)
    case 'same_person':
      return refused('same_person', say('accounts.retry_same_person', { id }))
    case 'own_key':
      return ownKey(actorOf(app))
    case 'no_approver':
      return refused('forbidden', say('accounts.no_approver', { name: actorOf(app).name }))
    case 'tried_since':
      return refused('wrong_state', say('deskRetry.tried_since'))
    case 'policy_since':
      return refused('wrong_state', say('deskRetry.policy_since'))
    case 'not_waiting':
      return retryDecided(core, batch)
  }
}

async function waits(
  app: App,
  core: Core,
  batch: Batch,
  { kind, lines, why, dropped }: RetryInserted,
): Promise<RetryWaits> {
  const totals = await totalsOf(core, batch)
  const actor = actorOf(app)
  const asked = { requester: actor.name, login: loginKept(actor) }
  const called = await readCalledNotPaid(core.ledger, batch.batchNo, why.calledNotPaid)
  const nobodyElse = await isForNobody(core.ledger, asked, called)
  return { ok: true, kind, batch, totals, rows: lines.length, why, dropped, nobodyElse }
}

function againstRequest(against: AgainstRequest): Failure {
  if (against.kind === 'another_waits') {
    const { requester: who, lines, at } = against.request
    return refused(
      'wrong_state',
      say('accounts.another_retry_waits', { rows: count(lines.length), who, at: moment(at) }),
    )
  }
  return refused('wrong_state', say('accounts.retry_changed'), whyNoMore(against))
}

/** Succeeds if nothing is left to pay at all; fails otherwise, because a retry doesn't help. */
async function nothingToRetry({ config }: App, core: Core, batch: Batch): Promise<AllPaid | Failure> {
  const { id } = batch
  const totals = await totalsOf(core, batch)
  const rows = Object.values(totals.counts).reduce((sum, n) => sum + n, 0)
  const { pending = 0, sending = 0, unknown = 0, accepted = 0, paid } = totals.counts
  if (paid === rows) return { ok: true, kind: 'all_paid', batch, totals, rows }
  const told = { id, command: config.command }
  if (pending + sending > 0) return refused('nothing_to_retry', say('ledger.none_failed_some_unpaid', told))
  const isOpen = unknown + accepted > 0
  const why = isOpen ? say('ledger.none_failed_some_open', told) : say('ledger.none_failed', { id })
  return refused('nothing_to_retry', why)
}

function notRetryable({ id }: Batch, rows: readonly NotRetryable[], command: string): Failure {
  const open = rows.some(({ state }) => state === 'unknown' || state === 'accepted')
  const advice = open ? [say('ledger.open_rows', { command, id })] : []
  return refused('nothing_to_retry', say('ledger.only_failed'), [...linesOf(rows, whyNotThisRow), ...advice])
}

function whyNotThisRow({ line, state, code }: NotRetryable): Sentence {
  switch (state) {
    case null:
      return say('ledger.line_absent', { line })
    case 'failed':
      return code === null
        ? say('ledger.line_without_code', { line })
        : say('ledger.line_of_another_code', { line, code })
    case 'unknown':
      return code === null
        ? say('ledger.line_unknown_without_code', { line })
        : say('ledger.line_unknown', { line, code })
    case 'accepted':
      return say('ledger.line_accepted', { line })
    case 'paid':
      return say('ledger.line_paid', { line })
    case 'invalid':
      return say('ledger.line_invalid', { line })
    case 'pending':
      return say('ledger.line_pending', { line })
    case 'sending':
      return say('ledger.line_sending', { line })
    case 'cancelled':
      return say('ledger.line_cancelled', { line })
  }
}

function paidByOthers({ id }: Batch, { rows, others }: Against, command: string): Failure {
  const isHeld = new Set(rows.map(({ line }) => line))
  const left = others.filter((line) => !isHeld.has(line))
  const options = left.map((line) => `--line ${line}`).join(' ')
  const advice =
    left.length > mostNamed ? [say('ledger.name_other_lines')] : [say('ledger.retry_others', { command, id, options })]
  return refused('reference_held', say('ledger.paid_elsewhere'), [
    ...elsewhereLines(rows),
    ...(left.length > 0 ? advice : []),
  ])
}

/** Whoever retries more lines has a list of them. */
const mostNamed = 50

/** Which other batches pay rows. */
export const elsewhereLines = (rows: readonly PaidElsewhere[]): Sentence[] =>
  linesOf(rows, (row) => ('heldPeriod' in row ? duplicateSentence(row) : elsewhereSentence(row)))

const elsewhereSentence = ({ line, batchId, heldLine, heldState }: PaidElsewhere): Sentence =>
  say('ledger.line_paid_elsewhere', { line, state: stateOf(heldState), batchId, heldLine })

/** What speaks against approving a retry that waits: it can't be approved any more. */
export function whyNoMore(against: ChangedSince | AgainstRetry): Sentence[] {
  switch (against.kind) {
    case 'changed_since': {
      const { lines, insisted } = against
      const moved = say('deskRetry.rows_changed', { rows: count(lines.length), lines: listed(shownLines(lines)) })
      return [...(lines.length > 0 ? [moved] : []), ...insistedLines(insisted)]
    }
    case 'keys_taken':
      return linesOf(against.rows, elsewhereSentence)
    case 'possible_duplicate':
      return linesOf(against.rows, duplicateSentence)
    case 'evidence_of_payment':
      return linesOf(against.rows, evidenceSentence)
  }
}

const possibleDuplicates = (rows: readonly PaidElsewhere[]): Failure =>
  failure('usage', say('ledger.possible_duplicates'), [
    ...linesOf(rows, duplicateSentence),
    say('ledger.allow_duplicates'),
  ])

function duplicateSentence(row: PaidElsewhere): Sentence {
  const { line, batchId, heldLine, heldState } = row
  const told = { line, state: stateOf(heldState), batchId, heldLine }
  return 'heldPeriod' in row
    ? say('ledger.line_other_period', { ...told, reference: row.reference, period: periodSaid(row.heldPeriod) })
    : say('ledger.line_possible_duplicate', told)
}

/** Under which period something is paid. */
const periodSaid = (period: string | null): Sentence =>
  period === null ? say('stored.no_period') : say('stored.period', { period })

const evidence = ({ id }: Batch, rows: readonly EvidenceOfPayment[], command: string): Failure =>
  failure('usage', say('ledger.evidence_of_payment'), [
    ...linesOf(rows, evidenceSentence),
    say('ledger.ask_provider_first', { command, id, line: rows[0]?.line ?? '' }),
  ])

const evidenceSentence = ({ line, kind, reference, note }: EvidenceOfPayment): Sentence =>
  reference === null
    ? say('ledger.line_evidence', { line, note, kind })
    : say('ledger.line_evidence_reference', { line, note, reference, kind })

/** Why rows may already have been paid that somebody wants to be retried all the same. */
export const insistedLines = (insisted: Insisted): Sentence[] => [
  ...linesOf(insisted.evidence, evidenceSentence),
  ...linesOf(insisted.duplicates, duplicateSentence),
]

/** The warnings about rows that are to be retried. */
export interface RetryWarnings {
  warned: Warned
  /** Whether the policy requires one more person because of them. */
  oneMore: boolean
}

/** Checks rows to be retried as `submit` checks a file, with the same policy. `told`: the latest result. */
export async function lookOf(app: App, { ledger }: Core): Promise<{ look: RetryLook; told(): RetryWarnings }> {
  const limits = limitsInUse(app)
  const rules = await readWarningRules(ledger.pool)
  let told: RetryWarnings = { warned: nothingWarned, oneMore: false }
  const accept: RetryLook['accept'] = (found) => {
    const warned = warnedOfRetry(app, found, limits)
    const { warnings } = warned
    told = { warned, oneMore: needsOneMore(warnings, rules) }
    const blocked = blockedBy(app, warnings, rules, 'retry')
    return blocked ? { blocked } : { warned: { ...toStore(warnings), compared: [] }, oneMore: told.oneMore }
  }
  return { look: { limits: limits.limits, accept }, told: () => told }
}

/** Everything known about failed rows that are to be retried. */
function warnedOfRetry(app: Pick<App, 'config'>, { people, amounts }: FoundAgain, limits: LimitsInUse): Warned {
  const ofLimits = amounts.flatMap(({ payable, rows, lines }): Warnings[] => {
    const limit = limitWarning(payable, limits.limits)
    const value = formatWireAmount(payable.amountMinor, payable.currency)
    const shown = lines.map((line) => ({ line, column: 'amount', value }))
    return limit ? [{ counts: { [limit.code]: rows }, shown: shown.map((each) => ({ ...each, ...limit })) }] : []
  })
  const warnings = joinWarnings([...ofLimits, warningsOf(people, canonical)])
  return { warnings, compared: [], notes: notesOf(app, limits, warnings, people.notLookedUp) }
}
