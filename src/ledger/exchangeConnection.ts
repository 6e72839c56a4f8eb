import pg, { type ClientConfig } from 'pg'
import { isFault } from './faults.ts'
import { prepareSession } from './session.ts'

/** The one connection that an exchange works over, made anew whenever it was lost. Its callers' statements wait their turn. */
export interface ExchangeConnection {
  /**
   * Do something over the connection. One that broke is given up: whatever else is under way on it fails, too, and the next
   * caller gets a new one.
   */
  use<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A server that says nothing for this long is taken for lost: what was asked is read back over a new connection. */
const silenceMs = 30_000

export function createExchangeConnection(
  config: ClientConfig,
  onTrouble: (error: unknown) => void,
): ExchangeConnection {
  let current: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ query_timeout: silenceMs, ...config })
    client.on('error', (error) => {
      onTrouble(error)
      if (current === client) current = undefined
    })
    try {
      await client.connect()
      await prepareSession(client)
      await client.query(pointLookupsOnly)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    current = client
    return client
  }

  const open = async (): Promise<pg.Client> => {
    if (current) return current
    connecting ??= connect().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  const end = async (): Promise<void> => {
    const gone = current
    current = undefined
    await gone?.end().catch(() => undefined)
  }

  return {
    use: async (work) => {
      const client = await open()
      try {
        return await work(client)
      } catch (error) {
        // By somebody else's failure there may be a new one already: that one is left alone.
        if (isFault(error) && client === current) void end()
        throw error
      }
    },
    close: async () => {
      await connecting?.catch(() => undefined)
      await end()
    },
  }
}

/**
 * The server gives up before we do (`silenceMs`): a statement that we have taken for lost must not commit much later.
 * And this session only ever finds rows by key. Its plan is made once, when the tables may be empty, and must not become a
 * scan of the whole ledger that is kept as they grow.
 */
const pointLookupsOnly = `set lock_timeout = '15s'; set statement_timeout = '20s'; set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
  set enable_hashjoin = off; set enable_mergejoin = off`
