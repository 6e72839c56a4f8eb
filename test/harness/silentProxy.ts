import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A wire to a server, as through a firewall that can forget its connections. */
export interface SilentProxy {
  /** The server's URL, through the wire. */
  url: string
  /**
   * The connections that are open now are forgotten: what either end says is swallowed from here on, and neither is told.
   * New ones work. @returns how many they were
   */
  forget(): number
  /** The next connection that says this and then commits is cut as soon as the server has answered the commit. */
  cutAtCommitOf(text: string): void
  /** How many messages were swallowed so far. */
  swallowed(): number
  /** All connections are closed, and new ones as soon as they are made, as by a server that is going down; until it is told otherwise. */
  turnAway(whether: boolean): void
  /** New connections are refused, until `accept`. */
  refuse(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

/** As node-postgres sends it. */
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')

/** @param url of a Postgres or a Redis; a Postgres on a socket has the folder as its host */
export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const port = Number(target.port || (target.protocol.startsWith('redis') ? 6379 : 5432))
  const wires = new Set<{ client: Socket; server: Socket; forgotten: boolean }>()
  let cutAtCommitOf: string | undefined
  let swallowed = 0
  let isTurningAway = false
  // Whoever ends a connection that was forgotten is not answered: half of it stays open.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (isTurningAway) return void client.on('error', () => {}).destroy()
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const wire = { client, server, forgotten: false }
    wires.add(wire)
    const pass = (to: Socket) => (data: Buffer) => {
      if (wire.forgotten) swallowed += 1
      else to.write(data)
    }
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
    // Nor does a firewall hand on that one of them has gone.
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
