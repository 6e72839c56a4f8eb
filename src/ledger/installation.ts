import type { Ledger } from './ledger.ts'

/** The ledger's own name: 12 hex characters, the same for as long as the ledger lives. */
export async function readInstallationId(ledger: Ledger): Promise<string> {
  const { rows } = await ledger.pool.query<{ id: string }>('select id from payrun.installation')
  return rows[0]!.id
}
