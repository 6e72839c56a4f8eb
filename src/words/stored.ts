import type { Part } from './catalogue.ts'
import { readSentence, type Words } from './sentence.ts'

/**
 * The parts of the catalogue whose messages may stand in a ledger: why a row can't be paid, what the provider's
 * answer means, what the ledger writes itself, and why a planned run was refused, which is whatever refuses a file. A ledger
 * is kept for years: a message of these parts keeps its key, and what it puts in.
 */
export const storedParts = [
  'commands',
  'files',
  'ledger',
  'payout',
  'provider',
  'stored',
  'warnings',
] as const satisfies readonly Part[]

/** As the JSON of a jsonb column, where a string is somebody's own words and an object a sentence; or holds some of them. */
export const storedJson = (value: Words | readonly object[]): string =>
  JSON.stringify(value, (_key, value: unknown) => (typeof value === 'string' ? storable(value) : value))

/** Postgres keeps neither a NUL nor half a character. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** What stands in such a column. What is neither (which payrun never writes) is shown as it is, rather than not at all. */
export const readStored = (json: unknown): Words =>
  typeof json === 'string' ? json : (readSentence(json) ?? JSON.stringify(json))

export const readStoredOrNull = (json: unknown): Words | null => (json === null ? null : readStored(json))
