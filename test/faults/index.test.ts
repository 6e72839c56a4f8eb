import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const rows = readFileSync(join(root, 'test/faults/README.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (\d+) \| (.+?) \| (\S+) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, number = '', fault = '', file = '', title = '']) => ({ number: Number(number), fault, file, title }))

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** The numbers of the list, by the headings of README.md. Those of doors come with their tests. */
const faults = {
  processes: upTo(1, 8),
  postgres: upTo(11, 17),
  queue: upTo(21, 29),
  provider: upTo(31, 44),
  filesPeopleDisk: upTo(51, 60),
  pastSilenceContradictions: upTo(61, 74),
  doors: [81, 82, 83, 84, 85, 86, 87],
}

it('every fault of the list has a test', () => {
  expect([...new Set(rows.map(({ number }) => number))]).toEqual(Object.values(faults).flat())
})

it.each(rows)('$number, $fault: its test is there', ({ file, title }) => {
  expect(file).toMatch(/\.(test|long)\.ts$/)
  expect(existsSync(join(root, file)), file).toBe(true)
  // As a title: in quotes, with nothing before or after it.
  const source = readFileSync(join(root, file), 'utf8')
  const quoted = ["'", '"', '`'].map((quote) => `${quote}${title}${quote}`)
  expect(
    quoted.some((each) => source.includes(each)),
    title,
  ).toBe(true)
})
