import { addLocale, format, formatColor, type Token, tokenize } from 'numfmt'

/** What a sheet shows for a number. */
export type Shown =
  /** A number, and what its format writes around it. */
  | {
      kind: 'number'
      /** As people see it, but always with these separators: `1 500.50 €`. */
      text: string
      before: string
      /** Before the decimal point, with what the format puts between the digits: `01 97 00 00 01`, `1 500` (grouped). */
      whole: string
      isGrouped: boolean
      /** Null if there is no decimal point. */
      fraction: string | null
      after: string
      isNegative: boolean
    }
  /** Nothing, a percentage, a date, a fraction, an exponent. */
  | { kind: 'other'; text: string }
  /** Its format can't be read. */
  | { kind: 'unknown' }

/** A code that can change what a cell seems to say. */
export interface NumberFormat {
  /** @param plain decimal digits: `-1500.5` */
  show(plain: string): Shown
  /** What is shown for a text. */
  showText(text: string): string | null
}

/** Stand in for separators and signs, to tell them from the format's own text. */
const mark = { group: '\ue000', decimal: '\ue001', negative: '\ue002', positive: '\ue003', exponent: '\ue004' }
const opens = '\ue005'
const closes = '\ue006'
const width = '\ue007'
const fill = '\ue008'
const anyMark = /[\ue000-\ue008]/
const locale = 'qp'
addLocale(mark, locale)

const unknown: NumberFormat = {
  show: () => ({ kind: 'unknown' }),
  showText: () => null,
}

/** Reads a number format (ECMA-376 part 1, 18.8.31). What an unreadable one shows is unknown. */
export function readNumberFormat(code: string): NumberFormat {
  const tokens = anyMark.test(code) ? null : tokenize(code)
  const pattern = tokens && markLiterals(tokens)
  if (pattern === null || formatted(pattern, 0) === null || formatted(pattern, '') === null) return unknown
  const shown = (value: number | string) => (isInvisible(pattern, value) ? '' : (formatted(pattern, value) ?? ''))
  const showText = (text: string) => readable(shown(text))
  if (isOfText(tokens)) return { show: (plain) => shownAsText(showText(plain), plain), showText }
  return { show: (plain) => readShown(shown(Number(plain))), showText }
}

/** `@` in the section for numbers: they are shown like text. */
const isOfText = (tokens: readonly Token[] | null): boolean =>
  tokens?.find(({ type }) => type === 'TEXT' || type === 'BREAK')?.type === 'TEXT'

const shownAsText = (text: string, plain: string): Shown =>
  text === plain && /^\d+$/.test(plain)
    ? { kind: 'number', text, before: '', whole: plain, isGrouped: false, fraction: null, after: '', isNegative: false }
    : { kind: 'other', text }

/** numfmt writes a mark, then the character whose width is left free, or that fills the cell. */
function formatted(pattern: string, value: number | string): string | null {
  try {
    const output = format(pattern, value, { locale, skipChar: width, fillChar: fill })
    return output.replace(/\ue007./gsu, ' ').replace(/\ue008./gsu, '')
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

/** White letters on the white sheet. */
function isInvisible(pattern: string, value: number | string): boolean {
  const color = pattern.includes('[') ? formatColor(pattern, value) : undefined
  return typeof color === 'string' && /^(?:white|#fff(?:fff)?)$/i.test(color)
}

/** What numfmt can't show. */
const unshown = new Set<string>(['ERROR', 'MODIFIER', 'DBNUM', 'NATNUM', 'CALENDAR'])
const literals = new Set<string>(['STRING', 'ESCAPED', 'CHAR', 'SPACE', 'DIGIT', 'CURRENCY', 'PAREN', 'MINUS', 'PLUS'])

/** The code with marks around its own text. Null if it can't be shown, or if it fills the cell with what may look like a digit. */
function markLiterals(tokens: readonly Token[]): string | null {
  const parts: string[] = []
  for (const { type, value, raw } of tokens) {
    if (unshown.has(type)) return null
    if (type === 'FILL' && !/^\*[ *_\u00a0]$/.test(raw)) return null
    if (type === 'LOCALE') {
      const symbol = symbolOf(value)
      if (symbol === null) return null
      if (symbol !== '') parts.push(literal(symbol))
    } else parts.push(literals.has(type) ? literal(value) : raw)
  }
  return parts.join('')
}

/** `€-40C` writes €. Null if the computer's settings decide: `-F800` is its long date, `-x-systime` its time. */
function symbolOf(value: string): string | null {
  const [, symbol = '', id = ''] = /^([^-]*)(?:-(.*))?$/.exec(value) ?? []
  return /^(?:[0-9A-Fa-f]{0,8})$/.test(id) && !/^F[48]00$/i.test(id) ? symbol : null
}

const literal = (text: string): string =>
  `"${opens}"${[...text].map((char) => (char === '"' ? '\\"' : `"${char}"`)).join('')}"${closes}"`

/** Finds the number: the digits and separators outside the marks. */
function readShown(output: string): Shown {
  let isLiteral = false
  let isNegative = false
  let isOther = false
  let [before, whole, after] = ['', '', '']
  let fraction: string | null = null
  let isGrouped = false
  for (const char of output) {
    const isDigit = !isLiteral && char >= '0' && char <= '9'
    if (char === opens) isLiteral = true
    else if (char === closes) isLiteral = false
    else if (!isLiteral && char === mark.negative) isNegative = true
    else if (!isLiteral && char === mark.decimal && fraction === null) fraction = ''
    else if (!isLiteral && char === mark.group) isGrouped = true
    else if (isDigit && fraction !== null) {
      if (after !== '') isOther = true
      fraction += char
    } else if (isDigit) {
      if (whole !== '') whole += after
      else before += after
      after = ''
      whole += char
    } else if (isLiteral || char === ' ') after += char
    else isOther = true
  }
  const text = readable(output)
  if (isOther || (whole === '' && !fraction)) return { kind: 'other', text }
  return { kind: 'number', text, before, whole, isGrouped, fraction, after, isNegative }
}

const readable = (output: string): string =>
  output
    .replace(/[\ue005\ue006]/g, '')
    .replaceAll(mark.group, ' ')
    .replaceAll(mark.decimal, '.')
    .replaceAll(mark.negative, '-')
    .replaceAll(mark.positive, '+')
    .replaceAll(mark.exponent, 'E')
    .trim()
