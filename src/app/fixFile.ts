import type { Summary } from '../files/payroll/checkFile.ts'
import { fixedCopyAs } from '../files/payroll/editedTable.ts'
import type { Fix } from '../files/payroll/fixRow.ts'
import { render } from '../words/render.ts'
import { say } from '../words/sentence.ts'
import type { App, Failure } from './context.ts'
import type { RefusedFile } from './submit.ts'
import type { ValidateOptions } from './validate.ts'
import { writeCopy } from './writeCopy.ts'

export type { Fix, FixReason } from '../files/payroll/fixRow.ts'

export interface FixedFile {
  kind: 'fixed'
  /** Where the copy is. */
  path: string
  /** Of the copy: what is left. */
  summary: Summary
  /** The first `keepProblems` of them. */
  fixes: Fix[]
  fixCount: number
  /** The file had another encoding than the copy, which is UTF-8. */
  wasEncoded: boolean
}

/** Write a copy of a CSV file or a workbook with the fixes that are certain (fixRow.ts says which). */
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
  const sheet = render(say('report.sheet_rows'), app.language)
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
