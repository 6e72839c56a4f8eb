import { describe, expect, it } from 'vitest'
import { amountText } from '../../src/web/fields.ts'
import { until } from '../harness/payrun.ts'
import { setUpVisitor } from './setUpVisitor.ts'
import { goodCard } from './shop.ts'

const visitor = setUpVisitor()
const { get, post, notified, notifications } = visitor

describe('an amount on a page', () => {
  it.each([
    ['1250000', 'XOF', 'en', '1,250,000 FCFA'],
    ['1250000', 'XAF', 'fr', '1 250 000 FCFA (XAF)'],
    ['150.5', 'KES', 'en', '150.50 KES'],
    ['150.50', 'GHS', 'fr', '150,50 GHS'],
    ['1500.00', 'XOF', 'fr', '1 500 FCFA'],
    ['123456789012345.67', 'ZMW', 'en', '123,456,789,012,345.67 ZMW'],
    ['9007199254740993', 'UGX', 'fr', '9 007 199 254 740 993 UGX'],
  ] as const)('%s %s is written in %s as people write it, to the last digit', (amount, currency, language, written) => {
    expect(amountText(amount, currency, language).replace(/[\u00a0\u202f]/g, ' ')).toBe(written)
  })
})

describe('the hosted payment page', () => {
  it('shows merchant, amount and purpose, and that no money moves', async () => {
    const { status, html } = await get(`/pay/${await visitor.shop.askPayment()}`)
    expect(status).toBe(200)
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Pay Boutique Awa &amp; Fils')
    expect(html).toContain('1,250,000\u00a0FCFA')
    expect(html).toContain('Order 4711: a pump for the well')
    expect(html).toContain('no money moves')
  })

  it('has no script, can be framed by nobody and is kept by no cache', async () => {
    const { headers, html } = await get(`/pay/${await visitor.shop.askPayment()}`)
    expect(html).not.toMatch(/<script|javascript:|\son\w+=|style=/i)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('is not there for a reference that nobody was given', async () => {
    expect((await get('/pay/sbx-pay-1')).status).toBe(404)
    expect((await post('/pay/sbx-pay-1?by=card', goodCard)).status).toBe(404)
    expect((await post('/pay/sbx-pay-1/cancel')).status).toBe(404)
  })

  it("leads a payer who paid to the merchant, whose address keeps its own query, and tells the merchant's server", async () => {
    const reference = await visitor.shop.askPayment()
    const { status, location } = await post(`/pay/${reference}?by=card`, goodCard)
    expect(status).toBe(303)
    expect(location).toBe(`${visitor.shop.front.url}/thanks?order=4711&reference=${reference}&status=success`)
    await until('a notification', () => visitor.shop.hook.posted.length === 1)
    expect(notified()).toEqual(['success'])
  })

  it('leads a payer who cancels to the other address', async () => {
    const reference = await visitor.shop.askPayment()
    const { status, location } = await post(`/pay/${reference}/cancel`)
    expect(status).toBe(303)
    expect(location).toBe(`${visitor.shop.front.url}/basket?reference=${reference}&status=CANCELLED`)
    expect(visitor.shop.services.payments.find(reference)?.state).toBe('cancelled')
  })

  it('pays once when its button is clicked many times, and leads each click to the merchant', async () => {
    const reference = await visitor.shop.askPayment()
    const clicks = await Promise.all(Array.from({ length: 8 }, () => post(`/pay/${reference}?by=card`, goodCard)))
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 303))
    expect(new Set(clicks.map(({ location }) => location)).size).toBe(1)
    expect(await notifications()).toBe(1)
    expect(notified()).toEqual(['success'])
  })

  it('says beside each field what is wrong, and gives back nothing of a card', async () => {
    const reference = await visitor.shop.askPayment()
    const { status, html } = await post(`/pay/${reference}?by=card`, { card: '4000 1234', expiry: '08/19', cvc: '99' })
    expect(status).toBe(422)
    expect(html).toContain('<title>Error: Pay Boutique Awa &amp; Fils</title>')
    for (const name of ['card', 'expiry', 'cvc']) {
      expect(html).toContain(`<a href="#${name}">`)
      expect(html).toContain(`aria-describedby="${name}-hint ${name}-problem"`)
    }
    expect(html).toContain('value="08/19"')
    expect(html).not.toContain('1234')
    expect(html).not.toContain('value="99"')
    // Of what is wrong itself, too.
    for (const says of [
      'A card number has 12 to 19 digits and nothing else. The card number was erased: enter it again.',
      'A security code has 3 or 4 digits. The security code was erased: enter it again.',
    ])
      expect(html).toContain(says)
    const empty = await post(`/pay/${reference}?by=card`, { card: '', expiry: '08/19', cvc: '' })
    expect(empty.html).toContain('Enter the card number.')
    expect(empty.html).not.toContain('was erased')
    const erased = await post(`/pay/${reference}?by=card`, { ...goodCard, expiry: '08/19' })
    expect(erased.html).toContain('The card number was erased: enter it again.')
    expect(erased.html).toContain('The security code was erased: enter it again.')
    expect(erased.html).not.toContain(goodCard.card)
    expect(visitor.shop.services.payments.find(reference)?.refusedTries).toBe(0)
  })

  it.each([
    ['no operator', { phone: '0197000001' }, 'Choose an operator.'],
    ["an operator of another currency's country", { operator: 'momo-ghana', phone: '0244000002' }, 'from the list'],
    ["another country's number", { operator: 'mtn-benin', phone: '+233244000002' }, '+229 in front'],
    ['no number', { operator: 'mtn-benin', phone: ' ' }, 'Enter the mobile number.'],
  ])('does not try to pay by mobile money with %s', async (_what, form, sentence) => {
    const reference = await visitor.shop.askPayment()
    const { status, html } = await post(`/pay/${reference}?by=mobile`, form)
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(visitor.shop.services.payments.find(reference)).toMatchObject({ state: 'created', refusedTries: 0 })
  })

  it('takes a mobile number as people write it', async () => {
    const reference = await visitor.shop.askPayment()
    await post(`/pay/${reference}?by=mobile`, { operator: 'mtn-benin', phone: '01 97 00 00 01' })
    expect(visitor.shop.services.payments.find(reference)?.paidBy).toEqual({
      by: 'mobile',
      operator: 'mtn-benin',
      phone: '2290197000001',
    })
  })

  it('offers the card only where the merchant asks for that, and takes nothing else', async () => {
    const reference = await visitor.shop.askPayment({ payment_mode: 'CARD' })
    expect((await get(`/pay/${reference}?by=mobile`)).html).not.toMatch(/name="operator"|class="ways"/)
    const { status } = await post(`/pay/${reference}?by=mobile`, { operator: 'mtn-benin', phone: '0197000001' })
    expect(status).toBe(422)
    expect(visitor.shop.services.payments.find(reference)?.state).toBe('created')
  })

  it('says what became of a payment that has ended, and no longer asks to pay', async () => {
    const reference = await visitor.shop.askPayment()
    await post(`/pay/${reference}?by=card`, goodCard)
    const { html } = await get(`/pay/${reference}`)
    expect(html).toContain('<h1>This payment is complete</h1>')
    expect(html).toContain('Boutique Awa &amp; Fils')
    expect(html).not.toMatch(/Pay Boutique|Amount to pay/)
  })

  it('says how many minutes are left, and asks for itself again when they are over', async () => {
    const reference = await visitor.shop.askPayment()
    const { html, headers } = await get(`/pay/${reference}?by=mobile&lang=en`)
    expect(html).toMatch(/You have (?:10|9) minutes left to pay\./)
    expect(html).not.toContain('UTC')
    const [, seconds, address] = /^(\d+); url=(.*)$/.exec(String(headers['refresh'])) ?? []
    expect(Number(seconds)).toBeGreaterThan(590)
    expect(Number(seconds)).toBeLessThanOrEqual(601)
    expect(address).toBe(`/pay/${reference}?by=mobile&lang=en`)
    await post(`/pay/${reference}/cancel`)
    expect((await get(`/pay/${reference}`)).headers['refresh']).toBeUndefined()
  })

  it.each([
    ['+2290197000001', 'XOF', 'mtn-benin'],
    ['22901 94 00 00 01'.replaceAll(' ', ''), 'XOF', 'moov-benin'],
    ['2250504000001', 'XOF', 'mtn-ci'],
    ['254712345678', 'KES', 'momo-kenya'],
    ['254712345678', 'XOF', null],
    ['2250704000001', 'XOF', null],
  ])('chooses the operator of the number already: %s for %s: %s', async (phoneNumber, currency, code) => {
    const reference = await visitor.shop.askPayment({ currency, customer: { phoneNumber } })
    const { html } = await get(`/pay/${reference}?by=mobile`)
    const chosen = [...html.matchAll(/<option value="([^"]*)" selected/g)].map(([, each]) => each)
    expect(chosen).toEqual(code === null ? [] : [code])
  })

  it('makes no button of cancelling as loud as that of paying', async () => {
    const { html } = await get(`/pay/${await visitor.shop.askPayment()}`)
    expect(html).toMatch(/<button class="plain" type="submit">Cancel this payment/)
  })

  it('says that a card was refused, lets the payer try again, and fails the payment at the third time', async () => {
    const reference = await visitor.shop.askPayment()
    const poor = { ...goodCard, card: '4000000000009911' }
    const { status, location } = await post(`/pay/${reference}?by=card`, poor)
    expect([status, location]).toEqual([303, `/pay/${reference}?by=card`])
    expect((await get(location)).html).toContain('You can try 2 more times.')
    await post(`/pay/${reference}?by=card`, poor)
    expect((await get(location)).html).toContain('You can try once more.')
    const last = await post(`/pay/${reference}?by=card`, poor)
    expect(last.location).toBe(`/pay/${reference}`)
    const { html } = await get(last.location)
    expect(html).toContain('This payment failed')
    expect(html).toContain(`href="${visitor.shop.front.url}/basket?reference=${reference}&amp;status=FAILED"`)
    expect(html).not.toContain('<form')
  })
})
