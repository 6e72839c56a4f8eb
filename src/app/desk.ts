import { setTimeout as delay } from 'node:timers/promises'
import { isAnswering } from '../ledger/connection/ledger.ts'
import type { App, Failure, Provider } from './context.ts'
import { openCore } from './open/openCore.ts'
import { openChargeProvider, openProvider, openQueueStore } from './open/openServices.ts'
import { gatherPayouts } from './pay/submitOne.ts'
import { type WatchedWorker, watchWorker } from './work/workerHealth.ts'
import { type Begun, beginWork } from './work.ts'

/** What a desk has open while it serves people and programs. */
export interface OpenDesk {
  ok: true
  /** For the use cases: with the ledger and the queue's store open. */
  app: App
  /** Undefined if other processes pay. */
  worker: WatchedWorker | undefined
  /** If there is no worker: whether the ledger answers. */
  isLedgerThere(): Promise<boolean>
  /** Whether the ledger says nothing at all for so many milliseconds. */
  isLedgerSilent(ms: number): Promise<boolean>
  /** Stop paying. Resolves when everything in flight has settled. Requests are still answered. */
  stopPaying(): Promise<void>
  /** Stop paying, and close everything. */
  close(): Promise<void>
}

/** A probe of the orchestrator waits no longer. */
const probeMs = 3_000

/** Open the ledger and the queue's store once, for all use cases of the desk, and start paying. */
export async function openDesk(
  plain: App,
  { sandbox, pays }: { sandbox: boolean; pays: boolean },
): Promise<OpenDesk | Failure> {
  const worker = pays ? await watchWorker(plain, sandbox) : undefined
  const logged = worker ? { ...plain, log: worker.log } : plain
  const core = await openCore(logged)
  if (!core.ok) return core
  const store = await openQueueStore(logged, core)
  if (!store.ok) {
    await core.close()
    return store
  }
  const closing = [() => core.close(), () => store.close()]
  let charging: Promise<Provider | Failure> | undefined
  const openCharging = async () => {
    const provider = await openChargeProvider(logged, sandbox)
    if (provider.ok) closing.push(() => provider.close())
    else charging = undefined
    return provider
  }
  const chargeProvider = () => {
    charging ??= openCharging()
    return charging
  }
  const payouts = gatherPayouts(logged, core, store)
  closing.push(payouts.close)
  const app = { ...logged, opened: { core, store, chargeProvider, storePayout: payouts.store } }
  let begun: Begun | undefined
  let stopped: Promise<void> | undefined
  const stopPaying = async () => {
    worker?.stopping()
    stopped ??= begun?.stop()
    await stopped
  }
  const close = async () => {
    await stopPaying()
    for (const each of closing.reverse()) await each()
  }
  if (worker) {
    const provider = await openProvider(app, sandbox)
    if (!provider.ok) {
      await close()
      return provider
    }
    closing.push(() => provider.close())
    begun = await beginWork(app, core, store, provider, worker)
  }
  const isLedgerThere = () => Promise.race([isAnswering(core.ledger), delay(probeMs, false, { ref: false })])
  return { ok: true, app, worker, isLedgerThere, isLedgerSilent: core.ledger.isSilent, stopPaying, close }
}
