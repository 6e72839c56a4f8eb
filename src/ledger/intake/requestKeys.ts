import { randomBytes } from 'node:crypto'
import { isGone, ownIdentity, type ProcessIdentity } from '../../process.ts'
import type { Ledger, Queryable } from '../connection/ledger.ts'

/** A request under a key of its sender's own (Idempotency-Key). */
export interface RequestKey {
  /** The API key that sent it: request keys of other API keys are apart. */
  holder: string
  key: string
}

/** The first answer, which is given again. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
  /** The id of a batch: the answer is deleted when that is purged. */
  ofBatch?: string
}

type TakenKey =
  /** This process has to answer it. */
  | { kind: 'taken' }
  | { kind: 'answered'; answer: KeptAnswer }
  /** What it asked for is in the ledger, without an answer: its desk died, or the batch was purged since. */
  | { kind: 'stored'; batchNo: number }
  /** The same for something that belongs to no batch. */
  | { kind: 'done' }
  | { kind: 'in_progress' }
  /** The key was used for another request. */
  | { kind: 'reused' }

/** A key that its desk hasn't renewed for so long is free again. */
const aliveSeconds = 60
/** The same while its request is still arriving: nothing is stored then, and whoever took it notices that another request has it. */
const arrivingSeconds = 6
const fingerprintBytes = 32
const keptDays = 30

/** Takes the place of a fingerprint while the request is still arriving: random bytes, and the process that receives it. */
export const fingerprintToCome = (receiver: ProcessIdentity = ownIdentity()): Buffer =>
  Buffer.concat([randomBytes(fingerprintBytes), Buffer.from(JSON.stringify(receiver))])

/** The process that received a request died before it had arrived. Of one on another machine, that is unknown. */
const diedReceiving = (fingerprint: Buffer): boolean =>
  fingerprint.length > fingerprintBytes &&
  isGone(JSON.parse(fingerprint.subarray(fingerprintBytes).toString()) as ProcessIdentity)

/**
 * Take a key: of several requests that bring the same one at once, one takes it.
 *
 * @param fingerprint of the whole request, with a secret of its sender; or fingerprintToCome
 * @param held what it was taken with before, while the request was still arriving
 * @param earlier what an earlier version took for the request's fingerprint
 */
export async function takeRequestKey(
  ledger: Ledger,
  { holder, key }: RequestKey,
  fingerprint: Buffer,
  held: Buffer | null = null,
  earlier: Buffer = fingerprint,
): Promise<TakenKey> {
  const { rowCount } = await ledger.pool.query(
    `insert into payrun.request_keys as k (holder, key, fingerprint)
     values ($1, $2, $3)
     on conflict (holder, key) do update
       set fingerprint = excluded.fingerprint,
           taken_at = now(),
           batch_no = null,
           status = null,
           headers = null,
           answer = null
     where k.taken_at < now() - make_interval(days => $4)
        or k.status is null
           and k.batch_no is null
           and (k.taken_at < now() - make_interval(
                  secs => case when length(k.fingerprint) > $7 then $8::int else $5::int end)
             or k.fingerprint = $6)`,
    [holder, key, fingerprint, keptDays, aliveSeconds, held, fingerprintBytes, arrivingSeconds],
  )
  if (rowCount === 1) return { kind: 'taken' }
  const { rows } = await ledger.pool.query<{
    isSame: boolean
    takenWith: Buffer
    batchNo: number | null
    status: number | null
    headers: Record<string, string> | null
    answer: unknown
  }>(
    `select fingerprint in ($3, $4) as "isSame", fingerprint as "takenWith", batch_no as "batchNo", status, headers, answer
       from payrun.request_keys
      where holder = $1
        and key = $2`,
    [holder, key, fingerprint, earlier],
  )
  const [kept] = rows
  // It was freed at this very moment.
  if (!kept) return takeRequestKey(ledger, { holder, key }, fingerprint, held, earlier)
  const { isSame, takenWith, batchNo, status, headers, answer } = kept
  if (status === null && batchNo === null) {
    if (diedReceiving(takenWith)) return takeRequestKey(ledger, { holder, key }, fingerprint, takenWith, earlier)
    // Whatever it asks for: that is not known before it has arrived whole.
    return { kind: 'in_progress' }
  }
  if (!isSame) return { kind: 'reused' }
  if (status !== null && answer !== null)
    return { kind: 'answered', answer: { status, headers: headers ?? {}, body: answer } }
  return batchNo === null ? { kind: 'done' } : { kind: 'stored', batchNo }
}

/** Keep a key while its request is under way. @param fingerprint what it was taken with */
export async function renewRequestKey(ledger: Ledger, { holder, key }: RequestKey, fingerprint: Buffer): Promise<void> {
  await ledger.pool.query(
    `update payrun.request_keys
        set taken_at = now()
      where holder = $1
        and key = $2
        and fingerprint = $3
        and status is null`,
    [holder, key, fingerprint],
  )
}

/** Bind keys to batches, in the transaction that stores a batch or changes it as asked. */
export async function bindRequestKeys(
  client: Queryable,
  bound: readonly { requestKey: RequestKey; batchNo: number }[],
): Promise<void> {
  await client.query(
    `update payrun.request_keys k
        set batch_no = n.batch_no
       from unnest($1::text[], $2::text[], $3::int[]) n (holder, key, batch_no)
      where k.holder = n.holder
        and k.key = n.key`,
    [
      bound.map(({ requestKey }) => requestKey.holder),
      bound.map(({ requestKey }) => requestKey.key),
      bound.map(({ batchNo }) => batchNo),
    ],
  )
}

/** The same for one request, if it has a key. */
export async function bindRequestKey(
  client: Queryable,
  requestKey: RequestKey | undefined,
  batchNo: number,
): Promise<void> {
  if (requestKey) await bindRequestKeys(client, [{ requestKey, batchNo }])
}

/** Mark a key as done, in the transaction of what was asked for, where that belongs to no batch: it has a status and no answer. */
export async function markRequestKey(client: Queryable, requestKey: RequestKey | undefined): Promise<void> {
  if (!requestKey) return
  await client.query('update payrun.request_keys set status = 200 where holder = $1 and key = $2', [
    requestKey.holder,
    requestKey.key,
  ])
}

/** Keep the answer, and delete keys that are too old to be used again. */
export async function answerRequestKey(
  ledger: Ledger,
  { holder, key }: RequestKey,
  { status, headers, body, ofBatch = '' }: KeptAnswer,
): Promise<void> {
  await ledger.pool.query(
    `with old as (
       delete from payrun.request_keys
        where (holder, key) in (
          select holder, key
            from payrun.request_keys
           where taken_at < now() - make_interval(days => $6)
           limit 100
        )
     )
     update payrun.request_keys
        set status = $3, headers = $4, answer = $5, taken_at = now(),
            batch_no = coalesce(batch_no, (select b.batch_no from payrun.batches b where b.id = $7))
      where holder = $1
        and key = $2`,
    [holder, key, status, JSON.stringify(headers), JSON.stringify(body), keptDays, ofBatch],
  )
}

/**
 * Free a key under which nothing was stored, so that the request can be sent again at once.
 *
 * @param fingerprint what it was taken with: another request may have taken it since
 */
export async function freeRequestKey(ledger: Ledger, { holder, key }: RequestKey, fingerprint: Buffer): Promise<void> {
  await ledger.pool.query(
    `delete from payrun.request_keys
      where holder = $1
        and key = $2
        and fingerprint = $3
        and status is null
        and batch_no is null`,
    [holder, key, fingerprint],
  )
}
