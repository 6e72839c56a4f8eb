import { createHash, type Hash } from 'node:crypto'
import type { PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import { type BatchState, mayMove, type PayoutState } from '../payout/state.ts'
import { batchStateWord, stateWord } from '../payout/stateWord.ts'
import { t } from '../words/t.ts'
import {
  type BatchFacts,
  type ChainedBatchEvent,
  type ChainedEvent,
  firstBatchHead,
  firstHead,
  nextBatchHead,
  nextHead,
  type PayoutFacts,
  sealOf,
} from './auditChain.ts'
import type { Ledger } from './ledger.ts'
import { totalsSql } from './status.ts'

/** Something in the trail that can't have come about by payrun's own doing. */
export interface AuditFinding {
  /** The file's line; null: it concerns the batch as a whole. */
  line: number | null
  message: string
}

export interface Audit {
  payouts: number
  events: number
  /**
   * The end of the batch's own chain, which takes in its file and, once settled, the seals of all its rows. Kept outside of
   * the database, it is what shows that somebody has reckoned every hash anew.
   */
  seal: string | null
  findings: AuditFinding[]
}

interface AuditedPayout extends PayoutFacts {
  purged: boolean
  chunkNo: number | null
  state: PayoutState
  attempts: number
  seq: number
  head: Buffer
  events: ChainedEvent[]
}

interface AuditedChunk {
  chunkNo: number
  open: boolean
  seal: Buffer | null
  /** Of each of its rows: how many events are sealed. */
  seqs: ArrayLike<number> | null
  /** Those that were gone along so far, and their heads: what the seal is of, once all of them were. */
  rows: number
  hash: Hash | null
  fits: boolean
}

/**
 * Verify a batch's whole trail, as one snapshot: each payout's chain of events against its head and its state, each closed
 * chunk's seal, the batch's own events with the seal of its last settling, and the number of rows and events. An edit, a
 * deletion, a swap and a cut-off tail of the events are found, and so is a change of who is to be paid what. Somebody who
 * reckons all the hashes anew is found only by a seal that was noted elsewhere; and the columns of a row that say what the
 * provider answered (its reference, times, words) are not in the hashes.
 */
export async function auditBatch(ledger: Ledger, batchNo: number): Promise<Audit> {
  const client = await ledger.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const audit: Audit = { payouts: 0, events: 0, seal: await readSeal(client, batchNo), findings: [] }
    const seals = await readChunks(client, batchNo)
    let recorded = 0
    for await (const payout of readPayouts(client, batchNo)) {
      audit.payouts += 1
      audit.events += payout.events.length
      const { heads, message } = followChain(payout)
      if (message) audit.findings.push({ line: payout.line, message })
      recorded += payout.seq
      seals.add(payout, heads)
    }
    audit.findings.push(...seals.findings())
    audit.findings.push(...(await auditCounts(client, batchNo, audit.payouts, recorded)))
    audit.findings.push(...(await auditBatchEvents(client, batchNo, seals.chunks)))
    await client.query('commit')
    return audit
  } finally {
    // Whatever happened, this connection may hold a cursor or a transaction: it is not used again.
    client.release(true)
  }
}

/** Go along one payout's events. @returns its head after 0, 1, … events, and the first thing that is wrong */
function followChain(payout: AuditedPayout): { heads: Buffer[]; message: string | undefined } {
  const heads = [firstHead(payout)]
  let state: PayoutState = payout.chunkNo === null ? 'invalid' : 'pending'
  let attempts = 0
  let message: string | undefined
  payout.events.forEach((event, index) => {
    heads.push(nextHead(heads[index]!, event))
    if (event.seq !== index + 1) message ??= t`event ${index + 1} is missing`
    else if (event.fromState !== state || !mayMove(event.fromState, event.toState))
      message ??= t`event ${event.seq} does not follow from the one before`
    state = event.toState
    if (state === 'sending') attempts += 1
  })
  if (payout.seq !== payout.events.length)
    message ??= t`${payout.seq} events were recorded and ${payout.events.length} are there`
  if (state !== payout.state)
    message ??= t`its events end with ${stateWord(state)}, and the row says ${stateWord(payout.state)}`
  if (attempts !== payout.attempts) message ??= t`its events name ${attempts} attempts, and the row ${payout.attempts}`
  // Blank or not: a hash in place of somebody says nothing of somebody who is there.
  if ((payout.person !== null) !== payout.purged || (payout.purged && (payout.phone || payout.name || payout.salt)))
    message ??= payout.purged ? t`its batch was purged, and it still says who is paid` : t`it says that it was purged`
  if (!heads.at(-1)!.equals(payout.head))
    message ??= t`its events, or who is to be paid what, are not what was recorded: the hashes differ`
  return { heads, message }
}

/** Adds up, chunk by chunk, the heads that its seal covers. Payouts come in the file's order. */
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
    add({ line, chunkNo }: AuditedPayout, heads: readonly Buffer[]): void {
      if (chunkNo === null) return
      const chunk = chunks.get(chunkNo)
      if (!chunk) odd.push({ line, message: t`it is in a chunk that is not there` })
      if (!chunk?.seqs) return
      const seq = chunk.seqs[chunk.rows]
      if (seq === undefined) {
        odd.push({ line, message: t`it was not in its chunk when that was sealed` })
        return
      }
      if (seq >= heads.length)
        odd.push({ line, message: t`${seq} events were sealed and ${heads.length - 1} are there` })
      chunk.rows += 1
      chunk.hash ??= createHash('sha256')
      chunk.hash.update(heads[seq] ?? Buffer.alloc(0))
      if (chunk.rows < chunk.seqs.length) return
      chunk.fits = chunk.seal !== null && chunk.hash.digest().equals(chunk.seal)
      chunk.hash = null
    },
    findings(): AuditFinding[] {
      const all = [...chunks.values()]
      const broken = all.filter(({ seal, fits }) => seal !== null && !fits)
      const unsealed = all.filter(({ open, seal }) => !open && seal === null)
      return [
        ...odd,
        ...broken.map(({ chunkNo }) => t`the seal of chunk ${chunkNo} does not fit its rows' events`).map(ofBatch),
        ...unsealed.map(({ chunkNo }) => t`chunk ${chunkNo} is closed and has no seal`).map(ofBatch),
      ]
    },
  }
}

const chunksSql = `
select chunk_no as "chunkNo", open, seal, seqs, 0 as rows, null as hash, false as fits from payrun.chunks where batch_no = $1 order by chunk_no`

const ofBatch = (message: string): AuditFinding => ({ line: null, message })

async function readSeal(client: PoolClient, batchNo: number): Promise<string | null> {
  const { rows } = await client.query<{ seal: string | null }>(
    `select encode(head, 'hex') as seal from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.seal ?? null
}

/** Rows that went with all their events, rows that were put in, events of rows that are not there, and totals that don't fit. */
async function auditCounts(
  client: PoolClient,
  batchNo: number,
  payouts: number,
  recorded: number,
): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ fileRows: number; events: number; fits: boolean }>(
    `select file_rows as "fileRows", (select count(*)::int from payrun.events e where e.batch_no = b.batch_no) as events,
            not exists (${addedUpSql} except ${countedSql}) and not exists (${countedSql} except ${addedUpSql}) as fits
       from payrun.batches b where batch_no = $1`,
    [batchNo],
  )
  const { fileRows, events, fits } = rows[0]!
  const messages = [
    ...(fileRows === payouts ? [] : [t`the file had ${fileRows} rows, and ${payouts} are there`]),
    ...(events === recorded ? [] : [t`${recorded} events were recorded in all, and ${events} are there`]),
    ...(fits ? [] : [t`its totals are not what its rows add up to`]),
  ]
  return messages.map(ofBatch)
}

const addedUpSql = `select state, currency, sum(rows), sum(minor) from ${totalsSql('array[$1::int]')} t group by state, currency`
const countedSql =
  'select state, currency, count(*), sum(amount_minor) from payrun.payouts where batch_no = $1 group by state, currency'

async function auditBatchEvents(client: PoolClient, batchNo: number, chunks: AuditedChunk[]): Promise<AuditFinding[]> {
  const { rows: batches } = await client.query<
    BatchFacts & { head: Buffer | null; state: BatchState; purged: boolean }
  >(
    `select id as "batchId", file_sha256 as "fileSha256", file_rows as "fileRows", sandbox, period, head, state,
            purged_at is not null as purged
       from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  const batch = batches[0]!
  const { rows: events } = await client.query<ChainedBatchEvent>(
    `select (date_part('epoch', at) * 1000000)::bigint::text as "atMicros", from_state as "fromState", to_state as "toState",
            reason, actor, seal from payrun.batch_events where batch_no = $1 order by event_no`,
    [batchNo],
  )
  const messages: string[] = []
  const head = events.reduce(nextBatchHead, firstBatchHead(batch))
  if (!batch.head || !head.equals(batch.head))
    messages.push(t`the batch's own events, or its file, are not what was recorded: the hashes differ`)
  if (batch.purged !== events.some(({ reason }) => reason === 'purged'))
    messages.push(t`the batch and its events do not agree on whether it was purged`)
  const last = events.at(-1)
  if (last?.toState !== batch.state) messages.push(disagreement(last?.toState, batch.state))
  if (last?.toState === 'settled' && chunks.length > 0) {
    const sealed = sealOf(chunks.map(({ seal }) => seal ?? Buffer.alloc(0)))
    if (!last.seal || !sealed.equals(last.seal))
      messages.push(t`the seal of the settled batch does not fit its chunks' seals`)
  }
  return messages.map(ofBatch)
}

const disagreement = (ended: BatchState | undefined, state: BatchState): string =>
  ended === undefined
    ? t`the batch's events end with nothing, and the batch says ${batchStateWord(state)}`
    : t`the batch's events end with ${batchStateWord(ended)}, and the batch says ${batchStateWord(state)}`

/** The payouts of a batch with their events, in the file's order. */
async function* readPayouts(client: PoolClient, batchNo: number): AsyncGenerator<AuditedPayout> {
  const cursor = client.query(new Cursor<AuditedPayout>(payoutsSql, [batchNo]))
  for (let rows = await cursor.read(500); rows.length > 0; rows = await cursor.read(500)) yield* rows
}

const payoutsSql = `
select b.id as "batchId", p.line, p.chunk_no as "chunkNo", p.operator, p.phone, p.currency, p.amount_minor::text as "amountMinor",
       p.name, b.salt, p.person, b.purged_at is not null as purged, p.reference, p.state, p.attempts, p.seq, p.head, coalesce(e.events, '[]') as events
  from payrun.payouts p join payrun.batches b on b.batch_no = p.batch_no
  left join lateral (
    select json_agg(json_build_object('seq', seq, 'attempt', attempt, 'workerNo', worker_no,
             'atMicros', (date_part('epoch', at) * 1000000)::bigint::text, 'fromState', from_state, 'toState', to_state,
             'code', code, 'actor', actor, 'note', note) order by seq) as events
      from payrun.events where batch_no = p.batch_no and line = p.line) e on true
 where p.batch_no = $1 order by p.line`
