import { expect, test } from 'vitest'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { stageRows } from '../../../src/ledger/intake/stageRows.ts'
import { findOtherPeriods } from '../../../src/ledger/people/sameReference.ts'
import { type Payable, payoutKey } from '../../../src/payout/keys.ts'
import { looksLikePeriod } from '../../../src/payout/times/periods.ts'
import { inGroups, row } from '../../harness/ledger.ts'
import { restoreTimes } from '../audit/history.ts'
import { answer, openGroupCommit, paid } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const inPeriod = (reference: string, period: string | null, sandbox = false) => [
  row({ reference, key: payoutKey({ reference, period, sandbox }) }),
]

const rowsOf = (references: string[], period: string | null): RowToStore[] =>
  references.map((reference, index) => row({ line: index + 2, reference, key: payoutKey({ reference, period }) }))

/** It was paid in this period, so many days ago. */
async function paidIn(period: string | null, days: number, reference = 'D-1'): Promise<void> {
  const { batchNo } = await db.batchOf(rowsOf([reference], period), { period, allowDuplicates: true })
  await answer(db, openGroupCommit(db), batchNo, [paid('P')])
  await db.query(`update payrun.payouts set sent_at = now() - make_interval(days => $1) where batch_no = $2`, [
    days,
    batchNo,
  ])
}

/** What is said of a new file. */
async function told(
  period: string | null,
  allowDuplicates = false,
  references = ['d-01'],
  other: Partial<Payable> = {},
): Promise<string> {
  let said = 'nothing'
  const rows = rowsOf(references, period).map((each) =>
    each.payable ? { ...each, payable: { ...each.payable, ...other } } : each,
  )
  await db.store(rows as RowToStore[], {
    period,
    allowDuplicates,
    limits: new Map(),
    accept: ({ inUse, repeats: { refusal }, people }) => {
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
  await paidIn(held, days)
  expect(await told(period)).toBe(said)
  expect(await told(period, true)).toBe(said === 'nothing' ? said : 'warned')
  await restoreTimes(db)
})

test.each([
  [{ phone: '2290197999999' as const }, 'stored.repeats_period'],
  [{ amountMinor: 987n }, 'stored.repeats_period'],
  [{ phone: '2290197999999', amountMinor: 987n, name: 'Somebody' }, 'warned'],
])('… of somebody else and with another amount, it is only told: %o', async (other, said) => {
  await paidIn('2026-11', 5)
  expect(await told(null, false, ['d-01'], other)).toBe(said)
  await restoreTimes(db)
})

test('… or waits there, but not in the sandbox', async () => {
  await db.batchOf(inPeriod('D-1', '2026-11', true), { period: '2026-11', sandbox: true })
  expect(await told(null)).toBe('nothing')
  await db.batchOf(inPeriod('D-1', '2026-11'), { period: '2026-11' })
  expect(await told(null)).toBe('stored.repeats_period')
})

test.each([
  ['bonus', 'D-1'],
  ['2026-11', 'd-01'],
])('… and again in period %s as %s: what is likely the same payment is told', async (period, reference) => {
  await paidIn('2026-11', 25)
  await paidIn(period, 5, reference)
  await db.batchOf(rowsOf(['X-9'], '2026-11'), { period: '2026-11' })
  expect(await told(null)).toBe('stored.repeats_period')
  await restoreTimes(db)
})

test('… also without names, where other people have the reference in a newer period', async () => {
  await paidIn('2026-11', 3)
  const [{ payable, ...other }] = rowsOf(['D-1'], 'shop') as [RowToStore]
  const somebody = { ...payable!, phone: '2290197999999', amountMinor: 987n, name: null }
  await db.batchOf([{ ...other, payable: somebody }], { period: 'shop', allowDuplicates: true })
  expect(await told(null, false, ['d-01'], { name: null })).toBe('stored.repeats_period')
  await restoreTimes(db)
})

test('… and in many, of a file too large for all of them', async () => {
  const periods = [
    ['2026-11', 'D-1'],
    ['bonus', 'D-2'],
    ...Array.from({ length: 12 }, (_, nth) => [`shop ${nth}`, 'X-9']),
  ] as const
  for (const [period, reference] of periods) await db.batchOf(rowsOf([reference!], period!), { period: period! })
  const client = await db.ledger.pool.connect()
  await client.query('begin')
  await stageRows(client, inGroups(rowsOf(['d-01', 'd-02', 'd-03'], null)), () => 1)
  const found = await findOtherPeriods(client, { sandbox: false, period: null }, 200_000)
  await client.query('rollback')
  client.release()
  expect(found.map(({ line, heldPeriod }) => [line, heldPeriod])).toEqual([
    [2, '2026-11'],
    [3, 'bonus'],
  ])
})

test.each([
  ['references', 3],
  ['numbers and amounts', 6],
])('a period is only advised if it holds all rows that are held anywhere, by their %s', async (_by, count) => {
  const references = Array.from({ length: count }, (_, index) => `D-${index}`)
  await db.batchOf(rowsOf(references, '2026-11').slice(0, -1), { period: '2026-11' })
  expect(await told(null, false, references)).toBe('stored.repeats_period')
  await db.batchOf(rowsOf(references, 'bonus').slice(-1), { period: 'bonus' })
  expect(await told(null, false, references)).toBe('stored.repeats_batch')
})

test('… of a few rows, too', async () => {
  const references = Array.from({ length: 5 }, (_, index) => `D-${index}`)
  await db.batchOf(rowsOf(references, '2026-11').slice(0, 1), { period: '2026-11' })
  expect(await told(null, false, references)).toBe('stored.held_in_period')
  await db.batchOf(rowsOf(references, 'bonus').slice(1, 2), { period: 'bonus' })
  expect(await told(null, false, references)).toBe('stored.held_elsewhere')
})

/** Beyond ASCII: Latin-1 and the extensions A and B, as African languages have them. */
const latinCapitals = Array.from({ length: 0x250 - 0xc0 }, (_, nth) => String.fromCharCode(0xc0 + nth)).filter(
  (letter) => letter.toLowerCase() !== letter,
)

test('the ledger takes the same periods for alike as payrun does', async () => {
  const months = [
    '2026-11',
    '202611',
    'Nov. 26',
    'novembre 2026',
    '2026 nov',
    '11/2026',
    "mois d'août 2026",
    'AUG 2026',
  ]
  const others = ['2026-1', '2026-11-15', '15 novembre 2026', 'Primes 2026-11', 'primes nov 2026', 'Q4 2026', 'q4-2026']
  const all = [
    ...months,
    ...others,
    '2025-11',
    'févr 2026',
    '02-2026',
    'semaine 11',
    'Semaine 1',
    'mai',
    'May',
    'Paie №4',
    ...[
      'décembre 2026',
      'DÉCEMBRE 2026',
      'De\u0301cembre 2026',
      '« Décembre 2026 »',
      'décembre – 2026',
      'Paie · Août 2026',
    ],
    ...[
      'PAIE AOÛT 2026',
      'vœux 2026',
      'VŒUX 2026',
      'vœux × 2026',
      'STRAẞE 7',
      'straße 7',
      'prime d’août 2026',
      "PRIME D'AOÛT 2026",
    ],
  ]
  const pairs = [
    ...all.flatMap((one) => all.filter((other) => other !== one).map((other) => [one, other] as const)),
    ...latinCapitals.map((capital) => [`x${capital}`, `x${capital.toLowerCase()}`] as const),
  ]
  const rows = await db.query<{ one: string; other: string }>(
    `select one, other from unnest($1::text[], $2::text[]) p (one, other)
      where payrun.period_form(one) = payrun.period_form(other)`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  )
  expect(rows.map(({ one, other }) => [one, other])).toEqual(pairs.filter((pair) => looksLikePeriod(...pair)))
  expect(rows.length).toBeGreaterThan(30)
})
