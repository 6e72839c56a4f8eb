import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alertRetrySeconds } from '../../jobs/sendAlerts.ts'
import type { Alert } from '../../src/alerts/alert.ts'
import { createWebhook } from '../../src/alerts/webhook.ts'
import { approveBatch, readFigures } from '../../src/ledger/batches/approveBatch.ts'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import { purgeBatch } from '../../src/ledger/batches/purgeBatch.ts'
import { checkSignature } from '../../src/provider/notifications/signature.ts'
import { payableRows } from '../harness/ledger.ts'
import { writeFile } from '../harness/payroll.ts'
import { temporaryFolder } from '../harness/payrun.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'
import { db, email, letPass, logged, mail, pausedBatch, receiver, secret, send, setUpTold, webhook } from './told.ts'

setUpTold()

describe('a webhook', () => {
  it('hears once of a batch that paused, in counts and sums, signed', async () => {
    const { batchId } = await pausedBatch()
    await send(webhook())
    await send(webhook())
    expect(receiver.posted).toHaveLength(1)
    const [{ path, headers, body }] = receiver.posted as [Receiver['posted'][number]]
    expect(path).toBe('/hook?who=payrun')
    expect(checkSignature(String(headers['x-payrun-signature']), body, secret)).toEqual({ ok: true })
    const alert = JSON.parse(body) as Alert
    expect(alert).toMatchObject({
      event: 'batch.paused',
      batch: { id: batchId, state: 'paused', reason: 'tls', rows: 2, counts: { pending: 2 } },
    })
    expect(alert.batch?.sums['pending']).toEqual({ XOF: expect.stringMatching(/^\d+$/) })
    expect(alert.text).toContain(`payrun resume ${batchId}`)
    expect(alert.text).toContain("The provider's certificate can't be trusted")
    expect(alert.text).not.toMatch(/\btls\b/)
    expect(headers['x-payrun-alert']).toBe(alert.id)
    expect(body.replace(alert.id, '')).not.toMatch(/\d{9,}|Person|R-?\d/)
  })

  it.each([
    ['refused_in_a_row', 'Solde insuffisant', 'If your account with the provider is empty, top it up first.'],
    ['unauthorized', 'Not approved for payouts', 'the account may not be approved for payouts.'],
  ] as const)('hears with %s what the provider said, and what to do', async (reason, says, whatToDo) => {
    const { batchNo } = await db.batchOf(payableRows(2))
    await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason, says })
    await send(webhook())
    const alert = JSON.parse(receiver.posted[0]?.body ?? '') as Alert
    expect(alert.batch).toMatchObject({ reason, reason_says: says })
    expect(alert.text).toContain(says)
    expect(alert.text).toContain(whatToDo)
  })

  it.each(['hours', 'window', 'float'] as const)('is not told to resume what goes on by itself: %s', async (reason) => {
    const { batchId, batchNo } = await db.batchOf(payableRows(2))
    await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason })
    await send(webhook())
    const { text } = JSON.parse(receiver.posted[0]?.body ?? '') as Alert
    expect(text).toContain('Workers go on by themselves')
    expect(text).toContain(`payrun status ${batchId}`)
    expect(text).not.toMatch(/until the batch is resumed|payrun resume/)
  })

  it('is not told of what is nobody’s business: batches that begin or go on, and those of the sandbox', async () => {
    const { batchNo } = await pausedBatch()
    await moveBatch(db.ledger, batchNo, ['paused'], { to: 'running' })
    const other = await db.batchOf(payableRows(1), { sandbox: true })
    await moveBatch(db.ledger, other.batchNo, ['running'], { to: 'paused', reason: 'person' })
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body).event)).toEqual(['batch.paused'])
  })

  it('is not told that a batch paused which only waits for its time: going on with it by hand would pay it early', async () => {
    const startAt = new Date(Date.now() + 3_600_000)
    await db.batchOf(payableRows(1), { startAt })
    const { batchNo } = await db.batchOf(payableRows(1), { startAt, peopleNeeded: 2, actor: 'Awa' })
    const wish = { ...(await readFigures(db.ledger, batchNo)), batchNo, approver: 'Kofi', login: 'kofi', note: null }
    expect(await approveBatch(db.ledger, wish)).toMatchObject({ kind: 'approved', state: 'paused' })
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body).event)).toEqual(['batch.awaiting_approval'])
  })

  it('is not told once more of a batch that settled long ago when it is purged', async () => {
    const { batchNo } = await db.batchOf(payableRows(1))
    await db.query('update payrun.chunks set open = false')
    await db.query(`update payrun.payouts set state = 'cancelled', holds_key = false`)
    expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })).toBe(true)
    await send(webhook())
    expect(await purgeBatch(db.ledger, batchNo, [], 'awa')).toBe(true)
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body).event)).toEqual(['batch.settled'])
  })

  const failedRun = (code: string, inFolder: boolean) =>
    db.query(`with s as (
        insert into payrun.schedules (name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter, submitter_login)
        values ('Salaries', '/srv/secret-place', '0 8 25 * *', 'Africa/Porto-Novo', 'yyyy-MM', false, '{}', 1, 'ada', 'ada')
        returning schedule_no)
      insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, code, message)
      select schedule_no, '2026-11-25 08:00', now(), '2026-11', 'november.csv', ${inFolder}, '${code}', '"secret words"' from s`)

  it('hears of a schedule whose run failed, by its name and a code', async () => {
    await failedRun('missing', false)
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body))).toMatchObject([
      { event: 'schedule.failed', batch: null, schedule: { name: 'Salaries', code: 'missing' } },
    ])
    expect(receiver.posted[0]?.body).not.toContain('secret')
  })

  it('hears that a file of a scheduled folder failed, and not that nobody was paid', async () => {
    await failedRun('refused', true)
    await send(webhook())
    expect(JSON.parse(receiver.posted[0]?.body ?? '').text).toContain(
      'A file of the schedule Salaries failed (refused)',
    )
  })

  it('with a user and a password in its address is given them as it should be', async () => {
    await pausedBatch()
    await send(createWebhook({ url: `${receiver.url.replace('//', '//50%:p%C3%A9%3A1@')}/hook`, secret }))
    expect(receiver.posted.map(({ path, headers }) => [path, headers['authorization']])).toEqual([
      ['/hook', `Basic ${Buffer.from('50%:pé:1').toString('base64')}`],
    ])
  })

  it('that fails is tried again after a while, with the same id, and told once it answers', async () => {
    await pausedBatch()
    receiver.answers.push(503, 429)
    for (let round = 0; round < 3; round += 1) {
      await send(webhook())
      await send(webhook())
      await letPass()
    }
    expect(receiver.posted).toHaveLength(3)
    expect(new Set(receiver.posted.map(({ headers }) => headers['x-payrun-alert'])).size).toBe(1)
    expect(logged.filter((line) => line.startsWith('warn')).map((line) => line.match(/"reason":"(.*?)"/)?.[1])).toEqual(
      ['HTTP 503', 'HTTP 429'],
    )
    expect(
      await db.query('select attempts, done_at is null as open, trouble from payrun.alerts where attempts > 0'),
    ).toEqual([{ attempts: 3, open: false, trouble: null }])
  })

  it.each([
    { what: 'says that it will never take it', answer: 410 },
    { what: 'sends us elsewhere', answer: { status: 307, location: 'http://127.0.0.1:1/' } },
  ])('that $what is not asked again', async ({ answer }) => {
    await pausedBatch()
    receiver.answers.push(answer)
    await send(webhook())
    await letPass()
    await send(webhook())
    expect(receiver.posted).toHaveLength(1)
    expect(logged.filter((line) => line.startsWith('error'))).toHaveLength(1)
  })

  it('that nobody listens at is given up in the end, with a line at error level', async () => {
    await pausedBatch()
    const dead = await startReceiver()
    await dead.close()
    const channel = createWebhook({ url: `${dead.url}/secret-path`, secret })
    for (let round = 0; round <= alertRetrySeconds.length + 1; round += 1) {
      await send(channel)
      await letPass()
    }
    const [row] = await db.query(
      'select attempts, done_at is not null as done, trouble from payrun.alerts where attempts > 0',
    )
    expect(row).toEqual({ attempts: alertRetrySeconds.length + 1, done: true, trouble: 'ECONNREFUSED' })
    expect(logged.filter((line) => line.startsWith('error'))).toHaveLength(1)
    expect(logged.join()).not.toContain('secret')
  })

  it.each([
    { what: 'a text', key: secret, bytes: Buffer.from(secret) },
    { what: 'whsec_ and base64', key: `whsec_${Buffer.alloc(24, 7).toString('base64')}`, bytes: Buffer.alloc(24, 7) },
  ])('can check it as Standard Webhooks has it, with a secret that is $what', async ({ key, bytes }) => {
    await pausedBatch()
    receiver.answers.push(500)
    for (const _ of [1, 2]) {
      await send(createWebhook({ url: receiver.url, secret: key }))
      await letPass()
    }
    const [first, second] = receiver.posted.map(({ headers }) => headers['webhook-id'])
    expect(first).toMatch(/^[\w-]+$/)
    expect(second).toBe(first)
    for (const { headers, body } of receiver.posted) {
      const { 'webhook-id': id, 'webhook-timestamp': at } = headers
      expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(120)
      const right = createHmac('sha256', bytes).update(`${id}.${at}.${body}`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${right}`)
    }
  })

  it('is given samples that tell what is genuine from what is not', async () => {
    await pausedBatch()
    await send(webhook())
    const [{ headers, body }] = receiver.posted as [Receiver['posted'][number]]
    const docs = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
    const sample = (name: string) =>
      docs
        .split(`<!-- sample: ${name} -->`)[1]!
        .split('```')[1]!
        .replace(/^\w+\n/, '')
    const folder = temporaryFolder()
    try {
      const { isGenuine } = await import(writeFile(folder.path, 'check.ts', sample('check.ts')))
      expect(isGenuine(headers, body, secret)).toBe(true)
      expect(isGenuine(headers, `${body} `, secret)).toBe(false)
      expect(isGenuine({ ...headers, 'webhook-timestamp': '1764000000' }, body, secret)).toBe(false)
      const asked = [JSON.stringify(headers), body, secret]
      const asking = `\nimport json, sys\nh, b, s = sys.argv[1:]\nprint(is_genuine(json.loads(h), b.encode(), s), is_genuine(json.loads(h), b"x", s))\n`
      const python = spawnSync('python3', ['-c', sample('check.py') + asking, ...asked], { encoding: 'utf8' })
      if (!python.error) expect(python.stdout.trim(), python.stderr).toBe('True False')
    } finally {
      folder.remove()
    }
  })

  it('that was tried is tried again for three days, though what is a day old and untried is not told', async () => {
    expect(alertRetrySeconds.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(3 * 86_400)
    await pausedBatch()
    receiver.answers.push(503)
    await send(webhook())
    await pausedBatch()
    await db.query(`alter table payrun.batch_events disable trigger batch_events_append_only;
      update payrun.batch_events set at = at - interval '3 days'`)
    await letPass()
    await send(webhook())
    expect(receiver.posted).toHaveLength(2)
  })

  it('is told once by ten processes that look at the same moment', async () => {
    await pausedBatch()
    await pausedBatch()
    await Promise.all(Array.from({ length: 10 }, () => send(webhook())))
    expect(receiver.posted).toHaveLength(2)
  })

  it('hears nothing of what was over before the process that sends first began, and hears of what still waits', async () => {
    const age = (hours: number) =>
      db.query(`alter table payrun.batch_events disable trigger batch_events_append_only;
        update payrun.batch_events set at = at - interval '${hours} hours'`)
    const settle = async () => {
      const { batchNo } = await db.batchOf(payableRows(1))
      await db.query('update payrun.chunks set open = false')
      await db.query(`update payrun.payouts set state = 'cancelled', holds_key = false`)
      expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })).toBe(true)
    }
    await settle()
    await failedRun('missing', false)
    await db.query(`update payrun.schedule_runs set at = at - interval '20 hours'`)
    await pausedBatch()
    await age(20)
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body).event)).toEqual(['batch.paused'])
    // Later, nobody may have been there for a while.
    await settle()
    await age(2)
    await db.query(`update payrun.alerts set done_at = done_at - interval '10 hours' where subject = 'beginning'`)
    await send(webhook())
    expect(receiver.posted.map(({ body }) => JSON.parse(body).event)).toEqual(['batch.paused', 'batch.settled'])
  })

  it('hears nothing of what is a day old: whoever sets one up is not told of last year', async () => {
    await pausedBatch()
    await db.query(`alter table payrun.batch_events disable trigger batch_events_append_only;
      update payrun.batch_events set at = at - interval '25 hours'`)
    await send(webhook())
    expect(receiver.posted).toHaveLength(0)
  })
})

it('one channel that fails does not keep the other from telling', async () => {
  await pausedBatch()
  receiver.answers.push(500)
  const channel = email()
  await send(webhook(), channel)
  channel.close()
  expect(mail.mails).toHaveLength(1)
  expect(
    await db.query('select channel, done_at is null as open from payrun.alerts where attempts > 0 order by 1'),
  ).toEqual([
    { channel: 'email', open: false },
    { channel: 'webhook', open: true },
  ])
})
