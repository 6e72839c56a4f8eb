import { expect, it } from 'vitest'
import { listRows } from '../../../src/ledger/rows/findRows.ts'
import { payableRows } from '../../harness/ledger.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger()

const rare = 5_500
const wish = { states: [], after: 0, limit: 3 }
const lines = async (batchNo: number, search: string, withinMs?: number, after = 0) => {
  const { rows, searchedTo } = await listRows(db.ledger, batchNo, { ...wish, search, after }, withinMs)
  return { lines: rows.map(({ line }) => line), searchedTo }
}

it('finds words and the ends of numbers of a large batch at once, and the inside of words part by part', async () => {
  const { batchNo } = await db.batchOf(
    payableRows(6_000, (index) => {
      const payable = payableRows(1)[0]!.payable!
      const name = index === rare ? 'Moussa Traoré' : 'Awa Sarr'
      const phone = `229${index === rare ? '0162345678' : `0197${String(index).padStart(6, '0')}`}`
      return { payable: { ...payable, name, phone, reference: `R${index}` }, reference: `R${index}` }
    }),
  )
  const found = { lines: [rare + 2], searchedTo: 5_000 }
  for (const search of ['moussa', 'TRAORE', `r${rare}`, '62 34 56 78']) {
    expect(await lines(batchNo, search, 0), search).toEqual(found)
  }
  // Not by an index: `ouss` begins no word, and `6234567` ends no number.
  for (const search of ['ouss', '6234567']) {
    expect(await lines(batchNo, search, 0), search).toEqual({ lines: [], searchedTo: 5_000 })
    expect(await lines(batchNo, search, 0, 5_000), search).toEqual({ lines: [rare + 2], searchedTo: null })
    expect(await lines(batchNo, search), search).toEqual({ lines: [rare + 2], searchedTo: null })
  }
  // What many have fills the page from the lines that are read, and goes on after them.
  expect(await lines(batchNo, 'awa', 0)).toEqual({ lines: [2, 3, 4], searchedTo: null })
  expect(await lines(batchNo, 'awa', 0, rare + 2)).toEqual({ lines: [rare + 3, rare + 4, rare + 5], searchedTo: null })
  // More than a page has of them further on: they come part by part, and none is left out.
  expect(await lines(batchNo, 'R599', 0)).toEqual({ lines: [601], searchedTo: 5_000 })
  expect(await lines(batchNo, 'R599', 0, 5_000)).toEqual({ lines: [5_992, 5_993, 5_994], searchedTo: null })
  const other = await db.batchOf(payableRows(1))
  expect(await lines(other.batchNo, 'moussa', 0)).toEqual({ lines: [], searchedTo: null })
})
