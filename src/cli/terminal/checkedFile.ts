import { checkDocument } from '../../app/submit/checkDocument.ts'
import type { RefusedFile } from '../../app/submit/submission.ts'
import type { StoredFile, SubmittedBatch } from '../../app/submit/submit.ts'
import type { ValidateOptions } from '../../app/submit/validate.ts'
import { groupsOf } from '../../app/submit/warnings.ts'
import { hoursOfDocument, hoursSentence } from '../../payout/times/hours.ts'
import type { Warned } from '../../payout/warning.ts'
import { count, fileNamed, moment, type Sentence } from '../../words/sentence.ts'
import { type Cli, exitCode } from '../cli.ts'
import { renderProblems } from './problems.ts'
import { formatAmount, formatCount, type Look, listItem, printable, shown, t, text, wrapText } from './text.ts'

/** Print why a file was refused, with its problems. @returns the exit code */
export function tellRefused(
  cli: Cli,
  { file, message, problems, problemCount, summary, above, repeats, warned }: Omit<RefusedFile, 'kind' | 'already'>,
): number {
  for (const note of summary?.notes ?? []) cli.say(note)
  if (warned) tellWarned(cli, warned)
  if (cli.json) cli.printJson(checkDocument({ file, summary, above, problems, message, repeats, warned }))
  if (!cli.json && problemCount > 0) {
    const maySkip = message === null && (summary?.valid ?? 0) > 0
    const { style, width } = cli
    const { letters, place } = summary ?? above ?? {}
    const told = { total: problemCount, file: text(fileNamed(file)), place, letters, maySkip, style, width }
    cli.print(renderProblems(problems, told))
  }
  if (message !== null) cli.say(message)
  return exitCode.refused
}

/** Print the warnings about a file, on standard error. */
export function tellWarned(
  cli: Pick<Cli, 'say' | 'errStyle' | 'errWidth' | 'json'>,
  warned: Warned,
  most?: number,
  title?: string,
): void {
  for (const note of warned.notes) cli.say(note)
  const told = renderWarned(warned, { style: cli.errStyle, width: cli.errWidth }, most, title)
  if (told !== '' && !cli.json) cli.say(told)
}

/** `498 payable rows: 12,500,000 FCFA, 1,200.50 KES` */
export function payableWords({ rows, totals }: { rows: number; totals: ReadonlyMap<string, bigint> }): string {
  const sums = [...totals]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, sum]) => formatAmount(sum, currency))
    .join(', ')
  const count = formatCount(rows)
  const words = t('commands.payable_rows', { n: rows, count })
  return sums === '' ? words : t('summary.begins_message', { begins: words, message: sums })
}

/** For a file without problems: print the command that pays it, with the same options. */
export function tellHowToPay(cli: Pick<Cli, 'say' | 'config'>, checked: Checked): void {
  if (checked.file === '-') return
  cli.say(t('help.to_pay_it', { command: `${cli.config.command} run ${wordsOf(checked)}` }))
}

/** For a file with problems: print the command that checks it again once they are fixed. */
export function tellHowToCheck(cli: Pick<Cli, 'say' | 'config'>, checked: Checked): void {
  if (checked.file === '-') return
  cli.say(t('help.check_again', { command: `${cli.config.command} validate ${wordsOf(checked)}` }))
}

/** For a file with problems: print the command that writes a copy in which they are marked. */
export function tellHowToMark(cli: Pick<Cli, 'say' | 'config'>, checked: Checked): void {
  const copy = checked.file.replace(/(\.\w+)$/, (extension) => `-problems${extension.toLowerCase()}`)
  cli.say(
    t('help.to_mark_problems', { command: `${cli.config.command} validate ${wordsOf(checked)} -o ${shellWord(copy)}` }),
  )
}

type Checked = Pick<ValidateOptions, 'file' | 'period' | 'allowDuplicates' | 'maxAmount' | 'map' | 'sheet' | 'hidden'>

/** The file and the options for reading it, as words of a command. */
function wordsOf({ file, period, allowDuplicates, maxAmount, map = {}, sheet, hidden }: Checked): string {
  const words = [
    file,
    ...(period ? ['--period', period] : []),
    ...(allowDuplicates ? ['--allow-duplicates'] : []),
    ...(maxAmount ? ['--max-amount', maxAmount] : []),
    ...Object.entries(map).flatMap(([field, column]) => ['--map', `${field}=${column}`]),
    ...(sheet ? ['--sheet', sheet] : []),
    ...(hidden ? ['--hidden', hidden] : []),
  ]
  return words.map(shellWord).join(' ')
}

/** Quotes a word for a shell, unless all its characters are plain. */
const shellWord = (word: string): string =>
  /^[\p{L}\p{N}_./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/**
 * Print that a file is stored and about to be paid by this process.
 *
 * @param isPreviewed whether a preview has shown its notes and warnings
 */
export function tellStored(cli: Cli, stored: StoredFile, isPreviewed: boolean): void {
  const { batchId, payable } = stored
  if (!isPreviewed) tellNoted(cli, stored)
  if (!cli.json) cli.say(t('summary.batch_batch_id_payable', { batchId, payable: payableWords(payable) }))
}

function tellNoted(cli: Cli, { notes, warned }: StoredFile): void {
  for (const note of notes) cli.say(note)
  tellWarned(cli, { ...warned, notes: [] }, 1)
}

/** Print that a file was left to the workers, and the batch's id. */
export function tellSubmitted(cli: Cli, submitted: SubmittedBatch, isPreviewed: boolean): void {
  if (!isPreviewed) tellNoted(cli, submitted)
  if (cli.json) {
    cli.printJson(submitted.batch)
    return
  }
  const { invalid, payable } = submitted
  const words = payableWords(payable)
  const done =
    invalid === 0
      ? t('commands.submitted', { words })
      : t('commands.submitted_invalid_rows_left_out', { invalid, words })
  cli.print(submitted.batchId)
  const { between, waits_until: until } = submitted.batch
  cli.say(`${done} ${next(cli, submitted)}`)
  if (submitted.whyNobody) cli.say(submitted.whyNobody)
  if (between) cli.say(text(hoursSentence(hoursOfDocument(between), until !== undefined)))
}

function next({ config: { command, user } }: Cli, { batchId: id, batch }: SubmittedBatch): string {
  const { state, approval, start_at: startAt } = batch
  if (state === 'awaiting_approval') {
    const submitter = printable(approval?.submitted_by ?? user)
    return t('commands.nothing_paid_until_somebody_other_approves', { submitter, command, id })
  }
  if (startAt !== undefined)
    return t('commands.workers_pay_utc_stop_before_cancel', { startAt: moment(new Date(startAt)), command, id })
  return batch.sandbox
    ? t('commands.sandbox_workers_pay', { command, id })
    : t('commands.workers_pay_follow_status_watch', { command, id })
}

/** The warnings by kind, after the comparison with the previous file. Empty if there are none. No final newline. */
export function renderWarned(
  { warnings, compared }: Warned,
  { style, width }: Look,
  most = 5,
  title = t('warnings.to_look_at'),
): string {
  const groups = groupsOf(warnings, most)
  const lines = compared.map((sentence) => wrapText(sentenceText(sentence), width).join('\n'))
  if (groups.length === 0) return lines.join('\n')
  lines.push(style.paint(title, 'bold'))
  for (const { code, rows, kind, shown: some } of groups) {
    lines.push(style.paint(listItem(sentenceText(kind), width), 'yellow'))
    // There is nothing to add but their lines, which --json has.
    if (code === 'first_payment') continue
    for (const { line, message } of some) {
      const said = sentenceText(message)
      const told = line === null ? said : t('warnings.line_says', { line, message: said })
      lines.push(`  ${wrapText(told, width - 2).join('\n  ')}`)
    }
    if (rows > some.length) lines.push(`  ${t('warnings.and_more', { more: shown(count(rows - some.length)) })}`)
  }
  return lines.join('\n')
}

const sentenceText = (sentence: Sentence): string => printable(text(sentence))
