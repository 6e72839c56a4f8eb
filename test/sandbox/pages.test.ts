import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amountText } from '../../src/sandbox/pages/amountText.ts'
import { until } from '../harness/payrun.ts'
import { goodCard, openShop, type Shop } from './shop.ts'

let shop: Shop

beforeEach(async () => {
  shop = await openShop({ notificationDelaysMs: [] })
})
afterEach(() => shop.close())

type Headers = Record<string, string>

async function get(path: string, headers: Headers = {}) {
  const answer = await request(shop.url + path, { headers: { accept: 'text/html', ...headers } })
  return { status: answer.statusCode, headers: answer.headers, html: await answer.body.text() }
}

const ownSite = { 'sec-fetch-site': 'same-origin' }

/** As a browser posts a form, by default one of the sandbox's own. */
async function post(path: string, form: Record<string, string> = {}, headers: Headers = ownSite) {
  const answer = await request(shop.url + path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, location: String(answer.headers['location']), html: await answer.body.text() }
}

const notified = () => shop.hook.posted.map(({ body }) => (JSON.parse(body) as { status: string }).status)

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
    const { status, html } = await get(`/pay/${await shop.askPayment()}`)
    expect(status).toBe(200)
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Pay Boutique Awa &amp; Fils')
    expect(html).toContain('1,250,000\u00a0FCFA')
    expect(html).toContain('Order 4711: a pump for the well')
    expect(html).toContain('no money moves')
  })

  it('has no script, can be framed by nobody and is kept by no cache', async () => {
    const { headers, html } = await get(`/pay/${await shop.askPayment()}`)
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
    const reference = await shop.askPayment()
    const { status, location } = await post(`/pay/${reference}?by=card`, goodCard)
    expect(status).toBe(303)
    expect(location).toBe(`${shop.front.url}/thanks?order=4711&reference=${reference}&status=success`)
    await until('a notification', () => shop.hook.posted.length === 1)
    expect(notified()).toEqual(['success'])
  })

  it('leads a payer who cancels to the other address', async () => {
    const reference = await shop.askPayment()
    const { status, location } = await post(`/pay/${reference}/cancel`)
    expect(status).toBe(303)
    expect(location).toBe(`${shop.front.url}/basket?reference=${reference}&status=CANCELLED`)
    expect(shop.services.payments.find(reference)?.state).toBe('cancelled')
  })

  it('pays once when its button is clicked many times, and leads each click to the merchant', async () => {
    const reference = await shop.askPayment()
    const clicks = await Promise.all(Array.from({ length: 8 }, () => post(`/pay/${reference}?by=card`, goodCard)))
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 303))
    expect(new Set(clicks.map(({ location }) => location)).size).toBe(1)
    await until('a notification', () => shop.services.notifications.list({ offset: 0, limit: 9 }).rows.some(delivered))
    expect(shop.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(1)
    expect(notified()).toEqual(['success'])
  })

  it('says beside each field what is wrong, and gives back nothing of a card', async () => {
    const reference = await shop.askPayment()
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
    expect(shop.services.payments.find(reference)?.refusedTries).toBe(0)
  })

  it.each([
    ['no operator', { phone: '0197000001' }, 'Choose an operator.'],
    ["an operator of another currency's country", { operator: 'momo-ghana', phone: '0244000002' }, 'of the list'],
    ["another country's number", { operator: 'mtn-benin', phone: '+233244000002' }, '+229 in front'],
    ['no number', { operator: 'mtn-benin', phone: ' ' }, 'Enter the mobile number.'],
  ])('does not try to pay by mobile money with %s', async (_what, form, sentence) => {
    const reference = await shop.askPayment()
    const { status, html } = await post(`/pay/${reference}?by=mobile`, form)
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(shop.services.payments.find(reference)).toMatchObject({ state: 'created', refusedTries: 0 })
  })

  it('takes a mobile number as people write it', async () => {
    const reference = await shop.askPayment()
    await post(`/pay/${reference}?by=mobile`, { operator: 'mtn-benin', phone: '01 97 00 00 01' })
    expect(shop.services.payments.find(reference)?.paidBy).toEqual({
      by: 'mobile',
      operator: 'mtn-benin',
      phone: '2290197000001',
    })
  })

  it('offers the card only where the merchant asks for that, and takes nothing else', async () => {
    const reference = await shop.askPayment({ payment_mode: 'CARD' })
    expect((await get(`/pay/${reference}?by=mobile`)).html).not.toMatch(/name="operator"|class="ways"/)
    const { status } = await post(`/pay/${reference}?by=mobile`, { operator: 'mtn-benin', phone: '0197000001' })
    expect(status).toBe(422)
    expect(shop.services.payments.find(reference)?.state).toBe('created')
  })

  it('says that a card was refused, lets the payer try again, and fails the payment at the third time', async () => {
    const reference = await shop.askPayment()
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
    expect(html).toContain(`href="${shop.front.url}/basket?reference=${reference}&amp;status=FAILED"`)
    expect(html).not.toContain('<form')
  })
})

const delivered = ({ state }: { state: string }) => state === 'delivered'

describe('what a merchant sends', () => {
  const attacks = [
    '<script>document.title = "hit"</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</title></head><body onload=alert(1)>',
    '{{alert(1)}} <% alert(1) %> <!--',
  ]
  it.each(attacks)('is text and no more: %s', async (attack) => {
    await shop.close()
    shop = await openShop({ merchantName: attack, notificationDelaysMs: [] })
    // An address has no spaces; a slash parts the attributes of a tag as well.
    const query = attack.replaceAll(' ', '/')
    const payment = await shop.askPayment({
      description: attack,
      callback_url: `${shop.hook.url}/?${query}`,
      return_url: `${shop.front.url}/?${query}`,
    })
    const collection = await shop.askCollection({ custom_data: attack, customer: { name: attack } })
    const paths = [`/pay/${payment}`, `/handset/${collection}`, '/handset', '/sandbox', '/sandbox/notifications']
    const pages = [...(await Promise.all(paths.map((path) => get(path))))]
    await post(`/pay/${payment}?by=card`, goodCard)
    await post(`/handset/${collection}/decline`)
    pages.push(...(await Promise.all(paths.map((path) => get(path)))))
    pages.push(await get(`/handset?phone=${encodeURIComponent(attack)}`))
    for (const { html } of pages) {
      expect(html).not.toMatch(/<script|<img|<body[\s/]onload|<!--|<[^>]*\s(?:onerror|onfocus|onload)=/)
      expect(html.match(/<title>/g)).toHaveLength(1)
    }
  })

  it('can not turn the direction of what follows, or hide', async () => {
    const reference = await shop.askPayment({ description: 'Refund \u202e000 005 2\u202c \u200bXOF' })
    const { html } = await get(`/pay/${reference}`)
    expect(html).not.toMatch(/[\u202a-\u202e\u200b]/)
    expect(html).toContain('<bdi>Refund \ufffd000 005 2\ufffd \ufffdXOF</bdi>')
  })
})

describe('a form that another site posts', () => {
  it.each([
    ['another site, as Sec-Fetch-Site says', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same machine', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that is hidden', { origin: 'null' }],
  ])('changes nothing: %s', async (_who, headers) => {
    const payment = await shop.askPayment()
    const collection = await shop.askCollection()
    const sent = [
      await post(`/pay/${payment}?by=card`, goodCard, headers),
      await post(`/pay/${payment}/cancel`, {}, headers),
      await post(`/handset/${collection}/approve`, { pin: '1234' }, headers),
      await post(`/handset/${collection}/decline`, {}, headers),
      await post('/sandbox/faults', { latencyMs: '100' }, headers),
    ]
    expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(shop.services.payments.find(payment)?.state).toBe('created')
    expect(shop.services.collections.find(collection)?.state).toBe('pending')
    expect(shop.services.faults.get().latencyMs).toBe(0)
  })

  it('is told from our own by its origin where browsers say no more', async () => {
    const reference = await shop.askPayment()
    const { status } = await post(`/pay/${reference}/cancel`, {}, { origin: shop.url })
    expect(status).toBe(303)
  })
})

describe('the language of a page', () => {
  it.each([
    ['what the visitor chose', '?lang=fr', 'en', 'fr'],
    ['what the browser wants most', '', 'de, en;q=0.3, fr-CI;q=0.8', 'fr'],
    ['the first of equals', '', 'en-GB,fr', 'en'],
    ["the sandbox's own, where the browser wants neither", '', 'sw, fr;q=0', 'en'],
    ["the sandbox's own, for a language that there is not", '?lang=sw', '', 'en'],
  ])('is %s', async (_what, query, accepted, language) => {
    const { html } = await get(`/pay/${await shop.askPayment()}${query}`, { 'accept-language': accepted })
    expect(html).toContain(`<html lang="${language}">`)
  })

  it('stays as it was chosen, from page to page', async () => {
    const reference = await shop.askPayment()
    const { html } = await get(`/pay/${reference}?by=mobile&lang=fr`, { 'accept-language': 'en' })
    expect(html).toContain('Payer Boutique Awa')
    expect(html).toContain(`action="/pay/${reference}?by=mobile&amp;lang=fr"`)
    expect(html).toContain(`href="/pay/${reference}?by=mobile&amp;lang=en"`)
    const refused = await post(`/pay/${reference}?by=card&lang=fr`, { ...goodCard, card: '4000000000009911' })
    expect(refused.location).toBe(`/pay/${reference}?by=card&lang=fr`)
  })
})

describe('the handset', () => {
  it('lists the open requests, of everybody or of one number', async () => {
    await shop.askCollection()
    await shop.askCollection({ operator: 'momo-ghana', phoneNumber: '233244000002', amount: 99.5 })
    const all = (await get('/handset')).html
    expect(all).toContain('+2290197000001')
    expect(all).toContain('99.50\u00a0GHS')
    const one = (await get('/handset?phone=%2B229%2001%2097%2000%2000%2001')).html
    expect(one).toContain('2,500\u00a0FCFA')
    expect(one).not.toContain('GHS')
    expect((await get('/handset?phone=22990000000')).html).toContain('No request is waiting for 22990000000.')
  })

  it.each([
    ['', 'Enter the PIN.'],
    ['12', 'The PIN has 4 to 6 digits.'],
    ['12345678', 'The PIN has 4 to 6 digits.'],
  ])('does not take "%s" for a PIN', async (pin, sentence) => {
    const reference = await shop.askCollection()
    const { status, html } = await post(`/handset/${reference}/approve`, { pin })
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(shop.services.collections.find(reference)).toMatchObject({ state: 'pending', refusedTries: 0 })
  })

  it('pays once, however often the PIN is sent', async () => {
    const reference = await shop.askCollection()
    const sent = await Promise.all([1, 2, 3].map(() => post(`/handset/${reference}/approve`, { pin: '1234' })))
    expect(sent.map(({ location }) => location)).toEqual(sent.map(() => `/handset/${reference}`))
    await until('a notification', () => shop.services.notifications.list({ offset: 0, limit: 9 }).rows.some(delivered))
    expect(shop.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(1)
    expect(notified()).toEqual(['success'])
    expect((await post(`/handset/${reference}/decline`)).status).toBe(303)
    expect((await get(`/handset/${reference}`)).html).toContain('You paid')
  })
})

describe('the ledger page', () => {
  it('shows all kinds together, newest first, or one, and leads to what is open', async () => {
    const payout = await shop.payOut()
    const payment = await shop.askPayment()
    const collection = await shop.askCollection()
    await post(`/handset/${collection}/decline`)
    const { html } = await get('/sandbox')
    for (const reference of [payout, payment, collection]) expect(html).toContain(`<code>${reference}</code>`)
    expect(html).toContain(`href="/pay/${payment}"`)
    expect(html).not.toContain(`href="/handset/${collection}"`)
    expect((await get('/sandbox?kind=payouts')).html).not.toContain(payment)
    expect((await get('/sandbox?kind=payments')).html).not.toContain(payout)
  })

  it('has every payout on one page and no more than one, when there are many', async () => {
    const made: string[] = []
    for (let n = 0; n < 60; n++) made.push(await shop.payOut())
    const pages = await Promise.all([1, 2, 3].map((page) => get(`/sandbox?page=${page}`)))
    const listed = pages.map(({ html }) => [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, each]) => each))
    expect(listed.map((each) => each.length)).toEqual([25, 25, 10])
    expect(listed.flat().sort()).toEqual([...made].sort())
    expect(pages[0]?.html).toContain('Page 1 of 3')
    expect(pages[2]?.html).not.toContain('page=4')
  })

  it('is empty past its end and for pages that are no numbers', async () => {
    await shop.payOut()
    expect((await get('/sandbox?page=9')).status).toBe(200)
    expect((await get('/sandbox?page=-1&kind=__proto__')).html).toContain('<code>')
  })
})

describe('the notifications page', () => {
  it('shows each attempt with its answer, and sends again', async () => {
    shop.hook.answers.push(500)
    const reference = await shop.askPayment()
    await post(`/pay/${reference}/cancel`)
    const first = () => shop.services.notifications.list({ offset: 0, limit: 1 }).rows[0]
    await until('an attempt', () => first()?.attempts.length === 1)
    const before = (await get('/sandbox/notifications')).html
    expect(before).toContain('HTTP 500')
    expect(before).toContain('1 attempt<')
    const { status, location } = await post(`/sandbox/notifications/${first()?.id}/resend`)
    expect([status, location]).toEqual([303, '/sandbox/notifications?sent=1'])
    expect(shop.hook.posted).toHaveLength(2)
    const after = (await get(location)).html
    expect(after).toContain('HTTP 204')
    expect(after).toContain('2 attempts')
    expect((await post('/sandbox/notifications/none/resend')).status).toBe(404)
  })
})

describe('the switchboard page', () => {
  const quiet = {
    latencyMs: '0',
    tooManyRate: '0',
    retryAfterSeconds: '1',
    errorRate: '0',
    resetRate: '0',
    outageOperator: '',
  }

  it('switches faults on, in percent, and all of them off', async () => {
    const form = { ...quiet, latencyMs: '5', tooManyRate: '12,5', outageOperator: 'wave-senegal' }
    expect((await post('/sandbox/faults', form)).status).toBe(303)
    expect(shop.services.faults.get()).toMatchObject({
      latencyMs: 5,
      tooManyRate: 0.125,
      outageOperator: 'wave-senegal',
    })
    const { html } = await get('/sandbox/faults')
    expect(html).toContain('value="12.5"')
    expect(html).toContain('Faults are switched on.')
    await post('/sandbox/faults/off')
    expect((await get('/sandbox/faults')).html).toContain('Nothing is switched on')
  })

  it.each([
    ['latencyMs', 'soon', 'The latency has to be'],
    ['errorRate', '101', 'The share of 500s'],
    ['resetRate', '-1', 'The share of resets'],
    ['retryAfterSeconds', '1.5', 'Retry-After has to be'],
    ['outageOperator', 'mtn-mars', 'Choose an operator of the list'],
  ])('says what is wrong with %s, keeps what was typed, and changes nothing', async (name, value, sentence) => {
    const { status, html } = await post('/sandbox/faults', { ...quiet, tooManyRate: '50', [name]: value })
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(html).toContain('value="50"')
    expect(shop.services.faults.get().tooManyRate).toBe(0)
  })
})

it('the pages leave the interface as it was: a payout is JSON whatever its type says, and programs get JSON', async () => {
  const answer = await request(`${shop.url}/v1/payment/payout/mobile`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'app-key': 'sandbox-app-key',
      'merchant-key': 'sandbox-merchant-key',
    },
    body: JSON.stringify({ operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' }),
  })
  expect(await answer.body.json()).toMatchObject({ error: false, status: 'success' })
  const faults = await request(`${shop.url}/sandbox/faults`)
  expect(await faults.body.json()).toMatchObject({ latencyMs: 0 })
})
