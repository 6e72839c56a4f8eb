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

/** `Net à payer novembre 2026`, `Net 11/2026`, `net_2026_11`, `Salaire (2026)` */
const year =
  /(?<=^|\p{L}{3}\.? ?|[-/._(]|(?<!\p{L})[tq]\d )(?:(0?[1-9]|1[0-2])[-/._])?(20\d\d)(?:[-/._](0[1-9]|1[0-2]))?(?!\d)/giu
const quarter =
  /(?<![\p{L}\d])(?:[tq]([1-4])|([1-4])\p{L}{0,3} (?:trimestre|quarter)|(?:trimestre|quarter) ([1-4]))(?![\p{L}\d])/iu
const currentMonth = /(?<!\p{L})(?:mois (?:en cours|courant)|ce mois|(?:this|current) month)(?!\p{L})/iu
/** `Salaire du mois`, `Net mois de novembre`, `Net 13e mois`: no number of months (`Mois de paie`), and no earlier one (`Net du mois échu`). */
const oneMonth = new RegExp(
  `(?<!\\p{L})(?:${[
    "(?:(?:de|pour) )?(?:ce|du|le) mois(?!\\p{L}| (?:ant|derni|pass|pr|[ée]\\p{M}?c(?:hu|oul)|d['’]avant|[mn] ?-? ?1))(?: en cours| courant)?(?: de(?!\\p{L})| d['’])?",
    'mois (?:en cours|courant)',
    "(?<!^|(?:nb(?:re?)?|nombre)\\.?(?: de)? )mois (?:de(?!\\p{L})|d['’](?!avant))",
    '(?:(?:for|of) )?(?:the|this|current) month(?!\\p{L})(?: of)?',
    '(?:13|treizi|thirteen)\\p{L}* (?:mois|month)',
  ].join('|')})`,
  'giu',
)

const thirteenth = /(?<![\p{L}\d])(?:13|treizi|thirteen)\p{L}* (?:mois|month)/iu
const lastMonth = /(?<!\p{L})(?:mois (?:dernier|passé|préc)|(?:last|previous) month)/iu

/** `13e mois` and `Salaire mois dernier`: due, or of a later month than a net of two months ago. */
export const isPayOfNow = (name: string): boolean => thirteenth.test(name) || (lastMonth.test(name) && !isNotPaid(name))

export const withoutYear = (name: string): string => name.replace(year, '')

/** Without the year and words like `du mois`, but with the name of the month. */
export const withoutMonth = (name: string): string => withoutYear(name).replace(oneMonth, ' ')

export const withoutPeriod = (name: string): string =>
  splitCases(withoutMonth(name))
    .split(/[\s_/-]+/)
    .filter((part) => part !== '' && !wordsOf(part).some(isMonth))
    .join(' ')

interface Period {
  year?: number
  /** The first and the last one, from 0. */
  months?: readonly [number, number]
}

function periodOf(name: string, now = new Date()): Period {
  const [, before, written, after] = [...name.matchAll(year)][0] ?? []
  const ofYear = written === undefined ? {} : { year: Number(written) }
  const third = quarter
    .exec(name)
    ?.slice(1)
    .find((each) => each !== undefined)
  if (third !== undefined) return { ...ofYear, months: [Number(third) * 3 - 3, Number(third) * 3 - 1] }
  if (currentMonth.test(name)) return { year: now.getUTCFullYear(), months: [now.getUTCMonth(), now.getUTCMonth()] }
  const named = wordsOf(withoutYear(name))
    .map(monthOf)
    .find((each) => each !== -1)
  const month = named ?? Number(before ?? after ?? 0) - 1
  return { ...ofYear, ...(month !== -1 && { months: [month, month] }) }
}

const isNamed = ({ year, months }: Period): boolean => year !== undefined || months !== undefined

export const namesPeriod = (name: string): boolean => isNamed(periodOf(name))

/** `Novembre 2026` */
export const isBarePeriod = (name: string): boolean => namesPeriod(name) && wordsOf(withoutYear(name)).every(isMonth)

/** `Montant octobre` and `Montant novembre` */
export function areOfOtherPeriods(name: string, other: string): boolean {
  const [one, two] = [periodOf(name), periodOf(other)]
  if (one.year !== undefined && two.year !== undefined && one.year !== two.year) return true
  return one.months && two.months ? one.months[0] > two.months[1] || two.months[0] > one.months[1] : false
}

const halfMonthMs = 15 * 86_400_000

/** `Payé` of `Payé novembre`, up to the middle of December, and of `Paid this month`. A heading of another month stays as it is. */
export function withoutThisMonth(name: string, now = Date.now()): string {
  const { year, months } = periodOf(name, new Date(now))
  const isNow = [now, now - halfMonthMs]
    .map((at) => new Date(at))
    .some((at) => at.getUTCMonth() === months?.[0] && (year ?? at.getUTCFullYear()) === at.getUTCFullYear())
  return isNow
    ? withoutPeriod(name).replace(/ ?\b\d\d$/, '')
    : name.replace(/\s(?:ce|du|le|this|(?:for|of) the) (?:mois|month)$/iu, '')
}

/** Whether a heading names a later year or month than another one; without a year, one of the six months after it. */
export function isLater(name: string, than: string): boolean {
  const [one, two] = [periodOf(name), periodOf(than)]
  const years = one.year === undefined || two.year === undefined ? null : one.year - two.year
  if (years !== null && years !== 0) return years > 0
  if (!one.months || !two.months) return false
  const ahead = one.months[0] - two.months[1]
  return years === null && ahead < 0 ? ahead <= -6 : ahead > 0 && (years === 0 || ahead <= 6)
}

/** Whether a heading names a year or month that ended so many months ago: `Net 2025`. Without a year, it may be the next month. */
export function isOver(name: string, monthsAgo = 1, now = new Date()): boolean {
  const period = periodOf(name, now)
  if (!isNamed(period)) return false
  const months = now.getUTCMonth() - (period.months?.[1] ?? 11)
  const ago = period.year === undefined ? ((months + 13) % 12) - 1 : (now.getUTCFullYear() - period.year) * 12 + months
  return ago >= monthsAgo
}

/** Whether it ended so long ago that something else must be paid now. Up to the middle of a month, that may be the month before. */
export const isLongOver = (name: string, now = Date.now()): boolean =>
  [now, now - halfMonthMs].every((at) => isOver(name, 1, new Date(at)))

/** `Jours novembre` and `Avance à déduire novembre`: of a month, but nothing that is paid. */
export const isNotPaid = (name: string): boolean => wordsOf(withoutYear(name)).some((word) => notPaid.has(word))

const notPaid = setOf(
  `absence age anciennete annee augmentation average budget ceiling class classe cnps cnss code conge contract contrat date day deduct
  deducted deduction deduire ecart echelon facture fin heure hour id indice invoice ipres its jour kg leave level loan matricule
  moyenne nb niveau no nombre nssf num number numero objectif opposition phone plafond poids point prelevement presence pret promotion
  quantite rate ref reference remboursement repayment retenir retenue seniority session target taux tax taxe tel telephone variation
  weight year`.replace(/\s+/g, ' '),
)
