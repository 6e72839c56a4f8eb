import { createHash } from 'node:crypto'
import type { BatchState, PayoutState } from '../../payout/state.ts'

/**
 * The audit trail's hashes, reckoned anew from what the ledger holds: the same as the functions first_chain_hash, next_chain_hash and
 * chain_batch_event of the schema, in another language on purpose, so that a changed function in the database is noticed.
 *
 * Each payout has a chain of its own: it begins with who is to be paid what, and each event is hashed onto it. No payout
 * waits for another, and the hash costs no round trip. A chunk that closes has a checkpoint over its chains, and a batch that
 * settles one over its chunks.
 */

/** What a payout's chain begins with. */
export interface PayoutFacts {
  batchId: string
  line: number
  operator: string | null
  phone: string | null
  currency: string | null
  /** Minor units, as text. */
  amountMinor: string | null
  name: string | null
  /** The batch's, a uuid; null after a purge. */
  salt: string | null
  /** After a purge: the hash of phone and name, which are blank by then. */
  person: Buffer | null
  reference: string | null
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
}

export interface ChainedBatchEvent {
  atMicros: string
  fromState: BatchState | null
  toState: BatchState
  reason: string | null
  actor: string | null
  checkpoint: Buffer | null
}

export interface BatchFacts {
  batchId: string
  fileSha256: string
  fileRows: number
  sandbox: boolean
  period: string | null
}

export function firstChainHash(facts: PayoutFacts): Buffer {
  const { batchId, line, operator, currency, amountMinor, reference } = facts
  const text = [batchId, line, operator, currency, amountMinor, counted(reference), '']
  return sha256(text.map(plain).join('|'), facts.person ?? personHash(facts))
}

/** Who is paid, as a hash that can't be guessed back once the salt is gone. */
function personHash({ salt, line, phone, name }: PayoutFacts): Buffer {
  const bytes = Buffer.from((salt ?? '').replaceAll('-', ''), 'hex')
  const lineBytes = Buffer.alloc(4)
  lineBytes.writeInt32BE(line)
  return sha256(bytes, lineBytes, `${plain(phone)}|${counted(name)}`)
}

/** Postgres counts its time from 2000-01-01 (timestamptz_send). */
const postgresEpochMicros = 946_684_800_000_000n

export function nextChainHash(chainHash: Buffer, event: ChainedEvent): Buffer {
  const { seq, attempt, workerNo, atMicros, fromState, toState, code, actor, note } = event
  const numbers = Buffer.alloc(20)
  numbers.writeInt32BE(seq, 0)
  numbers.writeInt32BE(attempt, 4)
  numbers.writeInt32BE(workerNo ?? 0, 8)
  numbers.writeBigInt64BE(BigInt(atMicros) - postgresEpochMicros, 12)
  const words =
    code === null && actor === null && note === null ? '' : `|${code ?? ''}|${counted(actor)}|${counted(note)}`
  return sha256(chainHash, numbers, `${fromState}>${toState}${words}`)
}

export function firstBatchChainHash({ batchId, fileSha256, fileRows, sandbox, period }: BatchFacts): Buffer {
  return sha256([batchId, fileSha256, fileRows, sandbox ? 't' : 'f', period].map(plain).join('|'))
}

export function nextBatchChainHash(chainHash: Buffer, event: ChainedBatchEvent): Buffer {
  const { atMicros, fromState, toState, reason, actor, checkpoint } = event
  const text = [atMicros, fromState, toState, reason, counted(actor), checkpoint?.toString('hex')]
  return sha256(chainHash, text.map(plain).join('|'))
}

/** The checkpoint over chains or chunks: the hash of their hashes, in order. */
export const checkpointOf = (hashes: readonly Buffer[]): Buffer => sha256(...hashes)

const plain = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

/** A free text with its length in front, so that no text can pass for two fields. Postgres counts characters, not units. */
const counted = (text: string | null): string => (text === null ? ':' : `${[...text].length}:${text}`)

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
