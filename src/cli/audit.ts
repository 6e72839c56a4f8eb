import { type Audit, auditBatch } from '../ledger/auditBatch.ts'
import type { Batch } from '../ledger/batches.ts'
import { type History, type HistoryEvent, readHistory } from '../ledger/readHistory.ts'
import type { PayoutState } from '../payout/state.ts'
import { plural, t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { formatAmount, formatCount } from './terminal/money.ts'
import { stateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

/** More findings than this say nothing new to a person; `--json` has all of them. */
const shownFindings = 50

/** Verify a batch's audit trail; with a line, tell that payout's history in words. */
export function audit(cli: Cli, name: string, line: number | undefined): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const history = line === undefined ? undefined : await readHistory(core.ledger, batch.batchNo, line)
    if (line !== undefined && !history) {
      return fail(cli, failure(exitCode.usage, t`Batch ${batch.id} has no row on line ${line} of ${batch.fileName}.`))
    }
    const result = await auditBatch(core.ledger, batch.batchNo)
    if (cli.json) cli.printJson(auditDocument(batch, result, history))
    else cli.print([...(history ? [...tellHistory(history), ''] : []), ...tellAudit(batch, result)].join('\n'))
    return result.findings.length === 0 ? exitCode.done : exitCode.notAllPaid
  })
}

const auditDocument = (batch: Batch, { payouts, events, seal, findings }: Audit, history: History | undefined) => ({
  id: batch.id,
  intact: findings.length === 0,
  payouts,
  events,
  seal,
  findings,
  ...(history && { history: historyDocument(history) }),
})

const historyDocument = (history: History) => ({
  line: history.line,
  status: history.state,
  operator: history.operator,
  amount_minor: history.amountMinor?.toString() ?? null,
  currency: history.currency,
  reference: history.reference,
  provider_reference: history.providerReference,
  error_code: history.errorCode,
  submitted_at: history.submittedAt,
  submitted_by: history.submittedBy,
  events: history.events.map((event) => ({
    at: event.at,
    from: event.fromState,
    to: event.toState,
    attempt: event.attempt,
    worker: event.workerNo,
    code: event.code,
    actor: event.actor,
    note: event.note,
    sentence: sentenceOf(event),
  })),
})

function tellAudit(batch: Batch, { payouts, events, seal, findings }: Audit): string[] {
  const looked = t`${formatCount(payouts)} payouts and ${formatCount(events)} events of batch ${batch.id}`
  if (findings.length === 0) {
    return [
      t`Intact: ${looked}. No event was edited, deleted, swapped or cut off.`,
      t`Seal: ${seal ?? '-'} (note it elsewhere)`,
    ]
  }
  const found = formatCount(findings.length)
  const shown = findings.slice(0, shownFindings)
  const more = findings.length - shown.length
  return [
    plural(findings.length, t`NOT intact: ${looked}, ${found} finding:`, t`NOT intact: ${looked}, ${found} findings:`),
    ...shown.map(({ line, message }) => `  ${t`${line === null ? t`batch` : t`line ${line}`}: ${message}`}`),
    ...(more > 0 ? [`  ${t`… and ${formatCount(more)} more: --json has all of them.`}`] : []),
    t`Somebody or something changed the database past payrun. Compare with a backup and with the report.`,
  ]
}

function tellHistory(history: History): string[] {
  const { line, operator, amountMinor, currency, reference, submittedAt, submittedBy } = history
  const money = amountMinor === null || currency === null ? undefined : formatAmount(amountMinor, currency)
  const what = [money, operator && t`through ${operator}`, reference && t`reference ${reference}`]
  const why = history.errorCode ? ` (${history.errorCode})` : ''
  const state = stateWord(history.state)
  const now = history.providerReference ? t`${state}, ${history.providerReference} at the provider` : state
  return [
    t`Line ${line}: ${what.filter(Boolean).join(', ') || t`not payable`}. Now ${now}${why}.`,
    `  ${timeOf(submittedAt)}  ${submittedBy ? t`submitted by ${submittedBy}` : t`submitted`}`,
    ...history.events.map((event) => `  ${timeOf(event.at)}  ${sentenceOf(event)}`),
  ]
}

/** 2026-11-21 06:30:01.250 UTC */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 23).replace('T', ' ')} UTC`

/** One event in words. */
function sentenceOf({ fromState, toState, attempt, workerNo, host, code, actor, note }: HistoryEvent): string {
  const why = [code, note].filter(Boolean).join(': ')
  const because = why === '' ? '' : ` (${why})`
  if (actor !== null) return `${personSaid(toState, actor)}${because}`
  if (fromState === 'pending' && toState === 'sending') {
    if (workerNo === null) return t`attempt ${attempt} claimed`
    const machine = host?.split(' ')[0]
    return machine
      ? t`attempt ${attempt} claimed by worker ${workerNo} on ${machine}`
      : t`attempt ${attempt} claimed by worker ${workerNo}`
  }
  if (toState === 'pending') return `${t`attempt ${attempt} did not reach the provider: to be paid again`}${because}`
  if (toState === 'cancelled') return t`cancelled before it was sent`
  const now = stateWord(toState)
  if (fromState !== 'sending') return `${t`settled as ${now}, after it was ${stateWord(fromState)}`}${because}`
  return `${t`attempt ${attempt} settled as ${now}`}${because}`
}

function personSaid(state: PayoutState, actor: string): string {
  switch (state) {
    case 'paid':
      return t`said to be paid, by ${actor}`
    case 'failed':
      return t`said not to be paid, by ${actor}`
    case 'pending':
      return t`put back to be paid again, by ${actor}`
    case 'cancelled':
      return t`cancelled, by ${actor}`
    default:
      return t`${stateWord(state)} by ${actor}`
  }
}
