import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../src/cli/main.ts'
import { printableJson, printableLines } from '../../src/words/render.ts'
import { setUpPaying } from '../harness/paying.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()

/** Clears a screen, rings, sets a title by a C1 control, turns a line around, ends it, hides. */
const attack = '\u001b[2J\u0007\u009b31m\u009d0;x\u202e\u2066\u2028\u200f\u001b[8m\u007f'
const raw = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** A command whose output is a terminal, as it would come there. */
async function onTerminal(...args: string[]): Promise<string> {
  let printed = ''
  const stream = () =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          printed += chunk.toString()
          done()
        },
      }),
      { isTTY: true, columns: 100 },
    )
  const call = {
    argv: ['node', 'payrun', ...args],
    env: { ...paying.env, NO_COLOR: '1', TERM: 'dumb' },
    cwd: paying.folder,
  }
  const stdin: Readable = new PassThrough()
  await runCommandLine({ ...call, stdin, stdout: stream(), stderr: stream() })
  return printed
}

const file = `pay${attack}roll.csv`
const writeFile = () =>
  writeFileSync(
    join(paying.folder, file),
    `operator,phone_number,amount,reference,no${attack}te\nmtn-benin,0197000001,100,R1,x${attack}\nmtn-benin,0197000002,100,R2,y\n`,
  )

describe('words of others that would run on a terminal', () => {
  it('reach it as what they are, whichever command prints them', async () => {
    writeFile()
    paying.provider.answer = ({ response }) =>
      reply(response, 200, { error: true, status: 'FAILED', message: `Refused ${attack}` })
    const named = ['--name', `July ${attack}`]
    const outputs = new Map<string, string>()
    const note = ['--note', `because ${attack}`]
    for (const args of [
      ['validate', file],
      ['validate', file, '--json'],
      ['validate', `missing${attack}`],
      ['run', file, ...named, '--yes'],
      ['run', file, ...named, '--json'],
      ['list'],
      ['list', '--json'],
      ['status', 'last'],
      ['status', 'last', '--json'],
      ['status', attack],
      ['report', 'last'],
      ['report', 'last', '--format', 'json'],
      ['report', 'last', '--format', 'ndjson'],
      ['report', 'last', '-o', `report${attack}.csv`],
      ['resolve', 'last', '--line', '2', '--not-paid', ...note],
      ['retry', 'last', '--line', '2', '--yes'],
      ['retry', 'last', '--code', attack],
      ['reconcile', 'last', file],
      ['audit', 'last'],
      ['pause', 'last', ...note],
      ['resume', 'last'],
      ['cancel', 'last'],
      ['schedule', 'add', file, '--cron', '0 8 1 * *', '--tz', 'Africa/Abidjan', ...named],
      ['schedule', 'list'],
      ['schedule', 'run', `July ${attack}`],
      ['schedule', 'runs', `July ${attack}`],
      ['operators', 'hold', 'mtn-benin', ...note],
      ['operators'],
      ['operators', 'hold', attack],
      [attack],
      ['list', `--${attack}`],
    ])
      outputs.set(args.join(' '), await onTerminal(...args))
    for (const [command, printed] of outputs)
      expect(printed.replaceAll('\r\n', '\n').replaceAll('\n', ''), JSON.stringify(command)).not.toMatch(raw)
    // They have been there, and are shown.
    for (const command of ['list', 'status last', 'report last', 'schedule list', 'operators'])
      expect(outputs.get(command)).toContain('\\u001b[2J')
    expect(JSON.parse(outputs.get('list --json') ?? '')).toMatchObject({ batches: [{ name: `July ${attack}` }] })
  })

  it('have no colours of their own where there are none, and only the plain ones else', () => {
    const red = '\u001b[31mred\u001b[39m'
    expect(printableLines(`${red}\u001b[8m\n\t`, true)).toBe(`${red}\\u001b[8m\n\t`)
    expect(printableLines(red, false)).toBe('\\u001b[31mred\\u001b[39m')
    const json = JSON.stringify({ name: attack })
    expect(printableJson(json)).not.toMatch(raw)
    expect(JSON.parse(printableJson(json))).toEqual({ name: attack })
  })
})
