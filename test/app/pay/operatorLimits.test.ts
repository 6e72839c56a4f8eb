import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLimits } from '../../../src/app/pay/operatorLimits.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (text: string) => {
  const path = join(folder, 'limits.csv')
  writeFileSync(path, text)
  const found = readLimits(path)
  return found.ok ? [...found.limits.values()] : found.message.key
}

test.each([
  [
    'with a byte order mark and the line ends of Windows',
    '\ufeffoperator,least,most,source\r\nmtn-benin,100,2000,a web page\r\n\r\n',
  ],
  [
    'with spaces around its cells, and a blank line',
    'operator , least, most,source\n\n mtn-benin ,100, 2000,a web page',
  ],
  ['with cells in quotes', 'operator,least,most,source\n"mtn-benin","100",2000,"a web page"\n'],
  ['with semicolons', 'operator;least;most;source\nmtn-benin;100;2000;a web page\n'],
])('a list of limits says the same %s', (_, text) => {
  expect(read(text)).toEqual([
    expect.objectContaining({
      operator: 'mtn-benin',
      least: 100n,
      most: 2000n,
      multipleOf: null,
      source: 'a web page',
    }),
  ])
})

test('of cells in quotes a comma separates none, and a quote that never ends is a fault', () => {
  expect(read('operator,least,source\nmtn-benin,100,"a page, read twice"\n')).toMatchObject([
    { source: 'a page, read twice' },
  ])
  expect(read('operator,least,source\nmtn-benin,100,"a page\n')).toBe('warnings.limits_no_file')
})
