import { checkWholeFile, type Summary } from '../files/payroll/checkFile.ts'
import { type App, type Failure, failure } from './context.ts'
import { type FileOptions, openFile } from './submission.ts'
import type { RefusedFile } from './submit.ts'

export interface ValidateOptions extends FileOptions {
  period: string | null
  allowDuplicates: boolean
  maxAmount: string | null
}

/** The file was read to its end. It can be paid when `problemCount` is 0. */
export interface CheckedFile {
  kind: 'checked'
  file: string
  summary: Summary
}

/**
 * Check a file by itself: no database, no credentials, nothing stored. What the ledger knows (references in use) is only
 * looked at when the file is submitted.
 */
export async function validate(app: App, options: ValidateOptions): Promise<CheckedFile | RefusedFile | Failure> {
  const { file, period, allowDuplicates, maxAmount, map = {}, keepProblems = 1_000 } = options
  const opened = await openFile(app, options)
  if (opened.kind === 'unreadable') return failure('usage', opened.message)
  const refused = { kind: 'refused', file, problems: [], problemCount: 0, summary: undefined } as const
  if (opened.kind === 'refused') return { ...refused, message: opened.message }
  try {
    const result = await checkWholeFile(opened.file, { period, allowDuplicates, maxAmount, map, keepProblems })
    if (result.kind === 'checked') return { kind: 'checked', file, summary: result.summary }
    const { message, fault, summary } = result
    if (fault === 'command') return failure('usage', message)
    const { problems = [], problemCount = 0 } = summary ?? {}
    return { kind: 'refused', file, message, problems, problemCount, summary }
  } finally {
    await opened.file.close()
  }
}
