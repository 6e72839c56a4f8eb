/**
 * What a spreadsheet runs as a formula when a cell begins with it: = + - @ tab or CR, and their full-width forms. With
 * `'` before it, the cell is text (OWASP, "CSV Injection"). Postgres reads this expression, too, when it writes a report.
 */
export const formula = /^'*[=+\-@\t\r＝＋－＠]/
const guarded = /^'+[=+\-@\t\r＝＋－＠]/

/**
 * A cell of a report that no spreadsheet runs. One that has such a `'` of its own gets another, so that `unguardFormula`
 * gives back exactly what was there: a reference that came back changed would be another payout's.
 */
export const guardFormula = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** Undoes `guardFormula`: every cell of a report is as it was in the file that was paid. */
export const unguardFormula = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)
