import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beninNumber, ghanaNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { type CountingProvider, reply, startProvider, succeed } from '../harness/provider.ts'

let postgres: TestPostgres
let provider: CountingProvider
let folder: ReturnType<typeof temporaryFolder>
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  postgres = await startTestPostgres()
  provider = await startProvider()
})
afterAll(async () => {
  await provider.close()
  await postgres.stop()
})
beforeEach(async () => {
  folder = temporaryFolder()
  const { url } = await postgres.createDatabase()
  provider.answer = succeed
  provider.seen.length = 0
  provider.headers.length = 0
  provider.paidTimes().clear()
  env = {
    DATABASE_URL: url,
    PAYRUN_HOME: join(folder.path, 'home'),
    PAYRUN_PROVIDER_URL: provider.url,
    PAYRUN_APP_KEY: 'planted-app-key',
    PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
  }
  return () => folder.remove()
})

const call = (...args: string[]) => payrun(args, { env, cwd: folder.path })

describe('a file whose every row is paid', () => {
  it("is sent once a row, in the interface's forms, and ends with 0", async () => {
    const lines = [
      'Matricule;Nom;Opérateur;Téléphone;Montant;Service',
      `E1;Aïcha Dossou;mtn-benin;${beninNumber(1)};1 500;Paie`,
      `E2;;momo-ghana;+${ghanaNumber(2)};150,5;Paie`,
    ]
    writeFile(folder.path, 'paie.csv', `${lines.join('\n')}\n`)
    const ended = await call('run', 'paie.csv', '--json')
    expect(ended.stderr).toBe('')
    expect(ended.code).toBe(0)
    expect(provider.seen).toHaveLength(2)
    expect(provider.seen).toContainEqual({
      operator: 'mtn-benin',
      amount: '1500',
      phoneNumber: beninNumber(1),
      currency: 'XOF',
      customer: { name: 'Aïcha Dossou', phoneNumber: beninNumber(1) },
    })
    expect(provider.seen).toContainEqual({
      operator: 'momo-ghana',
      amount: '150.50',
      phoneNumber: ghanaNumber(2),
      currency: 'GHS',
    })
    expect(provider.headers[0]).toMatchObject({ 'app-key': 'planted-app-key', 'merchant-key': 'planted-merchant-key' })
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({
      state: 'settled',
      reason: null,
      period: null,
      file: { name: 'paie.csv', rows: 2 },
      counts: { paid: 2 },
      sums: { paid: { XOF: '1500', GHS: '150.50' } },
      report: join(folder.path, 'home', 'reports', `${document.id}.csv`),
    })
    expect(document.settled_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('leaves a report with every row as it was, readable by its owner only', async () => {
    writePayroll(folder.path, 3)
    const ended = await call('run', 'payroll.csv', '--report', 'paid.csv')
    expect(ended.code).toBe(0)
    const report = readFileSync(join(folder.path, 'paid.csv'), 'utf8').trimEnd().split('\n')
    expect(report[0]).toBe(
      'reference,name,operator,phone_number,amount,line,status,provider_reference,error_code,error_message,attempts,sent_at,settled_at',
    )
    expect(report).toHaveLength(4)
    expect(report[1]).toMatch(
      new RegExp(`^EMP-1,Person 1,mtn-benin,${beninNumber(1)},1001,2,paid,REF-[^,]+,,,1,[^,]+Z,[^,]+Z$`),
    )
    expect(statSync(join(folder.path, 'paid.csv')).mode & 0o777).toBe(0o600)
  })

  it('makes no HTTP call when it is run again, and names the batch that holds it', async () => {
    writePayroll(folder.path, 3)
    const first = JSON.parse((await call('run', 'payroll.csv', '--json')).stdout)
    const again = await call('run', 'payroll.csv')
    expect(again.code).toBe(3)
    expect(again.stderr).toContain(first.id)
    const resumed = await call('resume', 'last')
    expect(resumed.code).toBe(0)
    expect(provider.seen).toHaveLength(3)
  })

  it('is paid once in each period', async () => {
    writePayroll(folder.path, 2)
    expect((await call('run', 'payroll.csv', '--period', '2026-10')).code).toBe(0)
    expect((await call('run', 'payroll.csv', '--period', '2026-11')).code).toBe(0)
    expect((await call('run', 'payroll.csv', '--period', '2026-11')).code).toBe(3)
    expect(provider.seen).toHaveLength(4)
  })

  it('comes from standard input, as NDJSON too', async () => {
    const row = { operator: 'mtn-benin', phone: beninNumber(7), amount: 700, reference: 'N-7' }
    const ended = await payrun(['run', '-', '--json'], { env, cwd: folder.path, input: `${JSON.stringify(row)}\n` })
    expect(ended.code).toBe(0)
    expect(provider.seen).toHaveLength(1)
    expect(provider.seen[0]).toMatchObject({ amount: '700' })
  })
})

describe('a file that is refused', () => {
  it('has all its problems printed, and nothing of it stored or sent', async () => {
    const lines = [
      'reference,operator,phone_number,amount',
      'A,mtn-benin,12,100',
      `B,mtn-bénin-x,${beninNumber(1)},-5`,
      `C,mtn-benin,${beninNumber(3)},100`,
    ]
    writeFile(folder.path, 'bad.csv', lines.join('\n'))
    const ended = await call('run', 'bad.csv', '--json')
    expect(ended.code).toBe(3)
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({ file: 'bad.csv', rows: 3, valid: 1, totals: { XOF: '100' } })
    expect(document.problems.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
      [2, 'invalid_phone'],
      [3, 'unknown_operator'],
      [3, 'amount_not_positive'],
    ])
    expect(provider.seen).toHaveLength(0)
    expect(JSON.parse((await call('list', '--json')).stdout)).toEqual({ batches: [] })
  })

  it('pays the valid rows with --skip-invalid, reports the others, and ends with 4', async () => {
    writeFile(
      folder.path,
      'some.csv',
      `reference,operator,phone_number,amount\nA,mtn-benin,12,100\nB,mtn-benin,${beninNumber(2)},200\n`,
    )
    const ended = await call('run', 'some.csv', '--skip-invalid', '--json')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout).counts).toEqual({ invalid: 1, paid: 1 })
    const report = (await call('report', 'last')).stdout.split('\n')
    expect(report[1]).toMatch(/^A,mtn-benin,12,100,2,invalid,,invalid_phone,/)
    expect(report[2]).toMatch(/^B,.*,3,paid,REF/)
  })

  it.each([
    { what: 'another count', args: ['--expect-count', '3'], says: /Expected 3 payable rows.*has 2/ },
    { what: 'another total', args: ['--expect-total', '2 004'], says: /Expected a total of 2 004/ },
    { what: 'an amount over the limit', args: ['--max-amount', '1001'], says: /amount_over_limit/ },
  ])('is refused for $what', async ({ args, says }) => {
    writePayroll(folder.path, 2)
    const ended = await call('run', 'payroll.csv', ...args)
    expect(ended.code).toBe(3)
    expect(ended.stdout + ended.stderr).toMatch(says)
    expect(provider.seen).toHaveLength(0)
  })

  it('agrees with control totals that are right', async () => {
    writePayroll(folder.path, 2)
    expect((await call('run', 'payroll.csv', '--expect-count', '2', '--expect-total', '2003')).code).toBe(0)
  })

  it('names the batch and line that hold a reference', async () => {
    writePayroll(folder.path, 2)
    const first = JSON.parse((await call('run', 'payroll.csv', '--json')).stdout)
    writePayroll(folder.path, 3, { name: 'more.csv' })
    const ended = await call('run', 'more.csv', '--json')
    expect(ended.code).toBe(3)
    const { problems } = JSON.parse(ended.stdout)
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatchObject({ line: 2, column: 'reference', value: 'EMP-1', code: 'reference_in_use' })
    expect(problems[0].message).toContain(`batch ${first.id}, line 2`)
    expect(provider.seen).toHaveLength(2)
  })

  it("takes rows without a reference for duplicates when they look like one of today's", async () => {
    const row = `mtn-benin,${beninNumber(5)},500`
    writeFile(folder.path, 'a.csv', `operator,phone_number,amount\n${row}\n`)
    writeFile(folder.path, 'b.csv', `operator,phone_number,amount,note\n${row},again\n`)
    expect((await call('run', 'a.csv')).code).toBe(0)
    const refused = await call('run', 'b.csv', '--json')
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.stdout).problems[0].code).toBe('possible_duplicate')
    expect((await call('run', 'b.csv', '--allow-duplicates')).code).toBe(0)
  })
})

describe('answers that are not a success', () => {
  it('come out as failed, accepted and unknown, in the report, the counts and the exit code', async () => {
    writePayroll(folder.path, 4)
    provider.answer = (each) => {
      const { payout, response } = each
      if (payout.phoneNumber === beninNumber(1))
        return reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
      if (payout.phoneNumber === beninNumber(2)) return reply(response, 500, {})
      if (payout.phoneNumber === beninNumber(3))
        return reply(response, 200, { error: false, status: 'PENDING', reference: 'P-3' })
      return succeed(each)
    }
    const ended = await call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout).counts).toEqual({ failed: 1, unknown: 1, accepted: 1, paid: 1 })
    const rows = JSON.parse((await call('report', 'last', '--format', 'json')).stdout).rows
    expect(rows.map((row: Record<string, unknown>) => [row['status'], row['error_code'], row['attempts']])).toEqual([
      ['failed', 'refused', 1],
      ['unknown', 'server_error', 1],
      ['accepted', 'not_final', 1],
      ['paid', null, 1],
    ])
    expect(rows[0].error_message).toBe('Wallet is full')
    expect(rows[2].provider_reference).toBe('P-3')
    expect(provider.seen).toHaveLength(4)
  })

  it('pauses the batch at once when the keys are refused, and goes on when they are mended', async () => {
    writePayroll(folder.path, 120)
    provider.answer = (each) =>
      each.nth > 10 ? reply(each.response, 401, { status: 401, message: 'no' }) : succeed(each)
    const ended = await call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(5)
    expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'paused', reason: 'unauthorized' })
    expect(provider.seen.length).toBeLessThanOrEqual(10 + 50)
    provider.answer = succeed
    expect((await call('resume', 'last')).code).toBe(0)
    expect(provider.paidTimes().size).toBe(120)
    expect([...provider.paidTimes().values()].every((times) => times === 1)).toBe(true)
  })

  it('holds an operator after five unclear answers in a row, pays the others, and pauses with nothing else left', async () => {
    const lines = ['reference,operator,phone_number,amount']
    for (let n = 0; n < 60; n += 1)
      lines.push(`B${n},mtn-benin,${beninNumber(n)},100`, `G${n},momo-ghana,${ghanaNumber(n)},100`)
    writeFile(folder.path, 'two.csv', lines.join('\n'))
    provider.answer = (each) => (each.payout.operator === 'momo-ghana' ? reply(each.response, 503, {}) : succeed(each))
    const ended = await call('run', 'two.csv', '--json')
    expect(ended.code).toBe(5)
    const document = JSON.parse(ended.stdout)
    expect(document).toMatchObject({ state: 'paused', reason: 'operator_held' })
    expect(document.counts.paid).toBe(60)
    expect(document.counts.unknown).toBeLessThanOrEqual(10)
    const held = JSON.parse((await call('operators', '--json')).stdout).operators.filter(
      (each: { held: boolean }) => each.held,
    )
    expect(held.map((each: { code: string }) => each.code)).toEqual(['momo-ghana'])
    provider.answer = succeed
    const resumed = await call('resume', 'last', '--json')
    expect(resumed.code).toBe(4)
    expect(JSON.parse(resumed.stdout).counts).toEqual({
      paid: 120 - document.counts.unknown,
      unknown: document.counts.unknown,
    })
  })

  it('pauses at --max-unknown', async () => {
    writePayroll(folder.path, 100)
    provider.answer = (each) => (each.nth % 3 === 0 ? reply(each.response, 500, {}) : succeed(each))
    const ended = await call('run', 'payroll.csv', '--max-unknown', '7', '--json')
    expect(ended.code).toBe(5)
    const document = JSON.parse(ended.stdout)
    expect(document.reason).toBe('too_many_unknown')
    expect(document.counts.unknown).toBeGreaterThanOrEqual(7)
    expect(document.counts.pending).toBeGreaterThan(0)
  })

  it('waits as 429 asks, and pays each row once', async () => {
    writePayroll(folder.path, 8)
    provider.answer = (each) => (each.nth <= 3 ? reply(each.response, 429, {}, { 'retry-after': '1' }) : succeed(each))
    const ended = await call('run', 'payroll.csv', '--json')
    expect(ended.code).toBe(0)
    expect(provider.seen).toHaveLength(11)
    expect([...provider.paidTimes().values()]).toEqual(Array(8).fill(1))
  })
})

describe('the sandbox', () => {
  it('does not stand in the way of the real thing: not by the file, its references, or a held operator', async () => {
    const lines = ['reference,operator,phone_number,amount']
    for (let n = 0; n < 30; n += 1) lines.push(`S${n},mtn-benin,22901${9700 + n}9905,100`)
    writeFile(folder.path, 'try.csv', lines.join('\n'))
    const tried = await call('run', 'try.csv', '--sandbox', '--json')
    expect(JSON.parse(tried.stdout)).toMatchObject({ state: 'paused', reason: 'operator_held' })
    expect(provider.seen).toHaveLength(0)
    expect((await call('run', 'try.csv')).code).toBe(0)
    expect(provider.seen).toHaveLength(30)
    expect((await call('run', 'try.csv', '--sandbox')).code).toBe(3)
  })
})

it('a batch that is stopped at its very last row is settled, not paused with nothing left', async () => {
  writePayroll(folder.path, 1)
  provider.answer = (each) => reply(each.response, 500, {})
  const ended = await call('run', 'payroll.csv', '--max-unknown', '1', '--json')
  expect(ended.code).toBe(4)
  expect(JSON.parse(ended.stdout)).toMatchObject({ state: 'settled', counts: { unknown: 1 } })
})

it('prints no credential, phone number or name, at any log level', async () => {
  writePayroll(folder.path, 5)
  provider.answer = (each) => (each.nth === 2 ? reply(each.response, 500, {}) : succeed(each))
  const ended = await payrun(['run', 'payroll.csv'], { env: { ...env, PAYRUN_LOG_LEVEL: 'debug' }, cwd: folder.path })
  expect(ended.stderr).toContain('row settled')
  const text = ended.stdout + ended.stderr
  for (const secret of ['planted-app-key', 'planted-merchant-key', beninNumber(1), 'Person 1'])
    expect(text).not.toContain(secret)
})
