import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, ghanaNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

async function countUnknownSlowly(): Promise<void> {
  const ledger = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await ledger.connect()
  await ledger.query(
    `alter table payrun.unknown_rows rename to unknown_rows_counted_slowly;
     create view payrun.unknown_rows as
       select * from payrun.unknown_rows_counted_slowly where (select pg_sleep(0.2)) is not null`,
  )
  await ledger.end()
}

describe('a file whose every row is paid', () => {
  it("is sent once a row, in the interface's forms, and ends with 0", async () => {
    const lines = [
      'Matricule;Nom;Opérateur;Téléphone;Montant;Service',
      `E1;Aïcha Dossou;mtn-benin;${beninNumber(1)};1 500;Paie`,
      `E2;;momo-ghana;+${ghanaNumber(2)};150,5;Paie`,
    ]
    writeFile(paying.folder, 'paie.csv', `${lines.join('\n')}\n`)
    const ended = await paying.call('run', 'paie.csv', '--json')
    expect(ended.stderr).toBe('')
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(2)
    expect(paying.provider.seen).toContainEqual({
      operator: 'mtn-benin',
      amount: '1500',
      phoneNumber: beninNumber(1),
      currency: 'XOF',
      customer: { name: 'Aïcha Dossou', phoneNumber: beninNumber(1) },
    })
    expect(paying.provider.seen).toContainEqual({
      operator: 'momo-ghana',
      amount: '150.50',
      phoneNumber: ghanaNumber(2),
      currency: 'GHS',
    })
    expect(paying.provider.headers[0]).toMatchObject({
      'app-key': 'planted-app-key',
      'merchant-key': 'planted-merchant-key',
    })
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({
      state: 'settled',
      reason: null,
      period: null,
      file: { name: 'paie.csv', rows: 2 },
      counts: { paid: 2 },
      sums: { paid: { XOF: '1500', GHS: '150.50' } },
      report: join(paying.folder, 'home', 'reports', `${document.id}.csv`),
    })
    expect(document.settled_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('is not paid where its report would take its place, or could not be written', async () => {
    writePayroll(paying.folder, 3)
    const before = readFileSync(join(paying.folder, 'payroll.csv'), 'utf8')
    mkdirSync(join(paying.folder, 'reports'))
    for (const [report, says] of [
      ['payroll.csv', 'payroll.csv is the file that is to be paid, and'],
      ['./reports/../payroll.csv', 'is the file that is to be paid, and'],
      ['nowhere/paid.csv', 'does not exist'],
      ['reports', 'is a folder'],
    ] as const) {
      const ended = await paying.call('run', 'payroll.csv', '--report', report)
      expect([report, ended.code, ended.stderr]).toEqual([report, 2, expect.stringContaining(says)])
    }
    expect((await paying.call('submit', 'payroll.csv', '--report', 'payroll.csv')).code).toBe(2)
    expect(readFileSync(join(paying.folder, 'payroll.csv'), 'utf8')).toBe(before)
    expect(paying.provider.seen).toEqual([])
    expect(JSON.parse((await paying.call('list', '--json')).stdout).batches).toEqual([])
  })

  it('leaves a report with every row as it was, readable by its owner only', async () => {
    writePayroll(paying.folder, 3)
    const ended = await paying.call('run', 'payroll.csv', '--report', 'paid.csv')
    expect(ended.code).toBe(0)
    const report = readFileSync(join(paying.folder, 'paid.csv'), 'utf8').trimEnd().split('\n')
    expect(report[0]).toBe(
      'reference,name,operator,phone_number,amount,line,status,provider_reference,error_code,error_message,attempts,sent_at,settled_at,payrun_id',
    )
    expect(report).toHaveLength(4)
    expect(report[1]).toMatch(
      new RegExp(`^EMP-1,Person 1,mtn-benin,${beninNumber(1)},1001,2,paid,REF-[^,]+,,,1,[^,]+Z,[^,]+Z,[a-z0-9]{10}:2$`),
    )
    expect(statSync(join(paying.folder, 'paid.csv')).mode & 0o777).toBe(0o600)
  })

  it('is paid although its report could not be written afterwards: exit code 4', async () => {
    writePayroll(paying.folder, 1)
    mkdirSync(join(paying.folder, 'home'), { recursive: true })
    writeFile(paying.folder, 'home/reports', '')
    const ended = await paying.call('run', 'payroll.csv', '--json')
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining("The report can't be written")])
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'settled', counts: { paid: 1 }, report: null })
    writePayroll(paying.folder, 2, { name: 'later.csv', prefix: 'L' })
    const later = await paying.call('run', 'later.csv', '--detach', '--json')
    expect(JSON.parse(later.stdout)).toMatchObject({ state: 'running', report: null })
  })

  it('makes no HTTP call when it is run again, and names the batch that holds it', async () => {
    writePayroll(paying.folder, 3)
    const first = JSON.parse((await paying.call('run', 'payroll.csv', '--json')).stdout)
    const again = await paying.call('run', 'payroll.csv')
    expect(again.code).toBe(3)
    expect(again.stderr).toContain(first.id)
    const resumed = await paying.call('resume', 'last')
    expect(resumed.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(3)
  })

  it('is paid once in each period, where that is meant', async () => {
    writePayroll(paying.folder, 2)
    expect((await paying.call('run', 'payroll.csv', '--period', '2026-10')).code).toBe(0)
    const again = ['run', 'payroll.csv', '--period', '2026-11', '--allow-duplicates']
    expect((await paying.call(...again)).code).toBe(0)
    expect((await paying.call(...again)).code).toBe(3)
    expect(paying.provider.seen).toHaveLength(4)
  })

  it('comes from standard input, as NDJSON too', async () => {
    const row = { operator: 'mtn-benin', phone: beninNumber(7), amount: 700, reference: 'N-7' }
    const ended = await payrun(['run', '-', '--json'], {
      env: paying.env,
      cwd: paying.folder,
      input: `${JSON.stringify(row)}\n`,
    })
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(1)
    expect(paying.provider.seen[0]).toMatchObject({ amount: '700' })
  })
})

describe('answers that are not a success', () => {
  it('come out as failed, accepted and unknown, in the report, the counts and the exit code', async () => {
    writePayroll(paying.folder, 4)
    paying.provider.answer = (each) => {
      const { payout, response } = each
      if (payout.phoneNumber === beninNumber(1))
        return reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
      if (payout.phoneNumber === beninNumber(2)) return reply(response, 500, {})
      if (payout.phoneNumber === beninNumber(3))
        return reply(response, 200, { error: false, status: 'PENDING', reference: 'P-3' })
      return succeed(each)
    }
    const ended = await paying.call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout).counts).toEqual({ failed: 1, unknown: 1, accepted: 1, paid: 1 })
    const rows = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
    expect(rows.map((row: Record<string, unknown>) => [row['status'], row['error_code'], row['attempts']])).toEqual([
      ['failed', 'refused', 1],
      ['unknown', 'server_error', 1],
      ['accepted', 'not_final', 1],
      ['paid', null, 1],
    ])
    expect(rows[0].error_message).toBe('Wallet is full')
    expect(rows[2].provider_reference).toBe('P-3')
    expect(paying.provider.seen).toHaveLength(4)
  })

  it('pauses the batch at once when the keys are refused, and goes on when they are right', async () => {
    writePayroll(paying.folder, 120)
    paying.provider.answer = (each) =>
      each.nth > 10 ? reply(each.response, 401, { status: 401, message: 'no' }) : succeed(each)
    const ended = await paying.call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(5)
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'paused', reason: 'unauthorized' })
    expect(paying.provider.seen.length).toBeLessThanOrEqual(10 + 50)
    paying.provider.answer = succeed
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect(paying.provider.paidTimes().size).toBe(120)
    expect([...paying.provider.paidTimes().values()].every((times) => times === 1)).toBe(true)
  })

  it('holds an operator after five unclear answers in a row, pays the others, and pauses with nothing else left', async () => {
    const lines = ['reference,operator,phone_number,amount']
    for (let n = 0; n < 60; n += 1)
      lines.push(`B${n},mtn-benin,${beninNumber(n)},100`, `G${n},momo-ghana,${ghanaNumber(n)},100`)
    writeFile(paying.folder, 'two.csv', lines.join('\n'))
    paying.provider.answer = (each) =>
      each.payout.operator === 'momo-ghana' ? reply(each.response, 503, {}) : succeed(each)
    const ended = await paying.call('run', 'two.csv', '--json')
    expect(ended.code).toBe(5)
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({ state: 'paused', reason: 'operator_held' })
    expect(document.counts.paid).toBe(60)
    expect(document.counts.unknown).toBeLessThanOrEqual(10)
    const held = JSON.parse((await paying.call('operators', '--json')).stdout).operators.filter(
      (each: { held: boolean }) => each.held,
    )
    expect(held.map((each: { code: string }) => each.code)).toEqual(['momo-ghana'])
    paying.provider.answer = succeed
    const resumed = await paying.call('resume', 'last', '--json')
    expect(resumed.code).toBe(4)
    expect(JSON.parse(resumed.stdout).counts).toEqual({
      paid: 120 - document.counts.unknown,
      unknown: document.counts.unknown,
    })
  })

  it('sends nothing more by a slot whose row is unknown until it is counted, and pauses at --max-unknown', async () => {
    writePayroll(paying.folder, 300)
    await countUnknownSlowly()
    paying.provider.answer = (each) => (each.nth % 3 === 0 ? reply(each.response, 500, {}) : succeed(each))
    paying.env['PAYRUN_CONCURRENCY'] = '4'
    const ended = await paying.call('run', 'payroll.csv', '--max-unknown', '7', '--json')
    expect(ended.code).toBe(5)
    const document = JSON.parse(ended.stdout)
    expect(document.reason).toBe('too_many_unknown')
    expect(document.counts.unknown).toBeGreaterThanOrEqual(7)
    expect(document.counts.unknown).toBeLessThan(7 + 4)
  })

  it('holds an operator at unclear answers in a row, though good ones come before they are counted', async () => {
    writePayroll(paying.folder, 400)
    paying.env['PAYRUN_CONCURRENCY'] = '8'
    await countUnknownSlowly()
    const isUnclear = (nth: number) => nth >= 40 && nth < 48
    paying.provider.answer = async (each) => {
      await new Promise((wake) => setTimeout(wake, 3))
      return isUnclear(each.nth) ? reply(each.response, 500, {}) : succeed(each)
    }
    const ended = await paying.call('run', 'payroll.csv', '--json')
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'paused', reason: 'operator_held' })
  })

  it('waits as 429 asks, and pays each row once', async () => {
    writePayroll(paying.folder, 8)
    paying.provider.answer = (each) =>
      each.nth <= 3 ? reply(each.response, 429, {}, { 'retry-after': '1' }) : succeed(each)
    const ended = await paying.call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toHaveLength(11)
    expect([...paying.provider.paidTimes().values()]).toEqual(Array(8).fill(1))
  })
})

describe('the sandbox', () => {
  it('does not stand in the way of the real thing: not by the file, its references, or a held operator', async () => {
    const lines = ['reference,operator,phone_number,amount']
    for (let n = 0; n < 30; n += 1) lines.push(`S${n},mtn-benin,22901${9700 + n}9905,100`)
    writeFile(paying.folder, 'try.csv', lines.join('\n'))
    const tried = await paying.call('run', 'try.csv', '--sandbox', '--json')
    expect(JSON.parse(tried.stdout)).toMatchObject({ state: 'paused', reason: 'operator_held' })
    expect(paying.provider.seen).toHaveLength(0)
    expect((await paying.call('run', 'try.csv')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(30)
    expect((await paying.call('run', 'try.csv', '--sandbox')).code).toBe(3)
  })
})

it('a batch that is stopped at its very last row is settled, not paused with nothing left', async () => {
  writePayroll(paying.folder, 1)
  paying.provider.answer = (each) => reply(each.response, 500, {})
  const ended = await paying.call('run', 'payroll.csv', '--max-unknown', '1', '--json')
  expect(ended.code).toBe(4)
  expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'settled', counts: { unknown: 1 } })
})

it('prints no credential, phone number or name, at any log level', async () => {
  writePayroll(paying.folder, 5)
  paying.provider.answer = (each) => (each.nth === 2 ? reply(each.response, 500, {}) : succeed(each))
  const ended = await payrun(['run', 'payroll.csv'], {
    env: { ...paying.env, PAYRUN_LOG_LEVEL: 'debug' },
    cwd: paying.folder,
  })
  expect(ended.stderr).toContain('row settled')
  const text = ended.stdout + ended.stderr
  for (const secret of ['planted-app-key', 'planted-merchant-key', beninNumber(1), 'Person 1'])
    expect(text).not.toContain(secret)
})
