import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../harness/payrun.ts'
import { holdAnswers } from '../harness/provider.ts'
import { mostTimes, stopPolitely, untilSaid } from './scene.ts'
import { setUpPutBack } from './setUp.ts'

const here = setUpPutBack()

const isFenced = async (): Promise<boolean> =>
  (await here.scene.query('select 1 as fenced from payrun.server where fenced_at is not null').catch(() => [])).length >
  0

it('a cold copy of the data folder that is put back under a running worker, 30 rows in flight: their late answers settle them, and nothing more is sent', async () => {
  await here.scene.submit(300)
  const copy = await here.coldCopy()
  const worker = await here.scene.worker()
  await until('it has begun', () => here.provider.seen.length > 60)
  const gate = holdAnswers(here.provider)
  // Slow start lets no more out at first.
  await until('30 rows are in flight', () => here.provider.open() >= 30)
  const inFlight = here.provider.open()
  await here.putBack(copy)
  gate.open()
  await untilSaid(worker, 'The ledger is fenced')
  await until('the answers in hand are recorded', async () => ((await here.scene.counts())['paid'] ?? 0) >= inFlight)
  await until('it is fenced', isFenced)
  const sent = here.provider.seen.length
  await stopPolitely(worker)
  expect(here.provider.seen).toHaveLength(sent)
  expect(mostTimes(here.scene)).toBe(1)
  expect((await here.scene.counts())['sending']).toBeUndefined()
})

it('recover --since: what may have been sent is unknown, new files wait for the statement, and the statement settles them', async () => {
  const before = `${new Date(Date.now() - 60_000).toISOString().slice(0, 19)}Z`
  // 20 rows are paid, and the ledger has forgotten all of it.
  await here.scene.submit(20)
  const copy = await here.coldCopy()
  const payer = await here.scene.worker()
  await here.scene.untilBatch('settled')
  await stopPolitely(payer)
  await here.putBack(copy)
  const asked = await here.scene.call('recover', '--since', before)
  expect(asked.code).toBe(2)
  const recovered = await here.scene.call('recover', '--since', before, '--note', 'backup of this morning', '--json')
  expect(recovered, recovered.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(recovered.stdout)).toMatchObject({ fenced: null, rows_in_doubt: 20 })
  expect(await here.scene.counts()).toEqual({ unknown: 20 })
  const worker = await here.scene.worker()
  await here.scene.untilBatch('settled')
  expect(here.provider.seen).toHaveLength(20)

  writeFileSync(join(here.scene.folder, 'new.csv'), 'operator,phone_number,amount\nmtn-benin,+2290197009999,777\n')
  const refused = await here.scene.call('submit', 'new.csv')
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('recover --statement')

  const lines = here.provider.seen.map(({ phoneNumber, amount, currency }, n) =>
    [`REF-${n}`, new Date().toISOString(), phoneNumber, amount, currency, 'SUCCESS'].join(','),
  )
  const lost = ['REF-lost', new Date().toISOString(), '2290197009999', '777', 'XOF', 'SUCCESS'].join(',')
  const heading = 'reference,date,phone_number,amount,currency,status'
  writeFileSync(join(here.scene.folder, 'statement.csv'), [heading, ...lines, lost, ''].join('\n'))
  const loaded = await here.scene.call(
    'recover',
    '--statement',
    'statement.csv',
    '--complete',
    '--note',
    'all of it',
    '--json',
  )
  expect(loaded.code, loaded.stderr).toBe(4)
  expect(JSON.parse(loaded.stdout)).toMatchObject({ settled: 20, left: 0, without_row: 1 })
  expect(await here.scene.counts()).toEqual({ paid: 20 })

  const barred = await here.scene.call('submit', 'new.csv')
  expect(barred.code).toBe(3)
  expect(barred.stdout + barred.stderr).toContain('possible_duplicate')
  await stopPolitely(worker)
  expect(here.provider.seen).toHaveLength(20)
  // Its reference is barred whatever is allowed, until somebody has looked into the payment.
  const again = 'reference,operator,phone_number,amount\nREF-lost,mtn-benin,+2290197009998,778\n'
  writeFileSync(join(here.scene.folder, 'again.csv'), again)
  const inUse = await here.scene.call('submit', 'again.csv', '--allow-duplicates')
  expect(inUse.code).toBe(3)
  const [, payment = ''] = /recover --set-aside (\d+) /.exec(inUse.stdout + inUse.stderr) ?? []
  const listed = JSON.parse((await here.scene.call('recover', '--json')).stdout)
  expect(listed.payments).toEqual([
    expect.objectContaining({ payment: Number(payment), source: 'statement', reference: 'REF-lost', line: 22 }),
  ])
  expect((await here.scene.call('recover')).stdout).toContain('reference REF-lost')
  expect((await here.scene.call('recover', '--set-aside', payment)).code).toBe(2)
  const aside = ['recover', '--set-aside', payment, '--note', 'came back, says 2290197009999'] as const
  const both = await Promise.all([here.scene.call(...aside), here.scene.call(...aside)])
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 2])
  expect(JSON.parse((await here.scene.call('recover', '--json')).stdout).payments).toEqual([])
  expect(await here.scene.query(`select note from payrun.recoveries where kind = 'set_aside'`)).toEqual([
    { note: expect.stringMatching(/^came back, says 229\*+99$/) },
  ])
  expect(await here.scene.call('submit', 'again.csv')).toMatchObject({ code: 0 })

  expect(await here.scene.query('select kind, actor is not null as said from payrun.recoveries order by 1')).toEqual([
    { kind: 'set_aside', said: true },
    { kind: 'since', said: true },
    { kind: 'statement', said: true },
  ])
})
