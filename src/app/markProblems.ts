import type { Summary } from '../files/payroll/checkFile.ts'
import { markedCopy } from '../files/payroll/editedTable.ts'
import type { Told } from '../files/payroll/fixRow.ts'
import type { Problem } from '../payout/problem.ts'
import { problemHeadings } from '../payout/reportColumns.ts'
import type { Language } from '../words/catalogue.ts'
import { render } from '../words/render.ts'
import { say } from '../words/sentence.ts'
import type { App, Failure } from './context.ts'
import type { RefusedFile } from './submit.ts'
import type { ValidateOptions } from './validate.ts'
import { writeCopy } from './writeCopy.ts'

export interface MarkedFile {
  kind: 'marked'
  /** Where the copy is; null when there was nothing to mark. */
  path: string | null
  /** Of the column that says what is wrong. */
  heading: string
  /** Of the file. */
  summary: Summary
}

/** Write a copy of a CSV file or a workbook in which the wrong cells are marked, and a column at the end says what is wrong. */
export async function markProblems(
  app: App,
  options: ValidateOptions,
  output: string,
): Promise<MarkedFile | RefusedFile | Failure> {
  const told = toldIn(app.language)
  const copied = await writeCopy(app, {
    options,
    output,
    make: (file, check, as) => markedCopy(file, check, told, as),
    mayDiffer: [],
    isWanted: ({ problemCount }) => problemCount > 0,
  })
  return copied.kind === 'copied'
    ? { kind: 'marked', path: copied.path, heading: told.heading, summary: copied.file }
    : copied
}

const toldIn = (language: Language): Told & { sheet: string } => ({
  heading: problemHeadings[language],
  sheet: render(say('report.sheet_rows'), language),
  reason: (problems) => problems.map((problem) => reasonOf(problem, language)).join(' '),
})

const reasonOf = ({ column, message }: Problem, language: Language): string =>
  render(column === '' ? message : say('summary.begins_message', { begins: column, message }), language)
