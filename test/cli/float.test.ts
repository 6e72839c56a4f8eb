import { expect, it } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll, writeTwoOperators } from '../harness/payroll.ts'
import { payrun } from '../harness/payrun.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

it('pays as far as the float reaches, waits, and goes on once it is raised', async () => {
  writeTwoOperators(paying.folder, 10)
  const [set] = (await json('float', 'set', 'xof', '350')).floats
  expect(set).toMatchObject({ currency: 'XOF', set: '350', spent: '0', held: '0', left: '350', waiting: [] })
  const ran = await paying.call('run', 'two.csv', '--json')
  expect(ran.code).toBe(5)
  const document = JSON.parse(ran.stdout)
  expect(document).toMatchObject({ state: 'paused', reason: 'float', counts: { paid: 13, pending: 7 } })
  // The other currency went on to its end.
  const benin = () => paying.provider.seen.filter(({ operator }) => operator === 'mtn-benin').length
  expect([benin(), paying.provider.seen.length]).toEqual([3, 13])
  const [spent] = (await json('float')).floats
  expect(spent).toMatchObject({ set: '350', spent: '300', held: '0', left: '50', waiting: [document.id] })
  const table = (await paying.call('float')).stdout
  expect(table).toMatch(/XOF +350 FCFA +300 FCFA +0 FCFA +50 FCFA/)
  expect(table).toContain(`1 batch waits for XOF: ${document.id}.`)
  const status = (await paying.call('status', 'last')).stdout
  expect(status).toContain('The next payment would exceed what may be spent (the float or a budget)')
  expect((await paying.call('list')).stdout).toContain('float spent')
  // As before, it is not enough.
  expect((await paying.call('resume', 'last')).code).toBe(5)
  expect(benin()).toBe(3)
  expect((await json('float', 'add', 'XOF', '650')).floats).toMatchObject([{ set: '1000', left: '700' }])
  expect((await paying.call('resume', 'last')).code).toBe(0)
  expect((await json('float')).floats).toMatchObject([{ set: '1000', spent: '1000', left: '0', waiting: [] }])
  expect([...paying.provider.paidTimes().values()]).toEqual(Array(20).fill(1))
})

it('what is refused gives back, what is unknown is held, and both are shown', async () => {
  writePayroll(paying.folder, 10, { firstAmount: 1000 })
  await paying.call('float', 'set', 'XOF', '4 100')
  const answers = [400, 500]
  const succeedLater = paying.provider.answer
  paying.provider.answer = (each) => {
    const status = answers.shift()
    return status === undefined
      ? succeedLater(each)
      : reply(each.response, status, { status, error: true, message: 'INVALID_NUMBER' })
  }
  const ran = await paying.call('run', 'payroll.csv', '--json')
  expect(ran.code).toBe(5)
  const { reason, counts, sums } = JSON.parse(ran.stdout)
  expect({ reason, counts }).toEqual({ reason: 'float', counts: { failed: 1, unknown: 1, paid: 3, pending: 5 } })
  const [float] = (await json('float')).floats
  expect(float).toMatchObject({ set: '4100', spent: sums.paid.XOF, held: sums.unknown.XOF })
  expect(Number(float.left)).toBe(4100 - Number(float.spent) - Number(float.held))
})

it('a budget of a day holds beside the float, and is shown', async () => {
  writePayroll(paying.folder, 5, { firstAmount: 1000 })
  await paying.call('float', 'set', 'XOF', '100000')
  const budget = ['float', 'budget', 'XOF', '--daily', '2100', '--tz', 'Africa/Porto-Novo']
  expect((await json(...budget)).floats).toMatchObject([{ daily: { budget: '2100', spent: '0', left: '2100' } }])
  expect((await json('run', 'payroll.csv')).counts).toEqual({ paid: 2, pending: 3 })
  expect((await paying.call('float')).stdout).toContain(
    'XOF: 2,001 FCFA of 2,100 FCFA spent today (Africa/Porto-Novo).',
  )
  await paying.call('float', 'budget', 'XOF', '--daily', 'none')
  expect((await paying.call('resume', 'last')).code).toBe(0)
})

it('without a float nothing is limited, and it says so; the sandbox has its own', async () => {
  expect((await paying.call('float')).stdout).toContain('No float is set: nothing limits what is spent.')
  for (const [flag, ...args] of [[''], [' --sandbox', '--sandbox']] as const) {
    expect((await paying.call('float', ...args)).stdout).toContain(` float set${flag} XOF 5000000`)
    expect((await paying.call('float', 'add', 'XOF', '5', ...args)).stderr).toContain(` float set${flag} XOF AMOUNT`)
  }
  expect((await paying.call('float', 'set', '--sandbox', 'XOF', '0')).code).toBe(0)
  expect((await json('float')).floats).toEqual([])
  expect((await json('float', '--sandbox')).floats).toMatchObject([{ set: '0' }])
  writePayroll(paying.folder, 2)
  expect((await paying.call('run', 'payroll.csv', '--sandbox')).code).toBe(5)
  expect((await paying.call('run', 'payroll.csv')).code).toBe(0)
})

it('an administrator sets it, once there are accounts, and the trail says who', async () => {
  await paying.addAccount('ada', 'admin')
  await paying.addAccount('pete', 'preparer')
  const refused = await paying.callAs('pete', 'float', 'set', 'XOF', '5')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('pete')
  expect((await paying.callAs('ada', 'float', 'set', 'XOF', '5')).code).toBe(0)
})

it.each([
  [['set', 'XYZ', '5'], 'XYZ'],
  [['set', 'XOF', '-5'], '-5'],
  [['add', 'XOF', '5'], 'No float is set for XOF'],
  [['budget', 'XOF'], 'Say which budget'],
  [['budget', 'XOF', '--daily', '5', '--tz', 'Nowhere/Land'], 'Nowhere/Land'],
])('refuses float %s with a sentence', async (args, says) => {
  const ended = await paying.call('float', ...args)
  expect(ended).toMatchObject({ code: 2 })
  expect(ended.stderr).toContain(says)
})

it('a sign of one currency is taken, and of several it is said which they may be', async () => {
  const francs = await paying.call('float', 'set', 'FCFA', '1000')
  expect(francs.code).toBe(2)
  expect(francs.stderr).toContain(
    'FCFA may be several currencies: XOF (West African CFA franc), XAF (Central African CFA franc). Give its three letters.',
  )
  const rule = await paying.call('policy', 'approvals', '2', '--above', '1000', '--currency', 'CFA')
  expect([rule.code, rule.stderr]).toEqual([2, expect.stringContaining('CFA may be several currencies: XOF')])
  const euros = await paying.call('float', 'set', 'EUR', '1000')
  expect(euros.stderr).toContain('payrun does not know the currency EUR. It pays in XOF, XAF, GHS')
  expect((await json('float', 'set', 'KSh', '1000')).floats).toMatchObject([{ currency: 'KES', set: '1000.00' }])
})

it('speaks French', async () => {
  const inFrench = { env: { ...paying.env, PAYRUN_LANG: 'fr' }, cwd: paying.folder }
  await payrun(['float', 'set', 'XOF', '1500'], inFrench)
  writePayroll(paying.folder, 2, { firstAmount: 1000 })
  const ran = await payrun(['run', 'payroll.csv'], inFrench)
  expect(ran.code).toBe(5)
  expect(ran.stdout).toContain('Le prochain paiement dépasserait ce qui peut être dépensé')
  expect((await payrun(['float'], inFrench)).stdout).toContain('1 lot attend XOF')
})

it('doctor says what is left, and warns where more waits to be sent or a batch waits for it', async () => {
  const doctor = async (name: string) =>
    (await json('doctor')).checks.find((check: { name: string }) => check.name === name)
  expect(await doctor('float: XOF')).toBeUndefined()
  writePayroll(paying.folder, 5, { firstAmount: 1000 })
  await paying.call('float', 'set', 'XOF', '2 100')
  expect(await doctor('float: XOF')).toEqual({
    name: 'float: XOF',
    state: 'ok',
    detail: '2,100 FCFA may still be spent; 0 FCFA is waiting to be sent',
  })
  const { id } = await json('submit', 'payroll.csv')
  expect(await doctor('float: XOF')).toEqual({
    name: 'float: XOF',
    state: 'warning',
    detail: 'Only 2,100 FCFA may still be spent, and 5,010 FCFA is waiting to be sent.',
  })
  expect((await paying.call('resume', id)).code).toBe(5)
  const waits = {
    name: 'float: XOF',
    state: 'warning',
    detail: expect.stringContaining(`1 batch waits for it (${id}):`),
  }
  expect(await doctor('float: XOF')).toEqual(waits)
  expect(await doctor('float: XOF (sandbox)')).toBeUndefined()
  const inFrench = await payrun(['doctor'], { env: { ...paying.env, PAYRUN_LANG: 'fr' }, cwd: paying.folder })
  expect(inFrench.stdout).toMatch(/provision\s: XOF/)
  expect(inFrench.stdout).not.toContain('float: XOF')
})
