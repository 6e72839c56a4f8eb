import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { embeddedPlaces, type Places } from './places.ts'

export type PreparedHome = { ok: true; places: Places } | { ok: false; message: string }

/**
 * Makes PAYRUN_HOME (0700 when it is new) and the folders below it that belong to the calling user, and refuses a home
 * of somebody else: its owner could swap folders under our feet, and could not use what we leave in it.
 */
export function prepareHome(home: string): PreparedHome {
  const uid = process.getuid?.()
  if (uid === undefined) return refuse('The embedded Postgres does not run on this system.')
  const wanted = resolve(home)
  if (hasControlCharacter(wanted)) {
    return refuse('The path of PAYRUN_HOME has a line break or another control character in it: use a plain one.')
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
    return refuse(`payrun cannot use its folder ${wanted}: ${reason(error)}.`)
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
  if (!found.isDirectory()) return `${path} is in the way: payrun needs a folder there. Move it, or ${elsewhere}.`
  if (found.uid === uid) return null
  return `The folder ${path} belongs to another user (uid ${found.uid}; you are uid ${uid}), and payrun's database must belong to the user who runs it. Run payrun as that user, or ${elsewhere}.`
}

const elsewhere = 'set PAYRUN_HOME to a folder of your own, or set DATABASE_URL to a Postgres server'

function refuse(what: string): PreparedHome {
  return { ok: false, message: `${what} Otherwise ${elsewhere}.` }
}

function hasControlCharacter(path: string): boolean {
  return [...path].some((character) => character < ' ' || character === '\u007f')
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'there is a file of that name',
  }
  return words[code] ?? (error instanceof Error ? error.message : String(error))
}
