import { describe, expect, it } from 'vitest'
import { chromiumTitle, withoutChromium } from '../../harness/chromium.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { type PageState, violationsOfStates } from '../looked.ts'
import { addPerson, password, signedIn } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

const asks = 'main input[name="sure"]'
const empty = 'main .empty'
const sure = { sure: 'yes', proof: 'not it' }
const wrongPassword = '.field.wrong #proof'

/** What there is before anybody has done anything, and slips in the forms that begin it. */
const emptyPlaces: Record<string, PageState> = {
  'home-nothing': { path: '/', shows: empty },
  'approvals-none': { path: '/approvals', shows: empty },
  'batches-none': { path: '/batches', shows: empty },
  'people-nobody': { path: '/people?q=nobody', shows: empty },
  'schedules-none': { path: '/schedules', shows: empty },
  'schedule-wrong': {
    path: '/schedules/new',
    posts: { name: '12', path: '', cron: 'every day', tz: 'Mars/Base', between: '8-18', max_amount: 'many' },
    status: 422,
    shows: '.field.wrong #cron',
  },
  'payins-none': { path: '/payins', shows: empty },
  'payments-none': { path: '/payins?kind=payment&state=unknown', shows: empty },
  'operators-not-asked': { path: '/operators', shows: '.notice.good' },
  'operator-not-asked': { path: '/operators/mtn-benin', shows: '#hold-note' },
  'hold-without-note': {
    path: '/operators/mtn-benin/hold',
    posts: { note: '' },
    status: 422,
    shows: '.field.wrong #hold-note',
  },
  'window-wrong': {
    path: '/operators/mtn-benin/windows',
    posts: { from: '', to: 'x', every: 'year' },
    status: 422,
    shows: '.field.wrong #from',
  },
  'work-nothing': { path: '/work', shows: empty },
  'parts-checked': { path: '/admin/check', shows: 'main' },
  'float-none': { path: '/admin/float', shows: empty },
  'upload-none': { path: '/batches/new', shows: '.drop #file' },
}

const administration: Record<string, PageState> = {
  accounts: { path: '/admin', shows: 'main a[href="/admin/accounts/3"]' },
  account: { path: '/admin/accounts/3', shows: 'form[action$="/disable"]' },
  'account-disabled': { path: '/admin/accounts/2', shows: 'main .badge.quiet' },
  'account-wrong': { path: '/admin/accounts/new', posts: { name: '' }, status: 422, shows: '.notice.wrong' },
  'account-reset-question': { path: '/admin/accounts/3/reset', posts: {}, shows: asks },
  'account-disable-question': { path: '/admin/accounts/3/disable', posts: {}, shows: asks },
  keys: { path: '/admin/keys', shows: 'main form[action$="/revoke"]' },
  'key-wrong': {
    path: '/admin/keys/new',
    posts: { name: 'x', expires: 'soon' },
    status: 422,
    shows: '.notice.wrong',
  },
  'policy-rules': { path: '/admin/policy', shows: 'main form[action$="/rules/remove"]' },
  'policy-wrong': { path: '/admin/policy/approvals', posts: { people: '0' }, status: 422, shows: '.notice.wrong' },
  'policy-question': { path: '/admin/policy/approvals', posts: { people: '3' }, shows: asks },
  'policy-wrong-password': {
    path: '/admin/policy/keys-approve',
    posts: { to: 'on', ...sure },
    status: 422,
    shows: wrongPassword,
  },
  trail: { path: '/admin/trail', shows: 'main table' },
  'float-wrong': {
    path: '/admin/float/amount',
    posts: { currency: 'XXX', what: 'set', amount: '', ...sure },
    status: 422,
    shows: '.field.wrong, .notice.wrong',
  },
  'float-question': {
    path: '/admin/float/amount',
    posts: { currency: 'XOF', what: 'set', amount: '10 000' },
    shows: asks,
  },
}

const insertCollection = `
  insert into payrun.charges (id, kind, reference, amount_minor, currency, operator, own_reference, values_hash, sandbox)
  values ('c1', 'collection', 'TX-1', 25000, 'XOF', 'mtn-benin', 'FACT-2026-117', '\\x00', true)`

/** A schedule that is paused, a collection that nobody knows about, an operator that is held, a key, a rule and somebody who has left. */
async function fill(desk: TestDesk): Promise<void> {
  const { db } = desk
  await addPerson(desk, 'Gone', ['viewer'])
  await db.query(`update payrun.accounts set disabled_at = now() where name = 'Gone'`)
  const admin = await signedIn(desk, 'Ada', ['admin'])
  const schedule = { name: 'Salaires', path: '/srv/paie', cron: '0 8 25 * *', tz: 'UTC', period_format: 'yyyy-MM' }
  for (const [path, form] of [
    ['/schedules/new', schedule],
    ['/schedules/1/pause', {}],
    ['/operators/moov-benin/hold', { note: 'Down since the morning', sure: 'yes' }],
    ['/admin/policy/rules', { people: '3', amount: '1000000', currency: 'XOF', sure: 'yes', proof: password }],
    ['/admin/float/amount', { currency: 'XOF', what: 'set', amount: '10 000', sure: 'yes', proof: password }],
  ] as const)
    expect(await admin.post(path, form), path).toMatchObject({ status: 303 })
  await db.query(insertCollection)
  await db.query(`update payrun.charges set state = 'unknown', code = 'timeout' where id = 'c1'`)
}

const places: Record<string, PageState> = {
  'schedules-paused': { path: '/schedules', shows: 'main .badge.ask' },
  'schedule-paused': { path: '/schedules/1', shows: 'form[action="/schedules/1/resume"]' },
  'schedule-remove-question': { path: '/schedules/1/remove', posts: {}, shows: asks },
  'payins-some': { path: '/payins', shows: 'main .notice.ask' },
  'payin-resolve-wrong': {
    path: '/payins/collection/c1/resolve',
    posts: {},
    status: 422,
    shows: '.field.wrong #end',
  },
  'payin-resolve-question': {
    path: '/payins/collection/c1/resolve',
    posts: { end: 'failed', note: 'Seen in the portal' },
    shows: '#proof',
  },
  'payin-wrong-password': {
    path: '/payins/collection/c1/resolve',
    posts: { end: 'paid', note: 'Seen', ...sure },
    status: 422,
    shows: wrongPassword,
  },
  'operators-held': { path: '/operators', shows: 'main .notice.ask' },
  'operator-held': { path: '/operators/moov-benin', shows: '#release-note' },
  'operator-release-question': { path: '/operators/moov-benin/release', posts: { note: '' }, shows: asks },
  'float-set': { path: '/admin/float', shows: 'main table' },
  'account-password-wrong': {
    path: '/account/password',
    posts: { before: 'not it', password, again: password },
    status: 422,
    shows: '.field.wrong #before',
  },
  'account-zone-wrong': {
    path: '/account/visit',
    posts: { zone: 'Mars/Base' },
    status: 422,
    shows: '.field.wrong #zone',
  },
  'draft-not-there': { path: `/batches/new/${'0'.repeat(32)}`, status: 404, shows: empty },
  'not-found': { path: '/batches/none', status: 404, shows: 'main a[href="/"]' },
}

/** Of the pages for whoever comes; the token is of a link to set a password. */
const doors = (token: string): Record<string, PageState> => ({
  'password-link': { path: `/password?token=${token}`, shows: '#again' },
  'password-link-wrong': {
    path: '/password',
    posts: { token, password: 'short', again: 'short' },
    status: 422,
    shows: '.field.wrong #password',
  },
  'link-spent': { path: '/password?token=none', status: 410, shows: 'main a[href="/sign-in"]' },
  'signed-out': { path: '/sign-in?signed=out', shows: '.notice.good' },
  'sign-in-wrong': { path: '/sign-in', posts: { name: 'Nobody', password: 'x' }, status: 401, shows: '.field.wrong' },
  'sign-in-typed-kept': { path: '/account/visit', posts: { zone: 'UTC' }, status: 401, shows: '.notice.ask' },
})

describe.skipIf(withoutChromium)(`places of the desk in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  it('have nothing that axe finds while there is nothing in them', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    expect(await violationsOfStates(shared.browser, desk, emptyPlaces)).toEqual([])
  })

  it('have nothing that axe finds in their other states, in questions and with slips', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    await fill(desk)
    expect(await violationsOfStates(shared.browser, desk, { ...places, ...administration })).toEqual([])
  })

  it('have nothing that axe finds where they let nobody in or fail', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const admin = await signedIn(desk, 'Ada', ['admin'])
    const added = await admin.post('/admin/accounts/new', { name: 'New', role_viewer: 'yes' })
    const [, token = ''] = /password\?token=([\w-]+)/.exec(added.html) ?? []
    const look = (states: Record<string, PageState>, roles: ['viewer'] | [] = []) =>
      violationsOfStates(shared.browser, desk, states, roles)
    expect(await look(doors(token))).toEqual([])
    const home = 'main a[href="/"]'
    // Pages that count on a table which is gone, and on a server that is being stopped.
    await desk.db.query(`alter table payrun.schedules rename to schedules_gone`)
    await desk.db.query(insertCollection)
    await desk.db.query(`alter table payrun.charges rename to charges_gone`)
    await desk.db.query(
      `create function payrun.away() returns boolean language plpgsql as
       $$ begin raise exception 'away' using errcode = '57P01'; end $$`,
    )
    await desk.db.query(`create view payrun.charges as select * from payrun.charges_gone where payrun.away()`)
    expect(
      await look(
        {
          forbidden: { path: '/admin', status: 403, shows: home },
          failed: { path: '/schedules', status: 500, shows: home },
          away: { path: '/payins', status: 503, shows: home },
        },
        ['viewer'],
      ),
    ).toEqual([])
    for (let n = 0; n < 10; n += 1) await admin.post('/sign-in', { name: 'Nobody', password: 'x' })
    const wrong = { name: 'Nobody', password: 'x' }
    expect(await look({ 'too-many': { path: '/sign-in', posts: wrong, status: 429, shows: '.field.wrong' } })).toEqual(
      [],
    )
  })
})
