import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Account, plainEnvironment } from './account.ts'
import { isSupervisorOf, processOf } from './holder.ts'
import { embeddedPlaces, type Places } from './places.ts'

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

export type PreparedHome = { ok: true; places: Places } | { ok: false; message: Sentence }

/**
 * Makes PAYRUN_HOME (0700 when it is new) and the folders below it that belong to the calling user, and refuses a home
 * of somebody else: its owner could swap folders under our feet, and could not use what we leave in it.
 */
export function prepareHome(home: string): PreparedHome {
  const uid = process.getuid?.()
  if (uid === undefined) return refuse(say('ledger.embedded_postgres_does_not_run_system'))
  const wanted = resolve(home)
  if (hasControlCharacter(wanted)) {
    return refuse(say('ledger.path_payrun_home_line_break_another'))
  }
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    const places = embeddedPlaces(realpathSync(wanted), uid)
    // Root's server runs as another user, who has to walk through these folders but never to list them.
    const mode = uid === 0 ? 0o711 : 0o700
    const own = [{ path: places.folder, mode }]
    if (places.shortFolder !== null) own.push({ path: places.shortFolder, mode })
    const stranger = ownedByAnother(places.home, uid) ?? own.map((f) => makeOwn(f.path, f.mode, uid)).find(Boolean)
    return stranger ? { ok: false, message: stranger } : { ok: true, places }
  } catch (error) {
    return refuse(say('ledger.payrun_cannot_use_folder', { wanted, reason: reason(error) }))
  }
}

function makeOwn(path: string, mode: number, uid: number): Sentence | null {
  mkdirSync(path, { recursive: true, mode })
  const stranger = ownedByAnother(path, uid)
  if (stranger === null) chmodSync(path, mode)
  return stranger
}

function ownedByAnother(path: string, uid: number): Sentence | null {
  const found = lstatSync(path)
  if (!found.isDirectory()) return say('ledger.way_payrun_needs_folder_move_set', { path })
  if (found.uid === uid) return null
  return say('ledger.folder_belongs_another_user_uid_you', { path, uid: found.uid, a: uid })
}

function refuse(problem: Sentence): PreparedHome {
  return { ok: false, message: say('ledger.or_set_payrun_home', { problem }) }
}

function hasControlCharacter(path: string): boolean {
  return [...path].some((character) => character < ' ' || character === '\u007f')
}

function reason(error: unknown): string | Sentence {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words: Record<string, Sentence> = {
    EACCES: say('ledger.permission_denied'),
    EPERM: say('ledger.not_permitted'),
    EROFS: say('ledger.disk_read_only'),
    ENOSPC: say('ledger.disk_full'),
    ENOTDIR: say('ledger.part_path_file_not_folder'),
    EEXIST: say('ledger.file_name'),
  }
  return words[code] ?? (error instanceof Error ? error.message : String(error))
}
