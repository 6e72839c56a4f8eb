import { Option } from 'commander'
import type { Audit, Audited, History } from '../../app/audit.ts'
import { count, money, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addBatchCommand, example, lineNumber, type Program, type Run } from '../commandOptions.ts'
import { t, text } from '../speak.ts'

export const addAudit = (program: Program, run: Run) =>
  addBatchCommand(program, 'audit')
    .addOption(new Option('--line <n>', t('help.tell_whole_history_payout_line_file')).argParser(lineNumber))
    .addHelpText('after', example('payrun audit last --line 17', t('helpNotes.ends_4_when_trail_not_intact')))
    .action((name, { line, ...options }) => run(options, (cli) => audit(cli, name, line)))

/** More findings than this say nothing new to a person; `--json` has all of them. */
const shownFindings = 50

/** Verify a batch's audit trail; with a line, tell that payout's history in words. */
async function audit(cli: Cli, name: string, line: number | undefined): Promise<number> {
  const { audit: auditBatch, eventSentence } = await import('../../app/audit.ts')
  const audited = await auditBatch(cli, name, line)
  if (!audited.ok) return fail(cli, audited)
  const { batch, audit, history } = audited
  const events = (history?.events ?? []).map((event) => ({ ...event, sentence: text(eventSentence(event)) }))
  if (cli.json) cli.printJson(auditDocument(audited, events))
  else cli.print([...(history ? [...tellHistory(history, events), ''] : []), ...tellAudit(batch.id, audit)].join('\n'))
  return audit.findings.length === 0 ? exitCode.done : exitCode.notAllPaid
}

type ToldEvent = History['events'][number] & { sentence: string }

const auditDocument = ({ batch, audit, history }: Audited, events: readonly ToldEvent[]) => ({
  id: batch.id,
  intact: audit.findings.length === 0,
  payouts: audit.payouts,
  events: audit.events,
  // Named as 0.1.0 named it: scripts read it.
  seal: audit.checkpoint,
  findings: audit.findings.map(({ line, message }) => ({ line, message: text(message) })),
  ...(history && { history: historyDocument(history, events) }),
})

const historyDocument = (history: History, events: readonly ToldEvent[]) => ({
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
  events: events.map((event) => ({
    at: event.at,
    from: event.fromState,
    to: event.toState,
    attempt: event.attempt,
    worker: event.workerNo,
    code: event.code,
    actor: event.actor,
    note: event.note,
    sentence: event.sentence,
  })),
})

function tellAudit(id: string, { payouts, events, checkpoint, findings }: Audit): string[] {
  const looked = { payouts: count(payouts), events: count(events), id }
  if (findings.length === 0) {
    return [t('terminal.intact', looked), t('terminal.checkpoint', { checkpoint: checkpoint ?? '-' })]
  }
  const more = findings.length - shownFindings
  return [
    t('terminal.not_intact', { ...looked, findings: count(findings.length) }),
    ...findings.slice(0, shownFindings).map((finding) => `  ${findingText(finding)}`),
    ...(more > 0 ? [`  ${t('terminal.more_in_json', { more: count(more) })}`] : []),
    t('terminal.changed_past_payrun'),
  ]
}

const findingText = ({ line, message }: Audit['findings'][number]): string =>
  line === null
    ? t('terminal.finding_of_batch', { finding: message })
    : t('terminal.finding_of_line', { line, finding: message })

function tellHistory(history: History, events: readonly ToldEvent[]): string[] {
  const { submittedAt, submittedBy } = history
  const submitted = submittedBy === null ? t('terminal.submitted') : t('terminal.submitted_by', { submittedBy })
  return [
    [text(whatItIs(history)), text(howItStands(history))].join(' '),
    `  ${timeOf(submittedAt)}  ${submitted}`,
    ...events.map(({ at, sentence }) => `  ${timeOf(at)}  ${sentence}`),
  ]
}

/** A row that could not be read may lack any of these. */
function whatItIs({ line, operator, amountMinor, currency, reference }: History): Sentence {
  if (operator === null || amountMinor === null || currency === null) return say('terminal.row_not_payable', { line })
  const payout = { line, amount: money(amountMinor, currency), operator }
  return reference === null
    ? say('terminal.row_is_payout', payout)
    : say('terminal.row_is_payout_with_reference', { ...payout, reference })
}

function howItStands({ state, providerReference, errorCode }: History): Sentence {
  const now = { state: stateOf(state) }
  if (providerReference !== null) {
    const told = { ...now, reference: providerReference }
    return errorCode === null
      ? say('terminal.now_at_provider', told)
      : say('terminal.now_at_provider_with_code', { ...told, code: errorCode })
  }
  return errorCode === null ? say('terminal.now', now) : say('terminal.now_with_code', { ...now, code: errorCode })
}

/** 2026-11-21 06:30:01.250 UTC */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 23).replace('T', ' ')} UTC`
