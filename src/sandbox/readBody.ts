import { parseExact } from '../provider/exactJson.ts'

export interface ReadBody {
  value: unknown
  /** The digits of the top-level `amount` as they stand in the JSON: `150.50`, not 150.5. Null when it is no number. */
  amount: string | null
}

/** Reads a request's JSON together with the exact digits of its amount. Null: it is no JSON. */
export function readBody(text: string): ReadBody | null {
  try {
    const value: unknown = JSON.parse(text)
    const isNumber = typeof amountOf(value) === 'number'
    return { value, amount: isNumber ? String(amountOf(parseExact(text, ['amount']))) : null }
  } catch {
    return null
  }
}

const amountOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'amount' in value ? value.amount : undefined
