import { t } from '../words/t.ts'
import type { WallTime } from './zonedTime.ts'

/** Names every minute apart: with it, every planned time is a period of its own. */
export const everyMinute = "yyyy-MM-dd'T'HH:mm"

const pieces = /'([^']*)'|(y+|Y+|M+|d+|H+|m+|w+|Q+)|([A-Za-z])|([^A-Za-z']+)/gy

const values: Readonly<Record<string, (wall: WallTime) => string>> = {
  yyyy: ({ year }) => pad(year, 4),
  Q: ({ month }) => String(Math.ceil(month / 3)),
  MM: ({ month }) => pad(month, 2),
  dd: ({ day }) => pad(day, 2),
  HH: ({ hour }) => pad(hour, 2),
  mm: ({ minute }) => pad(minute, 2),
  YYYY: (wall) => pad(isoWeek(wall).year, 4),
  ww: (wall) => pad(isoWeek(wall).week, 2),
}

/** A sentence about what is wrong with a format of periods; undefined when it is right. */
export function periodFormatProblem(format: string): string | undefined {
  const letters = read(format)
  if (letters === undefined)
    return t`It is made of yyyy, MM, dd, HH, mm, Q (the quarter), YYYY with ww (the ISO week), and text in single quotes, such as yyyy-MM.`
  if (letters.includes('ww') !== letters.includes('YYYY'))
    return t`YYYY is the year of the ISO week ww, and they go together, such as YYYY-'W'ww; the year itself is yyyy.`
  if (!letters.includes('yyyy') && !letters.includes('YYYY'))
    return t`It has to name the year (yyyy): without it a period would come round again, and what was paid a year ago could not be paid.`
  return undefined
}

/** The period that a time belongs to: `yyyy-MM` makes `2026-11`. The format has no problem. */
export const formatPeriod = (format: string, wall: WallTime): string =>
  format.replace(pieces, (piece, quoted?: string) => quoted ?? values[piece]?.(wall) ?? piece)

/** The letters of a format; undefined when something in it means nothing. */
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
  return { year: thursday.getUTCFullYear(), week: Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1 }
}

const pad = (n: number, length: number): string => String(n).padStart(length, '0')
