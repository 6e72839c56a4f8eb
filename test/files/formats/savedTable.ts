import { expect } from 'vitest'
import type { Checked } from '../payroll/checkContent.ts'

/** What all these files say, whatever they are saved as. */
export const table = [
  ['Opérateur', 'N° de téléphone', 'Montant', 'Nom', 'Remarque'],
  ['mtn-benin', '+229 01 97 00 00 01', '1500,00', "Ndèye N'Guessan", 'a "quoted" word; and more'],
  ['momo-kenya', '0712123456', '1250,5', 'Zoë Œuvre', 'two\nlines'],
]
export const map = { phone_number: 'N° de téléphone' }

const quoted = (text: string) => (/[";\t\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
export const written = (delimiter: string, lineEnd: string) =>
  table.map((row) => row.map(quoted).join(delimiter) + lineEnd).join('')

export function expectTable({ rows, columns, result }: Checked): void {
  expect(result).toMatchObject({ kind: 'checked', summary: { rows: 2, problemCount: 0 } })
  expect(columns).toEqual(table[0])
  const cells = rows.map((row) => row.cells.map((cell) => cell?.replace(/\r\n?/g, '\n')))
  expect(cells).toEqual(table.slice(1))
  expect(rows).toMatchObject([
    { payable: { phone: '2290197000001', amountMinor: 1500n, currency: 'XOF', name: "Ndèye N'Guessan" } },
    { payable: { phone: '254712123456', amountMinor: 125050n, currency: 'KES', name: 'Zoë Œuvre' } },
  ])
}
