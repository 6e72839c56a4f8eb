import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Outcome } from '../payout/outcome.ts'
import type { Settlement } from './exchangeStatement.ts'

const attempt = z.object({ batchNo: z.int(), line: z.int(), attempt: z.int(), workerNo: z.int() })
const outcome = z.custom<Outcome>((value) => typeof value === 'object' && value !== null && 'kind' in value)
const spooled = z.array(z.object({ attempt, outcome }))

/**
 * Keep answers that the database could not take before this process had to end: one file, whole or not there, readable
 * by its owner only. It holds row numbers and outcomes, no names or phone numbers.
 */
export async function writeSpool(home: string, settlements: readonly Settlement[]): Promise<string> {
  const folder = join(home, 'spool')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${Date.now()}-${process.pid}-${randomBytes(4).toString('hex')}.json`)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(settlements))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  return path
}

/**
 * Settle what earlier processes left in the spool. A file goes only after all its answers are in the ledger; replaying
 * one twice changes nothing, since an attempt is settled once.
 *
 * @returns how many answers were replayed
 */
export async function replaySpool(home: string, settle: (settlement: Settlement) => Promise<unknown>): Promise<number> {
  const folder = join(home, 'spool')
  const names = await readdir(folder).catch(() => [])
  let replayed = 0
  for (const name of names.filter((each) => each.endsWith('.json')).sort()) {
    const settlements = spooled.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    await Promise.all(settlements.map(settle))
    await rm(join(folder, name), { force: true })
    replayed += settlements.length
  }
  return replayed
}
