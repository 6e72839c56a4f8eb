import { describe, expect, it } from 'vitest'
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

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a row has the text somewhere, or a word that begins with each of its words. */
function isFound(
  search: string,
  { name, reference, phone }: { name: string; reference: string; phone: string },
): boolean {
  const digits = search.replaceAll(' ', '')
  const own = wordsOf(`${name} ${reference}`)
  return (
    [name, reference].some((text) => text.toLowerCase().includes(search.toLowerCase())) ||
    (/^\d{4,}$/.test(digits) && phone.includes(digits)) ||
    (/[\p{L}\p{N}]/u.test(search) && wordsOf(search).every((word) => own.some((each) => each.startsWith(word))))
  )
}

describe('a search in a large batch finds each row that has the text, or the words in whatever order and spelling', () => {
  const names = ['Aïcha Koné', 'Awa N’Diaye', 'Moussa Traoré', 'Jean-Noël Dossou']
  const people = payableRows(7_000, (n) => {
    const name = n === 6_500 ? 'Koffi, Élodie' : n % 3_000 === 2_999 ? 'Moussa Aïcha' : names[n % 4]!
    const payable = { ...payableRows(1)[0]!.payable!, name, phone: `229019${7_000_000 + ((n * 7_919) % 1_000_000)}` }
    return { payable, reference: `EMP-2026/${n}` }
  })
  it.each([
    ['elodie', 'who has an accent'],
    ['élodie koffi', 'another order'],
    ['elod', 'the beginning of a name'],
    ['lodie', 'the inside of a name'],
    ['AICHA', 'a name of many'],
    ['aïcha', 'a name of many, with its accent'],
    ['moussa aicha', 'common names that few have together'],
    ['kone', 'a surname of many'],
    ['jean noel', 'a name with a hyphen'],
    ['ndiaye', 'nobody: N’Diaye are two words'],
    ['diaye', 'the part after an apostrophe'],
    ['emp-2026/65', 'the beginning of a reference'],
    ['2026 6500', 'parts of a reference'],
    ['6/650', 'the inside of a reference'],
    ['emp', 'what all references begin with'],
    ['EMP elodie', 'a word of all, and one of few'],
    ['7 04 27', 'part of a number'],
    ['zzz', 'nobody'],
    ['%', 'a sign that nobody has'],
  ])('%s: %s', async (search) => {
    const { batchNo } = await db.batchOf(people, { allowDuplicates: true })
    const expected = people
      .filter(({ payable, reference }) =>
        isFound(search, { ...payable!, name: payable!.name ?? '', reference: reference ?? '' }),
      )
      .map(({ line }) => line)
    const all = await listRows(db.ledger, batchNo, { ...wish, limit: 10_000, search })
    expect(all.rows.map(({ line }) => line)).toEqual(expected)
    const byPage = new Set<number>()
    for (let after: number | null = 0; after !== null; ) {
      const { rows, searchedTo } = await listRows(db.ledger, batchNo, { ...wish, after, limit: 500, search }, 0)
      for (const { line } of rows) byPage.add(line)
      after = searchedTo ?? (rows.length === 500 ? rows.at(-1)!.line : null)
    }
    expect([...byPage].sort((one, other) => one - other)).toEqual(expected)
  })
})
