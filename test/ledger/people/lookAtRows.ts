import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { stageRows } from '../../../src/ledger/intake/stageRows.ts'
import { lookAtPeople, type PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import type { TestLedger } from '../../harness/ledger.ts'

/** What is found of the people of a new file, whatever else speaks against its rows. */
export const lookAtRows = ({ ledger }: Pick<TestLedger, 'ledger'>, rows: readonly RowToStore[]): Promise<PeopleFound> =>
  inTransaction(ledger, async (client) => {
    const staged = await stageRows(client, [rows], () => 1)
    await client.query('analyze staging')
    return {
      commit: false,
      value: await lookAtPeople(client, { sandbox: false, period: null }, staged, new Map()),
    }
  })
