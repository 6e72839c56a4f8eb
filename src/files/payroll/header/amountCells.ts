import { parseWrittenAmount, unitsIn } from '../../../payout/money/writtenAmount.ts'
import { plain } from '../../../payout/typedText.ts'

/**
 * It has digits that could be paid, perhaps with a unit, or begins with them: `100 000 (au lieu de 120 000)`. Words, an identifier
 * (`AV-12`), a date, zero and a number of days could not.
 */
export const mayBeAmount = (cell: string): boolean =>
  /[1-9]/.test(cell) &&
  (/^[\d\s.,'’]+$/.test(cell) || isBesideUnit(cell.replace(/\d[\d\s.,'’]*/g, ' ')) || beginsWithAmount(cell))

const longest = 200
const leading = /^([^\d]*)(\d(?:[\d\s.,'’]|-(?=\d{3}(?!\d)))*)(.*)$/su
/** A date, a month or an amount of something else. */
const otherNumber =
  /^(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{4}[/-]\d{1,2}|\d{1,2}[/-]\d{4})(?!\d)|^[\d\s.,]+(?:%|(?:j|jours?|days?|h|heures?|hours?|mois|months?)(?!\p{L}))/iu

function beginsWithAmount(cell: string): boolean {
  const [, before = '', number = ''] = leading.exec(cell.slice(0, longest)) ?? []
  return (
    /[1-9]/.test(number) &&
    number.replace(/\D/g, '').length > 2 &&
    !/[\p{L}/%]/u.test(unitsIn(before).rest) &&
    !otherNumber.test(cell.slice(before.length, longest))
  )
}

/** `12` or `12,75`, which may be a number of anything. */
export const isCount = (cell: string): boolean => /^\d{1,2}(?:[.,]\d{1,2})?$/.test(cell)

export const isInWords = (cell: string): boolean => /\b(?:cents?|mille|millions?|hundred|thousand)\b/.test(plain(cell))

const isBesideUnit = (text: string): boolean => !/[\p{L}/%-]/u.test(unitsIn(text).rest)

export function isSameAmount(cell: string, own: string): boolean {
  if (cell === own) return true
  // Words beside the same amount change nothing.
  const [, before = '', number = '', after = ''] = leading.exec(cell.slice(0, longest)) ?? []
  if (/\p{L}/u.test(after) && !/\d/.test(after) && isSameAmount(`${before}${number}`.trim(), own)) return true
  const [one, other] = [parseWrittenAmount(cell, null), parseWrittenAmount(own, null)]
  return one.ok && other.ok && one.amountMinor === other.amountMinor
}
