import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { spoolWaiting } from '../../ledger/spoolWaiting.ts'
import { plural, t } from '../../words/t.ts'
import { withPoint } from '../terminal/money.ts'
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
    if (may) return ok(name, t`${home} is not there yet: payrun makes it`)
    return problem(
      name,
      t`${home} is not there, and can't be made in ${parent}: set PAYRUN_HOME to a folder of your own.`,
    )
  }
  if (!found.isDirectory()) return problem(name, t`${home} is no folder: set PAYRUN_HOME to one of your own.`)
  const failed = await tryToWrite(home)
  if (failed !== undefined) {
    return problem(name, t`${home} can't be written to (${failed}): set PAYRUN_HOME to a folder of your own.`)
  }
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if ((found.mode & 0o066) === 0) return ok(name, t`${home} can be written to (mode ${mode})`)
  return warning(name, t`Others on this machine can look into ${home} (mode ${mode}): chmod 700 it.`)
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
    return error instanceof Error && 'code' in error ? String(error.code) : t`unknown reason`
  }
}

async function checkSpool(home: string): Promise<Check> {
  const { files, unreadable } = await spoolWaiting(home)
  if (unreadable > 0) {
    const folder = join(home, 'spool')
    return problem(
      'spool',
      plural(
        unreadable,
        t`${unreadable} of its files could not be read and was set aside (.bad in ${folder}): they hold answers of the provider, so look into them.`,
        t`${unreadable} of its files could not be read and were set aside (.bad in ${folder}): they hold answers of the provider, so look into them.`,
      ),
    )
  }
  if (files === 0) return ok('spool', t`empty`)
  return warning(
    'spool',
    plural(
      files,
      t`${files} file of answers waits for the ledger: the next run, resume or worker of this PAYRUN_HOME records them.`,
      t`${files} files of answers wait for the ledger: the next run, resume or worker of this PAYRUN_HOME records them.`,
    ),
  )
}

async function checkRoom(home: string): Promise<Check> {
  const name = 'disk space'
  const found = await statfs(await nearestFolder(home)).catch(() => undefined)
  if (found === undefined) return warning(name, t`This system does not tell how much is free.`)
  const free = found.bavail * found.bsize
  const size = withPoint((free / gigabyte).toFixed(1))
  if (free > gigabyte) return ok(name, t`${size} GiB free`)
  const advice = t`Make room, or set PAYRUN_HOME to a folder on another disk.`
  return free > gigabyte / 20
    ? warning(name, `${t`Only ${size} GiB free.`} ${advice}`)
    : problem(name, `${t`The disk is full.`} ${advice}`)
}

/** The folder itself, or the nearest one above it that is there. */
async function nearestFolder(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    if ((await stat(at).catch(() => undefined))?.isDirectory() || at === dirname(at)) return at
  }
}
