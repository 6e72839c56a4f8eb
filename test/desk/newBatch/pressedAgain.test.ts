import { afterAll, beforeAll, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { retry } from '../../../src/app/batches/retry.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { hidden, press } from '../browserForm.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { csv, row } from '../uploads.ts'
import { password, readText, signedIn } from '../visitor.ts'

/** A question that is answered once more, by "Back" and its button, when what it asked about was tried again meanwhile. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const isSettled = async (desk: TestDesk, id: string) =>
  until('it is settled', async () => (await desk.call('GET', `/batches/${id}`)).json.state === 'settled')
const refused = (n: number) => row(n, { phone: `22901970${n}9901` })
const unclear = (n: number) => row(n, { phone: `22901970${n}9905` })

async function settled(desk: TestDesk, ...rows: string[]): Promise<string> {
  const { json } = await desk.call('POST', '/batches?name=November&allow_duplicates=true', { file: csv(...rows) })
  await isSettled(desk, json.id)
  return json.id
}

const attempts = (desk: TestDesk) => desk.db.query('select line, state, attempts from payrun.payouts order by line')
const proof = { sure: 'yes', proof: password }
const notPaid = { verdict: 'not_paid', note: 'by phone' }

it('sends the rows of a retry once, and says that they were tried since', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk, refused(1), refused(2))
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  const question = await awa.post(`/batches/${id}/retry`, {})
  expect((await press(awa, question, 'Try them again')).html).toContain('2 rows are tried again.')
  await isSettled(desk, id)
  const again = await press(awa, question, 'Try them again')
  expect(again.status).toBe(409)
  expect(readText(again)).toContain('These rows were tried again since you looked at them. Nothing was sent this time.')
  expect(await attempts(desk)).toEqual([2, 3].map((line) => ({ line, state: 'failed', attempts: 2 })))
  // Whoever looks again may.
  await press(awa, await awa.post(`/batches/${id}/retry`, {}), 'Try them again')
  await isSettled(desk, id)
  expect(await attempts(desk)).toEqual([2, 3].map((line) => ({ line, state: 'failed', attempts: 3 })))
})

it('says the same to whoever looks at them in a terminal for long', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk, refused(1))
  const done = await retry(desk.app, id, {
    ...{
      lines: [],
      codes: [],
      allowDuplicates: false,
      despiteEvidence: false,
      by: 'workers',
      onRetried: () => undefined,
    },
    confirm: async () => {
      await desk.call('POST', `/batches/${id}/retry`)
      await isSettled(desk, id)
      return true
    },
  })
  expect(done).toMatchObject({ ok: false, code: 'wrong_state', message: { key: 'deskRetry.tried_since' } })
  expect(await attempts(desk)).toEqual([{ line: 2, state: 'failed', attempts: 2 }])
})

it('approves no retry of rows that were tried since somebody looked at it', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk, unclear(1), refused(2))
  await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  const awa = await signedIn(desk, 'Awa', ['preparer', 'approver'])
  const binta = await signedIn(desk, 'Binta', ['approver'])
  await awa.post(`/batches/${id}/rows/2/resolve`, { ...notPaid, ...proof })
  await press(awa, await awa.post(`/batches/${id}/retry`, {}), 'Ask for approval')
  const seen = hidden((await binta.get(`/approvals/${id}`)).html)
  expect((await desk.call('POST', `/batches/${id}/retry`, { body: { lines: [3] } })).status).toBe(200)
  await isSettled(desk, id)
  const late = await binta.post(`/approvals/${id}/approve`, { ...seen, ...proof })
  expect([late.status, late.html]).toEqual([409, expect.stringContaining('has changed since you looked at it')])
  expect(await attempts(desk)).toMatchObject([{ attempts: 1 }, { attempts: 2 }])
})

it('records nothing of a row that was sent again since somebody looked at it', async () => {
  const desk = await openTestDesk(server)
  const id = await settled(desk, unclear(1))
  const path = `/batches/${id}/rows/2`
  const awa = await signedIn(desk, 'Awa', ['approver'], 'fr')
  const page = await awa.get(path)
  const question = await awa.post(`${path}/resolve`, { ...hidden(page.html), ...notPaid })
  const done = await awa.post(`${path}/resolve`, { ...hidden(question.html), ...proof })
  expect(done.status).toBe(303)
  await desk.call('POST', `/batches/${id}/retry`)
  await until('it is unclear again', async () => (await attempts(desk))[0]?.['state'] === 'unknown')
  for (const form of [
    { ...hidden(question.html), ...proof },
    { ...hidden(page.html), ...notPaid },
  ]) {
    const late = await awa.post(`${path}/resolve`, form)
    expect(late.status).toBe(409)
    expect(readText(late)).toContain("Cette ligne a été envoyée de nouveau depuis que vous l'avez consultée.")
  }
  expect(await attempts(desk)).toEqual([{ line: 2, state: 'unknown', attempts: 2 }])
})

it('resumes nothing that was resumed and paused again since, though it is paused as it was', async () => {
  const desk = await openTestDesk(server, { pays: false })
  const { id } = (await desk.call('POST', '/batches?name=November', { file: csv(row(1)) })).json
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  await awa.post(`/batches/${id}/pause`)
  const question = await awa.post(`/batches/${id}/resume`)
  await press(awa, question, 'Resume')
  await awa.post(`/batches/${id}/pause`)
  const again = await press(awa, question, 'Resume')
  expect([again.status, again.html]).toEqual([409, expect.stringContaining('Nothing was resumed.')])
  expect((await desk.call('GET', `/batches/${id}`)).json.state).toBe('paused')
})
