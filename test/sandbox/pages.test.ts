import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { setUpVisitor } from './setUpVisitor.ts'
import { goodCard, openShop } from './shop.ts'

const visitor = setUpVisitor()
const { get, post } = visitor

describe('what a merchant sends', () => {
  const attacks = [
    '<script>document.title = "hit"</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '</title></head><body onload=alert(1)>',
    '{{alert(1)}} <% alert(1) %> <!--',
  ]
  it.each(attacks)('is text and no more: %s', async (attack) => {
    await visitor.shop.close()
    visitor.shop = await openShop({ merchantName: attack, notificationDelaysMs: [] })
    // An address has no spaces; a slash parts the attributes of a tag as well.
    const query = attack.replaceAll(' ', '/')
    const payment = await visitor.shop.askPayment({
      description: attack,
      callback_url: `${visitor.shop.hook.url}/?${query}`,
      return_url: `${visitor.shop.front.url}/?${query}`,
    })
    const collection = await visitor.shop.askCollection({ custom_data: attack, customer: { name: attack } })
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
    const reference = await visitor.shop.askPayment({ description: 'Refund \u202e000 005 2\u202c \u200bXOF' })
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
    const payment = await visitor.shop.askPayment()
    const collection = await visitor.shop.askCollection()
    const sent = [
      await post(`/pay/${payment}?by=card`, goodCard, headers),
      await post(`/pay/${payment}/cancel`, {}, headers),
      await post(`/handset/${collection}/approve`, { pin: '1234' }, headers),
      await post(`/handset/${collection}/decline`, {}, headers),
      await post('/sandbox/faults', { latencyMs: '100' }, headers),
    ]
    expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(visitor.shop.services.payments.find(payment)?.state).toBe('created')
    expect(visitor.shop.services.collections.find(collection)?.state).toBe('pending')
    expect(visitor.shop.services.faults.get().latencyMs).toBe(0)
  })

  it('is told from our own by its origin where browsers say no more', async () => {
    const reference = await visitor.shop.askPayment()
    const { status } = await post(`/pay/${reference}/cancel`, {}, { origin: visitor.shop.url })
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
    const { html } = await get(`/pay/${await visitor.shop.askPayment()}${query}`, { 'accept-language': accepted })
    expect(html).toContain(`<html lang="${language}">`)
  })

  it('stays as it was chosen, from page to page', async () => {
    const reference = await visitor.shop.askPayment()
    const { html } = await get(`/pay/${reference}?by=mobile&lang=fr`, { 'accept-language': 'en' })
    expect(html).toContain('Payer Boutique Awa')
    expect(html).toContain(`action="/pay/${reference}?by=mobile&amp;lang=fr"`)
    expect(html).toContain(`href="/pay/${reference}?by=mobile&amp;lang=en"`)
    const refused = await post(`/pay/${reference}?by=card&lang=fr`, { ...goodCard, card: '4000000000009911' })
    expect(refused.location).toBe(`/pay/${reference}?by=card&lang=fr`)
  })
})

it('the pages leave the interface as it was: a payout is JSON whatever its type says, and programs get JSON', async () => {
  const answer = await request(`${visitor.shop.url}/v1/payment/payout/mobile`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'app-key': 'sandbox-app-key',
      'merchant-key': 'sandbox-merchant-key',
    },
    body: JSON.stringify({ operator: 'mtn-benin', amount: '1500', phoneNumber: '2290197000001', currency: 'XOF' }),
  })
  expect(await answer.body.json()).toMatchObject({ error: false, status: 'success' })
  const faults = await request(`${visitor.shop.url}/sandbox/faults`)
  expect(await faults.body.json()).toMatchObject({ latencyMs: 0 })
})
