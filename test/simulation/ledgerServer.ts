import type { PostgresAddress } from '../../src/ledger/connection/ledger.ts'
import { LedgerSocket } from './ledgerSocket.ts'
import { message, type SimulatedPostgres, simpleQuery } from './postgres.ts'
import type { Process, World } from './world.ts'

/** The ledger's server at the other end of a simulated network, which node-postgres talks to as to any. */
export interface LedgerServer {
  /** What a process opens its ledger with. */
  addressFor(process: Process): PostgresAddress
  /** Break all connections (of a process). What is on its way to the server still arrives, or does not. */
  reset(process?: Process): void
  /** The connections of a process fall silent: nothing comes back, and what is sent arrives `lateMs` later; null: never. */
  silence(process: Process, lateMs: number | null): void
  /** Stopped at once: connections are refused for so long. What was committed stays. */
  stop(forMs: number): void
  remember(): void
  /** The ledger is as it was when it was remembered, on the same server, on one that was promoted, or on another machine. */
  goBack(to: 'same' | 'promoted' | 'another'): void
  /** A standby that has every commit takes over. */
  failOver(): void
}

interface Session {
  pid: number
  startedAtMs: number
  activeAtMs: number
  socket: LedgerSocket
  /** Bytes that don't make a whole message yet. */
  inbox: Buffer
  isStarted: boolean
  /** Messages that are executed together: up to a Sync, a Flush or a simple query. */
  unit: Buffer[]
  /** Of prepared statements. */
  names: Map<string, string>
  copy: { table: string; lines: Buffer[] } | undefined
  isOpen: boolean
}

export function serveLedger(world: World, postgres: SimulatedPostgres, mayEndSessions: boolean): LedgerServer {
  const { random } = world
  const sessions = new Set<Session>()
  /** The session that is in a transaction. The others wait: there is one backend for all of them. */
  let inTransaction: Session | undefined
  const waiting: { session: Session; messages: Buffer[] }[] = []
  const identity = { systemId: 7_000_000_000, timeline: 1 }
  let pids = 100
  let isToRemember = false
  let awayUntilMs = 0

  const setUp = (name: string, value: string | number) =>
    postgres.run(`select set_config('simulated.${name}', '${value}', false)`)
  const identify = () => {
    setUp('system_id', identity.systemId)
    setUp('timeline', identity.timeline)
  }
  postgres.empty()
  setUp('lost_bytes', 0)
  identify()

  const connect = (socket: LedgerSocket) => {
    if (world.nowMs() < awayUntilMs) return socket.breakOff('ECONNREFUSED')
    pids += 1
    const nowMs = world.nowMs()
    const session: Session = {
      pid: pids,
      startedAtMs: nowMs,
      activeAtMs: nowMs,
      socket,
      inbox: Buffer.alloc(0),
      isStarted: false,
      unit: [],
      names: new Map(),
      copy: undefined,
      isOpen: true,
    }
    sessions.add(session)
    socket.onArrival = (bytes) => arrive(session, bytes)
    socket.onGone = () => end(session)
    socket.tellConnected()
  }
  const end = (session: Session) => {
    if (!session.isOpen) return
    session.isOpen = false
    sessions.delete(session)
    if (inTransaction !== session) return
    postgres.run('rollback')
    inTransaction = undefined
    workOff()
  }
  const arrive = (session: Session, bytes: Buffer) => {
    if (!session.isOpen) return
    session.inbox = Buffer.concat([session.inbox, bytes])
    for (const each of takeMessages(session)) {
      if (each[0] === 0x58) return end(session)
      if (each[0] === 0) session.socket.answer(greeting(session.pid))
      else if (isCopyData(each)) copyData(session, each)
      else session.unit.push(each)
      if (!'SQH'.includes(String.fromCharCode(each[0]!))) continue
      waiting.push({ session, messages: session.unit.splice(0) })
    }
    workOff()
  }
  /** Not within a transaction, which may be rolled back. */
  const remember = () => {
    isToRemember = inTransaction !== undefined
    if (!isToRemember) postgres.remember()
  }
  const workOff = () => {
    for (;;) {
      if (isToRemember) remember()
      const at = waiting.findIndex(({ session }) => inTransaction === undefined || session === inTransaction)
      if (at < 0) return
      const [next] = waiting.splice(at, 1)
      if (next?.session.isOpen) execute(next.session, next.messages)
    }
  }
  const execute = (session: Session, messages: Buffer[]) => {
    session.activeAtMs = world.nowMs()
    const unit = Buffer.concat(messages)
    const answer = answerHere(session, unit) ?? inBackend(session, unit)
    session.socket.answer(answer)
    // The last message is "ready for query", with the state of the transaction, but after a Flush or within a COPY.
    const status = answer.at(-6) === 0x5a ? answer.at(-1) : 0x54
    inTransaction = status === 0x49 ? undefined : session
  }
  /** What needs no backend: the settings of a session, which would be everybody's; and COPY, which this backend can't do. */
  const answerHere = (session: Session, unit: Buffer): Buffer | undefined => {
    if (unit[0] !== 0x51) return undefined
    const sql = unit.toString('utf8', 5, unit.length - 1).trim()
    if (/^set (?!local)/.test(sql)) return Buffer.concat([message('C', ['SET\0']), ready(inTransaction ? 'T' : 'I')])
    const table = /^copy (\w+) from stdin$/.exec(sql)?.[1]
    if (!table) return undefined
    session.copy = { table, lines: [] }
    return message('G', [Buffer.alloc(3)])
  }
  const copyData = (session: Session, data: Buffer) => {
    if (!session.copy) return
    const { table, lines } = session.copy
    if (data[0] === 0x64) {
      lines.push(data.subarray(5))
      return
    }
    session.copy = undefined
    const rows = Buffer.concat(lines).toString().trimEnd().split('\n').map(copiedRow)
    session.unit.push(simpleQuery(`insert into ${table} values ${rows.join(', ')}`))
    waiting.push({ session, messages: session.unit.splice(0) })
  }
  const inBackend = (session: Session, unit: Buffer): Buffer => {
    const asksForSessions = unit.includes('pg_backend_pid') || unit.includes('pg_stat_activity')
    if (asksForSessions) {
      setUp('pid', session.pid)
      setUp('sessions', JSON.stringify([...sessions].map(described)))
      setUp('ended', '')
    }
    const answer = postgres.execute(unit, session.names)
    if (unit.includes('pg_terminate_backend')) {
      const ended = postgres.execute(simpleQuery(`select current_setting('simulated.ended')`)).toString('latin1')
      for (const each of sessions) if (ended.includes(`${each.pid}C\0`)) each.socket.breakOff('ECONNRESET')
    }
    return answer
  }
  const described = ({ pid, startedAtMs, activeAtMs }: Session) => ({
    pid,
    backend_start: mayEndSessions ? new Date(Date.now() - world.nowMs() + startedAtMs) : null,
    state: 'idle',
    state_change: new Date(Date.now() - world.nowMs() + activeAtMs),
  })
  const breakAll = (code: string) => {
    for (const { socket } of [...sessions]) socket.breakOff(code)
  }

  return {
    addressFor: (process) => ({ stream: () => new LedgerSocket(world, process, connect) }) as PostgresAddress,
    reset: (process) => {
      for (const { socket } of [...sessions]) if (!process || socket.owner === process) socket.reset(random.chance(0.5))
    },
    silence: (process, lateMs) => {
      for (const { socket } of sessions) if (socket.owner === process) socket.fallSilent(lateMs)
    },
    stop: (forMs) => {
      awayUntilMs = world.nowMs() + forMs
      breakAll('ECONNRESET')
    },
    remember,
    goBack: (to) => {
      breakAll('ECONNRESET')
      if (isToRemember) remember()
      postgres.goBack()
      if (to === 'promoted') identity.timeline += 1
      if (to === 'another') identity.systemId += 1
      identify()
    },
    failOver: () => {
      breakAll('ECONNRESET')
      identity.timeline += 1
      identify()
    },
  }
}

function* takeMessages(session: Session): Generator<Buffer> {
  for (;;) {
    const { inbox, isStarted } = session
    const head = isStarted ? 1 : 0
    if (inbox.length < head + 4) return
    const end = head + inbox.readInt32BE(head)
    if (inbox.length < end) return
    session.inbox = inbox.subarray(end)
    session.isStarted = true
    yield inbox.subarray(0, end)
  }
}

const isCopyData = (bytes: Buffer): boolean => 'dcf'.includes(String.fromCharCode(bytes[0]!))

const ready = (status: 'I' | 'T'): Buffer => message('Z', [status])

function greeting(pid: number): Buffer {
  const key = Buffer.alloc(8)
  key.writeInt32BE(pid)
  return Buffer.concat([message('R', [Buffer.alloc(4)]), message('K', [key]), ready('I')])
}

const unescaped: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' }

/** A line of COPY's text format as a row of values. */
function copiedRow(line: string): string {
  const values = line.split('\t').map((cell) => {
    if (cell === '\\N') return 'null'
    return `'${cell.replace(/\\(.)/g, (_, character: string) => unescaped[character] ?? character).replaceAll("'", "''")}'`
  })
  return `(${values.join(', ')})`
}
