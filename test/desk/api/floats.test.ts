import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const open = () => openTestDesk(server, { pays: false })
const set = { currency: 'XOF', set: '10000' }

describe('/floats', () => {
  it('is set by an administrator alone, of the sandbox where the desk is one, and the trail has who did it', async () => {
    const { call, newKey, db } = await open()
    const other = await newKey('others', ['viewer', 'preparer', 'approver'])
    expect(await call('GET', '/floats', { key: other })).toMatchObject({ status: 200, json: { floats: [] } })
    expect(await call('POST', '/floats', { body: set, key: other })).toMatchObject({
      status: 403,
      json: { code: 'forbidden' },
    })
    expect(await db.query('select from payrun.floats')).toEqual([])
    const admin = await newKey('treasury', ['admin'])
    const xof = { currency: 'XOF', set: '10000', spent: '0', held: '0', left: '10000', daily: null, waiting: [] }
    expect(await call('POST', '/floats', { body: set, key: admin })).toMatchObject({
      status: 200,
      json: { floats: [xof] },
    })
    expect((await call('GET', '/floats')).json.floats).toMatchObject([xof])
    expect(await db.query('select sandbox, set_minor::text as minor from payrun.floats where is_limit')).toEqual([
      { sandbox: true, minor: '10000' },
    ])
    expect(await db.query(`select actor, what from payrun.changes where what like 'float%'`)).toEqual([
      { actor: 'treasury', what: 'float.set' },
    ])
  })

  it('adds once under a key, sets budgets, and takes a limit away with null', async () => {
    const { call } = await open()
    const add = { body: { currency: 'XOF', add: '500' }, headers: { 'idempotency-key': 'top-up-7' } }
    expect(await call('POST', '/floats', add)).toMatchObject({ status: 409, json: { code: 'wrong_state' } })
    await call('POST', '/floats', { body: set })
    for (const _ of ['first', 'again'])
      expect((await call('POST', '/floats', add)).json.floats).toMatchObject([{ set: '10500' }])
    const budgets = { currency: 'XOF', daily: '2000', monthly: '9000', tz: 'Africa/Porto-Novo' }
    expect((await call('POST', '/floats', { body: budgets })).json.floats).toMatchObject([
      { daily: { budget: '2000', left: '2000' }, monthly: { budget: '9000' }, time_zone: 'Africa/Porto-Novo' },
    ])
    await call('POST', '/floats', { body: { currency: 'XOF', daily: null } })
    await call('POST', '/floats', { body: { currency: 'XOF', set: null } })
    expect((await call('GET', '/floats')).json.floats).toMatchObject([
      { set: null, daily: null, monthly: { budget: '9000' }, left: '9000' },
    ])
  })

  it.each([
    ['an unknown currency', { currency: 'ZZZ', set: '1' }, 'currency'],
    ['nothing to change', { currency: 'XOF' }, 'set'],
    ['two changes at once', { currency: 'XOF', set: '1', add: '1' }, 'set'],
    ['a time zone that is none', { currency: 'XOF', tz: 'Mars/Base' }, 'tz'],
    ['an amount that is a number', { currency: 'XOF', set: 5000 }, 'set'],
    ['a field that is none', { currency: 'XOF', set: '1', colour: 'red' }, 'colour'],
  ])('refuses %s, and changes nothing', async (_what, body, field) => {
    const { call } = await open()
    expect(await call('POST', '/floats', { body })).toMatchObject({ status: 400, json: { problems: [{ field }] } })
    expect((await call('GET', '/floats')).json).toEqual({ floats: [], next: null })
  })
})
