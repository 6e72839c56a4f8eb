import { describe, expect, it, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { check, names } from './payrollSheet.ts'

/** A cell of the first of the formats. */
const styled = (value: string) => `<c s="1"><v>${value}</v></c>`
const typed = (text: string) => `<c s="1" t="str"><v>${text}</v></c>`

async function payableOf(cells: (string | number)[], format: string) {
  const { rows } = await check(names + row(2, cells), {
    formats: [format.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
  })
  const checked = rows[0]
  if (!checked) throw new Error('the row was not read')
  return checked
}

const amountShown = (format: string, value: string, operator = 'mtn-benin', phone = '+2290197000001') =>
  payableOf([operator, phone, styled(value), 'EMP-1'], format)
const numberShown = (format: string, value: string, operator = 'mtn-benin') =>
  payableOf([operator, styled(value), 1500, 'EMP-1'], format)

const kenya = ['momo-kenya', '+254712345678'] as const

describe('an amount whose cell shows all of it is paid', () => {
  test.each([
    ['#,##0', '1500', 1500n],
    ['0.00', '1500', 1500n],
    ['#,##0.00', '1500', 1500n],
    ['# ##0', '1500000', 1_500_000n],
    ["#'##0", '1500', 1500n],
    ['00000', '1500', 1500n],
    ['_-* #,##0_-;\\-* #,##0_-;_-* "-"??_-;_-@_-', '1500', 1500n],
    ['#,##0;[Red]-#,##0', '1500', 1500n],
    ['[Blue]0', '1500', 1500n],
    ['[>1000]#,##0;0', '1500', 1500n],
    ['#,##0.--', '1500', 1500n],
    ['General', '123456789012', 123_456_789_012n],
    ['@', '1500', 1500n],
    ['#,##0 [$FCFA]', '1500', 1500n],
    ['#,##0\\ [$CFA-40C]', '1500', 1500n],
    ['#,##0 "F CFA"', '1500', 1500n],
    ['[$XOF] #,##0', '1500', 1500n],
    ['#,##0\\ \\F', '1500', 1500n],
    ['[$-40C]#,##0', '1500', 1500n],
  ])('%s of %s', async (format, value, paid) => {
    const { payable, problems } = await amountShown(format, value)
    expect(problems).toEqual([])
    expect(payable?.amountMinor).toBe(paid)
  })

  test.each([
    ['0.00', '1500.5', 150_050n],
    ['#,##0.00', '1500.25', 150_025n],
    ['[$KSh] #,##0.00', '1500.25', 150_025n],
    ['"Ksh"* #,##0.00_-', '0.5', 50n],
    ['#,##0"/="', '1500', 150_000n],
    ['0.##', '1500.5', 150_050n],
    ['0.000', '1500', 150_000n],
  ])('%s of %s, in Kenya', async (format, value, paid) => {
    const { payable, problems } = await amountShown(format, value, ...kenya)
    expect(problems).toEqual([])
    expect(payable?.amountMinor).toBe(paid)
  })

  it('with the currency that it shows checked against the row', async () => {
    expect((await amountShown('"K"#,##0', '1500', 'momo-zambia', '+260961234567')).problems).toEqual([])
    expect((await amountShown('"K"#,##0', '1500', ...kenya)).problems).toMatchObject([{ code: 'currency_mismatch' }])
  })
})

describe('an amount of zero or less is called that, however it is shown', () => {
  test.each([
    ['# ##0', '-1500'],
    ['#,##0;[Red]-#,##0', '-1500'],
    ['#,##0_);(#,##0)', '-1500'],
    ['#,##0" F CFA";[Red](#,##0" F CFA")', '-1500'],
    ['_-* #,##0_-;\\-* #,##0_-;_-* "-"??_-;_-@_-', '-1500'],
    ['0.00-', '-1500'],
    ['_-* #,##0_-;\\-* #,##0_-;_-* "-"??_-;_-@_-', '0'],
    ['# ##0', '0'],
  ])('%s of %s', async (format, value) => {
    const { problems } = await amountShown(format, value)
    expect(problems).toMatchObject([{ code: 'amount_not_positive', value, message: saying('above zero') }])
  })

  test.each([
    ['0,', '-1500000', '-1500'],
    ['0;0', '-1500', '1500'],
    ['0;"about -"0', '-1500', 'about -1500'],
  ])('unless the sheet shows another one: %s of %s', async (format, value, shown) => {
    const { problems } = await amountShown(format, value)
    expect(problems).toMatchObject([{ code: 'invalid_amount', message: saying(`"${shown}"`) }])
  })
})

describe('an amount whose cell shows another one, or none, is a problem', () => {
  test.each([
    ['0"000"', '150', '150000'],
    ['0\\0\\0\\0', '150', '150000'],
    ['"1"000', '500', '1500'],
    ['0', '1500.4', '1500'],
    ['#,##0', '1499.6', '1 500'],
    ['0.0', '1500.25', '1500.3'],
    ['0,', '1500000', '1500'],
    ['0,,', '1500000', '2'],
    ['0.0,," M"', '1500000', '1.5 M'],
    ['[>=1000]0.0,"k";0', '1500', '1.5k'],
    ['0%', '1500', '150000%'],
    ['# ?/?', '1500.5', '1500 1/2'],
    ['0.00E+00', '1500', '1.50E+03'],
    ['(0)', '1500', '(1500)'],
    ['"(CFA"0" FCFA"', '1500', '(CFA1500 FCFA'],
    ['0" (FCFA)"', '1500', '1500 (FCFA)'],
    ['"-FCFA"0.000', '150000', '-FCFA150000.000'],
    ['"−FCFA"0', '1500', '−FCFA1500'],
    ['\\-0', '1500', '-1500'],
    ['0" k"', '1500', '1500 k'],
    ['0" milliers"', '150', '150 milliers'],
    ['0"K"', '1500', '1500K'],
    ['0" jours"', '1500', '1500 jours'],
    ['0"²"', '1500', '1500²'],
    ['0\\ 00', '150000', '1500 00'],
    ['#"."##0', '1500', '1.500'],
    ['0".00"', '1500', '1500.00'],
    ['@"000"', '150', '150000'],
    ['[<2000]"soldé";0', '1500', 'soldé'],
  ])('%s of %s', async (format, value, shown) => {
    const { problems, payable } = await amountShown(format, value)
    expect(payable).toBeNull()
    const [problem] = problems
    expect(problem).toMatchObject({ column: 'amount', code: 'invalid_amount' })
    expect(problem?.message).toMatchObject(saying(shown))
  })
  test.each([
    ['#,##0', '1499.6', 0],
    ['0.0', '1500.25', 1],
  ])('which says how to round it, if that is all: %s of %s', async (format, value, decimals) => {
    const { problems } = await amountShown(format, value)
    expect(problems[0]?.message).toMatchObject(saying(`=ROUND(…, ${decimals})`))
  })

  test.each([[';;;'], ['[White]0'], ['[Color 2]0'], ['""'], ['0;;;', '-0'], ['#;;', '0']])(
    '%s looks empty',
    async (format, value = '1500') => {
      const { problems, payable } = await amountShown(format, value)
      expect(payable).toBeNull()
      expect(problems[0]?.column).toBe('amount')
    },
  )

  test.each(['[DBNum1]0', '0*0', '*0#', '*-0', '"x', '[$-F800]', '0E'])(
    '%s is a format that can not be read',
    async (format) => {
      expect((await amountShown(format, '1500')).problems).toMatchObject([
        { column: 'amount', code: 'invalid_amount', message: saying("payrun can't tell") },
      ])
    },
  )

  test.each([
    '#,##0 [$€-40C]',
    '[$$-409]#,##0',
    '#,##0 "USD"',
    '€ 0',
    '$0',
    '[$£-809]0',
    '[$KSh] #,##0',
    '#,##0 [$XAF]',
  ])('%s is another currency', async (format) => {
    const { problems, payable } = await amountShown(format, '1500')
    expect(payable).toBeNull()
    expect(problems).toMatchObject([{ column: 'amount', code: 'currency_mismatch', message: saying('XOF') }])
  })

  test('three decimals that may be thousands', async () => {
    expect((await amountShown('0.000', '150', ...kenya)).problems).toMatchObject([
      { code: 'invalid_amount', message: saying(/150\.000.*thousands/) },
    ])
  })

  test('a text that its format adds to, or hides', async () => {
    for (const [format, shown] of [
      ['@"000"', '"150000"'],
      [';;;', 'looks empty'],
      ['0;0;0;', 'looks empty'],
      ['"1"@', '"1150"'],
    ] as const) {
      const { problems } = await payableOf(['mtn-benin', '+2290197000001', typed('150'), 'EMP-1'], format)
      expect(problems).toMatchObject([{ column: 'amount', message: saying(shown) }])
    }
    const hidden = await payableOf(['mtn-benin', typed('+2290197000001'), 1500, 'EMP-1'], ';;;')
    expect(hidden.problems).toMatchObject([{ column: 'phone', message: saying('looks empty') }])
  })
})

/** Formats that have no code in the workbook: their numbers, as the standard has them. */
async function builtIn(id: number, cells: (string | number)[]) {
  const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`
  const { rows } = await check(names + row(2, cells), { parts: { 'xl/styles.xml': styles } })
  return rows[0]?.problems.map(({ code }) => code)
}

describe('formats that every workbook has without naming them', () => {
  const cells = (value: string) => ['mtn-benin', '+2290197000001', styled(value), 'EMP-1']
  test.each([1, 2, 3, 4, 37, 38, 39, 40, 41, 43, 49])('%i shows the amount', async (id) => {
    expect(await builtIn(id, cells('1500'))).toEqual([])
  })
  test.each([5, 6, 7, 8, 42, 44])('%i shows the currency of whoever opens it', async (id) => {
    expect(await builtIn(id, cells('1500'))).toEqual(['currency_mismatch'])
  })
  test.each([9, 10, 11, 12, 13, 48])('%i shows something else', async (id) => {
    expect(await builtIn(id, cells('1500.5'))).toEqual(['invalid_amount'])
  })
  test.each([1, 3, 37, 38, 41])('%i rounds', async (id) => {
    expect(await builtIn(id, cells('1500.5'))).toEqual(['invalid_amount'])
  })
})

describe('a number whose cell shows a phone number is read as it is shown', () => {
  test.each([
    ['0000000000', '197000001'],
    ['[$-409]0000000000', '197000001'],
    ['0# ## ## ## ##', '197000001'],
    ['00" "00" "00" "00" "00', '197000001'],
    ['00\\.00\\.00\\.00\\.00', '197000001'],
    ['"0"#########', '197000001'],
    ['+000 00 00 00 00 00', '2290197000001'],
    ['"+"0', '2290197000001'],
    ['"+229 "00 00 00 00 00', '197000001'],
    ['"00229"0000000000', '197000001'],
    ['#,##0', '2290197000001'],
    ['(000) 0000000000', '2290197000001'],
    ['General', '2290197000001'],
    ['[$-409]General', '2290197000001'],
    ['@', '2290197000001'],
  ])('%s of %s', async (format, value) => {
    const { payable, problems } = await numberShown(format, value)
    expect(problems).toEqual([])
    expect(payable?.phone).toBe('2290197000001')
  })

  test.each([
    [';;;', '2290197000001'],
    ['0.00E+00', '2290197000001'],
    ['0"1"', '229019700000'],
    ['"01"00000000', '97000001'],
    ['0,', '2290197000001000'],
    ['0.00', '2290197000001'],
    ['"+254 "0', '2290197000001'],
    ['0 "F CFA"', '2290197000001'],
    ['"bureau "0', '2290197000001'],
    ['0" / 0196000000"', '2290197000001'],
    ['\\-0', '2290197000001'],
    ['yyyy', '45000'],
  ])('%s of %s is a problem', async (format, value) => {
    const { payable, problems } = await numberShown(format, value)
    expect(payable).toBeNull()
    expect(problems[0]).toMatchObject({ column: 'phone' })
  })
})

describe('a reference', () => {
  test.each([
    ['0000', '12', '0012'],
    ['"EMP-"0000', '12', 'EMP-0012'],
    ['#,##0', '1234', '1234'],
    ['0\\/00', '2611', '26/11'],
    ['General', '12', '12'],
  ])('%s of %s is read as it is shown', async (format, value, reference) => {
    const { problems, ...rest } = await payableOf(['mtn-benin', '+2290197000001', 1500, styled(value)], format)
    expect(problems).toEqual([])
    expect(rest.reference).toBe(reference)
  })
  test.each([
    ['0', '12.4'],
    [';;;', '12'],
    ['0%', '12'],
  ])('%s of %s is a problem', async (format, value) => {
    const { problems } = await payableOf(['mtn-benin', '+2290197000001', 1500, styled(value)], format)
    expect(problems).toMatchObject([{ column: 'reference', code: 'malformed' }])
  })
})
