import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { systemClock } from '../../src/sandbox/state/clock.ts'
import { openChromium, phoneSize, withoutChromium } from '../harness/chromium.ts'
import { openShop, type Shop } from './shop.ts'

/** Where pictures go that a person wants to look at; none are made otherwise. */
const pictures = process.env['PAYRUN_TEST_PICTURES']

/** One Chromium for the file that calls it, and a shop for each of its tests. */
export function openPages() {
  let browser: Browser | undefined
  let context: BrowserContext | undefined
  const set = {
    shop: undefined as unknown as Shop,
    /** What a page's script would have caused; there must be none. */
    dialogs: [] as string[],
    /** How far the sandbox's clock is ahead. */
    aheadMs: 0,
    open,
    picture,
  }
  beforeAll(async () => {
    if (!withoutChromium) browser = await openChromium()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    set.aheadMs = 0
    const clock = { nowMs: () => Date.now() + set.aheadMs, after: systemClock.after }
    set.shop = await openShop({ notificationDelaysMs: [], clock })
  })
  afterEach(async () => {
    await context?.close()
    await set.shop.close()
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    context = await browser!.newContext({ locale: 'en-GB', viewport: phoneSize, ...options })
    set.dialogs = []
    const page = await context.newPage()
    page.on('dialog', async (dialog) => {
      set.dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    await page.goto(set.shop.url + path)
    return page
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
  }

  return set
}
