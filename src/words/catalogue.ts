import { createRequire } from 'node:module'
import type { Language } from './language.ts'

/**
 * The messages of each language, part by part, each read when something of it is said for the first time: a command says
 * sentences of three parts or four, and reading all of them takes longer than saying any. Read at once rather than awaited,
 * since whoever renders a sentence needs its text there and then.
 */
type Catalogue = Readonly<Record<string, string>>

/** Each is a file of `en` and a file of `fr`, and begins the keys of what is in it. */
export const parts = [
  'commands',
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
  'stored',
  'summary',
  'terminal',
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
  // The log's own part first: it is nearly always there, and the others need not be read.
  for (const part of ['log', ...parts]) {
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
