import { describe, expect, it } from 'vitest'
import { withoutCustomData } from '../../../src/provider/notifications/readNotification.ts'
import { bytes, posted } from './samples.ts'
import { setUpReceiving } from './setUpReceiving.ts'

const receiving = setUpReceiving()
const { receive } = receiving

describe('what a notification must look like', () => {
  it('needs a reference and a status, and keeps the rest as it came, digit for digit', async () => {
    const text =
      '{"reference":" P-1 ","status":"SUCCESS","amount":150.50,"id":12345678901234567890,"custom_data":{"cart":[7]}}'
    const received = await receive(posted(text))
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(await received.handled).toBe(true)
    expect(receiving.given).toEqual([received.notification])
    expect(received.notification).toMatchObject({ reference: 'P-1', status: 'SUCCESS', signed: false })
    expect(received.notification.body).toBe(text)
  })

  it.each([
    { what: 'no JSON', body: 'reference=P-1&status=success', httpStatus: 400 },
    { what: 'not UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]), httpStatus: 400 },
    { what: 'an empty body', body: '', httpStatus: 400 },
    { what: 'a list', body: [{ reference: 'P-1', status: 'success' }], httpStatus: 400 },
    { what: 'null', body: 'null', httpStatus: 400 },
    { what: 'no reference', body: { status: 'success' }, httpStatus: 400 },
    { what: 'no status', body: { reference: 'P-1' }, httpStatus: 400 },
    { what: 'a status that is a number', body: { reference: 'P-1', status: 200 }, httpStatus: 400 },
    { what: 'a blank reference', body: { reference: ' ', status: 'success' }, httpStatus: 400 },
    { what: 'a reference with a line break', body: { reference: 'P\n1', status: 'success' }, httpStatus: 400 },
    { what: 'a status twice', body: '{"reference":"P-1","status":"FAILED","status":"success"}', httpStatus: 400 },
    {
      what: 'a hidden second status',
      body: '{"reference":"P-1","status":"FAILED","st\\u0061tus":"success"}',
      httpStatus: 400,
    },
    { what: 'half a character', body: '{"reference":"P-1","status":"success","note":"\\ud800"}', httpStatus: 400 },
    { what: 'fields of its prototype', body: '{"__proto__":{"reference":"P-1","status":"success"}}', httpStatus: 400 },
    { what: 'more than 64 KiB', body: { reference: 'P-1', status: 'success', x: 'x'.repeat(65_536) }, httpStatus: 413 },
    {
      what: 'endless nesting',
      body: `{"reference":"P-1","status":"ok","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      httpStatus: 400,
    },
  ])('is refused, and nothing is kept: $what', async ({ body, httpStatus }) => {
    const raw = Buffer.isBuffer(body) ? body : bytes(body)
    const received = await receive({ headers: { 'content-type': 'application/json' }, body: raw })
    expect(received).toMatchObject({ kind: 'not_a_notification', httpStatus })
    expect(await receiving.store.waiting()).toEqual([])
  })

  it.each([
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/vnd.provider+json', true],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', false],
    ['application/jsonp', false],
    [undefined, false],
  ])('is JSON by its content type: %s', async (contentType, taken) => {
    const { body } = posted({ reference: 'P-1', status: 'success' })
    const received = await receive({ headers: { 'content-type': contentType }, body })
    expect(received.httpStatus).toBe(taken ? 200 : 415)
  })

  it('says why in words that hold nothing of what came', async () => {
    const received = await receive(posted('{"reference":"P-1","status":{"secretword":1}}'))
    expect(JSON.stringify(received)).not.toMatch(/secretword|P-1/)
  })
})

describe('personal data', () => {
  it('is neither kept nor handed over', async () => {
    const received = await receive(
      posted(
        `{"reference":"P-2","status":"success","phoneNumber":"+229 01 97 00 00 12","msisdn":2290197000012,
          "customer":{"name":"Afiavi Dossou","e-mail":"afiavi@example.com","phones":["2290197000012"]},"payer":"Afiavi Dossou",
          "Prénom":"Afiavi","from":{"full_name":{"first":"Afiavi"}},"data":{"who":"mail afiavi@example.com or +2290197000012"},
          "message":"Afiavi paid 1500 XOF from 2290197000012","account":2290197000012}`,
      ),
    )
    if (received.kind !== 'new') throw new Error(received.kind)
    await received.handled
    expect(JSON.stringify(await receiving.store.waiting()) + JSON.stringify(receiving.given)).not.toMatch(
      /Dossou|example\.com|97 ?00 ?00/,
    )
    expect(JSON.parse(received.notification.body)).toEqual({
      reference: 'P-2',
      status: 'success',
      phoneNumber: '229********12',
      msisdn: '229********12',
      customer: { name: '(left out)', 'e-mail': '(left out)', phones: '(left out)' },
      payer: '(left out)',
      Prénom: '(left out)',
      from: { full_name: '(left out)' },
      data: { who: 'mail (left out) or 229********12' },
      message: 'Afiavi paid 1500 XOF from 229********12',
      account: '(left out)',
    })
  })
})

describe("the merchant's own custom_data", () => {
  const own =
    '{"name":"Order 7","mail":"shop@example.com","phone":"+2290197000012","to":"Lomé","n":1234567890123456789.50,"custom_data":{"name":"x"}}'

  it('arrives whole, digit for digit, whatever it looks like', async () => {
    const text = `{"reference":"P-3","status":"success","custom_data":${own},"amount":150.50}`
    const received = await receive(posted(text))
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(received.notification.body).toBe(text)
    const again = await receive(posted(text.replace('Order 7', 'Order 8')))
    expect(again.kind).toBe('repeated')
  })

  it('is no place for the names of others: of another field, and deeper down, it goes as before', async () => {
    const received = await receive(
      posted('{"reference":"P-4","status":"success","data":{"custom_data":{"name":"Afiavi"}},"name":"Afiavi"}'),
    )
    if (received.kind !== 'new') throw new Error(received.kind)
    expect(received.notification.body).not.toContain('Afiavi')
  })

  it('is taken out for a purge, and nothing else is', () => {
    const rest = '{"reference":"P-3","amount":150.50,"data":{"custom_data":1}}'
    expect(withoutCustomData(`{"reference":"P-3","amount":150.50,"custom_data":${own},"data":{"custom_data":1}}`)).toBe(
      rest,
    )
    expect(withoutCustomData(rest)).toBe(rest)
  })
})
