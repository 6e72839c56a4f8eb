import { join, resolve } from 'node:path'
import { checkFile } from '../intake/checkFile.ts'
import type { ColumnMap } from '../intake/columnMap.ts'
import { openPayoutFile } from '../intake/payoutFile.ts'
import { t } from '../words/t.ts'
import { type Cli, fail } from './cli.ts'
import { exitCode, failure } from './exitCode.ts'
import { tellHowToCheck, tellHowToPay } from './howToPay.ts'
import { fileDocument, payableWords, tellRefused } from './refusedFile.ts'

export interface ValidateOptions {
  file: string
  period: string | null
  allowDuplicates: boolean
  maxAmount: string | null
  /** `--map`. */
  map: ColumnMap
  /** `--sheet`, of a workbook. */
  sheet: string | null
  /** `--fix -o`: where a copy with the certain mends goes. Null: none is asked for. */
  fixTo: string | null
}

/**
 * Check a file by itself: no database, no credentials, nothing stored. What the ledger knows (references in use) is only
 * looked at when the file is submitted.
 */
export async function validate(cli: Cli, options: ValidateOptions): Promise<number> {
  const path = options.file === '-' ? '-' : resolve(cli.config.calledFrom, options.file)
  const spoolDir = join(cli.config.home, 'incoming')
  const opened = await openPayoutFile({ path, stdin: process.stdin, sheet: options.sheet, spoolDir })
  if (opened.kind === 'unreadable') return fail(cli, failure(exitCode.usage, opened.message))
  const { file } = options
  if (opened.kind === 'refused') {
    return tellRefused(cli, { file, message: opened.message, problems: [], problemCount: 0, summary: undefined })
  }
  try {
    if (options.fixTo !== null) {
      const { fix } = await import('./fix.ts')
      return await fix(cli, { file, output: options.fixTo, check: options }, opened.file)
    }
    const check = checkFile(opened.file, { ...options, keepProblems: cli.json ? Number.POSITIVE_INFINITY : 1_000 })
    for await (const _ of check.batches);
    const result = check.result()
    if (result.kind === 'refused' && result.fault === 'command') {
      return fail(cli, failure(exitCode.usage, result.message))
    }
    const summary = result.summary
    for (const note of summary?.notes ?? []) cli.say(note)
    const message = result.kind === 'refused' ? result.message : null
    if (message !== null || !summary || summary.problemCount > 0) {
      const problemCount = summary?.problemCount ?? 0
      const code = tellRefused(cli, { file, message, problems: summary?.problems ?? [], problemCount, summary })
      if (!cli.json && message === null) tellHowToCheck(cli, options)
      return code
    }
    if (cli.json) cli.printJson(fileDocument(file, summary, [], null))
    else {
      cli.print(t`${file}: no problems. ${payableWords({ rows: summary.valid, totals: summary.totals })}.`)
      tellHowToPay(cli, options)
    }
    return exitCode.done
  } finally {
    await opened.file.close()
  }
}
