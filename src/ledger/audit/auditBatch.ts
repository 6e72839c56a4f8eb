import { createHash, type Hash } from 'node:crypto'
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import { type BatchState, mayMove, type PayoutState } from '../../payout/state.ts'
import { batchStateOf, type Sentence, say, stateOf } from '../../words/sentence.ts'
import { totalsSql } from '../batches/status.ts'
import type { Ledger } from '../connection/ledger.ts'
import {
  type BatchFacts,
  type ChainedBatchEvent,
  type ChainedEvent,
  checkpointOf,
  firstBatchChainHash,
  firstChainHash,
  nextBatchChainHash,
  nextChainHash,
  type PayoutFacts,
} from './auditChain.ts'

/** Something in the trail that can't have come about by payrun's own doing. */
export interface AuditFinding {
  /** The file's line; null: it concerns the batch as a whole. */
  line: number | null
  message: Sentence
}

export interface Audit {
  payouts: number
  events: number
  /**
   * The end of the batch's own chain, which takes in its file and, once settled, the checkpoints of all its rows. Kept outside of
   * the database, it is what shows that somebody has reckoned every hash anew.
   */
  checkpoint: string | null
  findings: AuditFinding[]
}

interface AuditedPayout extends PayoutFacts {
  purged: boolean
  chunkNo: number | null
  state: PayoutState
  attempts: number
  seq: number
  chainHash: Buffer
  events: ChainedEvent[]
}

interface AuditedChunk {
  chunkNo: number
  open: boolean
  checkpoint: Buffer | null
  /** Of each of its rows: how many events the checkpoint covers. */
  seqs: ArrayLike<number> | null
  /** Those that were gone along so far, and their hashes: what the checkpoint is of, once all of them were. */
  rows: number
  hash: Hash | null
  fits: boolean
}

/**
 * Verify a batch's whole trail, as one snapshot: each payout's chain of events against its hash and its state, each closed
 * chunk's checkpoint, the batch's own events with the checkpoint of its last settling, and the number of rows and events. An edit,
 * a deletion, a swap and a cut-off tail of the events are found, and so is a change of who is to be paid what. Somebody who
 * reckons all the hashes anew is found only by a checkpoint that was noted elsewhere; and the columns of a row that say what the
 * provider answered (its reference, times, words) are not in the hashes.
 */
export async function auditBatch(ledger: Ledger, batchNo: number): Promise<Audit> {
  const client = await ledger.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const audit: Audit = { payouts: 0, events: 0, checkpoint: await readCheckpoint(client, batchNo), findings: [] }
    const checkpoints = await readChunks(client, batchNo)
    let recorded = 0
    for await (const payout of readPayouts(client, batchNo)) {
      audit.payouts += 1
      audit.events += payout.events.length
      const { hashes, message } = followChain(payout)
      if (message) audit.findings.push({ line: payout.line, message })
      recorded += payout.seq
      checkpoints.add(payout, hashes)
    }
    audit.findings.push(...checkpoints.findings())
    audit.findings.push(...(await auditCounts(client, batchNo, audit.payouts, recorded)))
    audit.findings.push(...(await auditBatchEvents(client, batchNo, checkpoints.chunks)))
    await client.query('commit')
    return audit
  } finally {
    // Whatever happened, this connection may hold a cursor or a transaction: it is not used again.
    client.release(true)
  }
}

/** Go along one payout's events. @returns its chain hash after 0, 1, … events, and the first thing that is wrong */
function followChain(payout: AuditedPayout): { hashes: Buffer[]; message: Sentence | undefined } {
  const hashes = [firstChainHash(payout)]
  let state: PayoutState = payout.chunkNo === null ? 'invalid' : 'pending'
  let attempts = 0
  let message: Sentence | undefined
  payout.events.forEach((event, index) => {
    hashes.push(nextChainHash(hashes[index]!, event))
    if (event.seq !== index + 1) message ??= say('ledger.event_missing', { index: index + 1 })
    else if (event.fromState !== state || !mayMove(event.fromState, event.toState))
      message ??= say('ledger.event_does_not_follow_one_before', { seq: event.seq })
    state = event.toState
    if (state === 'sending') attempts += 1
  })
  if (payout.seq !== payout.events.length)
    message ??= say('ledger.events_recorded', { seq: payout.seq, events: payout.events.length })
  if (state !== payout.state)
    message ??= say('ledger.events_end_row_says', { state: stateOf(state), payoutState: stateOf(payout.state) })
  if (attempts !== payout.attempts)
    message ??= say('ledger.events_name_attempts_row', { attempts, payoutAttempts: payout.attempts })
  // Blank or not: a hash in place of somebody says nothing of somebody who is there.
  if ((payout.person !== null) !== payout.purged || (payout.purged && (payout.phone || payout.name || payout.salt)))
    message ??= payout.purged ? say('ledger.batch_purged_still_says_paid') : say('ledger.says_purged')
  if (!hashes.at(-1)!.equals(payout.chainHash)) message ??= say('ledger.events_paid_not_recorded_hashes_differ')
  return { hashes, message }
}

/** Adds up, chunk by chunk, the hashes that its checkpoint covers. Payouts come in the file's order. */
async function readChunks(client: PoolClient, batchNo: number) {
  const chunks = new Map<number, AuditedChunk>()
  const cursor = client.query(new Cursor<AuditedChunk>(chunksSql, [batchNo]))
  for (let rows = await cursor.read(100); rows.length > 0; rows = await cursor.read(100)) {
    // A number for each row of the batch: in half the room, and not with what they were read from.
    for (const { seqs, ...chunk } of rows) chunks.set(chunk.chunkNo, { ...chunk, seqs: seqs && Uint32Array.from(seqs) })
  }
  const odd: AuditFinding[] = []
  return {
    chunks: [...chunks.values()],
    add({ line, chunkNo }: AuditedPayout, hashes: readonly Buffer[]): void {
      if (chunkNo === null) return
      const chunk = chunks.get(chunkNo)
      if (!chunk) odd.push({ line, message: say('ledger.chunk_not') })
      if (!chunk?.seqs) return
      const seq = chunk.seqs[chunk.rows]
      if (seq === undefined) {
        odd.push({ line, message: say('ledger.not_chunk_at_checkpoint') })
        return
      }
      if (seq >= hashes.length)
        odd.push({ line, message: say('ledger.events_at_checkpoint', { seq, events: hashes.length - 1 }) })
      chunk.rows += 1
      chunk.hash ??= createHash('sha256')
      chunk.hash.update(hashes[seq] ?? Buffer.alloc(0))
      if (chunk.rows < chunk.seqs.length) return
      chunk.fits = chunk.checkpoint !== null && chunk.hash.digest().equals(chunk.checkpoint)
      chunk.hash = null
    },
    findings(): AuditFinding[] {
      const all = [...chunks.values()]
      const broken = all.filter(({ checkpoint, fits }) => checkpoint !== null && !fits)
      const without = all.filter(({ open, checkpoint }) => !open && checkpoint === null)
      return [
        ...odd,
        ...broken.map(({ chunkNo }) => say('ledger.checkpoint_chunk_does_not_fit_rows', { chunkNo })).map(ofBatch),
        ...without.map(({ chunkNo }) => say('ledger.chunk_closed_no_checkpoint', { chunkNo })).map(ofBatch),
      ]
    },
  }
}

const chunksSql = `
select chunk_no as "chunkNo", open, checkpoint, seqs, 0 as rows, null as hash, false as fits
  from payrun.chunks
 where batch_no = $1
 order by chunk_no`

const ofBatch = (message: Sentence): AuditFinding => ({ line: null, message })

async function readCheckpoint(client: PoolClient, batchNo: number): Promise<string | null> {
  const { rows } = await client.query<{ checkpoint: string | null }>(
    `select encode(chain_hash, 'hex') as checkpoint from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.checkpoint ?? null
}

/** Rows that went with all their events, rows that were put in, events of rows that are not there, and totals that don't fit. */
async function auditCounts(
  client: PoolClient,
  batchNo: number,
  payouts: number,
  recorded: number,
): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ fileRows: number; events: number; fits: boolean }>(
    `select file_rows as "fileRows",
            (
              select count(*)::int
                from payrun.events e
               where e.batch_no = b.batch_no
            ) as events,
            not exists (${addedUpSql} except ${countedSql})
            and not exists (${countedSql} except ${addedUpSql}) as fits
       from payrun.batches b
      where batch_no = $1`,
    [batchNo],
  )
  const { fileRows, events, fits } = rows[0]!
  const messages = [
    ...(fileRows === payouts ? [] : [say('ledger.file_rows', { fileRows, payouts })]),
    ...(events === recorded ? [] : [say('ledger.events_recorded_all', { recorded, events })]),
    ...(fits ? [] : [say('ledger.totals_not_rows_add_up')]),
  ]
  return messages.map(ofBatch)
}

const addedUpSql = `
  select state, currency, sum(rows), sum(minor)
    from ${totalsSql('array[$1::int]')} t
   group by state, currency`
const countedSql = `select state, currency, count(*), sum(amount_minor)
     from payrun.payouts
    where batch_no = $1
    group by state, currency`

async function auditBatchEvents(client: PoolClient, batchNo: number, chunks: AuditedChunk[]): Promise<AuditFinding[]> {
  const { rows: batches } = await client.query<
    BatchFacts & { chainHash: Buffer | null; state: BatchState; purged: boolean }
  >(
    `select id as "batchId", file_sha256 as "fileSha256", file_rows as "fileRows", sandbox, period,
            chain_hash as "chainHash", state, purged_at is not null as purged
       from payrun.batches
      where batch_no = $1`,
    [batchNo],
  )
  const batch = batches[0]!
  const { rows: events } = await client.query<ChainedBatchEvent>(
    `select (date_part('epoch', at) * 1000000)::bigint::text as "atMicros",
            from_state as "fromState", to_state as "toState", reason, actor, checkpoint
       from payrun.batch_events
      where batch_no = $1
      order by event_no`,
    [batchNo],
  )
  const messages: Sentence[] = []
  const chainHash = events.reduce(nextBatchChainHash, firstBatchChainHash(batch))
  if (!batch.chainHash || !chainHash.equals(batch.chainHash))
    messages.push(say('ledger.batchs_own_events_file_not_recorded'))
  if (batch.purged !== events.some(({ reason }) => reason === 'purged'))
    messages.push(say('ledger.batch_events_do_not_agree_whether'))
  const last = events.at(-1)
  if (last?.toState !== batch.state) messages.push(disagreement(last?.toState, batch.state))
  if (last?.toState === 'settled' && chunks.length > 0) {
    const recomputed = checkpointOf(chunks.map(({ checkpoint }) => checkpoint ?? Buffer.alloc(0)))
    if (!last.checkpoint || !recomputed.equals(last.checkpoint))
      messages.push(say('ledger.checkpoint_settled_batch_does_not_fit'))
  }
  return messages.map(ofBatch)
}

const disagreement = (ended: BatchState | undefined, state: BatchState): Sentence =>
  ended === undefined
    ? say('ledger.batchs_events_end_nothing_batch_says', { state: batchStateOf(state) })
    : say('ledger.batchs_events_end_batch_says', { state: batchStateOf(ended), a: batchStateOf(state) })

/** The payouts of a batch with their events, in the file's order. */
async function* readPayouts(client: PoolClient, batchNo: number): AsyncGenerator<AuditedPayout> {
  const cursor = client.query(new Cursor<AuditedPayout>(payoutsSql, [batchNo]))
  for (let rows = await cursor.read(500); rows.length > 0; rows = await cursor.read(500)) yield* rows
}

const payoutsSql = `
select b.id as "batchId", p.line, p.chunk_no as "chunkNo", p.operator, p.phone, p.currency,
       p.amount_minor::text as "amountMinor", p.name, b.salt, p.person,
       b.purged_at is not null as purged, p.reference, p.state, p.attempts, p.seq, p.chain_hash as "chainHash",
       coalesce(e.events, '[]') as events
  from payrun.payouts p
  join payrun.batches b on b.batch_no = p.batch_no
  left join lateral (
    select json_agg(
             json_build_object(
               'seq', seq, 'attempt', attempt, 'workerNo', worker_no, 'atMicros',
               (date_part('epoch', at) * 1000000)::bigint::text, 'fromState', from_state, 'toState',
               to_state, 'code', code, 'actor', actor, 'note', note::text
             ) order by seq
           ) as events
      from payrun.events
     where batch_no = p.batch_no
       and line = p.line
  ) e on true
 where p.batch_no = $1
 order by p.line`
