import { Option } from 'commander'
import type { ChargeDocument, ChargeKind, ChargeState } from '../../app/charges/charges.ts'
import { failure } from '../../app/context.ts'
import type { ReconcileWish } from '../../app/reconcile/reconcile.ts'
import type { ChargeFound, ReconciledCharges } from '../../app/reconcile/reconcileCharges.ts'
import { chargeKinds, chargeStates } from '../../payout/charge.ts'
import { parseAmount } from '../../payout/money/money.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import { count, fileNamed, listed, moment, money, say, stateOf } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  type AccountOptions,
  accountOption,
  actAs,
  addCommand,
  example,
  type Program,
  passwordOption,
  type Run,
  wholeNumber,
} from '../commandOptions.ts'
import { printable, shown, t } from '../terminal/text.ts'
import { mapOption, readTolerance, tellRefused } from './reconcile.ts'

/** The charges that `checkout` and `collect` asked for, and their states. */
export function addPayins(program: Program, run: Run): void {
  const payins = addCommand(program, 'payins').addHelpText('after', example('payrun payins list --state unknown'))
  addCommand(payins, 'list', t('terminal.payins_list'))
    .addOption(new Option('--state <state>', t('terminal.payins_state')).choices(chargeStates))
    .addOption(new Option('--kind <kind>', t('terminal.payins_kind')).choices(chargeKinds))
    .addOption(new Option('--limit <n>', t('terminal.payins_limit')).default(100).argParser(wholeNumber(1, 10_000)))
    .addHelpText('after', example('payrun payins list --state unknown --kind collection'))
    .action((options, command) => run(command.optsWithGlobals(), (cli) => list(cli, options)))
  addCommand(payins, 'status', t('terminal.payins_status'))
    .argument('<payin>', t('terminal.payins_word'))
    .addHelpText('after', example('payrun payins status INV-2026-117'))
    .action((word, _options, command) => run(command.optsWithGlobals(), (cli) => status(cli, word)))
  addCommand(payins, 'resolve', t('terminal.payins_resolve'))
    .argument('<payin>', t('terminal.payins_word'))
    .option('--paid', t('terminal.payins_paid'))
    .option('--not-paid', t('terminal.payins_not_paid'))
    .requiredOption('--note <text>', t('help.how_you_know_kept_audit_trail'))
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText('after', example(`payrun payins resolve INV-2026-117 --paid --note "${t('terminal.payins_note')}"`))
    .action((word, options, command) => run(command.optsWithGlobals(), (cli) => resolve(cli, word, options)))
  addReconcilePayins(payins, run)
}

function addReconcilePayins(payins: Program, run: Run): void {
  addCommand(payins, 'reconcile', t('terminal.payins_reconcile'))
    .argument('<statement>', t('help.statement_file'))
    .option('--dry-run', t('help.say_done_change_nothing'))
    .option('--sandbox', t('terminal.payins_of_sandbox'))
    .optionsGroup(t('help.how_file_read'))
    .addOption(mapOption())
    .option('--sheet <name>', t('help.statement_sheet'))
    .option('--from-account <account>', t('terminal.payins_account'))
    .addOption(new Option('--fee-tolerance <percent>', t('help.fee_tolerance')).argParser(readTolerance))
    .option('--as <name>', t('help.statement_as'))
    .addHelpText(
      'after',
      example('payrun payins reconcile november.csv --dry-run', [t('terminal.payins_reconcile_rules')]),
    )
    .action((statement, options, command) => {
      const { dryRun = false, sandbox = false, fromAccount: account, map, sheet, feeTolerance, as } = options
      const wish = { statement, dryRun, sandbox, account, map, sheet, feeTolerance, as, complete: false }
      return run(command.optsWithGlobals(), (cli) => reconcile(cli, wish))
    })
}

interface ListOptions {
  state?: ChargeState
  kind?: ChargeKind
  limit: number
}

async function list(cli: Cli, { state, kind, limit }: ListOptions): Promise<number> {
  const { listChargesPage } = await import('../../app/charges/charges.ts')
  const found = await listChargesPage(cli, kind, { state, limit })
  if (!found.ok) return fail(cli, found)
  const { charges, next } = found
  if (cli.json) cli.printJson({ payins: charges, more: next !== null })
  else if (charges.length === 0) cli.print(t('terminal.payins_none'))
  else {
    cli.print(await chargeTable(cli, charges))
    if (next !== null) cli.print(t('terminal.payins_more', { limit: limit * 2 }))
  }
  return exitCode.done
}

async function chargeTable(cli: Cli, charges: readonly ChargeDocument[]): Promise<string> {
  const { renderTable } = await import('../terminal/table.ts')
  return renderTable({
    columns: [
      { head: 'ID', whole: true },
      { head: t('terminal.reference') },
      { head: t('terminal.payins_kind_head') },
      { head: t('summary.state') },
      { head: t('report.amount'), align: 'right' },
      { head: t('terminal.payins_asked') },
    ],
    rows: charges.map((charge) => [
      charge.id,
      charge.reference ?? charge.provider_reference ?? '',
      kindText(charge.kind),
      [
        charge.sandbox
          ? t('summary.state_in_sandbox', { state: shown(stateOf(charge.state)) })
          : shown(stateOf(charge.state)),
        ...(charge.maybe_paid ? [t('deskPayins.maybe_paid')] : []),
        ...(charge.maybe_not_paid ? [t('deskPayins.maybe_not_paid')] : []),
      ].join(', '),
      amountOf(charge),
      shown(moment(new Date(charge.created_at))),
    ]),
    width: cli.width,
    style: cli.style,
  })
}

/** The values for a sentence about a charge. */
const toldOf = (charge: ChargeDocument) => ({
  kind: kindText(charge.kind),
  id: charge.id,
  amount: amountOf(charge),
  state: stateOf(charge.state),
})

const kindText = (kind: ChargeKind): string =>
  kind === 'payment' ? t('terminal.payins_payment') : t('terminal.payins_collection')

function amountOf({ amount, currency }: ChargeDocument): string {
  const read = isCurrency(currency) ? parseAmount(amount, currency) : null
  return read?.ok ? shown(money(read.amountMinor, currency)) : `${amount} ${currency}`
}

async function status(cli: Cli, word: string): Promise<number> {
  const { findCharge } = await import('../../app/charges/charges.ts')
  const found = await findCharge(cli, word)
  if (!found.ok) return fail(cli, found)
  const { charge, notifications, discrepancies } = found
  if (cli.json) {
    const received = notifications.map(({ receivedAt, ...each }) => ({
      ...each,
      received_at: receivedAt.toISOString(),
    }))
    cli.printJson({ ...charge, notifications: received, discrepancies })
    return exitCode.done
  }
  cli.print(t('terminal.payin_is', toldOf(charge)))
  if (charge.reference !== null) cli.print(t('terminal.payin_reference', { reference: charge.reference }))
  if (charge.provider_reference !== null)
    cli.print(t('terminal.payin_provider_reference', { reference: charge.provider_reference }))
  if (charge.payment_url !== null && charge.state === 'under_way')
    cli.print(t('terminal.payin_pays_at', { url: charge.payment_url }))
  cli.print(t('terminal.payin_asked_at', { at: moment(new Date(charge.created_at)) }))
  if (charge.settled_at !== null) cli.print(t('terminal.payin_ended_at', { at: moment(new Date(charge.settled_at)) }))
  if (charge.settled_by !== null)
    cli.print(t('terminal.payin_said_by', { name: charge.settled_by, note: charge.note ?? '' }))
  for (const { status: word, receivedAt, signed } of notifications) {
    const heard = { status: word, at: moment(receivedAt) }
    cli.print(signed ? t('terminal.payin_notified_signed', heard) : t('terminal.payin_notified', heard))
  }
  for (const { message, at, by, statement, statement_line: line } of discrepancies)
    cli.print(
      t('terminal.payin_contradicted', { message, at: moment(new Date(at)), by: printable(by), statement, line }),
    )
  if (charge.maybe_paid) cli.print(t('deskPayins.maybe_paid_ask'))
  if (charge.maybe_not_paid) cli.print(t('deskPayins.maybe_not_paid_ask'))
  if (charge.state === 'unknown') cli.print(t('terminal.payin_unknown', { id: charge.id, command: cli.config.command }))
  return exitCode.done
}

interface ResolveOptions extends AccountOptions {
  paid?: true
  notPaid?: true
  note: string
}

/** Record a person's decision about an unknown charge. */
async function resolve(cli: Cli, word: string, options: ResolveOptions): Promise<number> {
  const { paid, notPaid, note } = options
  if (paid === notPaid) return fail(cli, failure('usage', say('terminal.payin_paid_or_not')))
  const proved = await actAs(cli, options)
  if (!proved.ok) return fail(cli, proved)
  const { findCharge, resolveCharge } = await import('../../app/charges/charges.ts')
  const found = await findCharge(proved.app, word)
  if (!found.ok) return fail(cli, found)
  const { kind, id } = found.charge
  const resolved = await resolveCharge(proved.app, { kind, id, end: paid ? 'paid' : 'failed', note })
  if (!resolved.ok) return fail(cli, resolved)
  if (cli.json) cli.printJson(resolved.charge)
  else cli.print(t('terminal.payin_is', toldOf(resolved.charge)))
  return exitCode.done
}

/** Settle open charges with the provider's statement. */
async function reconcile(cli: Cli, wish: Omit<ReconcileWish, 'stdin'> & { sandbox: boolean }): Promise<number> {
  const { reconcileCharges } = await import('../../app/reconcile/reconcileCharges.ts')
  const { chargeReconciliationDocument } = await import('../../app/reconcile/reconciliationDocument.ts')
  const said = await reconcileCharges(cli, { ...wish, stdin: cli.streams.stdin })
  if (said.kind === 'failed') return fail(cli, said)
  if (said.kind === 'refused') return tellRefused(cli, said)
  if (cli.json) cli.printJson(chargeReconciliationDocument(said, wish.dryRun))
  else cli.print(reconciledText(said, wish.dryRun))
  return said.cases.length + said.left.length === 0 ? exitCode.done : exitCode.notAllPaid
}

function reconciledText(said: ReconciledCharges, dryRun: boolean): string {
  const charges = count(said.resolved.length)
  const listed = (head: string, found: readonly ChargeFound[]): string[] =>
    found.length === 0 ? [] : ['', head, ...found.map((each) => `- ${foundText(each)}`)]
  return [
    t('terminal.payins_compared', {
      name: fileNamed(printable(said.statement.name)),
      lines: count(said.statement.lines.length),
    }),
    dryRun ? t('terminal.payins_would_settle', { charges }) : t('terminal.payins_settled', { charges }),
    ...said.resolved.map(
      ({ charge, to, line }) => `- ${t('terminal.payins_settled_one', { ...toldOf(charge), line, to: stateOf(to) })}`,
    ),
    t('terminal.payins_agree', { agreed: count(said.agreed), others: count(said.others) }),
    ...listed(t('terminal.discrepancies_head'), said.cases),
    ...listed(t('terminal.left_head'), said.left),
  ].join('\n')
}

const foundText = ({ charge, message, lines }: ChargeFound): string =>
  t('terminal.payins_found', { ...toldOf(charge), lines: listed(lines.map(String)), why: message })
