import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawRequest {
  /** Head and body as they came. */
  text: string
  socket: Socket
  /** The first connection is 1. */
  connection: number
  /** How many requests this connection has brought, this one included. */
  onConnection: number
}

export interface RawServer {
  url: string
  /** Whole requests, in the order of arrival: what a provider could have acted on. */
  requests: RawRequest[]
  /** All bytes received, of half requests too. */
  bytes(): number
  connections(): number
  close(): Promise<void>
}

/** A TCP server that does to the bytes what no HTTP library would: `answer` gets the bare socket of each whole request. */
export async function startRawServer(answer: (request: RawRequest) => void): Promise<RawServer> {
  const requests: RawRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let bytes = 0
  const server = createServer((socket) => {
    const connection = ++connections
    let pending = ''
    let onConnection = 0
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      pending += chunk.toString('latin1')
      for (let size = requestSize(pending); size > 0; size = requestSize(pending)) {
        const request = { text: pending.slice(0, size), socket, connection, onConnection: ++onConnection }
        pending = pending.slice(size)
        requests.push(request)
        answer(request)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bytes: () => bytes,
    connections: () => connections,
    async close() {
      const closed = once(server, 'close')
      server.close()
      // Whoever was let in at the last moment, too: nobody else would end theirs.
      server.on('connection', (socket) => void socket.destroy())
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The length of the whole request at the beginning of the text, 0 while it is not whole. */
function requestSize(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd + 2))?.[1] ?? 0)
  const size = headEnd + 4 + length
  return text.length >= size ? size : 0
}

/** A whole HTTP answer. */
export function http(status: number, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `HTTP/1.1 ${status} X\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

export const successBody =
  '{"error":false,"status":"success","reference":"REF-1","message":"Transfer of 1500 XOF to 2290197000001 was successful"}'
