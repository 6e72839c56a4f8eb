import { realpath } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { checkCopy } from '../intake/checkCopy.ts'
import type { CheckOptions, CheckResult, Summary } from '../intake/checkFile.ts'
import { fixedCopy } from '../intake/fixedCopy.ts'
import type { Mend } from '../intake/mendRow.ts'
import { openPayoutFile, type PayoutFile } from '../intake/payoutFile.ts'
import { replaceFile } from '../report/replaceFile.ts'
import { plural, t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { tellHowToCheck, tellHowToPay } from './howToPay.ts'
import { fileDocument, payableWords, tellRefused } from './refusedFile.ts'
import { mendReason, renderMends } from './terminal/mends.ts'
import { formatCount } from './terminal/money.ts'
import { renderProblems } from './terminal/problems.ts'

export interface FixOptions {
  /** The file and the copy as the person named them. */
  file: string
  output: string
  check: CheckOptions
}

type Fixed =
  | { kind: 'written'; summary: Summary; mends: Mend[]; mendCount: number }
  /** The file can't be paid at all, or the copy can't be written: there is none. */
  | { kind: 'refused'; result: Extract<CheckResult, { kind: 'refused' }> }
  | { kind: 'failed'; message: string }

/**
 * `validate --fix -o FILE`: write a copy with the mends that are certain (mendRow.ts says which), list them, and tell what
 * is left. The copy takes its name when it has been read again and found to differ in mended cells only.
 *
 * @returns 0 when the copy has no problems, 3 when some are left or the file can't be read as a payout file
 */
export async function fix(cli: Cli, options: FixOptions, file: PayoutFile): Promise<number> {
  const path = resolve(cli.config.calledFrom, options.output)
  const wrong = await whyNot(file, options, path)
  if (wrong !== null) return fail(cli, failure(exitCode.usage, wrong))
  const fixed = await writeCopy(file, path, options.check, cli.json ? Number.POSITIVE_INFINITY : 1_000)
  if (fixed.kind === 'failed') return fail(cli, failure(exitCode.usage, fixed.message))
  if (fixed.kind === 'written') return tell(cli, options, path, file, fixed)
  const { message, fault, summary } = fixed.result
  if (fault === 'command') return fail(cli, failure(exitCode.usage, message))
  return tellRefused(cli, { file: options.file, message, problems: [], problemCount: 0, summary })
}

/** Names under which payrun would not read the copy as CSV. */
const foreignExtensions = new Set(['.json', '.ndjson', '.jsonl', '.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers'])

/** Why no copy can be written there; null when it can. */
async function whyNot(file: PayoutFile, { file: name, output }: FixOptions, path: string): Promise<string | null> {
  if (file.format !== 'csv')
    return t`${name} is no CSV file, and --fix writes copies of those only: save it as CSV first.`
  if (foreignExtensions.has(extname(path).toLowerCase())) {
    return t`The copy is a CSV file: give it a name that ends in .csv instead of ${basename(path)}.`
  }
  const [from, to] = await Promise.all([file.path, path].map((each) => realpath(each).catch(() => each)))
  return from === to ? t`${output} is the file itself: name another file for the copy.` : null
}

async function writeCopy(file: PayoutFile, path: string, check: CheckOptions, keepProblems: number): Promise<Fixed> {
  const mends: Mend[] = []
  let mendCount = 0
  let outcome: Fixed | null = null
  const copy = fixedCopy(file, { ...check, keepProblems: 0 }, (mend) => {
    mendCount++
    if (mends.length < keepProblems) mends.push(mend)
  })
  const written = await replaceFile({
    path,
    what: 'copy',
    pieces: copy.pieces,
    objection: async (temporary) => {
      const result = copy.result()
      if (result.kind === 'refused') outcome = { kind: 'refused', result }
      else
        outcome = {
          kind: 'written',
          summary: await readCopy(file, temporary, { ...check, keepProblems }),
          mends,
          mendCount,
        }
      return result.kind === 'refused' ? result.message : null
    },
  })
  const seen = (): Fixed | null => outcome
  const fixed = seen()
  return fixed && (written.ok || fixed.kind === 'refused')
    ? fixed
    : { kind: 'failed', message: written.ok ? '' : written.message }
}

/** Anything but what is expected here is a bug of ours, and leaves no copy behind. */
async function readCopy(original: PayoutFile, temporary: string, options: CheckOptions): Promise<Summary> {
  const opened = await openPayoutFile({ path: temporary, spoolDir: temporary })
  if (opened.kind !== 'opened') throw new Error(`the mended copy can't be read: it is ${opened.kind}`)
  const { result, isFaithful } = await checkCopy(original, { ...opened.file, format: 'csv' }, options)
  if (!isFaithful) throw new Error('the mended copy differs in more than the mended cells')
  if (result.kind !== 'checked') throw new Error('the mended copy is refused')
  return result.summary
}

function tell(
  cli: Cli,
  { file: name, output, check }: FixOptions,
  path: string,
  file: PayoutFile,
  { summary, mends, mendCount }: Extract<Fixed, { kind: 'written' }>,
): number {
  const { problems, problemCount, valid, totals, notes } = summary
  const exit = problemCount === 0 ? exitCode.done : exitCode.refused
  if (cli.json) {
    const listed = mends.map(({ index: _, reason, ...mend }) => ({ ...mend, reason, message: mendReason(reason) }))
    cli.printJson({ ...fileDocument(name, summary, problems, null), copy: path, mends: listed })
    return exit
  }
  for (const note of notes) cli.say(note)
  if (mendCount > 0) cli.print(renderMends(mends, mendCount, cli.style))
  const source = name === '-' ? t`standard input` : name
  const cells = formatCount(mendCount)
  cli.print(
    plural(
      mendCount,
      t`${output}: a copy of ${source} with ${cells} mended cell.`,
      t`${output}: a copy of ${source} with ${cells} mended cells.`,
    ),
  )
  if (file.encoding !== 'utf-8') cli.print(t`The copy is UTF-8; every other cell is as it was.`)
  if (problemCount === 0) {
    cli.print(t`${output}: no problems. ${payableWords({ rows: valid, totals })}.`)
    tellHowToPay(cli, { ...check, file: output })
  } else {
    cli.print(renderProblems(problems, { total: problemCount, file: output, maySkip: valid > 0, style: cli.style }))
    tellHowToCheck(cli, { ...check, file: output })
  }
  return exit
}
