import type { Core } from '../../src/app/open/openCore.ts'
import { listBatches, moveBatch } from '../../src/ledger/batches/batches.ts'
import { readRecovery, recover } from '../../src/ledger/past/recover.ts'
import { releaseOperators } from '../../src/ledger/policy/holds.ts'
import { openChunks } from '../../src/ledger/rows/chunks.ts'
import { retryRows } from '../../src/ledger/rows/retryRows.ts'
import { testLedger } from '../harness/ledger.ts'
import type { PayoutFile, Scene } from './simulate.ts'
import { appOf, openCore } from './worker.ts'

const lookEveryMs = 5_000
/** What is paused or fenced is looked into for a while before anything is done about it. */
const thinkMs = 10_000

/** Somebody who submits files, resumes what is paused, says what happened to the ledger, and tries again what was refused. */
export function startPerson(scene: Scene): void {
  const { world } = scene
  const process = world.process('person')
  const looksOut = { sinceMs: new Map<string, number>(), retried: new Map<number, number>() }
  let core: Core | undefined
  const look = async () => {
    core ??= await openCore(scene, appOf(scene, process, scene.homes[0]!), process)
    // As every command does at its beginning, and at its end.
    await core.past.admit(core.ledger.pool)
    scene.isDone = await lookAfter(scene, core, looksOut)
    if (core.past.last()?.kind === 'whole') await core.past.keepPosition(core.ledger.pool)
  }
  const again = () => {
    setTimeout(() => {
      look()
        .catch((error: Error) => world.trace(`person: ${error.message}`))
        .finally(again)
    }, lookEveryMs)
  }
  world.as(process, again)
}

interface LooksOut {
  /** Since when something is as it should not stay. */
  sinceMs: Map<string, number>
  /** How often failed rows of a batch were tried again. */
  retried: Map<number, number>
}

/** @returns whether nothing is left to be done */
async function lookAfter(scene: Scene, core: Core, looksOut: LooksOut): Promise<boolean> {
  const { world } = scene
  const { ledger } = core
  const isOld = (what: string): boolean => {
    const sinceMs = looksOut.sinceMs.get(what) ?? world.nowMs()
    looksOut.sinceMs.set(what, sinceMs)
    if (world.nowMs() - sinceMs < thinkMs) return false
    looksOut.sinceMs.delete(what)
    return true
  }
  const { fenced, awaitingStatementSince, unmatched } = await readRecovery(ledger)
  if (fenced) {
    if (isOld('fenced')) await sayWhatHappened(scene, core)
    return false
  }
  const batches = await listBatches(ledger)
  for (const batch of batches.filter(({ state }) => state === 'paused')) {
    if (!isOld(`${batch.id} paused`)) continue
    await moveBatch(ledger, batch.batchNo, ['paused'], { to: 'running', actor: 'person' })
    const chunks = await openChunks(ledger, false, batch.batchNo)
    await releaseOperators(ledger, false, [...new Set(chunks.map(({ operator }) => operator))])
    world.trace(`person resumes ${batch.name}`)
  }
  const due = scene.files.filter(({ fromMs }) => fromMs <= world.nowMs())
  const missing = due.filter(({ name }) => !batches.some((batch) => batch.name === name))
  for (const file of missing) await submit(scene, core, file)
  for (const { batchNo, state, name } of batches) {
    const times = looksOut.retried.get(batchNo) ?? 0
    if (state !== 'settled' || times === 2) continue
    looksOut.retried.set(batchNo, times + 1)
    const { kind } = await retryRows(ledger, { batchNo, actor: 'person' })
    world.trace(`person tries ${name} again: ${kind}`)
    if (kind === 'retried') return false
  }
  // After a recovery new files are refused until a statement is loaded, and so is a file that was lost with it.
  const areRefused = awaitingStatementSince !== null || unmatched > 0
  const isAllThere = due.length === scene.files.length && (missing.length === 0 || areRefused)
  return scene.isQuiet && isAllThere && batches.every(({ state }) => state === 'settled')
}

/** A file that the ledger doesn't have, or has no more. */
async function submit(scene: Scene, { ledger }: Core, { name, sha256, rows }: PayoutFile): Promise<void> {
  const { kind } = await testLedger(ledger, '', async () => undefined).store(rows, { sha256, name })
  scene.world.trace(`person submits ${name}: ${kind}`)
}

/** `payrun recover`: answers that lie in the outbox first, then when the past was. */
async function sayWhatHappened(scene: Scene, core: Core): Promise<void> {
  const { world, lostSinceMs } = scene
  const since = lostSinceMs === undefined ? null : new Date(Date.now() - world.nowMs() + lostSinceMs - 1_000)
  const rows = await recover(core.ledger, { since, actor: 'person', note: 'looked into it' })
  world.trace(`person says ${since ? 'what is lost' : 'that nothing was lost'}: ${rows} rows in doubt`)
  scene.lostSinceMs = undefined
  await core.past.admit(core.ledger.pool)
}
