import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The digits of the nth valid MTN number in Benin. */
export const beninNumber = (n: number): string => `22901${97_000_000 + n}`

/** The digits of the nth valid number in Ghana. */
export const ghanaNumber = (n: number): string => `23324${String(4_000_000 + n).padStart(7, '0')}`

/**
 * Writes a payroll of `rows` people in Benin, each with a reference, and returns its path. A second payroll for the same people needs
 * another first amount, or it looks like the same one with new references.
 */
export function writePayroll(
  folder: string,
  rows: number,
  { name = 'payroll.csv', prefix = 'EMP', firstAmount = 1001 } = {},
): string {
  const lines = ['reference,name,operator,phone_number,amount']
  for (let n = 1; n <= rows; n += 1)
    lines.push(`${prefix}-${n},Person ${n},mtn-benin,${beninNumber(n)},${firstAmount + n - 1}`)
  return writeFile(folder, name, `${lines.join('\n')}\n`)
}

export function writeFile(folder: string, name: string, text: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** `two.csv`: rows of an operator in Benin and of one in Ghana, alternately. */
export function writeTwoOperators(folder: string, rows: number): void {
  const lines = ['reference,operator,phone_number,amount']
  for (let n = 0; n < rows; n += 1)
    lines.push(`B${n},mtn-benin,${beninNumber(n)},100`, `G${n},momo-ghana,${ghanaNumber(n)},100`)
  writeFile(folder, 'two.csv', lines.join('\n'))
}
