import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancel } from '../../../src/app/batches/pause.ts'
import type { App, Failure } from '../../../src/app/context.ts'
import { asFile } from '../../../src/app/pay/payOne.ts'
import { type OneSubmitted, submitOne } from '../../../src/app/pay/submitOne.ts'
import { submit } from '../../../src/app/submit/submit.ts'
import { auditLedger } from '../../../src/ledger/audit/auditLedger.ts'
import { isAway } from '../../../src/ledger/connection/ledger.ts'
import { intakeLock } from '../../../src/ledger/intake/storeBatch.ts'
import type { Problem } from '../../../src/payout/problem.ts'
import { sendRow } from '../../harness/accepted.ts'
import type { TestLedger } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { english } from '../../harness/words.ts'
import { refused } from '../../ledger/paidRows.ts'
import { seeded } from '../../properties/seeded.ts'
import { type Given, given, payBefore, setUpOneOffs } from '../oneOffs.ts'

const { openApp } = setUpOneOffs()

/** What every payout meets: a rule of people by amount, a payment that a statement knows of, a row that the server refuses. */
async function prepare(db: TestLedger, keys: readonly string[]): Promise<void> {
  await db.query(`insert into payrun.approval_rules (currency, above_minor, people) values ('XOF', 5000, 2)`)
  await db.query(
    `insert into payrun.payments_without_row (source, statement, statement_line, reference, hashes)
     values ('statement', 'S', 1, 'barred', '{}')`,
  )
  await db.query(
    `insert into payrun.request_keys (holder, key, fingerprint) select 'hr', k, '' from unnest($1::text[]) k`,
    [keys],
  )
  await db.query(`create function refuse_it() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test'; end $$`)
  await payBefore(db)
  await db.query(
    `insert into payrun.warning_rules (code, action) values ('unusual_amount', 'block'), ('first_payment', 'approve')`,
  )
  await db.query(`create trigger refused before insert on payrun.payouts for each row
    when (new.reference = 'broken') execute function refuse_it()`)
}

interface Wish {
  payout: Given
  key: string | undefined
}

const wishes = fc.array(
  fc.record({
    reference: fc.constantFrom(
      'A-1',
      'a-1',
      'A-01',
      'B-2',
      'C-3',
      'D-4',
      'E-5',
      'barred',
      'broken',
      ' ',
      ' ',
      'F-6',
      'G-7',
    ),
    phone: fc.constantFrom('2290197000001', '2290197000002', '123'),
    amount: fc.constantFrom('1500', '1500', '6000', '0'),
    period: fc.constantFrom(null, null, '2026-11'),
    key: fc.constantFrom(undefined, undefined, 'key-1', 'key-2'),
  }),
  { minLength: 30, maxLength: 30 },
)

/** What is in the ledger: each payout with its batch, its chunk and what belongs to them. */
async function stored(db: TestLedger) {
  expect(await auditLedger(db.ledger)).toEqual([])
  const rows = await db.query<{ cells: string[]; columns: string[] }>(
    `select b.name, b.period, b.sandbox, b.file_name, b.state, b.reason, b.submitter, b.submitter_login,
            b.approvals_needed, b.file_rows, b.file_columns as columns, b.max_unknown, b.max_refused,
            b.max_refused_all, b.report_path, b.report_format, b.invalid_totals::text, length(b.file_sha256),
            p.line, p.chunk_no, p.state as row, p.holds_key, p.operator, p.phone, p.currency, p.amount_minor,
            p.name as person, p.reference, p.reference is null or p.payout_key is not null as keyed,
            case when p.reference is not null then p.payout_key end as payout_key, p.problems, p.cells,
            c.chunk_no as chunk, c.operator as of, c.rows, c.first_line, c.last_line, c.totals::text, c.open,
            coalesce((select w.counts from payrun.warnings_seen w where w.batch_no = b.batch_no), '{}') as warned,
            (select array_agg((e.to_state, e.reason, e.actor)::text order by e.event_no)
               from payrun.batch_events e where e.batch_no = b.batch_no) as events,
            (select array_agg(k.key order by k.key) from payrun.request_keys k where k.batch_no = b.batch_no) as keys
       from payrun.batches b
       join payrun.payouts p using (batch_no)
       join payrun.chunks c using (batch_no)
      where b.name <> 'before'
      order by b.batch_no`,
  )
  return rows
    .map(({ cells, ...row }) => ({ ...row, cells: cells.slice(0, -1) }))
    .map((row) => JSON.stringify(row))
    .sort()
}

/** Names instead of ids, which differ from ledger to ledger: that of the nth wish that was stored. */
const unnamed = (text: string, made: ReadonlyMap<string, number>): string =>
  text.replace(/[a-z][2-9a-z]{9}/g, (id) => (made.has(id) ? `of ${made.get(id)}` : id))

const problemsOf = (problems: readonly Problem[], made: ReadonlyMap<string, number>) =>
  problems.map(({ message, ...problem }) => ({ ...problem, message: unnamed(english(message), made) }))

/** One after the other, each as a file of its own. */
async function oneByOne(app: App, all: readonly Wish[]) {
  const made = new Map<string, number>()
  const ends: unknown[] = []
  for (const [nth, { payout, key }] of all.entries()) {
    const { options, held } = asFile(app, payout, payout.reference)
    const requestKey = key === undefined ? undefined : { holder: 'hr', key }
    const ended = await submit(app, { ...options, requestKey }).catch(() => 'broken' as const)
    if (ended === 'broken') ends.push(ended)
    else if (ended.kind === 'submitted') {
      made.set(ended.batchId, nth)
      ends.push('submitted')
    } else if (ended.kind === 'failed') ends.push(ended.message)
    else {
      const by = held()
      const holder = by && made.get(by.batchId)
      if (holder === undefined || ended.problems[0]?.code !== 'reference_in_use')
        ends.push(problemsOf(ended.problems, made))
      else if (JSON.stringify(all[holder]!.payout) === JSON.stringify(payout)) ends.push(`there already: ${holder}`)
      else ends.push({ holder, message: unnamed(english(ended.problems[0].message), made) })
    }
  }
  return ends
}

/** All at once. */
async function together(app: App, all: readonly Wish[]) {
  const ended = await Promise.all(
    all.map(
      ({ payout, key }): Promise<OneSubmitted | Failure | 'broken'> =>
        submitOne(app, payout, key === undefined ? undefined : { holder: 'hr', key }).catch(() => 'broken' as const),
    ),
  )
  const made = new Map<string, number>()
  for (const [nth, each] of ended.entries())
    if (each !== 'broken' && each.kind === 'submitted') made.set(each.batch, nth)
  return ended.map((each) => {
    if (each === 'broken') return each
    if (each.kind === 'there_already') return `there already: ${made.get(each.batch)}`
    if (each.kind === 'reference_in_use')
      return { holder: made.get(each.by.batchId), message: unnamed(english(each.message), made) }
    if (each.kind === 'refused' || each.kind === 'invalid') return problemsOf(each.problems, made)
    return each.kind === 'failed' ? each.message : each.kind
  })
}

test('payouts that come at once end as files that come one after the other, and leave the same in the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(wishes, async (drawn) => {
      const all = drawn.map(({ key, reference, ...each }) => ({ payout: given(reference, each), key }))
      const [one, other] = [await openApp(), await openApp()]
      for (const { db } of [one, other]) await prepare(db, ['key-1', 'key-2'])
      const expected = await oneByOne(one.app, all)
      expect(await together(other.app, all)).toEqual(expected)
      expect(await stored(other.db)).toEqual(await stored(one.db))
    }),
    { ...seeded(8), endOnFailure: true },
  )
})

test('two hundred at once with one reference make one payout', async () => {
  const { app, db } = await openApp()
  const ended = await Promise.all(Array.from({ length: 200 }, () => submitOne(app, given('R-1'))))
  const kinds = Map.groupBy(ended, (each) => each.kind)
  expect([...kinds].map(([kind, { length }]) => [kind, length]).sort()).toEqual([
    ['submitted', 1],
    ['there_already', 199],
  ])
  expect(new Set(ended.map((each) => each.ok && 'batch' in each && each.batch)).size).toBe(1)
  expect(await db.query('select reference from payrun.payouts')).toEqual([{ reference: 'R-1' }])
})

test('a payout that failed or was cancelled is there already, unless another one is given under its reference', async () => {
  const { app, db } = await openApp()
  const submitted = async (payout: Given) => {
    const made = await submitOne(app, payout)
    if (made.kind !== 'submitted') throw new Error(made.kind)
    return made.batch
  }
  const [first, cancelled] = [await submitted(given('R-1')), await submitted(given('R-2'))]
  await sendRow(db, { batchId: first, line: 1 }, refused())
  await cancel(app, cancelled)
  const again = [given('R-1', { phone: '+229 01 97 00 00 01' }), given('R-2', { name: undefined })]
  expect(await Promise.all(again.map((each) => submitOne(app, each)))).toMatchObject([
    { kind: 'there_already', batch: first, row: { status: 'failed' } },
    { kind: 'there_already', batch: cancelled, row: { status: 'cancelled' } },
  ])
  const other = await submitted(given('R-1', { amount: '1600' }))
  expect(await submitOne(app, given('R-1'))).toMatchObject({ kind: 'reference_in_use' })
  await sendRow(db, { batchId: other, line: 1 }, refused())
  expect(await submitOne(app, given('R-1', { amount: '1600' }))).toMatchObject({ kind: 'there_already', batch: other })
  expect(await submitOne(app, given('R-1'))).toMatchObject({ kind: 'there_already', batch: first })
  expect(await submitOne(app, given('R-1', { name: 'Awa Diallo' }))).toMatchObject({ kind: 'submitted' })
  const held = { kind: 'refused', problems: [{ column: 'reference', code: 'possible_duplicate' }] }
  expect(await submitOne(app, given('R-1', { period: '2026-12' }))).toMatchObject(held)
  const somebody = { period: '2026-12', phone: '+229 01 97 99 99 99', amount: '987', name: 'Yao Kouassi' }
  expect(await submitOne(app, given('R-1', somebody))).toMatchObject({ kind: 'submitted' })
  await submitted(given('R-3', { name: 'Élise Koné' }))
  expect(await submitOne(app, given('R-3', { ...somebody, name: 'Élise Koné' }))).toMatchObject(held)
})

test('payouts that come at once are stored by few commits, and each is enqueued', async () => {
  const { app, db } = await openApp()
  const all = Array.from({ length: 150 }, (_, n) => given(`R-${n}`, { phone: `22901${97_000_000 + n}` }))
  const ended = await Promise.all(all.map((each) => submitOne(app, each)))
  expect(new Set(ended.map(({ kind }) => kind))).toEqual(new Set(['submitted']))
  const commits = await db.query('select distinct xmin::text from payrun.payouts')
  expect(commits.length).toBeLessThanOrEqual(2)
  const queue = app.opened!.store.open('payouts-sandbox')
  await until('all are enqueued', async () => (await queue.waiting()) === 150)
})

test('a payout is enqueued after one that was there already', async () => {
  const { app } = await openApp()
  const queue = app.opened!.store.open('payouts-sandbox')
  await submitOne(app, given('R-1'))
  await until('the first is enqueued', async () => (await queue.waiting()) === 1)
  expect(await submitOne(app, given('R-1'))).toMatchObject({ kind: 'there_already' })
  await submitOne(app, given('R-2'))
  await until('both are enqueued', async () => (await queue.waiting()) === 2, 5000)
})

test('none of a group is stored whose connection breaks, and all of it can be sent again', async () => {
  const { app, db } = await openApp()
  const all = Array.from({ length: 20 }, (_, n) => given(`R-${n}`, { phone: `22901${97_000_000 + n}` }))
  const other = await db.ledger.pool.connect()
  try {
    await other.query('select pg_advisory_lock($1)', [intakeLock])
    const ended = Promise.allSettled(all.map((each) => submitOne(app, each)))
    const waiting = `from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await until('the group waits for the lock', async () => (await db.query(`select ${waiting}`)).length === 1)
    await db.query(`select pg_terminate_backend(pid) ${waiting}`)
    const reasons = (await ended).map((each) => (each.status === 'rejected' ? isAway(each.reason) : each.value.kind))
    expect(new Set(reasons)).toEqual(new Set([true]))
    expect(await db.query('select from payrun.batches')).toEqual([])
  } finally {
    await other.query('select pg_advisory_unlock($1)', [intakeLock])
    other.release()
  }
  const again = await Promise.all(all.map((each) => submitOne(app, each)))
  expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(['submitted']))
})

test('a ledger that went back in time takes none', async () => {
  const { app, db } = await openApp()
  await db.query('update payrun.server set awaiting_statement_since = now()')
  const ended = await Promise.all([submitOne(app, given('R-1')), submitOne(app, given('R-2'))])
  expect(ended).toMatchObject([
    { kind: 'refused', problems: [] },
    { kind: 'refused', problems: [] },
  ])
  expect(await db.query('select from payrun.batches')).toEqual([])
})
