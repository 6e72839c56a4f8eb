import type { Ledger, Queryable } from '../connection/ledger.ts'

/** A request under a key of its sender's own (Idempotency-Key). */
export interface RequestKey {
  /** The API key that sent it: others' keys are others'. */
  holder: string
  key: string
}

/** As it was answered first, and is answered again. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: unknown
  /** The id of a batch with whose personal data it goes. */
  ofBatch?: string
}

type TakenKey =
  /** It is this process's to answer. */
  | { kind: 'taken' }
  | { kind: 'answered'; answer: KeptAnswer }
  /** What it asked for is in the ledger, and nobody has answered it: its desk died, or the batch was purged since. */
  | { kind: 'stored'; batchNo: number }
  /** The same, of something that is no batch's. */
  | { kind: 'done' }
  | { kind: 'in_progress' }
  /** The same key was sent with another request. */
  | { kind: 'reused' }

/** A key whose desk has not renewed it for so long is free again. */
const aliveSeconds = 60
const keptDays = 30

/** Of several that bring the same key at once, one takes it. @param fingerprint of the whole request, with a secret of its sender's */
export async function takeRequestKey(
  ledger: Ledger,
  { holder, key }: RequestKey,
  fingerprint: Buffer,
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
        or k.status is null and k.batch_no is null and k.taken_at < now() - make_interval(secs => $5)`,
    [holder, key, fingerprint, keptDays, aliveSeconds],
  )
  if (rowCount === 1) return { kind: 'taken' }
  const { rows } = await ledger.pool.query<{
    isSame: boolean
    batchNo: number | null
    status: number | null
    headers: Record<string, string> | null
    answer: unknown
  }>(
    `select fingerprint = $3 as "isSame", batch_no as "batchNo", status, headers, answer
       from payrun.request_keys
      where holder = $1
        and key = $2`,
    [holder, key, fingerprint],
  )
  const [kept] = rows
  // Freed in this very moment.
  if (!kept) return takeRequestKey(ledger, { holder, key }, fingerprint)
  if (!kept.isSame) return { kind: 'reused' }
  const { batchNo, status, headers, answer } = kept
  if (status !== null && answer !== null)
    return { kind: 'answered', answer: { status, headers: headers ?? {}, body: answer } }
  if (batchNo !== null) return { kind: 'stored', batchNo }
  return status === null ? { kind: 'in_progress' } : { kind: 'done' }
}

/** While the request is under way. */
export async function renewRequestKey(ledger: Ledger, { holder, key }: RequestKey): Promise<void> {
  await ledger.pool.query(
    'update payrun.request_keys set taken_at = now() where holder = $1 and key = $2 and status is null',
    [holder, key],
  )
}

/** In the transaction that stores what was asked for, or changes the batch as it was asked. */
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

/** The same of one request, where it came under a key. */
export async function bindRequestKey(
  client: Queryable,
  requestKey: RequestKey | undefined,
  batchNo: number,
): Promise<void> {
  if (requestKey) await bindRequestKeys(client, [{ requestKey, batchNo }])
}

/** In the transaction that carries out what was asked for, where it is no batch's: a status without an answer says that it is done. */
export async function markRequestKey(client: Queryable, requestKey: RequestKey | undefined): Promise<void> {
  if (!requestKey) return
  await client.query('update payrun.request_keys set status = 200 where holder = $1 and key = $2', [
    requestKey.holder,
    requestKey.key,
  ])
}

/** Keep the answer; keys that are older than anybody may count on go. */
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

/** Nothing was stored under it: it can be sent again at once. */
export async function freeRequestKey(ledger: Ledger, { holder, key }: RequestKey): Promise<void> {
  await ledger.pool.query(
    'delete from payrun.request_keys where holder = $1 and key = $2 and status is null and batch_no is null',
    [holder, key],
  )
}
