import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { check, good, names } from './payrollSheet.ts'

/** The problems of one row whose amount, phone, or both are these cells. */
async function problemsOf(cells: { amount?: string | number; phone?: string | number }, formats: string[] = []) {
  const { rows } = await check(names + good(2, cells.amount, cells.phone), { formats })
  return rows[0]?.problems.map(({ column, code, message }) => ({ column, code, message })) ?? []
}

describe('an amount', () => {
  test.each([
    { raw: '1.1000000000000001', operator: 'momo-kenya', phone: '254711000001', minor: 110n },
    { raw: '1500.0999999999999', operator: 'momo-kenya', phone: '254711000001', minor: 150_010n },
    { raw: '0.10000000000000001', operator: 'momo-kenya', phone: '254711000001', minor: 10n },
    { raw: '1E+6', operator: 'mtn-benin', phone: '2290197000001', minor: 1_000_000n },
    { raw: '99999999.99', operator: 'momo-ghana', phone: '233244000002', minor: 9_999_999_999n },
  ])('of $raw, as Excel writes it, is $minor', async ({ raw, operator, phone, minor }) => {
    const { rows } = await check(names + row(2, [operator, phone, `<c><v>${raw}</v></c>`]))
    expect(rows[0]).toMatchObject({ problems: [], payable: { amountMinor: minor } })
  })

  test.each([
    {
      what: 'left over from a calculation',
      cell: '<c><f>0.1+0.2</f><v>1500.4999999999998</v></c>',
      code: 'invalid_amount',
      says: /ROUND/,
    },
    { what: 'with three decimals', cell: '<c><v>150.125</v></c>', code: 'too_many_decimals', says: /decimals/ },
    { what: 'below zero', cell: '<c><v>-5</v></c>', code: 'amount_not_positive', says: /above zero/ },
    {
      what: 'that is an error',
      cell: '<c t="e"><f>VLOOKUP(1)</f><v>#N/A</v></c>',
      code: 'invalid_amount',
      says: /#N\/A/,
    },
    { what: 'never calculated', cell: '<c><f>SUM(A1)</f></c>', code: 'invalid_amount', says: /never calculated/ },
    { what: 'left empty', cell: '<c><f>SUM(A1)</f><v></v></c>', code: 'invalid_amount', says: /never calculated/ },
    {
      what: 'that Excel took for a date',
      cell: '<c s="1"><v>46347</v></c>',
      code: 'invalid_amount',
      says: /2026-11-21/,
    },
    {
      what: 'too long for a spreadsheet',
      cell: '<c><v>12345678901234567</v></c>',
      code: 'invalid_amount',
      says: /15 digits/,
    },
    { what: 'that is true', cell: '<c t="b"><v>1</v></c>', code: 'invalid_amount', says: /not an amount/ },
    { what: 'in words', cell: 'ten', code: 'invalid_amount', says: /not an amount/ },
  ])('$what is a problem of its row', async ({ cell, code, says }) => {
    const problems = await problemsOf({ amount: cell }, ['d/m/yyyy'])
    expect(problems).toEqual([{ column: 'amount', code, message: saying(says) }])
  })
})

describe('a phone number', () => {
  test.each([
    { what: 'as a number', phone: 2290197000001 },
    { what: 'as a number with an exponent, as some programs write it', phone: '<c><v>2.290197000001E12</v></c>' },
    { what: 'whose zero only the format shows', phone: '<c s="1"><v>197000001</v></c>' },
    { what: 'as text with a plus', phone: '+229 01 97 00 00 01' },
  ])('$what is read', async ({ phone }) => {
    const { rows } = await check(names + good(2, 1500, phone), { formats: ['0000000000'] })
    expect(rows[0]?.payable?.phone).toBe('2290197000001')
  })

  test.each([
    { what: 'that has lost its zero', phone: 197000001, says: /0197000001/ },
    { what: 'shortened to 2.29E+11', phone: '2.29E+11', says: /text/ },
    { what: 'shortened to 2,29E+11', phone: '2,29E+11', says: /text/ },
    { what: 'that is an error', phone: '<c t="e"><v>#REF!</v></c>', says: /#REF!/ },
    {
      what: 'that Excel reckoned, as it does with +229-01-97000001',
      phone: '<c><f>+229-1-97000001</f><v>-96999773</v></c>',
      says: /calculation/,
    },
    { what: 'that has decimals', phone: 1970000.01, says: /calculation/ },
    { what: 'that Excel took for a date', phone: '<c s="1"><v>46347</v></c>', says: /date/ },
  ])('$what is a problem of its row', async ({ phone, says }) => {
    const problems = await problemsOf({ phone }, ['yyyy-mm-dd'])
    expect(problems).toEqual([{ column: 'phone', code: 'invalid_phone', message: saying(says) }])
  })
})

describe('a formula', () => {
  const book = (calc: string) => ({
    parts: {
      'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Payroll" r:id="s0"/></sheets>${calc}</workbook>`,
    },
  })
  const later = '<calcPr fullCalcOnLoad="1"/>'
  const never = '<c><f>IF(A1,1,2)</f><v/></c>'
  const missing = '<c t="e"><f>VLOOKUP(1)</f><v>#N/A</v></c>'
  test.each([
    ['reference', never, 'reference', /never calculated/],
    ['name', never, 'name', /never calculated/],
    ['Statut', never, 'Statut', /never calculated/],
    ['Statut', never.replace('<v/>', ''), 'Statut', /never calculated/],
    ['Statut', never.replace('<v/>', '<v>0</v>'), 'Statut', /never calculated/],
    ['Payé', missing, 'Payé', /#N\/A/],
    ['Statut', '<c t="str"><f>IF(A1,"a","")</f><v></v></c>', null, null],
    ['Statut', '<c t="str"><f>IF(A1,"a","")</f><v>actif</v></c>', null, null],
    ['Observations', missing, null, null],
    ['Observations', missing.replace('#N/A', '#REF!'), 'Observations', /#REF!/],
    ['Service', never, null, null],
  ])('under %s: %s is a problem under %s', async (heading, cell, column, says) => {
    const data = row(1, ['operator', 'phone', 'amount', heading]) + row(2, ['mtn-benin', 2290197000001, 1500, cell])
    const { rows } = await check(data, book(later))
    const expected = column === null ? [] : [{ line: 2, column, code: 'malformed', message: saying(says ?? '') }]
    expect(rows.map(({ problems }) => problems)).toMatchObject([expected])
  })

  test.each([never, '<c><f>SUM(C2:C3)</f><v>0</v></c>'])(
    'in a total or an empty row of a template pays nothing and refuses nothing: %s',
    async (cell) => {
      const empty = row(3, [3, '', '', cell]) + row(4, ['', '', '', cell])
      const data =
        row(1, ['N°', 'operator', 'phone', 'amount']) +
        row(2, [1, 'mtn-benin', 2290197000001, 1500]) +
        empty +
        row(5, ['TOTAL', '', '', cell])
      const { rows, result } = await check(data, book(later))
      expect(rows.map(({ line, problems }) => [line, problems])).toEqual([[2, []]])
      expect(result).toMatchObject({
        kind: 'checked',
        summary: { notes: [saying('Lines 3–4'), saying('a total without an amount')] },
      })
    },
  )
})
