import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { spoolWaiting } from '../../ledger/spoolWaiting.ts'
import { type Check, ok, problem, warning } from './check.ts'

const gigabyte = 1024 ** 3

/** PAYRUN_HOME: whether payrun may write there, who else may look, what waits in it, and how much room is left. */
export async function checkHome(home: string): Promise<Check[]> {
  return [await checkFolder(home), await checkSpool(home), await checkRoom(home)]
}

async function checkFolder(home: string): Promise<Check> {
  const name = 'home folder'
  const found = await stat(home).catch(() => undefined)
  if (found === undefined) {
    const parent = await nearestFolder(home)
    const may = await access(parent, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (may) return ok(name, `${home} is not there yet: payrun makes it`)
    return problem(
      name,
      `${home} is not there, and can't be made in ${parent}: set PAYRUN_HOME to a folder of your own.`,
    )
  }
  if (!found.isDirectory()) return problem(name, `${home} is no folder: set PAYRUN_HOME to one of your own.`)
  const failed = await tryToWrite(home)
  if (failed !== undefined) {
    return problem(name, `${home} can't be written to (${failed}): set PAYRUN_HOME to a folder of your own.`)
  }
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if ((found.mode & 0o066) === 0) return ok(name, `${home} can be written to (mode ${mode})`)
  return warning(name, `Others on this machine can look into ${home} (mode ${mode}): chmod 700 it.`)
}

/** @returns why not */
async function tryToWrite(home: string): Promise<string | undefined> {
  const path = join(home, `.doctor-${process.pid}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('x')
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
  }
}

async function checkSpool(home: string): Promise<Check> {
  const { files, unreadable } = await spoolWaiting(home)
  if (unreadable > 0) {
    return problem(
      'spool',
      `${unreadable} of its files could not be read and ${unreadable === 1 ? 'was' : 'were'} set aside (.bad in ${join(home, 'spool')}): they hold answers of the provider, so look into them.`,
    )
  }
  if (files === 0) return ok('spool', 'empty')
  return warning(
    'spool',
    `${files} ${files === 1 ? 'file' : 'files'} of answers ${files === 1 ? 'waits' : 'wait'} for the ledger: the next run, resume or worker of this PAYRUN_HOME records them.`,
  )
}

async function checkRoom(home: string): Promise<Check> {
  const name = 'disk space'
  const found = await statfs(await nearestFolder(home)).catch(() => undefined)
  if (found === undefined) return warning(name, 'This system does not tell how much is free.')
  const free = found.bavail * found.bsize
  const words = `${(free / gigabyte).toFixed(1)} GiB free`
  if (free > gigabyte) return ok(name, words)
  const advice = 'Make room, or set PAYRUN_HOME to a folder on another disk.'
  return free > gigabyte / 20 ? warning(name, `Only ${words}. ${advice}`) : problem(name, `The disk is full. ${advice}`)
}

/** The folder itself, or the nearest one above it that is there. */
async function nearestFolder(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    if ((await stat(at).catch(() => undefined))?.isDirectory() || at === dirname(at)) return at
  }
}
