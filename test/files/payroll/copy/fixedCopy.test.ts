import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckOptions } from '../../../../src/files/payroll/checkFile.ts'
import { checkCopy, fixedCopy } from '../../../../src/files/payroll/copy/fixedCopy.ts'
import type { Fix } from '../../../../src/files/payroll/copy/fixRow.ts'
import { reportColumns } from '../../../../src/payout/report.ts'
import { seeded } from '../../../properties/seeded.ts'
import { checkContent, payoutFileOf } from '../checkContent.ts'

async function fixed(content: string | Buffer, options: CheckOptions = {}) {
  const fixes: Fix[] = []
  const copy = fixedCopy(await payoutFileOf(content), options, (fix) => fixes.push(fix))
  const pieces: Buffer[] = []
  for await (const piece of copy.pieces) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  return { bytes, text: bytes.toString(), fixes, result: copy.result() }
}

const header = 'operator,phone_number,amount'

describe('what is certain is fixed', () => {
  test.each([
    ['an old number of Benin', 'mtn-benin,97000001,1500', 'mtn-benin,+2290197000001,1500'],
    ['the same in quotes', 'mtn-benin,"97 00 00 01",1500', 'mtn-benin,"+2290197000001",1500'],
    ['letters for digits', 'mtn-benin,O197OOOO0l,1500', 'mtn-benin,+2290197000001,1500'],
    ['a country code twice', 'mtn-benin,2292290197000001,1500', 'mtn-benin,+2290197000001,1500'],
    ['a plus before a national number', 'momo-kenya,+0712345678,1500', 'momo-kenya,+254712345678,1500'],
    ["a spreadsheet's decimals", 'mtn-benin,2290197000001.0,1500', 'mtn-benin,+2290197000001,1500'],
    ['both cells', "MTN Côte d'Ivoire,O707070707,1500", 'mtn-ci,+2250707070707,1500'],
  ])('%s', async (_, before, after) => {
    const { text, fixes, result } = await fixed(`${header}\n${before}\n`)
    expect(text).toBe(`${header}\n${after}\n`)
    expect(fixes.map(({ line }) => line)).toEqual(fixes.map(() => 2))
    expect(result).toMatchObject({ kind: 'checked', summary: { invalid: 1 } })
    expect((await checkContent(text)).result).toMatchObject({ kind: 'checked', summary: { valid: 1, problemCount: 0 } })
  })
})

describe('what somebody has to decide stays as it is', () => {
  test.each([
    ['a likely operator', 'mtn-bennin,0197000001,1500'],
    ['a number under an operator that is only likely', 'mtn-bennin,97000001,1500'],
    ['a brand alone', 'MTN,0197000001,1500'],
    ['a zero that was lost', 'mtn-benin,197000001,1500'],
    ['a digit too few', 'momo-kenya,71234567,1500'],
    ['a number of another country', 'mtn-benin,+22890112345,1500'],
    ['a shortened number', 'mtn-benin,2.29E+11,1500'],
    ['an amount with letters', 'mtn-benin,0197000001,15OO'],
    ['an amount with its currency', 'mtn-benin,0197000001,1500 FCFA'],
    ['an amount with a doubtful mark', 'mtn-benin,0197000001,1.500'],
    ['nothing at all', ',,'],
    ['an operator that may look like another one', 'mtn-\u202ebenin,97000001,1500'],
    ['a row of another shape', 'mtn-benin,97000001'],
  ])('%s', async (_, row) => {
    const content = `${header}\n${row}\nmtn-benin,0197000009,7\n`
    const { text, fixes } = await fixed(content)
    expect(text).toBe(content)
    expect(fixes).toEqual([])
  })
  test.each([
    ['country', 'Togo'],
    ['country', 'Nowhere'],
    ['currency', 'XAF'],
  ])('a number whose row says otherwise: %s %s', async (column, value) => {
    const content = `${header},${column}\nmtn-benin,97000001,1500,${value}\n`
    expect((await fixed(content)).text).toBe(content)
  })
})

describe('everything else is byte for byte as it was', () => {
  test('titles, blank lines, line ends, quotes, delimiters and line breaks in cells, unknown columns', async () => {
    const content = [
      '\ufeffPay of November;;;\r\n',
      '\r\n',
      '  "note";Opérateur;Téléphone;Montant\r\n'.trimStart(),
      '"a;""b""\r\n\r\nc";mtn-benin;PHONE1;1 500,00\n',
      ';;;\r\n',
      'é;"mtn-benin";"PHONE2";"1 500"\r',
      '=1+1;mtn-benin;PHONE3;150',
    ].join('')
    const before = content.replace('PHONE1', '97000001').replace('PHONE2', '97000002').replace('PHONE3', '97000003')
    const after = content.replace(/PHONE(\d)/g, '+229019700000$1')
    const { text, fixes } = await fixed(before)
    expect(text).toBe(after)
    expect(fixes.map(({ line, column, before: was }) => [line, column, was])).toEqual([
      [4, 'Téléphone', '97000001'],
      [8, 'Téléphone', '97000002'],
      [9, 'Téléphone', '97000003'],
    ])
  })
  test.each(['utf16le', 'latin1'] as const)('%s becomes UTF-8 with a mark', async (encoding) => {
    const text = `opérateur;téléphone;montant\r\nmtn-benin;97000001;1500\r\n`
    const bytes = Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding)
    expect((await fixed(bytes)).text).toBe(`\ufeff${text.replace('97000001', '+2290197000001')}`)
  })
  test('the copy of a report is a report again, whose numbers have no mark', async () => {
    const own = '2,invalid,,invalid_phone,no,0,,,'
    const content = `${header},name,${reportColumns.join(',')}\nmtn-benin,97000001,1500,'=1+1,${own}\n`
    const { text } = await fixed(content)
    expect(text).toBe(content.replace('97000001', '+2290197000001'))
    expect((await checkContent(text)).rows).toMatchObject([{ payable: { phone: '2290197000001', name: '=1+1' } }])
  })
  test('over the edges of chunks, with fixes everywhere', async () => {
    const rows = Array.from({ length: 6000 }, (_, n) => {
      const end = String(n).padStart(4, '0')
      return n % 3 === 0 ? [`97 00 ${end}`, `"é\r\n${'x'.repeat(n % 50)}"`] : [`"9701${end}"`, 'y'.repeat(n % 70)]
    })
    const content = (phones: string[]) =>
      `operator,phone,amount,note\r\n${rows.map(([, note], n) => `mtn-benin,${phones[n]},${n + 1},${note}`).join('\r\n')}`
    const { text, fixes } = await fixed(content(rows.map(([phone]) => phone ?? '')))
    const expected = rows.map((_, n) => {
      const end = String(n).padStart(4, '0')
      return n % 3 === 0 ? `+229019700${end}` : `"+229019701${end}"`
    })
    expect(text === content(expected)).toBe(true)
    expect(fixes).toHaveLength(6000)
  })
})

test('a copy in which an amount, a name or a row differs is not faithful', async () => {
  const original = `${header},name\nmtn-benin,97000001,1500,Awa\nmtn-benin,0197000002,1500,Yao\n`
  const faithful = async (copy: string) =>
    (await checkCopy(await payoutFileOf(original), await payoutFileOf(copy), {})).isFaithful
  expect(await faithful(original.replace('97000001', '+2290197000001'))).toBe(true)
  for (const copy of [
    original.replace('1500', '15000'),
    original.replace('Awa', 'Ava'),
    original.replace(/mtn-benin,0197000002.*\n/, ''),
    `${original}mtn-benin,0197000003,1500,Ali\n`,
    original.replace('name', 'names'),
    original.replace('\nmtn-benin,0197', '\n\nmtn-benin,0197'),
  ]) {
    expect([copy, await faithful(copy)]).toEqual([copy, false])
  }
})

describe('for any file at all', () => {
  const digit = fc.constantFrom(...'0123456789OolI')
  const phone = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('', '+', '00', '229', '+229', '229229', '+0', '+254', '0'),
        fc.constantFrom('97', '0197', '7', '07'),
        fc.string({ unit: digit, minLength: 5, maxLength: 8 }),
      )
      .map((parts) => parts.join('')),
    fc.string({ unit: fc.constantFrom(...'0123456789 +.-OlE,'), maxLength: 16 }),
  )
  const amount = fc.oneof(
    fc.nat(10_000).map(String),
    fc.string({ unit: fc.constantFrom(...'0123456789 .,OlF-'), maxLength: 9 }),
  )
  const operator = fc.constantFrom(
    'mtn-benin',
    'MTN Bénin',
    'moov benin',
    'mtn-bennin',
    'momo-kenya',
    'MoMo Kenya',
    'MTN',
    '',
    "Moov Côte d'Ivoire",
  )
  const note = fc.string({ unit: fc.constantFrom(...'ab;,"\n\r\té\t0197'), maxLength: 8 })
  const table = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    isQuoted: fc.boolean(),
    rows: fc.array(fc.tuple(operator, phone, amount, note), { minLength: 1, maxLength: 12 }),
  })
  test('no amount is changed, no number that was right, and nothing outside the two columns; fixing again changes nothing; what could be paid is paid the same', async () => {
    let total = 0
    await fc.assert(
      fc.asyncProperty(table, async ({ delimiter, lineEnd, isQuoted, rows }) => {
        const content = stringify(
          [['operator', 'phone', 'amount', 'note'], ...rows.map((row) => [...row.slice(0, 3), `n${row[3]}`])],
          {
            delimiter,
            record_delimiter: lineEnd,
            quoted: isQuoted,
            quote_record_delimiter: true,
          },
        )
        const { text, fixes } = await fixed(content, { allowDuplicates: true })
        total += fixes.length
        const before = await checkContent(content, 'csv', { allowDuplicates: true })
        const after = await checkContent(text, 'csv', { allowDuplicates: true })
        expect(after.rows).toHaveLength(before.rows.length)
        for (const [at, row] of after.rows.entries()) {
          const was = before.rows[at]
          expect(row.line).toBe(was?.line)
          expect(row.cells.slice(2)).toEqual(was?.cells.slice(2))
          if (was?.payable) expect([row.cells, row.payable]).toEqual([was.cells, was.payable])
          const [oldPhone, newPhone] = [was?.cells[1] ?? '', row.cells[1] ?? '']
          // All that Benin's renumbering, a code and a plus don't explain stands in the cell already.
          const oldDigits = oldPhone.replace(/o/gi, '0').replace(/[lI]/g, '1').replace(/\D/g, '')
          const changed = newPhone.replace(/^\+(?:22901|\d{3})/, '')
          if (newPhone !== oldPhone) expect([oldPhone, oldDigits.includes(changed)]).toEqual([oldPhone, true])
        }
        const again = await fixed(text, { allowDuplicates: true })
        expect(again.fixes).toEqual([])
        expect(again.text).toBe(text)
      }),
      // A quarter of them every day, which is enough for the number below.
      seeded(process.env['FC_THOROUGH'] === '1' ? 300 : 600),
    )
    expect(total).toBeGreaterThan(50)
  })
})
