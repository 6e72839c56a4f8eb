import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Outcome } from '../../src/payout/outcome.ts'
import { type Sentence, say } from '../../src/words/sentence.ts'
import { sendRow } from '../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { payrun } from '../harness/payrun.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** What is told while the provider can't be reached, by the rows that come back unsent. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const unsent = (cause: Sentence): Outcome => ({
  kind: 'not_taken',
  code: 'not_sent',
  message: say('provider.nothing_sent', { cause }),
})
const refused = unsent(say('provider.provider_refused_connection'))
const paid: Outcome = { kind: 'paid', providerReference: 'P-1' }

const away = /The provider has been out of reach since .+?\. The provider refused the connection: nothing was sent\./
const injoignable =
  /Le prestataire est injoignable depuis le .+?\. Le prestataire a refusé la connexion : rien n'a été envoyé\./

async function running() {
  const desk = await openTestDesk(server, { pays: false })
  const { id } = (await desk.call('POST', '/batches', { file: csv(row(1), row(2), row(3)) })).json as { id: string }
  const awa = await signedIn(desk, 'Awa', ['viewer'])
  const seen = async () => {
    const texts = await Promise.all([`/batches/${id}`, '/work', '/'].map(async (path) => readText(await awa.get(path))))
    return texts.map((text) => away.test(text))
  }
  return { desk, id, awa, seen }
}

const statusOf = async ({ db, app }: TestDesk, id: string) =>
  (await payrun(['status', id], { env: { DATABASE_URL: db.url }, cwd: app.config.home })).stdout

it('a provider that is out of reach is told of with the batch, on Work, at home and by status, until it answers', async () => {
  const { desk, id, awa, seen } = await running()
  expect(await seen()).toEqual([false, false, false])
  await sendRow(desk.db, { batchId: id, line: 2 }, refused)
  await sendRow(desk.db, { batchId: id, line: 3 }, refused)
  const before = (await desk.call('GET', `/batches/${id}`)).json
  expect(before.provider_unreachable).toMatchObject({ why: 'The provider refused the connection: nothing was sent.' })
  await sendRow(desk.db, { batchId: id, line: 2 }, refused)
  const { provider_unreachable: now } = (await desk.call('GET', `/batches/${id}`)).json
  expect(now).toEqual(before.provider_unreachable)
  expect(await seen()).toEqual([true, true, true])
  expect(readText(await awa.get('/work'))).not.toContain('Nothing is stuck')
  expect((await statusOf(desk, id)).replaceAll(/\s+/g, ' ')).toMatch(away)
  const french = await signedIn(desk, 'Binta', ['viewer'], 'fr')
  expect(readText(await french.get(`/batches/${id}`))).toMatch(injoignable)
  await sendRow(desk.db, { batchId: id, line: 3 }, paid)
  expect((await desk.call('GET', `/batches/${id}`)).json).not.toHaveProperty('provider_unreachable')
  expect(await seen()).toEqual([false, false, false])
})

it('what a process holds back as it stops, or was tried before a pause, says nothing of the provider', async () => {
  const { desk, id, seen } = await running()
  await sendRow(desk.db, { batchId: id, line: 2 }, unsent(say('provider.request_held_back_last_moment')))
  expect(await seen()).toEqual([false, false, false])
  await sendRow(desk.db, { batchId: id, line: 3 }, refused)
  expect(await seen()).toEqual([true, true, true])
  await desk.call('POST', `/batches/${id}/pause`)
  expect(await seen()).toEqual([false, false, false])
  await desk.call('POST', `/batches/${id}/resume`)
  expect(await seen()).toEqual([false, false, false])
})
