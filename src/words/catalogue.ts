import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'

/** The languages that payrun speaks. */
export const languages = ['en', 'fr'] as const

export type Language = (typeof languages)[number]

/** The language of a POSIX locale (`fr_SN.UTF-8`, `fr`, `C`); undefined where payrun doesn't speak it. */
export function languageOfLocale(locale: string): Language | undefined {
  const [code = ''] = locale.toLowerCase().split(/[_.@-]/)
  return languages.find((language) => language === code)
}

/** The messages of a language, part by part: reading all of them would take a command longer than saying what it has to say. */
type Catalogue = Readonly<Record<string, string>>

/** Each is a file of `en` and of `fr`, and begins the keys of what is in it. */
export const parts = [
  'accounts',
  'beside',
  'commands',
  'desk',
  'deskAdmin',
  'deskApprove',
  'deskCorrected',
  'deskBatch',
  'deskDecided',
  'deskMeanwhile',
  'deskNew',
  'deskNext',
  'deskPages',
  'deskPayins',
  'deskPlaces',
  'deskRetry',
  'deskSaid',
  'files',
  'help',
  'helpNotes',
  'ledger',
  'log',
  'names',
  'paying',
  'payout',
  'provider',
  'recover',
  'report',
  'sandbox',
  'settings',
  'signIn',
  'stored',
  'summary',
  'terminal',
  'titles',
  'warnings',
  'web',
  'webhooks',
] as const

export type Part = (typeof parts)[number]

const known = new Set<string>(parts)
const read = new Map<string, Catalogue>()
const require = createRequire(import.meta.url)
/** `.ts` in a checkout, `.js` in a package. */
const extension = import.meta.url.slice(-3)

/** The text of a message; undefined where the catalogue doesn't have it, as when a newer payrun stored it. */
export function messageOf(key: string, language: Language): string | undefined {
  const part = key.slice(0, key.indexOf('.'))
  // Only a part that there is: the key of a stored sentence must not name a file.
  if (!known.has(part)) return undefined
  const messages = partOf(part, language)
  return Object.hasOwn(messages, key) ? messages[key] : undefined
}

/** The key of a message whose English text is this: for what was written down in English, as log lines are. */
export function keyOfEnglish(text: string): string | undefined {
  // The log's own part first: it is nearly always there, and the others need not be read. A state is called as everywhere.
  for (const part of ['log', 'names', ...parts]) {
    const found = Object.entries(partOf(part, 'en')).find(([, english]) => english === text)
    if (found) return found[0]
  }
  return undefined
}

export function partOf(part: string, language: Language): Catalogue {
  const path = `./${language}/${part}${extension}`
  const found = read.get(path)
  if (found) return found
  const { messages }: { messages: Catalogue } = require(path)
  read.set(path, messages)
  return messages
}

/** What is put into a message: as it is shown, and as its form is chosen by it. */
export interface Put {
  shown: string
  chosenBy: number | string
}

/** A number that chooses a form is a count; a line's number is none, and its thousands are not in groups. */
export type Filled = (put: (name: string, isCount?: boolean) => Put) => string

/**
 * Reads a message (ICU MessageFormat). Most are text with names in braces, which a few lines here read as ICU would; only one
 * with a plural or a choice is given to the library, which takes 10 ms to be loaded, too long for a `--help`.
 */
export function readMessage(text: string, language: Language): Filled {
  if (!/[{}']/.test(text)) return () => text
  const pieces = plainPieces(text)
  if (!pieces) return readChoice(text, language)
  return (put) => pieces.map((piece) => (typeof piece === 'string' ? piece : put(piece.name).shown)).join('')
}

type Piece = string | { name: string }

/** Null when it takes more than names in braces. */
function plainPieces(text: string): readonly Piece[] | null {
  const pieces: Piece[] = []
  let said = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === "'") {
      const quoted = quotedAt(text, at)
      said += quoted.text
      at = quoted.end
    } else if (char === '{') {
      const [whole, name] = /^\{\s*(\w+)\s*\}/.exec(text.slice(at)) ?? []
      if (whole === undefined || name === undefined) return null
      pieces.push(said, { name })
      said = ''
      at += whole.length - 1
    } else said += char
  }
  return [...pieces, said]
}

/**
 * An apostrophe is one, unless it stands before a brace or an angle bracket: there it opens a quote, up to the next one. Two
 * are always one.
 */
function quotedAt(text: string, from: number): { text: string; end: number } {
  const next = text[from + 1]
  if (next === "'") return { text: "'", end: from + 1 }
  if (next === undefined || !'{}<>'.includes(next)) return { text: "'", end: from }
  let quoted = ''
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== "'") quoted += text[at]
    else if (text[at + 1] === "'") {
      quoted += "'"
      at += 1
    } else return { text: quoted, end: at }
  }
  return { text: quoted, end: text.length }
}

let library: typeof IntlMessageFormat | undefined

/**
 * A count is shown as the language writes it, and chosen by as a number. The library has one value for both, so that what is
 * shown goes by a name of its own.
 */
function readChoice(text: string, language: Language): Filled {
  library ??= loaded()
  const format = new library(text, language, undefined, { ignoreTag: true })
  const shown = new Map<string, string>()
  const chosen = new Set<string>()
  renameShown(format.getAst(), shown, chosen)
  return (put) => {
    const values: Record<string, string | number> = {}
    for (const [name, renamed] of shown) values[renamed] = put(name, chosen.has(name)).shown
    for (const name of chosen) values[name] = put(name).chosenBy
    return String(format.format(values))
  }
}

function loaded(): typeof IntlMessageFormat {
  const found: { IntlMessageFormat: typeof IntlMessageFormat } = createRequire(import.meta.url)('intl-messageformat')
  // By itself it asks Intl which locales there are, which takes 17 ms. Both of ours are in every Node.
  found.IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String(locales))
  return found.IntlMessageFormat
}

type Elements = ReturnType<IntlMessageFormat['getAst']>

function renameShown(elements: Elements, shown: Map<string, string>, chosen: Set<string>): void {
  for (const element of elements) {
    if (element.type === argumentElement) {
      const renamed = `${element.value} shown`
      shown.set(element.value, renamed)
      element.value = renamed
    } else if ('options' in element) {
      chosen.add(element.value)
      for (const option of Object.values(element.options)) renameShown(option.value, shown, chosen)
    }
  }
}

/** The library's `TYPE.argument`; naming it would load the library. */
const argumentElement = 1

/** The English messages, part by part. */
interface English {
  accounts: typeof import('./en/accounts.ts').messages
  beside: typeof import('./en/beside.ts').messages
  commands: typeof import('./en/commands.ts').messages
  desk: typeof import('./en/desk.ts').messages
  deskAdmin: typeof import('./en/deskAdmin.ts').messages
  deskApprove: typeof import('./en/deskApprove.ts').messages
  deskBatch: typeof import('./en/deskBatch.ts').messages
  deskCorrected: typeof import('./en/deskCorrected.ts').messages
  deskDecided: typeof import('./en/deskDecided.ts').messages
  deskMeanwhile: typeof import('./en/deskMeanwhile.ts').messages
  deskNew: typeof import('./en/deskNew.ts').messages
  deskNext: typeof import('./en/deskNext.ts').messages
  deskPages: typeof import('./en/deskPages.ts').messages
  deskPayins: typeof import('./en/deskPayins.ts').messages
  deskPlaces: typeof import('./en/deskPlaces.ts').messages
  deskRetry: typeof import('./en/deskRetry.ts').messages
  deskSaid: typeof import('./en/deskSaid.ts').messages
  files: typeof import('./en/files.ts').messages
  help: typeof import('./en/help.ts').messages
  helpNotes: typeof import('./en/helpNotes.ts').messages
  ledger: typeof import('./en/ledger.ts').messages
  log: typeof import('./en/log.ts').messages
  names: typeof import('./en/names.ts').messages
  paying: typeof import('./en/paying.ts').messages
  payout: typeof import('./en/payout.ts').messages
  provider: typeof import('./en/provider.ts').messages
  recover: typeof import('./en/recover.ts').messages
  report: typeof import('./en/report.ts').messages
  sandbox: typeof import('./en/sandbox.ts').messages
  settings: typeof import('./en/settings.ts').messages
  signIn: typeof import('./en/signIn.ts').messages
  stored: typeof import('./en/stored.ts').messages
  summary: typeof import('./en/summary.ts').messages
  terminal: typeof import('./en/terminal.ts').messages
  titles: typeof import('./en/titles.ts').messages
  warnings: typeof import('./en/warnings.ts').messages
  web: typeof import('./en/web.ts').messages
  webhooks: typeof import('./en/webhooks.ts').messages
}

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never

/** The same by their keys. */
export type Messages = Both<English[Part]>

/** The key of a message: its part of the catalogue and a few of its English words, as in `ledger.batch_cancelled`. */
export type Key = keyof Messages

/** A part of the catalogue in another language: a message for each of the English ones. */
export type Translation<English> = Readonly<Record<keyof English, string>>
