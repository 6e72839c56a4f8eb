import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeOutbox } from '../../src/ledger/commit/outbox.ts'
import { openLedger, readInstallationId } from '../../src/ledger/connection/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { type Answer, reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

/** The first payout has no clear answer, the second is not final, the third is paid. */
const mixed: Answer = (each) => {
  if (each.payout.phoneNumber === beninNumber(1)) return reply(each.response, 500, {})
  if (each.payout.phoneNumber === beninNumber(2))
    return reply(each.response, 200, { error: false, status: 'PENDING', reference: 'P-2' })
  return succeed(each)
}

const report = () => readFileSync(join(paying.folder, 'paid.csv'), 'utf8').trimEnd().split('\n')

beforeEach(async () => {
  writePayroll(paying.folder, 3)
  paying.provider.answer = mixed
  expect((await paying.call('run', 'payroll.csv', '--report', 'paid.csv')).code).toBe(4)
})

it('a late answer in the outbox: whichever command records it writes the report of the settled batch again', async () => {
  const ledger = openLedger({ connectionString: paying.env['DATABASE_URL']! }, () => undefined)
  const { rows } = await ledger.pool.query(
    `select batch_no as "batchNo", line, attempts as attempt, worker_no as "workerNo" from payrun.payouts where state = 'unknown'`,
  )
  await writeOutbox(paying.env['PAYRUN_HOME']!, await readInstallationId(ledger), [
    { attempt: rows[0], outcome: { kind: 'paid', providerReference: 'LATE-1' } },
  ])
  await ledger.close()
  expect(report()[1]).toContain(',2,unknown,')
  await paying.call('status', 'last')
  expect(report()[1]).toContain(',2,paid,LATE-1,')
})

describe('resolve', () => {
  it('says that a row was paid: the report has it, and the audit trail who said so and why', async () => {
    const ended = await paying.call('resolve', 'last', '--line', '2', '--paid', 'TX-1', '--note', 'seen in the portal')
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout).toContain('is now paid; it was unknown')
    expect(report()[1]).toMatch(/,2,paid,TX-1,,,1,/)
    const audit = await paying.call('audit', 'last', '--line', '2')
    expect(audit.code).toBe(0)
    expect(audit.stdout).toContain(`by ${userInfo().username} (seen in the portal)`)
    expect(paying.provider.seen).toHaveLength(3)
    // A report that can't be written undoes nothing.
    rmSync(join(paying.folder, 'paid.csv'))
    mkdirSync(join(paying.folder, 'paid.csv'))
    const unwritten = await paying.call('resolve', 'last', '--line', '3', '--paid', 'TX-3', '--note', 'portal')
    expect([unwritten.code, unwritten.stderr]).toEqual([4, expect.stringContaining('is a folder')])
    expect(unwritten.stdout).toContain('is now paid')
  })

  it('says that a row was not paid: it can be retried then, and is paid once', async () => {
    const args = ['--line', '2', '--not-paid', '--note', 'the provider says so']
    const ended = await paying.call('resolve', 'last', ...args, '--json')
    expect(ended.code, ended.stderr).toBe(0)
    expect(JSON.parse(ended.stdout)).toMatchObject({
      line: 2,
      from: 'unknown',
      to: 'failed',
      provider_reference: null,
      report: join(paying.folder, 'paid.csv'),
    })
    expect(report()[1]).toContain(
      ',failed,,resolved_not_paid,A person looked into it and said that it was not paid.,1,',
    )
    paying.provider.answer = succeed
    expect((await paying.call('retry', 'last', '--line', '2')).code).toBe(4)
    expect(report()[1]).toMatch(/,paid,REF-[^,]+,,,2,/)
    expect([...paying.provider.paidTimes().values()]).toEqual([1, 1])
  })

  it('of a cancelled batch points to a new file, since a retry would be refused', async () => {
    paying.provider.answer = (each) => {
      if (each.payout.phoneNumber === beninNumber(11)) return reply(each.response, 500, {})
      return reply(each.response, 401, {})
    }
    const head = 'reference,operator,phone_number,amount'
    const line = (n: number) => `CAN-${n},mtn-benin,${beninNumber(n)},${n}`
    writeFile(paying.folder, 'stopped.csv', `${[head, line(11), line(12)].join('\n')}\n`)
    expect((await paying.call('run', 'stopped.csv')).code).toBe(5)
    expect((await paying.call('cancel', 'last')).code).toBe(0)
    const ended = await paying.call('resolve', 'last', '--line', '2', '--not-paid', '--note', 'they say so')
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stdout).toContain('put it into a new file: the batch is cancelled')
    expect(ended.stdout).not.toContain('retry')
  })

  it('settles an accepted row too', async () => {
    const ended = await paying.call('resolve', 'last', '--line', '3', '--paid', 'P-2', '--note', 'portal')
    expect(ended.code, ended.stderr).toBe(0)
    expect(report()[2]).toMatch(/,3,paid,P-2,,,1,/)
  })

  it('of two people at once lets one win, and tells the other who did', async () => {
    const both = await Promise.all([
      paying.call('resolve', 'last', '--line', '2', '--paid', 'TX-1', '--note', 'portal'),
      paying.call('resolve', 'last', '--line', '2', '--not-paid', '--note', 'called them'),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2])
    const [lost] = both.filter(({ code }) => code === 2)
    expect(lost?.stderr).toMatch(/Line 2 of batch \w+ is already (paid|failed), by /)
    expect(lost?.stderr).toContain(userInfo().username)
    expect((await paying.call('audit', 'last')).code).toBe(0)
  })

  it('refuses a reference that another payout holds, naming its batch and line', async () => {
    const rows = JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout)
    const held = rows.rows[2].provider_reference
    const ended = await paying.call('resolve', 'last', '--line', '2', '--paid', held, '--note', 'portal')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(`belongs to another payout: batch ${rows.batch.id}, line 4`)
    expect(report()[1]).toContain(',unknown,')
  })

  it.each([
    { what: 'a row that is paid', args: ['--line', '4', '--not-paid', '--note', 'x'], says: 'is paid: only unknown' },
    { what: 'no such row', args: ['--line', '99', '--not-paid', '--note', 'x'], says: 'has no row on line 99' },
    { what: 'neither word', args: ['--line', '2', '--note', 'x'], says: 'Give either --paid REF' },
    { what: 'both words', args: ['--line', '2', '--paid', 'A', '--not-paid', '--note', 'x'], says: 'Give either' },
    { what: 'no note', args: ['--line', '2', '--not-paid'], says: '--note' },
    { what: 'an empty note', args: ['--line', '2', '--not-paid', '--note', '  '], says: '--note says how you know' },
    { what: 'an empty reference', args: ['--line', '2', '--paid', ' ', '--note', 'x'], says: '--paid takes' },
    { what: 'no line', args: ['--not-paid', '--note', 'x'], says: '--line' },
  ])('ends with 2 for $what, and changes nothing', async ({ args, says }) => {
    const before = report()
    const ended = await paying.call('resolve', 'last', ...args)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(says)
    expect((await paying.call('report', 'last')).stdout.trimEnd().split('\n')).toEqual(before)
  })
})
