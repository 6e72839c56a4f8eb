import { withMarksShown } from '../../words/unseen.ts'

/**
 * Whether what came back is what stood in the field: a browser shows a cell on one line, mostly without its line ends, and a page shows
 * marks that nobody sees.
 */
export const isAsShown = (cell: string, typed: string): boolean =>
  [cell, typedText(cell), typedText(cell.replaceAll(/[\r\n]/g, ''))].some(
    (shown) => shown === typed || withMarksShown(shown) === typed,
  )

/** The text of a cell as it is taken from a field. */
export const typedText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, mostTyped)

/** Of a cell. */
export const mostTyped = 1_000
