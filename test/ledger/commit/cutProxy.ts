import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { ClientConfig } from 'pg'

/** A wire to a Postgres that can be cut, or fall silent in one direction. */
export interface CutProxy {
  /** For pg: through the wire. */
  connection: ClientConfig
  /** How many messages were swallowed so far. */
  swallowed(): number
  /** From now on nothing goes through in this direction, on the connections that are open now. */
  silence(direction: 'to server' | 'to client'): void
  /** The client's ends are cut. The server's stay open, so that it finishes what it is at. */
  cut(): void
  close(): Promise<void>
}

export async function startCutProxy(url: string): Promise<CutProxy> {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const wires = new Set<{ client: Socket; server: Socket; silent: Set<string> }>()
  let swallowed = 0
  const listener = createServer((client) => {
    const port = Number(target.port || 5432)
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const wire = { client, server, silent: new Set<string>() }
    wires.add(wire)
    const pass = (direction: string, to: Socket) => (data: Buffer) => {
      if (wire.silent.has(direction)) swallowed += 1
      else to.write(data)
    }
    client.on('data', pass('to server', server))
    server.on('data', pass('to client', client))
    client.on('error', () => {})
    server.on('error', () => {})
    server.on('close', () => client.destroy())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    connection: {
      host: '127.0.0.1',
      port: address.port,
      user: decodeURIComponent(target.username),
      password: decodeURIComponent(target.password),
      database: target.pathname.slice(1),
    },
    swallowed: () => swallowed,
    silence: (direction) => {
      for (const { silent } of wires) silent.add(direction)
    },
    cut: () => {
      for (const { client } of wires) client.destroy()
    },
    close: async () => {
      for (const { client, server } of wires) {
        client.destroy()
        server.destroy()
      }
      listener.close()
      await once(listener, 'close')
    },
  }
}
