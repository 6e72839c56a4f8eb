import { listBatches } from '../src/ledger/batches/batches.ts'
import { readTotals } from '../src/ledger/batches/totals.ts'
import { openLedger } from '../src/ledger/connection/ledger.ts'
import { startOwnPostgres } from '../test/harness/ownPostgres.ts'
import { type Figure, figure } from './figure.ts'
import type { Place } from './place.ts'

/** What `status` asks of the ledger about a batch of 1,000,000 paid rows, and the whole command. */
export async function measureStatus(place: Place, rounds: number): Promise<Figure[]> {
  const postgres = await startOwnPostgres()
  const stub = await place.serve('stub.ts')
  const env = { DATABASE_URL: postgres.url, PAYRUN_PROVIDER_URL: stub.url }
  place.payrun(['run', await place.payroll(1_000_000)], env)
  const ledger = openLedger({ connectionString: postgres.url }, () => undefined)
  const asked: number[] = []
  const called: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const [batch] = await listBatches(ledger)
    await readTotals(ledger, [batch!.batchNo])
    asked.push(performance.now() - began)
    called.push(place.payrun(['status', 'last'], env).seconds * 1000)
  }
  await ledger.close()
  stub.close()
  await postgres.remove()
  return [
    figure('status of 1,000,000 rows: what the ledger is asked', 'ms', asked, '≤ 50'),
    figure('status of 1,000,000 rows: the whole command', 'ms', called),
  ]
}
