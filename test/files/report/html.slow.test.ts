import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setLanguage } from '../../../src/cli/terminal/text.ts'
import {
  chromiumTitle,
  desktopSize,
  openChromium,
  phoneSize,
  violationsOn,
  withoutChromium,
} from '../../harness/chromium.ts'
import { path, row, written } from './htmlReport.ts'
import { inBatches } from './sampleReport.ts'

afterEach(() => setLanguage('en'))

describe.skipIf(withoutChromium)(`an HTML report in Chromium${chromiumTitle}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser?.close())

  async function open(size: { width: number; height: number }, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ viewport: size, colorScheme })
    const page = await context.newPage()
    await page.goto(pathToFileURL(path).href)
    return page
  }

  it('shows totals, a bar for each operator in proportion, and what to do about each row', async () => {
    await written()
    const page = await open(desktopSize)
    expect(await page.title()).toBe('November <payroll>: payout report')
    const totals = await page.locator('table.totals tbody tr').allInnerTexts()
    expect(totals.map((text) => text.replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/✓ paid 2 3,000,000 FCFA/),
        expect.stringMatching(/✗ failed 1 1,500.50 KES/),
      ]),
    )
    expect(totals.at(-1)).toMatch(/All rows\s+6\s+1,500\.50\sKES\s+6,000,000\sFCFA/)
    const bars = page.locator('.operators li')
    expect(await bars.locator('h3').allInnerTexts()).toEqual(['MTN Benin', 'no operator', 'MoMo Kenya'])
    const widths = await bars
      .locator('.bar')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(widths[1]! / widths[0]!).toBeCloseTo(0.25, 2)
    const paid = await page.locator('.operators li').first().locator('.bar .paid').boundingBox()
    expect(paid!.width / widths[0]!).toBeCloseTo(0.5, 2)
    const attention = await page.locator('table.rows tbody tr').allInnerTexts()
    expect(attention.map((text) => Number.parseInt(text, 10))).toEqual([4, 5, 6, 7])
    expect(await page.locator('.todo').innerText()).toContain('Fix the problem, then try again.')
    await page.context().close()
  })

  it('speaks French, with money as it is written there', async () => {
    setLanguage('fr')
    await written({ language: 'fr' })
    const page = await open(desktopSize)
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    const text = (await page.locator('main').innerText()).replace(/\s/g, ' ')
    expect(text).toContain('3 000 000 FCFA')
    expect(text).toContain('1 500,50 KES')
    expect(text).toContain('Lignes à traiter')
    expect(text).not.toMatch(/Totals|By operator|What happened/)
    await page.context().close()
  })

  it.each([
    { size: phoneSize, scheme: 'light' as const },
    { size: phoneSize, scheme: 'dark' as const },
    { size: desktopSize, scheme: 'light' as const },
    { size: desktopSize, scheme: 'dark' as const },
  ])('at $size.width pixels, in $scheme colours, it fits and everybody can read it', async ({ size, scheme }) => {
    await written()
    const page = await open(size, scheme)
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    // On a phone each cell is a line of its own, with its heading before it.
    const [line, status] = await page.locator('table.rows tbody tr').first().locator('th, td').all()
    const [above, below] = [await line?.boundingBox(), await status?.boundingBox()]
    expect(below!.y > above!.y).toBe(size === phoneSize)
    // Each width and each scheme once, like the desk's pages: axe is slow.
    const violations = (size === phoneSize) === (scheme === 'dark') ? await violationsOn(page) : []
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}-${size.width}-${scheme}.png`, fullPage: true })
    await page.context().close()
  })

  it('fits a phone with long sums in two currencies, each on a line of its own', async () => {
    setLanguage('fr')
    const sums = [1, 2].map((n) => row(n, { currency: n === 1 ? 'XOF' : 'KES', amountMinor: '5812500000000' }))
    await written({ language: 'fr', rows: inBatches([...sums, ...Array(12_000).fill(row(3, {}))], 1_000) })
    const page = await open(phoneSize)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phoneSize.width)
    const [kenya, francs] = await page.locator('table.totals .line').all()
    const [above, below] = [await kenya?.boundingBox(), await francs?.boundingBox()]
    expect(below!.y).toBeGreaterThan(above!.y)
    expect((await page.locator('main').innerText()).replace(/\s/g, ' ')).toContain('Le fichier a 12 002 lignes.')
    await page.context().close()
  })

  it('breaks no amount or phone number, but a word that is wider than the page', async () => {
    const cells = ['E'.repeat(200), 'Aïssatou Diop Ndiaye', '+221 77 123 45 67', '1 250 000']
    const failed = row(2, { status: 'failed', cells, errorMessage: 'The wallet does not exist. '.repeat(10) })
    await written({ rows: inBatches([failed], 1) })
    const page = await open({ width: 720, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720)
    const linesOf = (text: string) =>
      page
        .locator('table.rows td', { hasText: text })
        .first()
        .evaluate((cell) => {
          const range = document.createRange()
          range.selectNodeContents(cell)
          return range.getClientRects().length
        })
    expect([await linesOf('+221 77'), await linesOf('1 250 000')]).toEqual([1, 1])
    expect(await linesOf('EEEE')).toBeGreaterThan(1)
    await page.context().close()
  })

  it('prints on one sheet as tables, which fit between wide margins', async () => {
    await written()
    // What is left of an A4 sheet between margins of 2 cm, and dark colours that are no good on paper.
    const page = await open({ width: 643, height: 970 }, 'dark')
    await page.emulateMedia({ media: 'print' })
    const [line, status] = await page.locator('table.rows tbody tr').first().locator('th, td').all()
    expect((await status!.boundingBox())!.y).toBe((await line!.boundingBox())!.y)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(643)
    expect(await page.locator('h1').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(23, 32, 43)')
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.context().close()
  })
})
