import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumTitle, openChromium, withoutChromium } from '../harness/chromium.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writePayroll } from '../harness/payroll.ts'
import { type Running, startPayrun, until } from '../harness/payrun.ts'
import { findRedis, freePort, hasRedisServer, startRedisServer } from '../harness/redis.ts'

const paying = setUpPaying()
const password = 'planted board password é'
const redis = await findRedis()
if ('skipped' in redis && process.env['CI']) throw new Error(`Redis tests can't be left out in CI: ${redis.skipped}`)
const redisTitle = `Redis${'skipped' in redis ? ` (skipped: ${redis.skipped})` : ''}`

afterAll(async () => {
  if ('stop' in redis) await redis.stop()
})
beforeEach(() => {
  paying.env['PAYRUN_BOARD_PASSWORD'] = password
})

interface Board extends Running {
  url: string
}

async function startBoard(): Promise<Board> {
  const running = startPayrun(['board', '--port', '0', '--json'], { env: paying.env, cwd: paying.folder })
  await until('the board is ready', () => {
    if (running.child.exitCode !== null) throw new Error(`the board ended: ${running.output().stderr}`)
    return running.output().stdout.includes('}')
  })
  return { ...running, url: JSON.parse(running.output().stdout).url }
}

async function stop(board: Board): Promise<void> {
  board.child.kill('SIGTERM')
  expect((await board.ended).code).toBe(0)
}

const login = (user = 'payrun', word = password) => ({
  authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`,
})

async function ask(board: Board, path: string, init: RequestInit = { headers: login() }) {
  const response = await fetch(`${board.url}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** The queue of batches, as the page is told of it, with the jobs that wait. */
async function waiting(board: Board) {
  const { status, text } = await ask(board, '/api/queues?activeQueue=payouts&status=waiting&page=1&jobsPerPage=10')
  expect(status, text).toBe(200)
  const { queues } = JSON.parse(text)
  return queues.find(({ name }: { name: string }) => name === 'payouts')
}

describe.each([
  { store: 'Postgres', skip: false, redisUrl: '' },
  { store: redisTitle, skip: 'skipped' in redis, redisUrl: 'skipped' in redis ? '' : redis.url },
])('the queue on $store, looked at', ({ skip, redisUrl }) => {
  beforeEach(() => {
    paying.env['REDIS_URL'] = redisUrl
  })

  it.skipIf(skip)('is shown to whoever has the password, with ids only, and to nobody else', async () => {
    writePayroll(paying.folder, 3)
    const id = (await paying.call('submit', 'payroll.csv')).stdout.trim()
    const board = await startBoard()
    const wrong = [
      undefined,
      {},
      login('payrun', `${password}x`),
      login('admin'),
      login('payrun', ''),
      { authorization: 'Basic' },
    ]
    for (const headers of wrong)
      for (const path of ['/', '/api/queues', '/queue/payouts', '/static/images/logo.svg', '/nothing']) {
        const refused = await ask(board, path, headers ? { headers } : {})
        expect(refused.status, path).toBe(401)
        expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
        expect(refused.text).not.toMatch(/payouts|bull/i)
      }
    const page = await ask(board, '/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<title>payrun</title>')
    const [, script = ''] = /<script[^>]* src="([^"]*main[^"]*)"/.exec(page.text) ?? []
    expect((await ask(board, `/${script}`)).status).toBe(200)
    const { queues } = JSON.parse((await ask(board, '/api/queues')).text)
    const names = queues.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['payouts', 'schedules', 'payouts-sandbox', 'schedules-sandbox'])
    const queue = await waiting(board)
    expect(queue).toMatchObject({ readOnlyMode: true, allowRetries: false, counts: { waiting: 1 } })
    expect(queue.jobs.map(({ data }: { data: unknown }) => data)).toEqual([{ batch: id, chunk: 1 }])
    for (const secret of [beninNumber(1), 'Person 1', 'EMP-1']) expect(JSON.stringify(queue)).not.toContain(secret)
    await stop(board)
  })

  it.skipIf(skip)('can not be changed there', async () => {
    writePayroll(paying.folder, 3)
    await paying.call('submit', 'payroll.csv')
    const board = await startBoard()
    const [job] = (await waiting(board)).jobs
    const body = JSON.stringify({ name: 'pay-chunk', data: { batch: 'x', chunk: 1 }, options: {} })
    const attempts = [
      ['POST', '/api/queues/payouts/add'],
      ['PUT', '/api/queues/payouts/empty'],
      ['PUT', '/api/queues/payouts/pause'],
      ['PUT', '/api/queues/pause'],
      ['PUT', '/api/queues/payouts/obliterate'],
      ['PUT', `/api/queues/payouts/${job.id}/clean`],
      ['PUT', `/api/queues/payouts/${job.id}/retry`],
      ['PATCH', `/api/queues/payouts/${job.id}/update-data`],
      ['DELETE', '/api/queues/payouts'],
    ] as const
    for (const [method, path] of attempts) {
      const headers = { ...login(), 'content-type': 'application/json' }
      const { status, text } = await ask(board, path, { method, headers, body })
      expect({ path, status, text }).toEqual({ path, status: 405, text: '{"error":"Nothing can be changed here."}' })
      expect((await ask(board, path, { method })).status).toBe(401)
    }
    const queue = await waiting(board)
    expect(queue).toMatchObject({ isPaused: false, counts: { waiting: 1 } })
    expect(queue.jobs).toEqual([expect.objectContaining({ id: job.id, data: job.data })])
    await stop(board)
  })
})

describe('the board', () => {
  it('does not start without a password, nor with a short one, and tells neither', async () => {
    paying.env['PAYRUN_BOARD_PASSWORD'] = ''
    const without = await paying.call('board', '--port', '0')
    expect(without).toMatchObject({ code: 2, stdout: '' })
    expect(without.stderr).toContain('PAYRUN_BOARD_PASSWORD is not set')
    paying.env['PAYRUN_BOARD_PASSWORD'] = 'elevenchars'
    const short = await paying.call('board', '--port', '0')
    expect(short.code).toBe(2)
    expect(short.stderr).toBe(
      'PAYRUN_BOARD_PASSWORD must have at least 12 characters. Set it in the environment or in .env.\n',
    )
  })

  it('says that its port is taken, and on which address others can read the password', async () => {
    const first = await startBoard()
    const taken = await paying.call('board', '--port', new URL(first.url).port)
    expect(taken.code).toBe(2)
    expect(taken.stderr).toContain('is in use already')
    const open = startPayrun(['board', '--port', `${await freePort()}`, '--host', '0.0.0.0'], {
      env: paying.env,
      cwd: paying.folder,
    })
    await until('it is ready', () => open.output().stderr.includes('Stop it with Ctrl-C'))
    expect(open.output().stderr).toContain('Warning: on 0.0.0.0 the password comes in without TLS')
    open.child.kill('SIGINT')
    expect(await open.ended).toMatchObject({ code: 0 })
    await stop(first)
  })

  it.skipIf(!hasRedisServer())(
    'whose Redis goes away says so, in its own words, and goes on when it is back',
    async () => {
      const own = await startRedisServer()
      try {
        paying.env['REDIS_URL'] = own.url
        const board = await startBoard()
        await own.kill()
        const away = await ask(board, '/api/queues')
        expect(away).toMatchObject({ status: 500, text: '{"error":"The queue does not answer."}' })
        await own.restart()
        await until('it is shown again', async () => (await ask(board, '/api/queues')).status === 200)
        await stop(board)
      } finally {
        await own.stop()
      }
    },
  )

  it.skipIf(withoutChromium)(
    `shows a queue's jobs in a browser, and asks no other server${chromiumTitle}`,
    async () => {
      writePayroll(paying.folder, 3)
      const id = (await paying.call('submit', 'payroll.csv')).stdout.trim()
      const board = await startBoard()
      const browser = await openChromium()
      try {
        const context = await browser.newContext({ httpCredentials: { username: 'payrun', password } })
        const page = await context.newPage()
        const elsewhere: string[] = []
        page.on('response', (response) => {
          if (!response.url().startsWith(board.url)) elsewhere.push(response.url())
        })
        await page.goto(`${board.url}/queue/payouts?status=waiting`)
        await page.getByText('pay-chunk').first().waitFor()
        const text = await page.locator('body').innerText()
        expect(text).toContain(`${id}-1-`)
        expect(text).not.toMatch(/Retry|Promote|Add job|Obliterate/i)
        expect(elsewhere).toEqual([])
      } finally {
        await browser.close()
      }
      await stop(board)
    },
  )
})
