import type { Ledger } from './ledger.ts'

/** A notification as it is kept: the same shape as that of src/notifications, which doesn't know the ledger. */
export interface KeptNotification {
  key: string
  reference: string
  status: string
  body: string
  signed: boolean
  /** ISO 8601. */
  receivedAt: string
}

/** Where `payrun listen` keeps notifications. Any number of processes may use it at once. */
export const openNotificationStore = (ledger: Ledger) => ({
  keep: (notification: KeptNotification) => keepNotification(ledger, notification),
  markHandled: async (key: string): Promise<void> => {
    await ledger.pool.query('update payrun.notifications set handled_at = now() where key = $1', [key])
  },
  waiting: () => readNotifications(ledger, 'n.handled_at is null'),
})

/** One statement, so that of any number of sendings at once one is the first. */
async function keepNotification(
  ledger: Ledger,
  { key, reference, status, body, signed }: KeptNotification,
): Promise<{ kind: 'new' } | { kind: 'repeated'; times: number }> {
  const { rows } = await ledger.pool.query<{ times: number }>(
    `insert into payrun.notifications as n (key, reference, status, body, signed) values ($1, $2, $3, $4, $5)
     on conflict (key) do update set times = n.times + 1, last_at = now() returning times`,
    [key, reference, status, body, signed],
  )
  const times = rows[0]!.times
  return times === 1 ? { kind: 'new' } : { kind: 'repeated', times }
}

/** What came of it, in a word; the last one stands. */
export async function keepEffect(ledger: Ledger, key: string, effect: string): Promise<void> {
  await ledger.pool.query('update payrun.notifications set effect = $2 where key = $1', [key, effect])
}

/**
 * Notifications that came before their reference was known, and about which it is known by now: a provider may be quicker
 * with the notification than with its answer, or the answer has come late. (Those about rows that have failed are found when
 * somebody wants to try them again: keepEarlyNotifications.)
 */
export const readKnownMeanwhile = (ledger: Ledger): Promise<KeptNotification[]> =>
  readNotifications(
    ledger,
    `n.effect = 'unknown_reference' and n.handled_at is not null
       and (exists (select from payrun.payins i where i.reference = n.reference)
            or exists (select from payrun.provider_references r where r.reference = n.reference)
            or exists (select from payrun.unknown_rows u join payrun.payouts p on p.batch_no = u.batch_no and p.line = u.line
                        where p.provider_reference = n.reference))`,
  )

async function readNotifications(ledger: Ledger, condition: string): Promise<KeptNotification[]> {
  const { rows } = await ledger.pool.query<Omit<KeptNotification, 'receivedAt'> & { receivedAt: Date }>(
    `select key, reference, status, body, signed, received_at as "receivedAt" from payrun.notifications n
      where ${condition} order by received_at, key`,
  )
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}
