import { describe, expect, it } from 'vitest'
import { moveBatch } from '../../src/ledger/batches/batches.ts'
import { payableRows } from '../harness/ledger.ts'
import type { MailServer } from '../harness/mailServer.ts'
import { db, email, logged, mail, pausedBatch, send, setUpTold } from './told.ts'

setUpTold()

describe('e-mail', () => {
  it.each([
    'a\r\nBcc: victim@example.com',
    'a\nContent-Type: text/html\n\n<b>x</b>',
    'a\rX-Other: 1',
    'a\u2028Bcc: victim@example.com',
    'a\u0085Bcc: victim@example.com',
    '=?utf-8?q?a=0d=0aBcc:_victim@example.com?=',
    '{name} {n, plural, other {#}} $(id) {{1}}',
    '\u202egnp.exe \u2066x\u2069 \u001b[2J',
    `${'x'.repeat(70)}\r\n Bcc: victim@example.com`,
  ])('has one subject and no header more, whatever a batch is called: %j', async (name) => {
    const { batchNo } = await db.batchOf(payableRows(1), { name })
    await moveBatch(db.ledger, batchNo, ['running'], { to: 'paused', reason: 'tls' })
    const channel = email()
    await send(channel)
    channel.close()
    const [{ to, text }] = mail.mails as [MailServer['mails'][number]]
    expect(to).toEqual(['a@example.com', 'b@example.com'])
    const head = text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
    const names = head.split(/[\r\n\u0085\u2028]+/).map((line) => line.split(':')[0])
    const own = [
      'Content-Transfer-Encoding',
      'Content-Type',
      'Date',
      'From',
      'MIME-Version',
      'Message-ID',
      'Subject',
      'To',
    ]
    expect(names.sort()).toEqual([...own, 'X-Payrun-Alert'].sort())
    expect(head).toContain('Content-Type: text/plain')
    expect(text).not.toMatch(/(?![\r\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
  })

  it('goes to everybody, with the figures, and nothing of anybody', async () => {
    const { batchId } = await pausedBatch()
    const channel = email()
    await send(channel)
    channel.close()
    expect(mail.mails).toHaveLength(1)
    const [{ from, to, text }] = mail.mails as [MailServer['mails'][number]]
    expect({ from, to }).toEqual({ from: 'payrun@example.com', to: ['a@example.com', 'b@example.com'] })
    expect(text).toMatch(/^Subject: payrun: March is paused\r$/m)
    expect(text).toContain('pending: 2 (')
    expect(text.replace(/=\r\n/g, '')).toContain(batchId)
  })

  it('a name with line breaks in it makes no header of its own', async () => {
    const { batchNo } = await pausedBatch()
    await db.query(`update payrun.batches set name = E'March\\r\\nBcc: c@example.com' where batch_no = $1`, [batchNo])
    const channel = email()
    await send(channel)
    channel.close()
    expect(mail.mails[0]?.to).toEqual(['a@example.com', 'b@example.com'])
    expect(mail.mails[0]?.text).not.toMatch(/^Bcc:/m)
  })

  it.each([
    { what: 'is busy', refuse: 451, open: true, trouble: 'SMTP 451' },
    { what: 'refuses the message', refuse: 550, open: false, trouble: 'SMTP 550' },
  ])('a server that $what is asked again, or not', async ({ refuse, open, trouble }) => {
    await pausedBatch()
    mail.refuseWith(refuse)
    const channel = email()
    await send(channel)
    channel.close()
    expect(await db.query('select done_at is null as open, trouble from payrun.alerts where attempts > 0')).toEqual([
      { open, trouble },
    ])
  })

  it('a wrong password is tried again, since somebody may fix it, and stands in no log', async () => {
    await pausedBatch()
    const channel = email(mail.url.replace('planted-mail-password', 'wrong-mail-password'))
    await send(channel)
    channel.close()
    expect(await db.query('select done_at is null as open, trouble from payrun.alerts where attempts > 0')).toEqual([
      { open: true, trouble: 'SMTP 535' },
    ])
    expect(logged.join()).not.toContain('password')
  })
})
