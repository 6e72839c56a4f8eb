import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeDurably } from '../src/durableFile.ts'
import { temporaryFolder } from './harness/payrun.ts'

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

function* breakingOff(): Generator<string> {
  yield 'new'
  throw Object.assign(new Error('the text breaks off'), { syscall: 'read' })
}
