import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { plainEnvironment, serverAccount } from '../../src/ledger/embedded/account.ts'
import { databaseRole, ensureDataFolder } from '../../src/ledger/embedded/dataFolder.ts'
import { type Places, prepareHome, serverBinaries } from '../../src/ledger/embedded/places.ts'
import { english } from './words.ts'

/** A Postgres that a test may stop and start. Nobody else restarts it. */
export interface OwnPostgres {
  url: string
  /** The paths of its data folder and of its socket's folder. */
  data: string
  run: string
  /** SIGQUIT, the immediate shutdown: sessions are aborted, and the next start recovers as after a crash. */
  stopAtOnce(): Promise<void>
  /** `settings` are for the command line, such as `fsync=off`. */
  start(settings?: string[]): Promise<void>
  /** Copies its data folder while it is stopped. */
  copy(): string
  /** Replaces its data folder by such a copy while it is stopped. */
  putBack(copy: string): void
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** `within`: the folder to remove if this process dies before `remove`. By default only the server's own. */
export async function startOwnPostgres(settings: string[] = [], within?: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'payrun-postgres-'))
  // If the tests run as root, the server runs as another user, who needs access to the folders in it.
  chmodSync(folder, 0o711)
  const launcher = prepare(join(folder, 'home'))
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const start = async (given: string[] = []) => {
    child = launcher.launch(given)
    dieTogether(child, within ?? folder)
    while (!launcher.isReady(child)) {
      if (child.exitCode !== null) throw new Error('Postgres did not start')
      await pause(10)
    }
  }
  await start(settings)
  return {
    data: launcher.places.data,
    run: launcher.places.run,
    url: `postgresql://${databaseRole}@${encodeURIComponent(launcher.places.run)}:5432/postgres`,
    stopAtOnce: () => end('SIGQUIT'),
    start,
    copy: () => {
      const copy = join(folder, `copy-${randomUUID()}`)
      copyFolder(launcher.places.data, copy)
      return copy
    },
    putBack: (copy) => {
      rmSync(launcher.places.data, { recursive: true, force: true })
      copyFolder(copy, launcher.places.data)
    },
    remove: async () => {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      if (launcher.places.shortFolder) rmSync(launcher.places.shortFolder, { recursive: true, force: true })
    },
  }
}

/** Copies a folder with its owner, who runs the server. */
const copyFolder = (from: string, to: string) => execFileSync('cp', ['-a', from, to])

/**
 * Starts a shell that waits for the end of a pipe from this process. The kernel closes the pipe however this process ends; then the shell
 * stops the server and removes its folder. If the server ends first, the shell is told to exit.
 */
function dieTogether(server: ChildProcess, folder: string): void {
  const script = 'read -r word && exit; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"'
  const shell = spawn('/bin/sh', ['-c', script, 'payrun-test-postgres', String(server.pid), folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  shell.stdin.on('error', () => undefined)
  server.once('exit', () => shell.stdin.end('ended\n'))
}

/** Prepares the data folder and the account that runs the server, as payrun does for its embedded server. */
function prepare(home: string) {
  const binaries = serverBinaries()
  const prepared = prepareHome(home)
  if (!binaries.ok) throw new Error(english(binaries.message))
  if (!prepared.ok) throw new Error(english(prepared.message))
  const { places } = prepared
  const found = serverAccount(places, binaries.postgres)
  if (!found.ok) throw new Error(english(found.message))
  const trouble = ensureDataFolder(places, found.account, binaries.initdb)
  if (trouble !== null) throw new Error(english(trouble))
  const launch = (given: string[]): ChildProcess => {
    const options = [...fixedSettings(places), ...given].flatMap((setting) => ['-c', setting])
    const { command, args, ...drop } = found.account.launch(binaries.postgres, ['-D', places.data, ...options])
    return spawn(command, args, { ...drop, cwd: '/', env: plainEnvironment, stdio: 'ignore' })
  }
  return { places, launch, isReady: (child: ChildProcess) => isReady(places, child.pid) }
}

const fixedSettings = (places: Places): string[] => [
  'listen_addresses=',
  `unix_socket_directories="${places.run}"`,
  'unix_socket_permissions=0700',
  `hba_file=${places.hba}`,
  `ident_file=${places.ident}`,
  'timezone=UTC',
]

function isReady(places: Places, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(places.data, 'postmaster.pid'), 'utf8').split('\n')
    return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}
