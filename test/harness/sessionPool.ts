import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'

/** Sessions of the run's Postgres, lent to one connection after another, like PgBouncer's session pooling. */
interface SessionPool {
  /** The folder with the socket, like the server's own. */
  folder: string
  close(): Promise<void>
}

/** Lends a session to each connection that `accept` gets. */
interface Sessions {
  accept(client: Duplex): void
  end(): void
}

interface Session {
  socket: Socket
  /** The server's answer to the first connection, repeated to each later one. */
  greeting: Buffer[]
  /** Between two transactions, with every request answered. */
  isIdle: boolean
  lentTo: Duplex | undefined
  /** Called when it is next idle. */
  onIdle: (() => void) | undefined
}

const socketName = '.s.PGSQL.5432'
/** The protocol version in a message that starts a session; a message that cancels a statement has another. */
const protocol = 3 << 16
const terminate = 'X'.charCodeAt(0)
const readyForQuery = 'Z'.charCodeAt(0)
const outsideTransaction = 'I'.charCodeAt(0)

/**
 * A new session costs Postgres 20 ms of processor time before its first statement, and most first statements cost ten times as much as
 * later. So a session that was left in order is swept (`discard all`) and lent again. Any other is ended, as its client would have ended
 * it. Some properties of a session, such as its process id and its start, are those of an earlier client: a test that needs its own
 * connects to the server directly.
 */
export function openSessions(serverFolder: string): Sessions {
  /** By the parameters of the connection: database, user, name. */
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
      // It may have been paused for a session that no longer reads.
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

/** The same behind a socket, for commands that tests start as processes. */
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

/** The most free sessions with the same parameters: no more are used at the same time, and the server has room for them. */
const mostFree = 8

/** The last statement of a swept session. */
export const sweepText = 'discard all'

const sweep = (() => {
  const text = Buffer.from(`${sweepText}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
})()

/** Called for each message: its type, the first byte of its body (0 if there is none yet), and its offset in the chunk. */
type OnMessage = (type: number, firstByte: number, at: number) => void

/** Finds the messages in one direction of a connection: a type byte, a four-byte length that includes itself, a body. */
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
      // Nearly all messages start within one chunk.
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
