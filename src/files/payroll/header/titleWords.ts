import { currenciesOf, type UnitsFound, unitsIn } from '../../../payout/money/writtenAmount.ts'

/** A line above the names of the columns. */
export interface Title {
  line: number
  cells: readonly string[]
}

/** A label and its value in a title, in one cell or in several: `Devise : EUR`. */
export interface TitleStatement {
  line: number
  /** `Devise`; the whole text if nothing separates a label. */
  label: string
  /** What follows it; if it is alone in its cell, the cell beside it and the one below. */
  values: readonly string[]
  /** If it is alone in its cell: the numbers that follow it in its line. */
  beside: readonly string[]
  /** Nothing separates the label from a value. */
  isWhole: boolean
}

/** What ends a label, and what separates two statements in a cell. */
const behindLabel = /^(.*?)\s*(?:[:=…]|\.{2,}|_{2,})[\s:=….]*(.*)$/u
const between = /[;|\r\n\t]+|\s[-–—]+\s|\s{3,}/u

/** Splits titles into their statements. */
export function statementsIn(titles: readonly Title[]): TitleStatement[] {
  return titles.flatMap(({ line, cells }, at) => {
    // Only a single value: with more of them below, the label is a column's heading.
    const below = (place: number) =>
      (titles[at + 2]?.cells[place] ?? '').trim() === '' ? titles[at + 1]?.cells[place] : ''
    const parts = cells.flatMap((cell, place) =>
      cell
        .normalize('NFKC')
        .split(between)
        .map((text) => ({ text: text.trim(), place }))
        .filter(({ text }) => text !== ''),
    )
    return parts.map(({ text, place }, index) => {
      const [, label = '', value = ''] = behindLabel.exec(text) ?? []
      if (label !== '' && value !== '') return { line, label, values: [value], beside: [], isWhole: false }
      const after = parts.slice(index + 1).map((part) => part.text)
      const end = after.findIndex((each) => !/\d/.test(each))
      const beside = after.slice(0, end === -1 ? after.length : end)
      const values = [after[0] ?? '', below(place)?.normalize('NFKC').trim() ?? ''].filter((each) => each !== '')
      return { line, label: label === '' ? text : label, values, beside, isWhole: label === '' }
    })
  })
}

/** A title about where the money comes from, such as a contract: its sums and currencies are not those of the payouts. */
export const isOfFunds = (cell: string): boolean =>
  /^\W*(?:convention|contrat|contract|subvention|grant|accord de|agreement|financements?|financ[ée]e?s? par|fund(?:ing|ed)|bailleurs?|donors?)(?!\p{L})/iu.test(
    cell.normalize('NFC'),
  ) && !/montants? en|amounts? in|salaires? en|salaries in/i.test(cell)

/** Text in brackets or after `en` or `in`: `Montants en milliers de F CFA`, `Payroll (USD)`. */
const inSentence = /[([]([^)\]]*)[)\]]|(?<!\p{L})(?:en|in)\s+([^,;.:]{1,40})/giu

/** `1 EUR = 655,957 FCFA`: not the currency of the amounts. */
const exchangeRate = /\b1\s*[\p{L}\p{Sc}]+\s*=/u

type Unit = Pick<UnitsFound, 'currencies' | 'scale'>

interface StatedUnit {
  line: number
  unit: Unit
  /** The statement is about the unit: `Devise : KES`. */
  isLabelled: boolean
}

/** The units of the amounts that titles state. */
export function statedUnits(titles: readonly Title[]): StatedUnit[] {
  const found: StatedUnit[] = titles.flatMap(({ line, cells }) =>
    [
      ...cells
        .filter((cell) => !isOfFunds(cell))
        .join(' ')
        .matchAll(inSentence),
    ]
      .map(([, inBrackets = '', after = '']) => inBrackets || after)
      .filter((text) => !exchangeRate.test(text))
      .map((text) => ({ line, unit: unitsIn(text), isLabelled: false })),
  )
  for (const statement of statementsIn(titles)) {
    const { line, label, isWhole } = statement
    const stated = labelledUnit(statement)
    const unit = stated ?? (isWhole ? bareUnit(label) : null)
    if (unit !== null) found.push({ line, unit, isLabelled: stated !== null })
  }
  return found
}

const currencyLabel = /(?<!\p{L})(?:devises?|monnaies?|currenc(?:y|ies)|ccy)(?!\p{L})/iu
/** Labels of other money: `Devise du budget : EUR`. */
const otherMoney = /origin|source|budget|contrat|contract|bailleur|donor|taux|cours|rate/i
/** Only the whole label counts: `Unité de production` is a part of a company. */
const unitLabel =
  /^(?:(?:monetary |currency )?units?|unités?|unites?|[ée]chelle|scale)(?: (?:mon[ée]taires?|de compte|de mesure|des? montants?|of account|of measure|of (?:the )?amounts?))?$/iu
const amountsLabel =
  /^(?:(?:tous|all|les|the) )*(?:montants?|amounts?|sommes|valeurs|values|chiffres|figures|salaires|salaries|wages)(?: (?:exprim[ée]e?s?|libell[ée]e?s?|indiqu[ée]e?s?|expressed|stated|shown|are|sont))*$/iu

function labelledUnit({ label, values, isWhole }: TitleStatement): Unit | null {
  const named = currencyLabel.exec(label)
  if (named && !otherMoney.test(label) && !unitLabel.test(label)) {
    const behind = isWhole ? [label.slice(named.index + named[0].length)] : []
    return firstOf([...behind, ...values], (text) => powerOfTen(text) ?? unitAtStart(text))
  }
  if (unitLabel.test(label)) {
    const isStep = /^(?:[ée]chelle|scale)/iu.test(label)
    return firstOf(values, (text) => (isStep ? null : powerOfTen(text)) ?? onlyUnit(text) ?? manyAtStart(text))
  }
  const [, unparted] = (isWhole && /^(?:unit[ée]s?|units?) (.+)$/iu.exec(label)) || []
  // `Unité 1000` may also be a part of a company.
  if (unparted && /\p{L}|\p{Sc}/u.test(unparted)) return powerOfTen(unparted) ?? bareUnit(unparted)
  return amountsLabel.test(label) ? firstOf(values.slice(0, 1), onlyUnit) : null
}

function firstOf(texts: readonly string[], read: (text: string) => Unit | null): Unit | null {
  for (const text of texts) {
    const found = read(text)
    if (found !== null) return found
  }
  return null
}

const articles = /^[\s([]*(?:(?:en|in|le|la|les|the|du|de|des)\s+|l['’]\s*)*/iu

/** The unit at the beginning of a text: the first one in `FCFA (1 EUR = 655,957 FCFA)`. */
function unitAtStart(text: string): Unit | null {
  const bare = text.replace(articles, '')
  const { scale, currencies } = unitsIn(bare)
  if (scale !== null && beginsWith(bare, scale)) return { scale, currencies: [] }
  const currency = currencies.find(({ written }) => beginsWith(bare, written))
  return currency ? { scale: null, currencies: [currency] } : null
}

const beginsWith = (text: string, sign: string): boolean =>
  text.startsWith(sign) && (!/\p{L}$/u.test(sign) || !/^[\p{L}\p{N}]/u.test(text.slice(sign.length)))

/** `1000 FCFA`, `1 000`, `x 1000`: the factor by which to multiply each amount. */
function powerOfTen(text: string): Unit | null {
  const [, written] = /^\s*((?:x|×|par|per)?\s*1(?:0{2,}|(?:[\s.,'’]0{3})+))(?!\d)\s*(.*)$/iu.exec(text) ?? []
  const rest = text.slice(text.indexOf(written ?? '') + (written ?? '').length)
  return written && (rest.trim() === '' || onlyUnit(rest)) ? { scale: written.trim(), currencies: [] } : null
}

const fillers = /(?<!\p{L})(?:en|in|de|des|du|of|le|les|la|the|et|and|par|per|[dl]['’])(?!\p{L})/giu

/** The unit in a text that has nothing else. */
function onlyUnit(text: string): Unit | null {
  const { currencies, scale, rest } = unitsIn(text)
  if (currencies.length === 0 && scale === null) return null
  return /[\p{L}\p{N}]/u.test(rest.replace(fillers, ' ')) ? null : { currencies, scale }
}

/** `milliers de FCFA, sauf indication contraire`. `Mille` may begin a name. */
function manyAtStart(text: string): Unit | null {
  const found = unitAtStart(text)
  return found?.scale && manyWord.test(found.scale) ? found : null
}

const manyWord = /^(?:milliers|thousands|millions|milliards|billions|lakhs|crores|centimes|.*\d.*)$/i

/** Words in a payroll's name: `Paie de novembre 2026`. */
const documentWords =
  /(?<!\p{L})(?:[ée]tats?|listes?|fichier|bordereau|tableau|payes?|paies?|payroll|salaires?|salaries|salary|wages?|pay|virements?|paiements?|payments?|payouts?|montants?|amounts?|nets?|feuille|sheet|mois|month|janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[ée]cembre|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d)(?!\p{L})/giu

/**
 * The unit in a title with nothing else: `USD` or `Paie EUR novembre 2026`. Two letters, or a rare code, are more likely somebody's
 * initials, and a `Livre de paie` isn't money.
 */
function bareUnit(text: string): Unit | null {
  const found = onlyUnit(text.replace(documentWords, ' '))
  if (found === null) return null
  const isClear = ({ written }: { written: string }) =>
    !/^\p{L}{1,2}$|^(?:livre|pound)s?$/iu.test(written) && currenciesOf(written.toLowerCase()) !== null
  if (!found.currencies.every(isClear)) return null
  return found.scale === null || found.currencies.length > 0 || manyWord.test(found.scale) ? found : null
}
