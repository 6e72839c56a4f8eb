import { auditBatch } from '../../src/ledger/audit/auditBatch.ts'
import { listBatches } from '../../src/ledger/batches/batches.ts'
import { readTotals } from '../../src/ledger/batches/totals.ts'
import type { Ledger } from '../../src/ledger/connection/ledger.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { readRecovery } from '../../src/ledger/past/recover.ts'
import { readFloats } from '../../src/ledger/policy/floats.ts'
import { openChunks } from '../../src/ledger/rows/chunks.ts'
import { type PayoutState, payoutTransitions, recoveryTransitions } from '../../src/payout/state.ts'
import type { Scene } from './simulate.ts'

interface Row {
  batch: string
  line: number
  key: string
  state: PayoutState
  seq: number
  steps: string[]
}

/** What does not hold of G1 to G7 (test/faults/README.md), from the provider's own count, and of the float, once all is over. */
export async function violations(scene: Scene): Promise<string[]> {
  const { world, isDone } = scene
  const found: string[] = []
  let over = false
  const auditor = world.process('auditor')
  world.as(auditor, () => {
    const ledger = openLedger(scene.server.addressFor(auditor), () => undefined)
    check(scene, ledger)
      .then((all) => found.push(...all))
      .catch((error: Error) => found.push(`it could not be checked: ${error.stack}`))
      .finally(() => {
        over = true
      })
  })
  const ended = await world.run(() => over, world.nowMs() + 600_000)
  if (!ended) found.push('the ledger does not answer')
  if (!isDone) found.push('it did not come to an end')
  for (const violation of found) world.trace(`VIOLATION ${violation}`)
  return found
}

async function check(scene: Scene, ledger: Ledger): Promise<string[]> {
  const sentAgain = scene.isDone ? await runAgainSendsNothing(scene, ledger) : []
  const notKept = await answersAreKept(scene, ledger)
  const rows = await readRows(ledger)
  return [
    ...paidOnce(scene),
    ...(await everyRowOnce(scene, ledger, rows)),
    ...statesAgree(scene, rows),
    ...notKept,
    ...sentAgain,
    ...(scene.isDone ? await staysWhole(ledger) : []),
    ...oneEventEach(rows),
    ...(await floatIsExact(ledger, rows)),
    ...(await trailIsIntact(ledger)),
    ...nothingLeaks(scene),
  ]
}

const readRows = async (ledger: Ledger): Promise<Row[]> =>
  (
    await ledger.pool.query<Row>(
      `select b.name as batch, p.line, p.phone || ' ' || p.amount_minor as key, p.state, p.seq,
              coalesce((
                select array_agg(concat_ws(' ', e.seq, e.from_state, e.to_state) order by e.seq)
                  from payrun.events e
                 where e.batch_no = p.batch_no and e.line = p.line), '{}') as steps
         from payrun.payouts p
         join payrun.batches b on b.batch_no = p.batch_no
        order by p.batch_no, p.line`,
    )
  ).rows

/** What the float counts as spent and held is what the rows say, to the last franc. */
async function floatIsExact(ledger: Ledger, rows: Row[]): Promise<string[]> {
  const sumOf = (...states: PayoutState[]) =>
    rows
      .filter(({ state }) => states.includes(state))
      .reduce((sum, { key }) => sum + BigInt(key.split(' ')[1] ?? 0), 0n)
  const [float, ...others] = await readFloats(ledger, false)
  if (!float || others.length > 0) return ['the float: there is not one']
  const [spent, held] = [sumOf('paid', 'accepted', 'sending'), sumOf('unknown')]
  return float.spent === spent && float.held === held
    ? []
    : [`the float: ${float.spent} spent and ${float.held} held, where rows say ${spent} and ${held}`]
}

/** G1: nobody was paid twice, whether the ledger knows of the payment or not. */
const paidOnce = ({ provider }: Scene): string[] =>
  [...provider.carriedOut].filter(([, times]) => times > 1).map(([key, times]) => `G1: ${key} was paid ${times} times`)

/** G2: every row of every file that the ledger has is there once, has come to an end, and is in the counts. */
async function everyRowOnce({ files }: Scene, ledger: Ledger, rows: Row[]): Promise<string[]> {
  const found: string[] = []
  const batches = await listBatches(ledger)
  const totals = await readTotals(
    ledger,
    batches.map(({ batchNo }) => batchNo),
  )
  for (const { name, batchNo, state } of batches) {
    const own = rows.filter(({ batch }) => batch === name)
    const { keys = [] } = files.find((file) => file.name === name) ?? {}
    if (own.map(({ key }) => key).join() !== keys.join()) found.push(`G2: ${name} has other rows than its file`)
    if (state === 'running') found.push(`G2: ${name} is still running`)
    for (const row of own)
      if (row.state === 'sending' || row.state === 'pending')
        found.push(`G2: ${name} line ${row.line} is still ${row.state}`)
    const counted = totals.get(batchNo)?.counts ?? {}
    for (const each of new Set(own.map((row) => row.state))) {
      const count = own.filter((row) => row.state === each).length
      if (counted[each] !== count) found.push(`G2: ${name} counts ${counted[each]} rows ${each}, and has ${count}`)
    }
  }
  return found
}

/** G3: paid means carried out once; failed, pending and cancelled not at all. G4: what is unknown has a reason. */
function statesAgree({ provider, excuses }: Scene, rows: Row[]): string[] {
  const found = rows.flatMap(({ batch, line, key, state }) => {
    const times = provider.carriedOut.get(key) ?? 0
    const isWrong =
      state === 'paid'
        ? times !== 1
        : state === 'unknown' || state === 'accepted' || state === 'sending'
          ? false
          : times > 0
    return isWrong ? [`G3: ${batch} line ${line} is ${state}, and was carried out ${times} times`] : []
  })
  const unknown = rows.filter(({ state }) => state === 'unknown').length
  const most = excuses.rows + provider.ambiguous()
  if (!excuses.everything && unknown > most) found.push(`G4: ${unknown} rows are unknown, where ${most} may be`)
  return found
}

/**
 * G3, too: an answer in hand is never thrown away. What was heard, by whoever lived on, since the ledger went back last is in it: of a
 * row, or as evidence.
 */
async function answersAreKept({ world, provider, wentBackMs }: Scene, ledger: Ledger): Promise<string[]> {
  // Whose connections have fallen silent finds that out first, and makes new ones.
  const untilMs = world.nowMs() + 60_000
  for (;;) {
    const { rows } = await ledger.pool.query<{ reference: string }>(
      `select provider_reference as reference from payrun.payouts
       union select reference from payrun.provider_references
       union select reference from payrun.discrepancies
       union select reference from payrun.payments_without_row`,
    )
    const kept = new Set(rows.map(({ reference }) => reference))
    const lost = [...provider.heard].filter(
      ([reference, { by, atMs }]) => by.state !== 'dead' && atMs >= wentBackMs && !kept.has(reference),
    )
    if (lost.length === 0 || world.nowMs() > untilMs)
      return lost.map(
        ([reference, { by }]) => `G3: ${by.name} heard that ${reference} was paid, and the ledger doesn't know`,
      )
    await new Promise((later) => setTimeout(later, 3_000))
  }
}

/** G5: whatever the queue delivers once more, nothing is sent. */
async function runAgainSendsNothing({ world, provider, queue }: Scene, ledger: Ledger): Promise<string[]> {
  const before = provider.requests()
  for (const { batchId, chunkNo } of new Map(queue.jobs.map((job) => [`${job.batchId} ${job.chunkNo}`, job])).values())
    queue.deliver({ batchId, chunkNo })
  await new Promise((later) => setTimeout(later, 15_000))
  const open = await openChunks(ledger, false, undefined)
  if (open.length > 0) world.trace(`${open.length} chunks are open`)
  return provider.requests() === before ? [] : ['G5: something was sent after all was over']
}

/** What was said of a ledger that went back holds: nothing bars it again once all is well. */
async function staysWhole(ledger: Ledger): Promise<string[]> {
  const { fenced } = await readRecovery(ledger)
  return fenced ? ['the ledger is barred again after it was recovered'] : []
}

/** G6: one event a transition, numbered without a gap, each legal and following the last. */
function oneEventEach(rows: Row[]): string[] {
  return rows.flatMap(({ batch, line, state, seq, steps }) => {
    let at: PayoutState = 'pending'
    const areLegal = steps.every((step, index) => {
      const [n, from, to] = step.split(' ') as [string, PayoutState, PayoutState]
      // A late answer brings an unknown row a reference, and no state.
      const isReference = from === 'unknown' && to === 'unknown'
      const isMove = payoutTransitions[from].includes(to) || recoveryTransitions[from]?.includes(to) === true
      const isLegal = isMove || isReference
      const follows = Number(n) === index + 1 && from === at
      at = to
      return isLegal && follows
    })
    const isRight = areLegal && at === state && steps.length === seq
    return isRight ? [] : [`G6: ${batch} line ${line} is ${state} after ${steps.join(', ')}`]
  })
}

/** G6, too: the chains and checkpoints agree with the events and the rows. */
async function trailIsIntact(ledger: Ledger): Promise<string[]> {
  const found: string[] = []
  for (const { batchNo, name } of await listBatches(ledger))
    for (const { line, message } of (await auditBatch(ledger, batchNo)).findings)
      found.push(`G6: the trail of ${name}, line ${line}: ${JSON.stringify(message)}`)
  return found
}

/** G7: no number and no name is in a log or in the queue. */
function nothingLeaks({ logged, queue }: Scene): string[] {
  const leak = [...logged, JSON.stringify(queue.jobs)].find((text) => /Person \d|2290197\d{6}/.test(text))
  return leak === undefined ? [] : [`G7: ${leak}`]
}
