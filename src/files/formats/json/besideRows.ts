import { TokenType } from '@streamparser/json'
import { currenciesOf } from '../../../payout/money/writtenAmount.ts'
import { payoutStates } from '../../../payout/state.ts'
import { clipped } from '../../../payout/typedText.ts'
import { say } from '../../../words/sentence.ts'
import { isOtherSum } from '../../payroll/field.ts'
import { type Columns, type Field, fieldIn, requiredFields } from '../../payroll/header/columns.ts'
import { wordsOf } from '../../payroll/header/headingWords.ts'
import { type Refused, refused, type StatedMember } from '../../payroll/row.ts'
import { isClosing, isOpening, type JsonToken, storable } from './jsonObject.ts'

/** An open object or array outside the rows. */
interface Open {
  isArray: boolean
  /** Its name; an element of an array has the array's name. */
  name: string
  /** In an object: the member whose value comes next. */
  key: string | null
  /** What its members describe: the whole file (the document itself, `meta`), parts of its total (`totals`), or something else. */
  of: 'file' | 'parts' | 'other'
  /** The payout fields that it has, with their text; '' if the value is no text. */
  fields: Map<Field, string>
  stated: StatedMember[]
  /** It describes the payouts in one state, as in payrun's reports: their sum is not the sum of all rows. */
  isOfState: boolean
}

/** More totals than any file states. Memory must stay small. */
const mostStated = 50
/** The most names to cache. */
const mostNames = 1_000

/**
 * Finds what a document has beside its array of rows: payouts, which would not be paid, and totals, which must agree with the rows.
 * It gets every token outside the rows, and keeps only a few.
 *
 * @param columns `stated` is filled
 */
export function createBesideRows(columns: Columns) {
  const open: Open[] = []
  const fieldOfKey = remembered((key) => fieldIn(columns.map, key))
  let payoutsIn: string | null = null

  const takeField = ({ fields }: Open, key: string, text: string) => {
    const field = fieldOfKey(key)
    if (field !== null && !fields.has(field)) fields.set(field, text.slice(0, 80))
  }
  const begin = (isArray: boolean) => {
    const above = open.at(-1)
    const key = above?.key ?? null
    if (above && key !== null) takeField(above, key, '')
    open.push({
      isArray,
      name: key ?? above?.name ?? '',
      key: null,
      of: above ? ofInside(above, isArray) : 'file',
      fields: new Map(),
      stated: [],
      isOfState: false,
    })
    if (above) above.key = null
  }
  const end = () => {
    const closed = open.pop()
    if (!closed) return
    if (!closed.isArray && isPayout(closed)) payoutsIn ??= placeOf([...open, closed], null)
    if (closed.isOfState) return
    const currency = closed.fields.get('currency') ?? ''
    for (const each of closed.stated) {
      if (columns.stated.length === mostStated) return
      columns.stated.push({ ...each, unit: each.unit === '' ? currency : each.unit })
    }
  }
  const addValue = (token: JsonToken) => {
    const inside = open.at(-1)
    if (!inside) return
    const { key } = inside
    inside.key = null
    const isText = token.type === TokenType.STRING
    const text = isText || token.type === TokenType.NUMBER ? token.text : ''
    if (key !== null) takeField(inside, key, text)
    if (inside.of === 'parts' && isState(text)) inside.isOfState = true
    if (inside.of === 'other' || !/\d/.test(text) || inside.stated.length === mostStated) return
    const name = key ?? inside.name
    const kind = inside.of === 'file' ? kindOfMember(name) : kindOfPart(name)
    // A note among the totals is not a total.
    if (kind === null || kind === 'other' || (kind === 'unclear' && isText && !/^[\d\s.,]+$/.test(text))) return
    inside.stated.push({ place: placeOf(open, key), kind, written: text.slice(0, 80), unit: unitOf(name) })
  }
  return {
    add(token: JsonToken) {
      const inside = open.at(-1)
      if (isOpening(token.type)) begin(token.type === TokenType.LEFT_BRACKET)
      else if (isClosing(token.type)) end()
      else if (token.type === TokenType.COMMA || token.type === TokenType.COLON) return
      else if (inside && !inside.isArray && inside.key === null) inside.key = token.text
      else addValue(token)
    },
    /** Why the file can't be paid, once it has been read to its end. */
    problem(): Refused | null {
      if (payoutsIn === null) return null
      return refused(payoutsIn === '' ? say('beside.payout_itself') : say('beside.payouts', { place: payoutsIn }))
    },
  }
}

function ofInside(above: Open, isArray: boolean): Open['of'] {
  const name = above.key ?? above.name
  if (above.of === 'parts') return isState(name) ? 'other' : 'parts'
  if (above.of === 'other' || above.isArray) return 'other'
  if (kindOfMember(name) !== null) return 'parts'
  return isWrapper(name) && !isArray ? 'file' : 'other'
}

function remembered<T>(find: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>()
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    const value = find(name)
    if (found.size < mostNames) found.set(name, value)
    return value
  }
}

/** Whether an object could be a payout, and not a contact, an invoice or an operator's total. */
function isPayout({ of, fields }: Open): boolean {
  if (requiredFields.every((field) => fields.has(field))) return true
  if (of !== 'other' || !fields.has('amount')) return false
  const digits = (fields.get('phone_number') ?? '').replace(/\D/g, '')
  return digits.length >= 7 || (fields.has('operator') && fields.has('reference'))
}

/** Where something is in the document: `data.more`. */
function placeOf(open: readonly Open[], key: string | null): string {
  const names = open.flatMap(({ name }, at) => (at > 0 && !open[at - 1]?.isArray ? [name] : []))
  const place = [...names, ...(key === null ? [] : [key])].join('.')
  return storable(clipped(place, 60))
}

type MemberKind = Exclude<StatedMember['kind'], 'unclear'>

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const totals = setOf('total totaux sum somme cumul')
const counts = setOf('count nombre nb nbr nbre')
const counted = setOf(
  `agent beneficiaire beneficiarie beneficiary element employe employee enregistrement entrie entry item ligne line object
  paiement payee payment payout people person personne recipient record result row salarie transaction transfer transfert
  tx txs virement`.replace(/\s+/g, ' '),
)
const sums = setOf('amount montant net paie pay payer payroll salaire salary valeur value verser')
const said = setOf('control controle ctrl general global grand')
const joining = setOf('a d de des du en in la le les number of the to')

/** Words for objects that only hold facts about the file: `meta`, `résumé`. */
const wrappers = setOf(
  `batch bordereau control controle data entete fichier file header info lot meta metadata paging pagination payload recap
  recapitulatif resume stat statistique summary`.replace(/\s+/g, ' '),
)

const states: ReadonlySet<string> = new Set(payoutStates)

const isState = (name: string): boolean => states.has(name)

/** `numberOfPayouts` is three words. */
const memberWords = (name: string): string[] => wordsOf(name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))

function isWrapper(name: string): boolean {
  const words = memberWords(name)
  return words.length > 0 && words.every((word) => wrappers.has(word))
}

/** `total`, `montantTotal`, `total_xof`, `row_count`, `Nombre de lignes`; null for any other: `total_pages`, `retry_count`. */
export function kindOfMember(name: string): MemberKind | null {
  const words = memberWords(name)
  const telling = words.filter((word) => !joining.has(word) && !isUnit(word))
  const has = (some: ReadonlySet<string>) => telling.some((word) => some.has(word))
  if (!telling.every((word) => [totals, counts, counted, sums, said].some((some) => some.has(word)))) return null
  if (has(counts) || (words.includes('number') && has(counted))) return 'count'
  if (!has(totals)) return null
  return has(sums) || telling.length < words.filter((word) => !joining.has(word)).length ? 'total' : 'either'
}

/** The same for a member of `totals` or `counts`, where one word is enough: `{"totals": {"XOF": …, "rows": …}}`. */
function kindOfPart(name: string): MemberKind | 'other' | 'unclear' {
  const words = memberWords(name).filter((word) => !joining.has(word))
  const kind = kindOfMember(name)
  if (kind !== null) return kind
  if (isState(name) || isOtherSum(name)) return 'other'
  if (words.length === 0) return 'unclear'
  if (words.every((word) => isUnit(word) || sums.has(word) || said.has(word))) return 'total'
  return words.every((word) => counted.has(word)) ? 'count' : 'unclear'
}

/** The currency in a name, in capitals; '' if there is none. */
const unitOf = (name: string): string => memberWords(name).find(isUnit)?.toUpperCase() ?? ''

const isUnit = (word: string): boolean =>
  word.length > 2 && word.length < 5 && !totals.has(word) && currenciesOf(word.toUpperCase()) !== null
