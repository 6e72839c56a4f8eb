import { dirname } from 'node:path'
import { Duplex } from 'node:stream'
import pg from 'pg'
import { openSessions } from './sessionPool.ts'

/**
 * Lends sessions to connections of this process without a socket. Through the pool's socket, each message passes another process, which
 * costs more than many statements. A connection to `pooledFolder` gets a session of the server in `serverFolder`.
 */
export function lendHere(pooledFolder: string, serverFolder: string): void {
  if (lent.has(pooledFolder)) return
  lent.add(pooledFolder)
  const sessions = openSessions(serverFolder)
  const connection = pg.Connection.prototype as unknown as Connects
  const { connect } = connection
  connection.connect = function (path, host) {
    if (typeof path === 'string' && dirname(path) === pooledFolder) {
      const [here, there] = pair()
      this.stream = here
      sessions.accept(there)
    }
    connect.call(this, path, host)
  }
}

/** How pg's client connects: to the path of a socket, or to a host and port. */
interface Connects {
  stream: Duplex
  connect(this: Connects, path: string | number, host?: string): void
}

const lent = new Set<string>()

function pair(): [Side, Side] {
  const [one, other] = [new Side(), new Side()]
  one.other = other
  other.other = one
  return [one, other]
}

/** One end of a connection inside this process, with the methods of a socket that pg needs. */
class Side extends Duplex {
  other: Side | undefined
  /** Counted like a socket's: the ledger watches its connections by them (src/ledger/connection/silence.ts). */
  bytesWritten = 0
  bytesRead = 0
  private onRead: (() => void) | undefined

  constructor() {
    super({ allowHalfOpen: false })
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {
    const { onRead } = this
    this.onRead = undefined
    onRead?.()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const { other } = this
    this.bytesWritten += chunk.length
    if (other) other.bytesRead += chunk.length
    if (!other || other.destroyed || other.push(chunk)) done()
    else other.onRead = done
  }

  override _final(done: () => void): void {
    if (!this.other?.destroyed) this.other?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error)
    this.onRead?.()
    this.other?.destroy()
  }
}
