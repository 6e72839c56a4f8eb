import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openZip, zipLimits } from '../../../src/files/formats/xlsx/openZip.ts'
import { zip } from '../../harness/workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function open(parts: Record<string, string | Buffer>, limits: Partial<typeof zipLimits> = {}) {
  const path = join(folder, 'a.zip')
  writeFileSync(path, await zip(parts))
  return openZip(path, { ...zipLimits, ...limits })
}

test('a zip within its limits gives its parts, in any case of their names', async () => {
  const opened = await open({ 'A/b.txt': 'hello', c: '' })
  if (opened.kind !== 'zip') throw new Error(opened.reason)
  const chunks: Buffer[] = []
  for await (const chunk of opened.read('a/B.TXT')) chunks.push(chunk)
  opened.close()
  expect(Buffer.concat(chunks).toString()).toBe('hello')
  expect(opened.has('d')).toBe(false)
})

test('a part whose bytes are not those that were packed is damaged', async () => {
  const path = join(folder, 'changed.zip')
  const file = new ZipFile()
  file.addBuffer(Buffer.from('<v>1500</v>'), 'a', { compress: false })
  file.end()
  const content = await buffer(file.outputStream)
  content.write('9', content.indexOf('1500'))
  writeFileSync(path, content)
  const opened = await openZip(path)
  if (opened.kind !== 'zip') throw new Error(opened.reason)
  const bytes = opened.read('a')
  expect(String((await bytes.next()).value)).toBe('<v>9500</v>')
  expect(await bytes.next()).toMatchObject({ done: true, value: { reason: 'zip' } })
  opened.close()
})

test.each([
  { what: 'too many parts', limits: { entries: 2 }, parts: { a: '', b: '', c: '' } },
  { what: 'too much in all', limits: { unpackedBytes: 20 }, parts: { a: '0123456789a', b: '0123456789b' } },
  { what: 'a part that packs too well', limits: { freeBytes: 1000, ratio: 50 }, parts: { a: ' '.repeat(100_000) } },
  { what: 'a table of contents of long names', limits: { tableBytes: 100 }, parts: { ['x'.repeat(101)]: '' } },
])('a zip with $what is a bomb', async ({ limits, parts }) => {
  expect(await open(parts, limits)).toMatchObject({ kind: 'broken', reason: 'bomb' })
})

test('two parts of one name are not guessed between', async () => {
  expect(await open({ 'a.xml': '1', 'A.XML': '2' })).toMatchObject({ kind: 'broken', reason: 'zip' })
})

test('what is read of a zip has one limit, however often a part is read', async () => {
  const opened = await open({ a: '0123456789' }, { readBytes: 25 })
  if (opened.kind !== 'zip') throw new Error(opened.reason)
  const ends: unknown[] = []
  for (let times = 0; times < 3; times++) {
    const bytes = opened.read('a')
    for (;;) {
      const next = await bytes.next()
      if (!next.done) continue
      ends.push(next.value)
      break
    }
  }
  opened.close()
  expect(ends).toEqual([null, null, { kind: 'broken', reason: 'too_large' }])
})
