import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'

const paying = setUpPaying()

it('a worker that is killed after a page was received, before it noted so, has it posted again by the next, with the same id', {
  timeout: 120_000,
}, async () => {
  const pages: { id: string; body: string }[] = []
  let answers = false
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (JSON.parse(body).type === 'events') {
      pages.push({ id: String(request.headers['webhook-id']), body })
      if (!answers) return
    }
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(paying.env, { PAYRUN_WEBHOOK_URL: url, PAYRUN_WORKER_PORT: 'off' })
  const worker = () => startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
  const first = worker()
  expect((await paying.call('submit', writePayroll(paying.folder, 20))).code).toBe(0)
  await until('a page was received', () => pages.length > 0, 60_000)
  first.child.kill('SIGKILL')
  await first.ended
  answers = true
  // As if the minute were over for which the first one had it in hand.
  await queryOnce(
    paying.env['DATABASE_URL']!,
    'update payrun.webhook_deliveries set next_at = now() where done_at is null',
  )
  const second = worker()
  const seen = () =>
    pages.slice(1).flatMap(({ body }) => JSON.parse(body).events.map((event: { n: number }) => event.n))
  await until('the rest was posted', () => seen().length >= 22, 60_000)
  second.child.kill('SIGTERM')
  await second.ended
  expect(pages[1]).toEqual(pages[0])
  expect(seen()).toEqual(seen().map((_: number, index: number) => seen()[0] + index))
  expect(seen()[0]).toBe(JSON.parse(pages[0]!.body).events[0].n)
})
