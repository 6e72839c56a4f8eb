import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { temporaryPath } from '../../src/durableFile.ts'
import { purgeBatch } from '../../src/ledger/batches/purgeBatch.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { ownIdentity } from '../../src/process.ts'
import { setUpPaying } from '../harness/paying.ts'
import { beninNumber, writeFile } from '../harness/payroll.ts'
import { until } from '../harness/payrun.ts'
import { reply } from '../harness/provider.ts'

const paying = setUpPaying()
const json = async (...args: string[]) => JSON.parse((await paying.call(...args, '--json')).stdout)

async function sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const planted = ['Adjoua', 'Koffi', 'Planted', beninNumber(1), beninNumber(2), beninNumber(3), '97000001', '97000009']

/** A file with everything that may hold somebody: names, a number in another column, free text, an invalid row. */
async function settled(): Promise<string> {
  writeFile(
    paying.folder,
    'march.csv',
    [
      'matricule,nom,operator,phone_number,amount,remark,country',
      `M-1,Adjoua Planted,mtn-benin,${beninNumber(1)},1001,sister of Koffi,Benin`,
      `M-2,Koffi Planted,mtn-benin,${beninNumber(2)},1002,,BJ`,
      `${beninNumber(3)},Planted,mtn-benin,${beninNumber(3)},1003,x,`,
      `M-4,Koffi Bad,mtn-benin,9700000,97000009,call 97000009,Benin`,
    ].join('\n'),
  )
  paying.provider.answer = ({ payout, response }) =>
    payout.phoneNumber === beninNumber(2)
      ? reply(response, 200, {
          error: true,
          status: 'FAILED',
          message: `Koffi Planted ${beninNumber(2)} has no wallet`,
        })
      : reply(response, 200, { error: false, status: 'success', reference: `TX-${payout.amount}`, message: 'ok' })
  expect((await paying.call('run', 'march.csv', '--skip-invalid')).code).toBe(4)
  return (await json('status', 'last')).id
}

/** As if the batch had been over for days: the chain is reckoned anew, as only a test may. */
async function age(days: number): Promise<void> {
  await sql(`alter table payrun.batch_events disable trigger all; update payrun.batch_events set at = at - interval '${days} days';
    alter table payrun.batch_events enable trigger all;
    update payrun.batches set chain_hash = null;
    create temp table kept as select * from payrun.batch_events;
    alter table payrun.batch_events disable trigger batch_events_append_only;
    delete from payrun.batch_events;
    insert into payrun.batch_events (batch_no, at, from_state, to_state, reason, actor, checkpoint)
      select batch_no, at, from_state, to_state, reason, actor, checkpoint from kept order by event_no;
    set constraints all immediate;
    alter table payrun.batch_events enable trigger batch_events_append_only`)
}

const everything = async () =>
  (
    await sql<{ text: string }>(
      'select p::text as text from payrun.payouts p union all select b::text from payrun.batches b union all select e::text from payrun.batch_events e',
    )
  )
    .map(({ text }) => text)
    .join('\n')

describe('purge', () => {
  it('blanks who was paid, keeps rows, sums and references, and the audit stays intact', async () => {
    const id = await settled()
    await age(40)
    const before = await json('status', id)
    const dry = await json('purge', '--before', day(30), '--dry-run')
    expect(dry).toMatchObject({ dry_run: true, purged: [{ id, rows: 4 }], left: [] })
    expect(await everything()).toContain('Adjoua')
    const home = paying.env['PAYRUN_HOME']!
    // As a writer that was killed leaves them: its process id is no process's.
    const dead = { ...ownIdentity(), pid: 2 ** 22 + 1 }
    mkdirSync(join(home, 'incoming'), { recursive: true })
    const left = [
      temporaryPath(join(home, 'incoming'), 'input', dead),
      temporaryPath(join(home, 'reports'), 'report', dead),
    ]
    for (const path of left) writeFileSync(path, 'Adjoua Planted')
    const done = await paying.call('purge', '--before', day(30))
    expect(left.filter((path) => existsSync(path))).toEqual([])
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('1 batch purged') })
    const kept = (await everything()).replaceAll(`"${beninNumber(3)}"`, '').replaceAll(`,${beninNumber(3)},`, '')
    for (const word of planted) expect(kept.includes(word), word).toBe(false)
    const after = await json('status', id)
    expect({ ...after, purged_at: undefined }).toEqual({ ...before, file: { ...before.file, sha256: null } })
    expect(after.purged_at).toMatch(/^20/)
    const audit = await json('audit', id)
    expect(audit).toMatchObject({ intact: true, findings: [] })
    const report = await paying.call('report', id)
    expect(report.stdout.split('\n').slice(0, 5)).toEqual([
      expect.stringMatching(/^matricule,nom,operator,phone_number,amount,remark,country,line,status/),
      expect.stringMatching(/^M-1,,mtn-benin,,1001,,Benin,2,paid,TX-1001,/),
      expect.stringMatching(/^M-2,,mtn-benin,,1002,,BJ,3,failed,,refused,,1/),
      expect.stringMatching(/^,,mtn-benin,,1003,,,4,paid,TX-1003/),
      expect.stringMatching(/^,,,,,,,5,invalid,,[a-z_]+,,0/),
    ])
    const file = readFileSync(join(paying.env['PAYRUN_HOME']!, 'reports', `${id}.csv`), 'utf8')
    for (const word of planted) expect(file.includes(word), word).toBe(false)
    expect((await sql(`select reason from payrun.batch_events order by event_no desc limit 1`))[0]).toEqual({
      reason: 'purged',
    })
    expect((await json('purge', '--before', day(30))).purged).toEqual([])
    expect((await paying.call('purge', '--before', day(30))).stdout).toContain('No batch was purged.')
  })

  it("takes the merchant's own data out of old notifications that were handled, and leaves the rest of them", async () => {
    await paying.call('list')
    const body = '{"reference":"C-1","amount":150.50,"custom_data":{"to":"Adjoua"}}'
    const kept = (key: string, daysAgo: number, handled: string) =>
      sql(`insert into payrun.notifications (key, reference, status, body, signed, received_at, handled_at)
           values ('${key}', 'C-1', 'success', '${body}', false, now() - interval '${daysAgo} days', ${handled})`)
    await kept('old', 40, 'now()')
    await kept('new', 20, 'now()')
    await kept('waiting', 40, 'null')
    const bodies = async () =>
      Object.fromEntries(
        (await sql<{ key: string; body: string }>('select key, body from payrun.notifications')).map((row) => [
          row.key,
          row.body,
        ]),
      )
    expect(await json('purge', '--before', day(30), '--dry-run')).toMatchObject({ notifications: 1 })
    expect(await bodies()).toEqual({ old: body, new: body, waiting: body })
    const purged = await paying.call('purge', '--before', day(30))
    expect(purged.stdout).toContain('The custom_data of 1 notification was deleted.')
    expect(await bodies()).toEqual({ old: '{"reference":"C-1","amount":150.50}', new: body, waiting: body })
    expect(await json('purge', '--before', day(30))).toMatchObject({ notifications: 0 })
  })

  it('refuses used references as before, and retries nothing of a purged batch', async () => {
    const id = await settled()
    await age(40)
    await paying.call('purge', '--before', day(30))
    const retried = await paying.call('retry', id)
    expect(retried).toMatchObject({ code: 2, stderr: expect.stringContaining('were purged') })
    const status = (await paying.call('status', id)).stdout
    expect(status).toContain("The batch's names and numbers were purged, so it can't be tried again")
    expect(status).not.toMatch(/try again|payrun retry/)
    await expect(sql(`update payrun.batches set state = 'running'`)).rejects.toThrow('illegal transition')
    writeFile(paying.folder, 'april.csv', `reference,operator,phone_number,amount\nM-1,mtn-benin,${beninNumber(7)},5\n`)
    const again = await paying.call('submit', 'april.csv')
    expect(again.code).toBe(3)
    expect(again.stdout).toContain('reference_in_use')
    // Nobody is sent to a retry that a purged batch refuses.
    await sql(`insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
               select batch_no, 3, 1, 'notification', true, '"a success"' from payrun.batches`)
    expect((await paying.call('retry', id)).stderr).toContain('Ask the provider about these first')
    for (const [column, cell, way] of [
      ['payrun_id', `${id}:3`, 'clear what the report added to it'],
      ['reference', 'M-2', 'give it its own reference'],
    ] as const) {
      const text = `${column},operator,phone_number,amount\n${cell},mtn-benin,${beninNumber(7)},5\n`
      const refused = await paying.call('submit', writeFile(paying.folder, `${column}.csv`, text))
      expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining(way) })
      expect(refused.stdout).not.toContain('payrun retry')
    }
  })

  it('keeps nothing by which a guess at the file is quickly confirmed, and still refuses the same file in whatever period', async () => {
    const file = `reference,operator,phone_number,amount\nG-1,mtn-benin,${beninNumber(1)},1001\n`
    expect((await paying.call('run', writeFile(paying.folder, 'guessed.csv', file))).code).toBe(0)
    await age(40)
    const facts = `jsonb_strip_nulls(to_jsonb(b) - '{chain_hash, foreground_no, round_no, salt}'::text[])`
    const [guess] = await sql<{ born: string; ended: string }>(
      `select encode(sha256(convert_to((${facts} - 'settled_at' || '{"state": "running"}')::text, 'UTF8')), 'hex') as born,
              encode(sha256(convert_to(${facts}::text, 'UTF8')), 'hex') as ended
         from payrun.batches b`,
    )
    const hash = createHash('sha256').update(file).digest('hex')
    expect(await everything()).toContain(hash)
    await paying.call('purge', '--before', day(30))
    for (const trace of [hash, guess!.born, guess!.ended]) expect(await everything()).not.toContain(trace)
    expect((await json('audit', 'last')).intact).toBe(true)
    const same = { code: 3, stderr: expect.stringContaining((await json('status', 'last')).id) }
    for (const options of [[], ['--allow-duplicates'], ['--period', 'April']])
      expect(await paying.call('submit', 'guessed.csv', ...options), options.join()).toMatchObject(same)
    expect((await paying.call('submit', 'guessed.csv', '--period', 'May', '--allow-duplicates')).code).toBe(0)
  })

  it('blanks a kept cell of which the name is only a part', async () => {
    writeFile(
      paying.folder,
      'may.csv',
      `reference,name,operator,phone_number,amount,country\nmay ADJOUA Planted 7,Adjoua Planted,mtn-benin,${beninNumber(1)},1001,Benin\n`,
    )
    expect((await paying.call('run', 'may.csv')).code).toBe(0)
    const { id } = await json('status', 'last')
    await age(40)
    await paying.call('purge', '--before', day(30))
    expect((await paying.call('report', id)).stdout).toMatch(/^,,mtn-benin,,1001,Benin,2,paid,/m)
  })

  it('finds an amount, an operator and a reference that are changed afterwards, and somebody who is put back', async () => {
    const id = await settled()
    await age(40)
    await paying.call('purge', '--before', day(30))
    for (const [change, back] of [
      ['amount_minor = 9999', 'amount_minor = 1001'],
      [`operator = 'moov-benin'`, `operator = 'mtn-benin'`],
      [`reference = 'M-9'`, `reference = 'M-1'`],
      [`phone = '22901999999'`, `phone = ''`],
      [`name = 'Other'`, 'name = null'],
    ]) {
      await sql(`update payrun.payouts set ${change} where line = 2`)
      expect((await paying.call('audit', id)).code, change).toBe(4)
      await sql(`update payrun.payouts set ${back} where line = 2`)
      expect((await paying.call('audit', id)).code, back).toBe(0)
    }
  })

  it('finds a batch that passes for purged so that somebody else could be put in', async () => {
    const id = await settled()
    await sql(
      `update payrun.payouts p set person = payrun.person_hash(b.salt, line, phone, p.name, cells, problems), name = null, phone = ''
         from payrun.batches b where b.batch_no = p.batch_no and line = 2`,
    )
    expect((await json('audit', id)).findings).toMatchObject([{ line: 2, message: 'it says that it was purged' }])
    await sql('update payrun.batches set purged_at = now()')
    expect((await json('audit', id)).intact).toBe(false)
  })

  it('leaves batches that are young, under way, or have rows of which nobody knows, or that may have been paid', async () => {
    const id = await settled()
    expect((await json('purge', '--before', day(30))).purged).toEqual([])
    const ran = async (last: number, status: number, says = {}, command = 'run') => {
      paying.provider.answer = ({ response }) => reply(response, status, { message: 'x', ...says })
      const text = `remark,operator,phone_number,amount\n${status},mtn-benin,${beninNumber(last)},5\n`
      await paying.call(command, '--allow-duplicates', writeFile(paying.folder, `${last}-${status}.csv`, text))
      return (await json('status', 'last')).id
    }
    const [unknown, failed] = [await ran(8, 500), await ran(6, 200, { error: true, status: 'FAILED' })]
    const success = { error: false, status: 'success' }
    // The batch that paid the failed row is purged after it; only a statement says which of the others was paid.
    const [after, needed] = [await ran(6, 201, success), await ran(8, 201, success)]
    await ran(9, 200, {}, 'submit')
    await age(40)
    await sql(`insert into payrun.discrepancies (batch_no, line, attempt, kind, says_paid, note)
               select batch_no, 3, 1, 'notification', true, '"a success"' from payrun.batches where id = '${id}'`)
    const { purged, left } = await json('purge', '--before', day(30))
    expect(purged).toMatchObject([{ id: failed }, { id: after }])
    expect(left).toMatchObject([
      { id, open: 0, maybe_paid: 1 },
      { id: unknown, maybe_paid: 0, needed_by: [] },
      { id: needed, needed_by: [unknown] },
    ])
    await sql(`update payrun.discrepancies set at = now() - interval '32 days'`)
    const ended = await paying.call('purge', '--before', day(30))
    expect(ended.stdout).toMatch(RegExp(`1 batch purged[^]*Batch ${needed} was left alone: batch ${unknown} has rows`))
    await paying.call('resolve', unknown, '--line', '2', '--not-paid', '--note', 'seen in the portal')
    const called = (await paying.call('purge', '--before', day(30))).stdout
    expect(called).toContain(`Batch ${unknown} was left alone: in the last 31 days, somebody recorded 1 row of it as`)
  })

  it('leaves a batch whose retry waits for an approval: who decides has to see whom it pays', async () => {
    const id = await settled()
    await age(40)
    const request = `insert into payrun.retry_requests (batch_no, lines, allow_duplicates, despite_evidence, requester)
      select batch_no, '{3}', false, false, 'Kofi' from payrun.batches`
    // Asked for between the list and the batch's turn: the lock is waited for, and the request is seen.
    const ledger = openLedger({ connectionString: paying.env['DATABASE_URL'] ?? '' }, () => undefined)
    const { rows } = await ledger.pool.query<{ no: number }>('select batch_no as no from payrun.batches')
    const asking = await ledger.pool.connect()
    await asking.query('begin; select from payrun.batches for no key update')
    await asking.query(request)
    const purging = purgeBatch(ledger, rows[0]!.no, [], 'tests')
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('it waits', async () => (await ledger.pool.query(waiting)).rowCount === 1)
    await asking.query('commit')
    asking.release()
    expect(await purging).toBe(false)
    await ledger.close()
    const left = await paying.call('purge', '--before', day(30))
    expect(left.stdout).toContain(
      `Batch ${id} was left alone: a retry of 1 row waits for approval. Decide on it first.`,
    )
    expect(await everything()).toContain('Koffi Planted')
    expect((await json('purge', '--before', day(30))).left).toMatchObject([{ id, open: 0, retry_waits: 1 }])
  })

  it.each([[day(0)], ['2099-01-01'], ['2026-02-30'], ['last month']])('refuses --before %s', async (before) => {
    expect((await paying.call('purge', '--before', before)).code).toBe(2)
  })
})
