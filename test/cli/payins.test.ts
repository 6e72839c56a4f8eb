import { beforeEach, describe, expect, it } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { setUpPaying } from '../harness/paying.ts'

const paying = setUpPaying()
const query = (sql: string) => queryOnce(paying.env['DATABASE_URL'] ?? '', sql)

beforeEach(async () => {
  // Whoever asks first makes the tables.
  await paying.call('list')
  await query(
    `insert into payrun.charges (id, kind, amount_minor, currency, operator, own_reference, values_hash)
     values ('c1', 'collection', 1500, 'XOF', 'mtn-benin', 'INV-1', '\\x00'),
            ('c2', 'collection', 2500, 'XOF', 'mtn-benin', 'INV-2', '\\x00'),
            ('c3', 'payment', 15050, 'KES', null, 'COL-1', '\\x00')`,
  )
  await query(
    `update payrun.charges
        set state = 'under_way', answered_at = now(),
            reference = case id when 'c1' then 'COL-1' when 'c2' then 'COL-2' else 'PAY-3' end
      where id in ('c1', 'c3')`,
  )
  await query(`update payrun.charges set state = 'unknown', code = 'timeout', reference = 'COL-2' where id = 'c2'`)
  await query(`update payrun.charges set state = 'paid', settled_at = now() where id = 'c1'`)
  await query(
    `insert into payrun.notifications (key, reference, status, body, signed, effect)
     values ('n1', 'COL-2', 'SUCCESS', '{}', true, 'settled')`,
  )
})

const json = async (...args: string[]) => JSON.parse((await paying.call('payins', ...args, '--json')).stdout)
const ids = async (...args: string[]) => (await json('list', ...args)).payins.map(({ id }: { id: string }) => id)

describe('payins list', () => {
  it('has what was asked for, newest first, by state and by kind', async () => {
    expect(await ids()).toEqual(['c3', 'c2', 'c1'])
    expect(await ids('--state', 'unknown')).toEqual(['c2'])
    expect(await ids('--kind', 'payment')).toEqual(['c3'])
    expect(await json('list', '--limit', '2')).toMatchObject({ more: true })
    const { stdout } = await paying.call('payins', 'list', '--limit', '2')
    expect(stdout).toMatch(/c3 +COL-1 +payment +under way +150\.50 KES/)
    expect(stdout).toContain('There are older ones: --limit 4 shows more.')
    expect((await paying.call('payins', 'list', '--state', 'gone')).code).toBe(2)
  })
})

describe('payins status', () => {
  it('finds one by its id and by either reference, with what was notified of it', async () => {
    for (const word of ['c2', 'INV-2', 'COL-2'])
      expect(await json('status', word)).toMatchObject({
        id: 'c2',
        state: 'unknown',
        notifications: [{ status: 'SUCCESS' }],
      })
    const { stdout } = await paying.call('payins', 'status', 'INV-2')
    expect(stdout).toContain('collection c2 of 2,500 FCFA: unknown')
    expect(stdout).toMatch(/The provider notified SUCCESS at .* UTC, signed/)
    expect(stdout).toContain('payins resolve c2 --paid (or --not-paid) --note TEXT')
  })

  it('names those that one word may mean, and says of nothing that it is nothing', async () => {
    const several = await paying.call('payins', 'status', 'COL-1')
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('give the id of one (c1, c3)')])
    const none = await paying.call('payins', 'status', 'NOTHING')
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no such payment or collection.')])
  })
})

describe('payins resolve', () => {
  it('takes what a person knows of an unknown one, with a note, once', async () => {
    const said = await json('resolve', 'INV-2', '--not-paid', '--note', 'not in the account')
    expect(said).toMatchObject({ id: 'c2', state: 'failed', note: 'not in the account' })
    expect(said.settled_by).not.toBe(null)
    const again = await paying.call('payins', 'resolve', 'INV-2', '--paid', '--note', 'seen')
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("can't be resolved: it has ended")])
    expect(await json('status', 'c2')).toMatchObject({ state: 'failed' })
  })

  it('changes nothing where it is not said whether the customer has paid', async () => {
    for (const words of [[], ['--paid', '--not-paid']])
      expect((await paying.call('payins', 'resolve', 'c2', ...words, '--note', 'x')).code).toBe(2)
    expect(await ids('--state', 'unknown')).toEqual(['c2'])
  })
})
