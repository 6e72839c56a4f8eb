import { generate } from 'otplib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumTitle, desktopSize, openChromium, phoneSize, withoutChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { openTestDesk } from '../desk.ts'
import { enter, pictures, schemeOf, violationsOf } from '../looked.ts'
import { addPerson, password } from '../visitor.ts'

const row = (number: number) =>
  `mtn-benin,22901970000${String(number).padStart(2, '0')},${150_000 + number},R-${number},Awa`
const payroll = (...numbers: number[]) =>
  `operator,phone_number,amount,reference,name\n${numbers.map(row).join('\n')}\n`

let server: LedgerServer
let browser: Browser

describe.skipIf(withoutChromium)(`the desk in a browser${chromiumTitle}`, () => {
  beforeAll(async () => {
    server = await startLedgerServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it.each(['en', 'fr'] as const)('lets the first person in, in %s; axe finds nothing', async (locale) => {
    const desk = await openTestDesk(server)
    const context = await browser.newContext({ locale, viewport: desktopSize })
    const page = await context.newPage()
    const see = async (name: string) =>
      expect(await violationsOf(page, `${name}-${locale}`, schemeOf[locale])).toEqual([])
    await page.goto(`${desk.url}/`)
    await see('no-accounts')
    await page.goto(desk.setUpUrl ?? '')
    await see('set-up')
    await page.locator('main button.primary').click()
    await page.fill('#name', 'Awa Diop')
    await page.fill('#password', password)
    await page.fill('#again', 'something else')
    await page.locator('main button.primary').click()
    await see('set-up-wrong')
    await page.fill('#password', password)
    await page.fill('#again', password)
    await page.locator('main button.primary').click()
    await page.waitForURL(`${desk.url}/`)
    await see('home-empty')
    await desk.call('POST', '/batches?name=Salaires novembre&period=2026-11', { file: payroll(1, 2, 3) })
    await desk.call('POST', '/batches?name=Primes', { file: payroll(4, 5) })
    await page.reload()
    await see('home')
    await page.setViewportSize(phoneSize)
    await page.click('.menu-link')
    if (pictures) await page.screenshot({ path: `${pictures}/desk-menu-${locale}.png` })
    await page.locator('.places a').first().click()
    await page.goto(`${desk.url}/account`)
    await see('account')
    await page.goto(`${desk.url}/account/second-factor`)
    await see('factor-begin')
    await page.fill('#password', password)
    await page.locator('main button.primary').click()
    await see('factor-scan')
    const secret = (await page.locator('.secret').innerText()).replaceAll(' ', '')
    await page.fill('#code', await generate({ secret }))
    await page.locator('main button.primary').click()
    await page.waitForURL(`${desk.url}/account`)
    await see('account-with-factor')
    await page.goto(`${desk.url}/account/second-factor`)
    await see('factor-on')
    await page.locator('main button').click()
    await see('question')
    await page.goto(`${desk.url}/nothing`)
    await see('not-found')
    await page.goto(`${desk.url}/`)
    await page.locator('.person button.link').click()
    await see('sign-in')
    await page.fill('#name', 'Awa Diop')
    await page.fill('#password', password)
    await page.locator('main button.primary').click()
    await see('code')
    await page.fill('#code', '000000')
    await page.locator('main button.primary').click()
    await page.locator('.field.wrong #code').waitFor()
    await see('code-wrong')
    await context.close()
  })

  it('a link from another site opens the page of whoever is signed in', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await addPerson(desk, 'Awa', ['viewer'])
    const page = await browser.newPage()
    await enter(page, desk, 'Awa')
    await page.waitForURL(`${desk.url}/`)
    // Another site: localhost and 127.0.0.1 are two.
    const elsewhere = desk.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${elsewhere}/sign-in`)
    await page.evaluate((url) => {
      const link = document.createElement('a')
      link.href = url
      document.body.append(link)
      link.click()
    }, `${desk.url}/account`)
    await page.waitForURL(`${desk.url}/account`)
    await page.locator('h1', { hasText: 'Your account' }).waitFor()
    await page.close()
  })

  it('shows what is new without being asked, and leaves the focus where it was', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await addPerson(desk, 'Awa', ['preparer'])
    const page = await browser.newPage({ timezoneId: 'Africa/Nairobi' })
    await enter(page, desk, 'Awa')
    /** Focuses an element that is about to be another. */
    const focus = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        element.focus()
        element.dataset['before'] = 'yes'
      })
    const hasFocusAnew = (selector: string) =>
      page.evaluate((wanted) => document.activeElement?.matches(`${wanted}:not([data-before])`), selector)
    await page.locator('text=No batches yet').waitFor()
    await focus('main a[href="/batches"]')
    const { json } = await desk.call('POST', '/batches?name=November', { file: payroll(1, 2) })
    await page.locator('td', { hasText: 'November' }).waitFor()
    expect(await hasFocusAnew('a[href="/batches"]')).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${desk.url}/batches`)
    expect(await page.locator('.person').innerText()).toContain('Africa/Nairobi')
    await page.goto(`${desk.url}/batches/${json.id}`)
    await focus(`#pause-${json.id}`)
    await desk.db.query(
      `insert into payrun.operator_holds (operator, sandbox, manual, reason, until)
       values ('mtn-benin', true, false, '"no clear answers"', now() + interval '1 hour')`,
    )
    await page.locator('main .notice.ask', { hasText: 'MTN Benin' }).waitFor()
    expect(await hasFocusAnew(`#pause-${json.id}`)).toBe(true)
    await page.keyboard.press('Enter')
    await page.locator(`#resume-${json.id}`).waitFor()
    await page.close()
  })

  it('can be used by keyboard alone, without JavaScript', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await addPerson(desk, 'Awa', ['viewer'])
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${desk.url}/sign-in`)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Tab', 'Tab')
    await page.keyboard.type('Awa')
    await press('Tab')
    await page.keyboard.type(password)
    await press('Enter')
    await page.locator('h1', { hasText: 'Hello, Awa' }).waitFor()
    await press('Tab', 'Enter')
    await page.waitForURL(({ hash }) => hash === '#main')
    await context.close()
  })

  it('shows the reference of the API to whoever comes; axe finds nothing', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const page = await (await browser.newContext({ locale: 'fr' })).newPage()
    await page.goto(`${desk.url}/api/docs`)
    expect(await violationsOf(page, 'reference')).toEqual([])
    await page.click('a[href="/api/docs/createPayout"]')
    expect(await violationsOf(page, 'reference-call')).toEqual([])
    await page.click('a[href="/api/docs/Payout"]')
    expect(await violationsOf(page, 'reference-document')).toEqual([])
  })
})
