import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals, setPolicy } from '../../src/app/accounts/policy.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { fieldsOf, press } from './browserForm.ts'
import { openTestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { password, type Seen, signedIn } from './visitor.ts'

/** A retry with rows that a person called "not paid": what whoever asks for it is told, and whoever approves it. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const yes = { sure: 'yes', proof: password }
const textOf = ({ html }: Seen): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')

/** Of three rows one was refused, one is paid, and Binta has called one "not paid". */
async function settled() {
  const desk = await openTestDesk(server)
  await setApprovals(desk.app, desk.core, 2)
  const rows = [row(1, { phone: '2290197009905' }), row(2, { phone: '2290197009901' }), row(3)]
  const { json } = await desk.call('POST', '/batches?name=November', { file: csv(...rows) })
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const binta = await signedIn(desk, 'Binta', ['approver'])
  await binta.post(`/approvals/${json.id}/approve`, yes)
  await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
  await binta.post(`/batches/${json.id}/rows/2/resolve`, { verdict: 'not_paid', note: 'by phone', ...yes })
  const id: string = json.id
  return { desk, awa, binta, id }
}

const nobody = 'Nobody else here may approve it: ask an administrator for another approver.'

describe('a retry of a row that somebody called not paid', () => {
  it('says before it is asked for that an approver is needed, and which rows can go at once', async () => {
    const { desk, awa, id } = await settled()
    const asked = await awa.post(`/batches/${id}/retry`, {})
    expect(textOf(asked)).toContain('Somebody recorded 1 row as not paid, so an approver who is neither')
    expect(textOf(asked)).toContain('The other row needs no approval. By itself it can be tried again at once.')
    expect(textOf(asked)).toContain(nobody)
    expect(asked.html).toContain(`href="/batches/${id}/retry?line=3"`)
    const others = await press(awa, await awa.get(`/batches/${id}/retry?line=3`), 'See the rows and the amount')
    expect(textOf(others)).not.toContain('approver')
    await signedIn(desk, 'Kofi', ['approver'])
    expect(textOf(await awa.post(`/batches/${id}/retry`, {}))).not.toContain(nobody)
    const fatou = await signedIn(desk, 'Fatou', ['preparer'], 'fr')
    expect(textOf(await fatou.post(`/batches/${id}/retry`, {}))).toContain(
      "L'autre ligne n'a pas besoin d'approbation. Seule, elle peut être réessayée tout de suite.",
    )
    expect((await press(awa, others, 'Try them again')).html).toContain('1 row is tried again.')
  })

  it('says to whoever approves it who called which row so, and how they know', async () => {
    const { desk, awa, id } = await settled()
    const kofi = await signedIn(desk, 'Kofi', ['approver'])
    // Whoever asked can take it back, also through the API, and nobody else.
    const [key, other] = [await desk.newKey('hr', ['preparer']), await desk.newKey('finance', ['preparer'])]
    expect(await desk.call('POST', `/batches/${id}/retry`, { key })).toMatchObject({ status: 200 })
    const { request: retry_request } = (await desk.call('GET', `/batches/${id}`)).json.retry_waits
    const again = await desk.call('POST', `/batches/${id}/retry`, { key, body: { lines: [2] } })
    expect(again).toMatchObject({ status: 200, json: { no_longer_requested: { rows: 1, lines: [3] } } })
    // A program that looked at the first one approves no other.
    await setPolicy(desk.app, desk.core, 'keys_approve', true)
    const approver = await desk.newKey('boss', ['approver'])
    expect(await desk.call('GET', `/batches/${id}`)).toMatchObject({ json: { retry_waits: { rows: 1, lines: [2] } } })
    expect(await desk.call('POST', `/batches/${id}/approve`, { key: approver, body: { retry_request } })).toMatchObject(
      { status: 409, json: { code: 'wrong_state' } },
    )
    await setPolicy(desk.app, desk.core, 'keys_approve', false)
    // Of a settled batch, "cancel" withdraws it, too.
    for (const [deed, who, status] of [
      ['withdraw-retry', other, 403],
      ['withdraw-retry', key, 200],
      ['withdraw-retry', key, 409],
      ['retry', key, 200],
      ['cancel', other, 403],
      ['cancel', key, 200],
      ['cancel', key, 403],
    ] as const)
      expect([deed, await desk.call('POST', `/batches/${id}/${deed}`, { key: who })]).toMatchObject([deed, { status }])
    await press(awa, await awa.post(`/batches/${id}/retry`, {}), 'Ask for approval')
    const fewer = await press(awa, await awa.get(`/batches/${id}/retry?line=2`), 'See the rows and the amount')
    expect(textOf(await press(awa, fewer, 'Ask for approval'))).toContain(
      '1 row of that one is no longer requested (line 3).',
    )
    const { json } = await desk.call('GET', `/batches/${id}/approval`, { key: approver })
    expect(json).toMatchObject({ kind: 'retry', asked_by: 'Awa', rows: 1, people_missing: 1, you: { may: 'nothing' } })
    expect(json.called_not_paid).toMatchObject([{ line: 2, by: 'Binta', note: 'by phone', by_statement: false }])
    expect(json.retry_request).toBe((await desk.call('GET', `/batches/${id}`)).json.retry_waits.request)
    const page = await kofi.get(`/approvals/${id}`)
    expect(textOf(page)).toMatch(/Recorded as not paid Line 2 · Binta recorded it as not paid \(.*\): by phone/)
    expect(page.html).toContain(`href="/batches/${id}/rows/2">Line 2</a>`)
    expect(textOf(page)).not.toContain(nobody)
  })

  it('tells everybody where nobody may approve it, and does not say that its rows can be tried again', async () => {
    const { desk, awa, binta, id } = await settled()
    const before = textOf(await awa.get(`/batches/${id}`))
    expect(before).toContain('they can be tried again')
    await press(awa, await awa.post(`/batches/${id}/retry`, {}), 'Ask for approval')
    for (const seen of [await awa.get(`/batches/${id}`), await binta.get(`/approvals/${id}`)])
      expect(textOf(seen)).toContain(nobody)
    expect(textOf(await awa.get(`/batches/${id}`))).not.toContain('can be tried again')
    await signedIn(desk, 'Kofi', ['approver'])
    for (const seen of [await awa.get(`/batches/${id}`), await binta.get(`/approvals/${id}`)])
      expect(textOf(seen)).not.toContain(nobody)
  })
})

it('rows that another batch pays by now are said to be before anybody decides, and left out of what is tried again', async () => {
  const { desk, awa, id } = await settled()
  const kofi = await signedIn(desk, 'Kofi', ['approver'])
  const marc = await signedIn(desk, 'Marc', ['approver'], 'fr')
  await press(awa, await awa.post(`/batches/${id}/retry`, {}), 'Ask for approval')
  const again = await desk.call('POST', '/batches?name=Again', { file: csv(row(2, { name: 'Awa Two' })) })
  expect(again.status).toBe(201)
  const held = `line 3: the same payout is pending in batch ${again.json.id}, line 2.`
  const noMore = 'Nobody can approve this retry any more. Reject it: Awa can then ask again, without these rows.'
  for (const path of ['/', '/approvals']) expect(textOf(await kofi.get(path))).toContain(noMore)
  const page = await kofi.get(`/approvals/${id}`)
  expect(textOf(page)).toMatch(new RegExp(`${noMore} +${held}`))
  expect(page.html).not.toContain(`action="/approvals/${id}/approve"`)
  expect(textOf(await marc.get('/approvals'))).toContain('Personne ne peut plus approuver cette nouvelle tentative.')
  expect(textOf(await awa.get('/approvals'))).toContain('Withdraw the request')
  await kofi.post(`/approvals/${id}/reject`, { note: 'ask again', ...yes })
  expect(textOf(await awa.get('/'))).toContain('Kofi rejected the retry of 2 rows of "November"')
  const batch = textOf(await awa.get(`/batches/${id}`))
  expect(batch).toContain('1 row failed')
  expect(batch).toContain('1 row that failed is paid by another batch, or seems to be.')
  const asked = await awa.post(`/batches/${id}/retry`, {})
  expect(textOf(asked)).toContain('Try 1 row again?')
  expect(textOf(asked)).toContain(`Other batches pay these failed rows, or seem to, so they are left out: ${held}`)
  expect(textOf(await press(awa, asked, 'Ask for approval'))).toContain('Your request was sent.')
  await kofi.post(`/approvals/${id}/approve`, yes)
  await until('it is tried', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
  expect(textOf(await awa.get('/'))).toContain('Kofi rejected the retry of 1 row of "November"')
})

it('only the rows that are chosen stand in the form that a link of the question leads to', async () => {
  const { awa, id } = await settled()
  expect(fieldsOf(await awa.get(`/batches/${id}/retry?line=3`))['lines']).toBe('3')
})
