import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumTitle, desktopSize, phoneSize, withoutChromium } from '../harness/chromium.ts'
import { until } from '../harness/payrun.ts'
import { openPages } from './openPages.ts'
import { goodCard, openShop } from './shop.ts'

const set = openPages()
const { open, picture } = set

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Where a browser ended up at the merchant's, and the statuses that the merchant's server was told. */
const cameBackTo = (page: Page) => page.url().replace(set.shop.front.url, '')
const notified = () =>
  set.shop.hook.posted.map(({ body }) => {
    const { event, reference, status } = JSON.parse(body) as Record<string, string>
    return { event, reference, status }
  })

/** Each width, each scheme, and JavaScript on and off, once. */
const looks = [
  { look: 'a phone, JavaScript off', options: { viewport: phoneSize, javaScriptEnabled: false } },
  { look: 'a desktop, JavaScript on', options: { viewport: desktopSize, colorScheme: 'dark' } },
] as const satisfies readonly { look: string; options: BrowserContextOptions }[]

describe.skipIf(withoutChromium)(`the pages in Chromium${chromiumTitle}`, () => {
  describe.each(looks)('on $look', ({ look, options }) => {
    const named = (name: string) => `${look.replace(/\W+/g, '-')}-${name}`

    it('a payment by card: asked for, paid, back at the merchant, notified', async () => {
      const reference = await set.shop.askPayment()
      const page = await open(`/pay/${reference}`, options)
      await picture(page, named('card'))
      await page.getByLabel('Card number').fill(goodCard.card)
      await page.getByLabel('Expiry date').fill(goodCard.expiry)
      await page.getByLabel('Security code').fill(goodCard.cvc)
      await button(page, 'Pay 1,250,000 FCFA').click()
      await page.waitForURL(`${set.shop.front.url}/**`)
      expect(cameBackTo(page)).toBe(`/thanks?order=4711&reference=${reference}&status=success`)
      await until('a notification', () => set.shop.hook.posted.length === 1)
      expect(notified()).toEqual([{ event: 'payment', reference, status: 'success' }])
      await page.goto(`${set.shop.url}/pay/${reference}`)
      await page.getByText('This payment is complete').waitFor()
      await picture(page, named('paid'))
      await page.getByRole('link', { name: 'Back to Boutique Awa & Fils' }).click()
      await page.waitForURL(`${set.shop.front.url}/**`)
    })

    it('a payment by mobile money, in French, after a mistake', async () => {
      const reference = await set.shop.askPayment()
      const page = await open(`/pay/${reference}`, { ...options, locale: 'fr-CI' })
      await page.getByRole('link', { name: 'Mobile money' }).click()
      await page.getByLabel('Opérateur').selectOption({ label: "MTN Côte d'Ivoire" })
      await page.getByLabel('Numéro de mobile').fill('97')
      await button(page, /^Payer 1/).click()
      await page.getByRole('alert').waitFor()
      await picture(page, named('mistake'))
      expect(await page.title()).toMatch(/^Erreur\u00a0: /)
      expect(await page.getByLabel('Opérateur').inputValue()).toBe('mtn-ci')
      await page.getByLabel('Numéro de mobile').fill('05 04 00 00 01')
      await button(page, /^Payer 1/).click()
      await page.waitForURL(`${set.shop.front.url}/thanks?**`)
      expect(set.shop.services.payments.find(reference)?.paidBy).toMatchObject({ phone: '2250504000001' })
    })

    it('a payment that the payer cancels', async () => {
      const reference = await set.shop.askPayment()
      const page = await open(`/pay/${reference}`, options)
      await button(page, 'Cancel this payment').click()
      await page.waitForURL(`${set.shop.front.url}/basket?**`)
      await until('a notification', () => set.shop.hook.posted.length === 1)
      expect(notified()).toEqual([{ event: 'payment', reference, status: 'CANCELLED' }])
      await page.goto(`${set.shop.url}/pay/${reference}`)
      await page.getByText('This payment was cancelled').waitFor()
      expect(await button(page, /Pay/).count()).toBe(0)
    })

    it('a collection that the customer approves on the handset, after a wrong PIN', async () => {
      const reference = await set.shop.askCollection()
      const page = await open('/handset', options)
      await picture(page, named('handsets'))
      await page.getByRole('link', { name: /asks you to pay 2,500/ }).click()
      await picture(page, named('handset'))
      await page.getByLabel('PIN').fill('0000')
      await button(page, 'Pay 2,500 FCFA').click()
      await page.getByRole('link', { name: 'The PIN is wrong.' }).waitFor()
      expect(set.shop.services.collections.find(reference)?.state).toBe('pending')
      await page.getByLabel('PIN').fill('4711')
      await button(page, 'Pay 2,500 FCFA').click()
      await page.getByRole('heading', { name: 'You paid' }).waitFor()
      await picture(page, named('approved'))
      await until('a notification', () => set.shop.hook.posted.length === 1)
      expect(notified()).toEqual([{ event: 'collection', reference, status: 'success' }])
    })

    it('a collection that the customer declines, and one that expires', async () => {
      const declined = await set.shop.askCollection()
      const page = await open(`/handset/${declined}`, options)
      await button(page, 'Decline').click()
      await page.getByRole('heading', { name: 'You declined' }).waitFor()
      const late = await set.shop.askCollection()
      await page.goto(`${set.shop.url}/handset/${late}`)
      await page.getByText('Time left').waitFor()
      set.aheadMs += 10 * 60_000
      await page.getByLabel('PIN').fill('4711')
      await button(page, 'Pay 2,500 FCFA').click()
      await page.getByRole('heading', { name: 'The request has expired' }).waitFor()
      await until('two notifications', () => set.shop.hook.posted.length === 2)
      expect(notified().map(({ status }) => status)).toEqual(['DECLINED', 'EXPIRED'])
    })

    it('a payment that expires while its page is open', async () => {
      const reference = await set.shop.askPayment()
      const page = await open(`/pay/${reference}`, options)
      set.aheadMs += 60 * 60_000
      await page.getByLabel('Card number').fill(goodCard.card)
      await button(page, /^Pay/).click()
      await page.getByText('This payment has expired').waitFor()
      expect(set.shop.services.payments.find(reference)?.state).toBe('expired')
    })

    it('the notifications page sends again, the ledger shows it all, the switchboard makes a fault', async () => {
      await set.shop.payOut()
      const reference = await set.shop.askPayment()
      await set.shop.askCollection()
      set.shop.services.payments.cancel(reference)
      await until('a notification', () => set.shop.hook.posted.length === 1)
      const page = await open('/sandbox', options)
      for (const each of ['Payout', 'Online payment', 'Collection']) {
        expect(await page.getByRole('cell', { name: each, exact: true }).count()).toBe(1)
      }
      await picture(page, named('ledger'))
      await page.getByRole('link', { name: 'Notifications' }).click()
      await button(page, `Send the notification of ${reference} again`).click()
      await page.getByText('was sent again').waitFor()
      expect(set.shop.hook.posted).toHaveLength(2)
      await page.getByText('2 attempts').click()
      await picture(page, named('notifications'))
      await page.getByRole('link', { name: 'Switchboard' }).click()
      await page.getByLabel('Operator out of order').selectOption('mtn-benin')
      await button(page, 'Save').click()
      await page.getByText('Faults are switched on.').waitFor()
      await picture(page, named('faults'))
      await expect(set.shop.payOut()).rejects.toThrow('can not be reached')
      await button(page, 'Switch everything off').click()
      await page.getByText('Nothing is switched on').waitFor()
      await set.shop.payOut()
    })
  })

  it('the fields of a card stand in one line, and each row of the ledger on one', async () => {
    const page = await open(`/pay/${await set.shop.askPayment()}`, { viewport: desktopSize })
    const top = async (label: string) => Math.round((await page.getByLabel(label).boundingBox())!.y)
    expect(await top('Expiry date')).toBe(await top('Security code'))
    await page.getByLabel('Security code').fill('12')
    await button(page, /^Pay/).click()
    await page.getByRole('alert').waitFor()
    expect(await top('Expiry date')).toBe(await top('Security code'))
    await picture(page, 'erased')
    await set.shop.payOut()
    await set.shop.askCollection()
    await expect(set.shop.payOut({ amount: '1.5' })).rejects.toThrow()
    await page.goto(`${set.shop.url}/sandbox`)
    await page.mouse.move(0, 0)
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect(heights.length).toBe(4)
    expect(Math.max(...heights)).toBeLessThan(60)
    const aligned = await page
      .locator('td.number')
      .first()
      .evaluate((cell) => getComputedStyle(cell).textAlign)
    expect(aligned).toBe('end')
    await picture(page, 'ledger-1280')
    for (const path of ['/', '/docs']) {
      await page.goto(set.shop.url + path)
      await picture(page, `tool${path.replace('/', '-')}`)
    }
    await page.setViewportSize(phoneSize)
    for (const path of ['/', '/docs', '/sandbox']) {
      await page.goto(set.shop.url + path)
      await picture(page, `phone${path.replaceAll('/', '-')}`)
    }
  })

  it('the form ends when the time does, by itself', async () => {
    await set.shop.close()
    set.shop = await openShop({ notificationDelaysMs: [], paymentExpiresMs: 1500 })
    const page = await open(`/pay/${await set.shop.askPayment()}`, { javaScriptEnabled: false })
    await page.getByText('You have less than a minute left to pay.').waitFor()
    await page.getByRole('heading', { name: 'This payment has expired' }).waitFor()
    expect(await page.locator('form').count()).toBe(0)
  })

  it('a payer needs no mouse: mistake, correction and payment by keys alone', async () => {
    const reference = await set.shop.askPayment()
    const page = await open(`/pay/${reference}`, { viewport: desktopSize })
    const focused = () => page.locator(':focus')
    const tabTo = async (name: RegExp) => {
      for (let n = 0; n < 20; n++) {
        await page.keyboard.press('Tab')
        const { label, outline } = await focused().evaluate((element) => {
          const { labels, textContent } = element as unknown as { labels?: ArrayLike<Node>; textContent: string }
          return { label: labels?.[0]?.textContent ?? textContent, outline: getComputedStyle(element).outlineStyle }
        })
        expect(outline, label).not.toBe('none')
        if (name.test(label.trim())) return
      }
      throw new Error(`no ${name} among what Tab reaches`)
    }
    await tabTo(/^Card number$/)
    await page.keyboard.type('4000 12')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await focused().getAttribute('role')).toBe('alert')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused().getAttribute('id')).toMatch(/card|expiry/)
    await page.goto(page.url().split('#')[0] ?? '')
    await tabTo(/^Card number$/)
    await page.keyboard.type(goodCard.card)
    await tabTo(/^Expiry date$/)
    await page.keyboard.type(goodCard.expiry)
    await tabTo(/^Security code$/)
    await page.keyboard.type(goodCard.cvc)
    await tabTo(/^Pay 1,250,000/)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${set.shop.front.url}/thanks?**`)
    expect(set.shop.services.payments.find(reference)?.state).toBe('paid')
  })
})
