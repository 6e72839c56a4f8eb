import { CronExpressionParser } from 'cron-parser'
import { type Sentence, say } from '../../words/sentence.ts'
import { dayMs, instantsOf, isZone, offsetMs, pad, utcMs, type WallTime, wallText, wallTime } from './zonedTime.ts'

/** When something is planned: a cron expression of five fields in a time zone. */
export interface Plan {
  cron: string
  zone: string
}

/** One planned time. */
export interface PlannedTime {
  at: Date
  /** The zone's local time, to the minute. A time that comes twice when clocks are set back is one planned time. */
  wall: string
}

/** A sentence about what is wrong with a plan; undefined if it is valid. */
export function planProblem({ cron, zone }: Plan): Sentence | undefined {
  if (!isZone(zone)) return say('payout.no_time_zone_name_such_africa', { zone })
  const five = say('payout.five_fields_minute_hour_day_month')
  if (cron.trim().split(/\s+/).length !== 5 || /[^\d\s*,/\-A-Za-z#?]/.test(cron) || /\bH\b|[Hh]\(/.test(cron))
    return say('payout.not_cron_expression', { cron, five })
  try {
    const [next] = nextTimes({ cron, zone }, new Date(), 1)
    return next ? undefined : say('payout.never_comes', { cron, five })
  } catch (error) {
    // The library's errors for a day that no month has, and for one that those months don't have.
    const never = /explicit day of month|loop limit/.test(error instanceof Error ? error.message : '')
    return say(never ? 'payout.never_comes' : 'payout.not_cron_expression', { cron, five })
  }
}

/** A plan that people have words for: each month, its last day, each week (0 is Sunday) or each day. `time`: `08:00`. */
type Rhythm = { time: string } & (
  | { each: 'month'; day: number }
  | { each: 'week'; weekday: number }
  | { each: 'month_end' | 'day' }
)

/** Undefined for a plan that only cron can express. A day that not every month has is not one of each month. */
export function rhythmOf(cron: string): Rhythm | undefined {
  const fields = /^([0-5]?\d) ([01]?\d|2[0-3]) (\*|L|[1-9]|1\d|2[0-8]) \* (\*|[0-7])$/i.exec(
    cron.trim().replaceAll(/\s+/g, ' '),
  )
  if (!fields) return undefined
  const [, minute, hour, day, weekday] = fields
  const time = `${pad(Number(hour))}:${pad(Number(minute))}`
  if (weekday !== '*') return day === '*' ? { each: 'week', weekday: Number(weekday) % 7, time } : undefined
  if (day === '*') return { each: 'day', time }
  return day === 'L' || day === 'l' ? { each: 'month_end', time } : { each: 'month', day: Number(day), time }
}

/** The next planned times after an instant. */
export function nextTimes(plan: Plan, after: Date, count: number): PlannedTime[] {
  const times = timesAfter(plan, after)
  return Array.from({ length: count }, () => times.next().value).filter((time) => time !== undefined)
}

/** After this many missed times, only the latest is searched, because only that one is run. */
const mostSkipped = 5_000

/**
 * The latest planned time after `handled` and not after `now`, and how many came before it, which are not run any more. Undefined if
 * there is none.
 */
export function dueTime(plan: Plan, handled: Date, now: Date): { time: PlannedTime; missed: number } | undefined {
  let latest: PlannedTime | undefined
  let passed = 0
  for (const time of timesAfter(plan, handled)) {
    if (time.at > now) break
    latest = time
    passed += 1
    if (passed > mostSkipped) {
      const time = latestTime(plan, now)
      return time && { time, missed: passed }
    }
  }
  return latest && { time: latest, missed: passed - 1 }
}

/** The latest planned time not after `now`; undefined if there was none within five years. */
export function latestTime(plan: Plan, now: Date): PlannedTime | undefined {
  for (const days of [1 / 24, 1, 8, 32, 367, 5 * 366]) {
    let latest: PlannedTime | undefined
    for (const time of timesAfter(plan, new Date(now.getTime() - days * dayMs))) {
      if (time.at > now) break
      latest = time
    }
    if (latest) return latest
  }
  return undefined
}

/** The period of a planned time, in its zone. */
export const periodOf = (format: string, { at }: PlannedTime, zone: string): string =>
  formatPeriod(format, wallTime(at, zone))

/**
 * All planned times in their order, without end. A time that is skipped when clocks are set forward is moved by as much, and of a time
 * that comes twice the first one counts. cron-parser gets UTC: in a real zone it leaves out a whole day whose midnight is skipped
 * (Cairo, Beirut, Havana), and fails if clocks are changed by half an hour. Backwards, it finds times that it never finds forwards.
 */
function* timesAfter({ cron, zone }: Plan, after: Date): Generator<PlannedTime, undefined> {
  const times = CronExpressionParser.parse(cron, { currentDate: beforeAnySkipped(after, zone), tz: 'UTC' })
  /** Moved times, until the others have come as far. */
  let late: PlannedTime[] = []
  let last = after
  for (;;) {
    const { at, isSkipped } = onClocks(times.next().toDate(), zone)
    const time = { at, wall: wallText(wallTime(at, zone)) }
    if (isSkipped) {
      late.push(time)
      continue
    }
    for (const next of [...late, time].filter((each) => each.at <= at).sort(inOrder)) {
      if (next.at <= last) continue
      last = next.at
      yield next
    }
    late = late.filter((each) => each.at > at)
  }
}

const inOrder = (one: PlannedTime, other: PlannedTime): number => one.at.getTime() - other.at.getTime()

/** The most by which clocks are set forward. */
const longestSkipMs = 3 * 3_600_000

/** Where to start searching, as if in UTC, for times after an instant: times skipped just before it come after it. */
function beforeAnySkipped(after: Date, zone: string): Date {
  const earlier = new Date(after.getTime() - longestSkipMs)
  const [shown, shownEarlier] = [asUtc(after, zone), asUtc(earlier, zone)]
  return shown.getTime() - shownEarlier.getTime() === longestSkipMs ? shown : shownEarlier
}

/** A zone's local time at an instant, as if it were UTC. */
const asUtc = (instant: Date, zone: string): Date => new Date(utcMs(wallTime(instant, zone)))

/** The first instant of a local time, which is written as if it were UTC. If the zone skips it, it is moved by as much. */
function onClocks(written: Date, zone: string): { at: Date; isSkipped: boolean } {
  const [at] = instantsOf(wallTime(written, 'UTC'), zone)
  if (at) return { at, isSkipped: false }
  const dayBefore = new Date(written.getTime() - dayMs)
  return { at: new Date(written.getTime() - offsetMs(dayBefore, zone)), isSkipped: true }
}

/** Distinguishes every minute: with it, every planned time is a period of its own. */
export const everyMinute = "yyyy-MM-dd'T'HH:mm"

const pieces = /'([^']*)'|(y+|Y+|M+|d+|H+|m+|w+|Q+)|([A-Za-z])|([^A-Za-z']+)/gy

const values: Readonly<Record<string, (wall: WallTime) => string>> = {
  yyyy: ({ year }) => pad(year, 4),
  Q: ({ month }) => String(Math.ceil(month / 3)),
  MM: ({ month }) => pad(month),
  dd: ({ day }) => pad(day),
  HH: ({ hour }) => pad(hour),
  mm: ({ minute }) => pad(minute),
  YYYY: (wall) => pad(isoWeek(wall).year, 4),
  ww: (wall) => pad(isoWeek(wall).week),
}

/** A sentence about what is wrong with a format of periods; undefined if it is valid. */
export function periodFormatProblem(format: string): Sentence | undefined {
  const letters = read(format)
  if (letters === undefined) return say('payout.made_yyyy_mm_dd_hh_mm')
  if (letters.includes('ww') !== letters.includes('YYYY')) return say('payout.yyyy_year_iso_week_ww_go')
  if (!letters.includes('yyyy') && !letters.includes('YYYY')) return say('payout.name_year_yyyy_without_period_come')
  return undefined
}

/** The period of a time: `yyyy-MM` makes `2026-11`. The format must be valid. */
export const formatPeriod = (format: string, wall: WallTime): string =>
  format.replace(pieces, (piece, quoted?: string) => quoted ?? values[piece]?.(wall) ?? piece)

/** The letters of a format; undefined if any of them has no meaning. */
function read(format: string): string[] | undefined {
  const found = [...format.matchAll(pieces)]
  if (format === '' || found.map(([piece]) => piece).join('') !== format) return undefined
  const letters = found
    .filter(([, , letter, stray]) => letter !== undefined || stray !== undefined)
    .map(([each]) => each)
  return letters.every((letter) => letter in values) ? letters : undefined
}

/** ISO 8601: weeks begin on Monday, and the first one of a year is that of its first Thursday. */
function isoWeek({ year, month, day }: WallTime): { year: number; week: number } {
  const thursday = new Date(Date.UTC(year, month - 1, day))
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7))
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - first) / (7 * dayMs)) + 1 }
}
