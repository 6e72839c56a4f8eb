import { expect, test } from 'vitest'
import { type CellEdit, editSheet, type RowEdit } from '../../../src/files/formats/xlsx/editSheet.ts'

const styles = {
  marked: (style: number) => style + 10,
  text: (style: number) => style + 20,
  unmarked: (style: number) => (style >= 10 ? 0 : style),
}

async function* piecesOf(xml: string, length: number) {
  for (let at = 0; at < xml.length; at += length) yield xml.slice(at, at + length)
}

async function* given(rows: RowEdit[]): AsyncGenerator<RowEdit, void> {
  yield* rows
}

const edit = (line: number, cells: Record<number, CellEdit>, more: Partial<RowEdit> = {}): RowEdit => ({
  line,
  cells: new Map(Object.entries(cells).map(([column, each]) => [Number(column), each])),
  ...more,
})

async function edited(xml: string, rows: RowEdit[], wide?: number, length = 7): Promise<string> {
  let whole = ''
  const edits = { rows: given(rows), styles, ...(wide !== undefined && { wide }) }
  for await (const piece of editSheet(piecesOf(xml, length), edits)) whole += piece
  return whole
}

const sheet = (rows: string, head = '', tail = '') =>
  `<worksheet xmlns="x">${head}<sheetData>${rows}</sheetData>${tail}</worksheet>`

test('nothing to change: every byte is as it was, however it comes', async () => {
  const xml = sheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"/><row r="3" s="1"><c r="B3"><f>A1&gt;1</f><v>1</v></c></row>',
    '<cols><col min="1" max="3" width="9"/></cols>',
    '<rowBreaks count="1"><brk id="1"/></rowBreaks><autoFilter ref="A1:B3"/>',
  )
  for (const length of [1, 2, 5, 64, xml.length]) expect(await edited(xml, [], undefined, length)).toBe(xml)
})

test.each([
  [
    'a cell in between',
    { 1: { text: 'x' } },
    '<c r="A1"/><c r="B1" s="20" t="inlineStr"><is><t xml:space="preserve">x</t></is></c><c r="C1" s="2"><v>3</v></c>',
  ],
  ['one at the end', { 3: { isMarked: true } }, '<c r="A1"/><c r="C1" s="2"><v>3</v></c><c r="D1" s="10"/>'],
  ['a mark', { 2: { isMarked: true } }, '<c r="A1"/><c r="C1" s="12"><v>3</v></c>'],
  [
    'text in its place',
    { 2: { text: '<&>' } },
    '<c r="A1"/><c r="C1" s="22" t="inlineStr"><is><t xml:space="preserve">&lt;&amp;&gt;</t></is></c>',
  ],
  ['nothing in its place', { 2: { text: '' } }, '<c r="A1"/><c r="C1" s="22"/>'],
])('%s', async (_, cells, expected) => {
  const before = sheet('<row r="1" spans="1:3"><c r="A1"/><c r="C1" s="2"><v>3</v></c></row>')
  expect(await edited(before, [edit(1, cells)])).toBe(sheet(`<row r="1">${expected}</row>`))
})

test('cells and rows that say no place of their own, a prefix, and single quotes', async () => {
  const before = `<x:worksheet><x:sheetData><x:row><x:c t='s'><x:v>0</x:v></x:c><x:c/></x:row><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await edited(before, [edit(2, { 0: { isMarked: true } })])).toContain(
    '<x:row><x:c s="10"><x:v>1</x:v></x:c></x:row>',
  )
  expect(await edited(before, [edit(1, { 1: { text: 'a' } })])).toContain(
    `<x:c t='s'><x:v>0</x:v></x:c><x:c r="B1" s="20" t="inlineStr"><x:is><x:t xml:space="preserve">a</x:t></x:is></x:c>`,
  )
})

test('a formula stays, and nobody is told that it was replaced', async () => {
  const told: string[] = []
  const before = sheet('<row r="1"><c r="A1" s="1"><f>1+1</f><v>2</v></c><c r="B1"><v>1</v></c></row>')
  const after = await edited(before, [
    edit(1, { 0: { text: 'x', done: () => told.push('A') }, 1: { text: 'y', done: () => told.push('B') } }),
  ])
  expect(after).toContain('<c r="A1" s="1"><f>1+1</f><v>2</v></c>')
  expect(told).toEqual(['B'])
})

test('marks of an earlier copy go from the other cells of the row', async () => {
  const before = sheet('<row r="1"><c r="A1" s="11"><v>1</v></c><c r="B1" s="12"/><c r="C1" s="3"/></row>')
  expect(await edited(before, [edit(1, { 1: { isMarked: true } }, { isCleared: true })])).toBe(
    sheet('<row r="1"><c r="A1" s="0"><v>1</v></c><c r="B1" s="22"/><c r="C1" s="3"/></row>'),
  )
})

test('a wide column is shown, though all columns to the right were hidden; the old extent goes', async () => {
  const head =
    '<dimension ref="A1:C9"/><cols><col min="1" max="2" width="9"/><col min="4" max="16384" hidden="1"/></cols>'
  const after = await edited(sheet('<row r="1"/>', head), [], 5)
  expect(after).not.toContain('dimension')
  expect(after).toContain(
    '<cols><col min="1" max="2" width="9"/><col min="4" max="5" hidden="1"/><col min="6" max="6" width="70" customWidth="1"/><col min="7" max="16384" hidden="1"/></cols>',
  )
  expect(await edited(sheet('<row r="1"/>'), [], 5)).toContain('<cols><col min="6" max="6" width="70"')
})
