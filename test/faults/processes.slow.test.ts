import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'
import { assertInvariants } from './invariants.ts'
import { type Crash, killHard, silence, stopPolitely, stopWell, untilStopped } from './scene.ts'
import { setUpScenes } from './setUp.ts'

const here = setUpScenes()
const concurrency = 20

/** Rows in flight when an operator begins: as many can be lost with a process that has just begun. */
const slowStart = 5

describe('a worker that is killed', () => {
  it.each<Crash & { sent: string; lost: number }>([
    { at: 'before-claim', mode: 'kill', nth: 3, sent: 'nothing', lost: slowStart },
    { at: 'after-claim', mode: 'kill', sent: 'nothing', lost: slowStart },
    { at: 'after-claim', mode: 'kill', nth: 30, sent: 'what came before', lost: concurrency },
    { at: 'after-request', mode: 'kill', nth: 30, sent: 'that row too', lost: concurrency },
    { at: 'after-answer', mode: 'kill', nth: 30, sent: 'that row too', lost: concurrency },
    { at: 'after-settle', mode: 'kill', nth: 30, sent: 'that row too', lost: concurrency },
    { at: 'after-last-chunk', mode: 'kill', sent: 'all of it', lost: 0 },
  ])('$at, at pass $nth (sent: $sent): its rows in flight are unknown, the rest is paid', async (crash) => {
    const { scene } = here
    await scene.submit(60)
    const first = await scene.worker({ crash })
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' })
    if (crash.sent === 'nothing') expect(here.provider.seen).toHaveLength(0)
    if (crash.sent === 'all of it') expect(here.provider.seen).toHaveLength(60)
    const second = await scene.worker()
    await scene.untilBatch('settled')
    expect(await stopPolitely(second)).toMatchObject({ code: 0 })
    const { rows, totals } = await assertInvariants(scene, { unknownAtMost: crash.lost })
    if (crash.at === 'after-claim') expect(totals.counts['unknown']).toBeGreaterThan(0)
    const lost = rows.filter(({ status }) => status === 'unknown')
    expect(lost).toEqual(lost.map((row) => ({ ...row, error_code: 'worker_lost' })))
  })

  it.each<Crash>([
    { at: 'before-report', mode: 'kill' },
    { at: 'in-report', mode: 'kill' },
  ])('$at: the batch is settled, there is no part of a report, and report writes it', async (crash) => {
    const { scene } = here
    const id = await scene.submit(300)
    const worker = await scene.worker({ crash })
    expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' })
    const written = () => {
      try {
        return readdirSync(join(scene.folder, 'home', 'reports')).filter((name) => !name.startsWith('.'))
      } catch {
        return []
      }
    }
    expect(written()).toEqual([])
    await assertInvariants(scene, { unknownAtMost: 0 })
    expect(await scene.call('report', id, '-o', 'late.csv')).toMatchObject({ code: 0 })
  })
})

it('a submit that is killed between the commit and the enqueue: the workers find the batch by themselves', async () => {
  const { scene } = here
  scene.payroll(20)
  const submitting = scene.start(['submit', 'payroll.csv'], { crash: { at: 'before-enqueue', mode: 'kill' } })
  expect(await submitting.ended).toMatchObject({ signal: 'SIGKILL', stdout: '' })
  const worker = await scene.worker()
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  const { totals } = await assertInvariants(scene, { unknownAtMost: 0 })
  expect(totals.counts).toEqual({ paid: 20 })
})

describe('a worker that is asked to stop', () => {
  it('finishes what is in flight and sends nothing more', async () => {
    const { scene, provider } = here
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    provider.answer = async (each) => {
      await gate
      await succeed(each)
    }
    await scene.submit(60)
    const worker = await scene.worker()
    await until('rows are in flight', () => provider.open() === slowStart)
    worker.child.kill('SIGTERM')
    await until('it says so', () => worker.output().stderr.includes('finishing what is in flight'))
    open()
    expect(await worker.ended).toMatchObject({ code: 0 })
    expect(provider.seen).toHaveLength(slowStart)
    expect(await scene.counts()).toEqual({ paid: slowStart, pending: 60 - slowStart })
    provider.answer = succeed
    const second = await scene.worker()
    await scene.untilBatch('settled')
    await stopPolitely(second)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })

  it('and is killed when the grace ends: what was in flight is unknown', async () => {
    const { scene, provider } = here
    provider.answer = ({ carryOut }) => void carryOut()
    await scene.submit(60)
    const worker = await scene.worker()
    await until('rows are in flight', () => provider.open() === slowStart)
    worker.child.kill('SIGTERM')
    await until('it says so', () => worker.output().stderr.includes('finishing what is in flight'))
    expect(await killHard(worker)).toMatchObject({ signal: 'SIGKILL' })
    provider.answer = succeed
    const second = await scene.worker()
    await scene.untilBatch('settled')
    await stopPolitely(second)
    const { totals } = await assertInvariants(scene, { unknownAtMost: slowStart })
    expect(totals.counts['unknown']).toBe(slowStart)
  })
})

// The process's state is read in /proc.
describe.skipIf(process.platform !== 'linux')('a worker that stands still and is taken for dead', () => {
  const one = { PAYRUN_CONCURRENCY: '1' }
  /** Older than the 5 s that may lie between a claim and its send. */
  const untilStale = (sinceMs: number) => until('the claim is too old', () => performance.now() - sinceMs > 5_500)

  it('after its claim was committed: when it goes on, it does not send', async () => {
    const { scene, provider } = here
    await scene.submit(40)
    const first = await scene.worker({ env: one, crash: { at: 'after-claim', mode: 'stop', nth: 4 } })
    await untilStopped(first)
    const stoppedMs = performance.now()
    expect(provider.seen).toHaveLength(3)
    await silence(scene, first)
    const second = await scene.worker()
    await scene.untilBatch('settled')
    expect(await scene.counts()).toEqual({ paid: 39, unknown: 1 })
    await untilStale(stoppedMs)
    first.child.kill('SIGCONT')
    await until('it finds itself dead', () => first.output().stderr.includes('taken for dead'))
    for (const worker of [first, second]) await stopWell(worker)
    expect(provider.seen).toHaveLength(39)
    await assertInvariants(scene, { unknownAtMost: 1 })
  })

  it('after its request was written: the late answer makes the unknown row paid, and nothing is sent again', async () => {
    const { scene, provider } = here
    await scene.submit(40)
    // A deadline that passes while it stands still.
    const env = { ...one, PAYRUN_TIMEOUT_MS: '1000' }
    const first = await scene.worker({ env, crash: { at: 'after-request', mode: 'stop', nth: 4 } })
    await untilStopped(first)
    const stoppedMs = performance.now()
    await until('the request arrives', () => provider.seen.length === 4)
    await silence(scene, first)
    const second = await scene.worker()
    await scene.untilBatch('settled')
    expect(await scene.counts()).toEqual({ paid: 39, unknown: 1 })
    await until('its deadline has passed', () => performance.now() - stoppedMs > 1_500)
    first.child.kill('SIGCONT')
    await until('the late answer settles it', async () => (await scene.counts())['paid'] === 40)
    for (const worker of [first, second]) await stopWell(worker)
    // The batch had settled, and its report was written, without that answer.
    const reports = join(scene.folder, 'home', 'reports')
    expect(readFileSync(join(reports, readdirSync(reports)[0]!), 'utf8')).not.toContain('unknown')
    expect(provider.seen).toHaveLength(40)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })
})

describe('a worker beside another', () => {
  it('that is killed is noticed at once, long before BullMQ would: its rows are unknown, and the other pays the rest', async () => {
    const { scene, provider } = here
    provider.answer = async (each) => {
      await new Promise((wake) => setTimeout(wake, 30))
      await succeed(each)
    }
    // Both are there before the batch, and it has more chunks than one of them takes at once: both have some.
    const second = await scene.worker()
    const first = await scene.worker({ crash: { at: 'after-request', mode: 'kill', nth: 30 } })
    await scene.submit(2_400)
    await first.ended
    await scene.untilBatch('settled')
    await stopPolitely(second)
    const { totals } = await assertInvariants(scene, { unknownAtMost: concurrency })
    expect(totals.counts['unknown']).toBeGreaterThan(0)
    // By the database's clock, from its last heartbeat. A lease, and BullMQ's lock, are 30 s.
    const late = await scene.query(
      `select from payrun.events e join payrun.workers w using (worker_no)
        where e.code = 'worker_lost' and e.at > w.heartbeat_at + interval '25 s'`,
    )
    expect(late).toEqual([])
  })

  it('pause while rows are in flight: they settle, nothing more is sent, and resume goes on; cancel: none is sent again', async () => {
    const { scene, provider } = here
    let gate = Promise.withResolvers<void>()
    provider.answer = async (each) => {
      await gate.promise
      await succeed(each)
    }
    await scene.submit(100)
    const worker = await scene.worker()
    await until('rows are in flight', () => provider.open() === slowStart)
    expect(await scene.call('pause', 'last')).toMatchObject({ code: 0 })
    gate.resolve()
    await until('they settle', async () => ((await scene.counts())['sending'] ?? 0) === 0)
    const sent = provider.seen.length
    expect(await scene.counts()).toEqual({ paid: sent, pending: 100 - sent })
    await assertInvariants(scene, { batch: 'paused', unknownAtMost: 0 })
    gate = Promise.withResolvers<void>()
    expect(await scene.call('resume', 'last', '--detach')).toMatchObject({ code: 0 })
    await until('rows are in flight again', () => provider.open() > 0)
    expect(await scene.call('cancel', 'last')).toMatchObject({ code: 0 })
    gate.resolve()
    await until('they settle', async () => ((await scene.counts())['sending'] ?? 0) === 0)
    await stopPolitely(worker)
    await assertInvariants(scene, { batch: 'cancelled', unknownAtMost: 0 })
  })
})

it('a loop that is blocked for more than 5 s between claim and send holds the rows back, and claims them again', async () => {
  const { scene, provider } = here
  await scene.submit(20)
  const worker = await scene.worker({ crash: { at: 'after-claim', mode: 'block=5500' } })
  await scene.untilBatch('settled')
  await stopPolitely(worker)
  expect(provider.seen).toHaveLength(20)
  const { rows } = await assertInvariants(scene, { unknownAtMost: 0 })
  expect(rows.filter((row) => 'attempts' in row && row.attempts === 2).length).toBeGreaterThan(0)
})

it('an exception that nobody catches: the worker exits with code 1, and its rows in flight are unknown', async () => {
  const { scene } = here
  await scene.submit(60)
  const first = await scene.worker({ crash: { at: 'after-request', mode: 'throw', nth: 25 } })
  const ended = await first.ended
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('payrun stopped on an unexpected error (a bug): Error: planted by the fault tests.')
  const second = await scene.worker()
  await scene.untilBatch('settled')
  await stopPolitely(second)
  await assertInvariants(scene, { unknownAtMost: concurrency })
})

it('two workers that sweep the rows of a dead third at once, under one rate: each row once, and the rate is kept', async () => {
  const { scene, provider } = here
  const times: number[] = []
  provider.answer = (each) => {
    times.push(performance.now())
    return each.nth === 3 ? reply(each.response, 500, {}) : succeed(each)
  }
  const env = { PAYRUN_RATE: '20' }
  await scene.submit(70)
  const third = await scene.worker({ env, crash: { at: 'after-request', mode: 'kill', nth: 8 } })
  await third.ended
  const sent = times.length
  const two = await Promise.all([scene.worker({ env }), scene.worker({ env })])
  await scene.untilBatch('settled')
  for (const worker of two) await stopPolitely(worker)
  // Two in each tenth of a second: the 23rd of any is in the twelfth tenth. The first four still make connections, and arrive later than they left.
  expect(times[sent + 26]! - times[sent + 4]!).toBeGreaterThan(950)
  await assertInvariants(scene, { unknownAtMost: 1 + concurrency })
})
