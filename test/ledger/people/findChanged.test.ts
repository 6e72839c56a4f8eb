import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../src/ledger/connection/ledger.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import type { PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import { lookAtRetried } from '../../../src/ledger/people/lookAtRetried.ts'
import { count, say } from '../../../src/words/sentence.ts'
import { payableRows } from '../../harness/ledger.ts'
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
