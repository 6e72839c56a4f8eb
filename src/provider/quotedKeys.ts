import type { Answer } from './answers/answer.ts'

/** Blanks credentials that an answer quotes, so that the provider's words don't carry them into reports and the ledger. */
type BlankKeys = <Any extends Answer>(answer: Any) => Any

/** A key of at least this length is blanked anywhere; a shorter one only as a separate word. */
const minLengthAnywhere = 12
/** Shorter keys than this can't be told from ordinary words and numbers of an answer: `1500`, `XOF`. */
const minLength = 6
/** Blanking these would hide what an answer says. A key that is one of them is no secret. */
const wordsOfAnswers =
  /^(?:status|reference|message|success|failed|pending|refused|rejected|declined|cancell?ed|amount|currency|operator|payment(?:_url)?|duplicate|timeout)$/i

/** @param keys of the characters that a header can carry (33 to 126) */
export function blankKeysOf(keys: readonly string[]): BlankKeys {
  const secret = [...new Set(keys)].filter((key) => key.length >= minLength && !wordsOfAnswers.test(key))
  const patterns = secret.map((key) => ({ key, pattern: patternOf(key) }))
  return (answer) => {
    if (answer.kind !== 'response') return answer
    const { body } = answer
    const mayEscape = escapeMarks.some((mark) => body.includes(mark))
    for (const { key, pattern } of patterns) {
      // The usual case, thousands of times a second: the answer has no trace of the key.
      if (!mayEscape && !body.includes(key)) continue
      // In latin1 each character is a byte, so offsets agree. Blanks have the length of what they replace, so JSON stays valid.
      for (const { 0: found, index } of body.toString('latin1').matchAll(pattern))
        body.fill('x', index, index + found.length)
    }
    return answer
  }
}

const escapeMarks = ['\\', '&', '%']

function patternOf(key: string): RegExp {
  const written = (key.match(/\\+|[^\\]/g) ?? []).map(formsOf).join('')
  if (key.length >= minLengthAnywhere) return new RegExp(written, 'g')
  // An escape ends before the word, though its last character is a letter or a digit.
  const beginning = '(?:(?<![\\w-])|(?<=\\\\[bfnrt])|(?<=\\\\u[\\da-fA-F]{4}))'
  return new RegExp(`${beginning}${written}(?![\\w-])`, 'g')
}

/**
 * One character, plain or as JSON escapes it (any of them as \uXXXX, some by a backslash, again if the JSON stands in another), as a part
 * of an address (%26), or as HTML has it (&amp;, &#38;, &#x26;).
 */
function formsOf(character: string): string {
  // A run of backslashes, plain or escaped, counts as one, so that it can be read in only one way.
  if (character.startsWith('\\'))
    return `(?:\\\\{${character.length},${4 * character.length}}|(?:${slashes}u005[cC]|%5[cC])+)`
  const code = character.charCodeAt(0)
  const hex = [...code.toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')
  const literal = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  const entity = `(?:&|${slashes}u0026)(?:#0{0,4}${code}|#[xX]0{0,4}${hex}${named.has(character) ? `|${named.get(character)}` : ''});`
  return `(?:\\\\{0,7}${literal}|${slashes}u00${hex}|%${hex}|${entity})`
}

const slashes = '\\\\{1,7}'

const named = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
])
