import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { BatchState } from '../../payout/state.ts'
import { batchStateOf, type Sentence, say } from '../../words/sentence.ts'
import { totalsSql } from '../batches/totals.ts'
import { inSnapshot, type Ledger } from '../connection/ledger.ts'
import {
  type AnchoredBatch,
  type ChainedBatchEvent,
  checkpointOf,
  contentsHash,
  firstBatchChainHash,
  nextBatchChainHash,
  seqReader,
} from './auditChain.ts'
import {
  type AuditedChunk,
  type AuditFinding,
  followChain,
  ofBatch,
  readChunks,
  readPayouts,
  readRecoveries,
} from './auditRows.ts'

export interface Audit {
  payouts: number
  events: number
  /**
   * The end of the batch's own chain, which covers its file and, once it is settled, the checkpoints of all its rows. Kept outside of the database,
   * it shows if somebody has computed every hash again.
   */
  checkpoint: string | null
  findings: AuditFinding[]
}

/**
 * Verify a batch's whole trail in one snapshot: each payout's chain of events against its hash and its state, each closed chunk's checkpoint, the
 * batch's own events with the checkpoint of its last settling, and the number of rows and events. This finds events that were edited, deleted,
 * swapped or cut off at the end, and any change of what the batch and its rows say.
 *
 * If somebody has computed all hashes again, only what was kept elsewhere shows it.
 *
 * @param anchored what an anchor has of the batch: each of its hashes has to be found again
 */
export async function auditBatch(ledger: Ledger, batchNo: number, anchored?: AnchoredBatch): Promise<Audit> {
  return inSnapshot(ledger, async (client) => {
    const audit: Audit = { payouts: 0, events: 0, checkpoint: await readCheckpoint(client, batchNo), findings: [] }
    const checkpoints = await readChunks(client, batchNo)
    const recoveries = await readRecoveries(client)
    const seqs = anchored && seqReader(anchored)
    const rowsHash = createHash('sha256')
    let recorded = 0
    for await (const payout of readPayouts(client, batchNo)) {
      audit.payouts += 1
      audit.events += payout.events.length
      const { hashes, message } = followChain(payout, recoveries)
      if (message) audit.findings.push({ line: payout.line, message })
      recorded += payout.seq
      checkpoints.add(payout, hashes)
      if (seqs) rowsHash.update(hashes[seqs()] ?? '')
    }
    audit.findings.push(...checkpoints.findings())
    audit.findings.push(...(await auditCounts(client, batchNo, audit.payouts, recorded)))
    audit.findings.push(...(await auditChunks(client, batchNo)))
    audit.findings.push(...(await auditBatchEvents(client, batchNo, checkpoints.chunks, anchored)))
    if (anchored && rowsHash.digest('hex') !== anchored.rowsHash)
      audit.findings.push(ofBatch(say('ledger.rows_not_anchored')))
    return audit
  })
}

async function readCheckpoint(client: PoolClient, batchNo: number): Promise<string | null> {
  const { rows } = await client.query<{ checkpoint: string | null }>(
    `select encode(chain_hash, 'hex') as checkpoint from payrun.batches where batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.checkpoint ?? null
}

/** Find rows that were removed with all their events, rows that were added, events of missing rows, and totals that don't add up. */
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

/** A chunk that is closed while one of its rows is still to be paid would hide that row, and so would a chunk that ends before it. */
async function auditChunks(client: PoolClient, batchNo: number): Promise<AuditFinding[]> {
  const { rows } = await client.query<{ chunkNo: number }>(
    `select chunk_no as "chunkNo"
       from payrun.chunks c
       full join (
         select chunk_no, min(operator) as operator, count(*) as rows, min(line) as first_line,
                max(line) as last_line, bool_or(state in ('pending', 'sending')) as works
           from payrun.payouts
          where batch_no = $1
            and chunk_no is not null
          group by chunk_no
       ) p using (chunk_no)
      where coalesce(c.batch_no, $1) = $1
        and p.chunk_no is not null
        and (c.operator, c.rows, c.first_line, c.last_line)
            is distinct from (p.operator, p.rows, p.first_line, p.last_line)
         or c.batch_no = $1
        and (p.chunk_no is null or p.works and not c.open)
      order by 1`,
    [batchNo],
  )
  return rows.map(({ chunkNo }) => ofBatch(say('ledger.chunk_not_of_rows', { chunkNo })))
}

interface BatchRow {
  batchId: string
  chainHash: Buffer | null
  state: BatchState
  purged: boolean
  /** Null once it is purged. */
  salt: string | null
  /** Its row as jsonb, without the columns that change without an event. */
  contents: string
}

async function auditBatchEvents(
  client: PoolClient,
  batchNo: number,
  chunks: AuditedChunk[],
  anchored: AnchoredBatch | undefined,
): Promise<AuditFinding[]> {
  const { rows: batches } = await client.query<BatchRow>(
    `select id as "batchId", chain_hash as "chainHash", state, purged_at is not null as purged,
            salt,
            jsonb_strip_nulls(
              to_jsonb(b) - '{chain_hash, foreground_no, round_no, salt}'::text[])::text as contents
       from payrun.batches b
      where batch_no = $1`,
    [batchNo],
  )
  const batch = batches[0]!
  const { rows: events } = await client.query<ChainedBatchEvent>(
    `select (date_part('epoch', at) * 1000000)::bigint::text as "atMicros",
            from_state as "fromState", to_state as "toState", reason, actor, checkpoint, contents,
            note
       from payrun.batch_events
      where batch_no = $1
      order by event_no`,
    [batchNo],
  )
  const messages: Sentence[] = []
  const hashes = [firstBatchChainHash(batch.batchId)]
  for (const event of events) hashes.push(nextBatchChainHash(hashes.at(-1)!, event))
  if (!batch.chainHash || !hashes.at(-1)!.equals(batch.chainHash))
    messages.push(say('ledger.batchs_own_events_file_not_recorded'))
  const last = events.at(-1)
  if (last && !last.contents?.equals(contentsHash(batch.contents, batch.salt)))
    messages.push(say('ledger.batch_not_recorded'))
  if (batch.purged !== events.some(({ reason }) => reason === 'purged'))
    messages.push(say('ledger.batch_events_do_not_agree_whether'))
  if (last?.toState !== batch.state) messages.push(disagreement(last?.toState, batch.state))
  messages.push(...judgeSettling(events, chunks))
  if (last?.reason === 'purged' && !(await readKept(client, batchNo))?.equals(last.checkpoint ?? Buffer.alloc(0)))
    messages.push(say('ledger.kept_cells_not_recorded'))
  if (anchored && hashes[anchored.events]?.toString('hex') !== anchored.head)
    messages.push(say('ledger.batch_not_anchored'))
  return messages.map(ofBatch)
}

/** A purge comes after the event that settled the batch, and leaves its checkpoints as they are. */
function judgeSettling(events: readonly ChainedBatchEvent[], chunks: readonly AuditedChunk[]): Sentence[] {
  const settled = events.findLast(({ reason }) => reason !== 'purged')
  if (settled?.toState !== 'settled' || chunks.length === 0) return []
  const recomputed = checkpointOf(chunks.map(({ checkpoint }) => checkpoint ?? Buffer.alloc(0)))
  const fits = settled.checkpoint !== null && recomputed.equals(settled.checkpoint)
  return fits ? [] : [say('ledger.checkpoint_settled_batch_does_not_fit')]
}

/** The hash of what a purge has left of the file's cells and their problems. */
async function readKept(client: PoolClient, batchNo: number): Promise<Buffer | undefined> {
  const { rows } = await client.query<{ kept: Buffer }>(
    `select sha256(string_agg(
              sha256(convert_to(concat(cells, problems), 'UTF8')), ''::bytea order by line)) as kept
       from payrun.payouts
      where batch_no = $1`,
    [batchNo],
  )
  return rows[0]?.kept
}

const disagreement = (ended: BatchState | undefined, state: BatchState): Sentence =>
  ended === undefined
    ? say('ledger.batchs_events_end_nothing_batch_says', { state: batchStateOf(state) })
    : say('ledger.batchs_events_end_batch_says', { state: batchStateOf(ended), a: batchStateOf(state) })
