import { accessSync, constants, statfsSync } from 'node:fs'

const place = '/dev/shm'
/** A container usually has 64 MB, which the log of one Postgres fills. */
const enoughBytes = 3 * 1024 ** 3

/** A folder in memory with room for a whole run's databases and files, if there is one. */
export function ramDisk(): string | undefined {
  try {
    accessSync(place, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= enoughBytes ? place : undefined
  } catch {
    return undefined
  }
}
