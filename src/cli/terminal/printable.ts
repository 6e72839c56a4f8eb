/** Control characters, line ends, and marks that change the direction of what follows. */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Text from a file or from the provider, safe on a terminal: a cell with an escape sequence in it could clear the
 * screen or hide a line. What can't be seen is shown by its code: `\n`, `\u001b`.
 */
export const printable = (text: string): string => text.toWellFormed().replaceAll(unprintable, escaped)

const escaped = (character: string): string =>
  short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
