import { describe, expect, test } from 'vitest'
import { createEncodingDetector, type EncodingResult } from '../../../src/files/payroll/header/fileKind.ts'
import { saying } from '../../harness/words.ts'

/** Not Noël: in Mac Roman it reads `No‘l`, which has an apostrophe as `N‘Guessan` has. */
const names = 'Kouamé,Œuvre,Hélène,Ndèye,Traoré,Gueï,Benoît,Cœur,Zoë,Ça,Aïssatou,Kaboré,Sœur,Çelik,Été'.split(',')

/** The bytes of French letters in each encoding, by the tables of Unicode (ROMAN.TXT, CP850.TXT, CP437.TXT). */
const encodings: Record<string, Record<string, number>> = {
  'Mac Roman': {
    é: 0x8e,
    è: 0x8f,
    ê: 0x90,
    ë: 0x91,
    à: 0x88,
    ç: 0x8d,
    î: 0x94,
    ï: 0x95,
    ô: 0x99,
    É: 0x83,
    Ç: 0x82,
    Œ: 0xce,
    œ: 0xcf,
  },
  'MS-DOS 850': { é: 0x82, è: 0x8a, ê: 0x88, ë: 0x89, à: 0x85, ç: 0x87, î: 0x8c, ï: 0x8b, ô: 0x93, É: 0x90, Ç: 0x80 },
  'MS-DOS 437': { é: 0x82, è: 0x8a, ê: 0x88, ë: 0x89, à: 0x85, ç: 0x87, î: 0x8c, ï: 0x8b, ô: 0x93, É: 0x90, Ç: 0x80 },
  'Windows-1252': {
    é: 0xe9,
    è: 0xe8,
    ê: 0xea,
    ë: 0xeb,
    à: 0xe0,
    ç: 0xe7,
    î: 0xee,
    ï: 0xef,
    ô: 0xf4,
    É: 0xc9,
    Ç: 0xc7,
    Œ: 0x8c,
    œ: 0x9c,
    '’': 0x92,
    '–': 0x96,
    '«': 0xab,
    '»': 0xbb,
    '…': 0x85,
    '€': 0x80,
    Ž: 0x8e,
    ž: 0x9e,
    Š: 0x8a,
    š: 0x9a,
    '†': 0x86,
    '•': 0x95,
  },
}

function detect(text: string, encoding: string): EncodingResult {
  const table = encodings[encoding] ?? {}
  const bytes = Buffer.from([...text].map((letter) => table[letter] ?? letter.charCodeAt(0)))
  const detector = createEncodingDetector()
  detector.add(bytes)
  return detector.result()
}

const row = (name: string) => `nom,operator,phone,amount\n${name},mtn-benin,0197000001,1500\n`

describe('text of Macintosh and MS-DOS is refused rather than garbled, from one name on', () => {
  test.each(['Mac Roman', 'MS-DOS 850', 'MS-DOS 437'])('%s', (encoding) => {
    const table = encodings[encoding] ?? {}
    const written = names.filter((name) => [...name].every((letter) => letter < '\x80' || letter in table))
    expect(written.length).toBeGreaterThan(8)
    for (const name of written) {
      expect([name, detect(row(name), encoding)]).toEqual([name, { ok: false, message: saying('old encoding') }])
    }
  })
  test.each(['KouamŽ Îuvre', 'TŽlŽphone'])('as Windows-1252 shows it: %s', (text) => {
    const bytes = Buffer.from([...text].map((letter) => ({ Ž: 0x8e, Î: 0xce })[letter] ?? letter.charCodeAt(0)))
    const detector = createEncodingDetector()
    detector.add(bytes)
    expect(detector.result()).toMatchObject({ ok: false })
  })
})

test.each([
  ...names,
  'N’Guessan',
  'Noël',
  'Côte d’Ivoire – Abidjan',
  '«Été»',
  'etc…',
  'ŽIŽEK',
  'Željko',
  'Šarić'.replace('ć', 'c'),
  'Božidar',
  'HéLèNE',
  '20 €',
  'Awa †',
  '• Awa',
  'Île',
  'Îlot',
])('Windows-1252 is read: %s', (name) => {
  expect(detect(row(name), 'Windows-1252')).toMatchObject({
    ok: true,
    encoding: /^[\0-\x7f]*$/.test(name) ? 'utf-8' : 'windows-1252',
  })
})
