import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { daysLater } from '../harness/daysLater.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { type Answer, reply, succeed } from '../harness/provider.ts'
import { row, workbook } from '../harness/workbook.ts'

const paying = setUpPaying()

/** Nobody knows what became of the people with these numbers, though they were paid. */
const unclear =
  (...people: number[]): Answer =>
  (each) => {
    if (!people.some((n) => each.payout.phoneNumber === beninNumber(n))) return succeed(each)
    each.carryOut()
    return reply(each.response, 500, {})
  }

async function runUnclear(people: number[], rows: number, name = 'payroll.csv', firstAmount = 1001): Promise<void> {
  writePayroll(paying.folder, rows, { name, prefix: name, firstAmount })
  paying.provider.answer = unclear(...people)
  expect((await paying.call('run', name)).code).toBe(4)
  paying.provider.answer = succeed
}

const today = () => new Date().toISOString().slice(0, 10).split('-').reverse().join('/')

/** As a bank writes it: a title, words with the number, debit and credit. */
const bank = (lines: [n: number, reference: string, debit: string, credit?: string][]) =>
  [
    'Relevé de compte',
    '',
    'Date;Libellé;Pièce;Débit;Crédit',
    ...lines.map(
      ([n, reference, debit, credit = '']) => `${today()};Virement ${beninNumber(n)};${reference};${debit};${credit}`,
    ),
    '',
  ].join('\n')

const changes = async () => {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  try {
    const { rows } = await client.query<{ actor: string; subject: string; details: unknown }>(
      `select actor, subject, details from payrun.changes where what = 'statement.mapped' order by change_no`,
    )
    return rows
  } finally {
    await client.end()
  }
}

const statuses = async () => {
  const { rows } = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout)
  return rows.map((each: { status: string; provider_reference: string | null }) => [
    each.status,
    each.provider_reference,
  ])
}

describe("a bank's statement", () => {
  it('is read once with --map, and from then on by its name; who said so is in the trail', async () => {
    await runUnclear([1, 2], 3)
    writeFile(paying.folder, 'n1.csv', bank([[1, 'B-1', '1 001']]))
    const first = await paying.call(
      'reconcile',
      'last',
      'n1.csv',
      '--map',
      'n° transaction=Pièce',
      '--as',
      'Ecobank',
      '--json',
    )
    expect(first.code, first.stderr).toBe(4)
    expect(JSON.parse(first.stdout)).toMatchObject({
      statement: { columns: { reference: 'Pièce', label: 'Libellé', debit: 'Débit', credit: 'Crédit' } },
      resolved: [{ line: 2, to: 'paid', provider_reference: 'B-1', by: 'number' }],
      left: [{ line: 3, reason: 'not_listed' }],
    })
    writeFile(paying.folder, 'n2.csv', bank([[2, 'B-2', '1 002']]))
    const second = await paying.call('reconcile', 'last', 'n2.csv', '--as', 'ecobank', '--json')
    expect(second.code, second.stderr).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ resolved: [{ line: 3, provider_reference: 'B-2' }] })
    expect((await statuses()).slice(0, 2)).toEqual([
      ['paid', 'B-1'],
      ['paid', 'B-2'],
    ])
    expect(await changes()).toEqual([
      { actor: expect.any(String), subject: 'ecobank', details: { from: null, to: { map: { reference: 'Pièce' } } } },
    ])
    const more = await paying.call('reconcile', 'last', 'n2.csv', '--as', 'ecobank', '--fee-tolerance', '0.5%')
    expect(more.code, more.stderr).toBe(0)
    expect((await changes()).map(({ details }) => details)).toEqual([
      { from: null, to: { map: { reference: 'Pièce' } } },
      { from: { map: { reference: 'Pièce' } }, to: { map: { reference: 'Pièce' }, feeTolerance: 50 } },
    ])
  })

  it('under a name of which nothing is remembered is a mistake, and a dry run remembers nothing', async () => {
    await runUnclear([1], 1)
    writeFile(paying.folder, 's.csv', bank([[1, 'B-1', '1 001']]))
    const dry = await paying.call('reconcile', 'last', 's.csv', '--map', 'reference=Pièce', '--as', 'uba', '--dry-run')
    expect(dry.code, dry.stderr).toBe(0)
    expect(dry.stdout).toMatch(/payrun reconcile \w+ s\.csv --map reference=Pièce --as uba\n/)
    expect(await changes()).toEqual([])
    const ended = await paying.call('reconcile', 'last', 's.csv', '--as', 'uba')
    expect([ended.code, ended.stderr]).toEqual([
      2,
      expect.stringContaining('no saved settings for statements named uba'),
    ])
  })

  it('never has what came in settle a row, and keeps it from being called absent', async () => {
    await runUnclear([1], 2)
    writeFile(
      paying.folder,
      's.csv',
      bank([
        [1, 'B-1', '', '1 001'],
        [2, 'B-2', '1 002'],
      ]),
    )
    const ended = await paying.call('reconcile', 'last', 's.csv', '--map', 'reference=Pièce', '--json')
    expect(ended.code, ended.stderr).toBe(4)
    expect(JSON.parse(ended.stdout)).toMatchObject({ resolved: [], left: [{ line: 2 }] })
    expect((await statuses())[0]?.[0]).toBe('unknown')
    const { stdout } = await paying.call('reconcile', 'last', 's.csv', '--map', 'reference=Pièce', '--dry-run')
    expect(stdout).toContain('line 4 may be money coming in, which settles nothing')
    expect(stdout).toContain('Lines that settle nothing\n- may be money coming in: 1 line\n')
  })

  it('says why a line decides nothing: its account, its words, or its empty status', async () => {
    await runUnclear([1, 2, 3], 3)
    const line = (account: string, n: number, label: string, status: string) =>
      `${account};${new Date().toISOString()};X-${n};${beninNumber(n)};${1000 + n};${label};${status}`
    const lines = [line('0022', 1, '', 'SUCCESS'), line('0011', 2, 'Frais', 'SUCCESS'), line('0011', 3, '', '')]
    writeFile(paying.folder, 's.csv', `Compte;Date;Référence;Téléphone;Montant;Libellé;Statut\n${lines.join('\n')}\n`)
    const told = async (...options: string[]) =>
      (await paying.call('reconcile', 'last', 's.csv', '--from-account', '0011', '--dry-run', ...options)).stdout
    expect(JSON.parse(await told('--json'))).toMatchObject({
      resolved: [],
      left: [
        { message: 'line 2 is of another account, which settles nothing' },
        { message: 'line 3 may be a fee, which settles nothing' },
        { message: 'line 4 says nothing: its status is empty' },
      ],
      undecided: [{ reason: 'other_account' }, { reason: 'fee' }, { reason: 'status', status: '' }],
    })
    paying.env['PAYRUN_LANG'] = 'fr'
    expect(await told()).toContain('la ligne 4 ne dit rien\u00a0: son statut est vide')
    delete paying.env['PAYRUN_LANG']
  })

  it('has nobody paid twice over a failure of what was to come in, without a minus among amounts with one', async () => {
    await runUnclear([1], 2)
    const now = new Date().toISOString()
    const lines = [`${now};V-1;${beninNumber(1)};1001;XOF;FAILED`, `${now};V-2;${beninNumber(2)};-1002;XOF;SUCCESS`]
    writeFile(paying.folder, 's.csv', `Date;Reference;Phone;Amount;Currency;Status\n${lines.join('\n')}\n`)
    const ended = await paying.call('reconcile', 'last', 's.csv', '--json')
    expect(ended.code, ended.stderr).toBe(4)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      resolved: [],
      left: [{ line: 2, reason: 'undecided', message: 'line 2 may be money coming in, which settles nothing' }],
      undecided: [{ statement_line: 2, status: 'FAILED', reason: 'other_direction' }],
    })
    const retried = await paying.call('retry', 'last')
    expect([retried.code, (await statuses())[0]?.[0]]).toEqual([2, 'unknown'])
  })

  it('with fees within its amounts settles what the tolerance lets through, and nothing more', async () => {
    await runUnclear([1, 2], 2)
    writeFile(
      paying.folder,
      's.csv',
      bank([
        [1, 'B-1', '1 011'],
        [2, 'B-2', '1 100'],
      ]),
    )
    const without = await paying.call('reconcile', 'last', 's.csv', '--map', 'reference=Pièce', '--json', '--dry-run')
    expect(JSON.parse(without.stdout)).toMatchObject({ resolved: [] })
    const ended = await paying.call(
      'reconcile',
      'last',
      's.csv',
      '--map',
      'reference=Pièce',
      '--fee-tolerance',
      '1%',
      '--json',
    )
    expect(JSON.parse(ended.stdout)).toMatchObject({
      resolved: [{ line: 2, provider_reference: 'B-1' }],
      left: [{ line: 3 }],
    })
  })

  it('of a workbook is read from the sheet that is named', async () => {
    await runUnclear([1], 1)
    const sheet = (name: string, reference: string) => ({
      name,
      data: row(1, ['Date', 'Référence', 'Téléphone', 'Montant']) + row(2, [today(), reference, beninNumber(1), 1001]),
    })
    writeFileSync(
      join(paying.folder, 's.xlsx'),
      await workbook({ sheets: [sheet('Lisez-moi', 'NO'), sheet('Novembre', 'YES')] }),
    )
    const ended = await paying.call('reconcile', 'last', 's.xlsx', '--sheet', 'novembre', '--json')
    expect(ended.code, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({ resolved: [{ provider_reference: 'YES' }] })
  })

  it('of several accounts is complete only for the one that pays', async () => {
    await runUnclear([1], 2)
    const [, paid] = await statuses()
    const lines = [
      'Compte;Date;Référence;Débit;Crédit;Statut',
      `0011;${new Date(Date.now() - 3_600_000).toISOString()};A;10;;SUCCESS`,
      `0011;${new Date().toISOString()};${paid?.[1]};1002;;SUCCESS`,
      `0011;${new Date(Date.now() + 3_600_000).toISOString()};C;10;;SUCCESS`,
      `0022;${new Date().toISOString()};D;10;;SUCCESS`,
    ]
    writeFile(paying.folder, 's.csv', `${lines.join('\n')}\n`)
    const refused = await paying.call('reconcile', 'last', 's.csv', '--complete')
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('lines of several accounts (0011, 0022)'),
    ])
    const ended = await daysLater(() =>
      paying.call('reconcile', 'last', 's.csv', '--complete', '--from-account', '0011', '--json'),
    )
    expect(ended.code, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({ resolved: [{ line: 2, to: 'failed', by: 'absence' }] })
  })
})

describe('all open batches at once', () => {
  it('are settled by one statement, each row by a line of its own', async () => {
    await runUnclear([1], 2, 'one.csv')
    await runUnclear([3], 3, 'two.csv', 2001)
    writeFile(
      paying.folder,
      's.csv',
      bank([
        [1, 'B-1', '1 001'],
        [3, 'B-3', '2 003'],
      ]),
    )
    const ended = await paying.call('reconcile', '--all', 's.csv', '--map', 'reference=Pièce', '--json')
    expect(ended.code, ended.stderr).toBe(0)
    const { batches, refused, statement } = JSON.parse(ended.stdout)
    expect(statement).toMatchObject({ name: 's.csv', lines: 2 })
    expect(refused).toEqual([])
    expect(batches.map((each: { resolved: object[] }) => each.resolved)).toMatchObject([
      [{ line: 2, provider_reference: 'B-1' }],
      [{ line: 4, provider_reference: 'B-3' }],
    ])
    writeFile(paying.folder, 'trial.csv', 'operator,phone_number,amount\nmtn-benin,+2290197009905,5\n')
    expect((await paying.call('run', 'trial.csv', '--sandbox')).code).toBe(4)
    for (const again of [['s.csv'], ['all', 's.csv']]) {
      const nothing = await paying.call('reconcile', ...again, '--map', 'reference=Pièce')
      const told = /^No batch has unknown or accepted rows.*\n1 batch of the sandbox is left out/m
      expect([nothing.code, nothing.stderr]).toEqual([0, expect.stringMatching(told)])
    }
  })

  it('of which two may have been paid by one line, neither is', async () => {
    await runUnclear([1], 1, 'one.csv')
    writePayroll(paying.folder, 1, { name: 'two.csv', prefix: 'two' })
    paying.provider.answer = unclear(1)
    expect((await paying.call('run', 'two.csv', '--allow-duplicates')).code).toBe(4)
    writeFile(paying.folder, 's.csv', bank([[1, 'B-1', '1 001']]))
    const ended = await paying.call('reconcile', '--all', 's.csv', '--map', 'reference=Pièce', '--json')
    expect(ended.code, ended.stderr).toBe(4)
    const { batches } = JSON.parse(ended.stdout)
    expect(batches.map((each: { resolved: object[]; left: object[] }) => [each.resolved, each.left])).toMatchObject([
      [[], [{ reason: 'ambiguous' }]],
      [[], [{ reason: 'ambiguous' }]],
    ])
  })

  it('are not named beside it', async () => {
    const ended = await paying.call('reconcile', '--all', 'last', 's.csv')
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--all takes no batch')])
  })
})

it.each([
  [['--fee-tolerance', '11%'], 'from 0% to 10%'],
  [['--fee-tolerance', '-1'], 'from 0% to 10%'],
  [['--map', 'wallet of=X'], 'wallet of'],
  [['--map', 'amount'], 'amount'],
])('%j is a mistake', async (options, says) => {
  const ended = await paying.call('reconcile', 'last', 's.csv', ...options)
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(says)])
})
