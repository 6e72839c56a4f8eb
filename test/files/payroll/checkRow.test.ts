import { describe, expect, test } from 'vitest'
import { type CheckRowOptions, checkRow } from '../../../src/files/payroll/checkRow.ts'
import { addColumn, noColumns } from '../../../src/files/payroll/header/columns.ts'
import type { ProblemCode } from '../../../src/payout/problem.ts'
import { say } from '../../../src/words/sentence.ts'
import { saying } from '../../harness/words.ts'

type Cells = Partial<Record<'operator' | 'phone' | 'montant' | 'id' | 'pays' | 'devise' | 'nom', string>>

const good: Cells = { operator: 'mtn-benin', phone: '+2290197000001', montant: '1500' }

function check(cells: Cells, options: CheckRowOptions = {}) {
  const columns = noColumns()
  for (const name of Object.keys(cells)) addColumn(columns, name)
  return checkRow({ line: 7, cells: Object.values(cells) }, columns, options)
}

describe('a row that can be paid', () => {
  test('has all that is sent, in the forms in which it is sent', () => {
    const cells = { ...good, id: ' EMP-1 ', pays: 'BÉNIN', devise: 'xof', nom: ' Awa Diop ', operator: 'MTN Benin' }
    expect(check(cells)).toEqual({
      ok: true,
      payable: { operator: 'mtn-benin', phone: '2290197000001', amountMinor: 1500n, currency: 'XOF', name: 'Awa Diop' },
      reference: 'EMP-1',
    })
  })
  test('needs operator, number and amount only', () => {
    expect(check(good)).toMatchObject({ ok: true, reference: null, payable: { name: null, currency: 'XOF' } })
    expect(check({ ...good, id: '  ', pays: '', devise: ' ', nom: '' })).toMatchObject({ ok: true, reference: null })
  })
  test.each(['Kouamé Œuvre', 'JOÃO', 'N’Guessan', 'Ânkà', 'Zoë Šarić', 'Âme'])('may be called %s', (nom) => {
    expect(check({ ...good, nom })).toMatchObject({ ok: true, payable: { name: nom } })
  })
  test('may have a name of 100 characters and a reference of 200, of any script', () => {
    expect(check({ ...good, nom: '😀'.repeat(100), id: 'é'.repeat(200) }).ok).toBe(true)
  })
})

describe('each problem of a row has its code and its column as the file names it', () => {
  test.each<[code: ProblemCode, column: string, cells: Cells, why: string, options?: CheckRowOptions]>([
    ['missing_operator', 'operator', { ...good, operator: ' ', pays: 'Benin' }, 'blank'],
    ['unknown_operator', 'operator', { ...good, operator: 'mtn-bennin' }, 'a slip of the pen'],
    ['unknown_country', 'pays', { ...good, pays: 'France' }, 'not a country of the table'],
    ['operator_country_mismatch', 'pays', { ...good, pays: 'Togo' }, 'another country than the operator'],
    ['missing_phone', 'phone', { ...good, phone: '' }, 'blank'],
    ['invalid_phone', 'phone', { ...good, phone: '12' }, 'no number'],
    ['phone_country_mismatch', 'phone', { ...good, phone: '+221771234567' }, 'of another country'],
    ['phone_not_mobile', 'phone', { ...good, operator: 'wave-senegal', phone: '+221338214500' }, 'a fixed line'],
    ['missing_amount', 'montant', { ...good, montant: '' }, 'blank'],
    ['invalid_amount', 'montant', { ...good, montant: '1.500' }, 'ambiguous'],
    ['amount_not_positive', 'montant', { ...good, montant: '0' }, 'zero'],
    ['too_many_decimals', 'montant', { ...good, montant: '1500.50' }, 'francs have none'],
    ['amount_over_limit', 'montant', good, 'over --max-amount', { maxAmount: '1499' }],
    ['amount_over_limit', 'montant', good, 'over --max-amount with decimals', { maxAmount: '1499.99' }],
    ['unknown_currency', 'devise', { ...good, devise: 'EUR' }, 'not a currency of the table'],
    ['currency_mismatch', 'devise', { ...good, devise: 'XAF' }, "not the operator's"],
    ['invalid_name', 'nom', { ...good, nom: 'x'.repeat(101) }, 'too long'],
    ['invalid_name', 'nom', { ...good, nom: 'Awa;12\nDiop' }, 'a line break'],
    ['invalid_name', 'nom', { ...good, nom: 'Awa \ufffdiop' }, 'a lost character'],
    ['invalid_name', 'nom', { ...good, nom: 'KouamÃ© Akissi' }, 'garbled'],
    ['invalid_name', 'nom', { ...good, nom: 'Nâ€™Guessan' }, 'a garbled apostrophe'],
    ['malformed', 'id', { ...good, id: 'x'.repeat(201) }, 'a reference too long'],
    ['malformed', 'id', { ...good, id: 'a\tb' }, 'a reference with a tab'],
    ['malformed', 'id', { ...good, id: '#N/A' }, 'a lookup that found nothing'],
    ['malformed', 'nom', { ...good, nom: '#REF!' }, 'a broken formula'],
  ])('%s in %s: %j, %s', (code, column, cells, _why, options) => {
    const result = check(cells, options)
    expect(result.ok || result.problems).toMatchObject([{ line: 7, column, code, message: saying(/[.?…]$/) }])
    expect(result.ok || result.problems).toHaveLength(1)
  })
  test('an amount at the limit is taken', () => {
    expect(check(good, { maxAmount: '1500' }).ok).toBe(true)
    expect(
      check({ operator: 'momo-kenya', phone: '0712123456', montant: '1500.50' }, { maxAmount: '1500.50' }).ok,
    ).toBe(true)
  })
  test('a column that the file does not have is named as it should be', () => {
    expect(check({ operator: 'mtn-benin', montant: '1500' })).toMatchObject({
      problems: [{ column: 'phone_number', value: '', code: 'missing_phone' }],
    })
  })
  test('the cell is shown as it was, cut to 80 characters', () => {
    expect(check({ ...good, montant: `  ${'9'.repeat(90)}` })).toMatchObject({
      problems: [{ value: `  ${'9'.repeat(77)}…` }],
    })
  })
  test('a likely operator is suggested, else the command that lists them', () => {
    expect(check({ ...good, operator: 'mtn-bennin' })).toMatchObject({
      problems: [{ message: saying('did you mean mtn-benin?') }],
    })
    expect(check({ ...good, operator: 'paypal', phone: '0197000001' })).toMatchObject({
      problems: [{ message: saying('payrun operators') }],
    })
    expect(check({ ...good, operator: 'paypal' })).toMatchObject({
      problems: [{ message: saying('no operator "paypal" in Benin. Its operators there: mtn-benin, moov-benin.') }],
    })
  })
})

describe('a problem says what was probably meant, and has it apart for programs', () => {
  test.each<[what: string, cells: Cells, column: string, suggestion: string | undefined, words: string]>([
    ['an operator', { ...good, operator: 'mtn-bennin' }, 'operator', 'mtn-benin', 'did you mean mtn-benin?'],
    ['one of several', { ...good, operator: 'MTN', phone: '' }, 'operator', undefined, '(mtn-benin, mtn-cm, mtn-ci,'],
    [
      'the only one of a brand',
      { ...good, operator: 'Wave', phone: '771234567' },
      'operator',
      'wave-senegal',
      'mean wave',
    ],
    ['an old number of Benin', { ...good, phone: '97000001' }, 'phone', '+2290197000001', 'before November 2024'],
    ['letters', { ...good, phone: 'O197OOOO01' }, 'phone', '+2290197000001', 'O for 0'],
    ['a code twice', { ...good, phone: '2292290197000001' }, 'phone', '+2290197000001', 'country code 229 twice'],
    ['a lost zero', { ...good, phone: '197000001' }, 'phone', '+2290197000001', 'the 0 in front'],
    ['a shortened number', { ...good, phone: '2,29E+11' }, 'phone', undefined, 'format the column as text'],
    ['two numbers', { ...good, phone: '0197000001 / 96000002' }, 'phone', undefined, 'has several numbers'],
    ['two with a dash', { ...good, phone: '0197000001-0196000002' }, 'phone', undefined, 'has several numbers'],
    ['two on two lines', { ...good, phone: '0197000001\n0196000002' }, 'phone', undefined, 'has several numbers'],
    ['a dash', { ...good, phone: '-' }, 'phone', undefined, 'The phone number is missing'],
    ['a text of Excel', { ...good, phone: '="0197000001"' }, 'phone', '+2290197000001', 'did you mean +2290197000001?'],
    ['a name with it', { ...good, phone: 'Awa: 0197000001' }, 'phone', '+2290197000001', 'more in it than a number'],
    ['a year with it', { ...good, phone: '0197000001 (depuis 2024)' }, 'phone', undefined, 'has several numbers'],
    [
      'a number of Togo',
      { ...good, phone: '+22890112345' },
      'phone',
      undefined,
      'from Togo, where the operators are: t-money-togo.',
    ],
    ['a number of France', { ...good, phone: '+33612345678' }, 'phone', undefined, 'from another country'],
    ['an operator of elsewhere', { ...good, pays: 'Togo' }, 'pays', undefined, 'Operators in Togo: t-money-togo.'],
    ['an amount in francs', { ...good, montant: '1.500' }, 'montant', '1500', 'Did you mean 1500?'],
    ['a country', { ...good, pays: 'Bennin' }, 'pays', 'Benin', 'did you mean Benin?'],
  ])('%s: %j', (_, cells, column, suggestion, words) => {
    const result = check(cells)
    const problem = result.ok ? undefined : result.problems.find((each) => each.column === column)
    expect(problem?.message).toEqual(saying(words))
    expect(problem?.suggestion).toBe(suggestion)
    expect(problem && 'suggestion' in problem).toBe(suggestion !== undefined)
  })
})

describe('a brand is an operator where the row says in which country', () => {
  test.each<[operator: string, code: string, others: Cells]>([
    ['Orange Money', 'orange-money-burkina', { pays: 'Burkina Faso', phone: '70123456' }],
    ['orange', 'orange-money-cm', { pays: 'CM', phone: '690123456' }],
    ['Orange Money', 'orange-money-ml', { phone: '+22375123456' }],
    ['Orange Money', 'orange-money-ml', { phone: '0022375123456' }],
    ['Orange Money', 'orange-money-ml', { phone: '223 75 12 34 56' }],
    ['OM', 'orange-money-senegal', { pays: 'Sénégal', phone: '771234567' }],
    ['MTN MoMo', 'momo-ghana', { pays: 'Ghana', phone: '0244123456' }],
    ['MTN', 'momo-uganda', { phone: '+256772123456' }],
    ['MoMo', 'momo-kenya', { pays: 'Kenya', phone: '0712345678' }],
    ['MTN Mobile Money', 'mtn-benin', { phone: '+2290197000001' }],
    ['Moov', 'moov-ml', { pays: 'Mali', phone: '65012345' }],
    ['Moov Money', 'moov-ci', { phone: '+2250101234567' }],
    ['Wave', 'wave-senegal', { pays: 'Senegal', phone: '771234567' }],
    ['T-Money', 't-money-togo', { phone: '+22890112345' }],
    ['Mixx by Yas', 't-money-togo', { pays: 'Togo', phone: '90112345' }],
    ['Orange Money Burkina', 'orange-money-burkina', { phone: '70123456' }],
    ['Orange Mali', 'orange-money-ml', { phone: '75123456' }],
    ['MTN MoMo Ghana', 'momo-ghana', { phone: '0244123456' }],
    ["MTN Côte d'Ivoire", 'mtn-ci', { phone: '0504123456' }],
  ])('%s is %s with %j', (operator, code, others) => {
    expect(check({ ...good, operator, ...others })).toMatchObject({ ok: true, payable: { operator: code } })
  })
  test.each<[operator: string, others: Cells, words: string]>([
    ['Orange Money', { phone: '70123456' }, 'an operator in several countries'],
    ['MTN', { phone: '0197000001' }, 'Write its code (mtn-benin, mtn-ci), add a column with the country'],
    ['Moov', { phone: '' }, 'an operator in several countries'],
    ['Wave', { pays: "Côte d'Ivoire", phone: '0701234567' }, 'no operator "Wave" in Ivory Coast'],
    ['MTN', { pays: 'Kenya', phone: '0712345678' }, 'no operator "MTN" in Kenya. Its operators there: momo-kenya.'],
    [
      'M-Pesa',
      { pays: 'Kenya', phone: '0712345678' },
      'no operator "M-Pesa" in Kenya. Its operators there: momo-kenya.',
    ],
    ['Airtel', { phone: '+256752123456' }, 'no operator "Airtel" in Uganda'],
    ['Mobile Money', { pays: 'Ghana', phone: '0244123456' }, 'no operator "Mobile Money" in Ghana'],
  ])('%s with %j is refused', (operator, others, words) => {
    const result = check({ ...good, operator, ...others })
    const problem = result.ok ? undefined : result.problems.find(({ code }) => code === 'unknown_operator')
    expect(problem?.message).toEqual(saying(words))
  })
  test('a country and a number that contradict each other are both told of', () => {
    const result = check({ ...good, operator: 'Orange Money', pays: 'Burkina Faso', phone: '+22375123456' })
    expect(result).toMatchObject({ ok: false, problems: [{ code: 'phone_country_mismatch' }] })
  })
  test('a name on two lines of its cell is one name', () => {
    expect(check({ ...good, nom: 'DOSSOU \nAwa (cadre)' })).toMatchObject({ payable: { name: 'DOSSOU Awa (cadre)' } })
  })
  test('an unknown country is the only problem of an operator in several countries', () => {
    const result = check({ ...good, operator: 'MTN', pays: 'Bennin', phone: '0197000001' })
    expect(result).toMatchObject({ ok: false, problems: [{ code: 'unknown_country' }] })
  })
})

describe('a currency by its sign', () => {
  test.each<[devise: string, others: Cells]>([
    ['FCFA', {}],
    ['F CFA', {}],
    ['Francs CFA', {}],
    ['FCFA', { operator: 'mtn-cm', phone: '671234567' }],
    ['KSh', { operator: 'momo-kenya', phone: '0712345678' }],
    ['GH₵', { operator: 'momo-ghana', phone: '0244123456' }],
    ['K', { operator: 'momo-zambia', phone: '0966123456' }],
  ])('%s with %j', (devise, others) => {
    expect(check({ ...good, ...others, devise })).toMatchObject({ ok: true })
  })
  test.each<[devise: string, code: ProblemCode]>([
    ['€', 'unknown_currency'],
    ['USD', 'unknown_currency'],
    ['KSh', 'currency_mismatch'],
    ['k FCFA', 'unknown_currency'],
    ['milliers', 'unknown_currency'],
  ])('%s is not that of Benin', (devise, code) => {
    expect(check({ ...good, devise })).toMatchObject({ ok: false, problems: [{ code, column: 'devise' }] })
  })
})

describe('all problems of a row are found at once, and none that follows from another', () => {
  const codes = (cells: Cells) => {
    const result = check(cells)
    return result.ok ? [] : result.problems.map(({ code }) => code)
  }
  test('eight cells wrong, seven problems: the currency is judged by the operator', () => {
    const cells = {
      operator: 'mtn-benin',
      pays: 'Togo',
      devise: 'EUR',
      phone: 'x',
      montant: '1,500',
      nom: 'a\0',
      id: 'a\nb',
    }
    expect(codes(cells)).toEqual([
      'operator_country_mismatch',
      'unknown_currency',
      'invalid_phone',
      'invalid_amount',
      'invalid_name',
      'malformed',
    ])
  })
  test('without operator and country, number and decimals are not judged, the writing of the amount is', () => {
    expect(codes({ operator: '', phone: '97000001', montant: '1.55' })).toEqual(['missing_operator'])
    expect(codes({ operator: 'x', phone: '97000001', montant: 'abc' })).toEqual(['unknown_operator', 'invalid_amount'])
    expect(codes({ operator: '', phone: '', montant: '' })).toEqual([
      'missing_operator',
      'missing_phone',
      'missing_amount',
    ])
  })
  test('without operator, the country stands in', () => {
    expect(codes({ operator: '', pays: 'Benin', phone: '+221771234567', montant: '1.5', devise: 'KES' })).toEqual([
      'missing_operator',
      'currency_mismatch',
      'phone_country_mismatch',
      'too_many_decimals',
    ])
  })
  test('without operator and country, the currency gives the decimals', () => {
    expect(codes({ operator: '', phone: '97000001', montant: '1.5', devise: 'XOF' })).toEqual([
      'missing_operator',
      'too_many_decimals',
    ])
  })
  test('a malformed row has that problem only', () => {
    const columns = noColumns()
    const malformed = { column: '', value: 'x', message: say('files.numbers_spreadsheet_export_excel_xlsx_csv') }
    expect(checkRow({ line: 3, cells: [], malformed }, columns, {})).toMatchObject({
      ok: false,
      problems: [{ line: 3, code: 'malformed' }],
    })
  })
})

describe('a number of a row that says no country', () => {
  const codesOf = (cells: Cells) => {
    const checked = check(cells)
    return checked.ok ? [] : checked.problems.map(({ code }) => code)
  }
  test.each(['bar', '12', '0197000', '+33612345678', '07-11-2026', '2.29E+11', '-712345424', '+22901970000012345'])(
    '%s is a problem: it is none anywhere',
    (phone) => {
      expect(codesOf({ operator: 'foo', phone, montant: 'baz' })).toEqual([
        'unknown_operator',
        'invalid_phone',
        'invalid_amount',
      ])
      expect(codesOf({ ...good, operator: '', phone })).toEqual(['missing_operator', 'invalid_phone'])
    },
  )
  test.each([
    ...['0197000001', '97000001', '01 97 00 00 01', '+229 01 97 00 00 01', '002290197000001', '2290197000001'],
    ...['+254712345678', '0712 345 678', '(0)771234567', '77.123.45.67', '+22507 01 02 03 04', '90-12-34-56'],
  ])('%s is none: it may be somebody’s', (phone) => {
    expect(codesOf({ ...good, operator: 'foo', phone })).toEqual(['unknown_operator'])
  })
})
