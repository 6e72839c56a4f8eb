import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { sendAlerts } from '../../jobs/sendAlerts.ts'
import type { AlertChannel } from '../../src/alerts/alert.ts'
import { createEmail } from '../../src/alerts/email.ts'
import { createWebhook } from '../../src/alerts/webhook.ts'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import type { LogFields } from '../../src/log.ts'
import { type LedgerServer, payableRows, startLedgerServer, type TestLedger } from '../harness/ledger.ts'
import { type MailServer, startMailServer } from '../harness/mailServer.ts'
import { type Receiver, startReceiver } from '../harness/receiver.ts'

export const secret = 'a-secret-of-the-webhook'

export let server: LedgerServer
export let db: TestLedger
export let receiver: Receiver
export let mail: MailServer
export const logged: string[] = []
const log = (level: string) => (message: string, fields?: LogFields) =>
  void logged.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`)

/** Register the hooks of a test file: what is exported here is made anew before each of its tests. */
export function setUpTold(): void {
  beforeAll(async () => {
    server = await startLedgerServer()
  })
  beforeEach(async () => {
    db = await server.open()
    receiver = await startReceiver()
    mail = await startMailServer()
    logged.length = 0
  })
  afterEach(async () => {
    await receiver.close()
    await mail.close()
  })
  afterAll(() => server.stop())
}

export const webhook = (timeoutMs = 10_000) =>
  createWebhook({ url: `${receiver.url}/hook?who=payrun`, secret, timeoutMs })
export const email = (smtpUrl = mail.url) =>
  createEmail({
    language: 'en',
    smtpUrl,
    needsTls: false,
    from: 'payrun@example.com',
    to: ['a@example.com', 'b@example.com'],
  })
export const send = (...channels: AlertChannel[]) =>
  sendAlerts({
    ledger: db.ledger,
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    sandbox: false,
    language: 'en',
    channels,
  })
export const letPass = () => db.query(`update payrun.alerts set next_at = now() where done_at is null`)

/** A batch of two rows that somebody has paused. */
export async function pausedBatch(): Promise<{ batchNo: number; batchId: string }> {
  const batch = await db.batchOf(payableRows(2))
  expect(await moveBatch(db.ledger, batch.batchNo, ['running'], { to: 'paused', reason: 'tls' })).toBe(true)
  return batch
}
