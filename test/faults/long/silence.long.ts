import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Running, until } from '../../harness/payrun.ts'
import { succeed, succeedAfter } from '../../harness/provider.ts'
import { type SilentProxy, startSilentProxy } from '../../harness/silentProxy.ts'
import { assertInvariants } from '../invariants.ts'
import { type Scene, stopWell } from '../scene.ts'
import { isLeftOut, queues, setUpLong } from './setUpLong.ts'

/** A worker whose every connection goes through wires that can fall silent. All others go directly. */
async function startBehindWires(scene: Scene): Promise<{ worker: Running; wires: SilentProxy[] }> {
  const names = ['DATABASE_URL', 'REDIS_URL'].filter((name) => scene.env[name] !== undefined)
  const wires = await Promise.all(names.map((name) => startSilentProxy(scene.env[name] ?? '')))
  const env = Object.fromEntries(names.map((name, index) => [name, wires[index]?.url]))
  onTestFinished(async () => {
    for (const wire of wires) await wire.close()
  })
  return { worker: await scene.worker({ env }), wires }
}

const readyzOf = async (worker: Running) => {
  const [, url] = /"?health"?[=:] ?"?(http:[^\s"]+)/.exec(worker.output().stderr) ?? []
  const response = await fetch(`${url}/readyz`)
  return { status: response.status, checks: JSON.parse(await response.text()).checks }
}

describe.each(queues)('the queue on $queue', ({ queue }) => {
  if (isLeftOut(queue)) return void it.skip('there is no redis-server on the PATH', () => {})
  const here = setUpLong(queue)

  it('every open connection of an idle worker falls silent: a new batch is paid within 60 s, and a worker that takes long for it is not ready', async () => {
    const { scene, provider } = here
    provider.answer = succeed
    const { worker, wires } = await startBehindWires(scene)
    // All of its connections are in use.
    await scene.submit(5)
    await scene.untilBatch('settled')
    expect((await readyzOf(worker)).status).toBe(200)
    for (const wire of wires) expect(wire.forget()).toBeGreaterThan(0)
    const said = new Set<number>()
    const asking = setInterval(() => void readyzOf(worker).then(({ status }) => said.add(status)), 250)
    onTestFinished(() => clearInterval(asking))
    await scene.submit(30, '--allow-duplicates', '--period', 'later')
    const submittedMs = performance.now()
    await scene.untilBatch('settled', 60_000)
    clearInterval(asking)
    // A probe that meets new connections only, while the silent ones are found out, has nothing to tell of. For long it has.
    if (performance.now() - submittedMs > 20_000) expect(said).toContain(503)
    await until('it is ready again', async () => (await readyzOf(worker)).status === 200)
    expect(provider.seen).toHaveLength(35)
    await stopWell(worker)
    expect(await scene.counts()).toEqual({ paid: 35 })
  })

  it('they fall silent in the middle of paying: it goes on, and no row is paid twice', async () => {
    const { scene, provider } = here
    provider.answer = succeedAfter(() => pause(20))
    const { worker, wires } = await startBehindWires(scene)
    await scene.submit(800)
    await until('it pays', () => provider.seen.length >= 100)
    for (const wire of wires) expect(wire.forget()).toBeGreaterThan(0)
    const sent = provider.seen.length
    await until('it goes on', () => provider.seen.length > sent + 50, 60_000)
    await scene.untilBatch('settled', 120_000)
    expect(provider.seen).toHaveLength(800)
    await stopWell(worker)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })
})
