import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CheckedRow,
  type CheckOptions,
  type CheckResult,
  checkFile,
} from '../../../src/files/payroll/checkFile.ts'
import { openPayoutFile, type PayoutFile, type PayoutFileSource } from '../../../src/files/payroll/payoutFile.ts'
import { english } from '../../harness/words.ts'

/** A new folder, which goes with the folder of the whole run. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'payrun-intake-'))

let count = 0

/** How a file is read, which is said when it is opened. */
export type HowRead = Pick<PayoutFileSource, 'map' | 'hidden'>

/** Writes a real file and opens it; a file that does not open is the test's mistake. */
export async function payoutFileOf(content: string | Buffer, extension = 'csv'): Promise<PayoutFile> {
  const opened = await openContent(content, `file-${++count}.${extension}`)
  if (opened.kind !== 'opened') throw new Error(english(opened.message))
  return opened.file
}

export async function openContent(
  content: string | Buffer,
  name: string,
  sheet: string | null = null,
  how: HowRead = {},
) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, name), content)
  return openPayoutFile({ path: join(folder, name), sheet, ...how, incomingDir: join(folder, 'incoming') })
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
  options: CheckOptions & HowRead & { sheet?: string } = {},
): Promise<Checked> {
  const { map, hidden, sheet = null } = options
  const opened = await openContent(content, `payroll.${extension}`, sheet, { map, hidden })
  if (opened.kind === 'unreadable') throw new Error(english(opened.message))
  if (opened.kind === 'refused') return { rows: [], result: opened, columns: [] }
  const check = checkFile(opened.file, options)
  const rows: CheckedRow[] = []
  for await (const batch of check.batches) rows.push(...batch)
  return { rows, result: check.result(), columns: check.columns() }
}

/** Payouts that differ in one column. */
export const csvOf = (cells: readonly string[], name = 'Date de paiement') =>
  [
    `operator;phone;amount;reference;${name}`,
    ...cells.map((cell, at) => `mtn-benin;0197${String(at).padStart(6, '0')};1500;R${at};${cell}`),
    '',
  ].join('\n')

export const many = (n: number, day: string): string[] => Array.from({ length: n }, () => day)
