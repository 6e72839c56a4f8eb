import { type Audit, auditBatch } from '../ledger/auditBatch.ts'
import type { Batch } from '../ledger/batches.ts'
import { type History, type HistoryEvent, readHistory } from '../ledger/readHistory.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { formatAmount, formatCount } from './terminal/money.ts'
import { withBatch } from './withBatch.ts'

/** More findings than this say nothing new to a person; `--json` has all of them. */
const shownFindings = 50

/** Verify a batch's audit trail; with a line, tell that payout's history in words. */
export function audit(cli: Cli, name: string, line: number | undefined): Promise<number> {
  return withBatch(cli, name, async (core, batch) => {
    const history = line === undefined ? undefined : await readHistory(core.ledger, batch.batchNo, line)
    if (line !== undefined && !history) {
      return fail(cli, failure(exitCode.usage, `Batch ${batch.id} has no row on line ${line} of ${batch.fileName}.`))
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
  const looked = `${formatCount(payouts)} payouts and ${formatCount(events)} events of batch ${batch.id}`
  if (findings.length === 0) {
    return [`Intact: ${looked}. No event was edited, deleted, swapped or cut off.`, `Seal: ${seal} (note it elsewhere)`]
  }
  const shown = findings.slice(0, shownFindings)
  const more = findings.length - shown.length
  return [
    `NOT intact: ${looked}, ${formatCount(findings.length)} ${findings.length === 1 ? 'finding' : 'findings'}:`,
    ...shown.map(({ line, message }) => `  ${line === null ? 'batch' : `line ${line}`}: ${message}`),
    ...(more > 0 ? [`  … and ${formatCount(more)} more: --json has all of them.`] : []),
    'Somebody or something changed the database past payrun. Compare with a backup and with the report.',
  ]
}

function tellHistory(history: History): string[] {
  const { line, operator, amountMinor, currency, reference, submittedAt, submittedBy } = history
  const money = amountMinor === null || currency === null ? undefined : formatAmount(amountMinor, currency)
  const what = [money, operator && `through ${operator}`, reference && `reference ${reference}`]
  return [
    `Line ${line}: ${what.filter(Boolean).join(', ') || 'not payable'}. Now ${history.state}${history.providerReference ? `, ${history.providerReference} at the provider` : ''}${history.errorCode ? ` (${history.errorCode})` : ''}.`,
    `  ${timeOf(submittedAt)}  submitted${submittedBy ? ` by ${submittedBy}` : ''}`,
    ...history.events.map((event) => `  ${timeOf(event.at)}  ${sentenceOf(event)}`),
  ]
}

/** 2026-11-21 06:30:01.250 UTC */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 23).replace('T', ' ')} UTC`

/** One event in words. */
function sentenceOf({ fromState, toState, attempt, workerNo, host, code, actor, note }: HistoryEvent): string {
  const where = workerNo === null ? '' : ` by worker ${workerNo}${host ? ` on ${host.split(' ')[0]}` : ''}`
  const why = [code, note].filter(Boolean).join(': ')
  const because = why === '' ? '' : ` (${why})`
  if (actor !== null) return `${personSaid[toState] ?? toState} by ${actor}${because}`
  if (fromState === 'pending' && toState === 'sending') return `attempt ${attempt} claimed${where}`
  if (toState === 'pending') return `attempt ${attempt} did not reach the provider: to be paid again${because}`
  if (toState === 'cancelled') return 'cancelled before it was sent'
  if (fromState !== 'sending') return `settled as ${toState}, after it was ${fromState}${because}`
  return `attempt ${attempt} settled as ${toState}${because}`
}

const personSaid: Record<string, string> = {
  paid: 'said to be paid,',
  failed: 'said not to be paid,',
  pending: 'put back to be paid again,',
  cancelled: 'cancelled,',
}
