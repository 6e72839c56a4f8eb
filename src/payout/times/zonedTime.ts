import { type Sentence, say } from '../../words/sentence.ts'

/** A local time, as on a clock on the wall. */
export interface WallTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** A time without a zone may be from a zone to the west, and so may mean a time up to this much later. */
export const zoneSlackMs = 24 * 3_600_000

export const dayMs = 86_400_000

const clocks = new Map<string, Intl.DateTimeFormat>()

/** This machine's time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether it is an IANA time zone (`Africa/Abidjan`). Offsets such as `+01:00` are not: they have no summer time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    clockOf(zone)
    return true
  } catch {
    return false
  }
}

/** A zone's local time at an instant. */
export function wallTime(instant: Date, zone: string): WallTime {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

/** `2026-11-01T08:00`, which sorts by time. */
export function wallText({ year, month, day, hour, minute }: WallTime): string {
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(hour)}:${pad(minute)}`
}

/**
 * The instants of a local time in a zone: one; none if clocks are set forward past it; two if clocks are set back and it comes twice.
 */
export function instantsOf(wall: WallTime, zone: string): Date[] {
  const asUtc = utcMs(wall)
  const offsets = new Set([asUtc - dayMs, asUtc + dayMs].map((ms) => offsetMs(new Date(ms), zone)))
  return [...offsets]
    .map((offset) => new Date(asUtc - offset))
    .filter((instant) => utcMs(wallTime(instant, zone)) === asUtc)
    .sort((one, other) => one.getTime() - other.getTime())
}

/** How far a zone is ahead of UTC at an instant. */
export function offsetMs(instant: Date, zone: string): number {
  const shown = utcMs(wallTime(instant, zone))
  return shown - Math.floor(instant.getTime() / 1_000) * 1_000
}

/** The instant of a time in UTC. */
export const utcMs = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    const two = '2-digit'
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    clocks.set(zone, clock)
  }
  return clock
}

export const pad = (n: number, length = 2): string => String(n).padStart(length, '0')

type StartTime = { ok: true; at: Date } | { ok: false; message: Sentence }

const form = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.]\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/
/** A mistyped year must not leave a file waiting for decades. */
const longestDays = 366

/**
 * The instant that `--at` names: `2026-12-01T08:00` in `zone` (by default this machine's), or with an offset of its own. A local time
 * that never comes, or comes twice, is refused as ambiguous.
 */
export function readStartTime(text: string, zone: string | undefined, now: Date): StartTime {
  const read = readInstant(text.trim(), zone)
  if (!read.ok) return read
  if (read.at <= now) return wrong(say('payout.passed_already_leave_out_pay_once', { text }))
  if (read.at.getTime() - now.getTime() > longestDays * dayMs)
    return wrong(say('payout.more_year_ahead_check_year', { text }))
  return read
}

/** Whether a time for `readStartTime` has an offset from UTC. */
export const hasOffset = (text: string): boolean => form.exec(text.trim())?.[7] !== undefined

/** Reads a time in any form that `readStartTime` accepts, past or future. */
export function readInstant(text: string, zone: string | undefined): StartTime {
  const match = form.exec(text)
  const offset = match?.[7]
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match?.slice(1, 7) ?? []).map((n) =>
    Number(n ?? 0),
  )
  if (!match || !isDate(year, month, day) || hour > 23 || minute > 59 || second > 59)
    return wrong(say('payout.not_time_such_2026_12_01t08', { text }))
  if (offset !== undefined) {
    if (zone !== undefined) return wrong(say('payout.offset_own_leave_tz_out'))
    const at = new Date(text.replace(' ', 'T'))
    return Number.isNaN(at.getTime())
      ? wrong(say('payout.not_time_such_2026_12_01t08_00_01', { text }))
      : { ok: true, at }
  }
  const where = zone ?? ownZone()
  if (!isZone(where)) return wrong(say('payout.tz_no_time_zone_name_such', { where }))
  const [at, again] = instantsOf({ year, month, day, hour, minute, second }, where)
  if (!at) return wrong(say('payout.clocks_set_forward_never_show_choose', { where, text }))
  if (again) return wrong(say('payout.clocks_set_back_show_twice_add', { where, text }))
  return { ok: true, at }
}

/** False for 30 February. */
function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const wrong = (message: Sentence): StartTime => ({ ok: false, message })
