/** The parts of JSON that keep a number's digits as they are written (ES2026; Node 24 has them). */
const exact = JSON as unknown as {
  rawJSON(text: string): object
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}

/** A JSON number of exactly these digits: `150.50` stays `150.50`. For JSON.stringify. */
export const numberOfDigits = (digits: string): object => exact.rawJSON(digits)

/**
 * Parses JSON. Numbers under one of `keys` come out as texts of the digits that stand there; under `*`, every number comes
 * out so that JSON.stringify writes the same digits again.
 *
 * @throws SyntaxError, as JSON.parse
 */
export function parseExact(json: string, keys: readonly string[] | '*'): unknown {
  return exact.parse(json, (key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value
    if (keys === '*') return numberOfDigits(source)
    return keys.includes(key) ? source : value
  })
}
