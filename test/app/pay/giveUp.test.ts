import { expect, onTestFinished, test } from 'vitest'
import type { App, Core } from '../../../src/app/context.ts'
import { openCore } from '../../../src/app/open/openCore.ts'
import { openProvider, openQueueStore } from '../../../src/app/open/openServices.ts'
import { type Follower, payHere } from '../../../src/app/pay/payHere.ts'
import { tellFailed } from '../../../src/cli/terminal/paying.ts'
import { readConfig } from '../../../src/config.ts'
import { findBatch } from '../../../src/ledger/batches/batches.ts'
import { createLog } from '../../../src/log.ts'
import { ignore } from '../../harness/ledger.ts'
import { setUpPaying } from '../../harness/paying.ts'
import { writePayroll } from '../../harness/payroll.ts'

const paying = setUpPaying()

/** Two minutes and a second. */
const tooLongMs = 121_000

/** Pays a submitted file, as a foreground command does, on a ledger that the test changes. */
async function payOn(change: (core: Core) => Core, follower: Partial<Follower>) {
  writePayroll(paying.folder, 2)
  expect((await paying.call('submit', 'payroll.csv')).code).toBe(0)
  const read = readConfig(paying.env)
  if (!read.ok) throw new Error('not configured')
  const app: App = { config: read.config, log: createLog('silent', ignore), language: 'en', say: ignore }
  const [core, provider] = [await openCore(app), await openProvider(app, false)]
  if (!core.ok || !provider.ok) throw new Error('not opened')
  const store = await openQueueStore(app, core)
  if (!store.ok) throw new Error('not opened')
  const found = await findBatch(core.ledger, 'last')
  if (found.kind !== 'found') throw new Error('no batch')
  const follow = { listen: () => new AbortController().signal, begin: ignore, update: ignore, end: ignore, ...follower }
  const paid = await payHere(app, change(core), store, provider, found.batch, follow)
  for (const opened of [store, core, provider]) await opened.close()
  return paid
}

/** The ledger, whose pool doesn't answer while `isAway`. */
const withPool = (core: Core, isAway: () => boolean): Core => {
  const refused = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  const pool = new Proxy(core.ledger.pool, {
    get: (of, name) => (name === 'query' && isAway() ? refused : Reflect.get(of, name, of).bind?.(of)),
  })
  return { ...core, ledger: { ...core.ledger, pool } }
}

test('marks that could not be written for 2 minutes pause the batch, and nothing is sent', async () => {
  const late = (core: Core) => ({ ...core, past: { ...core.past, lateSinceMs: () => performance.now() - tooLongMs } })
  expect(await payOn(late, {})).toMatchObject({
    kind: 'paid_here',
    batch: { state: 'paused', reason: 'mark_unwritable' },
    totals: { counts: { pending: 2 } },
  })
  expect(paying.provider.seen).toEqual([])
  expect((await paying.call('status', 'last')).stdout).toMatch(/full or read-only, or Redis may be out of reach/)
  expect((await paying.call('resume', 'last')).code).toBe(0)
  expect(paying.provider.seen).toHaveLength(2)
})

const away = { kind: 'failed', fault: 'unreachable', message: { key: 'paying.database_away' } }

test('a database that was away for 2 minutes ends the command', async () => {
  const now = performance.now.bind(performance)
  onTestFinished(() => {
    performance.now = now
  })
  let looks = 0
  const update = () => {
    looks += 1
    if (looks > 2) performance.now = () => now() + tooLongMs
  }
  expect(await payOn((core) => withPool(core, () => looks > 0), { update })).toMatchObject(away)
})

test('stopped while the database is away, it gives no figures, and the exit code of the signal', async () => {
  const stop = new AbortController()
  const update = () => stop.abort()
  const paid = await payOn((core) => withPool(core, () => stop.signal.aborted), { listen: () => stop.signal, update })
  expect(paid).toMatchObject(away)
  if (paid.ok) return
  const cli = { json: false, say: ignore, printJson: ignore } as never
  expect([tellFailed(cli, paid, 'SIGTERM'), tellFailed(cli, paid, undefined)]).toEqual([143, 6])
})
