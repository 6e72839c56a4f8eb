import { currencyDecimals, isCurrency } from '../payout/country.ts'
import type { WrittenCell } from '../spreadsheet/sheetXml.ts'

/** Spreadsheets keep 15 digits of a number. */
const keptDigits = 15

/** Money as a number, shown with its currency's decimals; as text where a number would lose digits. */
export function amountCell(digits: string, currency: string): WrittenCell {
  if (digits.replace(/\D/g, '').length > keptDigits) return { kind: 'text', text: digits, style: 'text' }
  const hasDecimals = !isCurrency(currency) || currencyDecimals[currency] > 0
  return { kind: 'number', digits, style: hasDecimals ? 'decimals' : 'whole' }
}
