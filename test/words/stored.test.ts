import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { languages, messageOf, partOf } from '../../src/words/catalogue.ts'
import { renderWords } from '../../src/words/render.ts'
import { readSentence, readStored, storedJson, storedParts } from '../../src/words/sentence.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const stored: readonly string[] = storedParts

/** Keys that code writes into the ledger where it stands: those of SQL, and those handed to `storedJson`. */
const writtenIn = (source: string): string[] =>
  source.match(/(?<=\b(?:payrun\.sentence|storedJson\(\s*say)\(\s*')[a-zA-Z]+\.\w+/g) ?? []

it('finds what is written', () => {
  const source = `payrun.sentence('a.b', x)\nstoredJson(say('c.d'))\nstoredJson(\n  say(\n 'e.f'))\nsay('g.h')`
  expect(writtenIn(source)).toEqual(['a.b', 'c.d', 'e.f'])
})

it('what SQL and the ledger write has its part among those that may be stored', () => {
  const written = globSync(['src/**/*.ts', 'src/**/*.sql', 'jobs/**/*.ts'], { cwd: root }).flatMap((path) =>
    writtenIn(textOf(path)),
  )
  expect(written.length).toBeGreaterThan(8)
  expect(written.filter((key) => messageOf(key, 'en') === undefined)).toEqual([])
  expect(written.filter((key) => !stored.includes(key.split('.')[0] ?? ''))).toEqual([])
})

/** Rooms whose sentences go to whoever reads there, or called them; every other one's may reach a row, its events or a run of a schedule. */
const neverStored = [
  ...['src/words', 'src/cli', 'src/desk', 'src/web', 'src/sandbox', 'src/alerts', 'src/operations', 'src/reconcile'],
  ...['src/app', 'src/files/report', 'src/files/template'],
]
/** Of the use cases, those of a planned run, whose refusal is stored, and of what a worker holds. */
const storing = [
  'src/app/schedules/**',
  'src/app/submit/submit.ts',
  'src/app/submit/submission.ts',
  'src/app/pay/startPayer.ts',
]
/** Said there as well: to a person who was shown a file and asked, and in a report. */
const unstored = [
  ...['paying.declined', 'paying.file_changed_meanwhile', 'paying.differs_from_seen', 'report.nobody_paid'],
  ...['report.maybe_paid', 'report.maybe_not_paid'],
]

it('every room whose sentences reach the ledger says those of the parts that may be stored', () => {
  expect(neverStored.filter((room) => !existsSync(join(root, room)))).toEqual([])
  const inRooms = globSync(['src/*/**/*.ts', 'jobs/**/*.ts'], {
    cwd: root,
    exclude: neverStored.map((room) => `${room}/**`),
  })
  const paths = [...inRooms, ...globSync(storing, { cwd: root })].filter((path) => path.endsWith('.ts'))
  const said = paths.flatMap((path) => textOf(path).match(/(?<=\bsay\(\s*')[a-zA-Z]+\.\w+/g) ?? [])
  expect(said.length).toBeGreaterThan(600)
  const parts = said.filter((key) => !unstored.includes(key)).map((key) => key.split('.')[0] ?? '')
  expect([...new Set(parts)].filter((part) => !stored.includes(part))).toEqual([])
})

const storable = storedParts.flatMap((part) => Object.entries(partOf(part, 'en')))

it.each(storable)('%s reads the same from the ledger as when it was said, in each language', (key, english) => {
  const names = [...english.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = '']) => name)
  const args = Object.fromEntries(names.map((name) => [name, { count: '2' }]))
  const sentence = readSentence({ key, args })!
  const read = readStored(JSON.parse(storedJson(sentence)))
  expect(read).toEqual(sentence)
  const [inEnglish, inFrench] = languages.map((language) => renderWords(read, language))
  expect(inEnglish).toBe(renderWords(sentence, 'en'))
  expect(inFrench).toBe(renderWords(sentence, 'fr'))
  expect(`${inEnglish}${inFrench}`).not.toContain(key)
  if (messageOf(key, 'fr') !== english) expect(inFrench).not.toBe(inEnglish)
})
