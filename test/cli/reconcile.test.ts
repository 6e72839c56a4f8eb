import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { daysLater } from '../harness/daysLater.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { type Answer, reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

interface ReportRow {
  line: number
  status: string
  provider_reference: string | null
  error_code: string | null
  attempts: number
}

const rows = async (): Promise<ReportRow[]> =>
  JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
const statuses = async () => (await rows()).map(({ status }) => status)
const now = () => new Date().toISOString()

/** Rows 1 and 2 have no clear answer though the first is carried out; row 3 is not final; row 4 is refused; the others are paid. */
const mixed: Answer = (each) => {
  const { payout, response, carryOut } = each
  if (payout.phoneNumber === beninNumber(1)) {
    carryOut()
    return reply(response, 500, {})
  }
  if (payout.phoneNumber === beninNumber(2)) {
    response.destroy()
    return
  }
  if (payout.phoneNumber === beninNumber(3))
    return reply(response, 200, { error: false, status: 'PENDING', reference: 'P-3' })
  if (payout.phoneNumber === beninNumber(4))
    return reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
  return succeed(each)
}

async function runMixed(): Promise<ReportRow[]> {
  writePayroll(paying.folder, 6)
  paying.provider.answer = mixed
  expect((await paying.call('run', 'payroll.csv', '--report', 'paid.csv')).code).toBe(4)
  expect(await statuses()).toEqual(['unknown', 'unknown', 'accepted', 'failed', 'paid', 'paid'])
  return rows()
}

const frenchHead = 'Référence;Téléphone;Montant;Devise;Statut;Date'
const listed = (reference: string | null, n: number, status = 'SUCCESS', date = now()) =>
  `${reference ?? ''};+${beninNumber(n)};${1000 + n};XOF;${status};${date}`
/** Somebody else's payment of an hour later. */
const later = () => listed('LATER', 99, 'SUCCESS', new Date(Date.now() + 3_600_000).toISOString())
const statement = (name: string, lines: string[], head = frenchHead) =>
  writeFile(paying.folder, name, `${[head, ...lines].join('\n')}\n`)

describe('reconcile', () => {
  it('settles what the statement shows; what is paid is never sent again, what was not can be retried and is paid once', async () => {
    const before = await runMixed()
    const [five, six] = [before[4]?.provider_reference ?? '', before[5]?.provider_reference ?? '']
    statement('november.csv', [
      listed('N-1', 1),
      listed('N-2', 2, 'ÉCHEC'),
      listed('P-3', 3, 'Succès'),
      listed(five, 5),
      listed(six, 6),
      listed('FOREIGN', 99),
    ])
    const ended = await paying.call('reconcile', 'last', 'november.csv', '--json')
    expect(ended.code, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      statement: { name: 'november.csv', lines: 6, columns: { reference: 'Référence', phone: 'Téléphone' } },
      dry_run: false,
      resolved: [
        { line: 2, from: 'unknown', to: 'paid', provider_reference: 'N-1', by: 'number', statement_line: 2 },
        { line: 3, from: 'unknown', to: 'failed', provider_reference: 'N-2', by: 'number', statement_line: 3 },
        { line: 4, from: 'accepted', to: 'paid', provider_reference: 'P-3', by: 'reference', statement_line: 4 },
      ],
      left: [],
      cases: [],
      agreed: 2,
      not_of_batch: 1,
      report: join(paying.folder, 'paid.csv'),
    })
    expect(await statuses()).toEqual(['paid', 'failed', 'paid', 'failed', 'paid', 'paid'])
    const report = readFileSync(join(paying.folder, 'paid.csv'), 'utf8').split('\n')
    expect(report[1]).toContain(',paid,N-1,,,1,')
    expect(report[2]).toContain(",failed,N-2,refused,The provider's statement says that it was not paid.,1,")
    expect(paying.provider.seen).toHaveLength(6)
    paying.provider.answer = succeed
    expect((await paying.call('retry', 'last')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(8)
    const sent = (n: number) => paying.provider.seen.filter(({ phoneNumber }) => phoneNumber === beninNumber(n)).length
    expect([1, 2, 3, 4, 5, 6].map(sent)).toEqual([1, 2, 1, 2, 1, 1])
    expect([...paying.provider.paidTimes().values()].every((times) => times === 1)).toBe(true)
    expect((await paying.call('audit', 'last')).code).toBe(0)
  })

  it('imported twice gives the same, and says that nothing was left to do', async () => {
    await runMixed()
    statement('s.csv', [listed('N-1', 1), listed('N-2', 2, 'FAILED'), listed('P-3', 3)])
    const first = await paying.call('reconcile', 'last', 's.csv')
    expect(first.code).toBe(0)
    const after = (await paying.call('report', 'last')).stdout
    const again = await paying.call('reconcile', 'last', 's.csv', '--json')
    expect(again.code).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject({ resolved: [], left: [], cases: [], agreed: 3, not_of_batch: 0 })
    expect((await paying.call('report', 'last')).stdout).toBe(after)
  })

  it('with --dry-run says what it would do, and does nothing', async () => {
    await runMixed()
    statement('s.csv', [listed('N-1', 1), listed('P-3', 3, 'FAILED')])
    const dry = await paying.call('reconcile', 'last', 's.csv', '--dry-run')
    expect(dry.code).toBe(4)
    expect(dry.stdout).toContain('Dry run: 2 rows would be settled, nothing was changed')
    expect(dry.stdout).toMatch(/2 {2}unknown +paid +N-1 +line 2, by number, amount, time/)
    expect(dry.stdout).toMatch(/payrun reconcile \w+ s\.csv\n/)
    expect(await statuses()).toEqual(['unknown', 'unknown', 'accepted', 'failed', 'paid', 'paid'])
  })

  it('lists what is left and what contradicts, and ends with 4', async () => {
    const before = await runMixed()
    const five = before[4]?.provider_reference ?? ''
    statement('s.csv', [
      listed('N-4', 4),
      listed(five, 5, 'FAILED'),
      listed('P-3', 3, 'QX-17'),
      listed('N-1', 1),
      listed('N-1b', 1),
    ])
    const ended = await paying.call('reconcile', 'last', 's.csv')
    expect(ended.code).toBe(4)
    expect(ended.stdout).toContain(
      'line 5: failed in the ledger, but line 2 of the statement says that the money moved',
    )
    expect(ended.stdout).toContain('line 6: paid in the ledger, but line 3 of the statement says "FAILED"')
    expect(ended.stdout).toContain('line 2: unknown, lines 5 and 6 may be about it, or about another payout')
    expect(ended.stdout).toContain('line 3: unknown, not in the statement')
    expect(ended.stdout).toContain('line 4: accepted, line 4 says "QX-17", which settles nothing')
    expect(ended.stdout).toContain('- "QX-17": 1 line')
    expect((await paying.call('status', 'last')).stdout).toContain('contradict 2 rows, the first on lines 5 and 6. Ask')
    expect(await statuses()).toEqual(['unknown', 'unknown', 'accepted', 'failed', 'paid', 'paid'])
  })

  it('calls rows of a complete statement that it lacks unpaid, unless its dates do not reach', async () => {
    const before = await runMixed()
    const five = before[4]?.provider_reference ?? ''
    statement('old.csv', [`${five};+${beninNumber(5)};1005;XOF;SUCCESS;2026-01-02 10:00`])
    const refused = await paying.call('reconcile', 'last', 'old.csv', '--complete')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain("The statement doesn't cover the whole time: line 2 of the batch was sent at")
    statement('part.csv', [listed('N-1', 1), listed(five, 5), later()])
    const tooEarly = await paying.call('reconcile', 'last', 'part.csv', '--complete')
    expect([tooEarly.code, tooEarly.stderr]).toEqual([3, expect.stringContaining('dated in the future')])
    const part = await daysLater(() => paying.call('reconcile', 'last', 'part.csv', '--complete'))
    expect(part.code).toBe(3)
    expect(part.stderr).toContain('not complete: 1 paid row is not in it either, the first on line 7 of the batch')
    expect(await statuses()).toEqual(before.map(({ status }) => status))
    statement('s.csv', [listed('N-1', 1), listed(five, 5), listed(before[5]?.provider_reference ?? '', 6), later()])
    const ended = await daysLater(() => paying.call('reconcile', 'last', 's.csv', '--complete', '--json'))
    expect(ended.code, ended.stdout).toBe(0)
    expect(await statuses()).toEqual(['paid', 'failed', 'failed', 'failed', 'paid', 'paid'])
  })

  it('takes a statement without dates for complete only when it lists a row of the batch', async () => {
    const before = await runMixed()
    // Without paid rows, nothing shows whose statement it is.
    paying.provider.answer = (each) => reply(each.response, 500, {})
    writeFile(
      paying.folder,
      'one.csv',
      `reference,operator,phone_number,amount\nONE-1,mtn-benin,${beninNumber(50)},1\n`,
    )
    expect((await paying.call('run', 'one.csv')).code).toBe(4)
    statement('older.csv', [`${before[4]?.provider_reference};SUCCESS`], 'reference;status')
    const older = await paying.call('reconcile', 'last', 'older.csv', '--complete')
    expect(older.code).toBe(3)
    expect(older.stderr).toContain('can only be called complete if it lists at least one row of the batch')
    expect(await statuses()).toEqual(['unknown'])
  })

  it('counts totals, and takes outgoing amounts with a minus', async () => {
    await runMixed()
    statement('s.csv', [`N-1;${beninNumber(1)};-1001;XOF;SUCCESS;${now()}`, ';;-99 000;XOF;;'])
    const ended = await paying.call('reconcile', 'last', 's.csv')
    expect(ended.code).toBe(4)
    expect(ended.stdout).toContain('1 names neither a reference nor a number, and was ignored.')
    expect((await statuses())[0]).toBe('paid')
  })

  it('takes the references of a file without a status column for carried out, and JSON from standard input', async () => {
    await runMixed()
    const lines = [{ reference: 'P-3' }, { reference: 'N-1', phone: beninNumber(1), amount: 1001, date: now() }]
    const ended = await payrun(['reconcile', 'last', '-', '--json'], {
      env: paying.env,
      cwd: paying.folder,
      input: JSON.stringify({ transactions: lines }),
    })
    expect(ended.code, ended.stderr).toBe(4)
    expect(await statuses()).toEqual(['paid', 'unknown', 'paid', 'failed', 'paid', 'paid'])
  })

  it('refuses a statement with bad rows as a whole, listing each with line, column and code', async () => {
    await runMixed()
    statement('bad.csv', [
      listed('N-1', 1),
      'N-2;abc;1002;XOF;SUCCESS;soon',
      ';;;;;'.slice(0, 5),
      'N-3;;1,500;EUR;SUCCESS;',
    ])
    const ended = await paying.call('reconcile', 'last', 'bad.csv')
    expect(ended.code).toBe(3)
    expect(ended.stdout).toContain('line 3, Téléphone: "abc"')
    expect(ended.stdout).toContain('(invalid_phone)')
    expect(ended.stdout).toContain('(invalid_date)')
    expect(ended.stdout).toContain('(invalid_amount)')
    expect(ended.stdout).toContain('(unknown_currency)')
    expect(ended.stderr).toContain('Nothing was changed.')
    const json = JSON.parse((await paying.call('reconcile', 'last', 'bad.csv', '--json')).stdout)
    expect(json.problems.length).toBe(4)
    expect((await statuses())[0]).toBe('unknown')
  })

  it.each([
    { what: 'a missing file', args: ['no.csv'], code: 2, says: 'There is no file no.csv' },
    { what: 'a missing batch', args: ['s.csv'], batch: 'zzz', code: 2, says: 'There is no batch "zzz"' },
    { what: 'a file that is no statement', args: ['payroll.csv'], code: 3, says: 'no column for the provider' },
  ])('ends with $code for $what', async ({ args, batch = 'last', code, says }) => {
    writeFile(paying.folder, 'payroll.csv', 'name,operator\nA,mtn-benin\n')
    statement('s.csv', [listed('N-1', 1)])
    const ended = await paying.call('reconcile', batch, ...args)
    expect(ended.code).toBe(code)
    expect(ended.stderr).toContain(says)
  })

  it('logs no phone number, and keeps none in the trail, nor the file’s name', async () => {
    await runMixed()
    statement(`caller ${beninNumber(1)}.csv`, [listed('N-1', 1)])
    const env = { ...paying.env, PAYRUN_LOG_LEVEL: 'debug' }
    const ended = await payrun(['reconcile', 'last', `caller ${beninNumber(1)}.csv`], { env, cwd: paying.folder })
    expect(ended.stderr).not.toContain(beninNumber(1))
    const history = (await paying.call('audit', 'last', '--line', '2')).stdout
    expect(history).toMatch(/statement [0-9a-f]{12}, line 2, by number/)
    expect(history).not.toContain('caller')
    expect(history).not.toContain(beninNumber(1))
  })
})

describe('evidence that a refused row was carried out', () => {
  it.each([
    ['a fee with a minus under its reference', (n: number) => [`X-4;+${beninNumber(n)};-25;XOF;FRAIS;${now()}`]],
    ['a reversal with a minus', (n: number) => [`X-4;+${beninNumber(n)};-1004;XOF;SUCCES;${now()}`]],
    ["another payout's fee", (n: number) => [`X-9;+${beninNumber(n + 5)};-25;XOF;SUCCES;${now()}`]],
    ['a line that calls it failed', (n: number) => [`X-4;+${beninNumber(n)};1004;XOF;FAILED;${now()}`]],
  ])('is not cancelled by %s: it is said, and no retry sends it again', async (_what, more) => {
    await runMixed()
    const lines = [`X-4;+${beninNumber(4)};1004;XOF;SUCCES;${now()}`, ...more(4)]
    statement('both.csv', ['Relevé;;;;;', frenchHead, ...lines], 'Compte marchand')
    const ended = await paying.call('reconcile', 'last', 'both.csv')
    expect(ended.code, ended.stderr).toBe(4)
    expect(ended.stdout).toMatch(/line 5/)
    const seen = paying.provider.seen.length
    const retried = await paying.call('retry', 'last')
    expect(retried.code).toBe(2)
    expect(retried.stderr).toContain('line 5')
    expect(paying.provider.seen).toHaveLength(seen)
    expect((await statuses())[3]).toBe('failed')
  })
})

it('refuses the file that the batch was submitted from, of one batch and of all', async () => {
  await runMixed()
  for (const which of ['last', 'all']) {
    const ended = await paying.call('reconcile', which, 'payroll.csv')
    expect(ended.code).toBe(3)
    expect(ended.stderr).toMatch(/This is the file that batch \w+ was submitted from/)
  }
})

it('what a person called not paid has a code of its own, which --code refused does not take along', async () => {
  await runMixed()
  expect((await paying.call('resolve', 'last', '--line', '3', '--not-paid', '--note', 'looked')).code).toBe(0)
  expect((await rows())[1]).toMatchObject({ status: 'failed', error_code: 'resolved_not_paid' })
  paying.provider.answer = succeed
  expect((await paying.call('retry', 'last', '--code', 'refused')).code).toBe(4)
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 2, 1, 1])
  await paying.call('retry', 'last', '--code', 'resolved_not_paid')
  expect((await rows())[1]).toMatchObject({ status: 'paid', attempts: 2 })
})
