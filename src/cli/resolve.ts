import type { Batch } from '../ledger/batches.ts'
import { type Resolved, type ResolveWish, resolveRow } from '../ledger/resolveRow.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, type Failure, failure } from './exitCode.ts'
import { refreshReport } from './refreshReport.ts'
import { stateWord } from './terminal/stateWords.ts'
import { withBatch } from './withBatch.ts'

export interface ResolveOptions {
  line: number
  /** The provider's reference. */
  paid: string | undefined
  notPaid: boolean
  note: string
}

const longestText = { reference: 200, note: 500 }

/** A person says what became of an unknown or accepted row. The word stands in the audit trail, with the person's login name. */
export async function resolve(cli: Cli, name: string, options: ResolveOptions): Promise<number> {
  const read = readOptions(options)
  if ('ok' in read) return fail(cli, read)
  return withBatch(
    cli,
    name,
    async (core, batch) => {
      const { line } = options
      const resolved = await resolveRow(core.ledger, { batchNo: batch.batchNo, line, ...read, actor: cli.config.user })
      if (resolved.kind !== 'resolved') return fail(cli, failure(exitCode.usage, whyNot(cli, batch, line, resolved)))
      const report = await refreshReport(cli, core, batch.batchNo)
      const { from, to } = resolved
      const reference = read.verdict.kind === 'paid' ? read.verdict.reference : null
      if (cli.json)
        cli.printJson({ batch: batch.id, line, from, to, provider_reference: reference, report: report.path })
      else {
        const next = to === 'failed' ? howToPayAgain(batch, line, cli.config.command) : ''
        cli.print(`${t`Line ${line} of batch ${batch.id} is ${stateWord(to)} now; it was ${stateWord(from)}.`}${next}`)
        if (report.path !== null) cli.print(t`Report: ${report.path}`)
      }
      if (report.message === undefined) return exitCode.done
      cli.say(report.message)
      return exitCode.bug
    },
    { judges: true },
  )
}

const howToPayAgain = ({ id, state }: Batch, line: number, command: string): string =>
  state === 'cancelled'
    ? ` ${t`To pay it again, put it into a new file: the batch is cancelled.`}`
    : ` ${t`To pay it again: ${command} retry ${id} --line ${line}`}`

function readOptions({ paid, notPaid, note }: ResolveOptions): Pick<ResolveWish, 'verdict' | 'note'> | Failure {
  if ((paid !== undefined) === notPaid)
    return failure(exitCode.usage, t`Say either --paid REF (the provider's reference) or --not-paid.`)
  const text = note.trim()
  if (text === '' || text.length > longestText.note)
    return failure(
      exitCode.usage,
      t`--note says how you know, in 1 to ${longestText.note} characters: it is kept in the audit trail.`,
    )
  const reference = paid?.trim()
  if (reference === undefined) return { verdict: { kind: 'not_paid' }, note: text }
  if (reference === '' || reference.length > longestText.reference || /\p{Cc}/u.test(reference))
    return failure(
      exitCode.usage,
      t`--paid takes the provider's reference, of 1 to ${longestText.reference} characters.`,
    )
  return { verdict: { kind: 'paid', reference }, note: text }
}

function whyNot(cli: Cli, batch: Batch, line: number, resolved: Exclude<Resolved, { kind: 'resolved' }>): string {
  switch (resolved.kind) {
    case 'no_row':
      return t`Batch ${batch.id} has no row on line ${line}: the report says which line each row is on.`
    case 'reference_held':
      return t`This reference belongs to another payout: batch ${resolved.batchId}, line ${resolved.line}. Look it up again.`
    case 'not_open': {
      const { by } = resolved
      const state = stateWord(resolved.state)
      if (by !== null) {
        const when = by.at.toISOString().slice(0, 16).replace('T', ' ')
        return t`Line ${line} of batch ${batch.id} is ${state} already, by ${by.actor} (${when} UTC). ${cli.config.command} audit ${batch.id} --line ${line} tells its history.`
      }
      return t`Line ${line} of batch ${batch.id} is ${state}: only unknown and accepted rows are resolved by a person.`
    }
  }
}
