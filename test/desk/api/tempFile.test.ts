import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { openTempFile } from '../../../src/desk/api/tempFile.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payrun-temp-'))
  return () => rm(folder, { recursive: true })
})
const open = () => openTempFile(join(folder, 'made', 'file'))
const piece = (n: number) => Buffer.alloc(100_000, n)

test('all that is written is read, whoever is the faster, and no file has a name meanwhile', async () => {
  const { out, back } = await open()
  const early = once(back, 'readable')
  for (let n = 0; n < 50; n += 1) if (!out.write(piece(n))) await once(out, 'drain')
  await early
  expect(await readdir(join(folder, 'made'))).toEqual([])
  const read = buffer(back)
  out.end(piece(50))
  expect((await read).equals(Buffer.concat(Array.from({ length: 51 }, (_, n) => piece(n))))).toBe(true)
})

test('a reader who waits for more gets it, and the end', async () => {
  const { out, back } = await open()
  const read = buffer(back)
  out.write('one ')
  await new Promise(setImmediate)
  out.end('two')
  expect((await read).toString()).toBe('one two')
})

test('a writer who breaks off ends the reader with an error, after what there was', async () => {
  const { out, back } = await open()
  out.write('some')
  const pieces: string[] = []
  back.on('data', (each) => pieces.push(String(each)))
  await once(back, 'data')
  out.destroy(new Error('the ledger is away'))
  await expect(once(back, 'end')).rejects.toThrow('the ledger is away')
  expect(pieces.join('')).toBe('some')
})

test('a reader who has had enough ends the writer at its next piece', async () => {
  const { out, back } = await open()
  out.write('some')
  await once(back, 'readable')
  back.destroy()
  out.write('more')
  await once(out, 'close')
  expect(out.destroyed).toBe(true)
})
