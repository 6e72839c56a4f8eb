import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryOnce } from '../../harness/ledger.ts'
import { startOwnPostgres } from '../../harness/ownPostgres.ts'
import { until } from '../../harness/payrun.ts'
import { type CountingProvider, startProvider } from '../../harness/provider.ts'
import { assertInvariants } from '../invariants.ts'
import { openScene, type Scene, stopWell } from '../scene.ts'
import { chanceOf } from './chance.ts'
import { answerSlowly } from './setUpLong.ts'

let scene: Scene
let provider: CountingProvider
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>

beforeEach(async () => {
  postgres = await startOwnPostgres()
  provider = await startProvider()
  const opened = openScene(postgres.url, provider, { PAYRUN_LOG_LEVEL: 'info' })
  scene = opened
  return async () => {
    await provider.close()
    await opened.remove()
    await postgres.remove()
  }
})

describe('the ledger and the queue on a Postgres', () => {
  it('that is stopped at once and away for 5 s, five times: the workers go on by themselves', async () => {
    const rows = 2_000
    answerSlowly(provider, chanceOf('stops'), 200)
    await scene.submit(rows)
    const workers = [await scene.worker(), await scene.worker()]
    for (let n = 1; n <= 5; n += 1) {
      await until(`${n}: rows are sent`, () => provider.seen.length >= n * 300, 120_000)
      await postgres.stopAtOnce()
      await pause(5_000)
      await postgres.start()
    }
    await scene.untilBatch('settled', 240_000)
    for (const worker of workers) await stopWell(worker)
    expect(provider.seen).toHaveLength(rows)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })

  it('that ends a connection chosen at random every 200 ms', async () => {
    const rows = 4_000
    const chance = chanceOf('terminations')
    answerSlowly(provider, chance, 200)
    await scene.submit(rows)
    const workers = [await scene.worker(), await scene.worker()]
    let ended = 0
    const terminating = new AbortController()
    const terminator = (async () => {
      while (!terminating.signal.aborted) {
        const pids = await queryOnce<{ pid: number }>(
          postgres.url,
          `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`,
        )
        const victim = pids[chance.below(pids.length)]
        if (victim) await queryOnce(postgres.url, 'select pg_terminate_backend($1)', [victim.pid])
        ended += 1
        await pause(200)
      }
    })()
    await scene.untilBatch('settled', 240_000)
    terminating.abort()
    await terminator
    expect(ended).toBeGreaterThan(20)
    for (const worker of workers) await stopWell(worker)
    expect(provider.seen).toHaveLength(rows)
    await assertInvariants(scene, { unknownAtMost: 0 })
  })
})
