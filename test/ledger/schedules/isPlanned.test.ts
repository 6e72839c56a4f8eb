import { expect, test } from 'vitest'
import { nextTimes, type Plan } from '../../../src/payout/times/plannedTimes.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ one: true, checked: false })

interface Time {
  at: Date
  wall: string
}

/** Which of these times the ledger takes for planned ones. */
async function judged({ cron, zone }: Plan, times: readonly Time[]): Promise<string[]> {
  const rows = await db.query<{ wall: string }>(
    `select wall
       from unnest($3::timestamptz[], $4::text[]) t (at, wall)
      where payrun.is_planned($1, $2, at, wall::timestamp)`,
    [cron, zone, times.map(({ at }) => at), times.map(({ wall }) => wall)],
  )
  return rows.map(({ wall }) => wall)
}

const zones = [
  'UTC',
  'Europe/Paris',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Nuuk',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
]

test.each([
  ...['0 8 28 * *', '*/7 * * * *', '30 2 * * *', '0 0 * * *', '0 23 * * *', '25,40 2 * * *', '15-45/10 1-5 * * *'],
  ...['0 9 L * *', '0 9 * * 1-5', '0 9 * * 5-7', '0 9 * * MON,thu', '0 9 1,15 jan-jun/2 *', '0 9 13 * 5', '0 9 ? * 7'],
  ...[
    '5/20 8 * * *',
    '0 8 */10 * 0',
    '0 9 * * 5L',
    '0 9 * * 1#2',
    '  0   8 1-7 1,7,12 ?',
    '0 8 31 * *',
    '0 8 1-31 * 2',
  ],
])('a worker may run each time of the plan %s, whatever the clocks do', async (cron) => {
  for (const zone of zones)
    for (const from of ['2026-03-20T00:00:00Z', '2026-09-30T12:00:00Z']) {
      const times = nextTimes({ cron, zone }, new Date(from), 120)
      expect(await judged({ cron, zone }, times), zone).toEqual(times.map(({ wall }) => wall))
    }
})

const isMorning = ({ wall }: Time) => /T0[89]/.test(wall)

test.each(['0 8 28 * *', '*/7 * * * *', '0 9 L * *', '0 9 * * MON-FRI', '0 9 13 * 5', '5/20 8 */2 feb,6-9 *'])(
  'and no other minute of a morning: %s',
  async (cron) => {
    const plan = { cron, zone: 'Africa/Abidjan' }
    const first = Date.parse('2026-02-11T00:00:00Z')
    const minutes = Array.from({ length: 40 * 24 * 60 }, (_, n): Time => {
      const at = new Date(first + n * 60_000)
      return { at, wall: at.toISOString().slice(0, 16) }
    }).filter(isMorning)
    const last = minutes.at(-1)!.at
    const planned = nextTimes(plan, new Date(first - 1), 10_000).filter((time) => isMorning(time) && time.at <= last)
    expect(await judged(plan, minutes)).toEqual(planned.map(({ wall }) => wall))
  },
)

test('a zone that Postgres does not know stands in the way of no payday', async () => {
  const time = { at: new Date('2026-11-28T08:00:00Z'), wall: '2026-11-28T08:00' }
  expect(await judged({ cron: '0 8 28 * *', zone: 'Nowhere/Known' }, [time])).toEqual([time.wall])
  expect(await judged({ cron: '0 8 27 * *', zone: 'Nowhere/Known' }, [time])).toEqual([])
})
