import { createHash } from 'node:crypto'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import { inSnapshot, type Ledger, readGroups, readInstallationId } from '../connection/ledger.ts'

/**
 * The audit trail's hashes, computed again from what the ledger has. They are those of the schema's functions first_chain_hash, next_chain_hash,
 * chain_batch_event and link_record, in another language on purpose, so that a changed function in the database is noticed.
 *
 * Each payout has a chain of its own: it begins with who is to be paid what, and each event is hashed onto it. No payout waits for another, and
 * the hash costs no round trip. A closed chunk has a checkpoint over its chains, and a settled batch has one over its chunks.
 */

/** What a payout's chain begins with. */
export interface PayoutFacts {
  batchId: string
  line: number
  chunkNo: number | null
  operator: string | null
  phone: string | null
  currency: string | null
  /** Minor units, as text. */
  amountMinor: string | null
  name: string | null
  /** The batch's, a uuid; null after a purge. */
  salt: string | null
  /** The columns' json and jsonb, as Postgres writes them. */
  cells: string
  problems: string | null
  /** After a purge: the hash of phone, name, cells and problems, which are blank by then. */
  person: Buffer | null
  reference: string | null
  payoutKey: string | null
}

/** The answer of a row that is neither pending nor sending. */
export interface Answer {
  providerReference: string | null
  errorCode: string | null
  /** Of the column's jsonb, as Postgres writes it. */
  errorMessage: string | null
  /** After a purge: in place of the message. */
  messageHash: Buffer | null
}

export interface ChainedEvent {
  seq: number
  attempt: number
  workerNo: number | null
  /** Microseconds since 1970, as text. */
  atMicros: string
  fromState: PayoutState
  toState: PayoutState
  code: string | null
  actor: string | null
  /** Of the column's jsonb, as Postgres writes it. */
  note: string | null
  /** The hash of the answer that the row had before this event, in hex. */
  replaced: string | null
}

export interface ChainedBatchEvent {
  atMicros: string
  fromState: BatchState | null
  toState: BatchState
  reason: string | null
  actor: string | null
  checkpoint: Buffer | null
  /** The hash of the batch's row as of this event. */
  contents: Buffer | null
  /** A person's own words. */
  note: string | null
}

export function firstChainHash(facts: PayoutFacts): Buffer {
  const { batchId, line, chunkNo, operator, currency, amountMinor, reference, payoutKey } = facts
  const text = [batchId, line, chunkNo, operator, currency, amountMinor, counted(reference), payoutKey, '']
  return sha256(text.map(plain).join('|'), facts.person ?? personHash(facts))
}

/** Who is paid, as a hash that nobody can guess once the salt is gone. */
function personHash({ salt, line, phone, name, cells, problems }: PayoutFacts): Buffer {
  return sha256(salted(salt, line), `${plain(phone)}|${counted(name)}|${counted(cells)}${plain(problems)}`)
}

function salted(salt: string | null, line: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(line)
  return Buffer.concat([saltBytes(salt), bytes])
}

const saltBytes = (salt: string | null): Buffer => Buffer.from((salt ?? '').replaceAll('-', ''), 'hex')

export function answerHash({ salt, line }: PayoutFacts, answer: Answer): Buffer {
  const { providerReference, errorCode, errorMessage } = answer
  const message = errorMessage === null ? answer.messageHash : sha256(salted(salt, line), errorMessage)
  return sha256(`${counted(providerReference)}|${plain(errorCode)}|`, message ?? '').subarray(0, 16)
}

/** Postgres counts its time from 2000-01-01 (timestamptz_send). */
const postgresEpochMicros = 946_684_800_000_000n

/** @param answer the hash of what the row says after the event; null while it is pending or sending */
export function nextChainHash(chainHash: Buffer, event: ChainedEvent, answer: Buffer | null): Buffer {
  const { seq, attempt, workerNo, atMicros, fromState, toState, code, actor, note } = event
  const numbers = Buffer.alloc(20)
  numbers.writeInt32BE(seq, 0)
  numbers.writeInt32BE(attempt, 4)
  numbers.writeInt32BE(workerNo ?? 0, 8)
  numbers.writeBigInt64BE(BigInt(atMicros) - postgresEpochMicros, 12)
  const words =
    code === null && actor === null && note === null ? '' : `|${code ?? ''}|${counted(actor)}|${counted(note)}`
  return sha256(chainHash, numbers, answer ?? '', `${fromState}>${toState}${words}`)
}

export const firstBatchChainHash = (batchId: string): Buffer => sha256(batchId)

export function nextBatchChainHash(chainHash: Buffer, event: ChainedBatchEvent): Buffer {
  const { atMicros, fromState, toState, reason, actor, checkpoint, contents, note } = event
  const hashes = [checkpoint?.toString('hex'), contents?.toString('hex')]
  const text = [
    atMicros,
    fromState,
    toState,
    reason,
    counted(actor),
    ...hashes,
    ...(note === null ? [] : [counted(note)]),
  ]
  return sha256(chainHash, text.map(plain).join('|'))
}

/** The hash of a link of the ledger's own chain: of the link before it, its number, and what it says. */
export const nextLinkHash = (chainHash: Buffer, link: { no: string; subject: string; key: string; hash: Buffer }) =>
  sha256(chainHash, `${link.no}|${link.subject}|${link.key}|`, link.hash)

/** The hash of a row with all its columns, as Postgres writes jsonb. */
export const contentsHash = (jsonb: string, salt: string | null = null): Buffer => sha256(saltBytes(salt), jsonb)

/** The checkpoint over chains or chunks: the hash of their hashes, in order. */
export const checkpointOf = (hashes: readonly Buffer[]): Buffer => sha256(...hashes)

const plain = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** A free text with its length in front, so that no text can pass for two fields. Postgres counts characters, not UTF-16 units. */
const counted = (text: string | null): string =>
  text === null ? ':' : `${/[\ud800-\udfff]/.test(text) ? [...text].length : text.length}:${text}`

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

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
              (
                select encode(chain_hash, 'hex')
                  from payrun.links
                 order by link_no desc
                 limit 1
              ) as head
         from payrun.links`,
    )
    const { madeAt, count, head } = ledgers[0]!
    const { rows: batches } = await client.query<Omit<AnchoredBatch, 'seqs' | 'rowsHash'> & { batchNo: number }>(
      `select b.batch_no as "batchNo", b.id, encode(b.chain_hash, 'hex') as head,
              (
                select count(*)::int
                  from payrun.batch_events e
                 where e.batch_no = b.batch_no
              ) as events
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
