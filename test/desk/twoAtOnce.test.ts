import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { press } from './browserForm.ts'
import { openTestDesk, type TestDesk } from './desk.ts'
import { type Seen, signedIn } from './visitor.ts'

/** Two people with the same page before them: the first to act wins, and the other is told what holds now. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const csv = [
  'operator,phone_number,amount,reference,name',
  ...['01', '02', '02'].map((phone, at) => `mtn-benin,22901970000${phone},${at + 1}000,R-${at},Awa Diop`),
].join('\n')

async function submitted(desk: TestDesk, query: string): Promise<string> {
  const { json, status } = await desk.call('POST', `/batches?allow_duplicates=true&${query}`, { file: `${csv}\n` })
  expect(status).toBe(201)
  return json.id
}

const stateOf = async (desk: TestDesk, id: string) => (await desk.call('GET', `/batches/${id}`)).json.state

describe('payment that goes on', () => {
  it('asks before a batch is paid that waits for its time: how much to how many', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const question = await press(awa, await awa.get(`/batches/${id}`), 'Pay now')
    expect(question.status).toBe(200)
    expect(textOf(question)).toContain('Pay "Later" now?')
    expect(textOf(question)).toContain('6,000 FCFA to 2 people')
    expect(await stateOf(desk, id)).toBe('paused')
    // Nobody is let through without having seen the question.
    expect((await awa.post(`/batches/${id}/resume`, { sure: 'yes' })).status).toBe(409)
    expect(await stateOf(desk, id)).toBe('paused')
    expect((await press(awa, question, 'Pay now')).html).toContain('Payment goes on.')
    expect(await stateOf(desk, id)).toBe('running')
  })

  it('is resumed by one of two, also at the same moment, and the other is told by whom', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, 'name=November')
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const binta = await signedIn(desk, 'Binta', ['approver'], 'fr')
    await awa.post(`/batches/${id}/pause`)
    const seen = await binta.get(`/batches/${id}`)
    const asked = await press(binta, seen, 'Reprendre le paiement')
    expect(textOf(asked)).toContain('Reprendre le paiement de « November » ?')
    await press(awa, await awa.post(`/batches/${id}/resume`), 'Go on paying')
    for (const late of [seen, asked]) {
      const told = await press(binta, late, 'Reprendre le paiement')
      expect(told.status).toBe(409)
      expect(textOf(told)).toContain('Awa a repris le paiement de « November » entre-temps.')
    }
    await awa.post(`/batches/${id}/pause`)
    const questions = await Promise.all([awa, binta].map((each) => each.post(`/batches/${id}/resume`)))
    const [one, other] = [awa, binta].map((who, at) => ({ who, fields: hidden(questions[at]!.html) }))
    const done = await Promise.all([one!, other!].map(({ who, fields }) => who.post(`/batches/${id}/resume`, fields)))
    expect(done.map(({ status }) => status).sort()).toEqual([303, 409])
    const moves = await desk.db.query(
      `select 1 from payrun.batch_events where from_state = 'paused' and to_state = 'running'`,
    )
    expect(moves).toHaveLength(2)
  })

  it('is not resumed by whoever has seen another sum, or another reason', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const id = await submitted(desk, `name=Later&at=${new Date(Date.now() + 86_400_000).toISOString()}`)
    const awa = await signedIn(desk, 'Awa', ['preparer'])
    const binta = await signedIn(desk, 'Binta', ['preparer'])
    const question = await awa.post(`/batches/${id}/resume`)
    await press(binta, await binta.post(`/batches/${id}/resume`), 'Pay now')
    await binta.post(`/batches/${id}/pause`)
    const told = await press(awa, question, 'Pay now')
    expect(told.status).toBe(409)
    expect(told.html).toContain('Nothing was resumed.')
    expect(await stateOf(desk, id)).toBe('paused')
  })
})

/** Without what only typography asks for. */
const textOf = ({ html }: Seen): string => html.replaceAll('&quot;', '"').replaceAll(/[\u00a0\u202f]/g, ' ')

/** What a question of a page sends with its button. */
const hidden = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
