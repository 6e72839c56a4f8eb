import { withMarksShown } from '../../words/sentence.ts'

/**
 * Whether the text of a form's field is still what the page showed. Browsers show a cell on one line, mostly without its line breaks, and
 * the page shows invisible characters as marks.
 */
export const isAsShown = (cell: string, typed: string): boolean =>
  [cell, typedText(cell), typedText(cell.replaceAll(/[\r\n]/g, ''))].some(
    (shown) => shown === typed || withMarksShown(shown) === typed,
  )

/** The text of a cell from a form's field. */
export const typedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, mostTyped)

/** The most characters of a cell. */
export const mostTyped = 1_000
