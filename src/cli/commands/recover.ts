import { InvalidArgumentError, Option } from 'commander'
import { type Failure, failure } from '../../app/context.ts'
import type { Recovered, RecoverWish, Recovery } from '../../app/reconcile/recover.ts'
import { count, moment, say, stateOf } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, example, type Program, type Run } from '../commandOptions.ts'
import { listItem, t, text } from '../terminal/text.ts'
import { tellRefused } from './reconcile.ts'

export const addRecover = (program: Program, run: Run) =>
  addCommand(program, 'recover')
    .option('--nothing-lost', t('recover.option_nothing_lost'))
    .option('--against-marks', t('recover.option_against_marks'))
    .option('--since <time>', t('recover.option_since'))
    .option('--tz <zone>', t('recover.option_zone'))
    .option('--statement <file>', t('recover.option_statement'))
    .option('--complete', t('recover.option_complete'))
    .addOption(new Option('--set-aside <n>', t('recover.option_set_aside')).argParser(readPayment))
    .option('--note <text>', t('help.how_you_know_kept_audit_trail'))
    .option('--yes', t('recover.option_yes'))
    .addHelpText(
      'after',
      example(
        ['payrun recover', t('recover.example_since'), 'payrun recover --statement november.csv'],
        [
          t('recover.note_when'),
          t('recover.note_since'),
          t('recover.note_nothing_lost'),
          t('recover.note_statement'),
          t('recover.note_set_aside'),
        ],
      ),
    )
    .action((options) => run(options, (cli) => recover(cli, options)))

interface RecoverOptions {
  nothingLost?: true
  againstMarks?: true
  since?: string
  tz?: string
  statement?: string
  complete?: true
  setAside?: number
  note?: string
  yes?: true
}

/** Report the state of a ledger that went back in time, or record a person's decision about it. */
async function recover(cli: Cli, options: RecoverOptions): Promise<number> {
  const wish = await readWish(cli, options)
  if ('ok' in wish) return fail(cli, wish)
  const { recover: recoverLedger } = await import('../../app/reconcile/recover.ts')
  const recovered = await recoverLedger(cli, wish, await confirming(cli, wish, options.yes === true))
  return recovered.ok ? tell(cli, recovered) : fail(cli, recovered)
}

async function readWish(
  { streams }: Cli,
  { nothingLost, againstMarks, since, tz, statement, complete, setAside, note }: RecoverOptions,
): Promise<RecoverWish | Failure> {
  const given = [nothingLost, since, statement, setAside].filter((each) => each !== undefined)
  if (given.length > 1) return failure('usage', say('recover.one_of_them'))
  if (againstMarks && !nothingLost) return failure('usage', say('recover.against_marks_of_nothing_lost'))
  if (complete && statement === undefined) return failure('usage', say('recover.complete_of_statement'))
  if (complete && note === undefined) return failure('usage', say('recover.note_required'))
  if (statement !== undefined)
    return { kind: 'statement', statement, stdin: streams.stdin, complete: complete ? (note ?? '') : null }
  if (given.length === 0) return { kind: 'look' }
  if (note === undefined) return failure('usage', say('recover.note_required'))
  if (setAside !== undefined) return { kind: 'set_aside', payment: setAside, note }
  if (since === undefined) return { kind: 'nothing_lost', againstMarks: againstMarks === true, note }
  const { readInstant } = await import('../../payout/times/zonedTime.ts')
  const read = readInstant(since.trim(), tz)
  return read.ok
    ? { kind: 'since', since: read.at, note }
    : failure('usage', say('recover.since_unreadable', { since }))
}

/** On a terminal, shows the state and asks. Without a terminal, or with --yes, nobody is asked. */
async function confirming(
  cli: Cli,
  wish: RecoverWish,
  yes: boolean,
): Promise<(recovery: Recovery) => Promise<boolean>> {
  const { stdin, stderr } = cli.streams
  if (yes || stdin.isTTY !== true || stderr.isTTY !== true) return async () => true
  const { ask } = await import('../submitOptions.ts')
  return (recovery) => {
    cli.say(lines(cli, recovery).join('\n'))
    if (wish.kind === 'since') return ask(cli, t('recover.ask_since', { since: moment(wish.since, 'second') }))
    const { lossShown } = recovery.fenced ?? { lossShown: false }
    return ask(cli, lossShown ? t('recover.ask_against_marks') : t('recover.ask_nothing_lost'))
  }
}

async function tell(cli: Cli, recovered: Extract<Recovered, { ok: true }>): Promise<number> {
  const { command } = cli.config
  switch (recovered.kind) {
    case 'looked': {
      const { recovery } = recovered
      if (cli.json) cli.printJson(documentOf(recovery))
      else cli.print(lines(cli, recovery).join('\n'))
      const { fenced, awaitingStatementSince, unmatched } = recovery
      return fenced || awaitingStatementSince || unmatched > 0 ? exitCode.paused : exitCode.done
    }
    case 'recovered': {
      const { recovery, rows } = recovered
      if (cli.json) cli.printJson({ ...documentOf(recovery), rows_in_doubt: rows })
      else if (recovery.awaitingStatementSince === null) cli.print(t('recover.over'))
      else {
        const since = moment(recovery.awaitingStatementSince, 'second')
        cli.print([t('recover.in_doubt', { rows, since, command }), ...cameBack(cli, recovery)].join('\n'))
      }
      return exitCode.done
    }
    case 'set_aside':
      if (cli.json) cli.printJson(documentOf(recovered.recovery))
      else cli.print(t('recover.set_aside', { payment: String(recovered.payment) }))
      return exitCode.done
    case 'loaded': {
      const { recovery, settled, left, withoutRow } = recovered
      if (cli.json) cli.printJson({ ...documentOf(recovery), settled, left, without_row: withoutRow })
      else {
        const told = { settled: count(settled), left: count(left), withoutRow: count(withoutRow), command }
        cli.print([t('recover.loaded', told), ...unmatchedLines(cli, recovery)].join('\n'))
      }
      const waits = recovery.awaitingStatementSince !== null || recovery.unmatched > 0
      return left === 0 && withoutRow === 0 && !waits ? exitCode.done : exitCode.notAllPaid
    }
    case 'refused':
      return tellRefused(cli, recovered)
  }
}

const documentOf = ({ fenced, awaitingStatementSince, unsent, withoutRow, unmatched, payments }: Recovery) => ({
  fenced: fenced && { at: fenced.at.toISOString(), why: text(fenced.why), loss_shown: fenced.lossShown },
  awaiting_statement_since: awaitingStatementSince?.toISOString() ?? null,
  rows: unsent,
  payments_without_row: withoutRow,
  unmatched,
  payments: payments.map((each) => {
    const { payment, source, reference } = each
    const about =
      each.source === 'statement'
        ? { statement: each.statement, line: each.statementLine }
        : { batch_no: each.batchNo, line: each.line, state: each.state, unmatched: each.unmatched }
    return { payment, source, reference, ...about }
  }),
})

function lines(cli: Cli, recovery: Recovery): string[] {
  const { fenced, awaitingStatementSince, unsent, withoutRow, unmatched } = recovery
  const { command } = cli.config
  const told: string[] = []
  if (fenced) {
    told.push(
      t('recover.fenced_since', { at: moment(fenced.at, 'second'), why: fenced.why }),
      t('recover.what_it_has', {
        pending: count(unsent.pending),
        sending: count(unsent.sending),
        failed: count(unsent.failed),
      }),
      t('recover.choose_since', { command }),
      ...(fenced.lossShown ? [] : [t('recover.choose_nothing_lost', { command })]),
      ...cameBack(cli, recovery),
    )
  } else if (awaitingStatementSince) {
    told.push(t('recover.awaits_statement', { since: moment(awaitingStatementSince, 'second'), command }))
  } else if (unmatched > 0) told.push(t('recover.lacks_answered', { answers: unmatched, command }))
  else told.push(t('recover.whole'))
  if (withoutRow.answers + withoutRow.statement > 0) {
    told.push(
      t('recover.payments_without_row', {
        answers: count(withoutRow.answers),
        statement: count(withoutRow.statement),
        command,
      }),
      ...recovery.payments.slice(0, mostListed).map((each) => listItem(paymentLine(each), cli.width)),
    )
  }
  return told
}

/** Whether new files are accepted again, and the answers that prevent it. */
function unmatchedLines(cli: Cli, { awaitingStatementSince: since, unmatched, payments }: Recovery): string[] {
  const { command } = cli.config
  if (unmatched === 0 && since) return [t('recover.awaits_statement', { since: moment(since, 'second'), command })]
  if (unmatched === 0) return [t('recover.files_again', { command })]
  const listed = payments.filter((each) => each.source === 'answer' && each.unmatched).slice(0, mostListed)
  return [
    t('recover.statement_lacks', { answers: unmatched, command }),
    ...listed.map((each) => listItem(paymentLine(each), cli.width)),
  ]
}

const mostListed = 20

function paymentLine(each: Recovery['payments'][number]): string {
  const payment = String(each.payment)
  const reference = each.reference ?? '–'
  if (each.source === 'answer')
    return t('recover.payment_of_answer', { payment, reference, line: each.line, state: stateOf(each.state) })
  const { statement, statementLine: line } = each
  return t('recover.payment_of_statement', { payment, reference, statement, line })
}

function readPayment(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError(t('recover.payment_unreadable'))
}

/** Changes that people made after that time may be undone, too. */
function cameBack({ width }: Cli, { cameBack: { holds, schedules, unapproved, purged } }: Recovery): string[] {
  return [
    t('recover.came_back'),
    listItem(t('recover.came_back_holds', { holds }), width),
    listItem(t('recover.came_back_schedules', { schedules }), width),
    listItem(t('recover.came_back_batches', { unapproved }), width),
    listItem(t('recover.came_back_purges', { purged }), width),
  ]
}
