import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { payrun } from '../../harness/payrun.ts'
import type { TestDesk } from '../desk.ts'
import { everyPage } from '../everyPage.ts'
import { csv, good, row } from '../uploads.ts'
import { password, type Seen } from '../visitor.ts'
import { plain, sentCorrected } from './correctedDesk.ts'

/** What an approver learns of how a file was corrected, and of what its submitter expected of it. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const hostile = '<img src=x onerror=alert(1)>\u202e'
const bad = csv(
  row(1),
  row(2, { phone: '2290197' }),
  row(3, { amount: 'x' }),
  row(4, { amount: hostile }),
  row(5, { phone: '1234567', name: hostile }),
)
const typed = { 'cell-3-1': '2290197000002', 'cell-4-2': '1503', 'cell-5-2': '1504', 'leave-6': 'yes' }

const sent = (file: string, cells: Record<string, string>, wishes: Record<string, string> = {}) =>
  sentCorrected(server, [{ ...wishes, ...cells }], file)

const textOf = ({ html }: Seen): string => plain(html)

const batchNoOf = async ({ db }: TestDesk): Promise<number> =>
  Number((await db.query('select batch_no from payrun.batches'))[0]?.['batch_no'])

describe('an approver', () => {
  it('sees which cells were corrected, from what to what, which rows were left out, and by whom', async () => {
    const { kofi, awa, id } = await sent(bad, typed)
    const page = await kofi.get(`/approvals/${id}`)
    const text = textOf(page)
    expect(text).toContain('Awa corrected the file before submitting it: 3 cells corrected and 1 row left out.')
    expect(text).toContain('Line 3 phone_number: "229**97" → "229********02"')
    expect(text).toContain('Line 4 amount: "x" → "1503"')
    expect(text).toContain('Line 5 amount: "&lt;img src=x onerror=alert(1)>\ufffd" → "1504"')
    expect(text).toContain('Line 6 Row left out: &lt;img src=x onerror=alert(1)>\ufffd, 123**67, 1505')
    expect(page.html).not.toContain('<img')
    expect(page.html).not.toContain('2290197000002')
    expect(page.html).toContain(`href="/batches/${id}/rows/3">Line 3</a>`)
    // Whoever looks later sees it, too.
    expect((await awa.get(`/batches/${id}`)).html).toContain(`href="/batches/${id}/corrected">See what was corrected`)
    expect(textOf(await awa.get(`/batches/${id}/corrected`))).toContain('Line 4 amount: "x" → "1503"')
  })

  it('is told of it in a terminal, too', async () => {
    const { desk, id } = await sent(bad, typed)
    const approved = await payrun(['approve', id, '--account', 'Kofi', '--password-stdin'], {
      env: { DATABASE_URL: desk.db.url },
      cwd: tmpdir(),
      input: `${password}\n`,
    })
    expect(approved.stderr).toContain(
      'Awa corrected the file before submitting it: 3 cells corrected and 1 row left out.',
    )
    expect(approved.code).toBe(0)
  })

  it('sees one correction of many rows once, and the others beside it', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => row(n).replace('mtn-benin', 'Acme'))
    const file = csv(...rows, row(40, { phone: '12' }))
    const alike = { 'alike-unknown_operator-0-0': 'mtn-benin', 'alike-unknown_operator-0-0-is': 'Acme' }
    const { kofi, id } = await sent(file, { ...alike, 'cell-32-1': '2290197000040' })
    const text = textOf(await kofi.get(`/approvals/${id}`))
    expect(text).toContain('31 cells corrected')
    expect(text).toMatch(/Line 2 Line 3 .*Line 11 and 20 more rows operator: "Acme" → "MTN Benin \(mtn-benin\)"/)
    expect(text).toContain('Line 32 phone_number: "12" → "229********40"')
  })

  it('finds the rest on other pages, none over 60 kB', async () => {
    const long = (n: number) => `x ${n} `.padEnd(990, `'&é<`)
    const file = csv(row(0), ...Array.from({ length: 80 }, (_, n) => row(n + 1, { amount: long(n) })))
    const cells = Array.from({ length: 80 }, (_, n) => [`cell-${n + 3}-2`, String(1600 + n)])
    const { kofi, id } = await sent(file, Object.fromEntries(cells))
    const page = await kofi.get(`/approvals/${id}`)
    expect(Buffer.byteLength(page.html)).toBeLessThan(60_000)
    expect(page.html).toMatch(new RegExp(`href="/batches/${id}/corrected">\\s*Show all 80`))
    const pages = await everyPage(kofi, `/batches/${id}/corrected`)
    for (const { html } of pages) expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    const lines = pages.flatMap(({ html }) => [...html.matchAll(/rows\/(\d+)">Line/g)].map(([, line]) => Number(line)))
    expect(lines).toEqual(cells.map((_, n) => n + 3))
  })

  it('sees whether the submitter gave control totals, at the desk or elsewhere', async () => {
    const { kofi, id } = await sent(good, {}, { expect_count: '3', expect_total: '4506' })
    expect(textOf(await kofi.get(`/approvals/${id}`))).toContain(
      'Control totals 3 payouts, 4,506 FCFA (given when it was submitted; the file matches)',
    )
    const none = await sent(good, {})
    const page = await none.kofi.get(`/approvals/${none.id}`)
    expect(textOf(page)).toContain('Control totals none given when it was submitted')
    expect(page.html).not.toContain('corrected the file')
    const { json } = await none.desk.call('POST', '/batches?expect_count=1', { file: csv(row(7)) })
    expect(textOf(await none.kofi.get(`/approvals/${json.id}`))).toContain('1 payout (given when')
  })
})

describe('what was corrected in a batch', () => {
  it('is part of what the audit guards, and stays as it is', async () => {
    const { desk } = await sent(bad, typed)
    const batchNo = await batchNoOf(desk)
    const findings = async () => (await auditBatch(desk.db.ledger, batchNo)).findings
    expect(await findings()).toEqual([])
    const change = `update payrun.batches set corrected = jsonb_set(corrected, '{cells}', '1')`
    await expect(desk.db.query(change)).rejects.toThrow('stay as they are')
    const other = `update payrun.batches set expected = '{"count": 1}'`
    await expect(desk.db.query(other)).rejects.toThrow('stay as they are')
    const triggers = (what: string) => `alter table payrun.batches ${what} trigger batches_submitted_facts`
    await desk.db.query(`${triggers('disable')}; ${change}; ${triggers('enable')}`)
    expect((await findings()).map(({ message }) => message.key)).toEqual(['ledger.batch_not_recorded'])
  })

  it('is purged with the names and numbers of the batch, and the audit stays intact', async () => {
    const { desk, awa, id } = await sent(bad, typed)
    const batchNo = await batchNoOf(desk)
    const kept = async () => (await desk.db.query('select b::text as text from payrun.batches b'))[0]?.['text']
    expect(await kept()).toContain('onerror')
    await awa.post(`/batches/${id}/cancel`, { sure: 'yes' })
    expect(await purgeBatch(desk.db.ledger, batchNo, [], 'Adjoua')).toBe(true)
    expect(await kept()).not.toMatch(/onerror|2290197|1234567/)
    expect((await auditBatch(desk.db.ledger, batchNo)).findings).toEqual([])
    expect(textOf(await awa.get(`/batches/${id}/corrected`))).toContain('Nothing was corrected')
    expect((await awa.get(`/batches/${id}`)).html).not.toContain('See what was corrected')
  })
})
