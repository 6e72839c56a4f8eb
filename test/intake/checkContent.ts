import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type CheckedRow, type CheckOptions, type CheckResult, checkFile } from '../../src/intake/checkFile.ts'
import { openPayoutFile, type PayoutFile } from '../../src/intake/payoutFile.ts'

const folders: string[] = []

/** A folder of this test file's own, removed after its tests. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'payrun-intake-'))
  folders.push(folder)
  return folder
}

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

let count = 0

/** Writes a real file and opens it; a file that does not open is the test's mistake. */
export async function payoutFileOf(content: string | Buffer, extension = 'csv'): Promise<PayoutFile> {
  const opened = await openContent(content, `file-${++count}.${extension}`)
  if (opened.kind !== 'opened') throw new Error(opened.message)
  return opened.file
}

export async function openContent(content: string | Buffer, name: string, sheet: string | null = null) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, name), content)
  return openPayoutFile({ path: join(folder, name), sheet, spoolDir: join(folder, 'spool') })
}

export interface Checked {
  rows: CheckedRow[]
  result: CheckResult
  columns: string[]
}

/** Checks content from end to end. A file refused at its opening comes out as a refusal too. */
export async function checkContent(
  content: string | Buffer,
  extension = 'csv',
  options: CheckOptions = {},
): Promise<Checked> {
  const opened = await openContent(content, `payroll.${extension}`)
  if (opened.kind === 'unreadable') throw new Error(opened.message)
  if (opened.kind === 'refused') return { rows: [], result: opened, columns: [] }
  const check = checkFile(opened.file, options)
  const rows: CheckedRow[] = []
  for await (const batch of check.batches) rows.push(...batch)
  return { rows, result: check.result(), columns: check.columns() }
}
