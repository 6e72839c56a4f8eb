import { type Filled, type Language, messageOf, type Put, readMessage } from './catalogue.ts'
import { type Argument, isSentence, type Sentence, type Shows, type Value, type Words } from './sentence.ts'

/**
 * A sentence as text, in the language of whoever reads it. Text that was put into it stays as it is.
 *
 * @param timeZone of the reader's clock, by its IANA name; without it moments are written in UTC, and say so
 */
export const render = (sentence: Sentence, language: Language, timeZone?: string): string =>
  renderMessage(sentence.key, sentence.args, language, timeZone)

/** The same where it may be somebody's own words, which are text in any language. */
export const renderWords = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : render(words, language)

/** As `render`, for a key and arguments that were not made into a sentence. */
export function renderMessage(
  key: string,
  args: Readonly<Record<string, Argument>>,
  language: Language,
  timeZone?: string,
): string {
  const filled = readOnce(key, language)
  if (!filled) return unknownMessage(key, args, language)
  return filled((name, isCount = false) => {
    const argument = args[name]
    // Of another version's message with the same key: what is lacking shows, and the rest of the sentence with it.
    if (argument === undefined) return { shown: `{${name}}`, chosenBy: 0 }
    return put(isCount && isWhole(argument) ? { count: String(argument) } : argument, language, timeZone)
  })
}

const isWhole = (argument: Argument): boolean => typeof argument === 'number' && Number.isInteger(argument)

const readMessages: Readonly<Record<Language, Map<string, Filled>>> = { en: new Map(), fr: new Map() }

function readOnce(key: string, language: Language): Filled | undefined {
  const found = readMessages[language].get(key)
  if (found) return found
  const text = messageOf(key, language)
  if (text === undefined) return undefined
  const filled = readMessage(language === 'fr' ? unbroken(text) : text, language)
  readMessages[language].set(key, filled)
  return filled
}

/**
 * French sets « », : ; ? ! and % apart from their words, and no line may break there. It is done here, so that whoever writes a
 * message types a space. What is put into a message stays as it is.
 */
const unbroken = (french: string): string => french.replaceAll(/(?<=«) | (?=[:;?!»])|(?<=[\d}]) (?=%)/g, '\u00a0')

/** `ledger.row_moved (state: paid)`: for a sentence of a newer payrun, which wrote it into the same ledger. */
function unknownMessage(key: string, args: Readonly<Record<string, Argument>>, language: Language): string {
  const details = Object.entries(args).map(([name, value]) => `${name}: ${put(value, language).shown}`)
  return details.length > 0 ? `${key} (${details.join(', ')})` : key
}

function put(argument: Argument, language: Language, timeZone?: string): Put {
  if (typeof argument === 'string') return { shown: argument, chosenBy: argument }
  if (typeof argument === 'number') return { shown: String(argument), chosenBy: argument }
  if (typeof argument === 'bigint') return { shown: String(argument), chosenBy: Number(argument) }
  const shown = isList(argument)
    ? argument.map((item) => put(item, language, timeZone).shown).join(', ')
    : hasKey(argument)
      ? render(argument, language, timeZone)
      : 'date' in argument
        ? showMoment(argument, language, timeZone)
        : renderValue(argument, language)
  return { shown, chosenBy: isList(argument) || hasKey(argument) ? shown : chosenBy(argument) }
}

const isList = (argument: Argument): argument is readonly (string | Value | Sentence)[] => Array.isArray(argument)

/** An argument is a sentence if it has a key: values have none. */
const hasKey = (argument: Value | Sentence | readonly unknown[]): argument is Sentence => 'key' in argument

/** A value by itself, as the cell of a table has it. */
export function renderValue(value: Value, language: Language): string {
  if ('integer' in value) return value.integer
  if ('count' in value) return showCount(value.count, language)
  if ('money' in value) return showMoney(value.money.amountMinor, value.money.currency, language)
  if ('date' in value) return inUtc(value)
  if ('country' in value) return nameOf('country', value.country, language)
  if ('state' in value) return nameOf('state', value.state, language)
  if ('batchState' in value) return nameOf('batch', value.batchState, language)
  return value.operator
}

function chosenBy(value: Value): number | string {
  if ('integer' in value) return Number(value.integer)
  if ('count' in value) return Number(value.count)
  if ('state' in value) return value.state
  return 'batchState' in value ? value.batchState : ''
}

/** Named in the catalogue as other messages are; by its code where it isn't. */
const nameOf = (kind: 'country' | 'state' | 'batch', code: string, language: Language): string =>
  messageOf(`names.${kind}_${code}`, language) ?? code

type Moment = Extract<Value, { date: string }>

/** In UTC, and the same in every language, so that it can be compared with files and logs. */
function inUtc({ date, shows }: Moment): string {
  const [day = '', time = ''] = new Date(date).toISOString().split('T')
  if (shows === 'day') return day
  if (shows === 'time') return time.slice(0, 8)
  return `${day} ${time.slice(0, shows === 'second' ? 8 : 5)}`
}

function showMoment(moment: Moment, language: Language, timeZone: string | undefined): string {
  if (timeZone !== undefined) return clockText(moment.date, moment.shows, language, timeZone)
  return moment.shows === 'day' ? inUtc(moment) : `${inUtc(moment)} UTC`
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as its reader's clock says it: `25 Nov 2026, 08:00`. A day is the same for everybody.
 *
 * @param iso ISO 8601
 * @param timeZone an IANA name that Intl knows; without another it throws a RangeError
 */
export function clockText(iso: string, shows: Shows, language: Language, timeZone: string): string {
  const which = `${language} ${shows} ${timeZone}`
  let clock = clocks.get(which)
  if (!clock) {
    clock = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
      ...(shows === 'time' ? {} : { dateStyle: 'medium' }),
      ...(shows === 'day' ? {} : { timeStyle: shows === 'minute' ? 'short' : 'medium' }),
      timeZone: shows === 'day' ? 'UTC' : timeZone,
    })
    clocks.set(which, clock)
  }
  const text = clock.format(new Date(iso))
  return language === 'fr' ? text.replace(/^1 /, '1er ') : text
}

/**
 * What people in its countries call it. The francs of West and of Central Africa are two currencies with one name: those of
 * the second have their code with them, or nobody could tell the sums of a batch apart that pays in both.
 */
const spoken: Readonly<Record<string, string>> = { XOF: 'FCFA', XAF: 'FCFA\u00a0(XAF)' }

/** Per ISO 4217, for the provider's currencies; what another has is asked of Intl. A test compares it with the domain's. */
export const decimalsOfCurrency: Readonly<Record<string, number>> = {
  XOF: 0,
  XAF: 0,
  RWF: 0,
  UGX: 0,
  KES: 2,
  TZS: 2,
  ZMW: 2,
  GHS: 2,
}

/**
 * Money in sentences and on a terminal, as people write it in a language: `1,500.50 KES` and `1,250,000 FCFA`, in French
 * `1 500,50 KES` and `1 250 000 FCFA`.
 *
 * @param amountMinor digits, maybe with a minus
 */
export function showMoney(amountMinor: string, currency: string, language: Language): string {
  const decimals = decimalsOf(currency)
  const sign = amountMinor.startsWith('-') ? '-' : ''
  const digits = amountMinor.slice(sign.length).padStart(decimals + 1, '0')
  const units = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const name = spoken[currency] ?? currency
  if (language === 'en')
    return `${sign}${showCount(units, 'en')}${fraction && `.${fraction}`} ${name.replace('\u00a0', ' ')}`
  return `${sign}${showCount(units, 'fr')}${fraction && `,${fraction}`}\u00a0${name}`
}

let frenchCount: Intl.NumberFormat | undefined

/**
 * A whole number, digits in groups of three: `1,250,000`, in French `1 250 000`, where the spaces are narrow and don't break.
 * English without Intl, which takes 15 ms to make its first format.
 */
function showCount(digits: string, language: Language): string {
  if (language === 'en') return digits.replace(/\B(?=(?:\d{3})+$)/g, ',')
  frenchCount ??= new Intl.NumberFormat('fr', { maximumFractionDigits: 0 })
  return frenchCount.format(BigInt(digits))
}

/**
 * Money on a page, as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount digits, with a point before the decimals if any (`150.50`); none is lost or rounded
 * @param currency ISO 4217
 */
export function moneyText(amount: string, currency: string, language: Language): string {
  const decimals = decimalsOfCurrency[currency] ?? 0
  // Given as text, the digits never pass through a JavaScript number.
  const digits = amountFormat(language, decimals).format(amount as Intl.StringNumericLiteral)
  return `${digits}\u00a0${spoken[currency] ?? currency}`
}

const amountFormats = new Map<string, Intl.NumberFormat>()

/** Kept, since to make one takes longer than to write hundreds of amounts with it. */
function amountFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`
  const format =
    amountFormats.get(key) ??
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: 20 })
  amountFormats.set(key, format)
  return format
}

const decimalsOf = (currency: string): number => decimalsOfCurrency[currency] ?? decimalsByIntl(currency)

/** A code that isn't of three letters throws in Intl; a sentence with one is shown all the same. */
function decimalsByIntl(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 0
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** An error that people are told of: `said` for whoever reads it; its message is the same in English, for logs. */
export class SaidError extends Error {
  readonly said: Sentence

  constructor(said: Sentence, options?: ErrorOptions) {
    super(render(said, 'en'), options)
    this.said = said
  }
}

/** A value in which each sentence is text: what other people's code gets. */
export type Rendered<Value> = Sentence extends Value
  ? Exclude<Value, Sentence> | string
  : Value extends readonly (infer Item)[]
    ? Rendered<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: Rendered<Value[Name]> }
      : Value

/**
 * Plain data (objects, lists, texts, numbers) with its sentences as text. Never throws: a sentence that can't be said is in
 * English, or its key, so that no result of a payment is lost with its message.
 */
export const rendered = <Value>(value: Value, language: Language): Rendered<Value> =>
  renderedIn(value, language) as Rendered<Value>

function renderedIn(value: unknown, language: Language): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isSentence(value)) return renderedAnyhow(value, language)
  if (Array.isArray(value)) return value.map((item) => renderedIn(item, language))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renderedIn(item, language)]))
}

function renderedAnyhow(sentence: Sentence, language: Language): string {
  try {
    return render(sentence, language)
  } catch {
    return language === 'en' ? sentence.key : renderedAnyhow(sentence, 'en')
  }
}

/** Control characters, line ends, and marks that change the direction of what follows. */
export const unprintable = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Text from a file or from the provider, safe on a terminal: a cell with an escape sequence in it could clear the
 * screen or hide a line. What can't be seen is shown by its code: `\n`, `\u001b`.
 */
export const printable = (text: string): string => text.toWellFormed().replaceAll(unprintable, escaped)

/** What is allowed in a text that is laid out already: line ends, tabs, and the colours of `createStyle`. */
const layout = /\n|\r\n|\t/
const colours = new RegExp(`${String.fromCharCode(27)}\\[(?:1|2|22|31|32|33|35|36|39)m`)
const parts = (allowed: RegExp) => new RegExp(`${allowed.source}|${unprintable.source}`, 'gu')
const [plainParts, colouredParts] = [parts(layout), parts(new RegExp(`${layout.source}|${colours.source}`))]

/**
 * A text that is laid out already, of which some may be anybody's words, as a terminal may have it: everything that payrun prints goes
 * through here. What `printable` has made safe stays as it is.
 *
 * @param isColoured whether payrun's own colours may be in it
 */
export const printableLines = (text: string, isColoured: boolean): string =>
  text
    .toWellFormed()
    .replaceAll(isColoured ? colouredParts : plainParts, (found) =>
      found.length > 1 || found === '\n' || found === '\t' ? found : escaped(found),
    )

/** A JSON text that a terminal may have: JSON itself escapes what is below U+0020 only. It means the same as before. */
export const printableJson = (json: string): string =>
  json.replaceAll(unprintable, (found) => (found.charCodeAt(0) < 0x20 ? found : escaped(found)))

const escaped = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
