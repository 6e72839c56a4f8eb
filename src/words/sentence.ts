import type { Key, Messages, Part } from './catalogue.ts'

declare const unrendered: unique symbol

/**
 * A sentence that is not in a language yet: the key of a message and what is put into it. `render` makes text of it, in the
 * language of whoever reads. It is plain JSON, frozen, and never a text: the compiler refuses it where a string is due, and
 * what the compiler can't see (a template literal, a join) throws.
 */
export interface Sentence {
  readonly key: string
  readonly args: Readonly<Record<string, StoredArgument>>
  readonly [unrendered]: true
}

/** A sentence of payrun's, or somebody's own words (the provider's, a person's note), which are in whatever language they are. */
export type Words = Sentence | string

/** What may be put into a sentence. The reader's language decides how all but text and plain numbers are written. */
export type Argument = string | number | bigint | Value | Sentence | readonly (string | Value | Sentence)[]

/** As it is kept: a bigint as its digits, since JSON has none. */
export type StoredArgument = string | number | Value | Sentence | readonly (string | Value | Sentence)[]

/** A value that is written as the reader's language writes it. All of it is plain JSON. */
export type Value =
  | { readonly integer: string }
  | { readonly count: string }
  | { readonly money: { readonly amountMinor: string; readonly currency: string } }
  | { readonly date: string; readonly shows: Shows }
  | { readonly country: string }
  | { readonly state: string }
  | { readonly batchState: string }
  | { readonly operator: string }

/** What of a moment is shown: `2026-12-01`, `2026-12-01 08:00`, `2026-12-01 08:00:30`, `08:00:30`. */
const ways = ['day', 'minute', 'second', 'time'] as const
export type Shows = (typeof ways)[number]

/** A sentence of the catalogue. Its arguments are those that its English message names, no more and no fewer. */
export function say<K extends Key>(key: K, ...args: Given<K>): Sentence {
  return made(key, args[0] ?? {})
}

/** The arguments of a message: none where it names none. */
export type Given<K extends Key> = [ArgumentsOf<K>] extends [never]
  ? []
  : [args: Readonly<Record<ArgumentsOf<K>, Argument>>]

/** The names of what a message puts in, read from its English text. */
export type ArgumentsOf<K extends Key> = NamesIn<
  Messages[K],
  Messages[K] extends `${string}, ${Choice}, ${string}` ? true : false
>

/** Each `{name}` and `{name, plural, …}`. In a message with branches, a brace after `one ` or the like opens a branch. */
type NamesIn<Text, Branches, Found = never> = Text extends `${infer Before}{${infer Rest}`
  ? NamesIn<
      Rest,
      Branches,
      Branches extends true
        ? Before extends `${string}${'one' | 'two' | 'few' | 'other'} `
          ? Found
          : Found | NameAt<Rest>
        : Found | NameAt<Rest>
    >
  : Found

/** By how many, or by which: 1st, 2nd. */
type Choice = 'plural' | 'selectordinal'

type NameAt<Rest> = Rest extends `${infer Name}, ${Choice}, ${string}`
  ? Name extends `${string}${NotInNames}${string}`
    ? PlainNameAt<Rest>
    : Name
  : PlainNameAt<Rest>

type PlainNameAt<Rest> = Rest extends `${infer Name}}${string}`
  ? Name extends `${string}${NotInNames}${string}`
    ? never
    : Name
  : never

/** Braces that a message shows stand in quotes: what is in them is no name. */
type NotInNames = ' ' | '{' | '}' | "'" | '"'

/** Money in minor units of its currency (ISO 4217). */
export const money = (amountMinor: bigint, currency: string): Value => ({
  money: { amountMinor: String(amountMinor), currency },
})

/** Sums by their currency. */
export const moneyOf = (sums: ReadonlyMap<string, bigint>): Value[] =>
  [...sums].map(([currency, amountMinor]) => money(amountMinor, currency))

/** A whole number of something, written in groups of three; a message may choose its form by it. */
export const count = (number: number | bigint): Value => ({ count: String(number) })

/** What a sentence lists as people say it: `4`, `4 and 7`, `4, 7 and 9`. A list that was cut off ends with `…`. */
export function listed(items: readonly (string | Value | Sentence)[]): Argument {
  const last = items.at(-1)
  return items.length < 2 || last === undefined || last === '…'
    ? items
    : say('terminal.list_and', { first: items.slice(0, -1), last })
}

/** A moment, written in UTC. */
export const moment = (at: Date, shows: Shows = 'minute'): Value => ({ date: at.toISOString(), shows })

/** A country by its ISO 3166-1 alpha-2 code. */
export const country = (code: string): Value => ({ country: code })

/** The state of a payout, or of a collection. */
export const stateOf = (state: string): Value => ({ state })

export const batchStateOf = (batchState: string): Value => ({ batchState })

/** A mobile money operator by the provider's code. */
export const operatorOf = (code: string): Value => ({ operator: code })

/** A file by its name, which is `-` if it came on standard input. */
export const fileNamed = (name: string): Words => (name === '-' ? say('files.standard_input') : name)

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === prototype

/**
 * A sentence as it was stored, or came from another process. Null when it is none. A key that no catalogue has is kept: a
 * ledger may have been written by a newer payrun, and `render` shows such a sentence by its key.
 */
export function readSentence(json: unknown): Sentence | null {
  if (!isRecord(json) || typeof json['key'] !== 'string' || json['key'] === '') return null
  const { key, args = {} } = json
  if (!isRecord(args)) return null
  const read: Record<string, Argument> = {}
  for (const [name, value] of Object.entries(args)) {
    const argument = readArgument(value)
    if (argument === null) return null
    read[name] = argument
  }
  return made(key, read)
}

/** An accident, such as `${sentence}`: an English reader would see nothing of it until a French one complains. */
function usedAsText(this: { key: string }): never {
  throw new TypeError(`the sentence ${this.key} was used as text: render it in the language of whoever reads it`)
}

const prototype = Object.freeze({ toString: usedAsText, [Symbol.toPrimitive]: usedAsText })

function made(key: string, args: Readonly<Record<string, Argument>>): Sentence {
  const kept = Object.entries(args).map(([name, value]) => [name, stored(value)])
  const fields = { key, args: Object.freeze(Object.fromEntries(kept)) }
  return Object.freeze(Object.assign(Object.create(prototype), fields))
}

const stored = (value: Argument): StoredArgument =>
  typeof value === 'bigint' ? { integer: String(value) } : Array.isArray(value) ? Object.freeze([...value]) : value

function readArgument(json: unknown): Argument | null {
  if (typeof json === 'string') return json
  if (typeof json === 'number') return Number.isFinite(json) ? json : null
  if (Array.isArray(json)) {
    const items = json.map((item: unknown) =>
      typeof item === 'string' ? item : (readValue(item) ?? readSentence(item)),
    )
    return items.every((item) => item !== null) ? items : null
  }
  return readValue(json) ?? readSentence(json)
}

function readValue(json: unknown): Value | null {
  if (!isRecord(json)) return null
  const { integer, count: counted, money: sum, date, shows, country: code, state, batchState, operator } = json
  if (isDigits(integer)) return { integer }
  if (isDigits(counted)) return { count: counted }
  if (typeof code === 'string') return { country: code }
  if (typeof state === 'string') return { state }
  if (typeof batchState === 'string') return { batchState }
  if (typeof operator === 'string') return { operator }
  if (typeof date === 'string' && !Number.isNaN(Date.parse(date))) return { date, shows: readShows(shows) }
  if (!isRecord(sum)) return null
  const { amountMinor, currency } = sum
  return isDigits(amountMinor) && typeof currency === 'string' ? { money: { amountMinor, currency } } : null
}

const readShows = (shows: unknown): Shows => ways.find((way) => way === shows) ?? 'minute'

const isDigits = (value: unknown): value is string => typeof value === 'string' && /^-?\d{1,40}$/.test(value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A sentence as the message of a zod schema, which is text to zod; `saidIn` reads it back. */
export const toSay = (sentence: Sentence): string => JSON.stringify(sentence)

/** What an issue of such a schema says: a sentence of ours, or zod's own English where the schema has no words for it. */
export function saidIn({ message }: { readonly message: string }): Words {
  if (!message.startsWith('{"key":')) return message
  return readSentence(JSON.parse(message)) ?? message
}

/**
 * The parts of the catalogue whose messages may stand in a ledger: why a row can't be paid, what the provider's
 * answer means, what the ledger writes itself, and why a planned run was refused, which is whatever refuses a file. A ledger
 * is kept for years: a message of these parts keeps its key, and what it puts in.
 */
export const storedParts = [
  'beside',
  'commands',
  'files',
  'ledger',
  'payout',
  'provider',
  'stored',
  'titles',
  'warnings',
] as const satisfies readonly Part[]

/** As the JSON of a jsonb column, where a string is somebody's own words and an object a sentence; or holds some of them. */
export const storedJson = (value: Words | readonly object[]): string =>
  JSON.stringify(value, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))

/** Postgres keeps neither a NUL nor half a character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** What stands in such a column. What is neither (which payrun never writes) is shown as it is, rather than not at all. */
export const readStored = (json: unknown): Words =>
  typeof json === 'string' ? json : (readSentence(json) ?? JSON.stringify(json))

export const readStoredOrNull = (json: unknown): Words | null => (json === null ? null : readStored(json))

/** Marks that change the direction of what follows, or can't be seen at all, and control characters but for tabs and line ends. */
export const unseen = /(?![\t\n\r])\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A text as pages show it: each of these marks is U+FFFD. */
export const withMarksShown = (text: string): string => text.replaceAll(unseen, '\ufffd')
