import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { markerName } from '../../src/crashPoint.ts'
import { type LedgerServer, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { beninNumber } from '../harness/payroll.ts'
import { payrun, type Running, startPayrun, until } from '../harness/payrun.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const token = 'a-desk-that-dies-in-a-test'

interface Site {
  db: TestLedger
  key: string
  home: string
  /** A command beside the desks, on the same ledger and home. */
  command(...args: string[]): ReturnType<typeof payrun>
  /** A process of its own. @param crash where it kills itself, as PAYRUN_CRASH_POINT says it */
  desk(crash?: string, ...options: string[]): Promise<{ url: string; running: Running }>
}

/** A ledger, a home and an API key, for desks that die. */
async function openSite(): Promise<Site> {
  const db = await server.open()
  const home = mkdtempSync(join(tmpdir(), 'payrun-desk-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))
  writeFileSync(join(home, markerName), token)
  const env = { DATABASE_URL: db.url, PAYRUN_HOME: home, PAYRUN_WORKER_PORT: 'off', PAYRUN_LOG_LEVEL: 'error' }
  const added = await payrun(['key', 'add', 'hr', '--role', 'preparer', '--json'], { env, cwd: home })
  const { key } = JSON.parse(added.stdout)
  const desk: Site['desk'] = async (crash, ...options) => {
    const armed = crash ? { PAYRUN_CRASH_POINT: `${token} ${crash}` } : {}
    const running = startPayrun(['desk', '--sandbox', '--port', '0', ...options], {
      env: { ...env, ...armed },
      cwd: home,
    })
    await until('the desk says its address', () => running.output().stdout.includes('\n'))
    return { url: running.output().stdout.trim(), running }
  }
  return { db, key, home, command: (...args) => payrun(args, { env, cwd: home }), desk }
}

const fileOf = (rows: number): string =>
  `reference,name,operator,phone_number,amount\n${Array.from(
    { length: rows },
    (_, n) => `E-${n},Person ${n},mtn-benin,${beninNumber(n)},${1000 + (n % 700)}\n`,
  ).join('')}`

/** @returns the status, and the batch's number; null: the desk is gone */
async function post(url: string, key: string, file: string): Promise<{ status: number; id: string } | null> {
  try {
    const answer = await fetch(`${url}/api/v1/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'idempotency-key': 'november' },
      body: file,
    })
    const { id } = (await answer.json()) as { id: string }
    return { status: answer.status, id }
  } catch {
    return null
  }
}

/** In MB, so far. */
const peakOf = ({ pid }: Running): number =>
  Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test.each([
  { when: 'before the batch is stored', crash: 'in-intake kill' },
  { when: 'after the batch is stored', crash: 'before-enqueue kill' },
])('fifty clients with one Idempotency-Key make one batch, when a desk is killed $when', async ({ crash }) => {
  const { db, key, desk } = await openSite()
  const [dying, other] = await Promise.all([desk(crash, '--no-worker'), desk(undefined, '--no-worker')])
  const file = fileOf(500)
  const first = post(dying.url, key, file)
  await dying.running.ended
  expect(await first).toBeNull()
  expect(dying.running.child.signalCode).toBe('SIGKILL')
  const again = await post(other.url, key, file)
  // A key that its desk has not renewed is free after a minute. All but the last seconds of it: at once.
  if (again?.status === 409) await db.query(`update payrun.request_keys set taken_at = taken_at - interval '50 s'`)
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      for (;;) {
        const answer = await post(other.url, key, file)
        if (answer?.status !== 409) return answer
        await pause(500)
      }
    }),
  )
  const { rows } = await db.ledger.pool.query<{ id: string; rows: number }>(
    'select batch_no::text as id, (select count(*)::integer from payrun.payouts) as rows from payrun.batches',
  )
  expect(rows).toEqual([{ id: expect.any(String), rows: 500 }])
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 201, id: answers[0]?.id })]),
  )
})

test('what a desk did before it was killed is not done again when it is asked for with the same Idempotency-Key', async () => {
  const { db, key, desk, command } = await openSite()
  const added = await command('key', 'add', 'treasury', '--role', 'admin', '--json')
  const treasury = JSON.parse(added.stdout).key as string
  const ask = (url: string, path: string, body: object, by: string, idempotencyKey: string) =>
    fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    }).then(
      async (answer) => ({ status: answer.status, json: await answer.json() }),
      () => null,
    )
  const other = await desk(undefined, '--no-worker')
  await ask(other.url, '/floats', { currency: 'XOF', set: '1000' }, treasury, 'set')
  const submitted = await post(other.url, key, fileOf(3))
  const asks = [
    { path: '/floats', body: { currency: 'XOF', add: '500' }, by: treasury, now: { floats: [{ set: '1500' }] } },
    { path: `/batches/${submitted?.id}/cancel`, body: {}, by: key, now: { state: 'cancelled' } },
  ]
  for (const { path, body, by, now } of asks) {
    const dying = await desk('before-answer kill', '--no-worker')
    const first = ask(dying.url, path, body, by, 'again')
    await dying.running.ended
    expect(await first).toBeNull()
    await db.query(`update payrun.request_keys set taken_at = taken_at - interval '61 s'`)
    expect(await ask(other.url, path, body, by, 'again')).toMatchObject({ status: 200, json: now })
  }
})

test('a file that a desk was receiving when it was killed is gone with the next command', async () => {
  const { key, desk, home, command } = await openSite()
  const { url, running } = await desk(undefined, '--no-worker')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': 100_000 }
  const upload = request(`${url}/api/v1/batches`, { method: 'POST', headers }).on('error', () => undefined)
  upload.write('operator,phone_number,amount,name\nmtn-benin,+2290197000001,1500,Awa Diop\n')
  const incoming = join(home, 'incoming')
  const kept = () => (existsSync(incoming) ? readdirSync(incoming).map((name) => join(incoming, name)) : [])
  await until('it is kept', () => kept().some((path) => readFileSync(path, 'utf8').includes('Awa Diop')))
  expect(await command('list')).toMatchObject({ code: 0 })
  expect(kept()).toHaveLength(1)
  running.child.kill('SIGKILL')
  await running.ended
  expect(kept()).toHaveLength(1)
  expect(await command('list')).toMatchObject({ code: 0 })
  expect(kept()).toEqual([])
})

test('payouts of a desk that is killed while programs post them are stored whole or not at all, and once', async () => {
  const { db, key, desk } = await openSite()
  // At the third group of payouts: it is stored, and not answered; others are on their way.
  const dying = await desk('before-enqueue kill 3', '--no-worker')
  const postOne = (url: string, n: number) =>
    fetch(`${url}/api/v1/payouts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        reference: `P-${n}`,
        operator: 'mtn-benin',
        phone_number: beninNumber(n),
        amount: '1500',
      }),
    }).then(
      async (answer) => ({ status: answer.status, id: ((await answer.json()) as { id: string }).id }),
      () => null,
    )
  const all = Array.from({ length: 300 }, (_, n) => n)
  let next = 0
  const first = new Map<number, Awaited<ReturnType<typeof postOne>>>()
  const post = async () => {
    for (let n = all[next++]; n !== undefined; n = all[next++]) first.set(n, await postOne(dying.url, n))
  }
  await Promise.all(Array.from({ length: 30 }, post))
  await dying.running.ended
  const answered = all.filter((n) => first.get(n)?.status === 201)
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThan(300)
  const other = await desk()
  const again = await Promise.all(all.map((n) => postOne(other.url, n)))
  expect(new Set(again.map((answer) => answer?.status))).toEqual(new Set([200, 201]))
  for (const n of answered) expect(again[n]).toEqual({ status: 200, id: first.get(n)?.id })
  const counts = `select count(distinct p.reference)::int as payouts, count(*)::int as rows,
                         count(distinct p.batch_no)::int as batches, count(distinct c.batch_no)::int as chunks,
                         (count(*) filter (where p.state = 'paid'))::int as paid
                    from payrun.payouts p left join payrun.chunks c using (batch_no, chunk_no)`
  // Those that nobody has enqueued are found by the sweep.
  await until('all are paid', async () => (await db.query(counts))[0]?.['paid'] === 300)
  expect(await db.query(counts)).toEqual([{ payouts: 300, rows: 300, batches: 300, chunks: 300, paid: 300 }])
}, 120_000)

test('a desk that is told to stop finishes the upload that is under way, and takes no further one', async () => {
  const { db, key, desk } = await openSite()
  const { url, running } = await desk(undefined, '--no-worker')
  const body = Buffer.from(fileOf(2000))
  const upload = request(`${url}/api/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': body.length },
  })
  const answered = once(upload, 'response')
  upload.write(body.subarray(0, 40_000))
  await pause(500)
  running.child.kill('SIGTERM')
  await until('nothing further is taken', async () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 503,
      () => true,
    ),
  )
  upload.end(body.subarray(40_000))
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  response.resume()
  expect(await running.ended).toMatchObject({ code: 0 })
  expect((await db.ledger.pool.query('select from payrun.payouts')).rowCount).toBe(2000)
})

test('a file of 250,000 rows is submitted in bounded memory while others poll, and one that breaks off leaves nothing', async () => {
  const { db, key, desk } = await openSite()
  const { url, running } = await desk(undefined, '--no-worker')
  const file = fileOf(250_000)
  const broken = request(`${url}/api/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', 'content-length': file.length },
  })
  broken.on('error', () => undefined)
  broken.write(file.slice(0, 5_000_000), () => broken.destroy())
  let polls = 0
  let isOver = false
  const poll = async () => {
    while (!isOver) {
      const answer = await fetch(`${url}/api/v1/batches`, { headers: { authorization: `Bearer ${key}` } }).catch(
        () => null,
      )
      if (answer?.status === 200) polls += 1
      await answer?.arrayBuffer()
      await pause(50)
    }
  }
  const polling = Promise.all([poll(), poll()])
  const before = peakOf(running)
  let submitted = await post(url, key, file)
  // A machine that stands still for long: as it asks (Retry-After), once more.
  if (submitted?.status === 503) submitted = await post(url, key, file)
  isOver = true
  await polling
  expect(submitted, running.output().stderr).toMatchObject({ status: 201 })
  expect(polls).toBeGreaterThan(20)
  expect((await db.ledger.pool.query('select from payrun.batches')).rowCount).toBe(1)
  expect(peakOf(running) - before).toBeLessThan(80)
})

test('a form that falls silent after its file is answered all the same, and keeps nobody and nothing', async () => {
  const { db, key, desk } = await openSite()
  const { url, running } = await desk(undefined, '--no-worker')
  const upload = request(`${url}/api/v1/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'multipart/form-data; boundary=cut' },
  })
  upload.on('error', () => undefined)
  const answered = once(upload, 'response')
  upload.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
  upload.write(`${fileOf(3)}\r\n--cut\r\nContent-Disposition: form-data; name="x"\r\n\r\nand then`)
  const [response] = await answered
  expect(response.statusCode).toBe(400)
  expect((await db.ledger.pool.query('select from payrun.batches')).rowCount).toBe(0)
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 0 })
})
