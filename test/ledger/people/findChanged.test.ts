import { describe, expect, test } from 'vitest'
import { comparisonSentences } from '../../../src/app/submit/comparedFiles.ts'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import type { PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import { lookAtRetried } from '../../../src/ledger/people/lookAtRetried.ts'
import { count, say } from '../../../src/words/sentence.ts'
import { payableRows } from '../../harness/ledger.ts'
import { said } from '../../harness/words.ts'
import { answer, openGroupCommit, paid, refused, settleBatch } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'
import { lookAtRows } from './lookAtRows.ts'

const db = setUpLedger()

type Person = readonly [reference: string | null, name: string, number: number]

const rowsOf = (people: readonly Person[]): RowToStore[] =>
  payableRows(people.length, (n) => {
    const [reference, name, number] = people[n]!
    const phone = String(2290197000000 + number)
    return { reference, payable: { operator: 'mtn-benin', phone, amountMinor: 1_000n, currency: 'XOF', name } }
  })

/** A batch whose rows were paid, but for those that failed. */
async function paidFor(people: readonly Person[], failed: readonly (string | null)[] = []) {
  const batch = await db.batchOf(rowsOf(people), { accept: () => true, allowDuplicates: true })
  const outcomes = people.map(([reference], n) =>
    failed.includes(reference) ? refused() : paid(`P-${batch.batchNo}-${n}`),
  )
  await answer(db, openGroupCommit(db), batch.batchNo, outcomes)
  await settleBatch(db, batch.batchNo)
  return batch
}

const changed = ({ changedNumbers }: PeopleFound) =>
  changedNumbers.first.map(({ line, before: was, reference }) => [line, Number(was.slice(-3)), reference])
const look = (people: readonly Person[]) => lookAtRows(db, rowsOf(people))

const cheikh = 'Cheikh Sarr'
const one: Person = ['E-75', cheikh, 75]
const other: Person = ['E-193', cheikh, 193]

describe('of two people of one name, nobody is told that the number of one has changed to that of the other', () => {
  test('where the one of them is tried again who failed in a batch that paid the other', async () => {
    const { batchNo } = await paidFor([one, other], ['E-193'])
    const told: unknown[] = []
    await inTransaction(db.ledger, async (client) => ({
      commit: false,
      value: await lookAtRetried(client, batchNo, [3], {
        limits: new Map(),
        accept: ({ people }) => {
          told.push(changed(people))
          return { blocked: say('web.value', { value: count(1) }) }
        },
      }),
    }))
    expect(told).toEqual([[]])
  })

  test('where the one failed in the file before, and the other is not in this one', async () => {
    await paidFor([one, other, ['E-1', 'Awa Diop', 1]], ['E-193'])
    const found = await look([other, ['E-1', 'Awa Diop', 1]])
    expect(changed(found)).toEqual([])
    expect(found.compared?.numbers).toBe(0)
    expect(changed(await look([[null, cheikh, 193]]))).toEqual([])
  })

  test('where the other is in this file, too, with another number under the own reference', async () => {
    await paidFor([one, ['E-1', 'Awa Diop', 1]])
    await paidFor([['E-11', 'Awa Diop', 1]])
    expect(changed(await look([['E-75', cheikh, 76], other, ['E-1', 'Awa Diop', 1]]))).toEqual([[2, 75, 'E-75']])
  })
})

describe('beside the people of the file before', () => {
  const awa: Person = ['E-1', 'Awa Diop', 1]
  const yao: Person = ['E-2', 'Yao Ba', 2]
  const fatou: Person = ['E-3', 'Fatou Sow', 3]
  const invalid = (row: RowToStore, change: Partial<RowToStore> = {}): RowToStore => ({
    ...{ ...row, payable: null, key: null, ...change },
    problems: [
      {
        line: row.line,
        column: 'phone',
        code: 'invalid_phone',
        value: '',
        message: say('web.value', { value: count(1) }),
      },
    ],
  })
  const told = ({ compared }: PeopleFound) =>
    compared &&
    Object.fromEntries(
      (['before', 'now', 'added', 'gone', 'withProblems'] as const).map((who) => [
        who,
        [compared[who].people, compared[who].sums.get('XOF') ?? 0n],
      ]),
    )
  const nobody = [0, 0n]

  test('nobody is new who failed there, or whose number is another one since', async () => {
    await paidFor([awa, one, yao, fatou], ['E-2', 'E-3'])
    const found = await look([awa, one, yao, ['E-3', 'Fatou Sow', 33]])
    expect(told(found)).toEqual({
      ...{ before: [4, 4_000n], now: [4, 4_000n], added: nobody, gone: nobody, withProblems: nobody },
    })
    expect(found.compared).toMatchObject({ changed: { people: 0 }, numbers: 1 })
    expect(found.firstPayments.first.map(({ line }) => line)).toEqual([4, 5])
    expect(told(await look([awa, one, ['E-9', 'Ali Sy', 9]]))).toMatchObject({
      added: [1, 1_000n],
      gone: [2, 2_000n],
    })
  })

  test('nobody is gone or missing whose row has a problem, by their reference or by their name', async () => {
    for (const month of ['8-', '9-', ''])
      await paidFor([awa, yao, fatou].map(([reference, ...rest]) => [`${month}${reference}`, ...rest]))
    const rows = rowsOf([awa, yao, fatou])
    const ill = (change: (row: RowToStore) => Partial<RowToStore>) =>
      lookAtRows(
        db,
        rows.map((row, at) => (at === 1 ? invalid(row, change(row)) : row)),
      )
    for (const found of [
      await ill(() => ({})),
      await ill(() => ({ reference: null, cells: ['2', ' YAO Ba', '01'] })),
    ]) {
      expect(told(found)).toEqual({
        ...{ before: [3, 3_000n], now: [2, 2_000n], added: nobody, gone: nobody, withProblems: [1, 1_000n] },
      })
      expect(found.missing.all).toBe(0)
      expect(found.compared && comparisonSentences(found.compared).slice(1)).toEqual([
        said("1 person is in the file, but their row can't be paid: 1,000 FCFA then."),
      ])
    }
    const other = await ill(() => ({ reference: null, cells: ['2', 'Yao', '01'] }))
    expect(told(other)).toMatchObject({ gone: [1, 1_000n], withProblems: nobody })
    expect(other.missing.all).toBe(1)
  })

  test('a look tells of them what the submission tells, of which a confirmed file must not differ', async () => {
    await paidFor([awa, yao, fatou])
    const rows = rowsOf([awa, yao, fatou].map(([reference, ...rest]) => [`12-${reference}`, ...rest])).map((row, at) =>
      at === 1 ? invalid(row, { reference: null, cells: ['2', 'Yao Ba', '01'] }) : row,
    )
    const found: unknown[] = []
    for (const look of [() => undefined, undefined]) {
      const accept = ({ people }: { people: PeopleFound | null }) => {
        found.push(people && told(people))
        return false
      }
      await db.store(rows, {
        period: 'next',
        limits: new Map(),
        skipInvalid: true,
        allowDuplicates: true,
        look,
        accept,
      })
    }
    expect(found[1]).toMatchObject({ gone: nobody, withProblems: [1, 1_000n] })
    expect(found[0]).toEqual(found[1])
  })
})

describe('a number that did change is told', () => {
  test('by the name alone, where nobody carried the own reference or number', async () => {
    await paidFor([one, ['E-1', 'Awa Diop', 1]])
    expect(changed(await look([other]))).toEqual([[2, 75, null]])
    expect(changed(await look([[null, cheikh, 193]]))).toEqual([[2, 75, null]])
  })

  test('where a reference that others have had tells nothing of the person', async () => {
    await paidFor([one, ['E-193', 'Awa Diop', 1], ['E-2', 'Yao Ba', 193]])
    // By the reference first, and by the name where the number was somebody else's.
    expect(changed(await look([other]))).toEqual([[2, 1, 'E-193']])
    expect(changed(await look([['E-9', cheikh, 193]]))).toEqual([[2, 75, null]])
  })

  test('under the own reference, whoever else has the name', async () => {
    await paidFor([one, other])
    expect(changed(await look([one, ['E-193', cheikh, 194]]))).toEqual([[3, 193, 'E-193']])
  })
})
