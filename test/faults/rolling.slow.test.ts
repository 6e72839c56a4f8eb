import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { until } from '../harness/payrun.ts'
import { succeedAfter } from '../harness/provider.ts'
import { assertInvariants } from './invariants.ts'
import { type Scene, stopPolitely, stopWell } from './scene.ts'
import { setUpScenes } from './setUp.ts'

const here = setUpScenes()

it('a rolling restart: two workers are replaced one after the other in the middle of a batch, and nothing is lost', async () => {
  const { scene, provider } = here
  provider.answer = succeedAfter(() => delay(100))
  // However fast the machine is, the batch takes 36 s: on a slow one the restarts take half of it.
  scene.env['PAYRUN_RATE'] = '40'
  await scene.submit(1_440)
  let [one, other] = await Promise.all([scene.worker(), scene.worker()])
  for (let restarts = 1; restarts <= 2; restarts += 1) {
    const before = provider.seen.length
    await until('rows are sent', () => provider.seen.length > before + 50)
    // The new one is there before the old one goes, as a deployment does it.
    const fresh = await scene.worker()
    expect(await stopPolitely(one)).toMatchObject({ code: 0 })
    ;[one, other] = [other, fresh]
  }
  expect((await scene.counts())['pending']).toBeGreaterThan(0)
  await scene.untilBatch('settled')
  for (const worker of [one, other]) await stopWell(worker)
  expect(provider.seen).toHaveLength(1_440)
  await assertInvariants(scene, { unknownAtMost: 0 })
})

/** What the migration of a newer version does first: it adds, and takes nothing away. */
const migrateAhead = (scene: Scene) =>
  scene.query(`alter table payrun.payouts add column newer text;
    insert into payrun.migrations (version, name, sha256) select max(version) + 1, 'newer', 'newer' from payrun.migrations`)

it('a newer version migrates the ledger while older workers pay: they go on, and no older one is started any more', async () => {
  const { scene, provider } = here
  provider.answer = succeedAfter(() => delay(20))
  await scene.submit(400)
  const worker = await scene.worker()
  await until('rows are sent', () => provider.seen.length > 50)
  await migrateAhead(scene)
  await scene.untilBatch('settled')
  await stopWell(worker)
  expect(provider.seen).toHaveLength(400)
  const refused = await scene.call('worker')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/newer/)
  await scene.query(`delete from payrun.migrations where name = 'newer'; alter table payrun.payouts drop column newer`)
  await assertInvariants(scene, { unknownAtMost: 0 })
})
