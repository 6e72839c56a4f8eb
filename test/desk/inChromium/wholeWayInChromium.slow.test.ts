import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { chromiumTitle, desktopSize, openChromium, withoutChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter } from '../looked.ts'
import { addPerson, password } from '../visitor.ts'

let server: LedgerServer
let browser: Browser

const good = Array.from(
  { length: 12 },
  (_, at) => `mtn-benin;22901970001${10 + at};${85_000 + 1_250 * at};EMP-${at};Personne ${at}`,
)
const head = 'Opérateur;Téléphone;Montant;Matricule;Nom'
const csv = (...rows: string[]) => ({
  name: 'Salaires novembre.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[head, ...good, ...rows].join('\n')}\n`),
})
const file = csv()
/** A number to be typed anew on line 14, and a row to be left out on line 15. */
const withProblems = csv('mtn-benin;12 34;5000;EMP-X;Koffi', 'mtn-benin;2290197000198;douze mille;EMP-Y;Yao')
/** Once both are dealt with, as whoever keeps the books has it. */
const [people, total] = [13, 1_107_500]

/** How somebody uses a page. */
interface Hands {
  press(page: Page, selector: string): Promise<void>
  type(page: Page, selector: string, text: string): Promise<void>
  check(page: Page, selector: string): Promise<void>
  choose(page: Page, selector: string): Promise<void>
}

const mouse: Hands = {
  press: (page, selector) => page.locator(selector).first().click(),
  type: (page, selector, text) => page.fill(selector, text),
  check: (page, selector) => page.check(selector),
  choose: (page, selector) => page.setInputFiles(selector, withProblems),
}

/** Goes on from element to element, as somebody does who has no mouse. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`the keyboard does not come to ${selector}`)
}

const keyboard: Hands = {
  async press(page, selector) {
    await tabTo(page, selector)
    await page.keyboard.press('Enter')
  },
  async type(page, selector, text) {
    await tabTo(page, selector)
    await page.keyboard.type(text)
  },
  async check(page, selector) {
    await tabTo(page, selector)
    await page.keyboard.press('Space')
  },
  async choose(page, selector) {
    // Asked for early: the browser has to be told to leave its dialogue shut before the key comes.
    const chosen = page.waitForEvent('filechooser')
    await tabTo(page, selector)
    await page.keyboard.press('Enter')
    await (await chosen).setFiles(withProblems)
  },
}

interface Way {
  locale: 'en' | 'fr'
  scripts: boolean
  hands: Hands
}

const ways = [
  { by: 'the mouse', locale: 'en', scripts: true, hands: mouse },
  { by: 'the mouse', locale: 'fr', scripts: false, hands: mouse },
  { by: 'the keyboard alone', locale: 'fr', scripts: true, hands: keyboard },
  { by: 'the keyboard alone', locale: 'en', scripts: true, hands: keyboard },
  { by: 'the keyboard alone', locale: 'en', scripts: false, hands: keyboard },
] as const satisfies readonly (Way & { by: string })[]

const said = {
  en: { send: /^Send .*approval/, allPaid: `All ${people} rows are paid.`, nothingLeft: 'Nothing is left to send' },
  fr: {
    send: /approbation/,
    allPaid: `Les ${people} lignes sont toutes payées.`,
    nothingLeft: 'Il ne reste rien à envoyer',
  },
}

async function needsTwo(desk: TestDesk): Promise<void> {
  const set = await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  if (!set.ok) throw new Error(JSON.stringify(set))
}

/** Somebody with a browser of their own, signed in. */
async function signIn(desk: TestDesk, name: string, { locale, scripts }: Omit<Way, 'hands'>): Promise<Page> {
  const context = await browser.newContext({ locale, javaScriptEnabled: scripts, viewport: desktopSize })
  const page = await context.newPage()
  await enter(page, desk, name)
  return page
}

/** Uploads the file, fixes what is wrong with it, and compares it with the totals. @returns the batch's number */
async function sendForApproval(page: Page, desk: TestDesk, { locale, hands }: Way): Promise<string> {
  await page.goto(`${desk.url}/batches/new`)
  await hands.choose(page, '#file')
  await hands.press(page, '.drop button')
  await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
  await hands.type(page, 'input[name^="cell-14-"]', '2290197000199')
  await hands.check(page, 'input[name="leave-15"]')
  await hands.press(page, 'button[formaction*="/fix"][value="fix"]')
  await page.locator('.notice.good').waitFor()
  await hands.type(page, '#expect_count', String(people))
  await hands.type(page, '#expect_total', String(total + 1))
  await hands.press(page, '#pay button[value="check"]')
  await page.locator('#pay .field.wrong #expect_total').waitFor()
  expect(await page.locator('#pay button.primary').count()).toBe(0)
  await hands.type(page, '#expect_total', String(total))
  await hands.press(page, '#pay button[value="check"]')
  await page.locator('#pay .notice.good').waitFor()
  expect(await page.locator('#pay button.primary').innerText()).toMatch(said[locale].send)
  await hands.press(page, '#pay button.primary')
  await page.waitForURL(/\/batches\/(?!new)/)
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

async function approve(page: Page, desk: TestDesk, id: string, { hands }: Way): Promise<void> {
  await page.goto(`${desk.url}/`)
  await hands.press(page, `main a[href="/approvals/${id}"]`)
  await page.waitForURL(`${desk.url}/approvals/${id}`)
  await hands.type(page, '#expect_total', String(total))
  await hands.type(page, '#approve-note', 'Vérifié')
  await hands.press(page, 'form[action$="/approve"] button')
  await hands.type(page, '#proof', password)
  await hands.press(page, 'main button.primary')
  await page.waitForURL(`${desk.url}/batches/${id}`)
}

/** The page of somebody who watches a batch, to its end: it changes by itself, or is loaded again. */
async function watch(page: Page, { locale, scripts }: Way): Promise<void> {
  await until('it is seen paid', async () => {
    if (!scripts) await page.reload()
    return (await page.locator('.now').innerText()).includes(said[locale].allPaid)
  })
  await until('the history, which is not live, says so', async () =>
    (await page.locator('main').innerText()).includes(said[locale].nothingLeft),
  )
}

async function takeReport(page: Page, { hands }: Way): Promise<string> {
  const download = page.waitForEvent('download')
  await hands.press(page, 'a[href$="report?format=csv"]')
  return readFile(await (await download).path(), 'utf8')
}

describe.skipIf(withoutChromium)(`two people with a browser each${chromiumTitle}`, () => {
  beforeAll(async () => {
    server = await startLedgerServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it.each(ways)('pay a file in $locale, by $by, with JavaScript: $scripts', async (way) => {
    const desk = await openTestDesk(server)
    await needsTwo(desk)
    await addPerson(desk, 'Awa Diop', ['preparer'], way.locale)
    await addPerson(desk, 'Kofi Mensah', ['approver'], way.locale)
    const awa = await signIn(desk, 'Awa Diop', way)
    const kofi = await signIn(desk, 'Kofi Mensah', way)
    const id = await sendForApproval(awa, desk, way)
    expect(await awa.locator(`main a[href="/approvals/${id}"]`).count()).toBe(0)
    let loads = 0
    awa.on('load', () => {
      loads += 1
    })
    await approve(kofi, desk, id, way)
    await Promise.all([watch(awa, way), watch(kofi, way)])
    if (way.scripts) expect(loads).toBe(0)
    const report = await takeReport(awa, way)
    expect(report.trim().split('\n')).toHaveLength(people + 1)
    expect((await desk.call('GET', `/batches/${id}`)).json).toMatchObject({
      state: 'settled',
      counts: { paid: people },
    })
    await Promise.all([awa.context().close(), kofi.context().close()])
  })

  it('one of two approvers who decide at once wins, and the other is told', async () => {
    const desk = await openTestDesk(server, { pays: false })
    await needsTwo(desk)
    const way = { locale: 'en', scripts: true, hands: mouse } as const
    for (const name of ['Binta', 'Kofi']) await addPerson(desk, name, ['approver'], 'en')
    const [binta, kofi] = [await signIn(desk, 'Binta', way), await signIn(desk, 'Kofi', way)]
    const { json } = await desk.call('POST', '/batches?name=November', { file: file.buffer })
    const open = async (page: Page, verdict: 'approve' | 'reject') => {
      await page.goto(`${desk.url}/approvals/${json.id}`)
      if (verdict === 'reject') await page.fill('#reject-note', 'Wrong month')
      await page.locator(`form[action$="/${verdict}"] button`).click()
      if (verdict === 'approve') await page.fill('#proof', password)
    }
    await Promise.all([open(kofi, 'approve'), open(binta, 'reject')])
    await Promise.all([kofi, binta].map((page) => page.locator('main form button[type="submit"]').click()))
    const heads = await Promise.all(
      [kofi, binta].map(async (page) => {
        await page.waitForLoadState()
        return page.locator('h1').innerText()
      }),
    )
    expect(heads.filter((head) => head === 'November')).toHaveLength(1)
    expect(heads.filter((head) => head === 'This is no longer possible')).toHaveLength(1)
    await Promise.all([binta.context().close(), kofi.context().close()])
  })
})
