import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'
import { http } from '../provider/rawServer.ts'
import { assertInvariants } from './invariants.ts'
import { pay, type RawCall, startRawProvider } from './rawProvider.ts'
import { openScene } from './scene.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres.stop())

/** A provider that carries every payout out, and says what `answers` has of each second one. */
async function sceneOf(answers: readonly ((reference: string) => { status: number; body: string })[]) {
  const provider = await startRawProvider((call: RawCall) => {
    const n = Number(call.payout.amount) - 1_000
    const answer = n % 2 === 0 ? answers[n / 2 - 1] : undefined
    if (!answer) return pay(call)
    const { status, body } = answer(call.carryOut())
    call.socket.write(http(status, body))
  })
  const scene = openScene((await postgres.createLedger()).url, provider)
  onTestFinished(async () => {
    await provider.close()
    await scene.remove()
  })
  // One at a time, so that a good answer stands between any two unclear ones and the operator isn't held.
  Object.assign(scene.env, { PAYRUN_CONCURRENCY: '1' })
  scene.payroll(2 * answers.length + 1)
  return { scene, provider }
}

it('a success under 429, 401, 403, 404, 405 and 415: unknown, and neither payrun nor `resume` sends it again', async () => {
  const statuses = [429, 401, 403, 404, 405, 415]
  const { scene, provider } = await sceneOf(
    statuses.map((status) => (reference) => ({
      status,
      body: JSON.stringify({ error: false, status: 'success', reference }),
    })),
  )
  let ended = await scene.call('run', 'payroll.csv')
  for (let pauses = 0; pauses < statuses.length && ended.code === 5; pauses += 1)
    ended = await scene.call('resume', 'last')
  expect(ended.code).toBe(4)
  expect(provider.seen).toHaveLength(2 * statuses.length + 1)
  const { totals } = await assertInvariants(scene)
  expect(totals.counts).toEqual({ paid: statuses.length + 1, unknown: statuses.length })
})

it('`error: true` with any word that is none of refusal: unknown, and `retry` sends none of them again', async () => {
  const said = [
    ['TIMEOUT', 'UNKNOWN', 'EN COURS', 'EN ATTENTE', 'EN TRAITEMENT', 'DUPLICATE', 'ALREADY_PAID', 'SENT', 'SUCCESS'],
    ['DÉJÀ PAYÉ', 'DOUBLON', 'DÉLAI DÉPASSÉ', 'zzz', 'DELIVERED', 'LIVRÉ', 'DÉCAISSÉ', 'REÇU', 'FAILED (DEBITED)'],
  ].flat()
  const bodies = [
    ...said.map((status) => ({ status: 200, body: { error: true, status, message: 'no' } })),
    { status: 200, body: { error: true, status: 'FAILED', message: 'Transaction en cours' } },
    { status: 200, body: { error: true, status: 'FAILED', message: 'Payment delivered' } },
    { status: 400, body: { status: 400, message: 'Operator timeout' } },
    { status: 422, body: { error: true, status: 'REFUSED', message: 'Doublon' } },
  ]
  const { scene, provider } = await sceneOf(
    bodies.map(({ status, body }) => () => ({ status, body: JSON.stringify(body) })),
  )
  expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 4 })
  await scene.call('retry', 'last')
  expect(provider.seen).toHaveLength(2 * bodies.length + 1)
  const { totals } = await assertInvariants(scene)
  expect(totals.counts).toEqual({ paid: bodies.length + 1, unknown: bodies.length })
})

it('a reference that is a whole number, "" or null: the success is paid, digit for digit', async () => {
  const references = ['9007199254740993', '""', 'null']
  const { scene } = await sceneOf(
    references.map((written) => () => ({
      status: 200,
      body: `{"error":false,"status":"success","reference":${written}}`,
    })),
  )
  expect(await scene.call('run', 'payroll.csv')).toMatchObject({ code: 0 })
  const { rows } = await assertInvariants(scene)
  expect(rows.map(({ provider_reference }) => provider_reference)).toContain('9007199254740993')
})
