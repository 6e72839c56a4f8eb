import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Account, plainEnvironment } from './account.ts'
import { isSupervisorOf, processOf } from './holder.ts'
import type { Places } from './places.ts'

/** The role of the ledger; the calling user, and nobody else, is let in as it. */
export const databaseRole = 'payrun'
const majorVersion = '18'

/**
 * Makes sure that there is a database and that the rules about who may enter it are today's.
 * A new database is built in `data.init-<pid>` and renamed when it is whole and synced, so a crash in the middle leaves
 * no half of one, and of two that race, the second throws its own away. Returns null, or what went wrong.
 */
export function ensureDataFolder(places: Places, account: Account, initdb: string): Sentence | null {
  sweepUnfinished(places)
  giveFolder(places.run, account)
  if (versionOf(places.data) === null) {
    const failure = createDatabase(places, account, initdb)
    if (failure !== null) return failure
  }
  const version = versionOf(places.data)
  if (version !== majorVersion) {
    return say('ledger.database_of_another_postgres', { data: places.data, version: version ?? '?', majorVersion })
  }
  writeAccessRules(places, account)
  return null
}

/** The major version of the database in this folder, or null when there is none. */
export function versionOf(data: string): string | null {
  try {
    return readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  } catch {
    return null
  }
}

function sweepUnfinished(places: Places): void {
  for (const name of readdirSync(places.folder)) {
    const pid = /^data\.init-(\d+)$/.exec(name)?.[1]
    const builder = pid === undefined ? null : processOf(Number(pid))
    const atWork = builder !== null && isSupervisorOf(places, builder)
    if (pid !== undefined && !atWork) discard(join(places.folder, name))
  }
}

function createDatabase(places: Places, account: Account, initdb: string): Sentence | null {
  const building = join(places.folder, `data.init-${process.pid}`)
  giveFolder(building, account)
  const options = [
    '-D',
    building,
    '-U',
    databaseRole,
    '--no-locale',
    '--encoding=UTF8',
    '--no-instructions',
    '-A',
    'peer',
  ]
  const { command, args, ...drop } = account.launch(initdb, options)
  const ran = spawnSync(command, args, {
    ...drop,
    cwd: '/',
    env: plainEnvironment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (ran.status !== 0) {
    discard(building)
    return say('ledger.postgres_could_not_create_database', { folder: places.folder })
  }
  try {
    renameSync(building, places.data)
  } catch {
    // Another supervisor was first: its database is as good.
    discard(building)
  }
  syncFolder(places.folder)
  return null
}

/** What cannot go now (an initdb may still write into it) goes at the next start. */
function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // left for the next sweep
  }
}

function giveFolder(path: string, account: Account): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid)
}

/**
 * Kept outside of the data folder: that belongs to the server's account, and root must not write where a lesser user
 * may lay links.
 */
function writeAccessRules(places: Places, account: Account): void {
  const caller = account.callerName.replaceAll('"', '""')
  replaceFile(places.hba, 'local all all peer map=payrun\n')
  replaceFile(places.ident, `payrun "${caller}" ${databaseRole}\n`)
}

function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  chmodSync(draft, 0o644)
  renameSync(draft, path)
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
