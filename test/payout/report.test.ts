import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubtfulCells, guardFormula } from '../../src/payout/report.ts'

const piece = fc.oneof(
  fc.constantFrom(...'=+-@＝＋－＠,;|\t\n\r\'" \u00a0\u200b\u202f\\().', '229', '01', 'x'),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
)
const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

// Postgres looks at the cells of a row as one, as they are kept, before it looks at each.
test('no row with a cell that has to be guarded passes for one without', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (cells) => {
      if (cells.some((each) => guardFormula(each) !== each)) expect(JSON.stringify(cells)).toMatch(doubtfulCells)
    }),
    { numRuns: 20_000 },
  )
})

test.each(['+229 01 97 00 00 01', '+2290197000001', '-1500', '1500', 'Aïcha Dossou'])('%s needs no look', (text) => {
  expect(JSON.stringify([text, 'x', text])).not.toMatch(doubtfulCells)
})

test.each(["+1+cmd|'/C calc'!A0", '=1', '-5x', 'a,+1', '+229"'])('%s does', (text) => {
  expect(JSON.stringify(['x', text])).toMatch(doubtfulCells)
})
