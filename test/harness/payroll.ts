import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Digits of a valid Beninese MTN number, the nth. */
export const beninNumber = (n: number): string => `22901${97_000_000 + n}`

/** Digits of a valid Ghanaian number, the nth. */
export const ghanaNumber = (n: number): string => `23324${String(4_000_000 + n).padStart(7, '0')}`

/** Write a payroll of `rows` people in Benin, each with a reference, and return its path. */
export function writePayroll(folder: string, rows: number, { name = 'payroll.csv', prefix = 'EMP' } = {}): string {
  const lines = ['reference,name,operator,phone_number,amount']
  for (let n = 1; n <= rows; n += 1) lines.push(`${prefix}-${n},Person ${n},mtn-benin,${beninNumber(n)},${1000 + n}`)
  return writeFile(folder, name, `${lines.join('\n')}\n`)
}

export function writeFile(folder: string, name: string, text: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
