import type { App } from '../../src/app/context.ts'
import type { Core } from '../../src/app/open/openCore.ts'
import type { QueueStore } from '../../src/app/open/openServices.ts'
import { type StartedPayer, startPayer } from '../../src/app/pay/startPayer.ts'
import { readConfig } from '../../src/config.ts'
import { openLedger, readInstallationId } from '../../src/ledger/connection/ledger.ts'
import { openPast } from '../../src/ledger/past/keepMark.ts'
import { decodeMark, encodeMark, type MarkPlace, openMarkFiles } from '../../src/ledger/past/mark.ts'
import { createLog } from '../../src/log.ts'
import { render } from '../../src/words/render.ts'
import { isSentence } from '../../src/words/sentence.ts'
import type { Scene } from './simulate.ts'
import type { Process } from './world.ts'

/** A paying process. */
export interface Worker {
  process: Process
  home: string
  /** Ask it to stop, as SIGTERM does: it ends when what is in flight has settled. */
  stop(): void
}

export const concurrency = 5
const restartMs = { from: 500, to: 20_000 }

let names = 0

/** Start a worker, as `payrun worker` does. When it has ended, however it did, it is started again after a while. */
export function startWorker(scene: Scene, home: string): void {
  const { world, workers } = scene
  if (workers.size === 0 && world.nowMs() === 0) names = 0
  names += 1
  const process = world.process(`worker ${names}`)
  let started: StartedPayer | undefined
  const stop = () =>
    world.as(process, () => {
      if (started) void started.stop(5_000).then(() => world.kill(process))
      else world.kill(process)
    })
  const worker: Worker = { process, home, stop }
  workers.add(worker)
  process.onDeath.add(() => {
    world.trace(`${process.name} has ended`)
    workers.delete(worker)
    world.after(world.random.between(restartMs.from, restartMs.to), undefined, () => startWorker(scene, home))
  })
  world.trace(`${process.name} starts`)
  world.as(process, () => {
    work(scene, process, home).then(
      (payer) => {
        started = payer
      },
      (error: Error) => {
        world.trace(`${process.name} can't start: ${error.message}`)
        world.kill(process)
      },
    )
  })
}

async function work(scene: Scene, process: Process, home: string): Promise<StartedPayer | undefined> {
  const app = appOf(scene, process, home)
  const core = await openCore(scene, app, process)
  const store = { ok: true, backend: {}, prefix: '', warnings: [], open: () => scene.queue.openFor(process) }
  const provider = {
    ok: true as const,
    client: scene.provider.clientFor(process),
    sandbox: false,
    close: async () => undefined,
  }
  return startPayer(app, core, store as unknown as QueueStore, provider, {
    queueName: 'payouts',
    onlyBatchNo: undefined,
    onWorkerNo: async () => true,
    onSettled: () => undefined,
    onBatchSettled: async () => undefined,
  })
}

export function appOf({ world, logged }: Scene, process: Process, home: string): App {
  const read = readConfig({ DATABASE_URL: 'postgres://simulated', PAYRUN_HOME: home }, home)
  if (!read.ok) throw new Error('the configuration is refused')
  const log = createLog('debug', ({ level, message, fields }) => {
    const text = `${process.name} ${level}: ${isSentence(message) ? render(message, 'en') : message} ${JSON.stringify(fields)}`
    logged.push(text)
    world.trace(text)
  })
  return { config: { ...read.config, concurrency }, log, language: 'en', say: () => undefined }
}

/** As src/app/open/openCore.ts does, of a server that it would refuse for its `fsync`. */
export async function openCore(scene: Scene, { log, config }: App, process: Process): Promise<Core> {
  const address = scene.server.addressFor(process)
  const ledger = openLedger(address, (error) => log.warn("the ledger's connection had trouble", { error }))
  const installationId = await readInstallationId(ledger)
  const past = openPast({
    files: openMarkFiles(config.home, installationId),
    onlyHere: false,
    onTrouble: (error) => log.warn('not marked', { error }),
    onChange: (found) => log.warn(`the ledger is ${found.kind}`),
  })
  await past.admit(ledger.pool)
  if (scene.sharedMarks) {
    past.share(sharedPlace(scene, process, scene.sharedMarks))
    await past.admit(ledger.pool)
  }
  return { ok: true, ledger, address, migrated: [], warnings: [], installationId, past, close: ledger.close }
}

function sharedPlace({ world }: Scene, process: Process, marks: Map<number | null, string>): MarkPlace {
  const answer = <Value>(value: () => Value): Promise<Value> =>
    new Promise((resolve) =>
      world.after(1, undefined, () => {
        const now = value()
        world.after(1, process, () => resolve(now))
      }),
    )
  return {
    read: () => answer(() => [...marks.values()].map(decodeMark).filter((mark) => mark !== null)),
    write: (mark) => answer(() => void marks.set(mark.workerNo, encodeMark(mark))),
    sync: () => undefined,
  }
}
