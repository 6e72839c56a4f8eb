import type { Ledger } from './ledger.ts'

export type Durability = { ok: true; serverVersion: string } | { ok: false; message: string }

/** Oldest Postgres that the ledger's SQL runs on. */
const oldestServer = 14

/**
 * Refuse a server that could forget a commit that it answered (architecture, rule 11): `fsync = off`; a standby, which
 * takes no writes; or one too old. `synchronous_commit` is set by every session itself.
 */
export async function checkDurability(ledger: Ledger): Promise<Durability> {
  const { rows } = await ledger.pool.query<{ fsync: string; standby: boolean; version: number; text: string }>(
    `select current_setting('fsync') as fsync, pg_is_in_recovery() as standby,
            current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as text`,
  )
  const server = rows[0]!
  if (server.version < oldestServer) {
    return {
      ok: false,
      message: `The ledger's Postgres is version ${server.text}; payrun needs ${oldestServer} or newer.`,
    }
  }
  if (server.fsync !== 'on') {
    return {
      ok: false,
      message:
        "The ledger's Postgres runs with fsync = off and could forget a payment in a crash: set fsync = on and restart it.",
    }
  }
  if (server.standby) {
    return { ok: false, message: 'DATABASE_URL names a standby, which takes no writes: name the primary server.' }
  }
  return { ok: true, serverVersion: server.text }
}
