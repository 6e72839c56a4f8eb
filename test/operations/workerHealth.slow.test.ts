import { describe, expect, it, onTestFinished } from 'vitest'
import { startOwnPostgres } from '../harness/ownPostgres.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writePayroll } from '../harness/payroll.ts'
import { type Running, startPayrun, until } from '../harness/payrun.ts'
import { reply, succeed } from '../harness/provider.ts'

const paying = setUpPaying()

interface Watched extends Running {
  health: string
}

/** A worker whose health is served on a free port. */
async function startWorker(env: NodeJS.ProcessEnv = {}, args = ['--health-port', '0']): Promise<Watched> {
  const running = startPayrun(['worker', '--json', ...args], { env: { ...paying.env, ...env }, cwd: paying.folder })
  await until('the worker is ready', () => {
    if (running.child.exitCode !== null) throw new Error(`the worker ended: ${running.output().stderr}`)
    return running.output().stdout.includes('}')
  })
  const { health } = JSON.parse(running.output().stdout)
  return { ...running, health }
}

async function ask(worker: Watched, path: string, init?: RequestInit) {
  const response = await fetch(`${worker.health}${path}`, init)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** The value of a sample in Prometheus's text; undefined when it isn't there. */
async function sample(worker: Watched, name: string): Promise<number | undefined> {
  const { text } = await ask(worker, '/metrics')
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

async function stop(...workers: Watched[]): Promise<void> {
  for (const { child } of workers) child.kill('SIGTERM')
  for (const { ended } of workers) expect((await ended).code).toBe(0)
}

describe('a worker', () => {
  it('is alive and ready, and counts what it pays by operator and outcome, without anybody’s data', async () => {
    paying.provider.answer = async (call) => {
      if (call.nth === 3) return reply(call.response, 500, { error: true })
      if (call.nth === 4) return reply(call.response, 429, {}, { 'retry-after': '1' })
      await succeed(call)
    }
    const worker = await startWorker()
    expect(await ask(worker, '/healthz')).toMatchObject({ status: 200, text: 'alive\n' })
    expect(JSON.parse((await ask(worker, '/readyz')).text)).toEqual({
      ready: true,
      checks: {
        started: true,
        ledger: true,
        ledger_whole: true,
        lease: true,
        queue: true,
        delivery: true,
        stopping: false,
      },
    })
    writePayroll(paying.folder, 30)
    expect((await paying.call('submit', 'payroll.csv')).code).toBe(0)
    const settled = (state: string) => `payrun_payouts_total{operator="mtn-benin",state="${state}"}`
    await until('29 rows are paid', async () => (await sample(worker, settled('paid'))) === 29)
    await until('one is unknown', async () => (await sample(worker, settled('unknown'))) === 1)
    expect(await sample(worker, 'payrun_unclear_total{operator="mtn-benin",code="server_error"}')).toBe(1)
    expect(await sample(worker, 'payrun_returned_total{operator="mtn-benin",code="rate_limited"}')).toBe(1)
    expect(await sample(worker, 'payrun_sender_pauses_total{why="busy"}')).toBe(1)
    expect(await sample(worker, 'payrun_attempt_seconds_count{operator="mtn-benin"}')).toBe(31)
    expect(await sample(worker, 'payrun_commit_claims_sum')).toBe(31)
    expect(await sample(worker, 'payrun_commit_settles_sum')).toBe(31)
    expect(await sample(worker, 'payrun_in_flight')).toBe(0)
    await until('the ledger is read anew', async () => {
      return (await sample(worker, 'payrun_unknown_rows{operator="mtn-benin"}')) === 1
    })
    expect(await sample(worker, 'payrun_ledger_up')).toBe(1)
    await until('the queue is counted anew', async () => (await sample(worker, 'payrun_queue_jobs')) === 0)
    expect(await sample(worker, 'payrun_workers')).toBe(1)
    const { text, type } = await ask(worker, '/metrics')
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const secret of [beninNumber(3), 'Person 3', 'EMP-3', 'planted']) expect(text).not.toContain(secret)
    await stop(worker)
  })

  it('that was asked to stop is not ready, alive while it finishes, and gone then', async () => {
    const gate = Promise.withResolvers<void>()
    paying.provider.answer = async (call) => {
      await gate.promise
      await succeed(call)
    }
    const worker = await startWorker()
    writePayroll(paying.folder, 3)
    await paying.call('submit', 'payroll.csv')
    await until('requests wait for their answer', () => paying.provider.open() === 3)
    expect(await sample(worker, 'payrun_in_flight')).toBe(3)
    expect(await sample(worker, 'payrun_open_chunk_rows{operator="mtn-benin",batch_state="running"}')).toBe(3)
    expect(await sample(worker, 'payrun_oldest_pending_seconds{batch_state="running"}')).toBeGreaterThan(0)
    worker.child.kill('SIGTERM')
    await until('it is not ready', async () => (await ask(worker, '/readyz')).status === 503)
    expect(JSON.parse((await ask(worker, '/readyz')).text).checks).toMatchObject({ stopping: true, ledger: true })
    expect((await ask(worker, '/healthz')).status).toBe(200)
    gate.resolve()
    expect((await worker.ended).code).toBe(0)
    await expect(ask(worker, '/healthz')).rejects.toThrow()
  })

  it('takes the next free port beside another one, and serves nothing when told so', async () => {
    const first = await startWorker()
    const port = new URL(first.health).port
    const second = await startWorker({ PAYRUN_WORKER_PORT: port }, [])
    expect(second.health).not.toBe(first.health)
    expect((await ask(second, '/readyz')).status).toBe(200)
    const third = await startWorker({}, ['--health-port', 'off'])
    expect(third.health).toBe(null)
    await stop(first, second, third)
  })

  it('pays all the same where its address can not be listened on', async () => {
    const worker = await startWorker({ PAYRUN_WORKER_HOST: '192.0.2.1' })
    expect(worker.health).toBe(null)
    expect(worker.output().stderr).toContain('set PAYRUN_WORKER_HOST and PAYRUN_WORKER_PORT')
    writePayroll(paying.folder, 2)
    await paying.call('submit', 'payroll.csv')
    await until('it has paid', () => paying.provider.paidTimes().size === 2)
    await stop(worker)
  })

  it('answers nothing but questions, and only three of them', async () => {
    const worker = await startWorker()
    expect((await ask(worker, '/readyz', { method: 'POST', body: 'x' })).status).toBe(405)
    expect((await ask(worker, '/')).status).toBe(404)
    expect((await ask(worker, '/metrics?x=1', { method: 'HEAD' })).status).toBe(200)
    await stop(worker)
  })

  it('whose database is away stays alive and is not ready, and is ready again when it is back', async () => {
    const postgres = await startOwnPostgres()
    onTestFinished(() => postgres.remove())
    const worker = await startWorker({ DATABASE_URL: postgres.url })
    expect((await ask(worker, '/readyz')).status).toBe(200)
    await postgres.stopAtOnce()
    await until('it is not ready', async () => (await ask(worker, '/readyz')).status === 503)
    expect(JSON.parse((await ask(worker, '/readyz')).text).checks).toMatchObject({ ledger: false, queue: false })
    expect((await ask(worker, '/healthz')).status).toBe(200)
    await until('the ledger is asked anew', async () => (await sample(worker, 'payrun_ledger_up')) === 0)
    expect(await sample(worker, 'payrun_workers')).toBe(undefined)
    expect(await sample(worker, 'payrun_queue_jobs')).toBe(undefined)
    expect(await sample(worker, 'payrun_ready')).toBe(0)
    await postgres.start()
    await until('it is ready again', async () => (await ask(worker, '/readyz')).status === 200)
    expect(await sample(worker, 'payrun_log_lines_total{level="warn"}')).toBeGreaterThan(0)
    await stop(worker)
  })
})
