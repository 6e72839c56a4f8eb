import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { recordWarnings } from '../../../src/ledger/policy/policy.ts'
import { operators } from '../../../src/payout/operators/operator.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { warningCodes } from '../../../src/payout/warning.ts'
import { say } from '../../../src/words/sentence.ts'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, payableRows, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { everyPage } from '../everyPage.ts'
import { type Seen, signedIn, type Visitor } from '../visitor.ts'

/** No page takes more than 60 kB, however much there is of everything and however long it is; what has no room is a link away. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

/** As long as the names of a file may be, of letters that take five or six bytes of a page each. */
const long = (most: number, first: string): string => `${first} `.padEnd(most, `'"&é`)

const tooLarge = ({ html }: Seen): number => Math.max(0, Buffer.byteLength(html) - 60_000)

/** All pages of a list are small enough, and all that is looked for is on one of them. */
async function expectAll(
  visitor: Visitor,
  path: string,
  { name, each, all }: { name?: string; each: RegExp; all: number },
) {
  const pages = await everyPage(visitor, path, name)
  expect(pages.map(tooLarge), path).toEqual(pages.map(() => 0))
  const found = new Set(pages.flatMap(({ html }) => html.match(each) ?? []))
  expect(found.size, `${path} ${name ?? ''}`).toBe(all)
}

const kinds = ['paid', 'failed', 'unknown', 'accepted'] as const

function outcomeOf(reference: string, line: number): Outcome {
  const message = long(400, 'no')
  switch (kinds[line % 4]) {
    case 'paid':
      return { kind: 'paid', providerReference: reference }
    case 'failed':
      return { kind: 'failed', providerReference: null, code: 'refused', message }
    case 'unknown':
      return { kind: 'unknown', providerReference: null, code: 'timeout', message }
    default:
      return { kind: 'accepted', providerReference: reference, code: 'not_final', message }
  }
}

/** Rows of every operator, with the longest names and references there are. */
const longRows = (count: number, phone?: string): RowToStore[] =>
  payableRows(count, (index) => ({
    reference: long(200, `R-${index}-${phone ?? ''}`),
    payable: {
      operator: operators[index % operators.length]!.code,
      phone: phone ?? `22901${String(97000000 + index)}`,
      amountMinor: 123_456_789n,
      currency: 'XOF',
      name: long(100, `Awa-${index}`),
    },
  }))

/** As much as is kept of what somebody decided about a file. */
const column = long(100, 'column')
const decided = {
  leftOut: 3,
  columns: { operator: column, phone_number: column, amount: column, reference: column, name: column },
  notes: Array.from({ length: 50 }, () =>
    say('files.workbook_hidden_sheets_not_read', { hidden: Array.from({ length: 20 }, () => column) }),
  ),
}

const fullBatch = (desk: TestDesk, rows: RowToStore[], name = 'Salaries') =>
  acceptedBatch(desk.db, rows, { sandbox: true, name: long(200, name), period: long(200, 'p'), decided }, outcomeOf)

async function deeds(desk: TestDesk, batchNo: number, most: number) {
  for (let at = 0; at < most; at += 1)
    await desk.db.query(`select payrun.move_batch($1, $2, $3, null, $4, the_note => $5)`, [
      batchNo,
      [at % 2 === 0 ? 'running' : 'paused'],
      at % 2 === 0 ? 'paused' : 'running',
      `Ada-${at}.`,
      long(500, 'why'),
    ])
}

describe('the page of', () => {
  it('a batch, its rows and its history', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { batchId, batchNo } = await fullBatch(desk, longRows(90))
    await deeds(desk, batchNo, 60)
    await desk.db.query(
      `insert into payrun.operator_holds (operator, sandbox, manual, reason, actor, note)
       select code, true, true, '"by hand"', 'Ada', repeat('&', 500) from unnest($1::text[]) code`,
      [operators.map(({ code }) => code)],
    )
    const ada = await signedIn(desk, long(60, 'Ada').trim(), ['preparer', 'approver', 'admin'], 'fr')
    await expectAll(ada, `/batches/${batchId}`, { name: 'after', each: /Awa-\d+/g, all: 90 })
    await expectAll(ada, `/batches/${batchId}/history`, { each: /Ada-\d+\./g, all: 60 })
    const [first] = await everyPage(ada, `/batches/${batchId}`, 'none')
    expect(first!.html).toContain(`href="/batches/${batchId}/history"`)
  })

  it('usual rows has 50', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { batchId } = await acceptedBatch(desk.db, 60, { sandbox: true })
    const ada = await signedIn(desk, 'Ada', ['preparer', 'approver'], 'fr')
    const { html } = await ada.get(`/batches/${batchId}`)
    expect(html.match(/rows\/\d+"/g)).toHaveLength(50)
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })

  it('a person, a row and all people', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const { batchId } = await fullBatch(desk, longRows(100, '2290191000001'))
    await fullBatch(desk, longRows(30))
    const ada = await signedIn(desk, 'Ada', ['preparer', 'approver'], 'fr')
    await expectAll(ada, `/people/${batchId}/2`, { each: /rows\/\d+/g, all: 100 })
    await expectAll(ada, '/people?q=awa', { name: 'after', each: /class="phone">[^<]+/g, all: 30 })
    await expectAll(ada, `/batches/${batchId}/rows/3`, { name: 'others', each: /rows\/\d+"/g, all: 21 })
  })

  it('what waits for an approval, all batches and the home page', async () => {
    const desk = await openTestDesk(server, { pays: false })
    for (let at = 0; at < 45; at += 1)
      await desk.db.batchOf(payableRows(1), {
        sandbox: true,
        name: long(200, `Lot-${at}.`),
        period: long(200, 'p'),
        peopleNeeded: 2,
        actor: long(60, 'Olu'),
      })
    const ada = await signedIn(desk, 'Ada', ['preparer', 'approver', 'admin'], 'fr')
    await expectAll(ada, '/approvals', { each: /Lot-\d+\./g, all: 45 })
    await expectAll(ada, '/batches', { name: 'before', each: /Lot-\d+\./g, all: 45 })
    await expectAll(ada, '/', { name: 'approvals', each: /Lot-\d+\./g, all: 45 })
  })

  it('accounts, keys and what was done with batches', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const ada = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await desk.db.query(
      `insert into payrun.accounts (kind, name, roles, key_hash)
       select kind, rpad(kind || '-' || n || '. ', 60, '&'), '{viewer,preparer,approver,admin}',
              case when kind = 'key' then decode(md5(n::text), 'hex') end
         from generate_series(1, 60) n, unnest('{account,key}'::text[]) kind`,
    )
    const form = await ada.get('/admin/keys/new')
    expect(tooLarge(form)).toBe(0)
    expect(form.html).toContain('list="people"')
    await expectAll(ada, '/admin', { each: /account-\d+\./g, all: 60 })
    await desk.db.query(
      `insert into payrun.changes (actor, what, subject, details)
       select 'Ada-' || n || '.', 'account.added', repeat('&', 60), jsonb_build_object('note', repeat('"', 500))
         from generate_series(1, 60) n`,
    )
    await desk.db.query(
      `insert into payrun.approval_rules (currency, above_minor, people) select 'XOF', n * 1000, 2 from generate_series(1, 80) n`,
    )
    await expectAll(ada, '/admin/trail', { name: 'before', each: /Ada-\d+\./g, all: 60 })
    await expectAll(ada, '/admin/policy', { each: /name="amount" value="\d+"/g, all: 80 })
    await expectAll(ada, '/admin/keys', { each: /key-\d+\./g, all: 60 })
  })

  it('operators, schedules and the work', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const codes = operators.map(({ code }) => code)
    await desk.db.query(
      `insert into payrun.operator_holds (operator, sandbox, manual, reason, actor, note)
       select code, true, true, '"by hand"', 'Ada', 'hold ' || code || repeat('&', 480) from unnest($1::text[]) code`,
      [codes],
    )
    await desk.db.query(
      `insert into payrun.operator_windows (operator, sandbox, starts, ends, time_zone, actor, note)
       select code, true, now() + interval '1 day', now() + interval '2 days', 'UTC', 'Ada', 'plan ' || code || n || repeat('&', 480)
         from unnest($1::text[]) code, generate_series(1, 1) n`,
      [codes],
    )
    await desk.db.query(
      `insert into payrun.operator_answers
       select date_trunc('minute', now()) - n * interval '1 minute', code, true, 7, 900, 5, 3, '{7,0,0,0,0,0,0,0,0,0,0,0,0}'
         from unnest($1::text[]) code, generate_series(0, 58) n`,
      [codes],
    )
    await desk.db.query(
      `insert into payrun.schedules (name, path, cron, zone, period_format, sandbox, options, approvals_needed, submitter)
       select 'plan-' || n || '.' || repeat('&', 150), '/' || repeat('&', 900), '0 8 1 * *', 'Africa/Porto-Novo', 'yyyy-MM', true, '{}', 1, 'Ada'
         from generate_series(1, 25) n`,
    )
    await desk.db.query(
      `insert into payrun.schedule_runs (schedule_no, planned, planned_at, period, file, in_folder, code, message)
       select s.schedule_no, '2026-01-01T08:00', now() - n * interval '1 day', 'p' || n, repeat('&', 200) || n, false, 'refused', to_jsonb(repeat('"', 600))
         from payrun.schedules s, generate_series(1, 60) n where n = 1 or s.schedule_no = 1`,
    )
    await desk.db.query(
      `insert into payrun.workers (host, boot_id, pid, process_start) select 'host-' || n || '.' || repeat('&', 60), 'b', n, 's' from generate_series(1, 45) n`,
    )
    const ada = await signedIn(desk, 'Ada', ['admin'], 'fr')
    await expectAll(ada, '/operators', { each: /operators\/[\w-]+"/g, all: codes.length })
    await expectAll(ada, '/operators', { name: 'held', each: /hold [\w-]+/g, all: codes.length })
    await expectAll(ada, '/operators', { name: 'planned', each: /plan [\w-]+/g, all: codes.length })
    await expectAll(ada, `/operators/${codes[0]}`, { name: 'planned', each: /plan [\w-]+/g, all: 1 })
    await expectAll(ada, '/schedules', { each: /plan-\d+\./g, all: 25 })
    await expectAll(ada, '/schedules', { name: 'notices', each: /plan-\d+\./g, all: 25 })
    await expectAll(ada, '/schedules/1', { each: /data-label="[^"]*">p\d+</g, all: 60 })
    await expectAll(ada, '/work', { name: 'workers', each: /host-\d+\./g, all: 45 })
    await expectAll(ada, '/work', { name: 'schedules', each: /plan-\d+\./g, all: 25 })
    await expectAll(ada, '/', { name: 'needed', each: /plan-\d+\./g, all: 25 })
  })

  it('what is to be approved, what a retry would send, and the forms', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await fullBatch(desk, longRows(12))
    const lines = Array.from({ length: 50 }, (_, at) => at + 2)
    const corrections = lines.map((n) => {
      const cell = { kind: 'cell', isPhone: false, column: long(300, 'column'), lines } as const
      return { ...cell, from: long(300, `from ${n}`), to: long(300, `to ${n}`) }
    })
    const { batchNo, batchId } = await desk.db.batchOf(longRows(150, '2290191000001'), {
      sandbox: true,
      peopleNeeded: 2,
      name: long(200, 'Lot'),
      actor: 'Olu',
      corrected: { cells: 3_000, rows: 0, list: corrections },
      decided: {
        leftOut: 70,
        columns: { amount: long(100, 'Net'), name: long(100, 'Nom') },
        notes: lines.map((n) => say('files.hidden_columns_used', { used: [long(100, `column ${n}`), long(100, 'x')] })),
      },
    })
    const message = say('web.value', { value: long(300, 'look') })
    const shown = warningCodes.flatMap((code) =>
      Array.from({ length: 10 }, (_, at) => ({ code, line: at + 2, message })),
    )
    const counts = new Map(warningCodes.map((code) => [code, 50]))
    const warned = { counts: Object.fromEntries(counts), shown, compared: [] } as never
    await recordWarnings(desk.db.ledger.pool, [{ batchNo, deed: 'submitted', actor: 'Olu', warned }])
    await desk.db.query(
      `insert into payrun.charges (id, kind, reference, amount_minor, currency, operator, own_reference, values_hash, sandbox)
       select 'c' || n, 'collection', 'ref-' || n || '.' || repeat('&', 150), 100, 'XOF', 'mtn-benin', 'own-' || n || '.' || repeat('&', 150), '\\x00', true
         from generate_series(1, 70) n`,
    )
    const ada = await signedIn(desk, 'Ada', ['preparer', 'approver', 'admin'], 'fr')
    const approval = await ada.get(`/approvals/${batchId}`)
    expect(approval.html).toContain('data-code="name_differs"')
    expect(approval.html).toContain(`/batches/${batchId}/corrected`)
    expect(approval.html).toContain('id="decided"')
    expect(tooLarge(await ada.post(`/approvals/${batchId}/approve`, {}))).toBe(0)
    const docs = (await ada.get('/api/docs')).html.match(/\/api\/docs\/[\w-]+/g) ?? []
    const others = ['/account', '/schedules/new', '/admin/keys/new', '/admin/float', '/admin/check', '/api/docs']
    for (const path of [
      `/approvals/${batchId}`,
      `/batches/${batchId}/corrected`,
      `/batches/${batchId}/retry`,
      ...others,
      ...new Set(docs),
    ]) {
      const page = await ada.get(path)
      expect(page.status, path).toBe(200)
      expect(tooLarge(page), path).toBe(0)
    }
    await expectAll(ada, '/payins', { name: 'before', each: /own-\d+\./g, all: 70 })
  })
})
