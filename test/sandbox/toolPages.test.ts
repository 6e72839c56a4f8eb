import { describe, expect, it } from 'vitest'
import { until } from '../harness/payrun.ts'
import { setUpVisitor } from './setUpVisitor.ts'

const visitor = setUpVisitor()
const { get, post, notified, notifications } = visitor

describe('the handset', () => {
  it('lists the open requests, of everybody or of one number', async () => {
    await visitor.shop.askCollection()
    await visitor.shop.askCollection({ operator: 'momo-ghana', phoneNumber: '233244000002', amount: 99.5 })
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
    ['12', 'A PIN has 4 to 6 digits.'],
    ['12345678', 'A PIN has 4 to 6 digits.'],
  ])('does not take "%s" for a PIN', async (pin, sentence) => {
    const reference = await visitor.shop.askCollection()
    const { status, html } = await post(`/handset/${reference}/approve`, { pin })
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(visitor.shop.services.collections.find(reference)).toMatchObject({ state: 'pending', refusedTries: 0 })
  })

  it('pays once, however often the PIN is sent', async () => {
    const reference = await visitor.shop.askCollection()
    const sent = await Promise.all([1, 2, 3].map(() => post(`/handset/${reference}/approve`, { pin: '1234' })))
    expect(sent.map(({ location }) => location)).toEqual(sent.map(() => `/handset/${reference}`))
    expect(await notifications()).toBe(1)
    expect(notified()).toEqual(['success'])
    expect((await post(`/handset/${reference}/decline`)).status).toBe(303)
    expect((await get(`/handset/${reference}`)).html).toContain('You paid')
  })
})

describe('the ledger page', () => {
  it('shows all kinds together, newest first, or one, and leads to what is open', async () => {
    const payout = await visitor.shop.payOut()
    const payment = await visitor.shop.askPayment()
    const collection = await visitor.shop.askCollection()
    await post(`/handset/${collection}/decline`)
    const { html } = await get('/sandbox')
    for (const reference of [payout, payment, collection]) expect(html).toContain(`<code>${reference}</code>`)
    expect(html).toContain(`href="/pay/${payment}"`)
    await visitor.shop.askPayment({ customer: { name: 'Awa Zinsou' } })
    expect((await get('/sandbox?kind=payments')).html).toContain('Awa Zinsou')
    const unknown = await get('/sandbox/nothing')
    expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('Page not found')])
    expect(html).not.toContain(`href="/handset/${collection}"`)
    expect((await get('/sandbox?kind=payouts')).html).not.toContain(payment)
    expect((await get('/sandbox?kind=payments')).html).not.toContain(payout)
  })

  it('has every payout on one page and no more than one, when there are many', async () => {
    const made: string[] = []
    for (let n = 0; n < 60; n++) made.push(await visitor.shop.payOut())
    const pages = await Promise.all([1, 2, 3].map((page) => get(`/sandbox?page=${page}`)))
    const listed = pages.map(({ html }) => [...html.matchAll(/<code>([^<]*)<\/code>/g)].map(([, each]) => each))
    expect(listed.map((each) => each.length)).toEqual([25, 25, 10])
    expect(listed.flat().sort()).toEqual([...made].sort())
    expect(pages[0]?.html).toContain('Page 1 of 3')
    expect(pages[2]?.html).not.toContain('page=4')
  })

  it('shows requests that were refused, too, each with why, and payouts that the operator refused', async () => {
    await expect(visitor.shop.payOut({ amount: '1.5' })).rejects.toThrow()
    await expect(visitor.shop.askPayment({ return_url: 'no' })).rejects.toThrow()
    await expect(visitor.shop.askCollection({ phoneNumber: '2290197009902' })).rejects.toThrow()
    await visitor.shop.payOut({ phoneNumber: '2290197009901' })
    const paid = await visitor.shop.payOut()
    const { html } = await get('/sandbox?kind=refused')
    for (const words of [
      'too many decimals',
      'return_url must be',
      'the wallet does not exist',
      'refused by the operator',
    ])
      expect(html).toContain(words)
    expect(html).toContain('+2290197009901')
    expect(html).toContain('HTTP 400')
    expect(html).not.toContain(paid)
    const all = (await get('/sandbox')).html
    expect(all).toContain('too many decimals')
    expect(all).toContain(paid)
  })

  it('is empty past its end and for pages that are no numbers', async () => {
    await visitor.shop.payOut()
    expect((await get('/sandbox?page=9')).status).toBe(200)
    expect((await get('/sandbox?page=-1&kind=__proto__')).html).toContain('<code>')
  })
})

describe('what the sandbox is', () => {
  it('is shown to people at its root, and to programs as JSON', async () => {
    const { status, html } = await get('/')
    expect(status).toBe(200)
    for (const path of ['/sandbox', '/handset', '/sandbox/notifications', '/sandbox/faults', '/docs'])
      expect(html).toContain(`href="${path}"`)
    expect(html).toContain(visitor.shop.url)
    const program = await get('/', { accept: '*/*' })
    expect(JSON.parse(program.html)).toMatchObject({ name: 'payrun sandbox', payout: 'POST /v1/payment/payout/mobile' })
  })

  it('is described on a page of its own, every call with its fields, codes and an example', async () => {
    const { status, html, headers } = await get('/docs')
    expect(status).toBe(200)
    expect(String(headers['content-security-policy'])).toMatch(/^default-src 'none'/)
    expect(html).not.toContain('<script')
    for (const words of [
      '/v1/payment/init',
      '/v1/payment/payin/mobile',
      '/v1/payment/payout/mobile',
      '/v1/payment/status/',
    ])
      expect(html).toContain(words)
    for (const words of ['custom_data', 'wave-senegal', 'merchant-key', '413', 'x-payrun-signature', 'sbx-col-'])
      expect(html).toContain(words)
    expect((await get('/docs?lang=fr')).html).toContain('<html lang="fr">')
  })
})

describe('the notifications page', () => {
  it('shows each attempt with its answer, and sends again', async () => {
    visitor.shop.hook.answers.push(500)
    const reference = await visitor.shop.askPayment()
    await post(`/pay/${reference}/cancel`)
    const first = () => visitor.shop.services.notifications.list({ offset: 0, limit: 1 }).rows[0]
    await until('an attempt', () => first()?.attempts.length === 1)
    const before = (await get('/sandbox/notifications')).html
    expect(before).toContain('HTTP 500')
    expect(before).toContain('1 attempt<')
    const { status, location } = await post(`/sandbox/notifications/${first()?.id}/resend`)
    expect([status, location]).toEqual([303, '/sandbox/notifications?sent=1'])
    expect(visitor.shop.hook.posted).toHaveLength(2)
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
    expect(visitor.shop.services.faults.get()).toMatchObject({
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
    ['latencyMs', 'soon', 'The latency must be'],
    ['errorRate', '101', 'The share of 500s'],
    ['resetRate', '-1', 'The share of resets'],
    ['retryAfterSeconds', '1.5', 'Retry-After must be'],
    ['outageOperator', 'mtn-mars', 'Choose an operator from the list'],
  ])('says what is wrong with %s, keeps what was typed, and changes nothing', async (name, value, sentence) => {
    const { status, html } = await post('/sandbox/faults', { ...quiet, tooManyRate: '50', [name]: value })
    expect(status).toBe(422)
    expect(html).toContain(sentence)
    expect(html).toContain('value="50"')
    expect(visitor.shop.services.faults.get().tooManyRate).toBe(0)
  })
})
