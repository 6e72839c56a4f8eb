import { expect, test } from 'vitest'
import type { Workbook } from '../../../src/files/formats/xlsx/openWorkbook.ts'
import type { Zip } from '../../../src/files/formats/xlsx/openZip.ts'
import { readSharedStrings } from '../../../src/files/formats/xlsx/sharedStrings.ts'

const bookOf = (pieces: readonly string[]): Workbook => {
  const zip: Zip = {
    kind: 'zip',
    names: () => [],
    has: () => true,
    async *read() {
      for (const piece of pieces) yield Buffer.from(piece)
      return null
    },
    copy: () => {
      throw new Error('nothing is copied here')
    },
    close() {},
  }
  return {
    kind: 'workbook',
    zip,
    sheets: [],
    isFrom1904: false,
    isToBeCalculated: false,
    stylesPart: null,
    stringsPart: 'x',
  }
}

test('texts are found by their number, empty ones too', async () => {
  const strings = await readSharedStrings(bookOf(['<sst><si/><si><t>é</t></si><si><t/></si><si><t>b</t></si></sst>']))
  const texts = strings.kind === 'strings' && [0, 1, 2, 3, 4, -1, 0.5].map(strings.at)
  expect(texts).toEqual(['', 'é', '', 'b', null, null, null])
})

test('a table is held to what it takes in memory, whether it is of long texts or of millions of empty ones', async () => {
  const limits = { bytes: 4 * 1024 ** 2, length: 32 * 1024 }
  const read = (item: string, pieces: number, perPiece: number) =>
    readSharedStrings(
      bookOf(['<sst>', ...Array.from({ length: pieces }, () => item.repeat(perPiece)), '</sst>']),
      limits,
    )
  expect(await read('<si/>', 40, 10_000)).toMatchObject({ kind: 'strings' })
  expect(await read('<si/>', 60, 10_000)).toMatchObject({ reason: 'too_large' })
  const long = `<si><t>${'é'.repeat(10_000)}</t></si>`
  expect(await read(long, 80, 1)).toMatchObject({ kind: 'strings' })
  expect(await read(long, 200, 1)).toMatchObject({ reason: 'too_large' })
})

test('a text of the table has a limit over all of its pieces', async () => {
  const limits = { bytes: 4 * 1024 ** 2, length: 100 }
  const read = (inside: string) => readSharedStrings(bookOf([`<sst><si>${inside}</si></sst>`]), limits)
  const piece = 'x'.repeat(60)
  expect(await read(`<t>${piece}</t>`)).toMatchObject({ kind: 'strings' })
  for (const inside of [
    `<t>${piece}<x/>${piece}</t>`,
    `<r><t>${piece}</t></r>`.repeat(2),
    `<t>${'&amp;'.repeat(101)}</t>`,
  ])
    expect(await read(inside)).toMatchObject({ reason: 'too_long' })
})
