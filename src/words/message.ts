import { createRequire } from 'node:module'
import type { IntlMessageFormat } from 'intl-messageformat'
import type { Language } from './language.ts'

/** What is put into a message: as it is shown, and as its form is chosen by it. */
export interface Put {
  shown: string
  chosenBy: number | string
}

export type Filled = (put: (name: string) => Put) => string

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
    for (const [name, renamed] of shown) values[renamed] = put(name).shown
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
