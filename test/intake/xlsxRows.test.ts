import { describe, expect, it, test } from 'vitest'
import { row, workbook, zip } from '../harness/workbook.ts'
import { checkContent, openContent } from './checkContent.ts'

const names = row(1, ['operator', 'phone', 'amount', 'reference', 'note'])
const good = (line: number, amount: string | number = 1500, phone: string | number = 2290197000001) =>
  row(line, ['mtn-benin', phone, amount, `EMP-${line}`])

const bookOf = (data: string, more: Parameters<typeof workbook>[0] = {}) =>
  workbook({ sheets: [{ name: 'Payroll', data }], ...more })

const check = async (data: string, more: Parameters<typeof workbook>[0] = {}) =>
  checkContent(await bookOf(data, more), 'xlsx')

/** The problems of one row whose amount, phone, or both are these cells. */
async function problemsOf(cells: { amount?: string | number; phone?: string | number }, formats: string[] = []) {
  const { rows } = await check(names + good(2, cells.amount, cells.phone), { formats })
  return rows[0]?.problems.map(({ column, code, message }) => ({ column, code, message })) ?? []
}

describe('a sheet', () => {
  it('is read like any payout file: numbers, texts from the table, rich and inline texts, formulas and their values', async () => {
    const strings =
      '<si><t>moov-benin</t></si><si><r><t>Afi</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Dossou</t></r><rPh><t>x</t></rPh></si>'
    const data =
      row(1, ['operator', 'phone', 'amount', 'name', 'active']) +
      row(2, ['mtn-benin', 2290197000001, 1500, '<c t="s"><v>1</v></c>', '<c t="b"><v>1</v></c>']) +
      row(5, [
        '<c t="s"><v>0</v></c>',
        '0195000001',
        '<c><f>A1*2</f><v>1.5E+3</v></c>',
        '<c t="str"><f>x</f><v>K&amp;A</v></c>',
      ])
    const { rows, result, columns } = await check(data, { strings })
    expect(result.kind).toBe('checked')
    expect(columns).toEqual(['operator', 'phone', 'amount', 'name', 'active'])
    expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
      [2, ['mtn-benin', '2290197000001', '1500', 'Afi Dossou', 'TRUE']],
      [5, ['moov-benin', '0195000001', '1500', 'K&A', '']],
    ])
    expect(rows.map(({ payable }) => payable?.amountMinor)).toEqual([1500n, 1500n])
  })

  it('keeps a column that it does not know as the sheet shows it: dates as ISO 8601, zeros in front, errors', async () => {
    const data =
      row(1, ['operator', 'phone', 'amount', 'a', 'b', 'c', 'd']) +
      row(2, [
        'mtn-benin',
        2290197000001,
        1500,
        '<c s="1"><v>46347</v></c>',
        '<c s="1"><v>46347.25</v></c>',
        '<c s="2"><v>42</v></c>',
        '<c t="e"><v>#N/A</v></c>',
      ])
    const { rows } = await check(data, { formats: ['[$-40C]d mmmm yyyy', '00000'] })
    expect(rows[0]?.cells.slice(3)).toEqual(['2026-11-21', '2026-11-21T06:00:00', '00042', '#N/A'])
    expect(rows[0]?.payable).not.toBeNull()
    const macintosh = await check(data, { formats: ['d.m.yy', '0'], date1904: true })
    expect(macintosh.rows[0]?.cells[3]).toBe('2030-11-22')
  })

  it('may have a title above the names; lines are the rows as the sheet numbers them', async () => {
    const { rows, result } = await check(
      row(1, ['Payroll of November']) + row(3, names.match(/(?<=preserve">)[^<]+/g) ?? []) + good(7),
    )
    expect(rows.map(({ line, problems }) => [line, problems])).toEqual([[7, []]])
    expect(result).toMatchObject({ summary: { notes: [expect.stringContaining('line 3')] } })
  })

  it('says how many of its rows are hidden, and reads them', async () => {
    const data = names + good(2) + good(3, 1600).replace('<row', '<row hidden="1"')
    const { rows, result } = await check(data)
    expect(rows).toHaveLength(2)
    expect(result).toMatchObject({
      kind: 'checked',
      summary: { valid: 2, notes: [expect.stringContaining('One row of the sheet is hidden')] },
    })
  })

  it('says when its program left the formulas to be calculated by the next one that opens it', async () => {
    const formula = '<c><f>D2*2</f><v>1500</v></c>'
    const data = names + good(2, formula) + good(3, 1600) + good(4, formula.replace('1500', '1700'))
    const book = (calc: string) =>
      `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Payroll" r:id="s0"/></sheets>${calc}</workbook>`
    const notesOf = async (rows: string, calc: string) => {
      const { result } = await check(rows, { parts: { 'xl/workbook.xml': book(calc) } })
      return result.kind === 'checked' && result.summary.notes
    }
    expect(await notesOf(data, '<calcPr fullCalcOnLoad="1"/>')).toEqual([
      expect.stringMatching(/to be calculated again.*2 rows/),
    ])
    expect(await notesOf(data, '<calcPr calcId="191029"/>')).toEqual([])
    // A formula in a column that nothing is paid by does not matter.
    const beside = names + row(2, ['mtn-benin', '0197000001', 5, 'R', '<c><f>1</f><v>1</v></c>'])
    expect(await notesOf(beside, '<calcPr fullCalcOnLoad="1"/>')).toEqual([])
  })

  it('is the first that can be seen, or the one that is named; a wrong name lists those there are', async () => {
    const content = await workbook({
      sheets: [
        { name: 'Settings', state: 'hidden', data: row(1, ['x']) },
        { name: 'October', data: names + good(2) },
        { name: 'Novembre é', data: names + good(2) + good(3, 1700) },
      ],
    })
    const plain = await openContent(content, 'a.xlsx')
    const named = await openContent(content, 'a.xlsx', 'october ')
    const second = await openContent(content, 'a.xlsx', 'NOVEMBRE É')
    if (plain.kind !== 'opened' || named.kind !== 'opened' || second.kind !== 'opened') throw new Error('not opened')
    expect(named.file.sha256).toBe(plain.file.sha256)
    expect(second.file.sha256).not.toBe(plain.file.sha256)
    expect(await openContent(content, 'a.xlsx', 'December')).toEqual({
      kind: 'unreadable',
      message: 'The workbook has no sheet "December". Its sheets: "Settings", "October", "Novembre é".',
    })
    const { result } = await checkContent(content, 'xlsx')
    expect(result).toMatchObject({ summary: { rows: 1, notes: [expect.stringContaining('"October" was read')] } })
  })

  it('that is asked for by name has to be in a workbook', async () => {
    expect(await openContent('operator,phone,amount\n', 'a.csv', 'x')).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('--sheet'),
    })
  })

  it('is found by content on standard input and under any name', async () => {
    const { result } = await checkContent(await bookOf(names + good(2)), 'csv')
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
  })

  it('may use prefixes for its tags, leave out the names of cells, and hold texts with escapes', async () => {
    const data = `<x:row><x:c t="inlineStr"><x:is><x:t>operator</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>phone</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>amount</x:t></x:is></x:c><x:c t="str"><x:v>a_x005F_x000D_b</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>mtn-benin</x:t></x:is></x:c><x:c><x:v>2.290197000001E12</x:v></x:c><x:c><x:v>15</x:v></x:c></x:row>`
    const sheet = `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${data}</x:sheetData></x:worksheet>`
    const { rows, columns } = await check('', { parts: { 'xl/worksheets/sheet1.xml': sheet } })
    expect(columns[3]).toBe('a_x000D_b')
    expect(rows[0]).toMatchObject({ line: 2, payable: { phone: '2290197000001', amountMinor: 15n } })
  })
})

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
    { what: 'never calculated', cell: '<c><f>SUM(A1)</f></c>', code: 'invalid_amount', says: /never been calculated/ },
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
    expect(problems).toEqual([{ column: 'amount', code, message: expect.stringMatching(says) }])
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
    expect(problems).toEqual([{ column: 'phone', code: 'invalid_phone', message: expect.stringMatching(says) }])
  })
})

describe('a workbook is turned away', () => {
  const broken = async (parts: Record<string, string | Buffer>) => (await check(names + good(2), { parts })).result
  const xml = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`
  const part = 'xl/worksheets/sheet1.xml'

  test.each([
    {
      what: 'with a document type',
      parts: { [part]: `<!DOCTYPE a [<!ENTITY b "c">]>${xml('')}` },
      says: /definitions/,
    },
    {
      what: 'with an entity of its own',
      parts: { [part]: xml('<row r="1"><c t="str"><v>&b;</v></c></row>') },
      says: /damaged inside/,
    },
    { what: 'that breaks off', parts: { [part]: '<worksheet><sheetData><row r="1">' }, says: /damaged inside/ },
    { what: 'with rows out of order', parts: { [part]: xml(names + good(3) + good(2)) }, says: /out of order/ },
    { what: 'with a row twice', parts: { [part]: xml(names + good(2) + good(2)) }, says: /out of order/ },
    {
      what: 'with a row that no sheet has',
      parts: { [part]: xml(names + row(1_048_577, ['x'])) },
      says: /out of order/,
    },
    {
      what: 'with a cell that names a text that is not in the table',
      parts: { [part]: xml(names + row(2, ['mtn-benin', '0197000001', 5, '<c t="s"><v>7</v></c>'])) },
      says: /damaged inside/,
    },
    {
      what: 'with styles without end',
      parts: { 'xl/styles.xml': `<styleSheet><cellXfs>${`<xf/><!--${randomText(400_000)}-->`.repeat(90)}` },
      says: /unpack to far more/,
    },
    { what: 'nested past measure', parts: { [part]: xml('<a>'.repeat(1000)) }, says: /damaged inside/ },
    {
      what: 'whose bytes are no UTF-8',
      parts: { [part]: Buffer.from([0x3c, 0x61, 0xff, 0xfe, 0x3e]) },
      says: /damaged inside/,
    },
    {
      what: 'with a text that goes on for ever',
      parts: { [part]: xml(`<row r="1"><c t="str"><v>${randomText(3_000_000)}</v></c></row>`) },
      says: /64 KiB/,
    },
    {
      what: 'with a row longer than 64 KiB',
      parts: { [part]: xml(row(1, [randomText(40_000), randomText(40_000)])) },
      says: /Row 1 of the sheet is longer than 64 KiB/,
    },
    {
      what: 'with a sheet of blanks that unpacks to a thousand times its size',
      parts: { [part]: ' '.repeat(20_000_000) },
      says: /unpack to far more/,
    },
    {
      what: 'with another part that does',
      parts: { 'xl/media/a.png': Buffer.alloc(50_000_000) },
      says: /unpack to far more/,
    },
  ])('$what', async ({ parts, says }) => {
    const result = await broken(parts)
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringMatching(says) })
  })

  it('when its table of contents lies about a length', async () => {
    const content = await bookOf(names + good(2), { parts: { 'xl/worksheets/sheet1.xml': ' '.repeat(900_000) } })
    // The length that is told for the part, in the table at the end: 900,000 becomes 9.
    const at = content.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24
    expect(content.readUInt32LE(at)).toBe(900_000)
    content.writeUInt32LE(9, at)
    const { result } = await checkContent(content, 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('damaged') })
  })

  it('cut off at any place', async () => {
    const content = await bookOf(names + good(2))
    for (let length = 4; length < content.length; length += 97) {
      const { result } = await checkContent(content.subarray(0, length), 'xlsx')
      expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('save it again') })
    }
  })

  it('with any of its bytes changed, or else read without a slip of the program', async () => {
    const content = await bookOf(names + good(2))
    const asItWas = (await checkContent(content, 'xlsx')).rows.map(({ payable }) => payable)
    expect(asItWas).toHaveLength(1)
    for (let at = 0; at < content.length; at += 13) {
      const changed = Buffer.from(content)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      const { result, rows } = await checkContent(changed, 'xlsx')
      if (result.kind === 'checked') expect(rows.map(({ payable }) => payable)).toEqual(asItWas)
      else expect(result.kind).toBe('refused')
    }
  })

  test.each([
    { what: 'an archive', content: () => zip({ 'a.txt': 'x' }), says: /archive without a workbook/ },
    { what: 'an OpenDocument sheet', content: () => zip({ mimetype: 'x', 'content.xml': '' }), says: /\.ods/ },
    { what: 'a binary workbook', content: () => zip({ 'xl/workbook.bin': 'x' }), says: /\.xlsb/ },
    {
      what: 'a workbook whose sheets are all hidden',
      content: () => workbook({ sheets: [{ state: 'veryHidden', data: names }] }),
      says: /no sheet that can be seen/,
    },
    { what: 'one with an empty sheet', content: () => bookOf(''), says: /"Payroll" has no rows/ },
    { what: 'one with names only', content: () => bookOf(names), says: /"Payroll" has no rows/ },
    { what: 'one that is protected', content: () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), says: /password/ },
    {
      what: 'a text under that name',
      content: () => Buffer.from('operator,phone,amount\n'),
      says: /no Excel workbook/,
    },
  ])('that is $what', async ({ content, says }) => {
    const { result } = await checkContent(await content(), 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringMatching(says) })
  })

  it('of the old kind, with the way out', async () => {
    const { result } = await checkContent(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'xls')
    expect(result).toMatchObject({ message: expect.stringContaining('old kind (.xls)') })
  })

  it('with something beyond the columns that have a name, in that row', async () => {
    const { rows } = await check(names + row(2, ['mtn-benin', '0197000001', 5, 'R', '', 'stray']))
    expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'F', value: 'stray' }])
  })
})

/** Text that does not pack well, so that only its length can be the matter. */
function randomText(length: number): string {
  let seed = 7
  let text = ''
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    text += seed.toString(36)
  }
  return text.slice(0, length)
}
