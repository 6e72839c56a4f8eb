import { describe, expect, it } from 'vitest'
import { addKey, setRoles } from '../../src/app/accounts/accounts.ts'
import type { Account } from '../../src/app/accounts/actor.ts'
import { disableAccount } from '../../src/app/accounts/disable.ts'
import { setPolicy } from '../../src/app/accounts/policy.ts'
import { approve } from '../../src/app/approvals/approve.ts'
import { lookAtApproval } from '../../src/app/approvals/lookAtApproval.ts'
import { reject } from '../../src/app/approvals/reject.ts'
import { cancel } from '../../src/app/batches/pause.ts'
import { judgePeople } from '../../src/ledger/batches/otherApprovers.ts'
import { payableRows } from '../harness/ledger.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { ledgerOf, movedOf, root, setUpApp } from './setUpApp.ts'

const db = setUpLedger()
const app = setUpApp(db)

const nothingExpected = { expectCount: null, expectTotal: null }
const approveAs = (who: string | Account, batchId: string, as?: string) =>
  approve(app.as(who), batchId, { as, ...nothingExpected })

/** A batch that somebody submitted under the login `payroll`, or by an account. */
const waiting = (
  peopleNeeded = 2,
  by: { actor: string; login?: string | null } = { actor: 'Awa Diop', login: 'payroll' },
) => db.batchOf(payableRows(3), { peopleNeeded, ...by })

const unmoved = { state: 'awaiting_approval', approvers: [], rows: ['pending'] }

describe('before there are accounts', () => {
  it.each([
    { trick: 'the same login under another name', login: 'payroll', as: 'bob' },
    { trick: 'the login in capitals', login: 'PAYROLL', as: 'bob' },
    { trick: 'the login with a Cyrillic letter', login: 'pаyroll', as: 'bob' },
    { trick: 'the name in capitals', login: 'kofi', as: 'AWA DIOP' },
    { trick: 'the name with Cyrillic letters', login: 'kofi', as: 'Аwа Diор' },
    { trick: 'the name in full-width letters', login: 'kofi', as: 'Ａｗａ Ｄｉｏｐ' },
    { trick: 'the name with spaces', login: 'kofi', as: '  A wa   Dio p ' },
    { trick: 'the login as a name', login: 'kofi', as: 'payroll' },
  ])('$trick approves nothing of its own', async ({ login, as }) => {
    const { batchId } = await waiting()
    expect(await approveAs(login, batchId, as)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await reject(app.as(login), batchId, { as })).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, batchId)).toEqual(unmoved)
  })

  it('one login under two names is one person where three are needed', async () => {
    const { batchId } = await waiting(3)
    expect(await approveAs('kofi', batchId, 'Kofi')).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs('kofi', batchId, 'Ama')).toMatchObject({ ok: false, code: 'same_person' })
    expect(await approveAs('ama', batchId, 'KOFI')).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, batchId)).toEqual({ ...unmoved, approvers: ['Kofi'] })
  })
})

describe('with accounts', () => {
  const awa = () => app.person('Awa Diop', ['preparer', 'approver'], 'awa')
  const byAwa = () => waiting(2, { actor: 'Awa Diop' })

  it.each<{ trick: string; who: () => Promise<string | Account>; code: string }>([
    { trick: 'oneself', who: awa, code: 'same_person' },
    {
      trick: 'a key for oneself',
      who: async () => {
        await awa()
        return app.key('payroll program', ['approver'], 'Awa Diop')
      },
      code: 'same_person',
    },
    {
      trick: 'another account that names the same login',
      who: async () => {
        await awa()
        return app.person('Second', ['approver'], 'AWA')
      },
      code: 'same_person',
    },
    { trick: 'a login without an account', who: () => awa().then(() => 'kofi'), code: 'unauthorized' },
    { trick: 'an account without the role', who: () => app.person('Kofi', ['preparer', 'admin']), code: 'forbidden' },
    {
      trick: 'an account that was disabled since',
      who: async () => {
        const kofi = await app.person('Kofi', ['approver'])
        await disableAccount(app.as(root), ledgerOf(db), 'Kofi')
        return kofi
      },
      code: 'forbidden',
    },
    {
      trick: 'an old key with more roles than the person that it counts as',
      who: async () => {
        await awa()
        const key = await app.key('Awa program', ['approver'], 'Awa Diop')
        await db.query(`update payrun.accounts set roles = '{preparer}' where name = 'Awa Diop'`)
        return key
      },
      code: 'forbidden',
    },
    {
      trick: 'a key of somebody who is no approver any more',
      who: async () => {
        await app.person('Kofi', ['approver'])
        const key = await app.key('Kofi program', ['approver'], 'Kofi')
        await setRoles(app.as(root), ledgerOf(db), 'Kofi', ['preparer'])
        return key
      },
      code: 'forbidden',
    },
    {
      trick: 'a key of somebody who was disabled since',
      who: async () => {
        await app.person('Kofi', ['approver'])
        const key = await app.key('Kofi program', ['approver'], 'Kofi')
        await disableAccount(app.as(root), ledgerOf(db), 'Kofi')
        return key
      },
      code: 'forbidden',
    },
  ])('$trick approves nothing', async ({ who, code }) => {
    await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
    const approver = await who()
    const { batchId } = await byAwa()
    expect(await approveAs(approver, batchId, 'Somebody')).toMatchObject({ ok: false, code })
    expect(await movedOf(db, batchId)).toEqual(unmoved)
  })

  it('a key approves only where the policy lets it', async () => {
    await awa()
    const key = await app.key('robot', ['approver'])
    const { batchId } = await byAwa()
    expect(await approveAs(key, batchId)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await movedOf(db, batchId)).toEqual(unmoved)
    await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
    expect(await approveAs(key, batchId)).toMatchObject({ ok: true, missing: 0 })
  })

  it('whoever submitted by a login without an account is the person whose account names that login', async () => {
    const { batchId } = await waiting(2, { actor: 'somebody', login: 'awa' })
    expect(await approveAs(await awa(), batchId)).toMatchObject({ ok: false, code: 'same_person' })
    expect(await movedOf(db, batchId)).toEqual(unmoved)
  })

  it('whoever made a key rejects what it submits, and does not approve it; another key and other people do', async () => {
    const boss = await app.person('Boss', ['admin', 'approver'])
    const ama = await app.person('Ama', ['approver'], root)
    const keyOfBoss = async (name: string) => {
      const added = await addKey(app.as(boss), ledgerOf(db), { name, roles: ['preparer', 'approver'] })
      return added.ok ? added.account : boss
    }
    const { name: program } = await keyOfBoss('program')
    const checker = await keyOfBoss('checker')
    const { name: ofTerminal } = await app.key('made on a terminal', ['preparer'])
    await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
    const judged = async (who: Account, actor: string) => {
      const { batchId } = await waiting(2, { actor, login: null })
      const look = await lookAtApproval(app.as(who), batchId)
      // On a terminal, before the password is typed: of the account, not of the login that made a key there.
      const before = await lookAtApproval(app.as(root), batchId, who.name.toLowerCase())
      expect(before.ok && before.onlyReject).toEqual(look.ok && look.onlyReject)
      const approved = await approveAs(who, batchId)
      return { batchId, told: [look.ok && look.key?.by, look.ok && look.onlyReject?.key, approved.ok] }
    }
    const barred = 'deskApprove.you_made_key'
    const { batchId, told } = await judged(boss, program)
    expect(told).toEqual(['Boss', barred, false])
    expect(await approveAs(boss, batchId)).toMatchObject({ code: 'same_person', message: { key: barred } })
    expect(await movedOf(db, batchId)).toEqual(unmoved)
    expect(await reject(app.as(boss), batchId, {})).toMatchObject({ ok: true })
    expect((await judged(checker, program)).told).toEqual(['Boss', undefined, true])
    expect((await judged(ama, program)).told).toEqual(['Boss', undefined, true])
    expect((await judged(boss, ofTerminal)).told).toEqual([root, undefined, true])
    expect((await judged(ama, ofTerminal)).told).toEqual([root, barred, false])
  })

  it('a key does not approve what was asked for by whoever made it', async () => {
    const ben = await app.person('Ben', ['admin', 'preparer'], 'ben')
    const added = await addKey(app.as(ben), ledgerOf(db), { name: 'his', roles: ['approver'] })
    const key = added.ok ? added.account : ben
    await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
    for (const by of [
      { actor: 'Ben', login: null },
      { actor: 'somebody', login: 'ben' },
    ]) {
      const { batchId, batchNo } = await waiting(2, by)
      const told = { code: 'same_person', message: { key: 'deskApprove.same_behind_key' } }
      expect(await approveAs(key, batchId)).toMatchObject(told)
      expect(await movedOf(db, batchId)).toEqual(unmoved)
      expect((await judgePeople(db.ledger, [batchNo])).get(batchNo)?.others).toBe(0)
    }
    expect(await approveAs(key, (await byAwa()).batchId)).toMatchObject({ ok: true })
  })

  it.each([
    { maker: 'the account', login: undefined },
    { maker: 'a login that the account names', login: root },
  ])('a key and $maker that made it count once in either order where three are needed', async ({ login }) => {
    await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
    const boss = await app.person('Boss', ['admin', 'approver'], login)
    await db.query(`update payrun.accounts set password_hash = 'set'`)
    const by = login ?? boss
    const keyOf = async (name: string) => {
      const added = await addKey(app.as(by), ledgerOf(db), { name, roles: ['approver'] })
      return added.ok ? added.account : boss
    }
    const [key, otherKey] = [await keyOf('one'), await keyOf('other')]
    for (const [first, second] of [
      [key, boss],
      [boss, key],
    ] as const) {
      const { batchId, batchNo } = await waiting(3, { actor: 'Awa', login: null })
      const others = async () => (await judgePeople(db.ledger, [batchNo])).get(batchNo)?.others
      expect(await others()).toBe(3)
      expect(await approveAs(first, batchId)).toMatchObject({ ok: true, missing: 1 })
      const told = { code: 'same_person', message: { key: 'accounts.approved_before' } }
      expect(await approveAs(second, batchId)).toMatchObject(told)
      expect(await movedOf(db, batchId)).toEqual({ ...unmoved, approvers: [first.name] })
      const whyNot = { key: 'deskApprove.you_approved' }
      expect(await lookAtApproval(app.as(second), batchId)).toMatchObject({ whyNot })
      expect(await others()).toBe(first === key ? 1 : 0)
    }
    const { batchId } = await waiting(3, { actor: 'Awa', login: null })
    expect(await approveAs(key, batchId)).toMatchObject({ ok: true, missing: 1 })
    expect(await approveAs(otherKey, batchId)).toMatchObject({ ok: true, missing: 0 })
  })

  it('two approvals of one person at once are one, where three are needed', async () => {
    await awa()
    const { batchId } = await waiting(3, { actor: 'Awa Diop' })
    const kofi = await app.person('Kofi', ['approver'], 'kofi')
    const other = await app.person('K. Mensah', ['approver'], 'kofi')
    const both = await Promise.all([kofi, kofi, other].map((who) => approveAs(who, batchId)))
    expect(both.filter(({ ok }) => ok)).toMatchObject([{ missing: 1 }])
    expect(both.filter(({ ok }) => !ok)).toMatchObject([{ code: 'same_person' }, { code: 'same_person' }])
    expect((await movedOf(db, batchId))?.['state']).toBe('awaiting_approval')
    expect(await approveAs(await app.person('Ama', ['approver']), batchId)).toMatchObject({ ok: true, missing: 0 })
    expect((await movedOf(db, batchId))?.['state']).toBe('running')
  })
})

it('a batch that is rejected is cancelled, for that reason and with the note', async () => {
  const { batchId } = await waiting()
  const rejected = await reject(app.as('kofi'), batchId, { note: 'wrong month' })
  expect(rejected).toMatchObject({ ok: true, kind: 'batch', rows: 3 })
  expect(await movedOf(db, batchId)).toEqual({ ...unmoved, state: 'cancelled', rows: ['cancelled'] })
  expect(await db.query(`select reason, note, actor from payrun.batch_events where to_state = 'cancelled'`)).toEqual([
    { reason: 'rejected', note: 'wrong month', actor: 'kofi' },
  ])
  expect(await approveAs('ama', batchId)).toMatchObject({ ok: false, code: 'wrong_state' })
})

it('a key rejects only where the policy lets keys approve', async () => {
  const key = await app.key('program', ['approver'])
  const { batchId } = await waiting()
  expect(await reject(app.as(key), batchId, {})).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await movedOf(db, batchId)).toEqual(unmoved)
  await setPolicy(app.as(root), ledgerOf(db), 'keys_approve', true)
  expect(await reject(app.as(key), batchId, {})).toMatchObject({ ok: true, kind: 'batch' })
})

it('a preparer cancels own batches that nobody has approved, an approver any', async () => {
  const awa = await app.person('Awa', ['preparer'])
  const kofi = await app.person('Kofi', ['approver'])
  const binta = await app.person('Binta', ['preparer'])
  const [own, approved, another] = [
    await waiting(2, { actor: 'Awa' }),
    await waiting(2, { actor: 'Awa' }),
    await waiting(1, { actor: 'Binta' }),
  ]
  expect(await approveAs(kofi, approved.batchId)).toMatchObject({ ok: true })
  const cancelled = (who: Account, { batchId }: typeof own) => cancel(app.as(who), batchId)
  for (const batch of [approved, another])
    expect(await cancelled(awa, batch)).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await movedOf(db, another.batchId)).toMatchObject({ state: 'running', rows: ['pending'] })
  const ended = [await cancelled(awa, own), await cancelled(binta, another), await cancelled(kofi, approved)]
  expect(ended).toMatchObject(Array(3).fill({ ok: true, rows: 3 }))
})
