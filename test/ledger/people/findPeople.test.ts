import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { findExactPhones, findPhones, listRowsOfReference } from '../../../src/ledger/people/findPeople.ts'
import { payableRows } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ one: true, checked: false })

const count = 3_000
const phoneOf = (n: number): string => String(2290166000000 + ((n * 7919) % count))
/** Everybody is an employee; one half is called Awa and the other Moussa, but for one who has both names. */
const nameOf = (n: number): string =>
  `Employee ${n % 2 === 0 ? 'Awa' : 'Moussa'}${n === 2_777 ? ' Awa' : ''} ${n % 400 === 7 ? 'Dossou' : `Koné${n}`}`
const referenceOf = (n: number): string => `2026-EMP-${n}`

/** Of somebody who was paid again and again, once under another name. */
const oftenNameOf = (n: number): string => (n === 12 ? 'Rarely Called' : 'Employee Moussa')

const people: readonly RowToStore['payable'][] = Array.from({ length: count }, (_, n) => ({
  operator: 'mtn-benin',
  phone: phoneOf(n),
  amountMinor: 1_000n,
  currency: 'XOF',
  name: nameOf(n),
}))

beforeAll(async () => {
  const rows = payableRows(count, (n) => ({ payable: people[n] ?? null, reference: referenceOf(n) }))
  await db.batchOf(rows, { accept: () => true })
  const often = payableRows(30, (n) => ({
    payable: { ...people[11]!, name: oftenNameOf(n) },
    reference: `2026-OFTEN-${n}`,
  }))
  await db.batchOf(often, { accept: () => true, allowDuplicates: true })
})

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** By reading all of them. */
function expected(search: string): string[] {
  const words = plain(search).split(/[^\p{L}\p{N}]+/u)
  const names = people.map((_, n) => [phoneOf(n), `${nameOf(n)} ${referenceOf(n)}`] as const)
  const often = Array.from({ length: 30 }, (_, n) => [phoneOf(11), `${oftenNameOf(n)} 2026-OFTEN-${n}`] as const)
  const found = [...names, ...often].filter(([phone, text]) => {
    const own = plain(text).split(/[^\p{L}\p{N}]+/u)
    return (
      words.every((word) => own.some((each) => each.startsWith(word))) ||
      (/^\d{4,}$/.test(search) && phone.endsWith(search))
    )
  })
  const backwards = (phone: string) => [...phone].reverse().join('')
  return [...new Set(found.map(([phone]) => backwards(phone)))].sort().map(backwards)
}

async function byPage(search: string, limit: number, most = 40): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; page < most; page += 1) {
    const next = await findPhones(db.ledger, { search, after: found.at(-1) ?? '', limit })
    expect(next.length).toBeLessThanOrEqual(limit)
    found.push(...next)
    if (next.length < limit) break
  }
  return found
}

/** Rows that this session has read without an index. */
const readSql = `
select seq_tup_read::int as rows
  from pg_stat_xact_user_tables
 where relid = 'payrun.payouts'::regclass`

describe('people who are searched for', () => {
  test.each([
    ['a word that all have', 'employee'],
    ['two words that all have', 'employee 2026'],
    ['two words of which each is common, and that one person has together', 'awa moussa'],
    ['common words and a rare one', 'employee moussa dossou'],
    ['a word that few have, among words that all have', 'employee emp 27'],
    ['the beginning of a name without its accents', 'kone12'],
    ['a name that somebody had once', 'rarely called'],
    ['a year that stands in each reference, and ends numbers', '2026'],
    ['the end of a number', '6001234'],
    ['words that nobody has', 'nobody'],
    ['words that all have, and one that nobody has', 'employee awa nobody'],
  ])('are found, all of them and in their order, by %s', async (_by, search) => {
    const all = expected(search)
    expect(await byPage(search, 11)).toEqual(all.slice(0, 11 * 40))
    expect(await byPage(search, 700)).toEqual(all)
  })

  test('are found by whole words where one of them is rare', async () => {
    expect(await findExactPhones(db.ledger, 'Employee koné1', 3)).toEqual([phoneOf(1)])
    expect(await findExactPhones(db.ledger, 'emp 27', 3)).toEqual([phoneOf(27)])
    for (const search of ['employee moussa', 'kon', 'nobody', '.,;']) {
      expect(await findExactPhones(db.ledger, search, 3), search).toEqual([])
    }
  })

  test('are none where nothing that could be looked for was typed', async () => {
    expect(await byPage('.,;', 11)).toEqual([])
  })

  test('have their rows found by a reference, and no other row is read', async () => {
    const [before, lines, after] = await inTransaction(db.ledger, async (client) => {
      const read = async () => (await client.query<{ rows: number }>(readSql)).rows[0]!.rows
      const found = [await read(), await listRowsOfReference(client, referenceOf(2_777), 5), await read()] as const
      return { commit: false, value: found }
    })
    expect(lines.map(({ line }) => line)).toEqual([2_779])
    expect(after - before).toBe(0)
  })
})
