import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { readRows } from '../../../src/files/formats/readRows.ts'
import { checkWholeFile } from '../../../src/files/payroll/checkFile.ts'
import { openPayoutFile } from '../../../src/files/payroll/payoutFile.ts'
import { english, said, saying } from '../../harness/words.ts'
import { openContent, temporaryFolder } from './checkContent.ts'

const csv = 'operator,phone_number,amount\nmtn-benin,0197000001,1500\n'
const object = '{"operator":"mtn-benin","phone_number":"0197000001","amount":1500}'

describe('the format', () => {
  test.each([
    ['a.csv', csv, 'csv'],
    ['a.CSV', csv, 'csv'],
    ['a.tsv', csv, 'csv'],
    ['a.txt', csv, 'csv'],
    ['a.json', `[${object}]`, 'json'],
    ['a.ndjson', object, 'ndjson'],
    ['a.jsonl', object, 'ndjson'],
    ['a.csv', `[${object}]`, 'json'],
    ['a.txt', `${object}\n${object}`, 'ndjson'],
    ['a.ndjson', `[\n${object}\n]`, 'json'],
    ['a.json', `${object}\n${object}`, 'ndjson'],
    ['a.json', object, 'json'],
    ['a.json', csv, 'csv'],
    ['a.json', `"rows":${object}`, 'json'],
    ['a.ndjson', '{"items":[]}\n{"items":[]}', 'ndjson'],
    ['a.csv', `[Ref],${csv}`, 'csv'],
    ['a', csv, 'csv'],
    ['a.dat', ` \n[${object}]`, 'json'],
    ['a.dat', `${object}\n${object}\n`, 'ndjson'],
    ['a.dat', '{\n  "batch": {}\n}', 'json'],
    ['a.dat', '\ufeff[]', 'json'],
  ])('%s with %j is %s', async (name, content, format) => {
    expect(await openContent(content, name)).toMatchObject({ kind: 'opened', file: { format, name } })
  })
})

test('an opened file is known by its bytes', async () => {
  const opened = await openContent(csv, 'payroll.csv')
  const sha256 = createHash('sha256').update(csv).digest('hex')
  expect(opened).toMatchObject({
    file: { name: 'payroll.csv', sha256, bytes: csv.length, encoding: 'utf-8', lineBreaks: 2 },
  })
})

describe('files that are refused', () => {
  test.each<[string, string, Buffer | string, string]>([
    ['empty', 'a.csv', '', 'is empty'],
    ['blank', 'a.csv', ' \n\r\n', 'is empty'],
    ['only a byte order mark', 'a.csv', '\ufeff', 'is empty'],
    ['a broken workbook', 'a.xlsx', 'PK\u0003\u0004', 'save it again as .xlsx'],
    ['a broken workbook that is called CSV', 'a.csv', 'PK\u0003\u0004rest', 'save it again as .xlsx'],
    ['an old spreadsheet', 'a.dat', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'save it as .xlsx or CSV'],
    ['text that is named like an old spreadsheet', 'a.xls', csv, 'named .xls but is not an Excel workbook'],
    ['text that is named like a workbook', 'a.xlsx', csv, 'named .xlsx but is not an Excel workbook'],
    ['a web page that is named like a workbook', 'a.xls', '<html><body><table><tr><td>1', 'web page'],
    ['a web page with a document type', 'a.xlsx', '\ufeff<!DOCTYPE html PUBLIC "x">\n<html>', 'web page'],
    ['a table of HTML by itself', 'a.csv', '<table border="1"><tr><td>operator</td></tr></table>', 'web page'],
    ['a web page in one file', 'a.xls', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n', 'web page'],
    [
      'an XML spreadsheet',
      'a.xls',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'Excel 2003',
    ],
    [
      'a flat OpenDocument',
      'a.csv',
      '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
      '.fods',
    ],
    ['another XML', 'a.xml', '<?xml version="1.0"?><paie/>', 'XML file'],
    ['SYLK under another name', 'a.csv', 'ID;PSCALCXX\r\nP;PGeneral\r\nC;X1;Y1;K"operator"\r\n', '.slk'],
    ['DIF under another name', 'a.csv', 'TABLE\r\n0,1\r\n"EXCEL"\r\n', '.dif'],
    ['a text document', 'a.rtf', '{\\rtf1\\ansi', 'text document'],
    ['a picture', 'a.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'picture'],
    ['a photo', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
    ['a packed file', 'a.7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf]), 'Unpack it'],
    ['a link', 'paie.gsheet', '{"doc_id":"x"}', 'link to an online spreadsheet'],
    ['an old database', 'paie.dbf', Buffer.from([3, 1, 2, 3]), '(.dbf)'],
    ['a text that is called a workbook', 'a.xlsx', csv, 'not an Excel workbook'],
    ['compressed', 'a.csv.gz', Buffer.from([0x1f, 0x8b, 8]), 'Unpack it'],
    ['a PDF', 'a.csv', '%PDF-1.7', 'PDF'],
    ['an MT940', 'a.sta', ':20:START\r\n:25:12345/678\r\n', 'in the SWIFT MT format'],
    ['an MT101 with its envelope', 'a.txt', '{1:F01BANKBJBJAXXX0000000000}{2:I101}{4:\r\n:20:A\r\n', 'in the SWIFT MT'],
    ['an OFX', 'a.ofx', 'OFXHEADER:100\r\nDATA:OFXSGML\r\n', 'in the OFX format'],
    ['an OFX in XML', 'a.xml', '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX/>', 'in the OFX format'],
    ['a QIF', 'a.qif', '!Type:Bank\nD11/01/2026\n', 'in the QIF format'],
  ])('%s', async (_, name, content, words) => {
    expect(await openContent(content, name)).toMatchObject({ kind: 'refused', message: saying(words) })
  })
  test('only a header', async () => {
    const opened = await openContent('operator,phone_number,amount\n', 'a.csv')
    if (opened.kind !== 'opened') throw new Error(english(opened.message))
    expect(await checkWholeFile(opened.file)).toMatchObject({
      kind: 'refused',
      message: saying('a header and no rows'),
    })
  })
})

describe('what can not be read at all', () => {
  test('a missing file, and one below a file', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), 'x')
    for (const path of [join(folder, 'none.csv'), join(folder, 'file', 'none.csv')]) {
      expect(await openPayoutFile({ path, incomingDir: folder })).toEqual({
        kind: 'unreadable',
        message: said('There is no file none.csv: check the path.'),
      })
    }
  })
  test('a directory', async () => {
    const folder = await temporaryFolder()
    expect(await openPayoutFile({ path: folder, incomingDir: folder })).toMatchObject({
      kind: 'unreadable',
      message: saying('is a directory'),
    })
  })
  test.skipIf(process.getuid?.() === 0)('a file without permission (root may read everything)', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'a.csv')
    await writeFile(path, csv)
    await chmod(path, 0)
    expect(await openPayoutFile({ path, incomingDir: folder })).toMatchObject({
      kind: 'unreadable',
      message: saying('No permission'),
    })
  })
})

describe('standard input and pipes are kept privately while they are read', () => {
  test('standard input', async () => {
    const incomingDir = join(await temporaryFolder(), 'deep', 'outbox')
    const opened = await openPayoutFile({ path: '-', stdin: Readable.from([Buffer.from(csv)]), incomingDir })
    if (opened.kind !== 'opened') throw new Error(english(opened.message))
    expect(opened.file).toMatchObject({ name: '-', format: 'csv' })
    expect((await stat(opened.file.path)).mode & 0o777).toBe(0o600)
    expect(await checkWholeFile(opened.file)).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
    await opened.file.close()
    await opened.file.close()
    expect(await readdir(incomingDir)).toEqual([])
  })
  test('a named pipe', async () => {
    const folder = await temporaryFolder()
    const path = join(folder, 'pipe')
    await once(spawn('mkfifo', [path]), 'exit')
    const writer = spawn('sh', ['-c', `printf '%s' "$0" > "$1"`, `[${object}]`, path])
    const opened = await openPayoutFile({ path, incomingDir: folder })
    if (writer.exitCode === null) await once(writer, 'exit')
    if (opened.kind !== 'opened') throw new Error(english(opened.message))
    expect(opened.file).toMatchObject({ name: 'pipe', format: 'json' })
    expect(await checkWholeFile(opened.file)).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
    await opened.file.close()
    expect(await readdir(folder)).toEqual(['pipe'])
  })
  test('nothing stays behind when it is refused or breaks off', async () => {
    const incomingDir = await temporaryFolder()
    expect(await openPayoutFile({ path: '-', stdin: Readable.from([]), incomingDir })).toMatchObject({
      kind: 'refused',
    })
    const broken = new Readable({
      read() {
        this.destroy(Object.assign(new Error('gone'), { code: 'EIO' }))
      },
    })
    expect(await openPayoutFile({ path: '-', stdin: broken, incomingDir })).toEqual({
      kind: 'unreadable',
      message: said("standard input can't be read (EIO)."),
    })
    expect(await readdir(incomingDir)).toEqual([])
  })
  test('a folder for incoming files that can not be made is said', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'a'))
    await writeFile(join(folder, 'a', 'file'), '')
    const opened = await openPayoutFile({
      path: '-',
      stdin: Readable.from([csv]),
      incomingDir: join(folder, 'a', 'file'),
    })
    expect(opened.kind).toBe('unreadable')
  })
})

test('that is closed is open nowhere, however little of it was read', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'payroll.csv')
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === path
      } catch {
        return false
      }
    })
  for (const content of [csv, csv.repeat(5_000), `[${object}]`, `[${`${object},`.repeat(5_000)}${object}]`]) {
    await writeFile(path, content)
    const opened = await openPayoutFile({ path, incomingDir: folder })
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    const { batches } = readRows(opened.file)
    await batches.next()
    await batches.return(null)
    await opened.file.close()
    await vi.waitUntil(() => !isOpen(), { timeout: 5_000 })
  }
})
