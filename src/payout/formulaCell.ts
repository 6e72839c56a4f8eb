/** What a formula begins with: = + - @ and their full-width forms. A tab or a CR in front of the cell hides one (OWASP, "CSV Injection"). */
export const formulaSign = /[=+\-@\t\r＝＋－＠]/

/**
 * Where a spreadsheet would begin to run a cell: at its start, or after what some spreadsheet takes for a delimiter or for
 * the end of a line, whichever of them the file has. Quotes and spaces in front do not stop it, and a `'` of the cell's own
 * may be taken off. The match is empty: it is the place for a `'`, with which the rest is text.
 * Postgres reads these three expressions, too, when it writes a report.
 */
export const formulaStart = /(?:^|(?<=[,;|\t\n\r]))(?=['" \u00a0]*[=+\-@＝＋－＠])|^(?='*[\t\r])/g
const guard = /(?:^|(?<=[,;|\t\n\r]))'(?=['" \u00a0]*[=+\-@＝＋－＠])|^'(?='*[\t\r])/g

/** A phone number or an amount, as people write them. No formula does harm with these alone, and each has to stay as it is. */
export const numberCell = /^[0-9 \u00a0\u2009\u202f+().-]*$/

/**
 * A cell of a report that no spreadsheet runs. One that has such a `'` of its own gets another, so that `unguardFormula`
 * gives back exactly what was there: a reference that came back changed would be another payout's.
 */
export const guardFormula = (cell: string): string =>
  formulaSign.test(cell) && !numberCell.test(cell) ? cell.replace(formulaStart, "'") : cell

/**
 * Undoes `guardFormula`: every cell of a report is as it was in the file that was paid. A tab that stands in front without a `'`
 * is not the cell's own either: a report for Excel has it where Excel would make a number or a date of the text.
 */
export function unguardFormula(cell: string): string {
  const text = cell.startsWith('\t') ? cell.slice(1) : cell
  return text.includes("'") ? text.replace(guard, '') : text
}
