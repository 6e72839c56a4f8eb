import { dirname } from 'node:path'
import { type CheckedRow, checkFile } from '../../../src/files/payroll/checkFile.ts'
import { openPayoutFile } from '../../../src/files/payroll/payoutFile.ts'
import { payoutTemplate, type TemplateWish } from '../../../src/files/template/payoutTemplate.ts'
import { english } from '../../harness/words.ts'

/** A whole template. */
export async function contentOf(wish: TemplateWish): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of payoutTemplate(wish).pieces()) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** What intake makes of a file. */
export async function check(path: string, sheet: string | null = null) {
  const opened = await openPayoutFile({ path, sheet, incomingDir: dirname(path) })
  if (opened.kind !== 'opened') throw new Error(english(opened.message))
  const checking = checkFile(opened.file)
  const rows: CheckedRow[] = []
  for await (const batch of checking.batches) rows.push(...batch)
  return { rows, result: checking.result(), columns: checking.columns() }
}
