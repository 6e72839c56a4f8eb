import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { notificationDelaysMs } from '../../src/sandbox/notifications/notifications.ts'
import { collectionScripts, payerScripts, scriptedOutcomes } from '../../src/sandbox/scriptedOutcomes.ts'
import { payrun } from '../harness/payrun.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

/** The cells of the table whose head begins so. */
function table(text: string, head: string): string[][] {
  const below = text.slice(text.indexOf(`\n| ${head}`) + 1).split('\n')
  const rows = below.slice(2)
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

it('the page about the sandbox lists every script as it is', () => {
  const page = read('docs/sandbox.md')
  const rows = (scripts: readonly { digits: string; what: string; ends: string | null }[]) =>
    scripts.map(({ digits, what, ends }) => [digits, what, ends ?? 'not at all'])
  expect(table(page, 'digits | what | it ends')).toEqual(rows(collectionScripts))
  expect(table(page, 'digits | what | the payment is')).toEqual(rows(payerScripts))
})

it('the French page has the same digits, and what each leads to', () => {
  const page = read('docs/fr/sandbox.md')
  const listed = (head: string) =>
    table(page, `chiffres | ce qui se passe | ${head}`).map(([digits, , ends]) => [digits, ends])
  const ends = (scripts: readonly { digits: string; ends: string | null }[]) =>
    scripts.map((each) => [each.digits, each.ends === null ? "aucun n'est créé" : `\`${each.ends}\``])
  expect(listed('la ligne devient')).toEqual(
    scriptedOutcomes.map(({ digits, expectedState }) => [digits, `\`${expectedState}\``]),
  )
  expect(listed('il devient')).toEqual(ends(collectionScripts))
  expect(listed('le paiement est')).toEqual(ends(payerScripts))
})

it('the page about the sandbox has every option of its command', async () => {
  const { stdout } = await payrun(['sandbox', '--help'])
  const options = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
  const shown = [...read('docs/sandbox.md').matchAll(/`(--[a-z-]+)/g)].map(([, name]) => name)
  expect([...new Set(shown)].sort()).toEqual(options.filter((name) => name !== '--json').sort())
})

it('each choice says where in the code it stands, and there is code that refers to the list', () => {
  const choices = table(`\n${read('docs/provider-interface-choices.md')}`, 'section')
  expect(choices.length).toBeGreaterThan(20)
  for (const [section = '', gap, , where = ''] of choices) {
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length, gap).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(section).toMatch(/^\d(\.\d)?(, \d\.\d)*$/)
  }
  const sources = globSync('src/sandbox/*.ts', { cwd: root }).filter((path) => read(path).includes('interface-choices'))
  expect(sources.length).toBeGreaterThan(0)
})

it('the pauses between tries are those that the list of choices says', () => {
  expect(read('docs/provider-interface-choices.md')).toContain('1 s, 5 s, 30 s, 2 min, 10 min, 30 min and 1 h')
  expect(notificationDelaysMs.map((ms) => ms / 1000)).toEqual([1, 5, 30, 120, 600, 1800, 3600])
})
