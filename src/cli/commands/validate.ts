import { checkDocument } from '../../app/submit/checkDocument.ts'
import type { CheckedFile, ValidateOptions } from '../../app/submit/validate.ts'
import type { FixedFile } from '../../app/submit/writeCopy.ts'
import { count, fileNamed } from '../../words/sentence.ts'
import { type Cli, exitCode, fail } from '../cli.ts'
import { addCommand, amountText, example, type Program, type Run } from '../commandOptions.ts'
import { hiddenOption, mapOption, sheetOption } from '../submitOptions.ts'
import { formatCount, t } from '../terminal/text.ts'

export const addValidate = (program: Program, run: Run) =>
  addCommand(program, 'validate')
    .argument('<file>', t('help.xlsx_csv_json_ndjson_standard_input'))
    .option('--period <period>', t('help.scope_references_such_2026_11'))
    .option('--allow-duplicates', t('help.let_rows_without_reference_repeat_number'))
    .option('--max-amount <amount>', t('help.refuse_rows_above_amount_rows_currency'), amountText)
    .addOption(mapOption())
    .addOption(sheetOption())
    .addOption(hiddenOption())
    .option('--fix', t('help.write_copy_fixes_certain_list_no'))
    .option('-o, --output <file>', t('help.where_copy_goes'))
    .addHelpText(
      'after',
      example(
        [
          'payrun validate payroll.csv --map phone="N° de téléphone"',
          t('help.payrun_validate_payroll_xlsx_o_problems'),
          t('help.payrun_validate_payroll_csv_fix_o'),
        ],
        t('helpNotes.references_used_earlier_batches_checked_run'),
      ),
    )
    .action((file, { fix, output, ...options }, command) => {
      if (fix === true && output === undefined) command.error(t('help.error_fix_needs_o_file_copy'))
      return run(options, (cli) => {
        const { period = '', allowDuplicates = false, maxAmount = null, map, sheet = null, hidden = null } = options
        const how = { period: period.trim() || null, allowDuplicates, maxAmount, map, sheet, hidden }
        const keepProblems = cli.json ? Number.POSITIVE_INFINITY : 1_000
        const wish = { file, stdin: cli.streams.stdin, ...how, keepProblems }
        if (output === undefined) return checkAndTell(cli, wish)
        return fix === true ? fixTo(cli, wish, output) : markTo(cli, wish, output)
      })
    })

/** @returns exit code 0 if the file has no problems, otherwise 3 */
async function checkAndTell(cli: Cli, options: ValidateOptions): Promise<number> {
  const { validate } = await import('../../app/submit/validate.ts')
  const checked = await validate(cli, options)
  if (checked.kind === 'failed') return fail(cli, checked)
  const { tellHowToCheck, tellHowToMark, tellRefused } = await import('../terminal/checkedFile.ts')
  if (checked.kind === 'refused') return tellRefused(cli, checked)
  const { summary, warned } = checked
  if (summary.problemCount === 0) return tellGood(cli, options, checked)
  const code = tellRefused(cli, { ...summary, file: options.file, message: null, summary, warned })
  if (cli.json) return code
  tellHowToCheck(cli, options)
  if (/(?<!-problems)\.(csv|xlsx)$/i.test(options.file)) tellHowToMark(cli, options)
  return code
}

async function tellGood(
  cli: Cli,
  options: ValidateOptions,
  { file, summary, warned }: Omit<CheckedFile, 'kind' | 'warned'> & { warned?: CheckedFile['warned'] },
): Promise<number> {
  const { payableWords, tellHowToPay, tellWarned } = await import('../terminal/checkedFile.ts')
  for (const note of summary.notes) cli.say(note)
  if (warned) tellWarned(cli, warned)
  if (cli.json) cli.printJson(checkDocument({ file, summary, problems: [], warned }))
  else {
    const payable = payableWords({ rows: summary.valid, totals: summary.totals })
    cli.print(t('commands.no_problems_file_payable', { file, payable }))
    tellHowToPay(cli, options)
  }
  return exitCode.done
}

/**
 * `-o FILE`: write a copy with the problems marked, and print them too.
 *
 * @returns exit code 0 if there are none, otherwise 3
 */
async function markTo(cli: Cli, options: ValidateOptions, output: string): Promise<number> {
  const { markProblems } = await import('../../app/submit/writeCopy.ts')
  const marked = await markProblems(cli, options, output)
  if (marked.kind === 'failed') return fail(cli, marked)
  const { tellHowToCheck, tellRefused } = await import('../terminal/checkedFile.ts')
  if (marked.kind === 'refused') return tellRefused(cli, marked)
  const { path, summary } = marked
  if (path === null) {
    const code = await tellGood(cli, options, { file: options.file, summary })
    cli.say(t('commands.no_copy_nothing_to_mark', { output }))
    return code
  }
  if (cli.json) {
    for (const note of summary.notes) cli.say(note)
    cli.printJson({ ...checkDocument({ file: options.file, summary }), copy: path })
    return exitCode.refused
  }
  const code = tellRefused(cli, { ...summary, file: options.file, message: null, summary })
  const rows = count(summary.invalid)
  cli.say(
    t('commands.copy_with_problems_marked', { output, source: fileNamed(options.file), rows, heading: marked.heading }),
  )
  tellHowToCheck(cli, { ...options, file: output })
  return code
}

/**
 * `--fix -o FILE`: write a copy with the fixes that are certain, and print them and the problems that are left.
 *
 * @returns exit code 0 if the copy has no problems, 3 if some are left or the file can't be read as a payout file
 */
async function fixTo(cli: Cli, options: ValidateOptions, output: string): Promise<number> {
  const { fixFile } = await import('../../app/submit/writeCopy.ts')
  const fixed = await fixFile(cli, options, output)
  if (fixed.kind === 'failed') return fail(cli, fixed)
  const { tellRefused } = await import('../terminal/checkedFile.ts')
  return fixed.kind === 'refused' ? tellRefused(cli, fixed) : tellFixed(cli, options, output, fixed)
}

async function tellFixed(
  cli: Cli,
  { file: name, ...how }: ValidateOptions,
  output: string,
  { path, summary, fixes, fixCount, wasEncoded }: FixedFile,
): Promise<number> {
  const { payableWords, tellHowToCheck, tellHowToPay } = await import('../terminal/checkedFile.ts')
  const { fixReason, renderFixes, renderProblems } = await import('../terminal/problems.ts')
  const { problems, problemCount, valid, totals, notes } = summary
  const exit = problemCount === 0 ? exitCode.done : exitCode.refused
  if (cli.json) {
    const listed = fixes.map(({ index: _, reason, ...fix }) => ({ ...fix, reason, message: fixReason(reason) }))
    // The name since 0.1.0, which scripts read.
    cli.printJson({ ...checkDocument({ file: name, summary, problems }), copy: path, fixes: listed })
    return exit
  }
  for (const note of notes) cli.say(note)
  if (fixCount > 0) cli.print(renderFixes(fixes, fixCount, cli.style))
  const cells = formatCount(fixCount)
  cli.print(t('commands.copy_fixed_cells', { n: fixCount, output, source: fileNamed(name), cells }))
  if (wasEncoded) cli.print(t('commands.copy_utf_8_every_other_cell'))
  if (problemCount === 0) {
    const payable = payableWords({ rows: valid, totals })
    cli.print(t('commands.no_problems_file_payable', { file: output, payable }))
    tellHowToPay(cli, { ...how, file: output })
  } else {
    const { style, width } = cli
    const { letters, place } = summary
    const told = { total: problemCount, file: output, place, letters, maySkip: valid > 0, style, width }
    cli.print(renderProblems(problems, told))
    tellHowToCheck(cli, { ...how, file: output })
  }
  return exit
}
