import { expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '../harness/mailServer.ts'
import { setUpPaying } from '../harness/paying.ts'
import { writePayroll } from '../harness/payroll.ts'
import { startPayrun, until } from '../harness/payrun.ts'
import { startReceiver } from '../harness/receiver.ts'

const paying = setUpPaying()

it('a run tells of its batch before it ends, by webhook and by e-mail, and prints what it would have printed', async () => {
  const [receiver, mail] = [await startReceiver(), await startMailServer()]
  onTestFinished(async () => void (await Promise.all([receiver.close(), mail.close()])))
  Object.assign(paying.env, {
    PAYRUN_WEBHOOK_URL: receiver.url,
    PAYRUN_SMTP_URL: mail.url,
    PAYRUN_MAIL_TO: 'a@example.com',
  })
  const file = writePayroll(paying.folder, 3)
  const ended = await paying.call('run', file, '--json')
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  const posted = receiver.posted.map(({ body }) => JSON.parse(body))
  const alerts = posted.filter(({ type }) => type === 'alert')
  expect(alerts).toMatchObject([
    { event: 'batch.settled', batch: { id: JSON.parse(ended.stdout).id, counts: { paid: 3 } } },
  ])
  const events = posted.filter(({ type }) => type === 'events').flatMap((page) => page.events)
  expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1))
  expect(events.map(({ type, to }) => `${type} ${to}`)).toEqual([
    'batch running',
    ...Array.from({ length: 3 }, () => 'row paid'),
    'batch settled',
  ])
  expect(mail.mails).toMatchObject([{ from: 'a@example.com', to: ['a@example.com'] }])
  for (const text of [...receiver.posted.map(({ body }) => body), mail.mails[0]?.text, ended.stderr]) {
    expect(text).not.toMatch(/Person \d|2290197|planted-/)
  }
})

it('a webhook that is away holds up neither the paying nor the exit code; a worker tells of it later', async () => {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  receiver.answers.push(500)
  Object.assign(paying.env, { PAYRUN_WEBHOOK_URL: receiver.url, PAYRUN_WEBHOOK_EVENTS: '0' })
  const ended = await paying.call('run', writePayroll(paying.folder, 2))
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  expect(ended.stderr).toContain('an alert could not be sent yet')
  expect(receiver.posted).toHaveLength(1)
  const worker = startPayrun(['worker'], { env: paying.env, cwd: paying.folder })
  await until('the worker has told of it', () => receiver.posted.length === 2)
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toMatchObject({ code: 0 })
  expect(new Set(receiver.posted.map(({ headers }) => headers['x-payrun-alert'])).size).toBe(1)
})
