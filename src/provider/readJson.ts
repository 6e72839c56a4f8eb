import { t } from '../words/t.ts'
import type { Response } from './answer.ts'
import { hasRepeatedKey } from './hasRepeatedKey.ts'

export type ReadJson =
  | { kind: 'json'; value: unknown; text: string }
  | { kind: 'contradictory'; message: string }
  | { kind: 'unreadable'; message: string }

/**
 * Reads the body of an answer as JSON, whatever its content type says.
 *
 * @param decidingKeys the fields that decide: given twice, a parser silently takes the last, and the sender may have meant
 *   the first
 */
export function readJson({ body, delimited, httpStatus }: Response, decidingKeys: readonly string[]): ReadJson {
  if (body.length === 0) return unreadable(t`an empty answer (HTTP ${httpStatus})`)
  const text = decode(body)
  if (text === null) return unreadable(t`an answer that is not UTF-8`)
  const value = parse(text)
  if (value === undefined)
    return unreadable(delimited ? t`an answer that is not JSON` : t`an answer that was cut short`)
  if (hasRepeatedKey(text, decidingKeys)) {
    return { kind: 'contradictory', message: t`The provider's answer gives the same field twice.` }
  }
  return { kind: 'json', value, text }
}

export const unreadable = (what: string): { kind: 'unreadable'; message: string } => ({
  kind: 'unreadable',
  message: t`The provider sent ${what}: it can't be told what became of the request.`,
})

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(body: Buffer): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
