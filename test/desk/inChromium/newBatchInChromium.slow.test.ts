import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumTitle, desktopSize, openChromium, withoutChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter, schemeOf, violationsOf } from '../looked.ts'
import { addPerson } from '../visitor.ts'

const names = ['Awa Diop', 'Kofi Mensah', 'Fatou Ndiaye', 'Jean-Baptiste Hounsou', 'Aminata Traoré', 'Issa Ouédraogo']
const row = (n: number, over: { operator?: string; phone?: string; amount?: string } = {}) =>
  [
    over.operator ?? 'mtn-benin',
    over.phone ?? `22901970000${String(n).padStart(2, '0')}`,
    over.amount ?? String(85_000 + 1_250 * n),
    `EMP-${n}`,
    names[n % names.length],
  ].join(';')
const csv = (rows: readonly string[]) =>
  Buffer.from(`Opérateur;Téléphone;Montant;Matricule;Nom\n${rows.join('\n')}\n`, 'utf8')
const good = csv(Array.from({ length: 12 }, (_, at) => row(at)))
const bad = csv([
  row(1),
  row(2, { phone: '12 34' }),
  row(3),
  row(4, { amount: 'douze mille' }),
  row(5, { operator: 'mtn' }),
  row(6, { phone: '97000006' }),
  row(7, { amount: '0' }),
  row(8),
])
const file = (buffer: Buffer, name = 'Salaires novembre.csv') => ({ name, mimeType: 'text/csv', buffer })

let server: LedgerServer
let browser: Browser

/** A person with a browser of their own. */
async function person(desk: TestDesk, locale: 'en' | 'fr', javaScriptEnabled = true): Promise<Page> {
  await addPerson(desk, 'Awa Diop', ['preparer'], locale)
  const context = await browser.newContext({ locale, javaScriptEnabled, viewport: desktopSize })
  const page = await context.newPage()
  await enter(page, desk, 'Awa Diop')
  return page
}

describe.skipIf(withoutChromium)(`a new batch in a browser${chromiumTitle}`, () => {
  beforeAll(async () => {
    server = await startLedgerServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it.each([
    ['en', true],
    ['fr', true],
    ['fr', false],
  ] as const)(
    'goes from a file to people paid, in %s, with JavaScript: %s; axe finds nothing',
    async (locale, scripts) => {
      const desk = await openTestDesk(server, { pays: false })
      const page = await person(desk, locale, scripts)
      // axe is JavaScript.
      const see = async (name: string) =>
        scripts && expect(await violationsOf(page, `new-${name}-${locale}`, schemeOf[locale])).toEqual([])
      await page.goto(`${desk.url}/batches/new`)
      await see('upload')
      await page.setInputFiles('#file', file(bad))
      await page.locator('main button.primary').click()
      await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
      await see('problems')
      const phone = page.getByRole('textbox', { name: /Téléphone.*3/ })
      await phone.fill('22901970000 02')
      await page.locator('input[name^="leave-5"]').check()
      await page.locator('button[formaction*="/fix"][value="fix"]').click()
      await page.locator('.notice.good').waitFor()
      await see('fixed')
      await page.fill('#expect_count', '99')
      await page.locator('button[name="skip_invalid"]').click()
      await page.locator('#pay .field.wrong #expect_count').waitFor()
      await see('differs')
      await page.fill('#expect_count', '5')
      await page.fill('#period', '2026-11')
      // Keeps it, and pays nothing.
      await page.press('#period', 'Enter')
      await page.locator('#pay .notice.good').waitFor()
      await see('ready')
      await page.locator('#pay button.primary').click()
      await page.waitForURL(/\/batches\/(?!new)/)
      const { batches } = (await desk.call('GET', '/batches')).json
      expect(batches).toMatchObject([{ name: 'Salaires novembre.csv', period: '2026-11', counts: { pending: 5 } }])
      await page.context().close()
    },
  )

  it.each([true, false])(
    'keeps what was typed when other rows are shown or the language is changed, with JavaScript: %s',
    async (scripts) => {
      const desk = await openTestDesk(server, { pays: false })
      const page = await person(desk, 'en', scripts)
      await page.goto(`${desk.url}/batches/new`)
      const many = [row(1), ...Array.from({ length: 50 }, (_, at) => row(at + 2, { phone: '12 34' }))]
      await page.setInputFiles('#file', file(csv(many)))
      await page.locator('main button.primary').click()
      await page.locator('input[name="cell-3-1"]').fill('2290197000102')
      await page.fill('#period', '2026-11')
      await page.getByRole('button', { name: 'Show all 50' }).click()
      await page.waitForURL(/\?kind=invalid_phone#problems$/)
      expect(await page.inputValue('#period')).toBe('2026-11')
      if (scripts) expect(await violationsOf(page, 'new-all-of-a-kind')).toEqual([])
      await page.locator('input[name="cell-4-1"]').fill('2290197000103')
      await page.getByRole('button', { name: 'Next rows' }).click()
      await page.locator('input[name="cell-44-1"]').fill('2290197000104')
      await page.fill('#expect_total', '10')
      await page.getByRole('button', { name: 'Français' }).click()
      await page.locator('html[lang="fr"] #pay').waitFor()
      expect(await page.inputValue('#expect_total')).toBe('10')
      expect(await page.inputValue('input[name="cell-44-1"]')).toBe('2290197000104')
      expect(await page.locator('main').innerText()).toContain('2 cellules corrigées')
      // Keeps it in this language.
      await page.fill('#batch_name', 'Primes')
      await page.press('#batch_name', 'Enter')
      await page.waitForURL(/#pay$/)
      expect(await page.locator('html').getAttribute('lang')).toBe('fr')
      expect(await page.inputValue('#batch_name')).toBe('Primes')
      await page.context().close()
    },
  )

  it('shows a file that is good, and takes one that is dropped', async () => {
    const desk = await openTestDesk(server, { pays: false })
    const page = await person(desk, 'fr')
    await page.goto(`${desk.url}/batches/new`)
    const transfer = await page.evaluateHandle(
      ([text, name]) => {
        const data = new DataTransfer()
        data.items.add(new File([text ?? ''], name ?? '', { type: 'text/csv' }))
        return data
      },
      [good.toString('utf8'), 'Salaires.csv'],
    )
    await page.dispatchEvent('.drop', 'drop', { dataTransfer: transfer })
    await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
    expect(await violationsOf(page, 'new-good-fr')).toEqual([])
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.fill('#batch_name', 'Primes')
    await other.press('#batch_name', 'Enter')
    await other.waitForURL(/#pay$/)
    await page.locator('#pay button.primary').click()
    await page.locator('main [role="alert"]').waitFor()
    expect(await violationsOf(page, 'new-changed-elsewhere-fr')).toEqual([])
    expect((await desk.call('GET', '/batches')).json.batches).toEqual([])
    await page.locator('.quiet-end button').click()
    await page.locator('main button.danger').waitFor()
    expect(await violationsOf(page, 'new-drop-question-fr')).toEqual([])
    await page.goto(`${desk.url}/batches/new`)
    await page.setInputFiles('#file', file(Buffer.from('\u0000'), 'photo.jpg'))
    await page.locator('main button.primary').click()
    await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
    expect(await violationsOf(page, 'new-unreadable-fr')).toEqual([])
    await page.goto(`${desk.url}/batches/new`)
    expect(await violationsOf(page, 'new-drafts-fr')).toEqual([])
    await page.context().close()
  })

  it.skipIf(withoutLibreOffice)(
    `corrects a workbook that LibreOffice saved, without JavaScript${libreOfficeTitle}`,
    async () => {
      const office = openLibreOffice()
      const folder = await mkdtemp(join(tmpdir(), 'payrun-new-batch-'))
      onTestFinished(async () => {
        office.close()
        await rm(folder, { recursive: true, force: true })
      })
      await writeFile(join(folder, 'salaires.csv'), bad)
      // Semicolons, UTF-8, and the numbers as texts.
      const asText = '1/2/2/2/3/2/4/2/5/2'
      const path = await office.convert(join(folder, 'salaires.csv'), 'xlsx', folder, [
        `--infilter=CSV:59,34,76,1,${asText}`,
      ])
      const desk = await openTestDesk(server, { pays: false })
      const page = await person(desk, 'fr', false)
      await page.goto(`${desk.url}/batches/new`)
      await page.setInputFiles('#file', path)
      await page.locator('main button.primary').click()
      await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
      await page.locator('input[name^="cell-3-"]').fill('2290197000002')
      await page.locator('input[name^="cell-5-"]').fill('12000')
      await page.locator('input[name="leave-7"]').check()
      await page.locator('input[name="leave-8"]').check()
      await page.locator('button[formaction*="/fix"][value="fix"]').click()
      await page.locator('#pay button.primary').waitFor()
      const words = (await page.locator('#pay button.primary').innerText()).replaceAll(/[\u202f\u00a0]/g, ' ')
      expect(words).toBe('Payer 460 750 FCFA à 6 personnes')
      await page.locator('#pay button.primary').click()
      await page.waitForURL(/\/batches\/(?!new)/)
      const [batch] = (await desk.call('GET', '/batches')).json.batches
      expect(batch).toMatchObject({
        file: { name: 'salaires.xlsx', rows: 6 },
        counts: { pending: 6 },
      })
      await page.context().close()
    },
  )
})
