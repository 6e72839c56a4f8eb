import { foreignSign, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { countryOfOperator, findOperator, suggestOperator } from '../../../payout/operators/operator.ts'
import { readBrand } from '../../../payout/operators/readBrand.ts'
import { isNowhere, parsePhone } from '../../../payout/phone/phone.ts'
import { clipped, fold } from '../../../payout/typedText.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import {
  type Doubt,
  doubtOf,
  type Field,
  isAddedPay,
  isOtherSum,
  isPlainName,
  isRival,
  requiredFields,
} from '../field.ts'
import { asksWhetherToPay } from '../marks/markColumns.ts'
import { type Refused, type Row, type RowBatches, refused } from '../row.ts'
import { isCount, isInWords, isSameAmount, mayBeAmount } from './amountCells.ts'
import { type Columns, cellOf, fieldAmong, isWhole, mapOption, partOf, type Role } from './columns.ts'
import { fieldWords } from './fields.ts'
import { saysToPay, setOf, splitCases, wordsOf } from './headingWords.ts'
import {
  areOfOtherPeriods,
  isBarePeriod,
  isLater,
  isLongOver,
  isNotPaid,
  isOver,
  isPayOfNow,
  namesPeriod,
  withoutPeriod,
} from './periods.ts'

/** A column that may be meant for a field, as far as its heading tells, and what its cells have shown so far. */
interface Doubtful {
  at: number
  doubt: Doubt
  /** A cell could be paid, or paid to. */
  isPossible: boolean
  /** It would make a difference to a row. */
  differs: boolean
  /** No row has anything in it so far. */
  isBlank: boolean
}

/**
 * Refuses a file with another column that may be meant for a field, as soon as its cells could be and differ from those that are read:
 * only a person can decide. A `Solde` that is empty, all zero or in words asks nobody, and neither does a second number that is always
 * the first one. The rows before the difference are given out by then: none of the file is paid.
 */
export async function* askAboutColumns(batches: RowBatches, columns: Columns): RowBatches {
  const doubtful: Doubtful[] = []
  let known = 0
  let seen = ''
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? eitherOf(doubtful, columns)
    // In JSON, a column may begin with a later row.
    for (; known < columns.names.length; known += 1) {
      const name = columns.names[known] ?? ''
      const rival = columns.rivals.get(known)
      const doubt = rival === undefined ? doubtIn(columns, name) : twinDoubt(rival, name)
      if (doubt) doubtful.push({ at: known, doubt, isPossible: false, differs: false, isBlank: true })
    }
    for (const row of doubtful.length > 0 ? next.value : [])
      if (!row.malformed) for (const each of doubtful) look(each, row, columns)
    yield next.value
    // Most batches show nothing new, and reading the headings again would take a third of the time.
    const now = JSON.stringify([doubtful, columns.index])
    const either = now === seen ? null : eitherOf(doubtful, columns)
    if (either) return either
    seen = now
  }
}

/** `À payer` is an answer as far as the first rows tell, but amounts may follow. */
function doubtIn(columns: Columns, name: string): Doubt | null {
  const { of, answers, names, index, map } = columns
  if (of === 'statement') return null
  if (answers.has(name)) return asksWhetherToPay(name) === 'maybe' ? { field: 'amount', against: 'any' } : null
  const own = names[index.amount ?? -1] ?? ''
  // `Solde novembre 2026` beside `Net à payer novembre 2026` is like `Solde` beside `Net à payer`.
  const doubt = (namesPeriod(own) ? doubtOf(withoutPeriod(name)) : null) ?? doubtOf(name)
  // `13e mois` or `Salaire mois dernier` beside the net of months ago
  if (!doubt && isOver(own, 2) && isPayOfNow(name)) return { field: 'amount', against: 'any' }
  if (doubt || map.amount !== undefined || !isLater(name, own)) return doubt
  // `Prime novembre 2026` beside the amounts of October, but not in October
  if (fieldAmong(columns, name) !== null || isNotPaid(name) || !(isOver(own) || isBarePeriod(name))) return null
  return { field: 'amount', against: 'any', ...(!isOtherSum(withoutPeriod(name)) && { mayBeCount: true }) }
}

function eitherOf(doubtful: readonly Doubtful[], { names, index, map, rivals, headerLine }: Columns): Refused | null {
  for (const { at, doubt, isPossible, differs, isBlank } of doubtful) {
    const own = index[doubt.field]
    if (own === undefined || own === at) continue
    const [one = '', other = ''] = [names[own], names[at]]
    if (givesWay(other, one, doubt.field)) continue
    const isAmount = doubt.field === 'amount' && map.amount === undefined
    const isPay = rivals.has(at) || isBarePeriod(other) || doubtOf(withoutPeriod(other)) !== null
    const isOfLater = isPay && isLater(other, one)
    const isOld = isPay && differs && isOver(one, rivals.has(at) ? 1 : 2) && !namesPeriod(other) && !isOfPayroll(other)
    const isPast = isAmount && (isOfLater || isOld)
    // Of two months, the empty one may be the one to pay.
    const mayBeMeant = (isBlank || isPossible) && (rivals.has(at) || doubtOf(other) !== null)
    const areMonths = isAmount && mayBeMeant && areOfOtherPeriods(one, other)
    if (!isPast && !areMonths && !(isPossible && differs)) continue
    if (rivals.has(at))
      return { ...(own < at ? twice(one, other, doubt.field) : twice(other, one, doubt.field)), line: headerLine }
    if (map[doubt.field] !== undefined) continue
    // `Net à payer`, `13e mois`, `Total`
    const isSum = doubt.against === 'not_to_pay' && at > own && names.slice(own + 1, at).some(isAddedPay)
    if (isPast || isSum || isRival(doubt, one, at > own))
      return refused(eitherColumn(one, other, doubt.field), headerLine)
  }
  return null
}

/**
 * Whether a column is not meant beside another one: a net of a year or month that is over, beside one that says net or to pay and no
 * month; `Amt` of a day's work; an amount in a currency that payrun never pays; who looks after payees.
 */
function givesWay(name: string, beside: string, field: Field): boolean {
  if (field === 'name') return ofStaff.test(fold(name)) && !ofWorkers.test(fold(beside))
  if (field === 'amount' && isForeign(name) && !isForeign(beside)) return true
  if (field !== 'amount' || isRival({ field, against: 'not_net' }, beside, false)) return false
  return fold(name) === 'amt' || (isLongOver(name) && !namesPeriod(beside) && !saysToPay(withoutPeriod(name)))
}

/** `Amount (USD)` beside `Amount (KES)` */
const isForeign = (name: string): boolean => foreignSign(unitsIn(splitCases(name))) !== null

/** `Pay grade` and `N° bulletin de paie`, but no pay. */
const isOfPayroll = (name: string): boolean => wordsOf(name).some((word) => ofPayroll.has(word))
const ofPayroll = setOf('bulletin categorie category center centre daily grade matricule scale')

const ofStaff = /staff|participant/
const ofWorkers = /staff|participant|agent|worker|employ|salarie|officer|supervis|enquet/

const eitherColumn = (one: string, other: string, field: Field): Sentence =>
  say('files.either_column', {
    one: clipped(one),
    other: clipped(other),
    field: fieldWords[field],
    first: mapOption(field, one),
    second: mapOption(field, other),
  })

/** Two columns for one field. If `--map` can't tell their names apart, one has to go. */
const twice = (one: string, other: string, field: Field): Refused => {
  if (one === other) return refused(say('files.two_columns_keep_one', { one: clipped(one) }), 1)
  const isSame = fold(one) === fold(other)
  return refused(
    isSame
      ? say('files.columns_both_stand_keep_one', { one: clipped(one), other: clipped(other), field: fieldWords[field] })
      : eitherColumn(one, other, field),
    1,
  )
}

function look(seen: Doubtful, row: Row, columns: Columns): void {
  const { doubt, at } = seen
  const { index, names } = columns
  const cell = (row.cells[at] ?? '').trim()
  const own = cellOf(row, columns, doubt.field).trim()
  seen.isBlank &&= cell === ''
  if (doubt.field === 'amount') {
    seen.isPossible ||=
      (mayBeAmount(cell) && !(doubt.mayBeCount && isCount(cell))) ||
      (isNewer.test(fold(names[at] ?? '')) && isInWords(cell))
    // Where it has nothing, perhaps nothing is left to be paid.
    seen.differs ||= !isSameAmount(cell, own)
  } else if (cell !== '' && cell !== own && !seen.differs) {
    const operator = (row.cells[index.operator ?? -1] ?? '').trim()
    const isOther = isUnlike(cell, own, doubt, operator)
    seen.isPossible ||= isOther
    seen.differs ||= isOther
  }
}

/** `Montant corrigé`, under which an amount may also be in words. */
const isNewer = /corrige|revise|rectifie|nouve|valide|correct|\bnew|updated|approuve|approved/

/** The doubt about a column whose name stands for the field, as that of another one does. `Numéro` may be a running number. */
const twinDoubt = (field: Field, name: string): Doubt => ({
  field,
  against: 'any',
  ...(/^n(?:o|um|umeros?|umbers?)?$/.test(fold(name)) && { mayBeDocument: true }),
})

interface Named {
  name: string
  at: number
  field: Field
}

/**
 * Finds which of several columns that are named for the same field is meant, by the first rows: the only one whose cells could be. Later
 * rows may tell otherwise, so the others stay rivals of it. An own name of payrun wins over one made up of words if the field is
 * optional: `reference` over `Employee ID`.
 *
 * @param rows the first rows, with cells by `at`
 * @returns the columns that are not meant; `why`: only a person can tell
 */
export function chooseAmongTwins(
  columns: Columns,
  all: readonly { name: string; at: number }[],
  rows: readonly { cells: readonly (string | null)[] }[],
): { roles: Map<number, Role>; why: Refused | null } {
  const roles = new Map<number, Role>()
  let why: Refused | null = null
  if (columns.of === 'statement') return { roles, why }
  const named = all.flatMap(({ name, at }): Named[] => {
    const field = fieldAmong(columns, name)
    return field === null ? [] : [{ name, at, field }]
  })
  const operatorAt = named.find(({ field }) => field === 'operator')?.at ?? -1
  const isFor = (field: Field, name: string) => field !== 'name' || isWhole(partOf(columns, name))
  const isFilled = ({ at }: Named) => rows.some(({ cells }) => (cells[at] ?? '').trim() !== '')
  const isMeant = ({ field, name }: Named) =>
    !named.some((each) => each.field === field && givesWay(name, each.name, field) && (isOver(name) || isFilled(each)))
  for (const { at } of named.filter((each) => !isMeant(each))) roles.set(at, 'needless')
  const groups = Map.groupBy(
    named.filter((each) => isMeant(each) && isFor(each.field, each.name)),
    ({ field, name }) => (field === 'name' ? partOf(columns, name) : field),
  )
  for (const twins of groups.values()) {
    const [first] = twins
    if (!first || twins.length < 2) continue
    const { field } = first
    const cellAt = (row: (typeof rows)[number], at: number) => (row.cells[at] ?? '').trim()
    const some = (test: (row: (typeof rows)[number], twin: Named) => boolean) =>
      twins.filter((twin) => rows.some((row) => test(row, twin)))
    const possible = some((row, { at, name }) =>
      mayBe(cellAt(row, at), twinDoubt(field, name), cellAt(row, operatorAt)),
    )
    const pool =
      [possible, some((row, { at }) => cellAt(row, at) !== ''), twins].find(({ length }) => length > 0) ?? twins
    const isOptional = !(requiredFields as readonly Field[]).includes(field)
    const plain = isOptional ? pool.filter(({ name }) => isPlainName(name)) : []
    const isPlainest = plain.length === 1
    const [chosen = first] = isPlainest ? plain : pool
    const isOther = ({ name, at }: Named) =>
      rows.some((row) =>
        isUnlike(cellAt(row, at), cellAt(row, chosen.at), twinDoubt(field, name), cellAt(row, operatorAt)),
      )
    const ofOtherMonth = field === 'amount' && twins.find(({ name }) => areOfOtherPeriods(name, chosen.name))
    const other = ofOtherMonth || (isPlainest ? undefined : pool.find((twin) => twin !== chosen && isOther(twin)))
    if (other) why ??= twice(chosen.name, other.name, field)
    for (const { name, at } of twins)
      if (at !== chosen.at || other) roles.set(at, other || (isPlainest && !isPlainName(name)) ? 'needless' : 'rival')
  }
  return { roles, why }
}

/** Whether it makes a difference to a row which of two cells is read. Without an amount, perhaps nothing is left to be paid. */
const isUnlike = (cell: string, own: string, doubt: Doubt, operator: string): boolean =>
  (doubt.field === 'amount' || mayBe(cell, doubt, operator)) && !isSame(cell, own, doubt.field)

function mayBe(cell: string, doubt: Doubt, operator: string): boolean {
  if (doubt.field === 'amount') return mayBeAmount(cell)
  if (doubt.field === 'operator') return mayBeOperator(cell)
  return doubt.field === 'phone_number' ? mayBeNumber(cell, doubt, operator) : cell !== ''
}

function isSame(cell: string, own: string, field: Field): boolean {
  if (cell === own || field === 'reference') return cell === own
  if (field === 'amount') return isSameAmount(cell, own)
  return field === 'phone_number' ? isSameNumber(cell, own) : fold(cell) === fold(own)
}

const mayBeOperator = (cell: string): boolean =>
  readBrand(cell, null, '') !== null || suggestOperator(cell, null) !== null

/** `N° transfert` may be that of a document: then its digits must be a number. Elsewhere, it may be one with a mistake. */
function mayBeNumber(cell: string, { mayBeDocument }: Doubt, operator: string): boolean {
  if (!mayBeDocument) return cell.replace(/\D/g, '').length > 3
  const known = findOperator(operator)
  return known ? parsePhone(cell, countryOfOperator(known).code).ok : !isNowhere(cell)
}

/** With or without the country's code, and what comes before the rest in old numbers of Benin. */
function isSameNumber(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((text) => text.replace(/\D/g, '').replace(/^0+/, ''))
    .sort((first, second) => first.length - second.length)
  return short.length >= 8 && long.endsWith(short)
}
