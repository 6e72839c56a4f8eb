/** Marks that change the direction of what follows, or can't be seen at all. */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * A merchant's text without marks that could make it look like another one: they are shown as U+FFFD. Line ends become
 * spaces. Escaping for HTML is the templates' work.
 */
export const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(invisible, '\ufffd')
