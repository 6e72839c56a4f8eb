import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SaidError } from './words/render.ts'
import { type Sentence, say } from './words/sentence.ts'

interface Step {
  path: string
  stats: Stats
  folder: Stats
}

/** The most links that the kernel follows. */
const mostLinks = 40

/** Everything on the way to a path, in order: folders, links and their targets. `isWhole` if the path exists. */
function walk(path: string): { steps: Step[]; isWhole: boolean } {
  const steps: Step[] = []
  let at = '/'
  let folder = lstatSync('/')
  const left = resolve(path).split('/').filter(Boolean)
  for (let links = 0; left.length > 0; ) {
    const next = join(at, left.shift() ?? '')
    const stats = statsOf(next)
    if (stats === undefined) return { steps, isWhole: false }
    steps.push({ path: next, stats, folder })
    if (stats.isSymbolicLink()) {
      links += 1
      if (links > mostLinks) return { steps, isWhole: false }
      left.unshift(...resolve(at, readlinkSync(next)).split('/').filter(Boolean))
      at = '/'
      folder = lstatSync('/')
    } else {
      at = next
      folder = stats
    }
  }
  return { steps, isWhole: true }
}

/** Undefined if there is nothing, or if this process may not look: then nothing there can be used. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** This user and root. `/` belongs to root, whatever its number in a user namespace. */
const isTrusted = (uid: number): boolean => uid === process.geteuid?.() || uid === 0 || uid === lstatSync('/').uid

const isOwnGroup = (gid: number): boolean => gid === process.getegid?.() || process.getgroups?.().includes(gid) === true

/**
 * Why a file or folder can't be trusted: it, or a link on the way to it, belongs to a user who is neither this one nor root, or can be
 * written by others than these and the process's own groups. Null if it can be trusted, or doesn't exist. The folders above it are not
 * checked: a person who can rename entries in them can only put something of their own there, which is refused. Nothing is checked on a
 * system without users.
 */
export function distrust(path: string): Sentence | null {
  if (process.geteuid === undefined) return null
  const { steps, isWhole } = walk(path)
  for (const [index, { path: at, stats }] of steps.entries()) {
    const isWanted = isWhole && index === steps.length - 1
    const problem = stats.isSymbolicLink() ? ofOwner(at, stats) : isWanted ? distrustOf(at, stats) : null
    if (problem !== null) return problem
  }
  return null
}

function ofOwner(path: string, { uid }: Stats): Sentence | null {
  return isTrusted(uid) ? null : say('settings.not_yours', { path, uid: String(uid), own: String(process.geteuid?.()) })
}

/** The same for a file or folder itself, without the way to it. */
function distrustOf(path: string, stats: Stats): Sentence | null {
  const foreign = ofOwner(path, stats)
  if (foreign !== null) return foreign
  const byGroup = (stats.mode & 0o020) !== 0 && !isOwnGroup(stats.gid)
  const byOthers = (stats.mode & 0o002) !== 0
  if ((!byGroup && !byOthers) || isPodsOwn(path)) return null
  const mode = (stats.mode & 0o7777).toString(8).padStart(4, '0')
  return say('settings.others_may_write', { path, mode })
}

/**
 * Kubernetes lets everybody write into an emptyDir, which only the containers of one pod have. Only users who may mount can create a
 * mount with that name.
 */
function isPodsOwn(path: string): boolean {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
    return mounts.some((line) => {
      const [, , , root = '', point] = line.split(' ')
      return point === path && /\/pods\/[^/]+\/volumes\/kubernetes\.io~empty-dir\/[^/]+$/.test(root)
    })
  } catch {
    return false
  }
}

/** The same for PAYRUN_HOME and for everything in it that payrun relies on. It may also be in a place that can't have a folder. */
export function distrustHome(home: string): Sentence | null {
  const problem = whyNoFolder(home) ?? distrust(home)
  if (problem !== null) return problem
  const outbox = join(home, 'outbox')
  const ledgers = namesIn(outbox).map((name) => join(outbox, name))
  const files = ledgers.flatMap((ledger) => namesIn(ledger).map((name) => join(ledger, name)))
  const inside = ['outbox', 'listen-token', 'incoming', 'reports', 'marks'].map((name) => join(home, name))
  for (const path of [...inside, ...ledgers, ...files]) {
    const stats = statsOf(path)
    const found = stats && (stats.isSymbolicLink() ? distrust(path) : distrustOf(path, stats))
    if (found) return found
  }
  return null
}

/** Linux's magic number of /proc. Node's recursive mkdir never ends there. */
const procfs = 0x9fa0

function whyNoFolder(home: string): Sentence | null {
  let path = home
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path)
  try {
    if (!statSync(path).isDirectory()) return say('settings.home_no_folder', { path })
    return statfsSync(path).type === procfs ? say('settings.home_takes_no_folders', { path }) : null
  } catch {
    // It went away meanwhile.
    return null
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const distrustCode = 'EDISTRUST'

/**
 * The text of a file that nobody else can have written. The check is on the open file, which nobody can swap any more.
 *
 * @throws SaidError with `distrustCode`; errors of the file system
 */
export function readTrusted(path: string, { follow = false }: { follow?: boolean } = {}): string {
  const flags = constants.O_RDONLY | (follow ? 0 : constants.O_NOFOLLOW)
  const readOpened = (more: number, read: (file: number) => string): string => {
    const file = openSync(path, flags | more)
    try {
      const problem = process.geteuid === undefined ? null : (distrustOf(path, fstatSync(file)) ?? distrust(path))
      if (problem !== null) throw Object.assign(new SaidError(problem), { code: distrustCode })
      return read(file)
    } finally {
      closeSync(file)
    }
  }
  const text = (file: number) => readFileSync(file, 'utf8')
  // Somebody else's pipe would never open. One's own may be given a .env by a program for passwords, and is waited for.
  return readOpened(constants.O_NONBLOCK ?? 0, (file) => (fstatSync(file).isFIFO() ? readOpened(0, text) : text(file)))
}

/**
 * Another user's link on the way to a path, in a folder that everybody can write: it leads wherever that user likes. This is the rule
 * of the kernel's fs.protected_symlinks, which may be off.
 */
export function foreignLink(path: string): string | null {
  if (process.geteuid === undefined) return null
  const found = walk(path).steps.find(
    ({ stats, folder }) =>
      stats.isSymbolicLink() &&
      (folder.mode & 0o002) !== 0 &&
      stats.uid !== process.geteuid?.() &&
      stats.uid !== folder.uid,
  )
  return found?.path ?? null
}
