import { createHash } from 'node:crypto'
import { join } from 'node:path'

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
