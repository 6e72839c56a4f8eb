import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumTitle, withoutChromium } from '../harness/chromium.ts'
import { openPages } from './openPages.ts'
import { goodCard, openShop } from './shop.ts'

const set = openPages()
const { open } = set
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe.skipIf(withoutChromium)(`what nobody may bring about on the pages in Chromium${chromiumTitle}`, () => {
  it('two clicks on the button pay once and lead to the merchant', async () => {
    const reference = await set.shop.askPayment()
    const page = await open(`/pay/${reference}`)
    await page.getByLabel('Card number').fill(goodCard.card)
    await page.getByLabel('Expiry date').fill(goodCard.expiry)
    await page.getByLabel('Security code').fill(goodCard.cvc)
    await button(page, /^Pay 1/).dblclick()
    await page.waitForURL(`${set.shop.front.url}/thanks?**`)
    expect(set.shop.services.notifications.list({ offset: 0, limit: 9 }).total).toBe(1)
  })

  it("nothing of a merchant's runs, and a link of its address leads where it says", async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a>`
    await set.shop.close()
    set.shop = await openShop({ merchantName: attack })
    const payment = await set.shop.askPayment({
      description: attack,
      return_url: `${set.shop.front.url}/?${attack.replaceAll(' ', '/')}`,
    })
    const collection = await set.shop.askCollection({ customer: { name: attack }, custom_data: attack })
    set.shop.services.payments.cancel(payment)
    const page = await open(`/pay/${payment}`)
    for (const path of [`/handset/${collection}`, '/handset', '/sandbox', '/sandbox/notifications']) {
      await page.goto(set.shop.url + path)
      expect(await page.locator('script, img, a[href^="javascript:"]').count()).toBe(0)
    }
    expect(set.dialogs).toEqual([])
  })

  it('a page of another site can not pay or cancel, nor show ours in a frame', async () => {
    const reference = await set.shop.askPayment()
    const page = await open(`/pay/${reference}`)
    // The merchant's own front is another origin.
    await page.goto(`${set.shop.front.url}/evil`)
    await page.setContent(`<form method="post" action="${set.shop.url}/pay/${reference}/cancel"><button>Win</button></form>
      <iframe src="${set.shop.url}/pay/${reference}"></iframe>`)
    await page.waitForLoadState()
    expect(await page.frameLocator('iframe').getByText('Amount to pay').count()).toBe(0)
    await button(page, 'Win').click()
    await page.getByText('was not sent from a page of the sandbox').waitFor()
    expect(set.shop.services.payments.find(reference)?.state).toBe('created')
  })
})
