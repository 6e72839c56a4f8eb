import { createHash, randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, ownIdentity, type ProcessIdentity } from '../processIdentity.ts'
import type { WrittenThing } from './fileFailure.ts'

/**
 * Where a file is written before it takes its name: in the same folder, hidden, under a name that says which process writes it:
 * `.payrun-report-<pid>-<its start>-<its machine>-<random>.tmp`.
 */
export function temporaryPath(folder: string, what: WrittenThing, writer: ProcessIdentity = ownIdentity()): string {
  const parts = [what, writer.pid, writer.processStart, machineOf(writer), randomBytes(6).toString('hex')]
  return join(folder, `.payrun-${parts.join('-')}.tmp`)
}

/**
 * Removes what dead writers left in a folder: names, numbers and sums that nobody looks for. Of this machine, and since it was
 * started, a process is there or gone. Of any other, nothing is known but when it last wrote: a day without a word is its end.
 * It is a courtesy: what can't be read or removed stays.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const own = ownIdentity()
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => temporaryName.test(each))) {
    const path = join(folder, name)
    if (await isLeftover(path, name, own).catch(() => false)) await rm(path, { force: true }).catch(() => undefined)
  }
}

const temporaryName = /^\.payrun-(?:report|copy|template)-.+\.tmp$/
const withWriter = /-(\d+)-(\d*)-([0-9a-f]{12})-[0-9a-f]{12}\.tmp$/
const silentMs = 86_400_000

async function isLeftover(path: string, name: string, own: ProcessIdentity): Promise<boolean> {
  const [, pid, processStart = '', machine] = withWriter.exec(name) ?? []
  const file = await lstat(path)
  if (!file.isFile()) return false
  if (machine === machineOf(own)) return isGone({ ...own, pid: Number(pid), processStart }, own)
  return Date.now() - file.mtimeMs > silentMs
}

/** A machine since it was started; a container is one of its own. */
const machineOf = ({ host, bootId }: ProcessIdentity): string =>
  createHash('sha256').update(`${host}\n${bootId}`).digest('hex').slice(0, 12)
