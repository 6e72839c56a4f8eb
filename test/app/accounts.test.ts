import { describe, expect, it } from 'vitest'
import {
  addAccount,
  addKey,
  listAccounts,
  lookAtLink,
  resetAccount,
  setPasswordByLink,
  setRoles,
  setUp,
  setUpLink,
} from '../../src/app/accounts/accounts.ts'
import type { Role } from '../../src/app/accounts/actor.ts'
import { disableAccount } from '../../src/app/accounts/disable.ts'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { authenticateKey, signIn } from '../../src/app/accounts/signIn.ts'
import { searchTrail } from '../../src/app/accounts/trail.ts'
import { render } from '../../src/words/render.ts'
import { saying } from '../harness/words.ts'
import { untilBlocked } from '../ledger/paidRows.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, password, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)
const core = () => ledgerOf(db)
const admin = () => app.as(root)

const tokenOf = (link: string | null) => new URL(link!, 'http://x').searchParams.get('token')!
const trail = async () =>
  (await searchTrail(core(), {})).entries.map(({ what, subject, actor }) => `${actor} ${what} ${subject}`)

describe('links', () => {
  it('the set-up link makes the first account, once, and none of two at the same moment', async () => {
    const spent = await setUpLink(core())
    const link = tokenOf(await setUpLink(core()))
    expect(await lookAtLink(core(), tokenOf(spent))).toMatchObject({ ok: false, code: 'unauthorized' })
    expect(await lookAtLink(core(), link)).toEqual({ ok: true, name: null })
    expect(await setUp(core(), link, { name: 'Awa', password: 'short' })).toMatchObject({ ok: false, fault: 'usage' })
    const both = await Promise.all(['Awa', 'Kofi'].map((name) => setUp(core(), link, { name, password })))
    expect(both.filter(({ ok }) => ok)).toMatchObject([{ account: { roles: ['preparer', 'admin'] } }])
    expect(both.filter(({ ok }) => !ok)).toMatchObject([{ code: 'unauthorized' }])
    expect(await listAccounts(core())).toHaveLength(1)
    expect(await setUpLink(core())).toBeNull()
  })

  it('the first account prepares only until there is somebody else who does', async () => {
    await setUp(core(), tokenOf(await setUpLink(core())), { name: 'Awa', password })
    await app.person('Kofi', ['approver'])
    await app.key('program of Awa', ['preparer'], 'Awa')
    const rolesOf = async () => (await listAccounts(core())).find(({ name }) => name === 'Awa')?.roles
    expect(await rolesOf()).toEqual(['preparer', 'admin'])
    await app.person('Ama', ['preparer'])
    expect(await rolesOf()).toEqual(['admin'])
    expect(await listAccounts(core(), 'key')).toMatchObject([{ roles: ['viewer'] }])
  })

  it('a password link is good once, for a day, and not for a disabled account', async () => {
    const linkOf = async (name: string) => {
      const added = await addAccount(admin(), core(), { name, roles: ['viewer'] })
      return tokenOf(added.ok ? added.link : null)
    }
    const [awa, kofi, ama] = [await linkOf('Awa'), await linkOf('Kofi'), await linkOf('Ama')]
    expect(await lookAtLink(core(), awa)).toEqual({ ok: true, name: 'Awa' })
    const both = await Promise.all([1, 2].map(() => setPasswordByLink(core(), awa, password)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await signIn(core(), 'awa', password, null)).toMatchObject({ ok: true, next: 'signed_in' })
    await disableAccount(admin(), core(), 'Kofi')
    expect(await setPasswordByLink(core(), kofi, password)).toMatchObject({ ok: false, code: 'unauthorized' })
    await db.query(`update payrun.one_time_links set expires_at = expires_at - interval '24 hours'`)
    expect(await setPasswordByLink(core(), ama, password)).toMatchObject({ ok: false, code: 'unauthorized' })
  })
})

describe('a key', () => {
  it('is kept as a hash, counts as its person, ends by its time, when it is revoked and with its person', async () => {
    await app.person('Awa', ['preparer'])
    const add = async (name: string, more: { expiresDays?: number; forAccount?: string } = {}) => {
      const added = await addKey(admin(), core(), { name, roles: ['preparer'], ...more })
      if (!added.ok) throw new Error(added.fault)
      return added.key
    }
    // Viewing is everybody's.
    const more = (roles: Role[]) => addKey(admin(), core(), { name: roles.at(-1)!, roles, forAccount: 'Awa' })
    expect(await more(['preparer', 'approver'])).toMatchObject({
      ok: false,
      message: saying('does not have these roles: approver'),
    })
    expect(await more(['viewer'])).toMatchObject({ ok: true })
    const isGood = async (key: string) => (await authenticateKey(core(), key, null)).ok
    const keys = [
      await add('plain'),
      await add('short', { expiresDays: 30 }),
      await add('of Awa', { forAccount: 'awa' }),
    ] as const
    expect(keys[0]).toMatch(/^pr_[\w-]{43}$/)
    const whole = await db.query<{ all: string }>(`select string_agg(a::text, ' ') as all from payrun.accounts a`)
    for (const key of keys) {
      expect(await isGood(key)).toBe(true)
      expect(whole[0]?.all).not.toContain(key.slice(3))
    }
    expect(await authenticateKey(core(), keys[2], null)).toMatchObject({
      actor: { kind: 'key', name: 'of Awa', roles: ['preparer'], account: { forAccount: 'Awa' } },
    })
    await db.query(`update payrun.accounts set expires_at = expires_at - interval '30 days'`)
    await disableAccount(admin(), core(), 'Awa')
    expect(await Promise.all(keys.map(isGood))).toEqual([true, false, false])
    expect((await listAccounts(core(), 'key')).map(({ isForDisabled }) => isForDisabled)).toEqual([
      true,
      false,
      false,
      true,
    ])
    const late = await addKey(admin(), core(), { name: 'late', roles: ['preparer'], forAccount: 'Awa' })
    expect(late).toMatchObject({ ok: false, code: 'wrong_state', message: saying('is disabled') })
    expect(await disableAccount(admin(), core(), 'plain', 'key')).toMatchObject({ ok: true })
    expect(await isGood(keys[0])).toBe(false)
  })

  it('may never do more than its person, however it was made', async () => {
    await app.person('Awa', ['preparer', 'approver'])
    await setPolicy(admin(), core(), 'keys_approve', true)
    const add = (name: string) => addKey(admin(), core(), { name, roles: ['preparer', 'approver'], forAccount: 'Awa' })
    const early = await add('early')
    // As one that was made when nobody compared them.
    const lose = (roles: string) => `update payrun.accounts set roles = '${roles}' where name = 'Awa'`
    await db.query(lose('{preparer}'))
    expect(await authenticateKey(core(), early.ok ? early.key : '', null)).toMatchObject({
      actor: { roles: ['preparer'] },
    })
    expect(await listAccounts(core(), 'key')).toMatchObject([{ roles: ['preparer'] }])
    expect(await db.query(`select payrun.why_no_approver('early') as why`)).toEqual([{ why: 'no approver' }])
    // Nor does it get a role with its person.
    expect(await setRoles(admin(), core(), 'Awa', ['preparer', 'approver'])).toMatchObject({ ok: true })
    expect(await listAccounts(core(), 'key')).toMatchObject([{ roles: ['preparer'] }])
    expect(await db.query(`select payrun.why_no_approver('early') as why`)).toEqual([{ why: 'no approver' }])
    expect(await db.query(`select details from payrun.changes where subject = 'early' order by change_no`)).toEqual([
      { details: { for: 'Awa', roles: ['preparer', 'approver'] } },
      { details: { from: ['preparer', 'approver'], roles: ['preparer'] } },
    ])
    const other = await db.ledger.pool.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(1885433202)')
    const late = add('late')
    await untilBlocked(db)
    await other.query(lose('{viewer}'))
    await other.query('commit')
    other.release()
    expect(await late).toMatchObject({ ok: false, message: saying('does not have these roles: preparer and approver') })
    expect(await listAccounts(core(), 'key')).toMatchObject([{ name: 'early', roles: ['viewer'] }])
  })

  it('that is wrong is a try of its address', async () => {
    for (let n = 0; n < 10; n += 1)
      expect(await authenticateKey(core(), `pr_${'x'.repeat(43)}`, '192.0.2.7')).toMatchObject({ code: 'unauthorized' })
    expect(await authenticateKey(core(), 'pr_wrong', '192.0.2.7')).toMatchObject({ code: 'too_many_requests' })
    expect(await authenticateKey(core(), 'pr_wrong', '192.0.2.8')).toMatchObject({ code: 'unauthorized' })
  })
})

describe('changes', () => {
  it.each(['awa', 'AWA', 'Аwа', 'Ａｗａ', 'A w a'])('no second account is called %s', async (name) => {
    await app.person('Awa', ['viewer'])
    expect(await addAccount(admin(), core(), { name, roles: ['viewer'] })).toMatchObject({ ok: false, fault: 'usage' })
    expect(await addKey(admin(), core(), { name, roles: ['viewer'] })).toMatchObject({ ok: false, fault: 'usage' })
  })

  it.each(["Aya N'Guessan", 'Aya N’Guessan', "l'Agence 2", 'a.b_c@d+e-f'])('%s may be a name', async (name) => {
    expect(await addAccount(admin(), core(), { name, roles: ['viewer'] })).toMatchObject({ ok: true })
  })

  it.each(["'Aya", 'Aya!', 'Aya (bis)', 'a'.repeat(61)])('%s may not, and all that may is said', async (name) => {
    const refused = await addAccount(admin(), core(), { name, roles: ['viewer'] })
    expect(refused).toMatchObject({ ok: false, fault: 'usage' })
    const said = refused.ok ? undefined : refused.message
    expect(said && render(said, 'en')).toContain('digits, spaces, apostrophes or any of . _ @ + - and begins')
    expect(said && render(said, 'fr')).toContain('espaces, apostrophes ou signes parmi . _ @ + - et commence')
  })

  it('leave an administrator: neither the account nor the role of the last one goes', async () => {
    await app.person('Awa', ['admin', 'viewer'])
    await addKey(admin(), core(), { name: 'robot', roles: ['admin'] })
    const refusals = async () => [
      await disableAccount(admin(), core(), 'Awa'),
      await setRoles(admin(), core(), 'Awa', ['viewer']),
    ]
    for (const refused of await refusals()) expect(refused).toMatchObject({ ok: false, code: 'wrong_state' })
    expect(await setRoles(admin(), core(), 'Awa', ['admin'])).toMatchObject({ ok: true })
    await app.person('Kofi', ['admin'])
    const both = await Promise.all(['Awa', 'Kofi'].map((name) => disableAccount(admin(), core(), name)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('leave an administrator who has a password, not only one whose link nobody has used', async () => {
    const added = await addAccount(admin(), core(), { name: 'Awa', roles: ['admin'], password })
    await app.person('Kofi', ['admin'])
    expect(added).toMatchObject({ ok: true })
    for (const refused of [
      await disableAccount(admin(), core(), 'Awa'),
      await setRoles(admin(), core(), 'Awa', ['viewer']),
    ])
      expect(refused).toMatchObject({ ok: false, message: saying('is the only administrator who can sign in') })
    expect(await disableAccount(admin(), core(), 'Kofi')).toMatchObject({ ok: true })
    await addAccount(admin(), core(), { name: 'Ama', roles: ['admin'], password })
    expect(await disableAccount(admin(), core(), 'Awa')).toMatchObject({ ok: true })
  })

  it('are an administrator’s alone, and each is in the trail', async () => {
    const viewer = await app.person('Awa', ['viewer'])
    const boss = app.as(await app.person('Boss', ['admin']))
    const wish = { name: 'Kofi', roles: ['approver'] as const }
    for (const refused of [
      await addAccount(app.as(viewer), core(), wish),
      await addKey(app.as(viewer), core(), wish),
      await setRoles(app.as(viewer), core(), 'Awa', ['admin']),
      await resetAccount(app.as(viewer), core(), 'Boss'),
      await disableAccount(app.as(viewer), core(), 'Boss'),
      await setApprovals(app.as(viewer), core(), 1),
      await setPolicy(app.as(viewer), core(), 'keys_approve', true),
    ])
      expect(refused).toMatchObject({ ok: false, code: 'forbidden' })
    await addAccount(boss, core(), wish)
    await setRoles(boss, core(), 'kofi', ['approver', 'viewer'])
    await resetAccount(boss, core(), 'Kofi', password)
    await addKey(boss, core(), { name: 'robot', roles: ['viewer'] })
    await disableAccount(boss, core(), 'robot', 'key')
    await setApprovals(boss, core(), 3)
    await setApprovals(boss, core(), 2, { amount: '10 000 000', currency: 'XOF' })
    await setPolicy(boss, core(), 'keys_approve', true)
    await setPolicy(boss, core(), 'second_factor', true)
    // What is so already is no change.
    expect(await setPolicy(boss, core(), 'second_factor', true)).toMatchObject({ changed: false })
    await disableAccount(boss, core(), 'Kofi')
    expect(await trail()).toEqual([
      'Boss account.disabled Kofi',
      'Boss policy.second_factor second_factor',
      'Boss policy.keys_approve keys_approve',
      'Boss policy.approvals approvals XOF 10000000',
      'Boss policy.approvals approvals',
      'Boss key.revoked robot',
      'Boss key.added robot',
      'Boss account.reset Kofi',
      'Boss account.roles Kofi',
      'Boss account.added Kofi',
      `${root} account.added Boss`,
      `${root} account.added Awa`,
    ])
    for (const sql of [
      'delete from payrun.changes',
      `update payrun.changes set actor = 'x'`,
      'truncate payrun.changes',
      'delete from payrun.accounts',
      `update payrun.accounts set login = 'x'`,
    ])
      await expect(db.query(sql), sql).rejects.toThrow('payrun: ')
  })
})
