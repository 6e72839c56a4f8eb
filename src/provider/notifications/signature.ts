import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header that carries the signature. The interface document has none (section 6): this form is ours. */
export const signatureHeader = 'x-payrun-signature'

/** A signature this old, or this far in the future, is refused: a recorded request can't be played again later. */
export const signatureMaxAgeSeconds = 300

type SignatureCheck = { ok: true } | { ok: false; reason: 'missing' | 'malformed' | 'wrong' | 'too_old' }

/**
 * Signs a notification: `t=<unix seconds>,v1=<hex of HMAC-SHA-256 over "t.body">`.
 *
 * @param body the bytes exactly as they are posted
 */
export function signNotification(body: string | Uint8Array, secret: string, nowMs = Date.now()): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${digestOf(body, secret, seconds).toString('hex')}`
}

/**
 * Checks a signature against the raw body, in constant time. The parts may be in any order, and parts with other names are
 * ignored. If there are several `v1`, one must be right, so that a secret can be changed without a gap.
 */
export function checkSignature(
  header: string | undefined,
  body: string | Uint8Array,
  secret: string,
  nowMs = Date.now(),
): SignatureCheck {
  if (header === undefined || header === '') return { ok: false, reason: 'missing' }
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])
  const given = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? [])
  const [seconds] = times.map(Number)
  if (seconds === undefined || times.length > 1 || given.length === 0) return { ok: false, reason: 'malformed' }
  const expected = digestOf(body, secret, seconds)
  const right = given.filter((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected)).length > 0
  if (!right) return { ok: false, reason: 'wrong' }
  const old = Math.abs(nowMs / 1000 - seconds) > signatureMaxAgeSeconds
  return old ? { ok: false, reason: 'too_old' } : { ok: true }
}

const digestOf = (body: string | Uint8Array, secret: string, seconds: number): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
