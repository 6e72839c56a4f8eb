import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { intakeLock } from '../../src/ledger/intake/storeBatch.ts'
import { reply } from '../harness/provider.ts'
import { crew, type Person, setUpCrew } from './crew.ts'

const { file, pay, paying, query } = setUpCrew()

const submit = async (name: string, people: readonly Person[], ...more: string[]) => {
  const ended = await paying.callAs('Awa', 'submit', file(name, people), '--period', '2026-11', ...more, '--json')
  return { ...ended, document: JSON.parse(ended.stdout) }
}

const addPeople = async () => {
  await paying.addAccount('Root', 'admin')
  await paying.addAccount('Awa', 'preparer')
  await paying.addAccount('Kofi', 'approver')
}

const withOtherNumber: Person[] = [['E-1', 'Awa Diop', 11, 1000], ...crew.slice(1)]

test('policy asks for one more person where a number has changed; what both let through is in the trail', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  const set = await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'approve', '--json')
  expect(JSON.parse(set.stdout).warnings).toEqual({ number_changed: 'approve' })
  const usual = await submit('usual.csv', crew, '--allow-duplicates')
  expect(usual.document).toMatchObject({ state: 'running' })
  expect(usual.document).not.toHaveProperty('warnings')
  const { document } = await submit(
    'changed.csv',
    withOtherNumber.slice(0, 3).map(([r, ...of]) => [`N${r}`, ...of]),
  )
  expect(document).toMatchObject({
    state: 'awaiting_approval',
    approval: { people_needed: 2 },
    warnings: { number_changed: 1 },
  })
  const approved = await paying.callAs('Kofi', 'approve', document.id)
  expect(approved.code).toBe(0)
  expect(approved.stderr).toContain('1 person has a different number from the last time they were paid')
  expect(approved.stderr).toContain('Awa Diop, or somebody of the same name, was last paid at 229********01')
  const seen = await query(
    `select w.deed, w.actor, w.counts from payrun.warnings_seen w join payrun.batches b using (batch_no)
      where b.id = $1 order by w.seen_no`,
    [document.id],
  )
  expect(seen).toEqual([
    { deed: 'submitted', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'approved', actor: 'Kofi', counts: { number_changed: 1 } },
  ])
  expect(JSON.parse((await paying.call('audit', '--json')).stdout).intact).toBe(true)
})

test('policy blocks a file with a warning, and says what to do; nothing of it is stored', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  await paying.callAs('Root', 'policy', 'warnings', 'unusual_amount', 'block')
  const { code, document } = await submit('november.csv', [
    ['N-1', 'Awa Diop', 1, 3001],
    ['N-2', 'Aïcha Koné', 2, 2100],
  ])
  expect(code).toBe(3)
  expect(document.message).toContain('The policy blocks this file: 1 amount is unusually large')
  expect(document.warnings).toMatchObject([{ line: 2, code: 'unusual_amount' }])
  expect(JSON.parse((await paying.call('list', '--json')).stdout).batches).toHaveLength(1)
  await paying.callAs('Root', 'policy', 'warnings', 'unusual_amount', 'warn')
  const { document: stored } = await submit('november.csv', [
    ['N-1', 'Awa Diop', 1, 3001],
    ['N-2', 'Aïcha Koné', 2, 2100],
  ])
  expect(stored).toMatchObject({ state: 'running', warnings: { unusual_amount: 1 } })
})

test('a rule that is made stricter while a batch waits holds for it: one more person, or nobody approves it', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  await paying.addAccount('Ama', 'approver')
  const rule = (action: string) => paying.callAs('Root', 'policy', 'warnings', 'number_changed', action)
  await paying.callAs('Root', 'policy', 'approvals', '2')
  const { document } = await submit('changed.csv', [['N1', 'Awa Diop', 11, 1000]])
  expect(document).toMatchObject({ approval: { people_needed: 2 }, warnings: { number_changed: 1 } })
  const { document: usual } = await submit('usual.csv', crew, '--allow-duplicates')
  const approve = (who: string, id = document.id) => paying.callAs(who, 'approve', id)
  const needed = async (id: string) =>
    JSON.parse((await paying.call('status', id, '--json')).stdout).approval.people_needed
  await rule('block')
  const blocked = await approve('Kofi')
  expect([blocked.code, blocked.stderr]).toEqual([
    3,
    expect.stringContaining('The policy blocks this batch: 1 person has a different number'),
  ])
  await rule('approve')
  expect([await needed(document.id), await needed(usual.id)]).toEqual([3, 2])
  expect((await approve('Kofi', usual.id)).stdout).not.toContain('has to approve')
  const first = await approve('Kofi')
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('One more person has to approve it.')])
  await rule('block')
  expect((await approve('Ama')).code).toBe(3)
  await rule('approve')
  expect((await approve('Ama')).code).toBe(0)
  expect(JSON.parse((await paying.call('status', document.id, '--json')).stdout)).toMatchObject({ state: 'running' })
})

test.each([
  {
    lock: `select pg_advisory_xact_lock(${intakeLock})`,
    action: 'block',
    code: 3,
    of: { message: expect.stringContaining('The policy blocks this file') },
  },
  {
    lock: 'lock table payrun.batches in share mode',
    action: 'approve',
    code: 0,
    of: { state: 'awaiting_approval', approval: { people_needed: 2 } },
  },
])(
  'a rule that is made stricter while a file is being stored holds for it: $action',
  async ({ lock, action, code, of }) => {
    await pay('october.csv', crew, '2026-10')
    await addPeople()
    const holder = new pg.Client({ connectionString: paying.env['DATABASE_URL'] })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query(`begin; ${lock}`)
    const submitted = submit('changed.csv', [['N1', 'Awa Diop', 11, 1000]])
    await expect
      .poll(() => query('select 1 from pg_locks where not granted and database is not null', []), { timeout: 10_000 })
      .toHaveLength(1)
    await paying.callAs('Root', 'policy', 'warnings', 'number_changed', action)
    await holder.query('commit')
    const ended = await submitted
    expect(ended.code, ended.stdout).toBe(code)
    expect(ended.document).toMatchObject(of)
  },
)

test('a retry is looked at by the same policy: refused, or one more person approves it, and the trail has who saw what', async () => {
  await pay('october.csv', crew, '2026-10')
  await addPeople()
  const { answer } = paying.provider
  paying.provider.answer = ({ response }) =>
    reply(response, 200, { error: true, status: 'FAILED', message: 'Wallet is full' })
  const people = withOtherNumber.slice(0, 2).map(([r, name, n, amount]): Person => [`N${r}`, name, n, amount + 1])
  const { id } = JSON.parse((await paying.call('run', file('november.csv', people), '--json')).stdout)
  paying.provider.answer = answer
  paying.provider.seen.length = 0
  const retry = (...more: string[]) => paying.callAs('Awa', 'retry', id, ...more)
  await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'block')
  const changed = 'line 2: Awa Diop, or somebody of the same name, was last paid at 229********01'
  const numberChanged = {
    warnings: [expect.objectContaining({ line: 2, code: 'number_changed', column: 'phone_number' })],
    warning_counts: { number_changed: 1 },
  }
  const refused = await retry()
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining(
      'The policy blocks this retry: 1 person has a different number from the last time they were paid',
    ),
  ])
  expect(refused.stderr).toContain(changed)
  expect(JSON.parse((await retry('--json')).stdout)).toMatchObject({
    error: expect.stringContaining('The policy blocks this retry'),
    ...numberChanged,
  })
  expect(paying.provider.seen).toEqual([])
  // The row without a warning may go.
  const without = await retry('--line', '3', '--json')
  expect([without.code, JSON.parse(without.stdout)]).toEqual([
    4,
    expect.not.objectContaining({ warned: expect.anything() }),
  ])
  expect(paying.provider.seen.map(({ amount }) => amount)).toEqual(['2001'])
  await paying.callAs('Root', 'policy', 'warnings', 'number_changed', 'approve')
  const nobody = 'Nobody else here may approve it: ask an administrator for another approver.'
  await paying.call('account', 'role', 'Kofi', 'preparer')
  expect((await retry()).stderr).toContain(nobody)
  await paying.call('account', 'role', 'Kofi', 'approver')
  const waits = await retry()
  expect([waits.code, waits.stderr]).toEqual([5, expect.stringContaining('the policy asks for one more person')])
  expect(waits.stderr).toContain(changed)
  expect(waits.stderr).not.toContain(nobody)
  expect(JSON.parse((await retry('--json')).stdout)).toMatchObject({
    retry: 'waits_for_approval',
    warned: numberChanged,
  })
  expect(paying.provider.seen).toHaveLength(1)
  const herself = await paying.callAs('Awa', 'approve', id)
  expect([herself.code, herself.stderr]).toEqual([2, expect.stringContaining(changed)])
  const approved = await paying.callAs('Kofi', 'approve', id, '--json')
  expect([approved.code, JSON.parse(approved.stdout)]).toEqual([0, expect.objectContaining({ warned: numberChanged })])
  expect((await paying.call('resume', id)).code).toBe(0)
  expect(paying.provider.seen.map(({ amount }) => amount)).toEqual(['2001', '1001'])
  const seen = await query(
    `select w.deed, w.actor, w.counts from payrun.warnings_seen w join payrun.batches b using (batch_no)
      where b.id = $1 and w.deed <> 'submitted' order by w.seen_no`,
    [id],
  )
  expect(seen).toEqual([
    { deed: 'retried', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'retried', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'retried', actor: 'Awa', counts: { number_changed: 1 } },
    { deed: 'approved', actor: 'Kofi', counts: { number_changed: 1 } },
  ])
  expect(JSON.parse((await paying.call('audit', '--json')).stdout).intact).toBe(true)
})

test('a purged batch keeps how many warnings it had, and no name', async () => {
  await pay('october.csv', crew, '2026-10')
  const { id } = await pay(
    'november.csv',
    withOtherNumber.map(([r, name, n, amount]) => [r, name, n, amount + 1]),
    '2026-11',
  )
  const shown = () =>
    query(`select w.shown::text from payrun.warnings_seen w join payrun.batches b using (batch_no) where b.id = $1`, [
      id,
    ])
  expect((await shown())[0]?.['shown']).toContain('229********01')
  await query('alter table payrun.batch_events disable trigger user', [])
  await query(`update payrun.batch_events set at = at - interval '60 days'`, [])
  await query('alter table payrun.batch_events enable trigger user', [])
  const purged = await paying.call(
    'purge',
    '--before',
    new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10),
  )
  expect(purged.code, purged.stderr).toBe(0)
  expect(await shown()).toEqual([{ shown: null }])
  expect(JSON.parse((await paying.call('status', id, '--json')).stdout).warnings).toEqual({ number_changed: 1 })
})
