import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../harness/libreOffice.ts'
import { type Checked, checkContent, temporaryFolder } from './checkContent.ts'

/** What all these files say, whatever they are saved as. */
const table = [
  ['Opérateur', 'N° de téléphone', 'Montant', 'Nom', 'Remarque'],
  ['mtn-benin', '+229 01 97 00 00 01', '1500,00', "Ndèye N'Guessan", 'a "quoted" word; and more'],
  ['momo-kenya', '0712123456', '1250,5', 'Zoë Œuvre', 'two\nlines'],
]
const map = { phone_number: 'N° de téléphone' }

const quoted = (text: string) => (/[";\t\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const written = (delimiter: string, lineEnd: string) =>
  table.map((row) => row.map(quoted).join(delimiter) + lineEnd).join('')

function expectTable({ rows, columns, result }: Checked): void {
  expect(result).toMatchObject({ kind: 'checked', summary: { rows: 2, problemCount: 0 } })
  expect(columns).toEqual(table[0])
  const cells = rows.map((row) => row.cells.map((cell) => cell?.replace(/\r\n?/g, '\n')))
  expect(cells).toEqual(table.slice(1))
  expect(rows).toMatchObject([
    { payable: { phone: '2290197000001', amountMinor: 1500n, currency: 'XOF', name: "Ndèye N'Guessan" } },
    { payable: { phone: '254712123456', amountMinor: 125050n, currency: 'KES', name: 'Zoë Œuvre' } },
  ])
}

describe('files as Excel saves them, by its own bytes for each of its kinds of file', () => {
  // Excel breaks lines inside of cells with LF, and ends its lines with CRLF; for Macintosh with CR.
  const windows1252 = (text: string) => Buffer.from(text.replaceAll('Œ', '\u008c').replaceAll('’', '\u0092'), 'latin1')
  test.each<[kind: string, bytes: Buffer]>([
    ['CSV UTF-8, in French Windows', Buffer.from(`\ufeff${written(';', '\r\n')}`)],
    ['CSV UTF-8, in English Windows', Buffer.from(`\ufeff${written(',', '\r\n')}`)],
    ['CSV, in French Windows (Windows-1252)', windows1252(written(';', '\r\n'))],
    ['Unicode text: UTF-16LE with tabs', Buffer.from(`\ufeff${written('\t', '\r\n')}`, 'utf16le')],
    ['the same, big-endian', Buffer.from(`\ufeff${written('\t', '\r\n')}`, 'utf16le').swap16()],
    ['text with tabs, Windows-1252', windows1252(written('\t', '\r\n'))],
    ['CSV UTF-8 with lines that end in CR', Buffer.from(`\ufeff${written(';', '\r')}`)],
    ['with sep=; above', Buffer.from(`\ufeffsep=;\r\n${written(';', '\r\n')}`)],
    ['with sep=; above, in UTF-16', Buffer.from(`\ufeffsep=;\r\n${written(';', '\r\n')}`, 'utf16le')],
    ['with empty columns and rows at the end', Buffer.from(written(';', ';;;\r\n') + ';;;;;;;\r\n'.repeat(3))],
    ['with a title above', Buffer.from(`Paie; novembre;;;\r\n;;;;\r\n${written(';', '\r\n')}`)],
  ])('%s', async (_, bytes) => {
    expectTable(await checkContent(bytes, 'csv', { map }))
  })

  const ms850: Record<string, number> = { é: 0x82, è: 0x8a, ë: 0x89, '°': 0xf8, Œ: 0x4f }
  const macRoman: Record<string, number> = { é: 0x8e, è: 0x8f, ë: 0x91, '°': 0xa1, Œ: 0xce }
  test.each([
    ['CSV (MS-DOS)', ms850, '\r\n'],
    ['CSV (Macintosh)', macRoman, '\r'],
  ])('%s is refused with what to do: names would come out garbled', async (_, letters, lineEnd) => {
    const bytes = Buffer.from([...written(';', lineEnd)].map((char) => letters[char] ?? char.charCodeAt(0)))
    const { result } = await checkContent(bytes, 'csv', { map })
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('save it again as "CSV UTF-8"') })
  })

  test('Windows-1252 with its own quotes, dashes and letters is not taken for one of those', async () => {
    const text =
      'operator;phone;amount;name\r\nmtn-benin;0197000001;1500;L\u0092\u008cuvre \u0093d\u0092ici\u0094 \u0096 5 \u0080\r\n'
    const { rows } = await checkContent(Buffer.from(text, 'latin1'))
    expect(rows[0]?.payable?.name).toBe('L’Œuvre “d’ici” – 5 €')
  })
})

describe.skipIf(withoutLibreOffice)(`files as LibreOffice saves them${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  let folder = ''
  let source = ''
  beforeAll(async () => {
    folder = await temporaryFolder()
    source = join(folder, 'source.csv')
    await writeFile(source, written(';', '\n'))
  })
  afterAll(() => office?.close())

  /** Saves the table with a delimiter and an encoding of LibreOffice's (its filter's tokens 1 to 3). */
  async function saved(name: string, delimiter: number, encoding: number): Promise<Buffer> {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const into = join(folder, name)
    await mkdir(into)
    const asText = '1/2/2/2/3/2/4/2/5/2'
    const filter = `csv:Text - txt - csv (StarCalc):${delimiter},34,${encoding},1,,1036,false,true,false`
    return readFile(await office.convert(source, filter, into, [`--infilter=CSV:59,34,76,1,${asText}`]))
  }

  // The encodings' numbers are LibreOffice's own: 76 UTF-8, 1 Windows-1252, 65535 UTF-16, 4 MS-DOS (850), 2 Macintosh.
  test.each([
    ['UTF-8 with semicolons', 59, 76],
    ['UTF-8 with commas', 44, 76],
    ['UTF-8 with bars', 124, 76],
    ['Windows-1252 with semicolons', 59, 1],
    ['Windows-1252 with tabs', 9, 1],
    ['UTF-16 with tabs', 9, 65535],
    ['UTF-16 with semicolons', 59, 65535],
  ])('%s', async (name, delimiter, encoding) => {
    const bytes = await saved(name, delimiter, encoding)
    expect(bytes.length).toBeGreaterThan(100)
    expectTable(await checkContent(bytes, 'csv', { map }))
  })
  test.each([
    ['MS-DOS', 4],
    ['Macintosh', 2],
  ])('%s is refused with what to do', async (name, encoding) => {
    const { result } = await checkContent(await saved(name, 59, encoding), 'csv', { map })
    expect(result).toMatchObject({ kind: 'refused', message: expect.stringContaining('CSV UTF-8') })
  })
})
