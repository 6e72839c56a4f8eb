import { offsetMs } from '../../payout/times/zonedTime.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { inTransaction, type Ledger, type Queryable, sqlStateOf } from '../connection/ledger.ts'

const dayMs = 86_400_000
/** The days after the first moment at which clocks are compared. */
const lookedAtDays = [0, 7, 31]
const unknownZone = '22023'

/**
 * Why hours in a time zone can't be kept. The database keeps them, and its time zone data is not this process's: one of the two may be older than a
 * country's last change of its clocks (Morocco, 2026), and Postgres takes a zone such as IST or BST for an abbreviation of its own.
 *
 * @returns undefined if both show the same time, at that moment and in the month after it
 */
export async function whyOtherClocks(client: Queryable, zone: string, from: Date): Promise<Sentence | undefined> {
  const moments = lookedAtDays.map((days) => new Date(from.getTime() + days * dayMs))
  const theirs = await offsetsOf(client, zone, moments)
  if (!theirs) return say('stored.clocks_unknown', { zone })
  const at = moments.findIndex((moment, n) => offsetMs(moment, zone) !== theirs[n])
  const [moment, their] = [moments[at], theirs[at]]
  if (!moment || their === undefined) return undefined
  return say('stored.clocks_differ', { zone, here: clock(moment, offsetMs(moment, zone)), there: clock(moment, their) })
}

/** The same outside of a transaction. */
export const whyClocksDiffer = (ledger: Ledger, zone: string, from: Date): Promise<Sentence | undefined> =>
  inTransaction(ledger, async (client) => ({ commit: false, value: await whyOtherClocks(client, zone, from) }))

/** The time on a clock, with the date, which may be in the future. */
const clock = (moment: Date, aheadMs: number): string =>
  new Date(moment.getTime() + aheadMs).toISOString().slice(0, 16).replace('T', ' ')

/** How far the zone's clocks are ahead of UTC at these moments, in ms, as the database has them. */
async function offsetsOf(client: Queryable, zone: string, moments: readonly Date[]): Promise<number[] | undefined> {
  await client.query('savepoint clocks')
  try {
    const { rows } = await client.query<{ aheadMs: number }>(
      `select (extract(epoch from (m at time zone $1) - (m at time zone 'UTC')) * 1000)::int as "aheadMs"
         from unnest($2::timestamptz[]) with ordinality u(m, n)
        order by n`,
      [zone, moments],
    )
    return rows.map(({ aheadMs }) => aheadMs)
  } catch (error) {
    if (sqlStateOf(error) !== unknownZone) throw error
    await client.query('rollback to savepoint clocks')
    return undefined
  }
}
