import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../../../src/provider/notifications/signature.ts'
import { bytes, posted, secret, token } from './samples.ts'
import { setUpReceiving } from './setUpReceiving.ts'

const receiving = setUpReceiving()
const { receive } = receiving

describe('where it comes from', () => {
  const value = { reference: 'P-3', status: 'success' }

  it.each([undefined, '', 'x', `${token}x`, token.slice(1), token.toLowerCase()])(
    'the wrong token finds nothing: %s',
    async (wrong) => {
      const received = await receive({ ...posted(value), token: { given: wrong, expected: token } })
      expect(received).toMatchObject({ kind: 'not_found', httpStatus: 404 })
      expect(await receiving.store.waiting()).toEqual([])
    },
  )

  it('the right token and signature are taken, and it is said to be signed', async () => {
    const received = await receive({ ...posted(value, Date.now()), secret, token: { given: token, expected: token } })
    expect(received).toMatchObject({ kind: 'new', notification: { signed: true } })
  })

  it.each([
    { what: 'an empty token', token: { given: '', expected: '' }, says: /token .* 22 to 100/ },
    { what: 'a short token', token: { given: 'x', expected: 'x' }, says: /token .* 22 to 100/ },
    { what: 'an empty secret', secret: '', says: /secret .* at least 16 characters/ },
    { what: 'a short secret', secret: 'x'.repeat(15), says: /secret .* at least 16 characters/ },
  ])('what a forgotten variable gives is no check, and takes nothing: $what', async ({ says, what: _, ...options }) => {
    await expect(receive({ ...posted(value), ...options })).rejects.toThrow(says)
    expect(await receiving.store.waiting()).toEqual([])
  })

  const signed = (change: (header: string) => string | undefined, atMs = Date.now()) => {
    const request = posted(value, atMs)
    const header = change(request.headers[signatureHeader] ?? '')
    return { ...request, headers: { 'content-type': 'application/json', [signatureHeader]: header } }
  }
  it.each([
    { what: 'without a signature', request: () => posted(value) },
    { what: 'with an empty one', request: () => signed(() => '') },
    {
      what: 'over another body',
      request: () => ({ ...signed((header) => header), body: bytes({ ...value, status: 'FAILED' }) }),
    },
    {
      what: 'over the same fields in another order',
      request: () => ({ ...signed((header) => header), body: bytes({ status: 'success', reference: 'P-3' }) }),
    },
    {
      what: 'with another time',
      request: () => signed((header) => header.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`)),
    },
    { what: 'with half a signature', request: () => signed((header) => header.slice(0, -2)) },
    {
      what: 'with another secret',
      request: () => signed(() => `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`),
    },
    { what: 'signed 5 minutes and a second ago', request: () => signed((header) => header, Date.now() - 301_000) },
    {
      what: 'signed 5 minutes and some seconds ahead',
      request: () => signed((header) => header, Date.now() + 303_000),
    },
  ])('is refused with a secret: $what', async ({ request }) => {
    const received = await receive({ ...request(), secret })
    expect(received).toMatchObject({ kind: 'unsigned', httpStatus: 401 })
    expect(await receiving.store.waiting()).toEqual([])
  })

  it("takes a signature whose parts stand the other way round, and one of several secrets'", async () => {
    const turned = signed((header) => [...header.split(',').reverse(), `v1=${'f'.repeat(64)}`].join(','))
    expect(await receive({ ...turned, secret })).toMatchObject({ kind: 'new' })
  })
})
