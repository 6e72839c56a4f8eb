import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy for a server that can forget its connections, like a firewall. */
export interface SilentProxy {
  /** The server's URL through the proxy. */
  url: string
  /**
   * Forgets the connections that are open now: it drops what either end sends, and tells neither. New connections work. Returns how many it
   * forgot.
   */
  forget(): number
  /** Whether to pass nothing on, over old and new connections, like in front of a server that hangs. Afterwards everything arrives. */
  freeze(whether: boolean): void
  /** Cuts the next connection that sends this text and then commits, as soon as the server has answered the commit. */
  cutAtCommitOf(text: string): void
  /** How many messages were dropped so far. */
  swallowed(): number
  /** Whether to close all connections, and new ones at once, like a server that is shutting down. */
  turnAway(whether: boolean): void
  /** Refuses new connections, until `accept`. */
  refuse(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

/** A commit in the form that node-postgres sends. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')

/** @param url the address of a Postgres or a Redis; for a Postgres on a socket, the host is the folder */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port || (target.protocol.startsWith('redis') ? 6379 : 5432))
  const wires = new Set<{ client: Socket; server: Socket; forgotten: boolean }>()
  let cutAtCommitOf: string | undefined
  let swallowed = 0
  let isTurningAway = false
  let isFrozen = false
  // If one end closes a forgotten connection, the other end isn't told: half of it stays open.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (isTurningAway) return void client.on('error', () => {}).destroy()
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const wire = { client, server, forgotten: false }
    wires.add(wire)
    const pass = (to: Socket) => (data: Buffer) => {
      if (wire.forgotten) swallowed += 1
      else to.write(data)
    }
    if (isFrozen) for (const each of [client, server]) each.pause()
    let hasSaid = false
    client.on('data', (data: Buffer) => {
      if (cutAtCommitOf === undefined) return
      hasSaid ||= data.includes(cutAtCommitOf)
      if (!hasSaid || !data.includes(commitMessage)) return
      cutAtCommitOf = undefined
      server.removeAllListeners('data').once('data', () => client.resetAndDestroy())
    })
    client.on('data', pass(server)).on('error', () => {})
    server.on('data', pass(client)).on('error', () => {})
    // A firewall doesn't pass on that one end has closed either.
    client.on('end', () => wire.forgotten || client.end())
    client.on('close', () => wire.forgotten || server.destroy())
    server.on('close', () => wire.forgotten || client.destroy())
  })
  const listen = async (at: number) => {
    listener.listen(at, '127.0.0.1')
    await once(listener, 'listening')
  }
  await listen(0)
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const login = target.username + (target.password && `:${target.password}`)
  return {
    url: `${target.protocol}//${login}${login && '@'}127.0.0.1:${address.port}${target.pathname}`,
    forget: () => {
      const open = [...wires].filter((wire) => !wire.forgotten && !wire.client.destroyed)
      for (const wire of open) wire.forgotten = true
      return open.length
    },
    freeze: (whether) => {
      isFrozen = whether
      for (const { client, server } of wires)
        for (const each of [client, server]) whether ? each.pause() : each.resume()
    },
    cutAtCommitOf: (text) => {
      cutAtCommitOf = text
    },
    swallowed: () => swallowed,
    turnAway: (whether) => {
      isTurningAway = whether
      if (whether) for (const { client } of wires) client.destroy()
    },
    refuse: async () => void listener.close(),
    accept: () => listen(address.port),
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
