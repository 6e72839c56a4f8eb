import { expect, test } from 'vitest'
import { likelyColumns } from '../../../../src/files/payroll/header/guessedColumns.ts'

test.each([
  ['Total', 'amount'],
  ['NAP', 'amount'],
  ['Per diem', 'amount'],
  ['N° bénéficiaire', 'phone_number'],
  ['Moyen de paiement', 'operator'],
  ['Indemnité', 'amount'],
  ['Transport refund (UGX)', 'amount'],
  ['Stipend', 'amount'],
  ['Novembre 2026', 'amount'],
  ['Nov', 'amount'],
  ['Canal', 'operator'],
  ['WhatsApp', 'phone_number'],
] as const)('%s is suggested for the %s, though nobody is paid by it unasked', (column, field) => {
  expect(likelyColumns([field], ['Service', column])).toMatchObject([{ field, column }])
})

test('no column is suggested for two fields', () => {
  const found = likelyColumns(['operator', 'phone_number'], ['Réseau GSM', 'Contact'])
  expect(new Set(found.map(({ column }) => column)).size).toBe(found.length)
})
