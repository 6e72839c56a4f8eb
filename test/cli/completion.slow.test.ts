import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { complete } from '../../src/cli/commands/completion.ts'
import { operators } from '../../src/payout/operators/operator.ts'
import { payrun, temporaryFolder, until } from '../harness/payrun.ts'
import { everyCommand, programIn } from '../harness/programIn.ts'

const valuesAt = async (...typed: string[]): Promise<string[]> =>
  complete(await programIn('en'), typed)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t')[0] ?? '')

describe('what a word can become', () => {
  it.each([
    { typed: ['sta'], values: ['status'] },
    { typed: ['schedule', 're'], values: ['resume', 'remove'] },
    { typed: ['status', ''], values: ['last'] },
    { typed: ['status', '--json', 'l'], values: ['last'] },
    { typed: ['report', 'last', '--fo'], values: ['--format'] },
    { typed: ['report', 'last', '--format', 'x'], values: ['xlsx'] },
    { typed: ['report', 'last', '--format=x'], values: ['--format=xlsx'] },
    { typed: ['template', '--lang', ''], values: ['en', 'fr'] },
    { typed: ['payout', '--operator', 'mtn-b'], values: ['mtn-benin'] },
    { typed: ['operators', 'hold', 'mtn-b'], values: ['mtn-benin'] },
    { typed: ['template', '--country', 'B'], values: ['BJ', 'BF'] },
    { typed: ['run', 'pay'], values: [':files'] },
    { typed: ['run', 'payroll.csv', '--report', ''], values: [':files'] },
    { typed: ['reconcile', 'last', ''], values: [':files'] },
    { typed: ['completion', ''], values: ['bash', 'zsh', 'fish'] },
    { typed: ['run', 'payroll.csv', '--name', ''], values: [] },
    { typed: ['status', 'last', ''], values: [] },
    { typed: ['nonsense', ''], values: [] },
  ])('$typed: $values', async ({ typed, values }) => {
    expect(await valuesAt(...typed)).toEqual(values)
  })

  it('bash takes --format=x apart: it is told what follows the sign', async () => {
    expect(await valuesAt('report', 'last', '--format', '=', 'x')).toEqual(['xlsx'])
    expect(await valuesAt('report', 'last', '--format', '=')).toContain('csv')
    expect(await valuesAt('report', 'last', '--format', '=', 'csv', '--js')).toEqual(['--json'])
  })

  it('every command completes each of its options, and every operator is known', async () => {
    const program = await programIn('en')
    for (const command of everyCommand(program).slice(1)) {
      const path = command.parent === program ? [command.name()] : [command.parent?.name() ?? '', command.name()]
      expect(await valuesAt(...path, '--')).toEqual(expect.arrayContaining(command.options.map(({ long }) => long)))
    }
    expect(await valuesAt('operators', 'release', '')).toEqual(operators.map(({ code }) => code))
  })

  it('is described in the language that is spoken, by a process that reads no configuration', async () => {
    const ended = await payrun(['complete', '--', 'sta'], { env: { PAYRUN_LANG: 'fr', PAYRUN_CONCURRENCY: 'wrong' } })
    expect(ended).toMatchObject({
      code: 0,
      stderr: '',
      stdout: "status\tl'état d'un lot, avec ses nombres de lignes et ses totaux\n",
    })
  })
})

const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0

describe('in real shells', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let started: ChildProcess | undefined
  let env: NodeJS.ProcessEnv

  beforeAll(() => {
    folder = temporaryFolder()
    const main = fileURLToPath(new URL('../../bin/payrun.js', import.meta.url))
    const bin = join(folder.path, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'payrun'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
    chmodSync(join(bin, 'payrun'), 0o755)
    writeFileSync(join(folder.path, 'pay roll.csv'), '')
    env = {
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: folder.path,
      PS1: '$ ',
      TERM: 'xterm',
      LANG: 'C.UTF-8',
    }
  })
  afterEach(() => void started?.kill('SIGKILL'))
  afterAll(() => folder.remove())

  /** A shell on a terminal of its own; `type` waits until what it shows has the text. */
  function terminal(command: string): { type(keys: string, shows: string): Promise<void> } {
    const child = spawn('script', ['-qec', command, '/dev/null'], { env, cwd: folder.path })
    started = child
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text
    })
    return {
      async type(keys, shows) {
        shown = ''
        child.stdin.write(keys)
        await until(`${keys} shows ${shows}`, () => shown.includes(shows), 20_000)
      },
    }
  }

  const clearLine = '\u0015'

  it.skipIf(!has('bash') || !has('script'))('bash completes commands, options, values and file names', async () => {
    const { type } = terminal('bash --norc --noprofile -i')
    await type('source <(payrun completion bash); echo rea""dy\n', 'ready\r')
    await type('payrun sta\t', 'payrun status ')
    await type('la\t', 'last ')
    await type(`${clearLine}payrun report last --format=x\t`, '--format=xlsx ')
    await type(`${clearLine}payrun operators hold wa\t`, 'wave-senegal ')
    await type(`${clearLine}payrun run pay\\ r\t`, 'pay\\ roll.csv ')
    await type(`${clearLine}payrun run "pay r\t`, '"pay roll.csv" ')
    await type(`${clearLine}payrun status '$(touch ran)' la\t`, "ran)' la")
    await type(`${clearLine}ls\n`, 'roll.csv')
    expect(existsSync(join(folder.path, 'ran'))).toBe(false)
  })

  it.skipIf(!has('zsh') || !has('script'))('zsh completes commands, options, values and file names', async () => {
    const { type } = terminal('zsh -f -i')
    await type('autoload -U compinit; compinit -D; source <(payrun completion zsh); echo rea""dy\n', 'ready\r')
    await type('payrun sta\t', 'tus')
    await type('la\t', 'st')
    await type(`${clearLine}payrun report last --format=x\t`, 'lsx')
    await type(`${clearLine}payrun run pay\\ r\t`, 'oll.csv')
  })

  it.skipIf(!has('fish'))('fish completes commands, options, values and file names', () => {
    const told = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `payrun completion fish | source; complete -C '${line}'`], {
        env,
        cwd: folder.path,
        encoding: 'utf8',
      }).stdout
    expect(told('payrun sta')).toBe("status\tone batch's state, counts and sums\n")
    expect(told('payrun report last --format=x')).toBe('--format=xlsx\n')
    expect(told('payrun run pay')).toBe('pay roll.csv\n')
    expect(told('payrun operators hold wa')).toBe('wave-senegal\tWave Senegal\n')
  })
})
