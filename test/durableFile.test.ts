import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceFile, whyNotWritable, writeDurably } from '../src/durableFile.ts'
import { startPayrun, temporaryFolder } from './harness/payrun.ts'
import { saying } from './harness/words.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const at = (name: string) => join(folder.path, name)
const write = (pieces: Iterable<string>, more: object = {}) =>
  writeDurably({ path: at('file'), temporary: at('file.part'), pieces, ...more })

describe('a file that is written durably', () => {
  it('takes the place of the one before, is its owner’s alone, and leaves nothing else behind', async () => {
    writeFileSync(at('file'), 'old', { mode: 0o644 })
    expect(await write(['new ', 'text'])).toBe(null)
    expect(readFileSync(at('file'), 'utf8')).toBe('new text')
    expect(statSync(at('file')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder.path)).toEqual(['file'])
  })

  it('of many writers at once, one makes a new file, whole, and the others are told', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => `${n}`.repeat(1000))
    const ended = await Promise.all(
      texts.map((text, n) =>
        writeDurably({ path: at('file'), temporary: at(`${n}.part`), pieces: [text], isNew: true }),
      ),
    )
    const winner = ended.indexOf(null)
    expect(readFileSync(at('file'), 'utf8')).toBe(texts[winner])
    expect(ended.filter((error) => error?.code === 'EEXIST')).toHaveLength(19)
    expect(readdirSync(folder.path)).toEqual(['file'])
  })

  it.each([
    ['its text breaks off', () => write(breakingOff())],
    ['it is not wanted after all', () => write(['new'], { isWanted: async () => false })],
    ['its folder is not there', () => write(['new'], { temporary: at('there/file.part') })],
  ])('leaves the old one as it was where %s', async (_, attempt) => {
    writeFileSync(at('file'), 'old')
    await attempt().catch((error) => expect(error).toMatchObject({ message: 'the text breaks off' }))
    expect(readFileSync(at('file'), 'utf8')).toBe('old')
    expect(readdirSync(folder.path)).toEqual(['file'])
  })

  it('returns the error of the file system, and throws that of the text, whatever it looks like', async () => {
    expect(await write(['new'], { temporary: at('there/file.part') })).toMatchObject({ code: 'ENOENT' })
    await expect(write(breakingOff())).rejects.toThrow('the text breaks off')
  })
})

describe('a link that leads to no file', () => {
  const notPlain = saying('it is not a plain file')

  it.each(['report', 'copy', 'template', 'anchor'] as const)('is not replaced by a %s', async (what) => {
    symlinkSync(at('nothing'), at('link'))
    expect(await replaceFile({ path: at('link'), what, pieces: ['new'] })).toEqual({ ok: false, message: notPlain })
    expect(await whyNotWritable(at('link'), what)).toEqual(notPlain)
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(folder.path)).toEqual(['link'])
  })

  it('is followed once the file is there', async () => {
    symlinkSync(at('file'), at('link'))
    writeFileSync(at('file'), 'old')
    expect(await replaceFile({ path: at('link'), what: 'report', pieces: ['new'] })).toMatchObject({ ok: true })
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(at('file'), 'utf8')).toBe('new')
  })

  it('is left as it is where it is that of standard output, and that is a pipe', async () => {
    symlinkSync('/proc/self/fd/1', at('link'))
    for (const path of [at('link'), '/dev/fd/1']) {
      const { code, stdout, stderr } = await startPayrun(['template', '-o', path]).ended
      expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: '' })
      expect(stderr).toContain('it is not a plain file')
    }
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(true)
  })

  it('of a folder that holds no files, nobody is told that it does not exist', async ({ skip }) => {
    if (!existsSync('/proc/self/fd')) return skip('no /proc')
    const path = '/proc/self/fd/987654'
    expect(await replaceFile({ path, what: 'report', pieces: ['new'] })).toEqual({ ok: false, message: notPlain })
  })
})

function* breakingOff(): Generator<string> {
  yield 'new'
  throw Object.assign(new Error('the text breaks off'), { syscall: 'read' })
}
