/** Control characters, line ends, and marks that change the direction of what follows. */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

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
