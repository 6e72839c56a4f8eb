import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { until } from '../harness/payrun.ts'
import { type CountingProvider, holdAnswers, startProvider, succeedAfter } from '../harness/provider.ts'
import { startCutProxy } from '../ledger/commit/cutProxy.ts'
import { assertInvariants } from './invariants.ts'
import { directUrl, openScene, type Scene, stopPolitely, stopWell } from './scene.ts'

let postgres: OwnPostgres
let provider: CountingProvider
let scene: Scene

beforeAll(async () => {
  postgres = await startOwnPostgres()
})
afterAll(() => postgres.remove())
beforeEach(async () => {
  provider = await startProvider()
  const name = `faults_${randomBytes(6).toString('hex')}`
  await queryOnce(postgres.url, `create database ${name}`)
  const opened = openScene(postgres.url.replace(/\/postgres$/, `/${name}`), provider)
  scene = opened
  return async () => {
    await provider.close()
    await opened.remove()
  }
})

describe('a database that dies while answers are on their way', () => {
  it('and comes back: every answer is recorded, and the rest is paid', async () => {
    const gate = holdAnswers(provider)
    await scene.submit(60)
    const worker = await scene.worker()
    await until('rows are in flight', () => provider.open() === 5)
    await postgres.stopAtOnce()
    gate.open()
    await until('the answers are out', () => provider.open() === 0)
    await postgres.start()
    await scene.untilBatch('settled')
    await stopWell(worker)
    const { totals } = await assertInvariants(scene, { unknownAtMost: 0 })
    expect(totals.counts).toEqual({ paid: 60 })
  })

  it('and stays away: the answers in hand go to the outbox when the worker stops, and the next one records them', async () => {
    await scene.submit(60)
    const gate = holdAnswers(provider)
    const worker = await scene.worker({ env: { PAYRUN_TIMEOUT_MS: '4000' } })
    await until('rows are in flight', () => provider.open() === 5)
    await postgres.stopAtOnce()
    gate.open()
    await until('the answers are out', () => provider.open() === 0)
    const ended = await stopPolitely(worker)
    expect(ended.code).toBe(0)
    expect(ended.stderr).toContain('answers are kept in the outbox')
    const outbox = () => readdirSync(join(scene.folder, 'home', 'outbox'), { recursive: true }).filter(isInOutbox)
    expect(outbox()).toHaveLength(1)
    await postgres.start()
    // Whoever judges a row comes after the answers that are in hand.
    const judged = await scene.call('resolve', 'last', '--line', '2', '--not-paid', '--note', 'It seems so.')
    expect(judged.stderr).toContain('answers of an earlier process were recorded')
    expect(judged.stderr).toContain('is paid: only unknown and accepted rows can be resolved')
    const second = await scene.worker()
    expect(outbox()).toHaveLength(0)
    await scene.untilBatch('settled')
    await stopPolitely(second)
    const { totals } = await assertInvariants(scene, { unknownAtMost: 0 })
    expect(totals.counts).toEqual({ paid: 60 })
  })
})

const isInOutbox = (name: unknown) => String(name).endsWith('.json')

it('connections that fall silent and are cut, in the middle of commits: what is not read back as claimed is not sent', async () => {
  const proxy = await startCutProxy(scene.env['DATABASE_URL'] ?? '')
  onTestFinished(() => proxy.close())
  scene.env[directUrl] = scene.env['DATABASE_URL']
  const { host, port, user, database } = proxy.connection
  scene.env['DATABASE_URL'] = `postgresql://${user}@${host}:${port}/${database}`
  // Slow enough that rows are still under way at the last cut.
  provider.answer = succeedAfter(() => delay(20))
  await scene.submit(600)
  const worker = await scene.worker()
  for (let cuts = 1; cuts <= 6; cuts += 1) {
    await until('it goes on', () => provider.seen.length >= cuts * 60)
    const before = proxy.swallowed()
    proxy.silence(cuts % 2 === 0 ? 'to server' : 'to client')
    await until('something is lost', () => proxy.swallowed() > before)
    proxy.cut()
  }
  await scene.untilBatch('settled')
  await stopWell(worker)
  expect(provider.seen).toHaveLength(600)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('a server with fsync = off is refused before anything is stored or sent', async () => {
  await postgres.stopAtOnce()
  await postgres.start(['fsync=off'])
  scene.payroll(3)
  const ended = await scene.call('run', 'payroll.csv')
  await postgres.stopAtOnce()
  await postgres.start()
  expect(ended.code).toBe(2)
  expect(ended.stderr).toMatch(/fsync = off/)
  expect(provider.seen).toHaveLength(0)
  expect(JSON.parse((await scene.call('list', '--json')).stdout)).toEqual({ batches: [] })
})

/** While the trigger is there, the server raises `code` where `when` holds, `times` times. */
const plant = (name: string, when: string, code: string, times: number) =>
  scene.query(`create sequence payrun.${name}_times;
    create function payrun.${name}() returns trigger language plpgsql as $$ begin
      if nextval('payrun.${name}_times') <= ${times} then raise exception 'planted' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger ${name} before update on payrun.payouts for each row when (${when}) execute function payrun.${name}()`)

it('serialization failures and deadlocks on settles: the settle is repeated, the call is not', async () => {
  await scene.submit(40)
  await plant('conflict', `new.state = 'paid' and new.line % 3 = 0`, '40001', 3)
  await plant('deadlock', `new.state = 'paid' and new.line % 3 = 1`, '40P01', 3)
  const worker = await scene.worker()
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(40)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

it('a full disk and a statement timeout on claims: those rows are not sent until the server takes their claims', async () => {
  await scene.submit(40)
  await plant('disk_full', `new.state = 'sending' and new.line = 5`, '53100', 1_000_000)
  await plant('too_long', `new.state = 'sending' and new.line = 9`, '57014', 1_000_000)
  const worker = await scene.worker()
  await until('the others are paid', async () => (await scene.counts())['paid'] === 38)
  expect(provider.seen).toHaveLength(38)
  expect(await scene.counts()).toEqual({ paid: 38, pending: 2 })
  await scene.query('drop trigger disk_full on payrun.payouts')
  await scene.query('drop trigger too_long on payrun.payouts')
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(40)
  await assertInvariants(scene, { unknownAtMost: 0 })
})
