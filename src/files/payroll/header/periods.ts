import { setOf, splitCases, wordsOf } from './headingWords.ts'

/** The words for each month, in the form of `wordsOf`. */
const months = [
  'janvier janv january jan',
  'fevrier fev february feb',
  'mars march',
  'avril avr april apr',
  'mai may',
  'juin june jun',
  'juillet juil july jul',
  'aout august aug',
  'septembre sept september sep',
  'octobre october oct',
  'novembre november nov',
  'decembre december dec',
].map(setOf)

const monthOf = (word: string): number => months.findIndex((words) => words.has(word))

export const isMonth = (word: string): boolean => monthOf(word) !== -1

/** `Net à payer novembre 2026` */
const year = /(?<=\p{L}{3}\.? |[-/])20\d\d\b/gu

export const withoutYear = (name: string): string => name.replace(year, '')

export const withoutPeriod = (name: string): string =>
  splitCases(withoutYear(name))
    .split(/[\s_/-]+/)
    .filter((part) => !wordsOf(part).some(isMonth))
    .join(' ')

/** The year and the month, from 0, that a heading names. */
function periodOf(name: string): { year?: number; month?: number } {
  const [written] = name.match(year) ?? []
  const month = wordsOf(withoutYear(name))
    .map(monthOf)
    .find((each) => each !== -1)
  return { ...(written && { year: Number(written) }), ...(month !== undefined && { month }) }
}

const isNamed = ({ year, month }: ReturnType<typeof periodOf>): boolean => year !== undefined || month !== undefined

export const namesPeriod = (name: string): boolean => isNamed(periodOf(name))

/** `Montant octobre` and `Montant novembre` */
export function areOfOtherPeriods(name: string, other: string): boolean {
  const [one, two] = [periodOf(name), periodOf(other)]
  const differ = (a: number | undefined, b: number | undefined) => a !== undefined && b !== undefined && a !== b
  return differ(one.year, two.year) || differ(one.month, two.month)
}

const halfMonthMs = 15 * 86_400_000

/** `Payé` of `Payé novembre`, up to the middle of December, and of `Paid this month`. A heading of another month stays as it is. */
export function withoutThisMonth(name: string, now = Date.now()): string {
  const { year, month } = periodOf(name)
  const isNow = [now, now - halfMonthMs]
    .map((at) => new Date(at))
    .some((at) => at.getUTCMonth() === month && (year ?? at.getUTCFullYear()) === at.getUTCFullYear())
  return isNow ? withoutPeriod(name) : name.replace(/\s(?:ce|du|le|this|(?:for|of) the) (?:mois|month)$/iu, '')
}

/** Whether a heading names a year, perhaps with a month, that is over: `Net 2025`. */
export function isOver(name: string, now = new Date()): boolean {
  const { year, month = 11 } = periodOf(name)
  return year !== undefined && (year - now.getUTCFullYear()) * 12 + month - now.getUTCMonth() < 0
}
