import { expect } from 'vitest'
import { readFloats } from '../../../src/ledger/policy/floats.ts'
import type { TestLedger } from '../../harness/ledger.ts'

/**
 * What the float says was taken is what the rows say, to the last franc. Of a float that was set before anything was paid.
 *
 * @returns what is left of it
 */
export async function expectExactFloat(db: Pick<TestLedger, 'ledger' | 'query'>, currency = 'XOF'): Promise<bigint> {
  const [rows] = await db.query<{ taken: string; unknown: string }>(
    `select coalesce(sum(amount_minor) filter (where state in ('sending', 'accepted', 'unknown', 'paid')), 0)::text as taken,
            coalesce(sum(amount_minor) filter (where state = 'unknown'), 0)::text as unknown
       from payrun.payouts where currency = $1`,
    [currency],
  )
  const float = (await readFloats(db.ledger, false)).find((each) => each.currency === currency)
  if (!float || float.set === null || !rows) throw new Error(`no float of ${currency}`)
  expect({ taken: float.spent + float.held, held: float.held }).toEqual({
    taken: BigInt(rows.taken),
    held: BigInt(rows.unknown),
  })
  if (!float.daily && !float.monthly) expect(float.left).toBe(float.set - BigInt(rows.taken))
  return float.left ?? 0n
}
