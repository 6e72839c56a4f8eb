import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ReportContent, ReportRow } from '../../src/report/row.ts'
import { writeReportFile } from '../../src/report/writeReportFile.ts'
import { setLanguage } from '../../src/words/t.ts'
import { chromiumTitle, desktopSize, openChromium, phoneSize, withoutChromium } from '../harness/chromium.ts'
import { inBatches, paidRow } from './sampleReport.ts'

const folder = mkdtempSync(join(tmpdir(), 'payrun-html-'))
const path = join(folder, 'report.html')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => setLanguage('en'))

const row = (line: number, more: Partial<ReportRow>): ReportRow => ({
  ...paidRow,
  line,
  cells: [`EMP-${line}`, 'Afi Dossou', '+2290197000001', '1500000'],
  operator: 'mtn-benin',
  amountMinor: '1500000',
  currency: 'XOF',
  ...more,
})
const rows: ReportRow[] = [
  row(2, {}),
  row(3, {}),
  row(4, {
    status: 'failed',
    errorMessage: 'The wallet does not exist.',
    operator: 'momo-kenya',
    amountMinor: '150050',
    currency: 'KES',
  }),
  row(5, { status: 'unknown', errorMessage: 'No answer came in time.', providerReference: null }),
  row(6, { status: 'accepted', errorMessage: 'Not final.', providerReference: 'TX-9' }),
  row(7, {
    status: 'invalid',
    errorMessage: '"<b>ten</b>" is not an amount.',
    cells: ['<script>document.title = "hacked"</script>', '"quoted" & \u202Ereversed', 'x', 'ten'],
    operator: null,
    amountMinor: null,
    currency: null,
  }),
]

const content = (more: Partial<ReportContent> = {}): ReportContent => ({
  format: 'html',
  columns: ['reference', 'name', 'phone', 'amount'],
  batch: {
    id: '7hk2m9pq4x',
    name: 'November <payroll>',
    period: '2026-11',
    state: 'settled',
    reason: null,
    file: { name: 'november.csv', sha256: 'ab', rows: 6 },
    created_at: '2026-11-20T07:59:00.000Z',
    settled_at: '2026-11-20T08:01:00.000Z',
  },
  totals: null,
  rows: inBatches(rows, 2),
  ...more,
})

async function written(more: Partial<ReportContent> = {}): Promise<string> {
  expect(await writeReportFile({ path, ...content(more) })).toMatchObject({ ok: true })
  return readFileSync(path, 'utf8')
}

describe('an HTML report', () => {
  it('needs nothing but itself: no script, no address of anything else', async () => {
    const page = await written()
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|https?:/)
    expect(page).toContain('td[data-label]::before')
  })

  it('escapes whatever stood in the file', async () => {
    const page = await written()
    expect(page).toContain('November &lt;payroll>')
    expect(page).toContain('&lt;script>document.title')
    expect(page).toContain('&lt;b>ten&lt;/b>')
  })

  it('lists the rows that need somebody, and of very many the first', async () => {
    const many = Array.from({ length: 700 }, (_, n) => row(n + 2, { status: 'failed', errorMessage: 'Refused.' }))
    const page = await written({ rows: inBatches([...many, row(900, {})], 100) })
    expect(page.match(/<th scope="row" class="number"/g)).toHaveLength(500)
    expect(page).toContain('(700)')
    expect(page).toContain('The first 500 of them')
    expect(page).not.toContain('EMP-900')
  })

  it('advises no command that would be refused', async () => {
    const failed = () => inBatches([row(2, { status: 'failed', errorMessage: 'Refused.' })], 1)
    expect(await written({ rows: failed() })).toContain('payrun retry 7hk2m9pq4x --line N')
    const batch = { id: '7hk2m9pq4x', name: 'November', state: 'cancelled' }
    const cancelled = await written({ rows: failed(), batch })
    expect(cancelled).not.toContain('payrun retry')
    expect(cancelled).toContain('Mend the cause, and give the row in a new file.')
    const waiting = inBatches([row(2, { status: 'pending', errorMessage: null })], 1)
    const toApprove = await written({ rows: waiting, batch: { ...batch, state: 'awaiting_approval' } })
    expect(toApprove).not.toContain('payrun resume')
    expect(toApprove).toContain('payrun approve 7hk2m9pq4x --as NAME')
  })

  it('of a batch that is all paid says that nobody has to do anything', async () => {
    const page = await written({ rows: inBatches([row(2, {})], 1) })
    expect(page).toContain('None: every row is paid.')
    expect(page).not.toContain('EMP-2')
  })
})

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
    expect(await bars.locator('h3').allInnerTexts()).toEqual(['mtn-benin', 'no operator', 'momo-kenya'])
    const widths = await bars
      .locator('.bar')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(widths[1]! / widths[0]!).toBeCloseTo(0.25, 2)
    const paid = await page.locator('.operators li').first().locator('.bar .paid').boundingBox()
    expect(paid!.width / widths[0]!).toBeCloseTo(0.5, 2)
    const attention = await page.locator('table.rows tbody tr').allInnerTexts()
    expect(attention.map((text) => Number.parseInt(text, 10))).toEqual([4, 5, 6, 7])
    expect(await page.locator('.todo').innerText()).toContain('payrun retry 7hk2m9pq4x')
    await page.context().close()
  })

  it('speaks French, with money as it is written there', async () => {
    await setLanguage('fr')
    await written()
    const page = await open(desktopSize)
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    const text = (await page.locator('main').innerText()).replace(/\s/g, ' ')
    expect(text).toContain('3 000 000 FCFA')
    expect(text).toContain('1 500,50 KES')
    expect(text).toContain('Lignes qui demandent quelqu')
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
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}-${size.width}-${scheme}.png`, fullPage: true })
    await page.context().close()
  })

  it('fits a phone with long sums in two currencies, each on a line of its own', async () => {
    await setLanguage('fr')
    const sums = [1, 2].map((n) => row(n, { currency: n === 1 ? 'XOF' : 'KES', amountMinor: '5812500000000' }))
    await written({ rows: inBatches([...sums, ...Array(12_000).fill(row(3, {}))], 1_000) })
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
