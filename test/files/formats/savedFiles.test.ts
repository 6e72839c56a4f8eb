import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { expectTable, map, written } from './savedTable.ts'

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
    expect(result).toMatchObject({ kind: 'refused', message: saying('Save it again as "CSV UTF-8"') })
  })

  test('Windows-1252 with its own quotes, dashes and letters is not taken for one of those', async () => {
    const text =
      'operator;phone;amount;name\r\nmtn-benin;0197000001;1500;L\u0092\u008cuvre \u0093d\u0092ici\u0094 \u0096 5 \u0080\r\n'
    const { rows } = await checkContent(Buffer.from(text, 'latin1'))
    expect(rows[0]?.payable?.name).toBe('L’Œuvre “d’ici” – 5 €')
  })
})
