const dayMs = 86_400_000
/** Day 0 of the two calendars of workbooks. Excel's 1900 has a 29 February that never was: day 60. */
const from1900 = Date.UTC(1899, 11, 30)
const from1904 = Date.UTC(1904, 0, 1)
const lastDay = 2_958_465

/**
 * A number with a date's format as ISO 8601: `2026-11-21`, `2026-11-21T05:36:00`, or `05:36:00` for a time without a day.
 * Null for a number that no spreadsheet shows as a date.
 */
export function sheetDate(raw: string, isFrom1904: boolean): string | null {
  const days = Number(raw)
  if (!Number.isFinite(days) || days < 0 || days > lastDay + 1) return null
  const whole = Math.floor(days)
  const seconds = Math.round((days - whole) * 86_400)
  if (whole === 0 && seconds > 0) return new Date(seconds * 1000).toISOString().slice(11, 19)
  const before60 = !isFrom1904 && whole < 60 ? 1 : 0
  const at = (isFrom1904 ? from1904 : from1900) + (whole + before60) * dayMs + seconds * 1000
  const text = new Date(at).toISOString()
  return seconds === 0 ? text.slice(0, 10) : text.slice(0, 19)
}
