import { unitsIn } from '../../payout/money/writtenAmount.ts'

/** A line above the names of the columns. */
export interface Title {
  line: number
  cells: readonly string[]
}

/** What a title states: `Devise : EUR`, whether in one cell or in several. */
export interface Statement {
  line: number
  /** `Devise`; the whole text where nothing parts it. */
  label: string
  /** What stands behind it; where it stands alone, the cell beside it, and the one below. */
  values: readonly string[]
  /** Nothing parts the label from anything. */
  isWhole: boolean
}

/** What ends a label, and what stands between two statements of a cell. */
const behindLabel = /^(.*?)\s*(?:[:=…]|\.{2,}|_{2,})[\s:=….]*(.*)$/u
const between = /[;|\r\n\t]+|\s[-–—]+\s|\s{3,}/u

/** Takes titles apart. */
export function statementsIn(titles: readonly Title[]): Statement[] {
  return titles.flatMap(({ line, cells }, at) => {
    const below = titles[at + 1]?.cells ?? []
    const parts = cells.flatMap((cell, place) =>
      cell
        .normalize('NFKC')
        .split(between)
        .map((text) => ({ text: text.trim(), place }))
        .filter(({ text }) => text !== ''),
    )
    return parts.map(({ text, place }, index) => {
      const [, label = '', value = ''] = behindLabel.exec(text) ?? []
      if (label !== '' && value !== '') return { line, label, values: [value], isWhole: false }
      const beside = [parts[index + 1]?.text, below[place]?.normalize('NFKC').trim()]
      const values = beside.filter((each) => each !== undefined && each !== '') as string[]
      return { line, label: label === '' ? text : label, values, isWhole: label === '' }
    })
  })
}

/** What a title says in brackets or after `en` or `in`: `Montants en milliers de F CFA`, `Payroll (USD)`. */
const inSentence = /[([]([^)\]]*)[)\]]|(?<!\p{L})(?:en|in)\s+([^,;.:]{1,40})/giu

/** `1 EUR = 655,957 FCFA`: what money is worth, and not what the amounts are in. */
const exchangeRate = /\b1\s*[\p{L}\p{Sc}]+\s*=/u

/** A text of a title that is to be read for a unit. */
export interface StatedUnit {
  line: number
  text: string
  /** It is what the title is there for: `Devise : KES`. */
  isLabelled: boolean
}

/** Where titles say what the amounts are counted in. */
export function statedUnits(titles: readonly Title[]): StatedUnit[] {
  const found = titles.flatMap(({ line, cells }) =>
    [...cells.join(' ').matchAll(inSentence)]
      .map(([, inBrackets = '', after = '']) => ({ line, text: inBrackets || after, isLabelled: false }))
      .filter(({ text }) => !exchangeRate.test(text)),
  )
  for (const statement of statementsIn(titles)) {
    const text = unitOf(statement)
    if (text !== null) found.push({ line: statement.line, text, isLabelled: true })
  }
  return found
}

const currencyLabel = /(?<!\p{L})(?:devises?|monnaies?|currenc(?:y|ies)|ccy)(?!\p{L})/iu
/** Of what the amounts are not: `Devise du budget : EUR`. */
const otherMoney = /origin|source|budget|contrat|contract|bailleur|donor|taux|cours|rate/i

function unitOf({ label, values, isWhole }: Statement): string | null {
  const named = currencyLabel.exec(label)
  if (named && !otherMoney.test(label)) {
    const behind = isWhole ? [label.slice(named.index + named[0].length)] : []
    return firstOf([...behind, ...values], unitAtStart)
  }
  return null
}

function firstOf(texts: readonly string[], read: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = read(text)
    if (found !== null) return found
  }
  return null
}

const articles = /^[\s([]*(?:(?:en|in|le|la|les|the|du|de|des)\s+|l['’]\s*)*/iu

/** The unit with which a text begins, as it is written: of `FCFA (1 EUR = 655,957 FCFA)` the first. */
function unitAtStart(text: string): string | null {
  const bare = text.replace(articles, '')
  const { scale, currencies } = unitsIn(bare)
  const written = [scale, ...currencies.map((each) => each.written)]
  return written.find((each) => each !== null && beginsWith(bare, each)) ?? null
}

const beginsWith = (text: string, sign: string): boolean =>
  text.startsWith(sign) && (!/\p{L}$/u.test(sign) || !/^[\p{L}\p{N}]/u.test(text.slice(sign.length)))
