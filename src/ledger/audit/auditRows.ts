import { createHash, type Hash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { keyHoldingStates, mayMove, type PayoutState, recoveryTransitions } from '../../payout/state.ts'
import { type Sentence, say, stateOf } from '../../words/sentence.ts'
import { readGroups } from '../connection/ledger.ts'
import {
  type Answer,
  answerHash,
  type ChainedEvent,
  firstChainHash,
  nextChainHash,
  type PayoutFacts,
} from './auditChain.ts'

/** A payout with all that the ledger says of it, and its events. */
interface AuditedPayout extends PayoutFacts, Answer {
  purged: boolean
  state: PayoutState
  attempts: number
  seq: number
  workerNo: number | null
  holdsKey: boolean
  /** Microseconds since 1970, as text. */
  sentAtMicros: string | null
  settledAtMicros: string | null
  chainHash: Buffer
  events: ChainedEvent[]
}

export interface AuditedChunk {
  chunkNo: number
  open: boolean
  checkpoint: Buffer | null
  /** How many events of each of its rows the checkpoint covers. */
  seqs: ArrayLike<number> | null
  /** How many of its rows were read so far, and the hash of their hashes: the checkpoint, once all of them were read. */
  rows: number
  hash: Hash | null
  fits: boolean
}

/** Something in the trail that payrun can't have done itself: of a line of the file, or (null) of the batch. */
export interface AuditFinding {
  line: number | null
  message: Sentence
}

/** Follow one payout's events. @returns its chain hash after 0, 1, … events, and the first thing that is wrong */
export function followChain(
  payout: AuditedPayout,
  recoveries: Recoveries,
): { hashes: Buffer[]; message: Sentence | undefined } {
  const { events } = payout
  const hashes = [firstChainHash(payout)]
  let state: PayoutState = payout.chunkNo === null ? 'invalid' : 'pending'
  const follows: Followed = { attempts: 0, workerNo: null, sentAt: null, settledAt: null }
  let message: Sentence | undefined
  events.forEach((event, index) => {
    hashes.push(nextChainHash(hashes[index]!, event, answerAfter(payout, index)))
    if (event.seq !== index + 1) message ??= say('ledger.event_missing', { index: index + 1 })
    else if (event.fromState !== state || !isLegal(event))
      message ??= say('ledger.event_does_not_follow_one_before', { seq: event.seq })
    state = event.toState
    follow(follows, event, recoveries)
  })
  message ??= judgeEnd(payout, state, follows.attempts)
  if (!hashes.at(-1)!.equals(payout.chainHash)) message ??= say('ledger.events_paid_not_recorded_hashes_differ')
  message ??= judgeRow(payout, follows)
  return { hashes, message }
}

/** A late answer may give an unknown row a reference without a new state. A row that is pending or sending has no answer that could be replaced. */
const isLegal = ({ fromState, toState, replaced }: ChainedEvent): boolean =>
  (mayMove(fromState, toState) ||
    recoveryTransitions[fromState]?.includes(toState) === true ||
    (fromState === 'unknown' && toState === 'unknown')) &&
  (replaced === null || (fromState !== 'pending' && fromState !== 'sending'))

/** The hash of the answer after an event: the next event has it as what it replaced. A row that is pending or sending has none. */
function answerAfter(payout: AuditedPayout, index: number): Buffer | null {
  const { toState } = payout.events[index]!
  if (toState === 'pending' || toState === 'sending') return null
  const next = payout.events[index + 1]
  if (!next) return answerHash(payout, payout)
  return next.replaced === null ? null : Buffer.from(next.replaced, 'hex')
}

/** By the time of each recovery: since when rows may have been sent. Both in microseconds. */
type Recoveries = ReadonlyMap<string, string>

interface Followed {
  attempts: number
  workerNo: number | null
  sentAt: string | null
  settledAt: string | null
}

/** Work out from its events what a row should say about itself. */
function follow(follows: Followed, { fromState, toState, workerNo, atMicros }: ChainedEvent, recoveries: Recoveries) {
  follows.settledAt = toState === 'pending' || toState === 'sending' ? null : atMicros
  if (toState === 'pending') follows.sentAt = null
  else if (toState === 'unknown' && recoveryTransitions[fromState])
    follows.sentAt = recoveries.get(atMicros) ?? follows.sentAt
  if (toState !== 'sending') return
  follows.sentAt = atMicros
  follows.attempts += 1
  follows.workerNo = workerNo
}

function judgeEnd(payout: AuditedPayout, state: PayoutState, attempts: number): Sentence | undefined {
  const { events, purged } = payout
  if (payout.seq !== events.length)
    return say('ledger.events_recorded', { seq: payout.seq, events: payout.events.length })
  if (state !== payout.state)
    return say('ledger.events_end_row_says', { state: stateOf(state), payoutState: stateOf(payout.state) })
  if (attempts !== payout.attempts)
    return say('ledger.events_name_attempts_row', { attempts, payoutAttempts: payout.attempts })
  // Either the person or their hash: a hash proves nothing about a person who is there.
  const isHashed = payout.person !== null
  if (isHashed !== purged || (payout.messageHash !== null && !purged)) return blankOrNot(purged)
  if (purged && (payout.phone || payout.name || payout.salt || payout.errorMessage !== null)) return blankOrNot(true)
  return undefined
}

const blankOrNot = (purged: boolean): Sentence =>
  purged ? say('ledger.batch_purged_still_says_paid') : say('ledger.says_purged')

/** Check the columns that are in no hash, but follow from the events. */
function judgeRow(payout: AuditedPayout, follows: Followed): Sentence | undefined {
  const { events, state } = payout
  if (follows.workerNo !== payout.workerNo) return say('ledger.worker_not_of_last_attempt')
  if (follows.sentAt !== payout.sentAtMicros || follows.settledAt !== payout.settledAtMicros)
    return say('ledger.times_not_of_events')
  if (payout.holdsKey !== keyHoldingStates.includes(state)) return say('ledger.reference_taken_or_not')
  if (state === 'pending' && payout.errorCode !== (events.at(-1)?.code ?? null))
    return say('ledger.events_paid_not_recorded_hashes_differ')
  return undefined
}

export async function readRecoveries(client: PoolClient): Promise<Recoveries> {
  const { rows } = await client.query<{ at: string; since: string }>(
    `select (date_part('epoch', at) * 1000000)::bigint::text as at,
            (date_part('epoch', since) * 1000000)::bigint::text as since
       from payrun.recoveries
      where kind = 'since'`,
  )
  return new Map(rows.map(({ at, since }) => [at, since]))
}

/** Read a batch's chunks, and compare each checkpoint with the hashes of its rows, which are added in the file's order. */
export async function readChunks(client: PoolClient, batchNo: number) {
  const chunks = new Map<number, AuditedChunk>()
  for await (const rows of readGroups<AuditedChunk>(client, chunksSql, [batchNo], 100)) {
    // One number for each row of the batch: copied, they take half the memory, and the rows that were read can be collected.
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

export const ofBatch = (message: Sentence): AuditFinding => ({ line: null, message })

/** The payouts of a batch with their events, in the file's order. */
export async function* readPayouts(client: PoolClient, batchNo: number): AsyncGenerator<AuditedPayout> {
  for await (const rows of readGroups<AuditedPayout>(client, payoutsSql, [batchNo], 500)) yield* rows
}

const payoutsSql = `
select b.id as "batchId", p.line, p.chunk_no as "chunkNo", p.operator, p.phone, p.currency,
       p.amount_minor::text as "amountMinor", p.name, b.salt, p.person, p.cells::text as cells,
       p.problems::text as problems, b.purged_at is not null as purged, p.reference,
       p.payout_key as "payoutKey", p.state, p.attempts, p.seq, p.worker_no as "workerNo",
       p.holds_key as "holdsKey",
       (date_part('epoch', p.sent_at) * 1000000)::bigint::text as "sentAtMicros",
       (date_part('epoch', p.settled_at) * 1000000)::bigint::text as "settledAtMicros",
       p.provider_reference as "providerReference", p.error_code as "errorCode",
       p.error_message::text as "errorMessage", p.message_hash as "messageHash",
       p.chain_hash as "chainHash", coalesce(e.events, '[]') as events
  from payrun.payouts p
  join payrun.batches b on b.batch_no = p.batch_no
  left join lateral (
    select json_agg(
             json_build_object(
               'seq', seq, 'attempt', attempt, 'workerNo', worker_no, 'atMicros',
               (date_part('epoch', at) * 1000000)::bigint::text, 'fromState', from_state, 'toState',
               to_state, 'code', code, 'actor', actor, 'note', note::text, 'replaced',
               encode(replaced, 'hex')
             ) order by seq
           ) as events
      from payrun.events
     where batch_no = p.batch_no
       and line = p.line
  ) e on true
 where p.batch_no = $1
 order by p.line`
