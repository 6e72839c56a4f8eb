import { describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import { acceptedBatch, sendRow } from '../../harness/accepted.ts'
import { chromiumTitle, withoutChromium } from '../../harness/chromium.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { type PageState, schemeOf, violationsOf, violationsOfStates } from '../looked.ts'
import { csv, row } from '../uploads.ts'
import { password, signedIn } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

/** Line 2 is paid, 3 failed, 4 is unknown, 5 accepted. */
function outcomeOf(providerReference: string, line: number): Outcome {
  switch (line) {
    case 3:
      return { kind: 'failed', providerReference, code: 'refused', message: 'Wallet is full' }
    case 4:
      return { kind: 'unknown', providerReference: null, code: 'timeout', message: 'no answer' }
    case 5:
      return { kind: 'accepted', providerReference, code: 'not_final', message: 'Under way.' }
    default:
      return { kind: 'paid', providerReference }
  }
}

const batchNoOf = async ({ db }: TestDesk, id: string): Promise<number> =>
  (await db.query<{ no: number }>('select batch_no as no from payrun.batches where id = $1', [id]))[0]?.no ?? 0

/** As the worker that finds out that it can't go on. */
async function pauseFor(desk: TestDesk, id: string, reason: string): Promise<string> {
  const moved = `select payrun.move_batch($1, '{running}', 'paused', $2) as "before"`
  expect(await desk.db.query(moved, [await batchNoOf(desk, id), reason])).toEqual([{ before: 'running' }])
  return id
}

/** A batch in each state that a payroll can be in, by their ids, and rows in each state. */
async function fill(desk: TestDesk) {
  let last = 10
  const submit = async (name: string, query = '', ...more: string[]) => {
    last += 2
    const file = csv(row(last), row(last + 1), ...more)
    const { json, status } = await desk.call('POST', `/batches?name=${name}${query}`, { file })
    expect({ status, problems: json.problems }).toMatchObject({ status: 201 })
    return json.id as string
  }
  const post = (id: string, act: string, body: object = {}) => desk.call('POST', `/batches/${id}/${act}`, { body })
  const mixed = await acceptedBatch(desk.db, 5, { sandbox: true, name: 'Outcomes' }, outcomeOf)
  const running = await submit('Running', '&skip_invalid=true', row(99, { phone: '12 34' }))
  await sendRow(desk.db, { batchId: running, line: 2 })
  const byPerson = await submit('ByPerson')
  await post(byPerson, 'pause')
  const held = await pauseFor(desk, await submit('Held'), 'operator_held')
  const float = await pauseFor(desk, await submit('Float'), 'float')
  await desk.db.query(
    `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
     values ('mtn-benin', true, false, '"no clear answers"', now() + interval '1 hour')`,
  )
  const cancelled = await submit('Cancelled')
  await post(cancelled, 'cancel')
  const kofi = await signedIn(desk, 'Kofi', ['approver'])
  const retried = await acceptedBatch(desk.db, 3, { sandbox: true, name: 'Retried' }, outcomeOf)
  const proof = { sure: 'yes', proof: password }
  const verdict = { verdict: 'not_paid', note: 'Told by the provider', ...proof }
  expect(await kofi.post(`/batches/${retried.batchId}/rows/4/resolve`, verdict)).toMatchObject({ status: 303 })
  expect(await setApprovals(desk.app, desk.core, 2)).toMatchObject({ ok: true })
  await post(retried.batchId, 'retry', { lines: [4] })
  const choices = '&skip_invalid=true&allow_duplicates=true&max_amount=900000'
  const waiting = await submit('Waiting', choices, row(98, { phone: '12 34' }))
  const rejected = await submit('Rejected')
  expect(await kofi.post(`/approvals/${rejected}/reject`, { note: 'Not ours', sure: 'yes' })).toMatchObject({
    status: 303,
  })
  return {
    mixed: mixed.batchId,
    retried: retried.batchId,
    running,
    byPerson,
    held,
    float,
    cancelled,
    waiting,
    rejected,
  }
}

function statesOf(ids: Awaited<ReturnType<typeof fill>>): Record<string, PageState> {
  const { mixed, retried, running, waiting } = ids
  const resolve = `/batches/${mixed}/rows/4/resolve`
  const asks = 'main input[name="sure"]'
  const rowIs = (batch: string, line: number, tone: string): PageState => ({
    path: `/batches/${batch}/rows/${line}`,
    shows: `.now .badge.${tone}`,
  })
  return {
    'home-needs': { path: '/', shows: `main a[href="/batches/${ids.float}"]` },
    'batches-all': { path: '/batches', shows: `main td a[href="/batches/${ids.rejected}"]` },
    'batches-none-in-state': { path: '/batches?state=settled', shows: 'main .empty' },
    'batch-running': { path: `/batches/${running}`, shows: `form[action="/batches/${running}/pause"]` },
    'batch-outcomes': {
      path: `/batches/${mixed}`,
      shows: `main .links a[href="/batches/${mixed}?status=unknown#rows"]`,
    },
    'batch-history': { path: `/batches/${retried}/history`, shows: 'main table' },
    'batch-nothing-corrected': { path: `/batches/${retried}/corrected`, shows: 'main .empty' },
    'batch-paused-by-person': { path: `/batches/${ids.byPerson}`, shows: '.now .badge.ask' },
    'batch-paused-by-hold': { path: `/batches/${ids.held}`, shows: 'main .notice.ask' },
    'batch-paused-by-float': { path: `/batches/${ids.float}`, shows: '.now .badge.ask' },
    'batch-rejected': { path: `/batches/${ids.rejected}`, shows: '.now .badge.quiet' },
    'batch-retry-waits': { path: `/batches/${retried}`, shows: `main a[href="/approvals/${retried}"]` },
    'batch-no-such-rows': { path: `/batches/${running}?q=nobody`, shows: 'main .empty' },
    'batch-cancel-question': { path: `/batches/${running}/cancel`, posts: {}, shows: asks },
    'batch-wrong-state': {
      path: `/batches/${ids.rejected}/cancel`,
      posts: { sure: 'yes' },
      status: 409,
      shows: 'main a[href="/"]',
    },
    'row-paid': rowIs(mixed, 2, 'good'),
    'row-failed': rowIs(mixed, 3, 'wrong'),
    'row-accepted': rowIs(mixed, 5, 'ask'),
    'row-sending': rowIs(running, 2, 'busy'),
    'row-pending': rowIs(running, 3, 'quiet'),
    'row-invalid': rowIs(running, 4, 'wrong'),
    'row-cancelled': rowIs(ids.cancelled, 2, 'quiet'),
    'row-resolve-wrong': { path: resolve, posts: { verdict: 'paid' }, status: 422, shows: '.field.wrong #reference' },
    'row-resolve-question': { path: resolve, posts: { verdict: 'not_paid', note: 'Seen' }, shows: '#proof' },
    'retry-lines-wrong': {
      path: `/batches/${mixed}/retry`,
      posts: { lines: 'two' },
      status: 422,
      shows: '.field.wrong #lines',
    },
    'reconcile-no-file': { path: `/batches/${mixed}/reconcile`, shows: '.drop #file' },
    'approval-not-as-expected': {
      path: `/approvals/${waiting}/approve`,
      posts: { expect_count: '99' },
      status: 422,
      shows: '.notice.ask h2',
    },
    'approval-decided': { path: `/approvals/${waiting}`, shows: '#decided li' },
    'approval-question': { path: `/approvals/${waiting}/approve`, posts: {}, shows: '.asked li' },
    'approval-reject-no-reason': {
      path: `/approvals/${waiting}/reject`,
      posts: {},
      status: 422,
      shows: '.field.wrong #reject-note',
    },
    'approval-reject-question': { path: `/approvals/${waiting}/reject`, posts: { note: 'No' }, shows: asks },
    'approval-wrong-password': {
      path: `/approvals/${waiting}/approve`,
      posts: { sure: 'yes', proof: 'not it' },
      status: 422,
      shows: '.field.wrong #proof',
    },
    'approval-of-retry': { path: `/approvals/${retried}`, shows: `form[action="/approvals/${retried}/approve"]` },
    'approval-gone': {
      path: `/approvals/${ids.rejected}`,
      status: 409,
      shows: `main a[href="/batches/${ids.rejected}"]`,
    },
    'approvals-left-out': { path: '/approvals', shows: 'main td .small' },
    'retry-question-needs-approver': {
      path: `/batches/${retried}/retry`,
      posts: {},
      shows: `main a[href="/batches/${retried}/retry?line=3"]`,
    },
    'person-with-payouts': { path: `/people/${mixed}/2`, shows: 'main table' },
  }
}

describe.skipIf(withoutChromium)(`a batch in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  it('has nothing that axe finds, in whatever state it and its rows are', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const states = statesOf(await fill(desk))
    expect(await violationsOfStates(shared.browser, desk, states)).toEqual([])
  })

  it.each(['en', 'fr'] as const)('has receipts in which axe finds nothing, in %s', async (language) => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const { batchId } = await acceptedBatch(desk.db, 5, { sandbox: true, name: 'Outcomes' }, outcomeOf)
    const receipts = await (await signedIn(desk, 'Awa', ['viewer'], language)).get(`/batches/${batchId}/receipts`)
    expect(receipts.status).toBe(200)
    const page = await shared.browser.newPage()
    await page.setContent(receipts.html)
    expect(await page.locator('main').innerText()).toContain('TX')
    expect(await violationsOf(page, `receipts-${language}`, schemeOf[language])).toEqual([])
    await page.close()
  })
})
