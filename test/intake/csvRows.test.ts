import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../src/intake/row.ts'
import { checkContent } from './checkContent.ts'

const header = 'operator,phone_number,amount'
const good = 'mtn-benin,+2290197000001,1500'
const valid = (lines: string[]) => `${lines.join('\n')}\n`

describe('the delimiter is found by itself', () => {
  test.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('%s', async (_, delimiter) => {
    const text = valid(
      ['operator,name,phone_number,amount', 'mtn-benin,Awa,+2290197000001,1500'].map((line) =>
        line.replaceAll(',', delimiter),
      ),
    )
    const { rows, columns } = await checkContent(text)
    expect(columns).toEqual(['operator', 'name', 'phone_number', 'amount'])
    expect(rows).toMatchObject([{ line: 2, cells: ['mtn-benin', 'Awa', '+2290197000001', '1500'] }])
  })
  test('semicolons win over the commas of amounts, names and quoted cells', async () => {
    const lines = [
      'operator;phone_number;amount;"name, and more, of it"',
      'momo-kenya;0712123456;150,50;"Kamau, W; jr"',
    ]
    const { rows } = await checkContent(valid([...lines, 'momo-kenya;0712123457;1 500,50;a,b,c']))
    expect(rows[0]?.payable).toMatchObject({ amountMinor: 15050n })
    expect(rows[0]?.cells[3]).toBe('Kamau, W; jr')
    expect(rows[1]?.payable).toMatchObject({ amountMinor: 150050n })
  })
  test("Excel's own line above the header is understood", async () => {
    const { rows, columns } = await checkContent(
      `sep=;\r\noperator;phone_number;amount\r\nmtn-benin;0197000001;1500\r\n`,
    )
    expect(columns).toEqual(['operator', 'phone_number', 'amount'])
    expect(rows).toMatchObject([{ line: 3, payable: { phone: '2290197000001' } }])
  })
})

describe('encodings', () => {
  const text = 'opérateur;téléphone;montant;bénéficiaire\r\nwave-senegal;+221771234567;1500;Ndèye Diène\r\n'
  const utf16be = Buffer.from(text, 'utf16le').swap16()
  test.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a byte order mark', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16be])],
    ['UTF-16LE without', Buffer.from(text, 'utf16le')],
    ['UTF-16BE without', utf16be],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', async (_, bytes) => {
    const { rows, columns } = await checkContent(bytes)
    expect(columns).toEqual(['opérateur', 'téléphone', 'montant', 'bénéficiaire'])
    expect(rows).toMatchObject([{ payable: { operator: 'wave-senegal', phone: '221771234567', name: 'Ndèye Diène' } }])
  })
  test('Windows-1252 has letters and quotes that Latin-1 does not have', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header},name\n${good},`),
      Buffer.from([0x8c, 0x75, 0x76, 0x72, 0x65, 0x20, 0x92, 0x80]),
      Buffer.from('\n'),
    ])
    expect((await checkContent(bytes)).rows[0]?.cells[3]).toBe('Œuvre ’€')
  })
  test('characters cut by the edges of chunks come out whole, in each encoding', async () => {
    const lines = Array.from(
      { length: 4000 },
      (_, index) => `wave-senegal;+22177${String(1000000 + index)};1500;${'é€😀'.repeat(1 + (index % 7))}`,
    )
    const content = ['operator;phone;amount;name', ...lines].join('\n')
    for (const bytes of [Buffer.from(content), Buffer.from(`\ufeff${content}`, 'utf16le')]) {
      const { rows } = await checkContent(bytes)
      expect(rows).toHaveLength(4000)
      expect(rows.every((row, index) => row.cells[3] === '€'.replace('€', 'é€😀'.repeat(1 + (index % 7))))).toBe(true)
    }
  })
  test('UTF-8 with a broken place is refused with the place, not read as Windows-1252', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${header},name\n${good},Ndèye Diène`),
      Buffer.from([0xc3]),
      Buffer.from('\n'),
    ])
    expect((await checkContent(bytes)).result).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(`broken at byte ${bytes.length - 1}:`),
    })
  })
  test('UTF-16 that breaks off in a character is refused', async () => {
    const bytes = Buffer.from(`\ufeff${header}\n${good}\n`, 'utf16le').subarray(0, -1)
    expect((await checkContent(bytes)).result).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('UTF-16'),
    })
  })
})

describe('lines', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s: blank lines and line breaks in quotes count, and a row has the line on which it starts', async (_, end) => {
    const lines = [
      '',
      `${header},name`,
      '',
      `${good},"Awa`,
      `Diop"`,
      `mtn-benin,+2290197000002,1500,"a`,
      '',
      `b"`,
      '',
      '',
      `mtn-benin,+2290197000003,1500,c`,
    ]
    const { rows } = await checkContent(lines.join(end))
    expect(rows.map(({ line }) => line)).toEqual([4, 6, 11])
    expect(rows[1]?.cells[3]).toBe(`a${end}${end}b`)
  })
  test('line breaks of several kinds in one file', async () => {
    const { rows } = await checkContent(
      `${header}\r\n${good}\nmtn-benin,+2290197000002,1500\r\rmtn-benin,+2290197000003,1500`,
    )
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 5])
  })
  test('line numbers are right across the edges of chunks', async () => {
    const lines = Array.from({ length: 6000 }, (_, index) =>
      index % 3 === 0 ? `"mtn-benin",019${7000000 + index},"15\r\n00"` : `mtn-benin,019${7000000 + index},1500`,
    )
    const { rows } = await checkContent(`${header}\r\n${lines.join('\r\n')}`)
    let line = 2
    for (const [index, row] of rows.entries()) {
      expect(row.line).toBe(line)
      line += index % 3 === 0 ? 2 : 1
    }
    expect(rows).toHaveLength(6000)
  })
  test('lines of nothing but delimiters are blank, and so are spaces', async () => {
    const { rows, result } = await checkContent(valid([header, good, ',,', ' , ,', '   ']))
    expect(rows).toHaveLength(1)
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 1, valid: 1 } })
  })
})

describe('quotes', () => {
  test('delimiters, quotes and line breaks inside quotes are text', async () => {
    const { rows } = await checkContent(valid([`${header},name`, '"mtn-benin","+2290197000001","1500","a ""b"", c"']))
    expect(rows[0]?.cells).toEqual(['mtn-benin', '+2290197000001', '1500', 'a "b", c'])
  })
  test.each<[string, string[], number, string]>([
    ['never closed', [header, good, '"mtn-benin,+2290197000002,1500', good, good], 3, 'never closed'],
    [
      'never closed, opened on a later line of its row',
      [`${header},a,b`, `${good},"x`, 'y","z', 'more'],
      3,
      'never closed',
    ],
    ['text after the closing quote', [header, good, good, '"mtn"-benin,+2290197000002,1500'], 4, 'more text follows'],
    [
      'opened lines before the text after it',
      [header, '"mtn', '', 'benin"x,+2290197000002,1500'],
      2,
      'more text follows',
    ],
    ['in the middle of a cell', [header, 'mtn"benin",+2290197000002,1500', good], 2, 'middle of a cell'],
  ])('%s: the file is refused and the line named', async (_, lines, line, words) => {
    const { result } = await checkContent(valid(lines))
    expect(result).toMatchObject({ kind: 'refused', line, message: expect.stringContaining(words) })
    expect(result).toMatchObject({ message: expect.stringContaining(`line ${line}`) })
  })
  test('one that swallows more than a record may have is named too', async () => {
    const lines = [
      header,
      ...Array.from({ length: 10 }, () => good),
      `"${good}`,
      ...Array.from({ length: 5000 }, () => good),
    ]
    expect((await checkContent(valid(lines))).result).toMatchObject({
      kind: 'refused',
      line: 12,
      message: expect.stringContaining('never closed'),
    })
  })
})

describe('rows of another shape than the header', () => {
  test('too few and too many cells are malformed, with both counts; the others are read on', async () => {
    const { rows, result } = await checkContent(valid([header, 'mtn-benin,+2290197000001', good, `${good},x`]))
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, valid: 1, invalid: 2 } })
    expect(rows[0]?.problems).toMatchObject([
      { line: 2, column: '', code: 'malformed', message: expect.stringContaining('2 cells and the header 3') },
    ])
    expect(rows[2]?.problems).toMatchObject([
      { line: 4, code: 'malformed', message: expect.stringContaining('4 cells and the header 3') },
    ])
  })
  test('empty cells at the end are no harm, nor is a header that ends in a delimiter', async () => {
    expect((await checkContent(valid([header, `${good},,`]))).rows[0]?.problems).toEqual([])
    const { rows, columns } = await checkContent(valid([`${header},`, `${good},`, good]))
    expect(columns).toEqual(['operator', 'phone_number', 'amount'])
    expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], ['possible_duplicate']])
  })
  test('a NUL character makes the row malformed and does not reach the kept cell', async () => {
    const { rows } = await checkContent(valid([`${header},note`, `${good},a\0b`]))
    expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'note', value: 'a\ufffdb' }])
    expect(rows[0]?.cells[3]).toBe('a\ufffdb')
  })
})

describe('limits', () => {
  const limits = { ...defaultLimits, rows: 3 }
  test('as many rows as allowed are taken, one more is refused', async () => {
    const rows = [1, 2, 3, 4].map((n) => `mtn-benin,+229019700000${n},1500`)
    expect((await checkContent(valid([header, ...rows.slice(0, 3)]), 'csv', { limits })).result.kind).toBe('checked')
    expect((await checkContent(valid([header, ...rows]), 'csv', { limits })).result).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('more than 3 rows'),
    })
  })
  test('100 columns are taken, 101 and 10,000 are refused', async () => {
    const wide = (count: number) => {
      const names = Array.from({ length: count - 3 }, (_, index) => `c${index}`).join(',')
      return valid([`${header},${names}`, good + ','.repeat(count - 3)])
    }
    expect((await checkContent(wide(100))).result.kind).toBe('checked')
    for (const count of [101, 10_000]) {
      expect((await checkContent(wide(count))).result).toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('100 columns'),
      })
    }
  })
  test('a record of 64 KiB is taken, a longer one is refused with its line', async () => {
    const record = (length: number) =>
      valid([`${header},note`, `${good.replace('1500', '1600')},a`, `${good},${'x'.repeat(length)}`])
    expect((await checkContent(record(65_000))).result.kind).toBe('checked')
    expect((await checkContent(record(66_000))).result).toMatchObject({
      kind: 'refused',
      line: 3,
      message: expect.stringContaining('64 KiB'),
    })
  })
  test.each([
    ['a line of text without end', 'x'],
    ['a line of delimiters without end', ','],
    ['a line of spaces without end', ' '],
    ['a quoted cell without end', '"x'],
  ])('%s is refused with its line', async (_, unit) => {
    const { result } = await checkContent(
      `${header}\n${good}\n${unit[0]}${(unit[1] ?? unit[0] ?? '').repeat(2_000_000)}`,
    )
    expect(result).toMatchObject({ kind: 'refused', line: 3 })
  })
  test('many blank lines are no long record', async () => {
    expect((await checkContent(`${header}\n${'\n'.repeat(400_000)}${good}\n`)).rows).toMatchObject([{ line: 400_002 }])
  })
})

test('cells come out as they went in, whatever is in them', async () => {
  const cell = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', ',', '\n', '\r', ';', ' ', "'", '='),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })
  const cells = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(cells, async (notes) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const lines = notes.map((pair) => `mtn-benin,x,1500,${pair.map(quote).join(',')}`)
      const { rows } = await checkContent([`${header},note,more`, ...lines].join('\r\n'))
      expect(rows.map((row) => row.cells.slice(3))).toEqual(
        notes.map((pair) => pair.map((text) => text.replaceAll('\0', '\ufffd'))),
      )
    }),
    { numRuns: 150 },
  )
})

test('any bytes give a result and never an exception', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ';', '\0') }),
  )
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('csv', 'json', 'ndjson', 'dat'), async (content, extension) => {
      const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
      const withHeader = Buffer.concat([Buffer.from(extension === 'csv' ? `${header}\n` : '[{"amount":1'), body])
      for (const bytes of [body, withHeader]) {
        const { result } = await checkContent(bytes, extension)
        expect(['checked', 'refused']).toContain(result.kind)
      }
    }),
    { numRuns: 150 },
  )
})
