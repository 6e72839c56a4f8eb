import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { accepted, sendRow } from '../../harness/accepted.ts'
import { chromiumTitle, desktopSize, withoutChromium } from '../../harness/chromium.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter } from '../looked.ts'
import { csv, row } from '../uploads.ts'
import { addPerson, password } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

const paid = { kind: 'paid', providerReference: null } as const
const wideSize = { width: 1600, height: 1000 }
/** A4 upright less its margins, in CSS pixels. */
const paperSize = { width: 718, height: 1047 }

async function submit({ call }: TestDesk, name: string, file: string): Promise<string> {
  const { json, status } = await call('POST', `/batches?name=${name}&period=${name}`, { file })
  expect({ status, problems: json.problems }).toMatchObject({ status: 201 })
  return json.id
}

/** What sticks out of the window or is cut by what it stands in. */
const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cut = [...document.querySelectorAll('main *')].filter((element) => {
      const isSmall = element.clientWidth < element.scrollWidth - 1
      return isSmall && element.clientWidth > 1 && getComputedStyle(element).overflowX !== 'visible'
    })
    const names = cut.map(({ tagName, className }) => `${tagName}.${className}`)
    return scrollWidth > clientWidth ? [`by ${scrollWidth - clientWidth} pixels`, ...names] : names
  })

describe.skipIf(withoutChromium)(`a batch that is used in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  async function openAsAwa() {
    const desk = await openTestDesk(shared.server, { pays: false })
    await addPerson(desk, 'Awa', ['preparer', 'approver'], 'en')
    const page = await shared.browser.newPage({ locale: 'en', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    return { desk, page }
  }

  it('says how fast it is paid and how long it will take; an accepted row is resolved on its page', async () => {
    const { desk, page } = await openAsAwa()
    const { db } = desk
    const batchId = await submit(desk, 'November', csv(...[1, 2, 3, 4].map((n) => row(n))))
    await page.goto(`${desk.url}/batches/${batchId}`)
    await page.locator('.bar-text', { hasText: /^0 of 4 rows/ }).waitFor()
    await sendRow(db, { batchId, line: 2 }, paid)
    await sendRow(db, { batchId, line: 3 }, accepted('TX-3'))
    await page
      .locator('.bar-text', { hasText: /[\d.]+ rows a second · (about \d+|less than a) minute.* left/ })
      .waitFor()
    await page.goto(`${desk.url}/batches/${batchId}/rows/3`)
    await page.check('input[value="paid"]')
    await page.fill('#reference', 'MP-77')
    await page.fill('#note', 'Seen in the portal')
    await page.locator('form[action$="/resolve"] button').click()
    await page.locator('main', { hasText: 'MP-77' }).waitFor()
    await page.fill('#proof', password)
    await page.locator('main button.primary').click()
    await page.locator('.now .badge.good').waitFor()
    expect(await page.locator('main').innerText()).toMatch(/MP-77.*Awa.*Seen in the portal/s)
    expect((await desk.call('GET', `/batches/${batchId}`)).json).toMatchObject({ counts: { paid: 2, pending: 2 } })
    await page.close()
  })

  it('shows its approver a number that has changed; it is whole on a wide screen and on paper, and moves nothing', async () => {
    const { desk, page } = await openAsAwa()
    const known = { reference: 'EMP-1', name: 'Jean-Baptiste Adjovi' }
    const october = await submit(desk, '2026-10', csv(row(1, known)))
    await sendRow(desk.db, { batchId: october, line: 2 }, paid)
    expect(await setApprovals(desk.app, desk.core, 2)).toMatchObject({ ok: true })
    const others = Array.from({ length: 30 }, (_, at) => row(at + 10))
    const november = await submit(desk, '2026-11', csv(row(77, known), ...others))
    await page.goto(`${desk.url}/approvals/${november}`)
    const changed = page.locator('details[data-code="number_changed"]')
    expect(await changed.getAttribute('open')).not.toBeNull()
    expect(await changed.innerText()).toMatch(/EMP-1 .*229\*+01.*229\*+77/)
    for (const path of [`/approvals/${november}`, `/batches/${november}`, `/batches/${november}/rows/2`, '/']) {
      await page.goto(desk.url + path)
      await page.setViewportSize(wideSize)
      expect(await cutOn(page), path).toEqual([])
      const main = await page.locator('main').boundingBox()
      expect((main?.x ?? 0) + (main?.width ?? 0), path).toBeLessThanOrEqual(wideSize.width)
    }
    await page.goto(`${desk.url}/batches/${november}`)
    const movesFor = (reducedMotion: 'reduce' | 'no-preference') =>
      page.emulateMedia({ reducedMotion }).then(() => moving(page))
    expect(await movesFor('no-preference')).toContain('A')
    expect(await movesFor('reduce')).toEqual([])
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const size of [desktopSize, paperSize]) {
      await page.setViewportSize(size)
      for (const kept of ['h1', '.now', 'main table'])
        expect(await page.locator(kept).first().isVisible(), kept).toBe(true)
      for (const left of ['.side', '.top', '.skip', 'main form', '.section-head:has(+ div a[download])'])
        expect(await page.locator(left).first().isVisible(), left).toBe(false)
    }
    expect(await page.locator('main table').last().locator('tbody tr:visible').count()).toBe(31)
    expect(await cutOn(page)).toEqual([])
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
    await page.close()
  })
})

/** Names of elements that move or change gradually. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('*')].filter((element) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element)
      return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior === 'smooth'
    })
    return found.map(({ tagName }) => tagName)
  })
