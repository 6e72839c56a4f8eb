import { signatureHeader, signNotification } from '../../../src/provider/notifications/signature.ts'

export const secret = 'a shared secret of the tests'
export const token = 'aToken_of-the_tests-0123456789'

export const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8')

/** Headers and body of a notification, signed when `signedAtMs` is given. */
export function posted(value: unknown, signedAtMs?: number) {
  const body = bytes(value)
  const signature = signedAtMs === undefined ? {} : { [signatureHeader]: signNotification(body, secret, signedAtMs) }
  return { headers: { 'content-type': 'application/json', ...signature }, body }
}
