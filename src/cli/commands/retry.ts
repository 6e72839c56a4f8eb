import { Option } from 'commander'
import type { App } from '../../app/context.ts'
import type { Warned } from '../../payout/warning.ts'
import { count } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import {
  accountOption,
  actAs,
  addBatchCommand,
  example,
  lineNumber,
  nameNow,
  type Program,
  passwordOption,
  type Run,
  reasonOption,
  yesOption,
} from '../commandOptions.ts'
import { t } from '../terminal/text.ts'

export const addRetry = (program: Program, run: Run) =>
  addBatchCommand(program, 'retry')
    .addOption(
      new Option('--line <n>', t('help.only_row_line_file_may_given')).argParser(
        (text: string, before: number[] | undefined) => [...(before ?? []), lineNumber(text)],
      ),
    )
    .addOption(
      new Option('--code <code>', t('help.only_rows_failed_error_code_may')).argParser(
        (text: string, before: string[] | undefined) => [...(before ?? []), text.trim().toLowerCase()],
      ),
    )
    .option('--allow-duplicates', t('help.also_rows_look_like_payout_another'))
    .option('--despite-evidence', t('help.also_rows_evidence_calls_paid_line'))
    .option('--detach', t('help.leave_paying_workers'))
    .addOption(
      new Option('--withdraw', t('help.withdraw_retry')).conflicts([
        'line',
        'code',
        'allowDuplicates',
        'despiteEvidence',
        'detach',
      ]),
    )
    .addOption(reasonOption())
    .addOption(yesOption())
    .addOption(accountOption())
    .addOption(passwordOption())
    .addHelpText('after', example('payrun retry last --line 17 --line 40', notes()))
    .action((name, options) =>
      run(options, async (cli) => {
        const { line: lines = [], code: codes = [], detach = false } = options
        const { allowDuplicates = false, despiteEvidence = false, note } = options
        const named = await nameNow(cli, name, options)
        if (!named.ok) return fail(cli, named)
        const proved = await actAs(cli, options)
        if (!proved.ok) return fail(cli, proved)
        if (options.withdraw) return withdraw(cli, proved.app, named.name, options.note)
        const { retry } = await import('../../app/batches/retry.ts')
        const { followPaying, tellWentOn } = await import('../terminal/paying.ts')
        const { confirmPaying } = await import('../submitOptions.ts')
        const { tellWarned } = await import('../terminal/checkedFile.ts')
        const follower = followPaying(cli)
        const confirm = confirmPaying(cli, options.yes === true)
        // A question has shown the warnings already.
        const tellUnseen = (warned: Warned) => confirm || tellWarned(cli, warned)
        const onRetried = (id: string, rows: number, warned: Warned) => {
          tellUnseen(warned)
          if (!cli.json) cli.say(t('ledger.started', { id, rows: count(rows) }))
        }
        const by = detach ? 'workers' : follower
        const wish = { lines, codes, allowDuplicates, despiteEvidence, note, by, confirm, onRetried } as const
        const ended = await retry(proved.app, named.name, wish)
        if (ended.warned && !ended.ok) tellWarned(cli, ended.warned)
        else if (ended.ok && ended.kind === 'waits_for_approval') tellUnseen(ended.warned)
        return tellWentOn(cli, ended, follower)
      }),
    )

async function withdraw(cli: Cli, app: App, name: string, note: string | undefined): Promise<number> {
  const { withdrawRetry } = await import('../../app/approvals/reject.ts')
  const { batchDocument } = await import('../../app/batches/batchDocument.ts')
  const withdrawn = await withdrawRetry(app, name, { note })
  if (!withdrawn.ok) return fail(cli, withdrawn)
  const { batch, totals, rows } = withdrawn
  if (cli.json) cli.printJson(batchDocument(batch, totals))
  else cli.print(t('deskRetry.withdrawn', { rows: count(rows) }))
  return exitCode.done
}

const notes = () => [
  t('helpNotes.row_refused_gives_reference_back_nothing'),
  t('helpNotes.another_batch_pays_one_rows_now'),
  t('helpNotes.late_answer_statement_says_one_rows'),
  t('helpNotes.one_named_lines_not_failed'),
  t('helpNotes.batch_paused_rows_not_sent_yet'),
  t('helpNotes.nothing_retry_ends_0_when_every'),
]
