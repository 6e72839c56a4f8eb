import { parseAmount } from '../../payout/money/money.ts'
import { parseWrittenAmount, readUnit } from '../../payout/money/writtenAmount.ts'
import { type Currency, currencyDecimals, isCurrency } from '../../payout/operators/operator.ts'
import type { ProblemCode } from '../../payout/problem.ts'
import type { LineMeaning, StatementLine } from '../../payout/reconciliation.ts'
import { withoutAccents } from '../../payout/typedText.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { shorten } from '../payroll/checkRow.ts'
import type { Row } from '../payroll/row.ts'
import { numbersBeside, numbersIn, phonesOf, readStatementPhones, sumOf } from './lineWords.ts'
import type { StatementColumns, StatementField } from './statementColumns.ts'
import { type DateOrder, type DateReading, readStatementDate } from './statementDate.ts'
import { isOneGroup, isWhole, namesWholeCurrency } from './thousands.ts'

/** A problem in a line of a statement. */
export interface StatementProblem {
  line: number
  /** The column's name in the file; '' for the whole line. */
  column: string
  value: string
  code: ProblemCode | 'invalid_date'
  message: Sentence
}

/** A line whose date may still have two readings. The file as a whole shows which one is meant. */
export interface DraftLine {
  line: Omit<StatementLine, 'at'>
  /** Which way the money went; null if neither an amount nor a direction tells, or if the line names no payout. */
  sign: Sign | null
  /** The same, but also for a line that names no payout. */
  way: Sign | null
  date: DateReading | null
  order: DateOrder | undefined
}

/** `out` and `in`: its column, or the column beside it, tells the direction; the amount may still have a minus. */
type Sign = 'minus' | 'plain' | 'out' | 'out_minus' | 'in' | 'in_minus' | 'unclear'

type Report = (field: StatementField, code: StatementProblem['code'], message: Sentence) => void
type Text = (field: StatementField) => string

/**
 * Checks one row of a statement and finds all its problems. A row with neither a reference nor a number (a total, a fee) has none: it
 * isn't about a payout, and unreadable parts are ignored.
 *
 * @param meaningOf the meaning of a status
 */
export function checkStatementRow(
  row: Row,
  { index, names, mapped }: StatementColumns,
  meaningOf: (status: string) => LineMeaning,
): { ok: true; draft: DraftLine } | { ok: false; problems: StatementProblem[] } {
  if (row.malformed) {
    const { column, value, message } = row.malformed
    return { ok: false, problems: [{ line: row.line, column, value: shorten(value), code: 'malformed', message }] }
  }
  const problems: StatementProblem[] = []
  const text: Text = (field) => plain(index[field] === undefined ? '' : (row.cells[index[field]] ?? ''))
  const report: Report = (field, code, message) => {
    const column = index[field] === undefined ? field : (names[index[field]] ?? field)
    problems.push({ line: row.line, column, value: shorten(text(field)), code, message })
  }
  const reference = readReference(text('reference'), report)
  const nameOf = (field: StatementField) => (mapped?.[field] === undefined ? (names[index[field] ?? -1] ?? '') : '')
  const who = isName(text('phone'), nameOf('phone')) ? '' : text('phone')
  const phones = readPhones(who, report)
  const currency = readCurrency(text('currency'), report)
  const amountIn = (field: MoneyField) =>
    readAmount(field, text(field), { currency, heading: names[index[field] ?? -1] ?? '' }, report)
  const money = readMoney(text, index, amountIn, report)
  const fee = none.test(text('fee')) ? null : amountIn('fee')
  const isPlace = atPlace.test(nameOf('date')) && !/\d[-/.:]\d|\d{5}/.test(text('date'))
  const date = readDate(isPlace ? text('time') : text('date'), text('time'), report)
  const status = index.status === undefined ? null : text('status')
  const isNameless = isNothing(text('reference')) && isNothing(who)
  const amountHundredths = money?.hundredths ?? null
  if (reference === null && !isNameless && amountHundredths === null && problems.length === 0)
    report('amount', 'missing_amount', say('payout.line_no_reference_no_amount_remove'))
  if (problems.length > 0 && !isNameless) return { ok: false, problems }
  const inLabel = numbersIn(text('label'), phones)
  const ofParty = phones === null && !inLabel?.length ? phonesOf(text('phone')) : []
  const mentioned = ofParty.length > 0 ? ofParty : inLabel
  const words = wordsOf(row, index, who)
  const inWords = numbersBeside(words, mentioned ?? phones ?? [])
  const hasNumber = !isNothing(who) || (inLabel ?? []).length > 0
  const isNoPayment =
    isFee(text('label')) || (isNameless && words.some((cell) => total.test(plain(cell)) && !payroll.test(plain(cell))))
  const sum = isNoPayment
    ? null
    : sumOf(words, { stated: text('payments'), hasNumber, mayBeAccount: anyParty.test(nameOf('phone')) })
  const account = text('account')
  const line = {
    line: row.line,
    reference,
    phones: phones ?? [],
    amountHundredths,
    currency,
    status,
    meaning: status === null ? 'carried_out' : meaningOf(status),
    ...(fee !== null && { feeHundredths: fee }),
    ...(mentioned !== null && { mentioned }),
    ...(ofParty.length > 0 && { perhapsAccount: true as const }),
    ...(inWords.length > 0 && { inWords }),
    ...(sum !== null && { sum }),
    ...(account !== '' && { account }),
    ...(isFee(text('label')) && { isFee: true as const }),
  } as const
  const { order, ...reading } = date ?? { order: undefined }
  const way = money?.sign ?? null
  const sign = isNameless && mentioned === null ? null : way
  return { ok: true, draft: { line, sign, way, date: 'kind' in reading ? reading : null, order } }
}

/** The real text of a cell: payrun's reports, and spreadsheets, put a ' before what would be run as a formula. */
const plain = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

const numeric: readonly StatementField[] = ['phone', 'amount', 'debit', 'credit', 'fee', 'date', 'time']

/** Cells that may name somebody, whatever their column: all except the numeric ones. A name in place of the number is one of them. */
function wordsOf({ cells }: Row, index: StatementColumns['index'], who: string): string[] {
  const others = new Set(numeric.map((field) => (field === 'phone' && who === '' ? undefined : index[field])))
  return cells.flatMap((cell, at) => (cell === null || others.has(at) ? [] : [cell]))
}

/** `TOTAL`, `Solde initial`: in any column, these don't name a payout. */
const total =
  /^(?:(?:sous|sub|grand|net)[ -]?)?(?:total|totaux|solde|balance|report|cumul|opening balance|closing balance)(?:\P{L}|$)/iu
const isNothing = (cell: string): boolean => cell === '' || (total.test(cell) && /^[\p{L}\s.:'’]+$/u.test(cell))

/** Words for pay that begin like a fee or a total. */
const payroll =
  /^(?:charges? (?:de |du )?personnel|charges? salariales?|frais de (?:mission|d[ée]placement)s?|solde (?:de tout compte|(?:des? |du )?(?:salaire|paie|personnel)))/iu
/** The label of a fee. Such a line may still be a payout, for example of travel expenses: it only may be part of another one. */
const feeWords = /^(?:frais|commission|fee|charge|taxe?|tva|vat|agio)s?(?:\P{L}|$)/iu
const isFee = (label: string): boolean => feeWords.test(label) && !payroll.test(label)

const control = /\p{Cc}/u

function readReference(text: string, report: Report): string | null {
  if (isNothing(text)) return null
  if (text.length <= 200 && !control.test(text)) return text
  report('reference', 'malformed', say('payout.reference_longer_200_characters_control_character'))
  return null
}

/** Of whom, which may be a name. It may also be that of many people: `Salaires`. */
const ofPerson = /^\s*(?:destinataire|recipient|receiver|payee)\s*$/i
/** These may have anything: a name, an alias, an account. */
const anyParty = /^\s*to\s*$|correspondant\s*$/i
/** `At` may also be a place. */
const atPlace = /^\s*at\s*$/i

function isName(text: string, heading: string): boolean {
  if (anyParty.test(heading)) return !isCertainNumber(text)
  return ofPerson.test(heading) && !/\d/.test(text) && !isNothing(text) && !readStatementPhones(text).ok
}

/** Masked, or with the country code: other digits may be an account, such as that of the salaries. */
function isCertainNumber(text: string): boolean {
  const read = readStatementPhones(text)
  if (!read.ok) return false
  const [phone = '', ...others] = read.phones
  if (phone === '') return /[x*•#]/i.test(text)
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  return others.length === 0 && digits.length >= 11 && digits.startsWith(phone.slice(0, 3))
}

function readPhones(text: string, report: Report): string[] | null {
  if (isNothing(text)) return null
  const read = readStatementPhones(text)
  if (read.ok) return read.phones
  report('phone', 'invalid_phone', say('payout.not_phone_number_write_digits_country', { text: shorten(text) }))
  return null
}

/** Everyday names of the franc, which may mean either CFA franc. */
const francs = new Set(['CFA', 'FCFA', 'F CFA', 'F'])

function readCurrency(text: string, report: Report): Currency | null {
  const upper = text.toUpperCase()
  if (text === '' || francs.has(upper)) return null
  if (isCurrency(upper)) return upper
  const known = Object.keys(currencyDecimals)
  report('currency', 'unknown_currency', say('payout.no_currency_payrun_pays_use_one', { text: shorten(text), known }))
  return null
}

interface Money {
  hundredths: bigint | null
  sign: Sign
}

/** `-1500`, `1500-`, `(1500)`: outgoing money in many statements (readStatement handles those that have both signs). */
const minus = /^[-\u2212]\s*(?=[\d(])|(?<=\d)\s*[-\u2212]$|^\((?=.*\d\)$)/
const around = /^[-+\u2212(]\s*|\s*[-\u2212)]$/g
/** No amount on that side: `0`, `0,00`, `-`. */
const none = /^(?:[-\u2212\u2013\u2014]+|[-+\u2212]?0+(?:[.,]0+)?)?$/

function readMoney(
  text: Text,
  index: StatementColumns['index'],
  amountIn: (field: MoneyField) => bigint | null,
  report: Report,
): Money | null {
  if (index.debit === undefined && index.credit === undefined) {
    const cell = text('amount')
    const hundredths = amountIn('amount')
    const direction = index.direction === undefined ? null : directionOf(text('direction'))
    // Incoming money is not a payout, whatever the amount.
    if (hundredths === null) return direction === null || direction === 'out' ? null : { hundredths, sign: direction }
    if (direction !== null) return { hundredths, sign: signed(direction, cell) }
    return { hundredths, sign: minus.test(cell) ? 'minus' : 'plain' }
  }
  const [debit, credit] = [text('debit'), text('credit')]
  if (!none.test(debit) && !none.test(credit)) {
    report('debit', 'malformed', say('payout.line_debit_and_credit'))
    return null
  }
  const side = none.test(debit) ? 'credit' : 'debit'
  const cell = side === 'debit' ? debit : credit
  const hundredths = none.test(cell) ? null : amountIn(side)
  if (hundredths === null) return null
  return { hundredths, sign: signed(side === 'credit' ? 'in' : 'out', cell) }
}

type Direction = 'out' | 'in' | 'unclear'

const signed = (direction: Direction, cell: string): Sign =>
  direction === 'unclear' || !minus.test(cell) ? direction : `${direction}_minus`

function directionOf(text: string): Direction {
  const word = withoutAccents(text).toLowerCase()
  if (/^(?:d|dr|db|debit|dbit|out|outgoing|sortie|sortant)$/.test(word)) return 'out'
  return /^(?:c|cr|credit|crdt|in|incoming|entree|entrant)$/.test(word) ? 'in' : 'unclear'
}

type MoneyField = 'amount' | 'debit' | 'credit' | 'fee'

/**
 * In hundredths. Without a currency, up to two decimals are accepted, and the row's own currency decides later. The currency may be
 * beside the digits. `150,000` is read if the currency, or that of the heading, has no decimals.
 */
function readAmount(
  field: MoneyField,
  text: string,
  { currency, heading }: { currency: Currency | null; heading: string },
  report: Report,
): bigint | null {
  if (text === '') return null
  const bare = text.replace(around, '')
  const read = parseAmount(bare, currency ?? 'KES')
  if (read.ok) return hundredthsIn(currency, read.amountMinor)
  const unit = readUnit(bare.replace(/^[^\p{L}\p{Sc}]+|[^\p{L}\p{Sc}]+$/gu, ''))
  const beside = unit?.kind === 'currency' ? unit.currencies : []
  const its = currency ?? beside[0] ?? null
  const number = beside.length > 0 ? bare.replace(/^\D+|\D+$/g, '') : bare
  const hasNoDecimals = !isOneGroup(number)
    ? false
    : its === null
      ? namesWholeCurrency(heading)
      : [its, ...beside].every(isWhole)
  if (hasNoDecimals) return BigInt(number.replace(/\D/g, '')) * 100n
  if (beside.length > 0) {
    const written = parseWrittenAmount(bare, its)
    if (written.ok) return hundredthsIn(its, written.amountMinor)
  }
  report(field, read.code, hasNoDecimals === null ? openThousands(number) : read.message)
  return null
}

const openThousands = (number: string): Sentence =>
  say('payout.statement_thousands', { text: number, grouped: number.replace(/\D/g, ''), heading: 'Amount (XOF)' })

const hundredthsIn = (currency: Currency | null, minor: bigint): bigint =>
  currency !== null && currencyDecimals[currency] === 0 ? minor * 100n : minor

function readDate(text: string, hour: string, report: Report): (DateReading & { order?: DateOrder }) | null {
  if (text === '') return null
  const read = readStatementDate(text, hour)
  if (read.kind !== 'not_a_date') return read
  report('date', 'invalid_date', say('payout.not_date_write_2026_11_21', { text: shorten(text) }))
  return null
}
