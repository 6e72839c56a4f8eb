import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckedRow, type CheckResult, checkFile } from '../../src/files/payroll/checkFile.ts'
import { openPayoutFile } from '../../src/files/payroll/payoutFile.ts'
import { english } from '../harness/words.ts'

/** Made for the first file of this process, and gone with the folder of the whole run. */
let made: Promise<string> | undefined
let files = 0

/** What a payout file of this content is read as, through the very way of a file that is to be paid. */
export interface ReadContent {
  rows: CheckedRow[]
  columns: string[]
  result: CheckResult
}

/** Writes a real file, opens it and checks it to its end; of a file that is refused at once, `rows` is empty. */
export async function readContent(content: string | Uint8Array, extension: string): Promise<ReadContent> {
  files += 1
  made ??= mkdtemp(join(tmpdir(), 'payrun-properties-'))
  const folder = await made
  const path = join(folder, `file-${files}.${extension}`)
  await writeFile(path, content)
  try {
    const opened = await openPayoutFile({ path, incomingDir: join(folder, 'outbox') })
    if (opened.kind === 'unreadable') throw new Error(english(opened.message))
    if (opened.kind === 'refused') return { rows: [], columns: [], result: opened }
    const check = checkFile(opened.file)
    const rows: CheckedRow[] = []
    for await (const batch of check.batches) rows.push(...batch)
    return { rows, columns: check.columns(), result: check.result() }
  } finally {
    await rm(path, { force: true })
  }
}
