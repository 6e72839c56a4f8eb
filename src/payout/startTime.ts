import { t } from '../words/t.ts'
import { instantsOf, isZone } from './zonedTime.ts'

export type StartTime = { ok: true; at: Date } | { ok: false; message: string }

const form = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d)?$/
/** A year that is mistyped must not leave a file waiting for decades. */
const longestDays = 366

/**
 * The instant that `--at` names: `2026-12-01T08:00` on the clocks of `zone` (else of this machine), or with an offset of its
 * own. A time that those clocks never show, or show twice, is refused: nobody could say which was meant.
 */
export function readStartTime(text: string, zone: string | undefined, now: Date): StartTime {
  const read = readInstant(text.trim(), zone)
  if (!read.ok) return read
  if (read.at <= now) return wrong(t`--at: ${text} has passed already. Leave it out to pay at once.`)
  if (read.at.getTime() - now.getTime() > longestDays * 86_400_000)
    return wrong(t`--at: ${text} is more than a year ahead. Check the year.`)
  return read
}

function readInstant(text: string, zone: string | undefined): StartTime {
  const match = form.exec(text)
  const offset = match?.[7]
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (match?.slice(1, 7) ?? []).map((n) =>
    Number(n ?? 0),
  )
  if (!match || !isDate(year, month, day) || hour > 23 || minute > 59 || second > 59)
    return wrong(t`--at: "${text}" is not a time such as 2026-12-01T08:00.`)
  if (offset !== undefined) {
    if (zone !== undefined) return wrong(t`--at has an offset of its own: leave --tz out.`)
    const at = new Date(text.replace(' ', 'T'))
    return Number.isNaN(at.getTime())
      ? wrong(t`--at: "${text}" is not a time such as 2026-12-01T08:00+01:00.`)
      : { ok: true, at }
  }
  const where = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (!isZone(where)) return wrong(t`--tz: there is no time zone "${where}". It has a name such as Africa/Abidjan.`)
  const [at, again] = instantsOf({ year, month, day, hour, minute, second }, where)
  if (!at) return wrong(t`--at: the clocks of ${where} are set forward and never show ${text}. Choose another time.`)
  if (again)
    return wrong(
      t`--at: the clocks of ${where} are set back and show ${text} twice. Add the offset that you mean, such as +01:00.`,
    )
  return { ok: true, at }
}

/** 30 February is none. */
function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const wrong = (message: string): StartTime => ({ ok: false, message })
