import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chromiumTitle,
  desktopSize,
  openChromium,
  phoneSize,
  violationsOn,
  withoutChromium,
} from '../harness/chromium.ts'
import { until } from '../harness/payrun.ts'
import { openShop, type Shop } from './shop.ts'

let browser: Browser
let shop: Shop

/** Each page by what it shows: its address, and the button to press on it first, if any. */
const pages: { what: string; path: (shop: Shop) => string | Promise<string>; press?: string }[] = [
  { what: 'a card', path: async () => `/pay/${await shop.askPayment()}` },
  { what: 'mobile money', path: async () => `/pay/${await shop.askPayment()}?by=mobile` },
  { what: 'a payment in a currency with decimals', path: () => inShillings() },
  { what: 'a card with mistakes', path: async () => `/pay/${await shop.askPayment()}`, press: 'main form button' },
  {
    what: 'mobile money with mistakes',
    path: async () => `/pay/${await shop.askPayment({ customer: {} })}?by=mobile`,
    press: 'main form button',
  },
  { what: 'a refused card', path: () => refused(1) },
  { what: 'a payment that failed', path: () => refused(3) },
  { what: 'a payment that was cancelled', path: () => cancelled() },
  { what: 'no such payment', path: () => '/pay/nothing' },
  { what: 'the handsets', path: () => '/handset' },
  { what: 'a handset without requests', path: () => '/handset?phone=22900000000' },
  { what: 'a request', path: async () => `/handset/${await shop.askCollection()}` },
  {
    what: 'a request without a PIN',
    path: async () => `/handset/${await shop.askCollection()}`,
    press: 'main form button',
  },
  { what: 'a request that was paid', path: () => approved() },
  { what: 'what the sandbox is', path: () => '/' },
  { what: 'the interface', path: () => '/docs' },
  { what: 'the ledger', path: () => '/sandbox' },
  { what: 'refused requests', path: () => '/sandbox?kind=refused' },
  { what: 'notifications', path: () => '/sandbox/notifications?sent=1' },
  { what: 'the switchboard', path: () => '/sandbox/faults?saved=1' },
]

const inShillings = async () =>
  `/pay/${await shop.askPayment({ amount: 150.5, currency: 'KES', payment_mode: 'CARD' })}`

async function refused(times: number): Promise<string> {
  const reference = await shop.askPayment()
  for (let n = 0; n < times; n++) shop.services.payments.pay(reference, { by: 'card', card: '4000000000009911' })
  return `/pay/${reference}`
}

async function cancelled(): Promise<string> {
  const reference = await shop.askPayment()
  shop.services.payments.cancel(reference)
  return `/pay/${reference}`
}

async function approved(): Promise<string> {
  const reference = await shop.askCollection()
  shop.services.collections.approve(reference, '1234')
  return `/handset/${reference}`
}

/** What axe finds, in a few words each. */
async function violationsOf(page: Page): Promise<string[]> {
  const violations = await violationsOn(page)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
  )
}

const widerThanScreen = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe.skipIf(withoutChromium)(`everybody can use the pages${chromiumTitle}`, () => {
  beforeAll(async () => {
    shop = await openShop({ notificationDelaysMs: [] })
    shop.hook.answers.push(500)
    for (let n = 0; n < 30; n++) await shop.payOut()
    await shop.payOut({ phoneNumber: '2290197009901' })
    await expect(shop.payOut({ amount: '1.5' })).rejects.toThrow()
    await shop.askCollection()
    await cancelled()
    await until(
      'a notification',
      () => shop.services.notifications.list({ offset: 0, limit: 1 }).rows[0]?.attempts.length === 1,
    )
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await shop.close()
  })

  // axe looks at each page once in each scheme: it is slow.
  describe.each([
    { language: 'en', looked: 'light' },
    { language: 'fr', looked: 'dark' },
  ] as const)('in $language', ({ language, looked }) => {
    let page: Page
    beforeAll(async () => {
      // Without movement: a colour on its way from one scheme to the other is judged by nobody.
      page = await browser.newPage({ locale: language, reducedMotion: 'reduce' })
    })
    afterAll(() => page.close())

    it.each(pages)('axe finds nothing: $what', async ({ path, press }) => {
      await page.emulateMedia({ colorScheme: looked })
      await page.setViewportSize(phoneSize)
      await page.goto(shop.url + (await path(shop)))
      if (press) await page.locator(press).first().click()
      // With its style sheet: on a busy machine that comes after the page.
      await page.waitForLoadState('load')
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await widerThanScreen(page)).toBe(0)
      if (looked === 'light') expect(await violationsOf(page)).toEqual([])
      await page.setViewportSize(desktopSize)
      expect(await widerThanScreen(page)).toBe(0)
      if (looked === 'dark') expect(await violationsOf(page)).toEqual([])
    })
  })

  it('the dark scheme is another one, and what can be pressed is big enough for a thumb', async () => {
    const page = await browser.newPage({ viewport: phoneSize, locale: 'en', colorScheme: 'light' })
    await page.goto(`${shop.url}/pay/${await shop.askPayment()}`)
    const ground = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await ground()).not.toBe(light)
    const heights = await page
      .locator('a, button, input, select, summary')
      .evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThan(8)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await page.close()
  })

  it('those who want less motion see none', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    await page.goto(`${shop.url}/pay/${await shop.askPayment()}`)
    const durations = await page
      .locator('a, button')
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).transitionDuration))
    expect(new Set(durations)).toEqual(new Set(['0s']))
    await page.close()
  })

  it('nothing has to be scrolled sideways at 320 pixels, as with 400 % zoom', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, locale: 'fr' })
    for (const { path } of pages) {
      await page.goto(shop.url + (await path(shop)))
      expect(await widerThanScreen(page), page.url()).toBe(0)
    }
    await page.close()
  })
})
