import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'

const paying = setUpPaying()
const webhook = (...args: string[]) => paying.call('webhook', ...args)

async function receive(): Promise<Receiver> {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  Object.assign(paying.env, { PAYRUN_WEBHOOK_URL: receiver.url })
  return receiver
}
const pagesOf = ({ posted }: Receiver): { n: number; to: string }[][] =>
  posted
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === 'events')
    .map(({ events }) => events)

it.each([{}, { PAYRUN_WEBHOOK_URL: 'http://127.0.0.1:1/', PAYRUN_WEBHOOK_EVENTS: '0' }])(
  'resend and list say what to set where no webhook gets events: %j',
  async (env) => {
    Object.assign(paying.env, env)
    for (const command of ['resend', 'list']) {
      const ended = await webhook(command)
      expect(ended).toMatchObject({ code: 2, stdout: '' })
      expect(ended.stderr).toContain('There is no webhook for events: set PAYRUN_WEBHOOK_URL')
    }
  },
)

it('resend has workers post what was paid before there was a webhook; list shows what waits and what went through', async () => {
  expect((await paying.call('run', writePayroll(paying.folder, 3))).code).toBe(0)
  const receiver = await receive()
  expect((await webhook('list')).stdout).toBe('Nothing has been posted yet, and nothing is waiting.\n')
  const resent = await webhook('resend')
  expect(resent).toMatchObject({ code: 0, stdout: '5 events will be posted again, in 1 post.\n' })
  expect(JSON.parse((await webhook('resend', '--after', '1', '--until', '2', '--json')).stdout)).toEqual({
    events: 1,
    posts: 1,
  })
  expect(await webhook('resend', '--after', '5')).toMatchObject({
    code: 0,
    stdout: 'No event has such a number: nothing is posted again.\n',
  })
  expect(JSON.parse((await webhook('list', '--json')).stdout)).toMatchObject({
    deliveries: [
      { first_n: 2, last_n: 2, state: 'waiting', resent: true, attempts: 0, done_at: null },
      { first_n: 1, last_n: 5, state: 'waiting', resent: true, attempts: 0, done_at: null },
    ],
  })
  const worker = startPayrun(['worker'], { env: { ...paying.env, PAYRUN_WORKER_PORT: 'off' }, cwd: paying.folder })
  await until('both pages are posted', () => pagesOf(receiver).length === 2)
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toMatchObject({ code: 0 })
  expect(pagesOf(receiver).map((page) => page.map(({ n }) => n))).toEqual([[1, 2, 3, 4, 5], [2]])
  expect((await webhook('list')).stdout).toMatch(/^Events .*\n.*\n2-2 +received /)
})

it('resend is for administrators, and its numbers have an order', async () => {
  await receive()
  await paying.addAccount('Awa', 'preparer')
  await paying.addAccount('Kofi', 'admin')
  const refused = await paying.callAs('Awa', 'webhook', 'resend')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('It needs one of these roles: admin')
  expect((await paying.callAs('Kofi', 'webhook', 'resend')).code).toBe(0)
  const ledger = new pg.Client(paying.env['DATABASE_URL'])
  await ledger.connect()
  onTestFinished(() => ledger.end())
  const { rows } = await ledger.query(`select actor, subject from payrun.changes where what = 'events.resent'`)
  expect(rows).toEqual([{ actor: 'Kofi', subject: '1-' }])
  const ended = await webhook('resend', '--after', '7', '--until', '7')
  expect(ended).toMatchObject({ code: 2 })
  expect(ended.stderr).toContain('--until must be more than --after, which is 7.')
})
