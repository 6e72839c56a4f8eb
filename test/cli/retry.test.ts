import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile, writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { type Answer, reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

type Row = Record<string, unknown>
const rows = async (): Promise<Row[]> =>
  JSON.parse((await paying.call('report', 'last', '--format', 'json')).stdout).rows
const counts = async () => JSON.parse((await paying.call('status', 'last', '--json')).stdout).counts
const sentTo = (n: number) => paying.provider.seen.filter(({ phoneNumber }) => phoneNumber === beninNumber(n)).length

/** The nth person's payout is refused, unclear or not final; all the others are paid. */
const answers =
  (by: Record<number, 'refused' | 'unclear' | 'accepted'>): Answer =>
  (each) => {
    const what = Object.entries(by).find(([n]) => each.payout.phoneNumber === beninNumber(Number(n)))?.[1]
    if (what === 'refused')
      return reply(each.response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
    if (what === 'unclear') return reply(each.response, 500, {})
    if (what === 'accepted') return reply(each.response, 200, { error: false, status: 'PENDING', reference: 'P-1' })
    return succeed(each)
  }

describe('retry', () => {
  it('pays what has failed, once, and sends nothing else again', async () => {
    writePayroll(paying.folder, 6)
    paying.provider.answer = answers({ 1: 'refused', 2: 'unclear', 3: 'accepted', 5: 'refused' })
    expect((await paying.call('run', 'payroll.csv', '--report', 'paid.csv')).code).toBe(4)
    expect(paying.provider.seen).toHaveLength(6)
    paying.provider.answer = succeed
    const retried = await paying.call('retry', 'last', '--json')
    expect(retried.code, retried.stderr).toBe(4)
    expect(JSON.parse(retried.stdout)).toMatchObject({
      state: 'settled',
      counts: { paid: 4, unknown: 1, accepted: 1 },
      report: join(paying.folder, 'paid.csv'),
    })
    expect([1, 2, 3, 4, 5, 6].map(sentTo)).toEqual([2, 1, 1, 1, 2, 1])
    expect([...paying.provider.paidTimes().values()]).toEqual([1, 1, 1, 1])
    const report = readFileSync(join(paying.folder, 'paid.csv'), 'utf8').trimEnd().split('\n')
    expect(report[1]).toMatch(/,2,paid,REF-[^,]+,,,2,[^,]+Z,[^,]+Z,[^,]+:2$/)
    expect(report[4]).toMatch(/,5,paid,REF-[^,]+,,,1,[^,]+Z,[^,]+Z,[^,]+:5$/)
    expect(await rows()).toMatchObject([
      { status: 'paid', attempts: 2, error_code: null },
      { status: 'unknown', attempts: 1 },
      { status: 'accepted', attempts: 1 },
      { status: 'paid', attempts: 1 },
      { status: 'paid', attempts: 2 },
      { status: 'paid', attempts: 1 },
    ])
    expect((await paying.call('audit', 'last')).code).toBe(0)
  })

  it('ends with 0 when that was all, and has nothing to do the second time', async () => {
    writePayroll(paying.folder, 2)
    paying.provider.answer = answers({ 1: 'refused' })
    await paying.call('run', 'payroll.csv')
    paying.provider.answer = succeed
    expect((await paying.call('retry', 'last')).code).toBe(0)
    const again = await paying.call('retry', 'last')
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('There is nothing to retry')
    expect(paying.provider.seen).toHaveLength(3)
  })

  it('tries named lines and codes only', async () => {
    writePayroll(paying.folder, 3)
    paying.provider.answer = answers({ 1: 'refused', 2: 'refused', 3: 'refused' })
    await paying.call('run', 'payroll.csv')
    paying.provider.answer = succeed
    expect((await paying.call('retry', 'last', '--line', '2', '--line', '4', '--code', 'refused')).code).toBe(4)
    expect([1, 2, 3].map(sentTo)).toEqual([2, 1, 2])
    expect(await counts()).toEqual({ paid: 2, failed: 1 })
  })

  it('changes nothing when a named line is unknown, paid or not there, and says why', async () => {
    writePayroll(paying.folder, 3)
    paying.provider.answer = answers({ 1: 'refused', 2: 'unclear' })
    await paying.call('run', 'payroll.csv')
    paying.provider.answer = succeed
    const lines = ['2', '3', '4', '77'].flatMap((line) => ['--line', line])
    const refused = await paying.call('retry', 'last', ...lines)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('line 3: it is unknown (server_error): the money may have moved.')
    expect(refused.stderr).toContain('line 4: it is paid.')
    expect(refused.stderr).toContain('line 77: the file has no row there.')
    expect(refused.stderr).toMatch(/payrun reconcile \w+ STATEMENT, or payrun resolve/)
    expect(await counts()).toEqual({ failed: 1, unknown: 1, paid: 1 })
    expect(paying.provider.seen).toHaveLength(3)
  })

  it.each([
    { code: 'timeout', says: 'the money may have moved' },
    { code: 'not_final', says: 'may still pay them' },
    { code: 'rate_limited', says: 'resume sends them' },
    { code: 'nonsense', says: 'No failed row has the error code "nonsense"' },
  ])('does not take --code $code', async ({ code, says }) => {
    const ended = await paying.call('retry', 'last', '--code', code)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(says)
  })

  it('of a batch with nothing but unknown rows left says that those are never sent again', async () => {
    writePayroll(paying.folder, 1)
    paying.provider.answer = answers({ 1: 'unclear' })
    await paying.call('run', 'payroll.csv')
    const ended = await paying.call('retry', 'last')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('never sent again')
    expect(paying.provider.seen).toHaveLength(1)
  })

  it('names the batch and line that pays the same reference by now, and leaves all as it was', async () => {
    writePayroll(paying.folder, 2)
    paying.provider.answer = answers({ 1: 'refused', 2: 'refused' })
    const first = JSON.parse((await paying.call('run', 'payroll.csv', '--json')).stdout)
    paying.provider.answer = succeed
    writeFile(
      paying.folder,
      'again.csv',
      `reference,operator,phone_number,amount\nEMP-1,mtn-benin,${beninNumber(1)},1001\n`,
    )
    const second = JSON.parse((await paying.call('run', 'again.csv', '--json')).stdout)
    const refused = await paying.call('retry', first.id)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`line 2: the same payout is paid in batch ${second.id}, line 2.`)
    expect(refused.stderr).toContain(`To retry the others: payrun retry ${first.id} --line 3`)
    expect(JSON.parse((await paying.call('status', first.id, '--json')).stdout)).toMatchObject({
      state: 'settled',
      counts: { failed: 2 },
    })
    expect((await paying.call('retry', first.id, '--line', '3')).code).toBe(4)
    expect([...paying.provider.paidTimes().values()]).toEqual([1, 1])
  })

  it('does not pay a row that a statement calls paid, unless a person names it and insists', async () => {
    writePayroll(paying.folder, 2)
    paying.provider.answer = answers({ 1: 'refused', 2: 'refused' })
    await paying.call('run', 'payroll.csv')
    paying.provider.answer = succeed
    const line = `N-1;${beninNumber(1)};1001;XOF;SUCCESS;${new Date().toISOString()}`
    writeFile(paying.folder, 's.csv', `reference;phone;amount;currency;status;date\n${line}\n`)
    expect((await paying.call('reconcile', 'last', 's.csv')).code).toBe(4)
    const refused = await paying.call('retry', 'last')
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(
      /line 2: statement [0-9a-f]{12}, line 2 \(1,001 FCFA, 20.* UTC, SUCCESS\), reference N-1 \(failed but carried out\)\.\nAsk the provider about them first/,
    )
    expect((await paying.call('retry', 'last', '--despite-evidence')).code).toBe(2)
    expect(await counts()).toEqual({ failed: 2 })
    expect((await paying.call('retry', 'last', '--line', '3')).code).toBe(4)
    expect(await counts()).toEqual({ failed: 1, paid: 1 })
    expect((await paying.call('retry', 'last', '--line', '2', '--despite-evidence')).code).toBe(0)
  })

  it('does not pay a row without a reference that another batch seems to pay, unless both are meant', async () => {
    const file = (name: string) =>
      writeFile(paying.folder, name, `operator,phone_number,amount,${name}\nmtn-benin,${beninNumber(1)},1001,x\n`)
    file('a.csv')
    paying.provider.answer = answers({ 1: 'refused' })
    const first = JSON.parse((await paying.call('run', 'a.csv', '--json')).stdout)
    paying.provider.answer = succeed
    file('b.csv')
    const second = JSON.parse((await paying.call('run', 'b.csv', '--json')).stdout)
    const refused = await paying.call('retry', first.id)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(
      `line 2: a payout to the same number, of the same amount, is paid in batch ${second.id}, line 2.`,
    )
    expect(sentTo(1)).toBe(2)
    expect((await paying.call('retry', first.id, '--allow-duplicates')).code).toBe(0)
    expect(sentTo(1)).toBe(3)
  })

  it('does not touch a batch that is paused with rows not sent yet', async () => {
    writePayroll(paying.folder, 2)
    paying.provider.answer = answers({ 1: 'refused' })
    await paying.call('run', 'payroll.csv')
    await paying.call('retry', 'last', '--detach')
    await paying.call('pause', 'last')
    const ended = await paying.call('retry', 'last')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('is paused with 1 unsent row, which a retry would send too: resume it first')
    expect(await counts()).toEqual({ pending: 1, paid: 1 })
  })

  it('names resume where nothing has failed and rows are still to be paid', async () => {
    writePayroll(paying.folder, 2)
    await paying.call('submit', 'payroll.csv')
    const ended = await paying.call('retry', 'last')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(/none of its rows has failed\. Some are still to be paid: .* resume /)
  })

  it('does not touch a cancelled batch', async () => {
    writePayroll(paying.folder, 2)
    await paying.call('submit', 'payroll.csv')
    await paying.call('cancel', 'last')
    const ended = await paying.call('retry', 'last')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain("can't be retried: it is cancelled")
  })

  it('with --detach leaves the paying to workers', async () => {
    writePayroll(paying.folder, 3)
    paying.provider.answer = answers({ 2: 'refused' })
    await paying.call('run', 'payroll.csv')
    paying.provider.answer = succeed
    const detached = await paying.call('retry', 'last', '--detach')
    expect(detached.code, detached.stderr).toBe(0)
    expect(await counts()).toEqual({ paid: 2, pending: 1 })
    const worker = startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
    await until('the worker has paid it', async () => (await counts()).paid === 3)
    process.kill(worker.pid, 'SIGTERM')
    expect((await worker.ended).code).toBe(0)
    expect([1, 2, 3].map(sentTo)).toEqual([1, 2, 1])
  })

  it('of a sandbox batch goes to the sandbox again', async () => {
    writeFile(paying.folder, 'try.csv', 'reference,operator,phone_number,amount\nS1,mtn-benin,2290197009901,100\n')
    await paying.call('run', 'try.csv', '--sandbox')
    expect((await paying.call('retry', 'last', '--json')).code).toBe(4)
    expect(paying.provider.seen).toHaveLength(0)
    expect(await rows()).toMatchObject([{ status: 'failed', attempts: 2 }])
  })

  it('called twice at the same moment pays each row once', async () => {
    writePayroll(paying.folder, 20)
    paying.provider.answer = answers(Object.fromEntries(Array.from({ length: 20 }, (_, n) => [n + 1, 'refused'])))
    await paying.call('run', 'payroll.csv', '--max-refused', '20')
    paying.provider.answer = succeed
    await Promise.all([paying.call('retry', 'last'), paying.call('retry', 'last')])
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect([...paying.provider.paidTimes().values()]).toEqual(Array(20).fill(1))
    expect(paying.provider.seen).toHaveLength(40)
  })
})
