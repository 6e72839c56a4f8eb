import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { t } from '../../words/t.ts'
import { serverBinaries } from './binaries.ts'
import { connectControl } from './connect-control.ts'
import { databaseRole, versionOf } from './data-folder.ts'
import type { Places } from './places.ts'
import { prepareHome } from './prepare-home.ts'
import { type SupervisorStart, startSupervisor } from './start-supervisor.ts'

/** For node-postgres. Port and ssl are given so that PGPORT and PGSSLMODE of the caller's environment don't matter. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export type AttachedPostgres =
  | {
      ok: true
      connection: EmbeddedConnection
      /** Says that this process needs the server no longer; does not wait for it to stop. End the pools first. */
      release(): Promise<void>
    }
  /** One sentence or more for the user: what is wrong and what to do. */
  | { ok: false; message: string }

export type AttachOptions = {
  /** PAYRUN_HOME; made, with mode 0700, when it is not there. */
  home: string
  /** Gets a sentence for the user when a start takes long, or when the server was lost and comes back. */
  onNotice: (sentence: string) => void
}

/**
 * Attaches this process to the private Postgres of this home, and starts that when it does not run. It stays up as long
 * as any process is attached; a process that dies without `release` counts as gone at once. When the server's supervisor
 * is lost, this process attaches again by itself: the connections of that moment fail, new ones to the same place work.
 * Being attached does not keep a process alive.
 */
export async function attachEmbeddedPostgres({ home, onNotice }: AttachOptions): Promise<AttachedPostgres> {
  const binaries = serverBinaries()
  if (!binaries.ok) return binaries
  const prepared = prepareHome(home)
  if (!prepared.ok) return prepared
  const { places } = prepared
  const first = await reachSupervisor(places, { ref: true, onNotice })
  if (!first.ok) return first
  const attachment = keepAttached(places, first.socket, onNotice)
  const connection = { host: places.run, port: 5432, user: databaseRole, database: 'postgres', ssl: false } as const
  return { ok: true, connection, release: async () => attachment.end() }
}

function keepAttached(places: Places, firstSocket: Socket, onNotice: (sentence: string) => void): { end(): void } {
  let socket = firstSocket
  let ended = false
  hold(firstSocket)

  function hold(next: Socket): void {
    socket = next
    if (ended) return void next.destroy()
    next.once('close', () => {
      if (!ended) void attachAgain()
    })
  }

  async function attachAgain(): Promise<void> {
    onNotice('The embedded Postgres was lost; starting it again.')
    // Never a new, empty database under a process that knows the old one.
    if (versionOf(places.data) === null) return onNotice(t`The database in ${places.data} is gone.`)
    const reached = await reachSupervisor(places, { ref: false, onNotice, isEnded: () => ended })
    if (reached.ok) return hold(reached.socket)
    if (!ended) onNotice(reached.message)
  }

  return {
    end: () => {
      ended = true
      socket.destroy()
    },
  }
}

type Reached = { ok: true; socket: Socket } | { ok: false; message: string }
type ReachOptions = {
  /** Whether waiting keeps this process alive. */
  ref: boolean
  onNotice: (sentence: string) => void
  isEnded?: () => boolean
}

const slowAfterMs = 5_000
const giveUpAfterMs = 300_000
/** Supervisors that ended without a word, before this one gives up. */
const silentEndsMax = 5

/** Looks for a supervisor and starts one when there is none, until one says that its server is ready. */
async function reachSupervisor(places: Places, { ref, onNotice, isEnded }: ReachOptions): Promise<Reached> {
  const since = performance.now()
  let start: SupervisorStart | null = null
  let silentEnds = 0
  let told = false
  try {
    while (!isEnded?.() && performance.now() - since < giveUpAfterMs) {
      const socket = await connectControl(places.control, { ref, timeoutMs: giveUpAfterMs })
      if (socket !== null) return { ok: true, socket }
      if (start?.state.kind === 'failed') return { ok: false, message: start.state.message }
      if (start?.state.kind === 'ended') silentEnds += 1
      if (silentEnds > silentEndsMax) break
      if (start === null || start.state.kind === 'ended') start = startSupervisor(places, { ref })
      if (!told && performance.now() - since > slowAfterMs) {
        told = true
        onNotice('The embedded Postgres is starting; after a crash that can take a while.')
      }
      await pause(20, undefined, { ref })
    }
    return { ok: false, message: t`The embedded Postgres does not start: see the end of ${places.log}.` }
  } finally {
    start?.letGo()
  }
}
