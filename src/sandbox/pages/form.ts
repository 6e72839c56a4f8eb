/** A posted form: each field once, the last one when it came more than once. */
export type Form = Readonly<Record<string, string | undefined>>

/** Reads what the form parser made of a body. Whatever is not text is left out. */
export function readForm(body: unknown): Form {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value
      return typeof last === 'string' ? [[name, last]] : []
    }),
  )
}
