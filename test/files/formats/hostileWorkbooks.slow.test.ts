import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { measuredValidate } from '../../harness/measured.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
const sheetPart = 'xl/worksheets/sheet1.xml'

type Pieces = Iterable<string>

/** `before`, so many times the piece, `after`; written as it is read, since none of these files fits into memory. */
function* many(before: string, times: number, piece: (at: number) => string, after: string): Pieces {
  yield before
  for (let at = 0; at < times; at += 500) {
    let pieces = ''
    for (let each = at; each < Math.min(at + 500, times); each++) pieces += piece(each)
    yield pieces
  }
  yield after
}

/** A workbook of one sheet, any part of which may be another. */
async function hostile(parts: Record<string, Pieces>): Promise<string> {
  const path = join(folder, 'hostile.xlsx')
  const file = new ZipFile()
  const all: Record<string, Pieces> = {
    '_rels/.rels': [`<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    'xl/workbook.xml': ['<workbook><sheets><sheet name="a" id="s"/></sheets></workbook>'],
    'xl/_rels/workbook.xml.rels': [
      `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'strings.xml')}${relation('y', 'styles', 'styles.xml')}</Relationships>`,
    ],
    [sheetPart]: [`<worksheet><sheetData>${names}</sheetData></worksheet>`],
    ...parts,
  }
  for (const [name, pieces] of Object.entries(all))
    file.addReadStream(
      Readable.from(pieces).map((piece: string) => Buffer.from(piece)),
      name,
      { compressionLevel: 1 },
    )
  file.end()
  await pipeline(file.outputStream, createWriteStream(path))
  return path
}

const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const names = `<row r="1">${cell('operator')}${cell('phone_number')}${cell('amount')}${cell('note')}</row>`

const validate = (path: string) => measuredValidate(folder, path)

const noise = randomBytes(2000).toString('hex')
/** Packs less well than blanks, so that the parts aren't refused for how well they pack. */
const stuff = (at: number) => `${noise.slice(at % 3000, (at % 3000) + 40)}${at}`

test.each<{ what: string; parts: () => Record<string, Pieces>; says: RegExp }>([
  {
    what: 'a text of 350 MB in pieces',
    parts: () => ({
      [sheetPart]: many('<worksheet><sheetData><row><c><v>', 3500, (at) => `${stuff(at).repeat(2200)}<x/>`, ''),
    }),
    says: /longer than 64 KiB/,
  },
  {
    what: 'texts of 350 MB in the table',
    parts: () => ({
      'xl/strings.xml': many('<sst>', 12_000, (at) => `<si><t>${stuff(at).repeat(650)}</t></si>`, '</sst>'),
    }),
    says: /too large/,
  },
  {
    what: '18 million texts in the table, nearly all of them empty',
    parts: () => ({
      'xl/strings.xml': many('<sst>', 18e6, (at) => (at % 40 ? '<si/>' : `<si><t>${stuff(at)}</t></si>`), '</sst>'),
    }),
    says: /too large/,
  },
  {
    what: '200,000 cells that name one text of 60,000 characters',
    parts: () => ({
      'xl/strings.xml': [`<sst><si><t>${'é'.repeat(60_000)}</t></si></sst>`],
      [sheetPart]: many(
        `<worksheet><sheetData>${names}`,
        2e5,
        (at) => `<row><c/><c/><c/><c t="s"><v>0</v></c>${at % 50 ? '' : `<!--${stuff(at)}-->`}</row>`,
        '</sheetData></worksheet>',
      ),
    }),
    says: /too large/,
  },
  {
    what: 'millions of formats',
    parts: () => ({
      'xl/styles.xml': many(
        '<styleSheet><cellXfs>',
        3e6,
        (at) => (at % 40 ? '<xf/>' : `<xf numFmtId="${at}"/>`),
        '</cellXfs></styleSheet>',
      ),
    }),
    says: /far more/,
  },
  {
    what: '300,000 sheets',
    parts: () => ({
      'xl/workbook.xml': many(
        '<workbook><sheets>',
        3e5,
        (at) => `<sheet name="${stuff(at).slice(-8)}" id="s"/>`,
        '</sheets></workbook>',
      ),
    }),
    says: /far more/,
  },
  {
    what: '900 sheets that are one part of a million rows without cells',
    parts: () => ({
      'xl/workbook.xml': many(
        '<workbook><sheets>',
        900,
        (at) => `<sheet name="${at}" id="s"/>`,
        '</sheets></workbook>',
      ),
      [sheetPart]: many(
        '<worksheet><sheetData>',
        1e6,
        (at) => (at % 40 ? '<row/>' : `<row r="${at + 1}"/>`),
        '</sheetData></worksheet>',
      ),
    }),
    says: /damaged inside/,
  },
  {
    what: 'relations without end',
    parts: () => ({
      'xl/_rels/workbook.xml.rels': many(
        `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}`,
        3e5,
        (at) => `<Relationship Id="${at}"/>`,
        '</Relationships>',
      ),
    }),
    says: /far more/,
  },
  {
    what: 'tags without end inside of a cell',
    parts: () => ({
      [sheetPart]: many('<worksheet><sheetData><row><c>', 5e6, (at) => (at % 40 ? '<x/>' : `<x>${stuff(at)}</x>`), ''),
    }),
    says: /longer than 64 KiB/,
  },
  {
    what: 'tags without end below the rows',
    parts: () => ({
      [sheetPart]: many(
        `<worksheet><sheetData>${names}</sheetData>`,
        2e7,
        (at) => (at % 40 ? '<x/>' : `<x>${stuff(at)}</x>`),
        '',
      ),
    }),
    says: /too large/,
  },
  {
    what: '200,000 merged cells that lie on each other',
    parts: () => ({
      [sheetPart]: [
        ...many(
          `<worksheet><sheetData>${names}`,
          3e5,
          (at) => `<row>${cell('mtn-benin')}<c><v>${22_997_000_000 + at}</v></c><c><v>100</v></c></row>`,
          '</sheetData><mergeCells>',
        ),
        ...many('', 199_000, (at) => `<mergeCell ref="B${at + 2}:B1048576"/>`, '</mergeCells></worksheet>'),
      ],
    }),
    says: /damaged inside/,
  },
])(
  'a workbook with $what is refused within 300 MB and 20 s',
  async ({ parts, says }) => {
    const { code, said, megabytes, seconds } = await validate(await hostile(parts()))
    expect(said).toMatch(says)
    expect(code).toBe(3)
    expect(megabytes).toBeLessThan(300)
    // Of the processor, so that what else the machine does is not counted.
    expect(seconds).toBeLessThan(20)
  },
  600_000,
)
