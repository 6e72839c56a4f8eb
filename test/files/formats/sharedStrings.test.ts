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

test('a table of nothing but empty texts is held to the same limit: each takes its place in memory', async () => {
  const blanks = Array.from({ length: 40 }, () => '<si/>'.repeat(1000))
  const limits = { bytes: 100_000, length: 100 }
  expect(await readSharedStrings(bookOf(['<sst>', ...blanks, '</sst>']), limits)).toMatchObject({ reason: 'bomb' })
  expect(await readSharedStrings(bookOf(['<sst>', ...blanks.slice(0, 1), '</sst>']), limits)).toMatchObject({
    kind: 'strings',
  })
})
