import { readFileSync } from 'node:fs'
import { Command, type CommandUnknownOpts } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { displayWidth, setLanguage } from '../../src/cli/terminal/text.ts'
import { keyOfEnglish, languages } from '../../src/words/catalogue.ts'
import { payrun } from '../harness/payrun.ts'
import { everyCommand, helpOf, programIn } from '../harness/programIn.ts'
import { callOnTerminal } from '../harness/terminal.ts'

afterAll(() => setLanguage('en'))

const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : 'payrun'

describe.each(languages)('help in %s', (language) => {
  it('fits 80 columns, and 40 but for lines to copy', async () => {
    const program = await programIn(language)
    const lines = (width: number) => everyCommand(program).flatMap((command) => helpOf(command, width).split('\n'))
    expect(lines(80).length).toBeGreaterThan(500)
    expect(lines(80).filter((line) => displayWidth(line) > 80)).toEqual([])
    const toCopy = /^ {2}(payrun|source) |^ {4}--|Utilisation|Usage/
    expect(lines(40).filter((line) => displayWidth(line) > 40 && !toCopy.test(line))).toEqual([])
    expect([...lines(80), ...lines(40)].filter((line) => /^\s*[:;?!»]|«\s*$/.test(line))).toEqual([])
  })

  it('describes every command, argument and option', async () => {
    const program = await programIn(language)
    const required = language === 'en' ? 'required' : 'obligatoire'
    for (const command of everyCommand(program)) {
      const help = command.createHelp()
      for (const option of command.options)
        expect(help.optionDescription(option).includes(`(${required}`), option.flags).toBe(option.mandatory)
      const described = [command, ...command.registeredArguments, ...command.options]
      const texts = described.map((each) => (each instanceof Command ? each.description() : each.description))
      expect(
        texts.filter((text) => text === ''),
        pathOf(command),
      ).toEqual([])
    }
  })

  it('ends with an example that the program takes', async () => {
    const { commandFacts } = await import('../../src/cli/docs/documents.ts')
    const examples = everyCommand(await programIn(language)).map((command) => ({
      path: pathOf(command),
      lines: commandFacts(command).examples,
    }))
    for (const { path, lines } of examples) {
      expect(lines, path).not.toEqual([])
      expect(
        lines.filter((line) => !line.includes(path)),
        path,
      ).toEqual([])
      for (const line of lines) {
        let called = 0
        const program = await programIn(language, async () => {
          called += 1
        })
        await program.parseAsync(wordsOf(line), { from: 'user' })
        expect(called, line).toBe(1)
      }
    }
  })
})

/** The arguments of a line of a shell, without where its output goes. */
const wordsOf = (line: string): string[] =>
  [
    ...line
      .replace(/^source <\((.*)\)$/, '$1')
      .replace(/ > .*/, '')
      .matchAll(/(?:[^\s"]|"[^"]*")+/g),
  ]
    .map(([word]) => word.replaceAll('"', ''))
    .slice(1)

it('French help has no English left', async () => {
  const program = await programIn('fr')
  const text = everyCommand(program)
    .map((command) => helpOf(command, 100))
    .join('\n')
  expect(text).toContain('Utilisation\u00a0: payrun run [options] <fichier>')
  const english =
    /\b(the|of|with|and|which|are|is|from|this|until|where|Usage|Commands|Example|display|default|choices)\b/
  expect(text.split('\n').filter((line) => english.test(line.replaceAll(/--[\w-]+/g, '')))).toEqual([])
})

it('every placeholder has its French', async () => {
  const definitions = everyCommand(await programIn('en')).flatMap((command) => [
    ...command.options.map(({ flags }) => flags),
    ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
  ])
  const placeholders = new Set(definitions.flatMap((text) => text.match(/<[^<>]+>/g) ?? []))
  expect(placeholders.size).toBeGreaterThan(20)
  expect([...placeholders].filter((word) => keyOfEnglish(word) === undefined)).toEqual([])
})

it('everything that the library can say of a wrong command line is said in French', async () => {
  const source = readFileSync(new URL('../../node_modules/commander/lib/command.js', import.meta.url), 'utf8')
  const messages = [...source.matchAll(/`(error: [^`]*)`/g)].map(([, message = '']) =>
    message
      .replaceAll(/\$\{option\.flags\}/g, '--map <file>')
      .replace(/\$\{getErrorMessage\(\w+\)\}/g, "option '--json'")
      .replace(/\$\{forSubcommand\}/, " for 'run'")
      .replace(/\$\{suggestion\}/, '\n(Did you mean --json?)')
      .replace(/\$\{(expected|received)\}/g, '2')
      .replace(/\$\{s\}/, 's')
      .replace(/\$\{[^}]+\}/g, 'zz'),
  )
  expect(messages.length).toBeGreaterThanOrEqual(10)
  await programIn('fr')
  const { commanderError } = await import('../../src/cli/commanderErrors.ts')
  const said = messages.map(commanderError)
  expect(
    said.filter((text) => !text.startsWith('erreur\u00a0: ') || /\b(error|Did|argument missing)\b/.test(text)),
  ).toEqual([])
})

it('a wrong command line is told in the language of the environment', async () => {
  const call = (args: string[], language: string) => payrun(args, { env: { PAYRUN_LANG: language } })
  const french = await call(['stat'], 'fr')
  expect(french).toMatchObject({ code: 2, stdout: '' })
  expect(french.stderr).toBe(
    "erreur\u00a0: commande inconnue «\u00a0stat\u00a0»\n(Vouliez-vous dire status\u00a0?)\n(--help affiche l'aide)\n",
  )
  expect((await call(['worker', '--health-port', 'x'], 'fr')).stderr).toContain(
    'Il faut un nombre entier de 0 à 65535, ou off.',
  )
  expect((await call(['stat'], 'en')).stderr).toContain("error: unknown command 'stat'\n(Did you mean status?)\n")
  expect((await call(['run', '--help'], 'fr')).stdout).toContain('Utilisation\u00a0: payrun run [options] <fichier>\n')
})

it('help on a terminal without a size is as wide as on one of 80 columns', async () => {
  const told = await callOnTerminal(['run', '--help'], { columns: 0, env: { PAYRUN_LANG: 'en' } }).ended
  const usual = await callOnTerminal(['run', '--help'], { columns: 80, env: { PAYRUN_LANG: 'en' } }).ended
  expect(told.screen).toBe(usual.screen)
})

it.each([
  [['bogus\u001b[31mX\u202eY'], 'bogus\\u001b[31mX\\u202eY'],
  [['run', 'f.csv', '--bog\u001b[31mX'], '--bog\\u001b[31mX'],
  [['list', 'a', 'b\u009b31m\u0007'], 'b\\u009b31m\\u0007'],
  [['worker', '--health-port', '\u001b[1m9x'], '\\u001b[1m9x'],
])('a wrong command line %j is quoted without what a terminal would act on', async (args, shown) => {
  const { code, stderr } = await payrun(args, { env: { PAYRUN_LANG: 'en' } })
  expect(code).toBe(2)
  expect(stderr).toContain(shown)
  expect(stderr).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
})
