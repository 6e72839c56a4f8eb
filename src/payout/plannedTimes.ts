import { CronExpressionParser } from 'cron-parser'
import { t } from '../words/t.ts'
import { formatPeriod } from './periodFormat.ts'
import { isZone, wallText, wallTime } from './zonedTime.ts'

/** When something is planned: a cron expression of five fields, on the clocks of a zone. */
export interface Plan {
  cron: string
  zone: string
}

/** One planned time. */
export interface PlannedTime {
  at: Date
  /** As the zone's clocks show it, to the minute. A time that they show twice, when they are set back, is one planned time. */
  wall: string
}

/** A sentence about what is wrong with a plan; undefined when it is right. */
export function planProblem({ cron, zone }: Plan): string | undefined {
  if (!isZone(zone)) return t`There is no time zone "${zone}". It has a name such as Africa/Abidjan or Europe/Paris.`
  const five = t`It has five fields: minute, hour, day of the month, month, day of the week, such as "0 8 1 * *".`
  if (cron.trim().split(/\s+/).length !== 5 || /[^\d\s*,/\-A-Za-z#?]/.test(cron) || /\bH\b|[Hh]\(/.test(cron))
    return t`"${cron}" is not a cron expression. ${five}`
  try {
    const [next] = nextTimes({ cron, zone }, new Date(), 1)
    return next ? undefined : t`"${cron}" never comes. ${five}`
  } catch {
    return t`"${cron}" is not a cron expression. ${five}`
  }
}

/** The next planned times after an instant. */
export function nextTimes(plan: Plan, after: Date, count: number): PlannedTime[] {
  const times = timesAfter(plan, after)
  return Array.from({ length: count }, () => times.next().value).filter((time) => time !== undefined)
}

/** Longer gaps than this are looked at from nearer on: only the latest time is run in any case. */
const mostSkipped = 5_000
const dayMs = 86_400_000

/**
 * The latest planned time after `handled` and not after `now`, and how many came before it: those are not run any more.
 * Undefined when there is none.
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

/** The latest planned time not after `now`; undefined when there was none within five years. */
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

/** The period of a planned time, by its zone's clocks. */
export const periodOf = (format: string, { at }: PlannedTime, zone: string): string =>
  formatPeriod(format, wallTime(at, zone))

/** In the order in which they come, without end. Going backwards, cron-parser finds times that it never finds forwards. */
function* timesAfter({ cron, zone }: Plan, after: Date): Generator<PlannedTime, undefined> {
  const times = CronExpressionParser.parse(cron, { currentDate: after, tz: zone })
  for (;;) {
    const at = times.next().toDate()
    yield { at, wall: wallText(wallTime(at, zone)) }
  }
}
