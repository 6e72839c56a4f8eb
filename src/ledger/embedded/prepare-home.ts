import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { t } from '../../words/t.ts'
import { embeddedPlaces, type Places } from './places.ts'

export type PreparedHome = { ok: true; places: Places } | { ok: false; message: string }

/**
 * Makes PAYRUN_HOME (0700 when it is new) and the folders below it that belong to the calling user, and refuses a home
 * of somebody else: its owner could swap folders under our feet, and could not use what we leave in it.
 */
export function prepareHome(home: string): PreparedHome {
  const uid = process.getuid?.()
  if (uid === undefined) return refuse(t`The embedded Postgres does not run on this system.`)
  const wanted = resolve(home)
  if (hasControlCharacter(wanted)) {
    return refuse(t`The path of PAYRUN_HOME has a line break or another control character in it: use a plain one.`)
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
    return refuse(t`payrun cannot use its folder ${wanted}: ${reason(error)}.`)
  }
}

function makeOwn(path: string, mode: number, uid: number): string | null {
  mkdirSync(path, { recursive: true, mode })
  const stranger = ownedByAnother(path, uid)
  if (stranger === null) chmodSync(path, mode)
  return stranger
}

function ownedByAnother(path: string, uid: number): string | null {
  const found = lstatSync(path)
  if (!found.isDirectory())
    return t`${path} is in the way: payrun needs a folder there. Move it, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.`
  if (found.uid === uid) return null
  return t`The folder ${path} belongs to another user (uid ${found.uid}; you are uid ${uid}), and payrun's database must belong to the user who runs it. Run payrun as that user, or set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.`
}

function refuse(what: string): PreparedHome {
  const elsewhere = t`Otherwise set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server.`
  return { ok: false, message: `${what} ${elsewhere}` }
}

function hasControlCharacter(path: string): boolean {
  return [...path].some((character) => character < ' ' || character === '\u007f')
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words: Record<string, string> = {
    EACCES: t`permission denied`,
    EPERM: t`not permitted`,
    EROFS: t`the disk is read-only`,
    ENOSPC: t`the disk is full`,
    ENOTDIR: t`a part of the path is a file, not a folder`,
    EEXIST: t`there is a file of that name`,
  }
  return words[code] ?? (error instanceof Error ? error.message : String(error))
}
