import { beforeEach, describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

describe('with PAYRUN_APPROVALS=2', () => {
  beforeEach(async () => {
    await paying.addAccount('Awa Diop', 'preparer', 'approver')
    await paying.addAccount('Kofi', 'approver')
    await paying.addAccount('Ama', 'preparer', 'approver')
  })
  const submitted = async (...args: string[]) => {
    paying.env['PAYRUN_APPROVALS'] = '2'
    writePayroll(paying.folder, 3)
    const ended = await paying.callAs('Awa Diop', 'run', 'payroll.csv', ...args)
    return { ended, id: ended.stdout.trim() }
  }

  it('run pays nothing, says who has to approve, and ends with 5; nothing else pays it either', async () => {
    const { ended, id } = await submitted()
    expect(ended.code).toBe(5)
    expect(ended.stderr).toContain(`Nothing is paid until somebody other than Awa Diop approves it`)
    expect(ended.stderr).toContain(`approve ${id} --account NAME`)
    const status = await json('status', id)
    expect(status).toMatchObject({
      state: 'awaiting_approval',
      approval: { submitted_by: 'Awa Diop', approved_by: null },
      counts: { pending: 3 },
    })
    for (const command of ['resume', 'retry', 'pause']) expect((await paying.call(command, id)).code).toBe(2)
    expect(paying.provider.seen).toEqual([])
  })

  it('a worker leaves it alone until it is approved, and then pays it', async () => {
    const worker = startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
    await until('the worker is ready', () => worker.output().stderr.includes('worker is ready'))
    const { id } = await submitted()
    const refused = await paying.callAs('Awa Diop', 'approve', id)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('Somebody else has to do it')
    const unexpected = await paying.callAs('Kofi', 'approve', id, '--expect-total', '1')
    expect(unexpected.code).toBe(3)
    expect((await paying.callAs('Kofi', 'approve', id, '--sha256', 'abc')).code).toBe(3)
    expect(paying.provider.seen).toEqual([])
    const approved = await paying.callAs('Kofi', 'approve', id, '--expect-total', '3006', '--expect-count', '3')
    expect(approved.stdout).toContain('is approved by Kofi: 3 payable rows')
    expect(approved.stderr).toMatch(new RegExp(`Batch ${id} \\(.*\\), submitted by Awa Diop: pay 3 people 3,006 FCFA`))
    await until('it is settled', async () => (await json('status', id)).state === 'settled')
    expect(paying.provider.seen).toHaveLength(3)
    expect((await json('audit', id)).intact).toBe(true)
    expect((await json('status', id)).approval).toEqual({
      submitted_by: 'Awa Diop',
      approved_by: 'Kofi',
      approvers: ['Kofi'],
      people_needed: 2,
    })
    expect((await paying.callAs('Ama', 'approve', id)).stderr).toContain('was already approved by Kofi')
    worker.child.kill('SIGTERM')
    expect((await worker.ended).code).toBe(0)
  })

  it('what a login submitted without an account, nobody under that login decides on, and they learn why', async () => {
    paying.env['PAYRUN_APPROVALS'] = '2'
    writePayroll(paying.folder, 3)
    const { stdout, stderr } = await paying.call('submit', 'payroll.csv')
    const again = `submit it again with --account NAME: payrun cancel ${stdout.trim()}`
    expect(stderr).toContain(`nobody who uses this login can approve it. If everybody does, cancel it and ${again}`)
    for (const deed of [['approve'], ['reject', '--note', 'no']]) {
      const refused = await paying.callAs('Kofi', ...deed, 'last')
      expect(refused.code).toBe(2)
      expect(refused.stderr).toMatch(/under your login \S+ without an account, so it may have been you/)
    }
  })

  it('of two who decide, the second is told who was first, and when, and everybody who asks for the status', async () => {
    const { id } = await submitted()
    expect((await paying.callAs('Kofi', 'reject', id, '--note', 'wrong month')).code).toBe(0)
    for (const deed of [['approve'], ['reject', '--note', 'no']]) {
      const late = await paying.callAs('Ama', ...deed, id)
      expect(late.code).toBe(2)
      expect(late.stderr).toMatch(
        /is not waiting for approval: it is cancelled\.\nKofi already rejected "payroll\.csv" \(.*UTC\)/,
      )
    }
    const { stdout } = await paying.call('status', id)
    expect(stdout).toMatch(/Kofi rejected this batch on .* UTC\. Nobody was paid\. The reason: wrong month\n/)
    expect((await json('status', id)).stopped).toEqual({
      by: 'Kofi',
      at: expect.stringMatching(/Z$/),
      note: 'wrong month',
    })
  })

  it('who approves a file that was rejected before is told so, and not as what its submitter decided', async () => {
    const { id } = await submitted()
    expect((await paying.callAs('Kofi', 'reject', id, '--note', 'wrong month')).code).toBe(0)
    const again = await submitted()
    const { stderr } = await paying.callAs('Kofi', 'approve', again.id)
    expect(stderr).toMatch(
      /^Kofi rejected this same file before, as "payroll\.csv" \(batch .*\)\. The reason: wrong month$/m,
    )
    expect(stderr).not.toContain('decided when submitting')
  })

  it('who approves a retry is told who recorded which row as not paid, and how they know', async () => {
    writePayroll(paying.folder, 1)
    paying.provider.answer = ({ response }) => reply(response, 500, {})
    expect((await paying.call('run', 'payroll.csv')).code).toBe(4)
    paying.env['PAYRUN_APPROVALS'] = '2'
    await paying.callAs('Kofi', 'resolve', 'last', '--line', '2', '--not-paid', '--note', 'asked the provider')
    expect((await paying.callAs('Awa Diop', 'retry', 'last', '--detach')).code).toBe(5)
    const { stderr } = await paying.callAs('Ama', 'approve', 'last')
    expect(stderr).toMatch(/^- line 2: Kofi recorded it as not paid \(.* UTC\): asked the provider$/m)
  })

  it('who asked for a retry withdraws it while its batch runs, and nobody else does; the batch goes on', async () => {
    writePayroll(paying.folder, 2)
    const failed = { error: true, status: 'FAILED', message: 'Wallet is full' }
    paying.provider.answer = ({ payout, response }) =>
      payout.phoneNumber === beninNumber(1) ? reply(response, 500, {}) : reply(response, 200, failed)
    const { id } = JSON.parse((await paying.call('run', 'payroll.csv', '--json')).stdout)
    paying.env['PAYRUN_APPROVALS'] = '2'
    await paying.callAs('Kofi', 'resolve', id, '--line', '2', '--not-paid', '--note', 'asked the provider')
    const retry = (who: string, ...args: string[]) => paying.callAs(who, 'retry', id, ...args)
    expect((await retry('Awa Diop', '--withdraw')).stderr).toContain(`No retry of batch ${id} waits for an approval`)
    expect((await retry('Awa Diop', '--line', '2', '--detach')).code).toBe(5)
    expect((await retry('Awa Diop', '--line', '3', '--detach')).code).toBe(0)
    const rejected = await paying.callAs('Awa Diop', 'reject', id, '--note', 'no')
    expect(rejected.stderr).toContain(`withdraw the request instead, with payrun retry ${id} --withdraw`)
    const both = await retry('Awa Diop', '--withdraw', '--line', '2')
    expect([both.code, both.stderr]).toEqual([2, expect.stringMatching(/'--withdraw' cannot be used with .*'--line/)])
    const others = await retry('Ama', '--withdraw')
    expect([others.code, others.stderr]).toEqual([2, expect.stringContaining('only Awa Diop can withdraw the request')])
    expect((await retry('Kofi', '--withdraw')).code).toBe(2)
    expect(await json('status', id)).toMatchObject({ state: 'running', retry_waits: { rows: 1 } })
    const own = await retry('Awa Diop', '--withdraw', '--note', 'their operator is asked first')
    expect([own.code, own.stdout]).toEqual([0, 'The request is withdrawn: 1 row stays failed.\n'])
    const status = await json('status', id)
    expect(status).toMatchObject({ state: 'running', counts: { failed: 1, pending: 1 } })
    expect(status).not.toHaveProperty('retry_waits')
    const again = await retry('Awa Diop', '--withdraw')
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Awa Diop withdrew the request')])
    expect((await retry('Awa Diop', '--line', '2', '--detach')).code).toBe(5)
    expect(JSON.parse((await retry('Awa Diop', '--withdraw', '--json')).stdout)).toMatchObject({ id, state: 'running' })
  })

  it('list --waiting says all that waits for somebody, and how to deal with it', async () => {
    expect((await paying.call('list', '--waiting')).stdout).toBe('Nothing waits for anybody.\n')
    paying.provider.answer = (each) => reply(each.response, each.payout.phoneNumber === beninNumber(1) ? 500 : 200, {})
    const { id } = await submitted()
    const waiting = (await paying.call('list', '--waiting')).stdout
    expect(waiting).toContain(`Batch ${id} (payroll.csv)`)
    expect(waiting).toContain('Awa Diop submitted 3 rows to pay (3,006 FCFA) on ')
    expect(waiting).toContain(`One more person has to approve it.\n    payrun approve ${id} --account NAME\n`)
    expect(await json('list', '--waiting')).toMatchObject({
      approvals: [{ kind: 'batch', batch: { id }, asked_by: 'Awa Diop', people_missing: 1, rows: 3 }],
      paused: [],
    })
    expect(Object.keys(await json('list'))).toEqual(['batches'])
    await paying.callAs('Kofi', 'approve', id)
    await paying.call('pause', id, '--note', 'wait')
    expect((await paying.call('list', '--waiting')).stdout).toMatch(
      new RegExp(`paused this batch.*payrun resume ${id}\n`, 's'),
    )
    await paying.call('resume', id)
    paying.env['LANG'] = 'fr_FR.UTF-8'
    const french = (await paying.call('list', '--waiting')).stdout
    expect(french).toMatch(new RegExp(`Impossible de savoir si 3 lignes.*payrun reconcile ${id} RELEVÉ`, 's'))
    expect(await json('list', '--waiting')).toMatchObject({ approvals: [], unknown: [{ batch: id, rows: 3 }] })
  })

  it('resume pays what is approved; a batch whose rows were changed by hand is not approved', async () => {
    const { id } = await submitted()
    expect((await paying.callAs('Kofi', 'approve', id)).code).toBe(0)
    expect((await paying.call('resume', id)).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(3)
    writePayroll(paying.folder, 2, { prefix: 'OTHER', name: 'other.csv' })
    const other = (await paying.callAs('Ama', 'submit', 'other.csv', '--allow-duplicates')).stdout.trim()
    const pg = await import('pg')
    const client = new pg.default.Client({ connectionString: paying.env['DATABASE_URL']! })
    await client.connect()
    await client.query(`update payrun.payouts set phone = '22901999999' where state = 'pending' and line = 2`)
    await client.end()
    const ended = await paying.callAs('Kofi', 'approve', other)
    expect(ended.code).toBe(3)
    expect(ended.stderr).toContain('its rows are not the ones that were submitted')
    const cancelled = await paying.call('cancel', other)
    expect(cancelled).toMatchObject({
      code: 0,
      stdout: `Batch ${other} is cancelled: 2 unsent rows will not be sent.\n`,
    })
  })
})

it.each(['pause', 'cancel'])('who stops a batch can say why, and everybody reads it: %s', async (deed) => {
  writePayroll(paying.folder, 1)
  await paying.call('submit', 'payroll.csv')
  expect((await paying.call(deed, 'last', '--note', 'wrong month, ask 2290197000001')).code).toBe(0)
  expect(await json('status', 'last')).toMatchObject({ stopped: { note: 'wrong month, ask 229********01' } })
})

it('without it a batch runs at once, and there is nothing to approve', async () => {
  writePayroll(paying.folder, 1)
  await paying.call('submit', 'payroll.csv')
  const ended = await paying.call('approve', 'last', '--as', 'Kofi')
  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('is not waiting for approval: it is running')
})
