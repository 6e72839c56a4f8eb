import { Readable } from 'node:stream'
import { type OpenResult, openPayoutFile } from '../intake/payoutFile.ts'
import { findBatch } from '../ledger/batches.ts'
import type { InUse } from '../ledger/findInUse.ts'
import { type LedgerReportRow, readReportRows } from '../ledger/readReport.ts'
import { newBatchId } from '../payout/batchId.ts'
import type { Problem } from '../payout/problem.ts'
import { t } from '../words/t.ts'
import type { Cli } from './cli.ts'
import { exitCode } from './exitCode.ts'
import type { Tell } from './finishPaying.ts'
import type { Core } from './openCore.ts'
import { run } from './run.ts'
import type { OneOff, RefusedFile } from './submitFile.ts'
import { renderPayout } from './terminal/payout.ts'
import { printable } from './terminal/printable.ts'
import { whyInUse } from './terminal/whyInUse.ts'

export interface PayoutOptions {
  operator: string
  phone: string
  amount: string
  currency: string | undefined
  country: string | undefined
  reference: string | undefined
  name: string | undefined
  /** Kept with the payout; comes out in its report. */
  note: string | undefined
  period: string | null
  allowDuplicates: boolean
  sandbox: boolean
}

/**
 * Pay one payout: a batch of one row, through the very checks, claim and sending of a file. The same reference again is not
 * paid again, whatever became of the command that brought it first.
 */
export function payout(cli: Cli, options: PayoutOptions): Promise<number> {
  const { period, allowDuplicates, sandbox } = options
  return run(cli, {
    file: batchName(),
    name: batchName(),
    period,
    report: undefined,
    format: 'csv',
    skipInvalid: false,
    allowDuplicates,
    expectCount: null,
    expectTotal: null,
    maxAmount: null,
    maxUnknown: 100,
    sandbox,
    detach: false,
    oneOff: oneOffOf(cli, options),
  })
}

const batchName = (): string => t`one-off payout`

function oneOffOf(cli: Cli, options: PayoutOptions): OneOff {
  let held: InUse | undefined
  return {
    open: (spoolDir) => openRow(options, spoolDir),
    wordInUse: (use) => {
      held = use
      const column = use.kind === 'reference_in_use' ? 'reference' : 'phone_number'
      const value = column === 'reference' ? use.value : ''
      return { line: use.line, column, value, code: use.kind, message: whyInUse(use, cli.config.command) }
    },
    tellRefused: (_cli, refused) => tellRefused(cli, refused, held),
    tell,
  }
}

/**
 * The row as a file. Each call has an id among the columns, so that no two give the same file: that a payout is repeated is
 * for its reference or its likeness to say.
 */
async function openRow(options: PayoutOptions, spoolDir: string): Promise<OpenResult> {
  const { operator, phone, amount, currency, country, reference, name, note } = options
  const row = { operator, phone_number: phone, amount, currency, country, reference, name, note }
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => (value ?? '').trim() !== ''))
  // The three that a payout needs are columns in any case, so that an empty one is a problem of the row.
  const text = JSON.stringify({ operator, phone_number: phone, amount, ...given, call: newBatchId() })
  const opened = await openPayoutFile({ path: '-', stdin: Readable.from([text]), spoolDir })
  if (opened.kind !== 'opened') return opened
  return { kind: 'opened', file: { ...opened.file, name: batchName() } }
}

/** What the row's columns are called as options. */
const optionOf: Readonly<Record<string, string>> = {
  operator: '--operator',
  phone_number: '--phone',
  amount: '--amount',
  currency: '--currency',
  country: '--country',
  reference: '--reference',
  name: '--name',
  note: '--note',
}

/** Say what is wrong, by option, or who holds the reference. Nothing was paid. */
function tellRefused(cli: Cli, { problems, message }: RefusedFile, held: InUse | undefined): number {
  const named = problems.map(({ column, value, code, message: words }) => {
    return { option: optionOf[column] ?? '', value, code, message: words }
  })
  const whole = named.length === 0 ? message : null
  if (cli.json) {
    const holder = held && {
      batch: held.batchId,
      line: held.heldLine,
      status: held.heldState,
      provider_reference: held.heldReference,
    }
    cli.printJson({
      problems: named,
      ...(whole === null ? {} : { message: whole }),
      ...(holder && { held_by: holder }),
    })
    return exitCode.refused
  }
  for (const each of named) cli.say(problemLine(each))
  if (whole !== null) cli.say(whole)
  cli.say(t`Nothing was paid now.`)
  return exitCode.refused
}

function problemLine({ option, value, code, message }: Omit<Problem, 'line' | 'column'> & { option: string }): string {
  const where = [option, ...(value === '' ? [] : [`"${printable(value)}"`])].join(' ').trim()
  const words = `${printable(message)} (${code})`
  return where === '' ? words : t`${where}: ${words}`
}

const tell: Tell = async (cli, core, document, summary) => {
  const row = await readRow(core, document.id)
  if (cli.json) return cli.printJson({ ...document, payout: row ? rowDocument(row) : null })
  cli.print(renderPayout(summary, row, { command: cli.config.command, width: cli.width, style: cli.style }))
}

/** Undefined when the database is away: the batch's own figures are told all the same. */
async function readRow(core: Core, batchId: string): Promise<LedgerReportRow | undefined> {
  try {
    const found = await findBatch(core.ledger, batchId)
    if (found.kind !== 'found') return undefined
    for await (const [row] of readReportRows(core.ledger, found.batch.batchNo)) return row
  } catch {
    return undefined
  }
  return undefined
}

/** As in the report. */
const rowDocument = (row: LedgerReportRow) => ({
  status: row.status,
  provider_reference: row.providerReference,
  error_code: row.errorCode,
  error_message: row.errorMessage,
  attempts: row.attempts,
  sent_at: row.sentAt?.toISOString() ?? null,
  settled_at: row.settledAt?.toISOString() ?? null,
})
