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
    await written({ language: 'fr' })
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

  it('prints', async () => {
    await written()
    const page = await open(desktopSize)
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await page.context().close()
  })
})
