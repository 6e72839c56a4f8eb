import { hash } from 'node:crypto'

export type PayoutIdentity =
  | { period: string | null; sandbox?: boolean; reference: string }
  | { period: string | null; sandbox?: boolean; fileSha256: string; line: number }

/**
 * The idempotency key of a payout: 32 hex characters (the first 16 bytes of a SHA-256), which Postgres takes as a uuid.
 *
 * With a reference: the merchant's own id of the payout, compared exactly after trimming, within the period (null: no
 * period, which is a scope of its own). Without: the file's bytes and the line. JSON makes the encoding unambiguous: no
 * two identities give the same text.
 */
export function payoutKey(identity: PayoutIdentity): string {
  const parts =
    'reference' in identity
      ? ['reference', identity.period, identity.reference.trim()]
      : ['line', identity.period, identity.fileSha256, identity.line]
  // A payout that was tried in the sandbox is not paid: it doesn't stand in the way of the real one.
  if (identity.sandbox) parts.push('sandbox')
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}
