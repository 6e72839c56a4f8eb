import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, ghanaNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'
import { callOnTerminal, ctrlC, ctrlD, onTerminal, startOnTerminal } from '../harness/terminal.ts'

const paying = setUpPaying()

/** On a terminal of the system's. The others are asked inside this process, at a tenth of the cost. */
const startForReal = (...args: string[]) => startOnTerminal(args, { env: paying.env, cwd: paying.folder })
const start = (...args: string[]) => callOnTerminal(args, { env: paying.env, cwd: paying.folder })

async function batches(): Promise<{ counts: Record<string, number>; state: string }[]> {
  return JSON.parse((await paying.call('list', '--json')).stdout).batches
}

async function expectNothingStored() {
  expect(await batches()).toEqual([])
  expect(paying.provider.seen).toEqual([])
}

describe('before a file is paid on a terminal', () => {
  it('it is shown: the columns, the sums, the largest rows; and a yes pays it', async () => {
    const lines = [
      'Matricule;Nom;Opérateur;Téléphone;Montant;Service',
      `E1;Aïcha Dossou;mtn-benin;${beninNumber(1)};1 500;Paie`,
      `E2;Codjo Hounsou;moov-benin;+229 01 95 00 00 02;75000;Paie`,
      `E3;Awa Diop;mtn-benin;${beninNumber(3)};2000;Paie`,
      `E4;Ines Adjovi;mtn-benin;${beninNumber(4)};1000;Paie`,
    ]
    writeFile(paying.folder, 'paie.csv', `${lines.join('\n')}\n`)
    const terminal = startForReal('run', 'paie.csv')
    await terminal.shows('Pay 4 people 79,500 FCFA? [y/N]')
    const shown = terminal.screen()
    expect(shown).toContain('paie.csv: 4 rows')
    expect(shown).toMatch(/Téléphone +phone number\n/)
    expect(shown).toMatch(/Matricule +reference\n/)
    expect(shown).not.toContain('Service')
    expect(shown).toMatch(/mtn-benin +3 +4,500 FCFA\n/)
    expect(shown).toMatch(/moov-benin +1 +75,000 FCFA\n/)
    expect(shown).toMatch(/total +4 +79,500 FCFA\n/)
    expect(shown).toMatch(
      /3 +Codjo Hounsou +\+2290195000002 +moov-benin +75,000 FCFA\n.* 4 +Awa Diop .*2,000 FCFA\n.* 2 +Aïcha/,
    )
    expect(shown).not.toContain('Ines Adjovi')
    expect(paying.provider.seen).toEqual([])
    terminal.type('y\r')
    const ended = await terminal.ended
    expect(ended).toMatchObject({ code: 0, screen: expect.stringContaining('All 4 rows are paid') })
    expect(ended.screen.match(/have never been paid/g)).toHaveLength(1)
    expect(paying.provider.seen).toHaveLength(4)
  })

  it('an operator that somebody holds is named before the question, with what waits for it', async () => {
    writePayroll(paying.folder, 2)
    expect((await paying.call('operators', 'hold', 'mtn-benin')).code).toBe(0)
    const terminal = start('run', 'payroll.csv')
    await terminal.shows('[y/N]')
    expect(terminal.screen().replaceAll(/\s+/g, ' ')).toMatch(
      /mtn-benin is held by .+: 2 rows \(2,003 FCFA\) wait until somebody releases it\./,
    )
    terminal.type('n\r')
    expect((await terminal.ended).code).toBe(3)
  })

  it.each([
    { answer: 'a no', keys: 'n\r', exit: 3 },
    { answer: 'nothing', keys: '\r', exit: 3 },
    { answer: 'another word', keys: 'yess\r', exit: 3 },
    { answer: 'Ctrl-C', keys: ctrlC, exit: 130 },
    { answer: 'Ctrl-D', keys: ctrlD, exit: 3 },
    { answer: 'half a word and Ctrl-C', keys: `y${ctrlC}`, exit: 130 },
  ])('$answer pays and stores nothing, and ends with $exit', async ({ keys, exit }) => {
    writePayroll(paying.folder, 3)
    for (const [command, begin] of [
      ['run', keys === ctrlC || keys === ctrlD ? startForReal : start],
      ['submit', start],
    ] as const) {
      const terminal = begin(command, 'payroll.csv')
      await terminal.shows('[y/N]')
      terminal.type(keys)
      const { code, screen } = await terminal.ended
      expect([code, screen.trimEnd().split('\n').at(-1)]).toEqual([exit, 'Nothing was paid.'])
    }
    await expectNothingStored()
  })

  it.each(['y', 'YES', 'o', 'Oui'])('%s is a yes', async (yes) => {
    writePayroll(paying.folder, 2)
    const terminal = start('submit', 'payroll.csv')
    await terminal.shows('[y/N]')
    terminal.type(`${yes}\r`)
    expect((await terminal.ended).code).toBe(0)
    expect(await batches()).toMatchObject([{ counts: { pending: 2 } }])
  })

  it('a window that is closed is a no', async () => {
    writePayroll(paying.folder, 3)
    const terminal = startForReal('run', 'payroll.csv')
    await terminal.shows('[y/N]')
    terminal.close()
    await terminal.ended
    await expectNothingStored()
    // The same file is not in anybody's way.
    expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
  })

  it('--yes shows it and does not ask', async () => {
    writePayroll(paying.folder, 3)
    const ended = await start('run', 'payroll.csv', '--yes').ended
    expect(ended.code).toBe(0)
    expect(ended.screen).toContain('Largest payouts')
    expect(ended.screen).not.toContain('[y/N]')
    expect(paying.provider.seen).toHaveLength(3)
  })

  it.each([
    { what: 'standard input is a pipe', line: 'true | sh -c "$PAYRUN_LINE"' },
    { what: 'standard error is a file', line: 'sh -c "$PAYRUN_LINE 2>errors.txt"' },
  ])('nothing is asked where $what', async ({ line }) => {
    writePayroll(paying.folder, 2)
    const env = { ...paying.env, PAYRUN_LINE: `'${process.execPath}' '${process.cwd()}/bin/payrun.js' run payroll.csv` }
    const ended = await onTerminal(`sh -c '${line}'`, { env, cwd: paying.folder }).ended
    expect(ended.screen).not.toContain('[y/N]')
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(2)
  })

  it('is asked in French', async () => {
    writePayroll(paying.folder, 400)
    const env = { ...paying.env, LANG: 'fr_BJ.UTF-8' }
    const terminal = callOnTerminal(['submit', 'payroll.csv'], { env, cwd: paying.folder })
    await terminal.shows(/Payer 480\s200\sFCFA à 400 personnes\u00a0\? \[o\/N\]/)
    expect(terminal.screen()).toContain('Les plus gros paiements')
    terminal.type('o\r')
    expect((await terminal.ended).code).toBe(0)
  })
})

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

describe('the question says', () => {
  it.each([
    {
      what: 'that it is the sandbox',
      args: ['run', '--sandbox'],
      says: 'Sandbox, nobody is really paid. Pay 2 people 2,003 FCFA? [y/N]',
    },
    {
      what: 'when it is paid',
      args: ['submit', '--at', `${inAMonth} 08:00`, '--tz', 'UTC'],
      says: `Pay 2 people 2,003 FCFA, not before ${inAMonth} 08:00 UTC? [y/N]`,
    },
    {
      what: 'that somebody has to approve it',
      args: ['run'],
      env: { PAYRUN_APPROVALS: '2' },
      says: 'Send for approval: pay 2 people 2,003 FCFA? [y/N]',
    },
  ])('$what', async ({ args, env, says }) => {
    writePayroll(paying.folder, 2)
    const [command = '', ...options] = args
    const terminal = callOnTerminal([command, 'payroll.csv', ...options], {
      env: { ...paying.env, ...env },
      cwd: paying.folder,
    })
    await terminal.shows('[y/N]')
    expect(terminal.screen()).toContain(says)
    terminal.type('n\r')
    expect((await terminal.ended).code).toBe(3)
    await expectNothingStored()
  })

  it('how many payouts there are where some go to one person, and each currency', async () => {
    const rows = [
      `A,mtn-benin,${beninNumber(1)},100`,
      `B,mtn-benin,${beninNumber(1)},200`,
      `C,momo-ghana,${ghanaNumber(1)},3.50`,
    ]
    writeFile(paying.folder, 'mixed.csv', ['reference,operator,phone,amount', ...rows].join('\n'))
    const terminal = start('submit', 'mixed.csv')
    await terminal.shows('Make 3 payouts to 2 people, 3.50 GHS and 300 FCFA in all? [y/N]')
    terminal.type(ctrlC)
    await terminal.ended
  })
})

describe('what was shown is what is paid', () => {
  it('a file that changes while the question stands is refused', async () => {
    const path = writePayroll(paying.folder, 3)
    const terminal = start('run', 'payroll.csv')
    await terminal.shows('[y/N]')
    appendFileSync(path, `EMP-4,Person 4,mtn-benin,${beninNumber(4)},900000\n`)
    terminal.type('y\r')
    const { code, screen } = await terminal.ended
    expect([code, screen]).toEqual([3, expect.stringContaining('The file changed while you were asked')])
    await expectNothingStored()
  })

  it('rows that are left out are shown; others that come to be left out meanwhile refuse it', async () => {
    writePayroll(paying.folder, 3)
    appendFileSync(join(paying.folder, 'payroll.csv'), 'EMP-4,Person 4,mtn-benin,12,100\n')
    writePayroll(paying.folder, 1, { name: 'other.csv' })
    const terminal = start('run', 'payroll.csv', '--skip-invalid')
    await terminal.shows('Pay 3 people 3,006 FCFA? [y/N]')
    expect(terminal.screen()).toMatch(/Left out: 1 row\n.*line 5, phone_number/)
    expect((await paying.call('run', 'other.csv')).code).toBe(0)
    terminal.type('y\r')
    const { code, screen } = await terminal.ended
    expect([code, screen]).toEqual([3, expect.stringContaining('no longer what you were shown')])
    expect(paying.provider.seen).toHaveLength(1)
    const again = start('run', 'payroll.csv', '--skip-invalid')
    await again.shows('Pay 2 people 2,005 FCFA? [y/N]')
    expect(again.screen()).toContain('Left out: 2 rows')
    again.type('y\r')
    expect((await again.ended).code).toBe(4)
    expect(paying.provider.seen).toHaveLength(3)
  })

  it('a file that comes by a pipe is kept while the question stands', async () => {
    writePayroll(paying.folder, 2)
    const line = `bash -c '"${process.execPath}" "${process.cwd()}/bin/payrun.js" run <(cat payroll.csv)'`
    const terminal = onTerminal(line, { env: paying.env, cwd: paying.folder })
    await terminal.shows('Pay 2 people 2,003 FCFA? [y/N]')
    terminal.type('y\r')
    expect((await terminal.ended).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(2)
  })
})

describe('before rows are tried again', () => {
  async function failTwo() {
    writePayroll(paying.folder, 4)
    paying.provider.answer = (each) =>
      [beninNumber(2), beninNumber(3)].includes(each.payout.phoneNumber)
        ? reply(each.response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
        : succeed(each)
    expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
    paying.provider.answer = succeed
    paying.provider.seen.length = 0
  }

  it('they are shown, and a yes tries these', async () => {
    await failTwo()
    const terminal = start('retry', 'last')
    await terminal.shows('Try again to pay 2 people 2,005 FCFA? [y/N]')
    expect(terminal.screen()).toMatch(/Failed rows of batch \w+ \(payroll.csv\)/)
    expect(terminal.screen()).toContain('2 rows pay numbers that have never been paid before')
    expect(terminal.screen()).toMatch(/4 +Person 3 .*1,003 FCFA\n.* 3 +Person 2 .*1,002 FCFA/)
    terminal.type('y\r')
    expect((await terminal.ended).code).toBe(0)
    expect(paying.provider.seen.map(({ amount }) => amount).sort()).toEqual(['1002', '1003'])
  })

  it('a no tries none', async () => {
    await failTwo()
    const terminal = start('retry', 'last')
    await terminal.shows('[y/N]')
    terminal.type(ctrlC)
    expect((await terminal.ended).code).toBe(130)
    expect(paying.provider.seen).toEqual([])
    expect(await batches()).toMatchObject([{ state: 'settled', counts: { failed: 2, paid: 2 } }])
    expect((await start('retry', 'last', '--yes').ended).code).toBe(0)
  })

  it('rows that somebody else tried meanwhile are not tried once more', async () => {
    await failTwo()
    const terminal = start('retry', 'last')
    await terminal.shows('[y/N]')
    expect((await payrun(['retry', 'last', '--line', '3'], { env: paying.env, cwd: paying.folder })).code).toBe(4)
    terminal.type('y\r')
    const { code, screen } = await terminal.ended
    expect([code, screen]).toEqual([2, expect.stringContaining('Nothing was retried')])
    expect(paying.provider.seen).toHaveLength(1)
  })
})
