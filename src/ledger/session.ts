import type { ClientBase } from 'pg'

/**
 * What every session of the ledger sets for itself, whatever the server's defaults are: a commit that was answered is
 * on disk (architecture, rule 11), times are UTC, texts in statements mean what they say, and nothing waits for ever. Nothing is
 * compiled (`jit`): most statements are short, and a chunk's rows are always thought to be many (payrun.chunk_key).
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(
    `set synchronous_commit = on; set timezone = 'UTC'; set standard_conforming_strings = on; set jit = off; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = '10min'`,
  )
}
