import type { Batch } from '../ledger/batches.ts'
import type { EvidenceOfPayment, PaidElsewhere } from '../ledger/findAgainstRetry.ts'
import { releaseOperators } from '../ledger/holds.ts'
import { type NotRetryable, type Retried, retryRows } from '../ledger/retryRows.ts'
import { errorCodes, notTakenCodes, unknownCodes } from '../payout/outcome.ts'
import { plural, t } from '../words/t.ts'
import { batchDocument } from './batchDocument.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import { busy, goOn, waitForForeground } from './goOn.ts'
import type { Core } from './openCore.ts'
import { totalsOf } from './status.ts'
import { formatCount } from './terminal/money.ts'
import { printable } from './terminal/printable.ts'
import { batchStateWord, stateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

export interface RetryOptions {
  lines: readonly number[]
  codes: readonly string[]
  allowDuplicates: boolean
  /** Only together with `lines`. */
  despiteEvidence: boolean
  detach: boolean
}

/** Failed rows are tried again, as new attempts: all of them, or those that were named; here, or (with `detach`) by the workers. */
export async function retry(cli: Cli, name: string, options: RetryOptions): Promise<number> {
  const { detach, ...wish } = options
  const { lines, codes, despiteEvidence } = wish
  if (despiteEvidence && lines.length === 0) {
    const message = t`Say with --line which rows to retry: --despite-evidence is for rows that you have asked about.`
    return fail(cli, failure(exitCode.usage, message))
  }
  for (const code of codes) {
    const message = whyNotThisCode(code, cli.config.command)
    if (message !== undefined) return fail(cli, failure(exitCode.usage, message))
  }
  return withBatch(
    cli,
    name,
    async (core, batch) => {
      const now = await waitForForeground(core, batch)
      if (now.foregroundNo !== null) return fail(cli, busy(cli, now))
      return goOn(cli, core, now, detach, async () => {
        const retried = await retryRows(core.ledger, { ...wish, batchNo: now.batchNo, actor: cli.config.user })
        return tell(cli, core, now, retried)
      })
    },
    { judges: true },
  )
}

/** Undefined: rows are to be paid now. */
async function tell(cli: Cli, core: Core, batch: Batch, retried: Retried): Promise<Failure | number | undefined> {
  const { command } = cli.config
  switch (retried.kind) {
    case 'retried': {
      // A person says to go on: automatic holds on these operators end, and they begin with a slow start again.
      await releaseOperators(core.ledger, batch.sandbox, retried.operators)
      const count = retried.lines.length
      const rows = formatCount(count)
      if (!cli.json)
        cli.say(
          plural(
            count,
            t`Batch ${batch.id}: ${rows} failed row is tried again.`,
            t`Batch ${batch.id}: ${rows} failed rows are tried again.`,
          ),
        )
      return undefined
    }
    case 'nothing':
      return tellNothing(cli, core, batch)
    case 'not_retryable':
      return failure(exitCode.usage, notRetryableMessage(batch, retried.rows, command))
    case 'keys_taken':
      return failure(exitCode.usage, keysTakenMessage(retried.rows))
    case 'look_alike':
      return failure(exitCode.usage, lookAlikeMessage(retried.rows))
    case 'evidence_of_payment':
      return failure(exitCode.usage, evidenceMessage(batch, retried.rows, command))
    case 'paused':
      return failure(exitCode.usage, pausedMessage(batch, retried.pending))
    case 'not_open': {
      const why = t`Batch ${batch.id} can't be retried: it is ${batchStateWord(retried.state)}.`
      const then = retried.state === 'cancelled' ? ` ${t`Put the rows that are still to be paid into a new file.`}` : ''
      return failure(exitCode.usage, `${why}${then}`)
    }
    case 'purged':
      return failure(
        exitCode.usage,
        t`Batch ${batch.id} can't be retried: its names and phone numbers were purged. Put the rows that are still to be paid into a new file.`,
      )
    case 'busy':
      return busy(cli, { id: batch.id, state: retried.state })
  }
}

/** 0 when there is nothing left to pay at all; 2 when there is, and a retry is not what it needs. */
async function tellNothing(cli: Cli, core: Core, batch: Batch): Promise<Failure | number> {
  const totals = await totalsOf(core, batch)
  const rows = Object.values(totals.counts).reduce((sum, n) => sum + n, 0)
  const sentence = t`There is nothing to retry in batch ${batch.id}: no row of it has failed.`
  if (totals.counts.paid === rows) {
    if (cli.json) cli.printJson({ ...batchDocument(batch, totals), report: null })
    else cli.print(`${sentence} ${t`All ${formatCount(rows)} are paid.`}`)
    return exitCode.done
  }
  const open = (totals.counts.unknown ?? 0) + (totals.counts.accepted ?? 0)
  const advice = open === 0 ? '' : ` ${unresolvedAdvice(batch.id, cli.config.command)}`
  return failure(exitCode.usage, `${sentence}${advice}`)
}

const unresolvedAdvice = (id: string, command: string): string =>
  t`Unknown and accepted rows are never sent again, since the money may have moved: say what became of them with ${command} reconcile ${id} STATEMENT, or ${command} resolve ${id}.`

/** More lines than this say nothing new. */
const shownRows = 20

/** `head`, then a line for each row, then what to do. */
function listed<Row>(
  head: string,
  rows: readonly Row[],
  sentence: (row: Row) => string,
  advice: string | null,
): string {
  const told = rows.slice(0, shownRows).map(sentence)
  if (rows.length > shownRows) told.push(t`… and ${formatCount(rows.length - shownRows)} more`)
  return [head, ...told, ...(advice === null ? [] : [advice])].join('\n')
}

function notRetryableMessage(batch: Batch, rows: readonly NotRetryable[], command: string): string {
  const open = rows.some(({ state }) => state === 'unknown' || state === 'accepted')
  return listed(
    t`Nothing was retried: only failed rows can be.`,
    rows,
    (row) => t`line ${row.line}: ${whyNotThisRow(row)}`,
    open ? unresolvedAdvice(batch.id, command) : null,
  )
}

function whyNotThisRow({ state, code }: NotRetryable): string {
  switch (state) {
    case null:
      return t`the file has no row there.`
    case 'failed':
      return t`it failed with another code (${code ?? t`none`}).`
    case 'unknown':
      return t`it is unknown (${code ?? t`no code`}): the money may have moved.`
    case 'accepted':
      return t`it is accepted: the provider has it and may still pay it.`
    case 'paid':
      return t`it is paid.`
    case 'invalid':
      return t`it is invalid: mend it, and give it in a new file.`
    case 'pending':
      return t`it is pending: it is being paid already.`
    case 'sending':
      return t`it is sending: it is being paid already.`
    case 'cancelled':
      return t`it is cancelled: give it in a new file.`
  }
}

const keysTakenMessage = (rows: readonly PaidElsewhere[]): string =>
  listed(
    t`Nothing was retried: another batch pays some of these rows by now.`,
    rows,
    ({ line, batchId, heldLine, heldState }) =>
      t`line ${line}: the same payout is ${stateWord(heldState)} in batch ${batchId}, line ${heldLine}.`,
    t`Name the other lines with --line to retry those.`,
  )

const lookAlikeMessage = (rows: readonly PaidElsewhere[]): string =>
  listed(
    t`Nothing was retried: another batch seems to pay some of these rows.`,
    rows,
    ({ line, batchId, heldLine, heldState }) =>
      t`line ${line}: a payout to the same number, of the same amount, is ${stateWord(heldState)} in batch ${batchId}, line ${heldLine}.`,
    t`If they are to be paid both times, add --allow-duplicates; else name the other lines with --line.`,
  )

const evidenceMessage = (batch: Batch, rows: readonly EvidenceOfPayment[], command: string): string =>
  listed(
    t`Nothing was retried: there is evidence that some of these rows were paid after all.`,
    rows,
    ({ line, kind, reference, note }) => {
      const said = reference === null ? printable(note) : t`${printable(note)}, reference ${printable(reference)}`
      return t`line ${line}: ${said} (${evidenceWord(kind)}).`
    },
    t`Ask the provider about them first (${command} audit ${batch.id} --line ${rows[0]?.line ?? ''} tells a row's history). Name the other lines with --line to retry those; a row that was certainly not paid is retried with --line and --despite-evidence.`,
  )

/** What stands behind the evidence: the kind of a case in the ledger. */
function evidenceWord(kind: string): string {
  switch (kind) {
    case 'late_answer':
      return t`late answer`
    case 'notification':
      return t`notification`
    case 'failed_but_carried_out':
      return t`failed but carried out`
    case 'conflicting_lines':
      return t`conflicting lines`
    default:
      return kind.replaceAll('_', ' ')
  }
}

const pausedMessage = ({ id }: Batch, pending: number): string =>
  plural(
    pending,
    t`Batch ${id} is paused with ${formatCount(pending)} unsent row, which a retry would send too: resume it first, or cancel it.`,
    t`Batch ${id} is paused with ${formatCount(pending)} unsent rows, which a retry would send too: resume it first, or cancel it.`,
  )

/** A code that no failed row can have is a misunderstanding that had better be cleared up. */
function whyNotThisCode(code: string, command: string): string | undefined {
  const known: readonly string[] = errorCodes
  if (!known.includes(code))
    return t`There is no error code "${code}" that a failed row has: the report shows them, in the column error_code.`
  if ((unknownCodes as readonly string[]).includes(code))
    return t`${code} is the code of unknown rows, which are never sent again: the money may have moved. Say what became of them with ${command} reconcile or ${command} resolve.`
  if (code === 'not_final')
    return t`not_final is the code of accepted rows: the provider has them and may still pay them. Say what became of them with ${command} reconcile or ${command} resolve.`
  if ((notTakenCodes as readonly string[]).includes(code))
    return t`${code} is the code of rows that were not sent: ${command} resume goes on with them.`
  return undefined
}
