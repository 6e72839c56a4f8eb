import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { type Sentence, say } from '../../words/sentence.ts'
import { orUseOwnServer, type Places } from './places.ts'

/** A command line as the server's account has to be given it. */
type Launch = { command: string; args: string[]; uid?: number; gid?: number }

/** Who runs the server, and how to start a program as that user. */
export type Account = {
  /** Whom the data folder and the socket folder must be given to; null when it is the calling user. */
  owner: { uid: number; gid: number } | null
  /** The calling user's name, which the server lets in. */
  callerName: string
  launch(command: string, args: string[]): Launch
}

type FoundAccount = { ok: true; account: Account } | { ok: false; message: Sentence }

/** The whole environment of the server's processes: whatever the caller's holds (credentials, say) stays out. */
export const plainEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds out by trying. A plain user runs the server; root, whom Postgres refuses, has it run by an unprivileged user.
 * That user often cannot walk to the data or the programs (below /root, or a 0700 home): then it gets one capability,
 * to read and walk through (never to write), which the kernel takes along into initdb's own child processes. Containers
 * mostly lack that capability; there, root's own home is opened to the group of that user, to pass and not to list.
 */
export function serverAccount(places: Places, postgres: string): FoundAccount {
  const broken = trial(postgres, ['--version'])
  if (broken !== null) return orUseOwnServer(say('ledger.postgres_npm_installed_does_not_run', { broken }))
  const callerName = nameOfCaller()
  if (callerName === null) {
    return orUseOwnServer(say('ledger.postgres_does_not_run_user_without', { getuid: process.getuid?.() ?? '?' }))
  }
  const plain: Account = { owner: null, callerName, launch: (command, args) => ({ command, args }) }
  if (process.getuid?.() !== 0) return { ok: true, account: plain }

  const owner = ownerOfData(places.data) ?? idsOf('postgres') ?? idsOf('nobody')
  if (owner === null) return orUseOwnServer(say('ledger.postgres_refuses_run_root_no_user'))
  if (owner.uid === 0) {
    return orUseOwnServer(say('ledger.belongs_root_postgres_refuses_run_root', { data: places.data }))
  }
  const reaches = (way: Account['launch']) => {
    const launch = way('/bin/sh', reachTrial(places.folder, postgres))
    return trial(launch.command, launch.args, launch) === null
  }
  const launch = [droppedTo(owner), droppedWithPassage(owner)].find(reaches) ?? letThrough(places.home, owner, reaches)
  if (launch !== null) return { ok: true, account: { owner, callerName, launch } }
  return orUseOwnServer(
    say('ledger.postgres_refuses_run_root_user_uid', { uid: owner.uid, folder: places.folder, postgres }),
  )
}

/** Root without any privilege left: enough where the folders let others pass. */
function droppedTo(owner: { uid: number; gid: number }) {
  return (command: string, args: string[]): Launch => ({ command, args, ...owner })
}

function droppedWithPassage(owner: { uid: number; gid: number }) {
  const capabilities = '-all,+dac_read_search'
  // initdb looks for postgres with access(2), which leaves a user's capabilities out unless this bit is set.
  const options = ['--securebits=+no_setuid_fixup', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  options.push(`--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`)
  return (command: string, args: string[]): Launch => ({ command: 'setpriv', args: [...options, command, ...args] })
}

/** Only what is root's own is opened, and it is closed again when that does not help. */
function letThrough(
  home: string,
  owner: { uid: number; gid: number },
  reaches: (way: Account['launch']) => boolean,
): Account['launch'] | null {
  const before = statSync(home)
  chownSync(home, before.uid, owner.gid)
  chmodSync(home, 0o710)
  const launch = droppedTo(owner)
  if (reaches(launch)) return launch
  chownSync(home, before.uid, before.gid)
  chmodSync(home, before.mode & 0o7777)
  return null
}

function reachTrial(folder: string, postgres: string): string[] {
  return ['-c', 'cd "$1" && "$2" --version', 'sh', folder, postgres]
}

/** Null when the program ran well, else what is known of the reason. */
function trial(command: string, args: string[], launch: Pick<Launch, 'uid' | 'gid'> = {}): string | null {
  const { uid, gid } = launch
  const drop = uid === undefined || gid === undefined ? {} : { uid, gid }
  const ran = spawnSync(command, args, { ...drop, cwd: '/', env: plainEnvironment, encoding: 'utf8' })
  if (ran.error) return ran.error.message
  return ran.status === 0 ? null : ran.stderr.trim().split('\n').at(-1) || `exit ${ran.status ?? ran.signal}`
}

/** Whoever the data was given to before stays its owner, also when a user postgres turns up later. */
function ownerOfData(data: string): { uid: number; gid: number } | null {
  const found = statSync(data, { throwIfNoEntry: false })
  return found ? { uid: found.uid, gid: found.gid } : null
}

function idsOf(name: string): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const ran = spawnSync('id', [option, name], { env: plainEnvironment, encoding: 'utf8' })
    return ran.status === 0 ? Number.parseInt(ran.stdout, 10) : null
  })
  return uid == null || gid == null ? null : { uid, gid }
}

function nameOfCaller(): string | null {
  try {
    return userInfo().username || null
  } catch {
    return null
  }
}
