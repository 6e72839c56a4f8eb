import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature, signatureMaxAgeSeconds, signNotification } from '../../src/provider/notifications/signature.ts'

const secret = 'a secret of both sides'
const body = '{"reference":"R-1","status":"success"}'
const nowMs = Date.parse('2026-11-21T08:00:00Z')
const signature = signNotification(body, secret, nowMs)
const check = (header: string | undefined, text = body, atMs = nowMs) => checkSignature(header, text, secret, atMs)

describe("a notification's signature", () => {
  it('is the HMAC-SHA-256 of the time, a dot and the body', () => {
    const seconds = nowMs / 1000
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    expect(signature).toBe(`t=${seconds},v1=${hex}`)
    expect(check(signature)).toEqual({ ok: true })
    expect(checkSignature(signature, Buffer.from(body), secret, nowMs)).toEqual({ ok: true })
  })

  it('holds whatever the order of its parts, beside parts of other names and of another secret', () => {
    const [time = '', right = ''] = signature.split(',')
    const [, other = ''] = signNotification(body, 'the secret before', nowMs).split(',')
    for (const header of [`${right}, ${time}`, `${time},v0=x,${right}`, `${time},${other},${right}`]) {
      expect(check(header)).toEqual({ ok: true })
    }
  })

  it.each([
    ['missing', undefined, body],
    ['missing', '', body],
    ['malformed', 'v1=00', body],
    ['malformed', signature.replace('v1=', 'v2='), body],
    ['malformed', `t=1,${signature}`, body],
    ['malformed', signature.slice(0, -1), body],
    ['wrong', signature, `${body} `],
    ['wrong', signature.replace(/^t=\d+/, `t=${nowMs / 1000 + 1}`), body],
    ['wrong', signNotification(body, 'another secret', nowMs), body],
  ])('is refused as %s: %s', (reason, header, text) => {
    expect(check(header, text)).toEqual({ ok: false, reason })
  })

  it('is refused when it is too old or too far ahead', () => {
    const limitMs = signatureMaxAgeSeconds * 1000
    for (const sign of [1, -1]) {
      expect(check(signature, body, nowMs + sign * limitMs)).toEqual({ ok: true })
      expect(check(signature, body, nowMs + sign * (limitMs + 1))).toEqual({ ok: false, reason: 'too_old' })
    }
  })
})
