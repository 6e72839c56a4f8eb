import { Argument, Option } from 'commander'
import type { AnchorPaths, Audited, AuditedLedger, History } from '../../app/batches/audit.ts'
import { failure } from '../../app/context.ts'
import { count, money, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, lineNumber, type Program, type Run } from '../commandOptions.ts'
import { t, text } from '../terminal/text.ts'

export const addAudit = (program: Program, run: Run) =>
  addCommand(program, 'audit')
    .addArgument(new Argument('[batch]', t('help.id_unique_beginning_one_last_or_all')))
    .addOption(new Option('--line <n>', t('help.tell_whole_history_payout_line_file')).argParser(lineNumber))
    .addOption(new Option('--anchor <file>', t('help.audit_anchor')))
    .addOption(new Option('--against <file>', t('help.audit_against')))
    .addHelpText('after', example(examples, [t('helpNotes.ends_4_when_trail_not_intact'), t('helpNotes.anchor')]))
    .action((name, { line, anchor, against, ...options }) =>
      run(options, (cli) => {
        if (name === undefined && line === undefined) return auditLedger(cli, { anchor, against })
        if (name === undefined || anchor !== undefined || against !== undefined)
          return Promise.resolve(fail(cli, failure('usage', say('commands.anchor_needs_whole_ledger'))))
        return audit(cli, name, line)
      }),
    )

const examples = ['payrun audit last --line 17', 'payrun audit --anchor 2026-03.anchor --against 2026-02.anchor']

/** The most findings to print; `--json` has all of them. */
const shownFindings = 50

/** Verify a batch's audit trail; with a line, also print that payout's history. */
async function audit(cli: Cli, name: string, line: number | undefined): Promise<number> {
  const { audit: auditBatch, eventSentence } = await import('../../app/batches/audit.ts')
  const audited = await auditBatch(cli, name, line)
  if (!audited.ok) return fail(cli, audited)
  const { audit, ledger, history, contradictions } = audited
  const events = (history?.events ?? []).map((event) => ({ ...event, sentence: text(eventSentence(event)) }))
  if (cli.json) cli.printJson(auditDocument(audited, events))
  else
    cli.print(
      [
        ...(history ? [...tellHistory(history, events), ...tellAgainst(contradictions), ''] : []),
        ...tellAudit(audited),
      ].join('\n'),
    )
  return audit.findings.length + ledger.length === 0 ? exitCode.done : exitCode.notAllPaid
}

/** Verify all batches and the ledger's own chain. Write an anchor or compare with one if requested. */
async function auditLedger(cli: Cli, paths: AnchorPaths): Promise<number> {
  const { auditAll } = await import('../../app/batches/audit.ts')
  const audited = await auditAll(cli, paths)
  if (!audited.ok) return fail(cli, audited)
  if (cli.json) cli.printJson(ledgerDocument(audited))
  else cli.print(tellLedger(audited).join('\n'))
  return audited.findings.length === 0 ? exitCode.done : exitCode.notAllPaid
}

const ledgerDocument = ({ batches, payouts, events, findings, written, compared }: AuditedLedger) => ({
  intact: findings.length === 0,
  batches,
  payouts,
  events,
  anchor: written ? { file: written.path, batches: written.batches } : null,
  against: compared ? { file: compared.path, made_at: compared.madeAt, batches: compared.batches } : null,
  findings: findings.map(({ batch, line, message }) => ({ batch, line, message: text(message) })),
})

function tellLedger({ batches, payouts, events, findings, written, compared }: AuditedLedger): string[] {
  const looked = { batches: count(batches), payouts: count(payouts), events: count(events) }
  const with_ = compared
    ? [t('terminal.anchor_compared', { path: compared.path, at: compared.madeAt, batches: count(compared.batches) })]
    : []
  if (findings.length === 0) {
    const wrote = written ? [t('terminal.anchor_written', { path: written.path, batches: count(written.batches) })] : []
    return [t('terminal.ledger_intact', looked), ...with_, ...wrote]
  }
  return [
    t('terminal.ledger_not_intact', { ...looked, findings: count(findings.length) }),
    ...with_,
    ...tellFindings(findings),
  ]
}

type ToldEvent = History['events'][number] & { sentence: string }

const auditDocument = ({ batch, audit, ledger, history, contradictions }: Audited, events: readonly ToldEvent[]) => ({
  id: batch.id,
  intact: audit.findings.length + ledger.length === 0,
  payouts: audit.payouts,
  events: audit.events,
  // The name since 0.1.0, which scripts read.
  seal: audit.checkpoint,
  findings: [...audit.findings, ...ledger.map((message) => ({ line: null, message }))].map(({ line, message }) => ({
    line,
    message: text(message),
  })),
  ...(history && { history: historyDocument(history, events) }),
  ...(history && {
    contradictions: contradictions.map(({ at, note, setAside }) => ({ at, note: text(note), looked_into: setAside })),
  }),
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

function tellAudit({ batch: { id }, audit, ledger }: Audited): string[] {
  const { payouts, events, checkpoint } = audit
  const looked = { payouts: count(payouts), events: count(events), id }
  const findings = [
    ...audit.findings.map((finding) => ({ batch: undefined, ...finding })),
    ...ledger.map((message) => ({ batch: null, line: null, message })),
  ]
  if (findings.length === 0) {
    return [t('terminal.intact', looked), t('terminal.checkpoint', { checkpoint: checkpoint ?? '-' })]
  }
  return [t('terminal.not_intact', { ...looked, findings: count(findings.length) }), ...tellFindings(findings)]
}

/** `batch` is null for the ledger as a whole, and undefined if only one batch was audited. */
interface Finding {
  batch: string | null | undefined
  line: number | null
  message: Sentence
}

function tellFindings(findings: readonly Finding[]): string[] {
  const more = findings.length - shownFindings
  return [
    ...findings.slice(0, shownFindings).map((finding) => `  ${findingText(finding)}`),
    ...(more > 0 ? [`  ${t('terminal.more_in_json', { more: count(more) })}`] : []),
    t('terminal.changed_past_payrun'),
  ]
}

function findingText({ batch, line, message }: Finding): string {
  if (batch === null) return t('terminal.finding_of_ledger', { finding: message })
  const found =
    line === null
      ? say('terminal.finding_of_batch', { finding: message })
      : say('terminal.finding_of_line', { line, finding: message })
  return batch === undefined ? text(found) : t('terminal.finding_in_batch', { batch, finding: found })
}

function tellHistory(history: History, events: readonly ToldEvent[]): string[] {
  const { submittedAt, submittedBy } = history
  const submitted = submittedBy === null ? t('terminal.submitted') : t('terminal.submitted_by', { submittedBy })
  return [
    [text(whatItIs(history)), text(howItStands(history))].join(' '),
    `  ${timeOf(submittedAt)}  ${submitted}`,
    ...events.map(({ at, sentence }) => `  ${timeOf(at)}  ${sentence}`),
  ]
}

/** What a statement, a notification or a late answer says against the row's state, as on its page of the desk. */
const tellAgainst = (contradictions: Audited['contradictions']): string[] =>
  contradictions.length === 0
    ? []
    : [
        t('terminal.contradictions'),
        ...contradictions.map(({ at, note, setAside }) => {
          const looked = say(setAside ? 'deskRetry.contradiction_looked_into' : 'deskRetry.contradiction_open')
          const begin = `  ${timeOf(at)}  `
          // A note may or may not end with a full stop, so each begins a line.
          return `${begin}${text(note)}\n${' '.repeat(begin.length)}${text(looked)}`
        }),
      ]

/** An invalid row may lack any of these. */
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
