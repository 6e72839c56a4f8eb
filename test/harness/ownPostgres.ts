import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { plainEnvironment, serverAccount } from '../../src/ledger/embedded/account.ts'
import { serverBinaries } from '../../src/ledger/embedded/binaries.ts'
import { databaseRole, ensureDataFolder } from '../../src/ledger/embedded/data-folder.ts'
import type { Places } from '../../src/ledger/embedded/places.ts'
import { prepareHome } from '../../src/ledger/embedded/prepare-home.ts'

/** A Postgres that a test may stop and start as it likes: nobody brings it back but the test. */
export interface OwnPostgres {
  url: string
  /** SIGQUIT, Postgres's immediate shutdown: no session ends in order, and the next start recovers as after a crash. */
  stopAtOnce(): Promise<void>
  /** `settings` are given on the command line, such as `fsync=off`. */
  start(settings?: string[]): Promise<void>
  /** Ends it for good and removes its folder. */
  remove(): Promise<void>
}

export async function startOwnPostgres(settings: string[] = []): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'payrun-postgres-'))
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
    while (!launcher.isReady(child)) {
      if (child.exitCode !== null) throw new Error('Postgres did not start')
      await pause(10)
    }
  }
  await start(settings)
  return {
    url: `postgresql://${databaseRole}@${encodeURIComponent(launcher.places.run)}:5432/postgres`,
    stopAtOnce: () => end('SIGQUIT'),
    start,
    remove: async () => {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      if (launcher.places.shortFolder) rmSync(launcher.places.shortFolder, { recursive: true, force: true })
    },
  }
}

/** The database and the account that runs it, as payrun makes them for its embedded server. */
function prepare(home: string) {
  const binaries = serverBinaries()
  const prepared = prepareHome(home)
  if (!binaries.ok) throw new Error(binaries.message)
  if (!prepared.ok) throw new Error(prepared.message)
  const { places } = prepared
  const found = serverAccount(places, binaries.postgres)
  if (!found.ok) throw new Error(found.message)
  const trouble = ensureDataFolder(places, found.account, binaries.initdb)
  if (trouble !== null) throw new Error(trouble)
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
