import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { chromiumTitle, desktopSize, withoutChromium } from '../../harness/chromium.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter, violationsOf } from '../looked.ts'
import { addPerson } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

const names = ['Awa Diop', 'Kofi Mensah', 'Fatou Ndiaye', 'Aminata Traoré', 'Issa Ouédraogo', 'Ada Houngbo']
const row = (n: number, phone = `22901970000${String(n).padStart(2, '0')}`, amount = String(85_000 + 1_250 * n)) =>
  ['mtn-benin', phone, amount, `EMP-${n}`, names[n % names.length]].join(';')
const rows = [row(1), row(2, '07000'), row(3), row(4, undefined, 'douze mille'), row(5, '97 12')]
const file = Buffer.from(`Opérateur;Téléphone;Montant;Matricule;Nom\n${rows.join('\n')}\n`)

describe.skipIf(withoutChromium)(`corrections in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  async function person(
    desk: TestDesk,
    name: string,
    role: 'preparer' | 'approver',
    locale: 'en' | 'fr',
  ): Promise<Page> {
    await addPerson(desk, name, [role], locale)
    const context = await shared.browser.newContext({ locale, viewport: desktopSize })
    const page = await context.newPage()
    await enter(page, desk, name)
    return page
  }

  it.each([
    ['en', { undo: /^Undo: Line 3/, list: 'Your corrections', title: 'Corrected before it was submitted' }],
    ['fr', { undo: /^Annuler : Ligne 3/, list: 'Vos corrections', title: 'Corrigé avant la soumission' }],
  ] as const)(
    'are seen, taken back and shown to whoever approves, in %s; axe finds nothing at either width',
    async (locale, words) => {
      const desk = await openTestDesk(shared.server, { pays: false })
      await setApprovals(desk.app, desk.core, 2)
      const awa = await person(desk, 'Awa Diop', 'preparer', locale)
      const see = async (page: Page, name: string) =>
        expect(await violationsOf(page, `corrections-${name}-${locale}`)).toEqual([])
      await awa.goto(`${desk.url}/batches/new`)
      await awa.setInputFiles('#file', { name: 'Salaires.csv', mimeType: 'text/csv', buffer: file })
      await awa.locator('main button.primary').click()
      await awa.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
      const draft = awa.url()
      await awa.locator('input[name="cell-3-1"]').fill('2290197000002')
      await awa.locator('input[name="cell-5-2"]').fill('90000')
      await awa.locator('input[name="leave-6"]').check()
      await awa.locator('button[formaction$="/fix"][value="fix"]').click()
      await awa.getByRole('heading', { name: words.list }).waitFor()
      await see(awa, 'draft')
      await awa.goto(`${draft}/corrected`)
      await see(awa, 'list')
      await awa.getByRole('button', { name: words.undo }).click()
      await awa.locator('.notice.good').waitFor()
      expect(await awa.locator('.corrections li').count()).toBe(2)
      await awa.goto(draft)
      expect(await awa.locator('input[name="cell-3-1"]').inputValue()).toBe('07000')
      await awa.locator('input[name="cell-3-1"]').fill('2290197000012')
      await awa.locator('button[formaction$="/fix"][value="fix"]').click()
      await awa.locator('button[value="pay"]').click()
      await awa.waitForURL(/\/batches\/[0-9a-z]+$/)
      const id = awa.url().split('/').at(-1) ?? ''
      const kofi = await person(desk, 'Kofi Mensah', 'approver', locale)
      await kofi.goto(`${desk.url}/approvals/${id}`)
      await kofi.getByRole('heading', { name: words.title }).waitFor()
      expect(await kofi.locator('#corrected li').count()).toBe(3)
      await see(kofi, 'approval')
      await kofi.goto(`${desk.url}/batches/${id}/corrected`)
      await see(kofi, 'batch')
    },
  )
})
