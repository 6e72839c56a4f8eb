import { basename, extname, resolve } from 'node:path'
import { replaceFile } from '../../durableFile.ts'
import { maxSheetRows } from '../../files/formats/xlsx/sheetXml.ts'
import type { CheckOptions, Summary } from '../../files/payroll/checkFile.ts'
import { type CopyFormat, fixedCopyAs, markedCopy } from '../../files/payroll/copy/editedTable.ts'
import { checkCopy, type FixedCopy } from '../../files/payroll/copy/fixedCopy.ts'
import type { CopyTexts, Fix } from '../../files/payroll/copy/fixRow.ts'
import type { Field } from '../../files/payroll/header/columns.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { wordsIn } from '../../files/report/writeReport.ts'
import type { Problem } from '../../payout/problem.ts'
import { problemHeadings } from '../../payout/report.ts'
import type { Language } from '../../words/catalogue.ts'
import { count, isSentence, type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { isOneFile, type RefusedFile, refusal, withFile } from './submission.ts'
import type { ValidateOptions } from './validate.ts'

interface CopyOptions {
  options: ValidateOptions
  /** The path of the copy, relative to the caller's folder. */
  output: string
  make(file: PayoutFile, check: CheckOptions, as: CopyFormat): FixedCopy
  /** The columns that may differ between the copy and the file. */
  mayDiffer: readonly Field[]
  /** Whether the copy is needed, decided when the whole file is known. */
  isWanted?: (file: Summary) => boolean
}

interface Copied {
  kind: 'copied'
  /** The path of the copy, or null if it wasn't needed. */
  path: string | null
  /** The summary of the file itself. */
  file: Summary
  /** The summary of the copy. */
  copy: Summary
  /** Whether the file's encoding was different from the copy's, which is UTF-8. */
  wasEncoded: boolean
}

/**
 * Writes a changed copy of a CSV file or a workbook. It gets its name only after it has been read back and differs only where it should.
 */
async function writeCopy(app: App, options: CopyOptions): Promise<Copied | RefusedFile | Failure> {
  return withFile(app, options.options, async (file): Promise<Copied | RefusedFile | Failure> => {
    const path = resolve(app.config.calledFrom, options.output)
    const as = formatOf(file, options.options.file, path)
    if (typeof as !== 'string') return failure('usage', as)
    if (await isOneFile(file.path, path))
      return failure('usage', say('commands.file_itself_name_another_file_copy', { output: options.output }))
    return writeTo(path, file, as, options)
  })
}

/** File extensions under which payrun would misread the copy. */
const foreignExtensions = new Set(['.json', '.ndjson', '.jsonl', '.xml', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers'])

/** The format of the copy by its name, or a sentence if that is impossible. */
function formatOf(file: PayoutFile, name: string, path: string): CopyFormat | Sentence {
  const extension = extname(path).toLowerCase()
  if (file.format === 'xlsx') {
    // A workbook with macros needs its own extension: Excel opens it under no other.
    const own = extname(file.path).toLowerCase() === '.xlsm' ? '.xlsm' : '.xlsx'
    return extension === own ? 'xlsx' : say('commands.copy_workbook_give_name_ends', { own, path: basename(path) })
  }
  if (file.format !== 'csv') return say('commands.no_csv_file_fix_writes_copies', { name })
  if (extension === '.xlsx') {
    return file.lineBreaks < maxSheetRows
      ? 'xlsx'
      : say('commands.copy_sheet_holds_rows', { rows: count(maxSheetRows) })
  }
  return foreignExtensions.has(extension)
    ? say('commands.copy_csv_file_give_name_ends', { path: basename(path) })
    : 'csv'
}

async function writeTo(
  path: string,
  file: PayoutFile,
  as: CopyFormat,
  { options, make, mayDiffer, isWanted = () => true }: CopyOptions,
): Promise<Copied | RefusedFile | Failure> {
  const { period, allowDuplicates, maxAmount, map = {}, keepProblems = 1_000, toldTotals } = options
  const check = { period, allowDuplicates, maxAmount, map, keepProblems, toldTotals }
  const made = make(file, check, as)
  let copied: Copied | RefusedFile | Failure | null = null
  const written = await replaceFile({
    path,
    what: 'copy',
    pieces: made.pieces,
    objection: async (temporary) => {
      const result = made.result()
      if (result.kind === 'refused') {
        const { message, fault, summary } = result
        copied = fault === 'command' ? failure('usage', message) : refusal(options.file, message, summary)
        return message
      }
      const read = await readCopy({ file, as, temporary, check, mayDiffer })
      if (isSentence(read)) {
        copied = failure('usage', read)
        return read
      }
      const wanted = isWanted(result.summary)
      const wasEncoded = as === 'csv' && file.encoding !== 'utf-8'
      copied = { kind: 'copied', path: wanted ? path : null, file: result.summary, copy: read, wasEncoded }
      return wanted ? null : say('terminal.nothing_changed')
    },
  })
  if (copied !== null) return copied
  if (!written.ok) return failure('usage', written.message)
  throw new Error('the copy was not read')
}

interface ToRead {
  file: PayoutFile
  as: CopyFormat
  temporary: string
  check: CheckOptions
  mayDiffer: readonly Field[]
}

/** Any unexpected difference is a bug, and leaves no copy behind. If a sheet can't hold the contents, a sentence says so. */
async function readCopy({ file, as, temporary, check, mayDiffer }: ToRead): Promise<Summary | Sentence> {
  const opened = await openPayoutFile({
    path: temporary,
    incomingDir: temporary,
    sheet: file.sheetName,
    hidden: file.hidden,
  })
  if (opened.kind !== 'opened') throw new Error(`the copy can't be read: it is ${opened.kind}`)
  const { result, isFaithful } = await checkCopy(file, { ...opened.file, format: as }, check, mayDiffer)
  if (!isFaithful && as !== file.format) return say('commands.copy_no_sheet_holds')
  if (!isFaithful) throw new Error('the copy differs in more than it may')
  if (result.kind !== 'checked') throw new Error('the copy is refused')
  return result.summary
}

export type { Fix, FixReason } from '../../files/payroll/copy/fixRow.ts'

export interface FixedFile {
  kind: 'fixed'
  /** The path of the copy. */
  path: string
  /** The summary of the copy. */
  summary: Summary
  /** The first `keepProblems` fixes. */
  fixes: Fix[]
  fixCount: number
  /** Whether the file's encoding was different from the copy's, which is UTF-8. */
  wasEncoded: boolean
}

/** Write a copy of a CSV file or a workbook with all fixes that are certain (see fixRow.ts). */
export async function fixFile(
  app: App,
  options: ValidateOptions,
  output: string,
): Promise<FixedFile | RefusedFile | Failure> {
  const { keepProblems = 1_000 } = options
  const fixes: Fix[] = []
  let fixCount = 0
  const onFix = (fix: Fix) => {
    fixCount++
    if (fixes.length < keepProblems) fixes.push(fix)
  }
  const sheet = wordsIn(app.language)(say('report.sheet_rows'))
  const copied = await writeCopy(app, {
    options,
    output,
    make: (file, check, as) => fixedCopyAs(file, check, onFix, as, sheet),
    mayDiffer: ['operator', 'phone_number'],
  })
  if (copied.kind !== 'copied') return copied
  const { path, copy: summary, wasEncoded } = copied
  return { kind: 'fixed', path: path ?? output, summary, fixes, fixCount, wasEncoded }
}

export interface MarkedFile {
  kind: 'marked'
  /** The path of the copy, or null if there was nothing to mark. */
  path: string | null
  /** The heading of the column with the problems. */
  heading: string
  /** The summary of the file. */
  summary: Summary
}

/**
 * Write a copy of a CSV file or a workbook with the wrong cells marked, and a column at the end that says what is wrong.
 *
 * @param known problems from a ledger, by line
 */
export async function markProblems(
  app: App,
  options: ValidateOptions,
  output: string,
  known: ReadonlyMap<number, Problem> = new Map(),
): Promise<MarkedFile | RefusedFile | Failure> {
  const told = { ...toldIn(app.language), known }
  const copied = await writeCopy(app, {
    options,
    output,
    make: (file, check, as) => markedCopy(file, check, told, as),
    mayDiffer: [],
    isWanted: ({ problemCount }) => problemCount > 0 || known.size > 0,
  })
  return copied.kind === 'copied'
    ? { kind: 'marked', path: copied.path, heading: told.heading, summary: copied.file }
    : copied
}

function toldIn(language: Language): CopyTexts & { sheet: string } {
  const text = wordsIn(language)
  return {
    heading: problemHeadings[language],
    sheet: text(say('report.sheet_rows')),
    reason: (problems) => problems.map((problem) => text(reasonOf(problem))).join(' '),
  }
}

const reasonOf = ({ column, message }: Problem): Sentence =>
  column === '' ? message : say('summary.begins_message', { begins: column, message })
