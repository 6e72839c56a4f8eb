import type { Payable } from '../../payout/keys.ts'
import type { PayoutState } from '../../payout/state.ts'
import { inTransaction, type Ledger } from '../connection/ledger.ts'

/** A notification as it is kept: of the same shape as the one of src/provider/notifications, which doesn't know the ledger. */
interface KeptNotification {
  key: string
  reference: string
  status: string
  body: string
  signed: boolean
  /** ISO 8601. */
  receivedAt: string
}

/**
 * A notification `n` of a success that nobody has been told of: its reference was unknown when it came, or it is kept and not applied yet. The
 * index notifications_unknown has these.
 */
export const saysPaidUntold = `(n.effect = 'unknown_reference' or n.effect is null and n.handled_at is null)
   and lower(n.status) = 'success'`

/** Where `payrun listen` keeps notifications. Any number of processes may use it at once. */
export const openNotificationStore = (ledger: Ledger) => ({
  keep: (notification: KeptNotification) => keepNotification(ledger, notification),
  markHandled: async (key: string): Promise<void> => {
    await ledger.pool.query(
      `
      update payrun.notifications
         set handled_at = now()
       where key = $1`,
      [key],
    )
  },
  waiting: () => readNotifications(ledger, 'n.handled_at is null'),
})

/** One statement, so that of any number of deliveries at once, one is the first. */
async function keepNotification(
  ledger: Ledger,
  { key, reference, status, body, signed }: KeptNotification,
): Promise<{ kind: 'new' } | { kind: 'repeated'; times: number }> {
  const { rows } = await ledger.pool.query<{ times: number }>(
    `insert into payrun.notifications as n (key, reference, status, body, signed)
     values ($1, $2, $3, $4, $5)
     on conflict (key) do update
        set times = n.times + 1, last_at = now()
     returning times`,
    [key, reference, status, body, signed],
  )
  const times = rows[0]!.times
  return times === 1 ? { kind: 'new' } : { kind: 'repeated', times }
}

/** Handled notifications from before a time that have data of the merchant's own in them, by their keys: the next 500 after the key `after`. */
export async function listWithCustomData(
  ledger: Ledger,
  before: Date,
  after: string,
): Promise<Pick<KeptNotification, 'key' | 'body'>[]> {
  const { rows } = await ledger.pool.query<Pick<KeptNotification, 'key' | 'body'>>(
    `select key, body
       from payrun.notifications
      where received_at < $1
        and handled_at is not null
        and key > $2
        and position('"custom_data":' in body) > 0
      order by key
      limit 500`,
    [before, after],
  )
  return rows
}

/** Replace bodies by those without such data. */
export async function replaceBodies(ledger: Ledger, bodies: Pick<KeptNotification, 'key' | 'body'>[]): Promise<void> {
  await ledger.pool.query(
    `
    update payrun.notifications n
       set body = r.body
      from unnest($1::text[], $2::text[]) r (key, body)
     where n.key = r.key`,
    [bodies.map(({ key }) => key), bodies.map(({ body }) => body)],
  )
}

/** Record what came of a notification, in a word; the latest one counts. */
export async function keepEffect(ledger: Ledger, key: string, effect: string): Promise<void> {
  await ledger.pool.query(
    `
    update payrun.notifications
       set effect = $2
     where key = $1`,
    [key, effect],
  )
}

/**
 * Notifications that came before their reference was known, and whose reference is known by now: a provider may send the notification before its
 * answer, or the answer came late. What a success says of a row that is failed or unknown since then is kept with that answer
 * (0041_early_notifications.sql); whoever receives notifications is told here.
 */
export const readKnownMeanwhile = (ledger: Ledger): Promise<KeptNotification[]> =>
  readNotifications(
    ledger,
    `n.effect = 'unknown_reference'
        and n.handled_at is not null
        and (
          exists (select from payrun.charges i where i.reference = n.reference)
          or exists (select from payrun.provider_references r where r.reference = n.reference)
          or exists (
            select from payrun.loose_references l
              join payrun.payouts p on p.batch_no = l.batch_no and p.line = l.line
             where l.reference = n.reference
               and p.provider_reference = n.reference
               and p.state in ('failed', 'unknown')
          )
        )`,
  )

async function readNotifications(ledger: Ledger, condition: string): Promise<KeptNotification[]> {
  const { rows } = await ledger.pool.query<Omit<KeptNotification, 'receivedAt'> & { receivedAt: Date }>(
    `select key, reference, status, body, signed, received_at as "receivedAt"
       from payrun.notifications n
      where ${condition}
      order by received_at, key`,
  )
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}

/** The payout with a reference of the provider's. */
export interface NotifiedPayout {
  batchNo: number
  batchId: string
  line: number
  attempt: number
  state: PayoutState
  /** Whether its latest attempt has this reference; otherwise an earlier one had it. */
  latest: boolean
  payable: Payable
}

type Row = Omit<NotifiedPayout, 'payable'> & Omit<Payable, 'amountMinor'> & { amountMinor: string }

/** Find the payout of a reference, null when no payout has it. */
export async function findNotifiedPayout(ledger: Ledger, reference: string): Promise<NotifiedPayout | null> {
  const held = await ledger.pool.query<Row>(
    `${selectSql}
  join payrun.provider_references r on r.batch_no = p.batch_no and r.line = p.line
 where r.reference = $1`,
    [reference],
  )
  // Paid and accepted rows hold their reference, and so do retried ones. Other references are loose (0025_loose_references.sql).
  const found = held.rows[0] ?? (await ledger.pool.query<Row>(looseSql, [reference])).rows[0]
  if (!found) return null
  const { operator, phone, amountMinor, currency, name, ...row } = found
  return { ...row, payable: { operator, phone, amountMinor: BigInt(amountMinor), currency, name } }
}

const selectSql = `
select p.batch_no as "batchNo", b.id as "batchId", p.line, p.attempts as attempt, p.state,
       (p.provider_reference is not distinct from $1) as latest, p.operator, p.phone,
       p.amount_minor as "amountMinor", p.currency, p.name
  from payrun.payouts p
  join payrun.batches b on b.batch_no = p.batch_no`

const looseSql = `${selectSql}
  join payrun.loose_references l on l.batch_no = p.batch_no and l.line = p.line
 where l.reference = $1
   and p.provider_reference = $1
   and p.state in ('failed', 'unknown')
 order by p.batch_no, p.line
 limit 1`

/**
 * Keep what a notification says against a row, once for each attempt. If it says that the row was paid, the row isn't retried any more unless a
 * person insists, and isn't sent if it was retried already, by somebody who hadn't seen that.
 */
export function keepNotificationDiscrepancy(
  ledger: Ledger,
  { batchNo, line }: Pick<NotifiedPayout, 'batchNo' | 'line'>,
  { saysPaid, reference, status }: { saysPaid: boolean; reference: string; status: string },
): Promise<void> {
  return inTransaction<void>(ledger, async (client) => {
    // Whoever asks for a retry, or approves one, has its rows in hand: this comes before it, and is seen, or is later than it.
    await client.query('select from payrun.payouts where batch_no = $1 and line = $2 for update', [batchNo, line])
    await client.query(
      `insert into payrun.discrepancies as k (batch_no, line, attempt, kind, says_paid, reference, note)
       select batch_no, line, attempts, 'notification', $3, $4, 
              payrun.sentence('stored.notification_says', jsonb_build_object('status', $5::text))
         from payrun.payouts
        where batch_no = $1
          and line = $2
       on conflict (batch_no, line, attempt, kind, coalesce(reference, '')) do update
          set says_paid = true, note = excluded.note, set_aside = false, at = clock_timestamp()
        where excluded.says_paid
          and not k.says_paid`,
      [batchNo, line, saysPaid, reference, status],
    )
    if (saysPaid) {
      await client.query(
        `select payrun.withhold($1, $2)
          where exists (
                  select from payrun.discrepancies
                   where batch_no = $1
                     and line = $2
                     and says_paid
                     and not set_aside
                )`,
        [batchNo, line],
      )
    }
    return { commit: true, value: undefined }
  })
}

/** A notification about one charge: without its body, which has people's names and numbers. */
export interface NotificationOf {
  status: string
  signed: boolean
  receivedAt: Date
  times: number
  /** What came of it, in a word: a kind of `Applied`; null: not handled yet. */
  effect: string | null
}

/** What the provider has notified about a reference, latest first, 20 at most. */
export async function listNotificationsOf(ledger: Ledger, reference: string): Promise<NotificationOf[]> {
  const { rows } = await ledger.pool.query<NotificationOf>(
    `select status, signed, received_at as "receivedAt", times, effect
       from payrun.notifications
      where reference = $1
      order by received_at desc, key
      limit 20`,
    [reference],
  )
  return rows
}
