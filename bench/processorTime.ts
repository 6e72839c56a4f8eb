import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The kernel counts in hundredths of a second. */
const tickUs = 10_000

/**
 * Processor time, in µs, of all processes that work in a folder or below it and of their children that have ended: payrun and the
 * Postgres that it brings, and not the scripts of this folder.
 */
export function processorTime(folder: string): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) continue
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/bench/stub.ts')) continue
      const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      // utime, stime, cutime, cstime
      ticks += after
        .split(' ')
        .slice(11, 15)
        .reduce((sum, each) => sum + Number(each), 0)
    } catch {
      // ended while it was read: its parent has its time
    }
  }
  return ticks * tickUs
}
