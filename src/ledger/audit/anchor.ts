import { createHash } from 'node:crypto'
import { inSnapshot, type Ledger, readInstallationId } from '../connection/ledger.ts'
import { readGroups } from '../connection/readGroups.ts'

/** The hashes of a ledger at a moment, to be kept elsewhere: all later hashes continue these. */
export interface Anchor {
  /** Which ledger. */
  installation: string
  /** ISO 8601, by the database's clock. */
  madeAt: string
  /** The ledger's own chain. */
  links: { count: number; head: string | null }
  /** Oldest first. */
  batches: AnchoredBatch[]
}

export interface AnchoredBatch {
  id: string
  /** How many events it had, and its chain's hash after the last of them. */
  events: number
  head: string
  /** How many events each row had, in the file's order, run-length encoded. */
  seqs: [seq: number, rows: number][]
  /** The hash of the rows' chain hashes, in the file's order. */
  rowsHash: string
}

/** Read the hashes of every batch and its rows in one snapshot. */
export async function readAnchor(ledger: Ledger): Promise<Anchor> {
  const installation = await readInstallationId(ledger)
  return inSnapshot(ledger, async (client) => {
    const { rows: ledgers } = await client.query<{ madeAt: Date; count: number; head: string | null }>(
      `select now() as "madeAt", coalesce(max(link_no), 0)::int as count,
              (select encode(chain_hash, 'hex') from payrun.links order by link_no desc limit 1) as head
         from payrun.links`,
    )
    const { madeAt, count, head } = ledgers[0]!
    const { rows: batches } = await client.query<Omit<AnchoredBatch, 'seqs' | 'rowsHash'> & { batchNo: number }>(
      `select b.batch_no as "batchNo", b.id, encode(b.chain_hash, 'hex') as head,
              (select count(*)::int from payrun.batch_events e where e.batch_no = b.batch_no) as events
         from payrun.batches b
        order by b.batch_no`,
    )
    const anchored: AnchoredBatch[] = []
    for (const { batchNo, ...batch } of batches) {
      const seqs: AnchoredBatch['seqs'] = []
      const hash = createHash('sha256')
      for await (const rows of readGroups<{ seq: number; chainHash: Buffer }>(client, rowsSql, [batchNo], 5_000)) {
        for (const { seq, chainHash } of rows) {
          const last = seqs.at(-1)
          if (last?.[0] === seq) last[1] += 1
          else seqs.push([seq, 1])
          hash.update(chainHash)
        }
      }
      anchored.push({ ...batch, seqs, rowsHash: hash.digest('hex') })
    }
    return { installation, madeAt: madeAt.toISOString(), links: { count, head }, batches: anchored }
  })
}

const rowsSql = `
select seq, chain_hash as "chainHash"
  from payrun.payouts
 where batch_no = $1
 order by line`

/** Every batch, oldest first. */
export async function readBatchNumbers(ledger: Ledger): Promise<{ batchNo: number; id: string }[]> {
  const { rows } = await ledger.pool.query<{ batchNo: number; id: string }>(
    `select batch_no as "batchNo", id
       from payrun.batches
      order by batch_no`,
  )
  return rows
}

/** Decodes `seqs`: each call returns how many events the next row had; -1 when there are no more rows. */
export function seqReader({ seqs }: AnchoredBatch): () => number {
  let at = 0
  let given = 0
  return () => {
    while (at < seqs.length && given === seqs[at]![1]) {
      at += 1
      given = 0
    }
    given += 1
    return seqs[at]?.[0] ?? -1
  }
}
