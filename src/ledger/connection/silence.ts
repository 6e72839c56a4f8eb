import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client, ClientBase, ClientConfig } from 'pg'
import pg from 'pg'

/** Looks after connections, so that none waits for ever for a peer that fell silent (docs/design.md, rule 13). */
interface SilenceWatch {
  /** Look after a connection that has just been made, until it ends. */
  add(client: ClientBase): Promise<void>
  /** Whether the server says nothing within so many milliseconds, neither to whoever connects now nor on any connection that is looked after. */
  isSilent(ms: number): Promise<boolean>
  /** Look after nothing any more. Whatever does not end by itself within a second is cut. */
  close(): void
}

interface Watched {
  client: ClientBase
  /** The server's own number of the session, which a pooler in between does not change. */
  pid: number
  /** Bytes out and in when it was looked at last, and when either had changed. */
  bytes: string
  movedMs: number
  /** Bytes out when its last answer was complete: more than these, and an answer is due. */
  answered: number
  /** Since then nobody can say what the server does, and since then it doesn't answer at all. */
  unknownSinceMs: number | undefined
  silentSinceMs: number | undefined
}

/** An answer that has been due for this long, without a byte of it, is asked after. */
const askedAfterMs = 10_000
/** Nor can it be asked after: the server has no connection left for it, or doesn't say what its sessions do. */
const givenUpMs = 120_000
/** A server that doesn't answer at all is given up after so many times that silence. */
const givenUpAfter = 3
const lookEveryMs = 1_000
const askMs = 5_000

/**
 * A statement may take as long as it takes: only the server can tell one that it works on from one whose packets a firewall has
 * swallowed. So the server is asked, over a new connection, what the session does. One that has answered, or never heard the
 * question, or is gone, has fallen silent: the connection is cut, and what waits on it fails as with any that breaks. The idle
 * ones of the same age went through the same firewall: they are cut, too, before somebody waits on them.
 */
export function watchSilence(
  config: ClientConfig,
  onSilence: (error: Error) => void,
  silentMs = askedAfterMs,
): SilenceWatch {
  const all = new Set<Watched>()
  let asking = false
  const look = async () => {
    const now = performance.now()
    for (const each of all) noteMoved(each, now)
    const due = [...all].filter((each) => isDue(each) && now - each.movedMs > silentMs)
    if (due.length === 0 || asking) return
    asking = true
    const atWork = await askServer(config, due)
    asking = false
    const isSilent = (each: Watched) =>
      !noteMoved(each, performance.now()) && isLost(each, atWork, givenUpAfter * silentMs)
    const silent = due.filter(isSilent)
    if (silent.length === 0) return
    const idle = [...all].filter((each) => !isDue(each) && now - each.movedMs > silentMs)
    onSilence(new Error('connections to the ledger had fallen silent: they are made anew'))
    for (const { client } of [...silent, ...idle]) cut(client)
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return {
    add: async (client) => {
      const { rows } = await client.query<{ pid: number }>(pidStatement)
      const socket = socketOf(client)
      const now = performance.now()
      const answered = socket.bytesWritten
      const watched = { client, pid: rows[0]!.pid, bytes: '', movedMs: now, answered, ...known }
      all.add(watched)
      client.on('drain', () => {
        watched.answered = socket.bytesWritten
      })
      client.on('end', () => all.delete(watched))
    },
    isSilent: async (ms) => {
      const heard = new Map([...all].map((each) => [each, bytesHeard(each)]))
      // Twice: this process may itself have stood still while the first answer waited to be read.
      for (let asked = 0; asked < 2; asked += 1) {
        const waited = delay(ms / 2, false, { ref: false })
        // A question that can't even be put tells nothing by itself: the other connections have their time all the same.
        const hasAnswered = askServer(config, [], ms / 2).then((said) => said !== 'silent' || waited)
        if (await Promise.race([hasAnswered, waited])) return false
      }
      return [...all].every((each) => bytesHeard(each) === heard.get(each))
    },
    close: () => {
      clearInterval(timer)
      const left = [...all]
      all.clear()
      const cutLeft = () => {
        for (const { client } of left) cut(client)
      }
      setTimeout(cutLeft, lookEveryMs).unref()
    },
  }
}

const known = { unknownSinceMs: undefined, silentSinceMs: undefined }

const pidStatement = { text: 'select pg_backend_pid() as pid', query_timeout: askedAfterMs }

const socketOf = (client: ClientBase): Socket => (client as Client).connection.stream as Socket

const bytesHeard = ({ client }: Watched): number => socketOf(client).bytesRead

const isDue = ({ client, answered }: Watched): boolean => socketOf(client).bytesWritten > answered

/** @returns whether a byte has gone or come since it was asked last */
function noteMoved(watched: Watched, now: number): boolean {
  const socket = socketOf(watched.client)
  const bytes = `${socket.bytesWritten} ${socket.bytesRead}`
  // Whoever reads slowly has nobody else to wait for.
  const moved = bytes !== watched.bytes || socket.isPaused()
  if (moved) Object.assign(watched, { bytes, movedMs: now, ...known })
  return moved
}

/** Each patience begins anew with an answer that ends it: a long statement may see several short silences. */
function isLost(watched: Watched, atWork: Asked, patienceMs: number): boolean {
  const said = typeof atWork === 'object' ? atWork.get(watched.pid) : null
  // Missing: it is gone.
  const found = said === undefined ? false : said
  if (typeof found === 'boolean') {
    Object.assign(watched, known)
    return !found
  }
  const now = performance.now()
  watched.unknownSinceMs ??= now
  watched.silentSinceMs = atWork === 'silent' ? (watched.silentSinceMs ?? now) : undefined
  return now - watched.unknownSinceMs > givenUpMs || now - (watched.silentSinceMs ?? now) > patienceMs
}

/**
 * What the server says of sessions: whether each is at work on something. Null where it doesn't say; missing where it is gone. One that has no
 * room for more has answered (`refused`).
 */
type Asked = Map<number, boolean | null> | 'silent' | 'refused'

async function askServer(config: ClientConfig, asked: readonly Watched[], ms = askMs): Promise<Asked> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: ms, query_timeout: ms })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; atWork: boolean | null }>(atWorkSql, [
      asked.map(({ pid }) => pid),
    ])
    return new Map(rows.map(({ pid, atWork }) => [pid, atWork]))
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'refused' : 'silent'
  } finally {
    client.end().catch(() => undefined)
  }
}

/** What it has said in the last second may be on its way. */
const atWorkSql = `
  select pid,
         case
           when state in ('idle', 'idle in transaction', 'idle in transaction (aborted)')
             then state_change > clock_timestamp() - interval '1 s'
           when state = 'active' then true
         end as "atWork"
    from pg_stat_activity
   where pid = any($1)`

/** It ends by an error, as one that the peer has reset. By its code it is known for a ledger that is away. */
const cut = (client: ClientBase): void => {
  socketOf(client).destroy(Object.assign(new Error('the connection had fallen silent'), { code: 'ETIMEDOUT' }))
}
