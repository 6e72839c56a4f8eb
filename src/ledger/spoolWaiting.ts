import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface SpoolWaiting {
  /** Files of answers that the next process of their ledger records. */
  files: number
  /** Files that couldn't be read and were set aside. */
  unreadable: number
}

/** What lies in the spool of a PAYRUN_HOME, of whichever ledger. */
export async function spoolWaiting(home: string): Promise<SpoolWaiting> {
  const waiting = { files: 0, unreadable: 0 }
  for (const ledger of await readdir(join(home, 'spool')).catch(() => [])) {
    for (const name of await readdir(join(home, 'spool', ledger)).catch(() => [])) {
      if (name.endsWith('.json')) waiting.files += 1
      if (name.endsWith('.bad')) waiting.unreadable += 1
    }
  }
  return waiting
}
