import { expect, test } from 'vitest'
import type { PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import { payoutKey } from '../../../src/payout/keys.ts'
import { row } from '../../harness/ledger.ts'
import { restoreTimes } from '../audit/history.ts'
import { answer, openGroupCommit, paid } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const inPeriod = (reference: string, period: string | null, sandbox = false) => [
  row({ reference, key: payoutKey({ reference, period, sandbox }) }),
]

/** What is said of a new row. */
async function told(period: string | null, allowDuplicates = false): Promise<string> {
  let said = 'nothing'
  await db.store(inPeriod('d-01', period), {
    period,
    allowDuplicates,
    limits: new Map(),
    accept: (inUse, _staged, { refusal }, people: PeopleFound | null) => {
      const key = inUse[0]?.message.key ?? (allowDuplicates ? undefined : refusal?.key)
      said = key ?? (people!.otherPeriods.all > 0 ? 'warned' : said)
      return false
    },
  })
  return said
}

test.each([
  ['2026-11', null, 20, 'stored.repeats_period'],
  [null, '2026-11', 20, 'stored.repeats_no_period'],
  ['2026-11', null, 22, 'warned'],
  ['2026-11', null, 32, 'nothing'],
  ['2026-11', 'nov. 2026', 400, 'stored.repeats_period'],
  ['2026-11', '2026-12', 0, 'nothing'],
])('a reference paid in period %s is submitted in period %s, %i days later: %s', async (held, period, days, said) => {
  const { batchNo } = await db.batchOf(inPeriod('D-1', held), { period: held })
  await answer(db, openGroupCommit(db), batchNo, [paid('P')])
  await db.query(`update payrun.payouts set sent_at = now() - make_interval(days => $1)`, [days])
  expect(await told(period)).toBe(said)
  expect(await told(period, true)).toBe(said === 'nothing' ? said : 'warned')
  await restoreTimes(db)
})

test('… or waits there, but not in the sandbox', async () => {
  await db.batchOf(inPeriod('D-1', '2026-11', true), { period: '2026-11', sandbox: true })
  expect(await told(null)).toBe('nothing')
  await db.batchOf(inPeriod('D-1', '2026-11'), { period: '2026-11' })
  expect(await told(null)).toBe('stored.repeats_period')
})
