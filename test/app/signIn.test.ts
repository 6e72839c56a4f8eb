import { generate } from 'otplib'
import { describe, expect, it } from 'vitest'
import { addAccount, resetAccount } from '../../src/app/accounts/accounts.ts'
import type { Account } from '../../src/app/accounts/actor.ts'
import { disableAccount } from '../../src/app/accounts/disable.ts'
import { setPolicy } from '../../src/app/accounts/policy.ts'
import {
  beginSecondFactor,
  changePassword,
  endSecondFactorSetUp,
  giveCode,
  lookUpSession,
  removeSecondFactor,
  signIn,
  signOut,
} from '../../src/app/accounts/signIn.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { ignore } from '../harness/ledger.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, password, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)
const core = () => ledgerOf(db)
const admin = () => app.as(root)

/** An account with the password, and nobody's second factor. */
async function member(name = 'Awa'): Promise<Account> {
  const added = await addAccount(admin(), core(), { name, roles: ['viewer'], password })
  if (!added.ok) throw new Error(added.fault)
  return added.account
}
async function session(name = 'Awa'): Promise<string> {
  const signed = await signIn(core(), name, password, null)
  if (!signed.ok) throw new Error(signed.code)
  return signed.token
}

describe('signing in', () => {
  it('a wrong password, a name that is nobody, a key and a look-alike are refused alike', async () => {
    await member()
    await app.key('robot', ['viewer'])
    for (const [name, word] of [
      ['Awa', 'wrong horse battery'],
      ['Nobody', password],
      ['robot', password],
      ['Аwа', password],
    ] as const)
      expect(await signIn(core(), name, word, null)).toMatchObject({ ok: false, code: 'unauthorized' })
    expect(await signIn(core(), ' AWA ', password, null)).toMatchObject({ ok: true })
    const [kept] = await db.query<{ password_hash: string }>(
      'select password_hash from payrun.accounts where kind = $1',
      ['account'],
    )
    expect(kept?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    { what: 'account', name: () => 'Awa', address: (n: number) => `192.0.2.${n}`, right: ['AWA', '198.51.100.1'] },
    { what: 'address', name: (n: number) => `somebody ${n}`, address: () => '192.0.2.1', right: ['Awa', '192.0.2.1'] },
  ] as const)('ten wrong tries of one $what are throttled, over all desks', async ({ name, address, right }) => {
    await member()
    const other = openLedger({ connectionString: db.url }, ignore)
    try {
      const desks = [core(), { ...core(), ledger: other }]
      const tries = await Promise.all(
        Array.from({ length: 24 }, (_, n) => signIn(desks[n % 2]!, name(n), 'wrong horse battery', address(n))),
      )
      const codes = tries.map((tried) => (tried.ok ? 'in' : tried.code))
      expect(codes.filter((code) => code === 'unauthorized').length).toBeLessThanOrEqual(10)
      expect(codes).toContain('too_many_requests')
      // Those that were refused at the same moment took each other's places: one after the other they make it ten.
      for (let n = 0; n < 10; n += 1) await signIn(desks[n % 2]!, name(n), 'wrong horse battery', address(n))
      for (const desk of desks) {
        const tried = await signIn(desk, right[0], password, right[1])
        expect(tried).toMatchObject({ ok: false, code: 'too_many_requests', retryAfterSeconds: expect.any(Number) })
      }
      await db.query(`update payrun.wrong_tries set at = at - interval '15 minutes'`)
      expect(await signIn(desks[0]!, right[0], password, right[1])).toMatchObject({ ok: true })
    } finally {
      await other.close()
    }
  })

  it('many right passwords at once are all let in, though there were nine wrong ones', async () => {
    await member()
    for (let n = 0; n < 9; n += 1) await signIn(core(), 'Awa', 'wrong horse battery', '192.0.2.1')
    const tries = await Promise.all(Array.from({ length: 6 }, () => signIn(core(), 'Awa', password, '192.0.2.1')))
    expect(tries.map((tried) => (tried.ok ? 'in' : tried.code))).toEqual(Array(6).fill('in'))
  })

  it('of many wrong ones at once no more than ten are looked at, and then the right one is not', async () => {
    await member()
    const words = Array.from({ length: 24 }, () => 'wrong horse battery')
    const tries = await Promise.all([...words, password].map((word) => signIn(core(), 'Awa', word, '192.0.2.1')))
    const codes = tries.map((tried) => (tried.ok ? 'in' : tried.code))
    expect(codes).toEqual([...Array(10).fill('unauthorized'), ...Array(15).fill('too_many_requests')])
  })
})

describe('a session', () => {
  const isOpen = async (token: string) => (await lookUpSession(core(), token)) !== undefined
  const age = (column: string, minutes: number) =>
    db.query(`update payrun.sessions set ${column} = now() - make_interval(mins => $1)`, [minutes])

  it('ends after 30 idle minutes and after 12 hours; what is kept of it is a hash', async () => {
    await member()
    const token = await session()
    await age('seen_at', 29)
    expect(await isOpen(token)).toBe(true)
    await age('seen_at', 29)
    await age('created_at', 12 * 60 - 1)
    expect(await isOpen(token)).toBe(true)
    await age('created_at', 12 * 60)
    expect(await isOpen(token)).toBe(false)
    const idle = await session()
    await age('seen_at', 30)
    expect(await isOpen(idle)).toBe(false)
    expect(JSON.stringify(await db.query(`select encode(token_hash, 'escape') from payrun.sessions`))).not.toContain(
      token,
    )
  })

  it('ends by signing out, by a new password, by a reset and when its account is disabled, at once', async () => {
    const account = await member()
    const [first, second] = [await session(), await session()]
    await signOut(core(), first)
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    const third = await session()
    const wish = { before: password, password: 'another good sentence' }
    expect(await changePassword(core(), account, { ...wish, before: 'wrong horse battery' })).toMatchObject({
      code: 'unauthorized',
    })
    const changed = await changePassword(core(), account, wish)
    if (!changed.ok) throw new Error(changed.message.key)
    expect(await Promise.all([second, third, changed.token].map(isOpen))).toEqual([false, false, true])
    expect(await resetAccount(admin(), core(), 'Awa', password)).toMatchObject({ ok: true, link: null })
    expect(await isOpen(changed.token)).toBe(false)
    const last = await session()
    await disableAccount(admin(), core(), 'Awa')
    expect(await isOpen(last)).toBe(false)
    expect(await signIn(core(), 'Awa', password, null)).toMatchObject({ code: 'unauthorized' })
  })
})

describe('a second factor', () => {
  const codeOf = (secret: string) => generate({ secret })
  /** Time goes on for the codes: what was used was used half minutes ago. */
  const later = () => db.query('update payrun.accounts set last_code_step = last_code_step - 3')

  it('is asked for after the password, and each code counts once', async () => {
    const account = await member()
    const old = await session()
    expect(await beginSecondFactor(core(), account, 'not the password')).toMatchObject({ code: 'unauthorized' })
    const begun = await beginSecondFactor(core(), account, password)
    if (!('secret' in begun)) throw new Error(begun.code)
    expect(await endSecondFactorSetUp(core(), account, '000')).toMatchObject({ code: 'unauthorized' })
    const first = await codeOf(begun.secret)
    const ended = await endSecondFactorSetUp(core(), account, first)
    if (!ended.ok) throw new Error(ended.message.key)
    const open = [old, ended.token].map(async (each) => (await lookUpSession(core(), each))?.complete)
    expect(await Promise.all(open)).toEqual([undefined, true])
    const signed = await signIn(core(), 'Awa', password, null)
    expect(signed).toMatchObject({ ok: true, next: 'code_needed' })
    const half = signed.ok ? signed.token : ''
    expect(await lookUpSession(core(), half)).toMatchObject({ complete: false })
    expect(await giveCode(core(), half, first, null)).toMatchObject({ ok: false, code: 'unauthorized' })
    await later()
    const code = await codeOf(begun.secret)
    const both = await Promise.all([1, 2].map(() => giveCode(core(), half, code, null)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    const whole = both.find(({ ok }) => ok)
    expect(await lookUpSession(core(), whole?.ok ? whole.token : '')).toMatchObject({ complete: true })
    expect(await lookUpSession(core(), half)).toBeUndefined()
  })

  it('that the policy asks for is set up first, and not taken away', async () => {
    const account = await member()
    await setPolicy(admin(), core(), 'second_factor', true)
    expect(await signIn(core(), 'Awa', password, null)).toMatchObject({ ok: true, next: 'set_up_second_factor' })
    expect(await removeSecondFactor(core(), account)).toMatchObject({ ok: false, code: 'forbidden' })
    await setPolicy(admin(), core(), 'second_factor', false)
    expect(await removeSecondFactor(core(), account)).toEqual({ ok: true })
  })
})
