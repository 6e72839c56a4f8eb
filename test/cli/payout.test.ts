import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, ghanaNumber, writeFile } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

const ghana = ['--operator', 'momo-ghana', '--phone', ghanaNumber(1), '--amount', '150.50']
const benin = ['--operator', 'mtn-benin', '--phone', `+${beninNumber(1)}`, '--amount', '1 500']
const call = (...args: string[]) => paying.call('payout', ...args)
const json = async (...args: string[]) => {
  const ended = await call(...args, '--json')
  return { ...ended, document: JSON.parse(ended.stdout) }
}

describe('one payout', () => {
  it("is paid once, in the interface's forms, as a batch of one, and prints the provider's reference", async () => {
    const ended = await json(...benin, '--reference', 'INV-7', '--name', 'Awa Zinsou', '--note', 'Hold, paid in cash')
    expect(ended.stderr).toBe('')
    expect(ended.code).toBe(0)
    expect(paying.provider.seen).toEqual([
      {
        operator: 'mtn-benin',
        amount: '1500',
        phoneNumber: beninNumber(1),
        currency: 'XOF',
        customer: { name: 'Awa Zinsou', phoneNumber: beninNumber(1) },
      },
    ])
    expect(ended.document).toMatchObject({
      name: 'one-off payout',
      state: 'settled',
      file: { name: 'one-off payout', rows: 1 },
      counts: { paid: 1 },
      sums: { paid: { XOF: '1500' } },
      payout: { status: 'paid', provider_reference: expect.stringMatching(/^REF-1-/), error_code: null, attempts: 1 },
    })
    const report = readFileSync(ended.document.report, 'utf8')
    expect(report).toContain('Hold, paid in cash')
    expect(readdirSync(join(paying.folder, 'home', 'incoming'))).toEqual([])
    expect((await paying.call('audit', 'last')).code).toBe(0)
  })

  it('says so in words, without number or name', async () => {
    const ended = await call(...ghana, '--name', 'Ama Owusu')
    expect(ended.code).toBe(0)
    expect(ended.stdout).toMatch(/^✓ paid {2}150\.50 GHS\nProvider reference: REF-1-\w+\nBatch: \w{10}\n$/)
    expect(ended.stdout + ended.stderr).not.toMatch(new RegExp(`${ghanaNumber(1)}|Owusu|planted`))
  })

  it('is paid in the sandbox, and the real one is not in its way', async () => {
    expect((await call(...ghana, '--reference', 'S', '--sandbox')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(0)
    expect((await call(...ghana, '--reference', 'S')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(1)
  })
})

describe('an option that a shell left empty', () => {
  it.each([
    ['--reference', ''],
    ['--reference', ' '],
    ['--period', ''],
  ])('is not a payout without it, which would be paid again: %s "%s"', async (option, value) => {
    const ended = await call(...benin, option, value)
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain(`'${option} <${option.slice(2)}>' argument '${value}' is invalid. It is empty`)
    expect(paying.provider.seen).toEqual([])
  })
})

describe('the same reference again', () => {
  it('is not paid again, and the batch that paid it is named, with what became of it', async () => {
    const first = await json(...benin, '--reference', 'INV-7')
    const again = await call(...benin, '--reference', 'INV-7')
    expect(again.code).toBe(3)
    expect(again.stderr).toContain(
      `--reference "INV-7": This reference is already paid, in batch ${first.document.id}, line 1, with the provider's reference ${first.document.payout.provider_reference}. (reference_in_use)`,
    )
    expect(again.stderr).toContain('Nothing was paid now.')
    const { code, document } = await json(...ghana, '--reference', ' INV-7 ')
    expect(code).toBe(3)
    expect(document).toMatchObject({
      problems: [{ option: '--reference', code: 'reference_in_use' }],
      held_by: { batch: first.document.id, line: 1, status: 'paid' },
    })
    expect(paying.provider.seen).toHaveLength(1)
    const dated = await call(...benin, '--reference', 'INV-7', '--period', '2026-12')
    expect([dated.code, dated.stderr]).toEqual([3, expect.stringContaining('already used without a period (paid')])
    expect((await call(...benin, '--reference', 'INV-8', '--period', '2026-11')).code).toBe(0)
    expect((await call(...benin, '--reference', 'INV-8', '--period', '2026-12')).code).toBe(0)
    expect((await call(...benin, '--reference', 'INV-8', '--period', 'Nov. 2026')).code).toBe(3)
    expect(paying.provider.seen).toHaveLength(3)
  })

  it('is paid once by ten commands at the same moment', async () => {
    const ended = await Promise.all(Array.from({ length: 10 }, () => call(...benin, '--reference', 'RACE')))
    expect(ended.map(({ code }) => code).sort()).toEqual([0, ...Array(9).fill(3)])
    expect(paying.provider.seen).toHaveLength(1)
  })

  it('is held by a row of a file, and holds it', async () => {
    writeFile(paying.folder, 'one.csv', `reference,operator,phone_number,amount\nF-1,mtn-benin,${beninNumber(5)},700\n`)
    expect((await paying.call('run', 'one.csv')).code).toBe(0)
    const refused = await call(...benin, '--reference', 'F-1')
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('line 2')])
    expect((await call(...benin, '--reference', 'F-2')).code).toBe(0)
    writeFile(paying.folder, 'two.csv', `reference,operator,phone_number,amount\nF-2,mtn-benin,${beninNumber(6)},700\n`)
    expect((await paying.call('run', 'two.csv')).code).toBe(3)
    expect(paying.provider.seen).toHaveLength(2)
  })

  it('is not paid again while nobody knows whether it was', async () => {
    paying.provider.answer = ({ response, carryOut }) => {
      carryOut()
      reply(response, 500, {})
    }
    const first = await call(...benin, '--reference', 'LOST')
    expect([first.code, first.stdout]).toEqual([4, expect.stringContaining('? unknown')])
    paying.provider.answer = succeed
    const again = await call(...benin, '--reference', 'LOST')
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('may or may not have been paid')])
    expect(paying.provider.seen).toHaveLength(1)
    expect([...paying.provider.paidTimes().values()]).toEqual([1])
  })

  it('may be given again after the provider has refused it', async () => {
    paying.provider.answer = ({ response }) =>
      reply(response, 200, { error: true, status: 'FAILED', message: `No wallet ${beninNumber(1)}` })
    const first = await call(...benin, '--reference', 'FAIL')
    expect(first.code).toBe(4)
    expect(first.stdout).toMatch(/✗ failed {2}1,500 FCFA\nWhy: No wallet 229\*{6}01\n/)
    paying.provider.answer = succeed
    expect((await call(...benin, '--reference', 'FAIL')).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(2)
  })

  it('is not paid again while its first batch is paused, and the way to go on is told', async () => {
    paying.provider.answer = ({ response }) => reply(response, 401, {})
    const first = await json(...benin, '--reference', 'WAIT')
    expect([first.code, first.document.payout]).toEqual([5, expect.objectContaining({ status: 'pending' })])
    const again = await call(...benin, '--reference', 'WAIT')
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining(`status ${first.document.id}`)])
    paying.provider.answer = succeed
    expect((await paying.call('resume', 'last')).code).toBe(0)
    expect([...paying.provider.paidTimes().values()]).toEqual([1])
  })
})

it('is not paid on one word where two are asked for, and not asked for again', async () => {
  const env = { ...paying.env, PAYRUN_APPROVALS: '2' }
  const args = ['payout', ...benin, '--reference', 'TWO']
  const first = await payrun(args, { env, cwd: paying.folder })
  expect([first.code, first.stderr]).toEqual([5, expect.stringContaining('approve')])
  const again = await payrun(args, { env, cwd: paying.folder })
  expect([again.code, again.stderr]).toEqual([3, expect.stringMatching(/^--reference "TWO": .*waiting to be paid/m)])
  expect(paying.provider.seen).toHaveLength(0)
  expect((await paying.call('approve', 'last', '--as', 'Somebody Else')).code).toBe(2)
  await paying.addAccount('Kofi', 'preparer', 'approver')
  const own = await paying.callAs('Kofi', 'approve', 'last')
  expect([own.code, own.stderr]).toEqual([
    2,
    expect.stringContaining('Cancel it and submit it again with --account NAME'),
  ])
  expect((await paying.call('cancel', 'last')).code).toBe(0)
  expect(paying.provider.seen).toHaveLength(0)
})

it('without a reference, the same number and amount needs --allow-duplicates', async () => {
  const first = await json(...benin)
  const again = await call(...benin)
  expect(again.code).toBe(3)
  expect(again.stderr).toContain(`less than 24 hours old (paid, batch ${first.document.id}, line 1)`)
  expect(again.stderr).toMatch(/^--phone "\+\d+": .*--reference, or add --allow-duplicates.*\(possible_duplicate\)$/m)
  expect(paying.provider.seen).toHaveLength(1)
  expect((await call(...benin, '--allow-duplicates')).code).toBe(0)
  expect(paying.provider.seen).toHaveLength(2)
})

it('what is wrong is said by option, all of it, and nothing is sent or stored', async () => {
  const wrong = ['--operator', 'mtn-bennin', '--phone', '12', '--amount', 'ten', '--country', 'Togoland']
  const ended = await call(...wrong)
  expect(ended.code).toBe(3)
  expect(ended.stderr).toMatch(/^--operator "mtn-bennin": .*mtn-benin.* \(unknown_operator\)$/m)
  expect(ended.stderr).toMatch(/^--amount "ten": .* \(invalid_amount\)$/m)
  expect(ended.stderr).toMatch(/^--country "Togoland": .* \(unknown_country\)$/m)
  expect(ended.stderr).not.toMatch(/line 1|phone_number/)
  const empty = await json('--operator', 'mtn-benin', '--phone', '', '--amount', '-5', '--currency', 'EUR')
  expect(empty.document.problems.map(({ option, code }: Record<string, string>) => [option, code])).toEqual([
    ['--currency', 'unknown_currency'],
    ['--phone', 'missing_phone'],
    ['--amount', 'amount_not_positive'],
  ])
  expect((await call('--operator', 'mtn-benin')).code).toBe(2)
  expect(paying.provider.seen).toHaveLength(0)
  expect(JSON.parse((await paying.call('list', '--json')).stdout).batches).toEqual([])
})

describe('with --account', () => {
  it('signs in, pays in that name, and pays nothing with a wrong password or without the role', async () => {
    await paying.addAccount('Awa', 'preparer')
    await paying.addAccount('Vera', 'viewer')
    const wrong = await payrun(['payout', ...benin, '--account', 'Awa', '--password-stdin'], {
      env: paying.env,
      cwd: paying.folder,
      input: 'not her password\n',
    })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('The name, the password or the code is wrong.')
    const lacking = await paying.callAs('Vera', 'payout', ...benin)
    expect(lacking.stderr).toContain('It needs one of these roles: preparer')
    expect(paying.provider.seen).toEqual([])
    expect((await paying.callAs('Awa', 'payout', ...benin)).code).toBe(0)
    expect(paying.provider.seen).toHaveLength(1)
    const [stored] = await queryOnce(
      paying.env['DATABASE_URL']!,
      'select actor from payrun.batch_events order by 1 limit 1',
    )
    expect(stored).toEqual({ actor: 'Awa' })
  })
})
