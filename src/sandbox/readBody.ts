export interface ReadBody {
  value: unknown
  /** The digits of the top-level `amount` as they stand in the JSON: `150.50`, not 150.5. Null when it is no number. */
  amount: string | null
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

/** What the language's own types don't know yet: a reviver is told the source text of a number. */
const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown

/** Reads a request's JSON together with the exact digits of its amount. Null: it is no JSON. */
export function readBody(text: string): ReadBody | null {
  const digits = new WeakMap<object, string>()
  try {
    const value = parseWithSource(text, function (key, each, { source }) {
      const holds = key === 'amount' && typeof each === 'number' && typeof this === 'object' && this !== null
      if (holds && source !== undefined) digits.set(this, source)
      return each
    })
    return { value, amount: typeof value === 'object' && value !== null ? (digits.get(value) ?? null) : null }
  } catch {
    return null
  }
}
