import { describe, expect, it, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row, workbook, zip } from '../../harness/workbook.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { bookOf, check, good, names } from './payrollSheet.ts'

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
      what: 'with a text in pieces, none of which is long',
      parts: { [part]: xml(`<row r="1"><c t="str"><v>${`${randomText(30_000)}<x/>`.repeat(3)}</v></c></row>`) },
      says: /Row 1 of the sheet is longer than 64 KiB/,
    },
    {
      what: 'with a number in pieces',
      parts: { [part]: xml(`<row r="1"><c><v>${`${'9'.repeat(30_000)}<x/>`.repeat(3)}</v></c></row>`) },
      says: /Row 1 of the sheet is longer than 64 KiB/,
    },
    {
      what: 'with a row that never comes to an end',
      parts: { [part]: xml(`<row r="1"><c><v>1</v></c>${`<x>${randomText(50_000)}</x>`.repeat(180)}</row>`) },
      says: /Row 1 of the sheet is longer than 64 KiB/,
    },
    {
      what: 'with more formats than any program has',
      parts: { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(71_000)}</cellXfs></styleSheet>` },
      says: /unpack to far more/,
    },
    {
      what: 'with a format of a number that is a book',
      parts: {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'0'.repeat(2000)}"/></numFmts></styleSheet>`,
      },
      says: /unpack to far more/,
    },
    {
      what: 'with a thousand sheets',
      parts: { 'xl/workbook.xml': `<workbook><sheets>${'<sheet name="a" id="s0"/>'.repeat(1001)}</sheets></workbook>` },
      says: /unpack to far more/,
    },
    {
      what: 'with merged cells that lie on each other',
      parts: {
        [part]: `<worksheet><sheetData>${names}${good(2)}${good(3)}</sheetData><mergeCells>${[
          20, 21, 22, 23, 24, 25, 26, 27, 28,
        ]
          .map((bottom) => `<mergeCell ref="B2:B${bottom}"/>`)
          .join('')}</mergeCells></worksheet>`,
      },
      says: /damaged inside/,
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
    expect(result).toMatchObject({ kind: 'refused', message: saying(says) })
  })

  it('when its table of contents lies about a length', async () => {
    const content = await bookOf(names + good(2), { parts: { 'xl/worksheets/sheet1.xml': ' '.repeat(900_000) } })
    // The length that is told for the part, in the table at the end: 900,000 becomes 9.
    const at = content.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24
    expect(content.readUInt32LE(at)).toBe(900_000)
    content.writeUInt32LE(9, at)
    const { result } = await checkContent(content, 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', message: saying('damaged') })
  })

  it('cut off at any place', async () => {
    const content = await bookOf(names + good(2))
    for (let length = 4; length < content.length; length += 97) {
      const { result } = await checkContent(content.subarray(0, length), 'xlsx')
      expect(result).toMatchObject({ kind: 'refused', message: saying('ave it again') })
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
    { what: 'a text document', content: () => zip({ 'word/document.xml': 'x' }), says: /text document/ },
    { what: 'a presentation', content: () => zip({ 'ppt/presentation.xml': 'x' }), says: /presentation/ },
    { what: 'a Numbers spreadsheet', content: () => zip({ 'Index/Document.iwa': 'x' }), says: /Numbers/ },
    { what: 'an archive', content: () => zip({ 'a.txt': 'x' }), says: /zip archive, not a workbook/ },
    { what: 'an OpenDocument sheet', content: () => zip({ mimetype: 'x', 'content.xml': '' }), says: /\.ods/ },
    { what: 'a binary workbook', content: () => zip({ 'xl/workbook.bin': 'x' }), says: /\.xlsb/ },
    {
      what: 'a workbook whose sheets are all hidden',
      content: () => workbook({ sheets: [{ state: 'veryHidden', data: names }] }),
      says: /no visible sheet/,
    },
    {
      what: 'one with an empty sheet',
      content: () => bookOf(''),
      says: /^The file has no rows: there is nothing to pay\.$/,
    },
    {
      what: 'one with names only',
      content: () => bookOf(names),
      says: /^The file has no rows: there is nothing to pay\.$/,
    },
    { what: 'one that is protected', content: () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), says: /password/ },
    {
      what: 'a text under that name',
      content: () => Buffer.from('operator,phone,amount\n'),
      says: /is not an Excel workbook/,
    },
  ])('that is $what', async ({ content, says }) => {
    const { result } = await checkContent(await content(), 'xlsx')
    expect(result).toMatchObject({ kind: 'refused', message: saying(says) })
  })

  it('of the old kind, with the way out', async () => {
    const { result } = await checkContent(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'xls')
    expect(result).toMatchObject({ message: saying('old format (.xls)') })
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
