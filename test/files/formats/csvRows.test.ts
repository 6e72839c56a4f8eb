import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { checkContent } from '../payroll/checkContent.ts'

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
      message: saying(`damaged at byte ${bytes.length - 1}.`),
    })
  })
  test('UTF-16 that breaks off in a character is refused', async () => {
    const bytes = Buffer.from(`\ufeff${header}\n${good}\n`, 'utf16le').subarray(0, -1)
    expect((await checkContent(bytes)).result).toMatchObject({
      kind: 'refused',
      message: saying('UTF-16'),
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
    ['of a formula', [header, 'mtn-benin,="0197000002",1500', good], 2, 'which is a formula'],
    ['in the middle of a cell', [header, 'mtn"benin",+2290197000002,1500', good], 2, 'middle of a cell'],
    ['opened in a cell below blank lines', [header, good, '', ',,', '', '"mtn-benin', good], 6, 'never closed'],
    ['opened after an empty cell', [`${header},note`, `,"${good}`, 'x'], 2, 'never closed'],
    [
      'below rows that are split without a parser',
      [header, ...Array.from({ length: 5000 }, () => good), '', '"é', 'x"y,+2290197000002,1500'],
      5003,
      'more text follows',
    ],
  ])('%s: the file is refused and the line named', async (_, lines, line, words) => {
    const { result } = await checkContent(valid(lines))
    expect(result).toMatchObject({ kind: 'refused', line, message: saying(words) })
    expect(result).toMatchObject({ message: saying(new RegExp(`\\bline ${line}\\b`, 'i')) })
  })
  test.each(['"', ',"'])('one that swallows more than a record may have is named too: %s', async (opening) => {
    const lines = [
      header,
      ...Array.from({ length: 10 }, () => good),
      `${opening}${good}`,
      ...Array.from({ length: 5000 }, () => good),
    ]
    expect((await checkContent(valid(lines))).result).toMatchObject({
      kind: 'refused',
      line: 12,
      message: saying('never closed'),
    })
  })
})

describe('rows of another shape than the header', () => {
  test('too few and too many cells are malformed, with both counts; the others are read on', async () => {
    const { rows, result } = await checkContent(valid([header, 'mtn-benin,+2290197000001', good, `${good},x`]))
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, valid: 1, invalid: 2 } })
    expect(rows[0]?.problems).toMatchObject([
      { line: 2, column: '', code: 'malformed', message: saying('2 cells and the header 3') },
    ])
    expect(rows[2]?.problems).toMatchObject([
      { line: 4, code: 'malformed', message: saying('4 cells and the header 3') },
    ])
  })
  test('a header may end in a delimiter, and rows with it', async () => {
    expect((await checkContent(valid([header, `${good},,`]))).rows[0]?.problems).toMatchObject([{ code: 'malformed' }])
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
