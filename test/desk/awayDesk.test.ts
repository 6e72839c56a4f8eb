import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { type SilentProxy, startSilentProxy } from '../harness/silentProxy.ts'
import { openTestDesk } from './desk.ts'
import { batches, csv, draftOf, good, hiddenOf, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** What somebody is told whose ledger goes away, silently or loudly, while they wait. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

async function deskBehindWire() {
  let wire: SilentProxy | undefined
  const wireTo = async (url: string) => {
    wire = await startSilentProxy(url)
    return wire.url
  }
  const desk = await openTestDesk(server, { pays: false, wireTo })
  const opened = wire as unknown as SilentProxy
  onTestFinished(() => opened.close())
  return { desk, wire: opened }
}

const nothing = /Nothing was changed|Rien n'a été changé/

it.each([
  { language: 'en', may: 'may have been done all the same, and payments may have begun. Look at how things are now' },
  { language: 'fr', may: 'est peut-être fait malgré tout, et des paiements ont pu commencer. Regardez où en sont' },
] as const)(
  'whoever pays as the connection breaks after the commit is told that it may be done: $language',
  async (seen) => {
    const { desk, wire } = await deskBehindWire()
    const awa = await signedIn(desk, 'Awa', ['preparer'], seen.language)
    const { path, page } = await draftOf(desk, awa, good)
    const form = { ...hiddenOf(page, `${path}/pay`), act: 'pay', batch_name: 'Salaires', period: '' }
    wire.cutAtCommitOf('insert into payrun.batches')
    const cut = await awa.post(`${path}/pay`, form)
    expect([cut.status, cut.headers.get('retry-after')]).toEqual([503, '5'])
    expect(readText(cut)).toContain(seen.may)
    expect(readText(cut)).not.toMatch(nothing)
    expect(cut.html).toContain('<a href="/batches">')
    const [batch, ...others] = await batches(desk)
    expect(others).toEqual([])
    const again = await awa.post(`${path}/pay`, form)
    expect(again.html).toContain(`/batches/${batch?.id}`)
  },
)

it('so is a program, and its repetition under the same key is carried out once', async () => {
  const { desk, wire } = await deskBehindWire()
  const wish = { file: csv(row(1)), headers: { 'idempotency-key': 'the-same' } }
  wire.cutAtCommitOf('insert into payrun.batches')
  const cut = await desk.call('POST', '/batches', wish)
  expect(cut).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  expect(cut.json.detail).toContain('may have been done all the same. With an Idempotency-Key, send it again')
  const [batch, ...others] = await batches(desk)
  expect(others).toEqual([])
  expect(await desk.call('POST', '/batches', wish)).toMatchObject({ status: 201, json: { id: batch?.id } })
})

it('what only reads says nothing of what was done before', async () => {
  const { desk, wire } = await deskBehindWire()
  const awa = await signedIn(desk, 'Awa', ['preparer'])
  wire.turnAway(true)
  const read = await desk.call('GET', '/batches')
  expect(read).toMatchObject({ status: 503, json: { detail: expect.stringContaining('Try again later.') } })
  expect(read.json.detail).not.toMatch(/Nothing was changed|may have been done/)
  const page = await awa.get('/')
  expect(page.status).toBe(503)
  expect(readText(page)).toMatch(/payrun gets no answer from its database .*Try again later\./)
  wire.turnAway(false)
})
