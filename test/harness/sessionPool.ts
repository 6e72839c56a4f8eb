import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

/** Sessions of the run's Postgres, lent to one connection after the other: what PgBouncer calls session pooling. */
export interface SessionPool {
  /** Holds the socket, as the server's own folder does. */
  folder: string
  close(): Promise<void>
}

/** Whose they are is for `accept` to say: a connection as it comes in. */
export interface Sessions {
  accept(client: Duplex): void
  end(): void
}

interface Session {
  socket: Socket
  /** What the server said to its first connection, repeated to each later one. */
  greeting: Buffer[]
  /** Between two transactions, with nothing asked that isn't answered. */
  isIdle: boolean
  lentTo: Duplex | undefined
  /** Told of the next moment at which it is idle. */
  onIdle: (() => void) | undefined
}

const socketName = '.s.PGSQL.5432'
/** Of a message that begins a session, and not of one that cancels a statement. */
const protocol = 3 << 16
const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const outsideTransaction = 'I'.charCodeAt(0)

/**
 * A session costs Postgres 20 ms of a processor before its first question, and most first statements ten times what they cost later. So
 * one that was left in order is swept (`discard all`) and lent again; any other is ended, as its client would have ended it. Whatever a
 * session keeps beyond that (its number, its start) is a session's that somebody else had: a test that needs its own goes to the
 * server itself.
 */
export function openSessions(serverFolder: string): Sessions {
  /** By what a connection says of itself: database, user, name. */
  const free = new Map<string, Session[]>()
  const open = new Set<Duplex>()
  const keep = <Stream extends Duplex>(socket: Stream): Stream => {
    open.add(socket)
    socket.on('error', () => undefined)
    return socket.once('close', () => open.delete(socket))
  }

  function begin(client: Duplex, first: Buffer): void {
    const size = first.readUInt32BE(0)
    const key = first.toString('latin1', 0, size)
    const session = free.get(key)?.pop() ?? startSession(key, first.subarray(0, size))
    for (const part of session.greeting) client.write(part)
    lend(session, client, key, first.subarray(size))
  }

  function startSession(key: string, startup: Buffer): Session {
    const socket = keep(connect(join(serverFolder, socketName)))
    const session: Session = { socket, greeting: [], isIdle: false, lentTo: undefined, onIdle: undefined }
    const read = messageReader()
    let isGreeted = false
    socket.on('data', (chunk: Buffer) => {
      if (!isGreeted) session.greeting.push(chunk)
      read(chunk, (type, status) => {
        if (type !== readyForQuery) return
        isGreeted = true
        session.isIdle = status === outsideTransaction
        session.onIdle?.()
      })
      const { lentTo } = session
      if (!lentTo || lentTo.write(chunk)) return
      socket.pause()
      for (const event of ['drain', 'close']) lentTo.once(event, () => socket.resume())
    })
    socket.once('close', () => {
      free.set(
        key,
        (free.get(key) ?? []).filter((each) => each !== session),
      )
      session.lentTo?.end()
      // It may have been told to wait for a session that takes no more.
      session.lentTo?.resume()
    })
    socket.write(startup)
    return session
  }

  function lend(session: Session, client: Duplex, key: string, rest: Buffer): void {
    const read = messageReader()
    let hasSaidGoodbye = false
    session.lentTo = client
    const pass = (chunk: Buffer) => {
      let until = chunk.length
      read(chunk, (type, _, at) => {
        if (type === terminate) {
          hasSaidGoodbye = true
          until = Math.max(0, at)
        } else session.isIdle = false
      })
      const { socket } = session
      if (until > 0 && !socket.destroyed && !socket.write(chunk.subarray(0, until))) {
        client.pause()
        socket.once('drain', () => client.resume())
      }
      if (hasSaidGoodbye) client.end()
    }
    client.on('data', pass)
    client.once('close', () => {
      session.lentTo = undefined
      if (!hasSaidGoodbye || !session.isIdle) return session.socket.destroy()
      session.isIdle = false
      session.onIdle = () => {
        session.onIdle = undefined
        const others = free.get(key) ?? []
        if (others.length === mostFree) return void session.socket.destroy()
        free.set(key, [...others, session])
      }
      return session.socket.write(sweep)
    })
    if (rest.length > 0) pass(rest)
  }

  const accept = (client: Duplex): void => {
    keep(client)
    let first = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      first = Buffer.concat([first, chunk])
      if (first.length < 8 || first.length < first.readUInt32BE(0)) return
      client.off('data', onData)
      if (first.readUInt32BE(4) === protocol) return begin(client, first)
      const socket = keep(connect(join(serverFolder, socketName)))
      socket.write(first)
      socket.pipe(client)
      client.pipe(socket)
    }
    client.on('data', onData)
  }
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return { accept, end }
}

/** The same behind a socket, for the commands that tests start as processes. */
export async function startSessionPool(serverFolder: string, within: string): Promise<SessionPool> {
  const folder = mkdtempSync(join(within, 'pool-'))
  const sessions = openSessions(serverFolder)
  const server = createServer(sessions.accept)
  await new Promise<void>((resolve) => server.listen(join(folder, socketName), resolve))
  return {
    folder,
    close: async () => {
      sessions.end()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Of those that say the same of themselves: more are not used at one moment, and the server has room for so many. */
const mostFree = 8

/** What a session that was swept asked last. */
export const sweepText = 'discard all'

const sweep = (() => {
  const text = Buffer.from(`${sweepText}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
})()

/** Told of each message: its type, the first byte of its body (0: it has none yet), and where in the chunk it begins. */
type OnMessage = (type: number, firstByte: number, at: number) => void

/** Finds the messages in what one side of a connection says: a type of one byte, a length of four that counts itself, a body. */
function messageReader(): (chunk: Buffer, onMessage: OnMessage) => void {
  let head: number[] = []
  let bodyLeft = 0
  return (chunk, onMessage) => {
    for (let at = 0; at < chunk.length; ) {
      if (head.length === 0 && bodyLeft > 0) {
        const taken = Math.min(bodyLeft, chunk.length - at)
        bodyLeft -= taken
        at += taken
        continue
      }
      // As nearly all do, it begins in one piece.
      if (head.length === 0 && at + 6 <= chunk.length) {
        const size = chunk.readUInt32BE(at + 1) - 4
        onMessage(chunk[at]!, size > 0 ? chunk[at + 5]! : 0, at)
        at += 5
        bodyLeft = size
        continue
      }
      head.push(chunk[at]!)
      at += 1
      const [type = 0, a = 0, b = 0, c = 0, d = 0, firstByte = 0] = head
      const bodySize = ((a << 24) | (b << 16) | (c << 8) | d) - 4
      if (head.length < 5 || (head.length === 5 && bodySize > 0)) continue
      onMessage(type, firstByte, at - head.length)
      bodyLeft = Math.max(0, bodySize - 1)
      head = []
    }
  }
}
