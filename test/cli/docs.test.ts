import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { documents } from '../../src/cli/docs/documents.ts'
import { programIn } from '../harness/programIn.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

it('the pages of the commands and the manual page are as npm run docs makes them', async () => {
  const made = await documents()
  expect(Object.keys(made)).toEqual(['docs/commands.md', 'docs/payrun.1', 'docs/fr/commands.md'])
  for (const [path, text] of Object.entries(made)) {
    expect(read(path) === text, `${path} is out of date: npm run docs`).toBe(true)
  }
})

it('both have every command, option and exit code', async () => {
  const program = await programIn('en')
  const man = read('docs/payrun.1').replaceAll('\\-', '-')
  for (const command of program.createHelp().visibleCommands(program)) {
    expect(read('docs/commands.md')).toContain(`\n### payrun ${command.name()}\n`)
    expect(man).toContain(`\n.SH "PAYRUN ${command.name().toUpperCase()}"\n`)
    for (const { flags } of command.options) expect(man).toContain(`\n.B ${flags}\n`)
  }
  expect(man).toContain('\n.SH EXIT STATUS\n')
  expect(man).toContain('\n.B PAYRUN_PROVIDER_URL\n')
})

const groff = spawnSync('groff', ['--version']).status === 0

it.skipIf(!groff)('the manual page is set without a warning', () => {
  const page = fileURLToPath(new URL('docs/payrun.1', root))
  const set = spawnSync('groff', ['-ww', '-z', '-man', '-Tutf8', page], { encoding: 'utf8' })
  expect(set).toMatchObject({ status: 0, stderr: '' })
})
