import { accessSync, constants, statfsSync } from 'node:fs'

const place = '/dev/shm'
/** A container's is 64 MB as a rule, which the log of one Postgres fills. */
const enoughBytes = 3 * 1024 ** 3

/** A folder in memory that takes a whole run's databases and files, where there is one. */
export function ramDisk(): string | undefined {
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= enoughBytes ? place : undefined
  } catch {
    return undefined
  }
}
