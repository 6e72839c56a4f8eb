import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumTitle, desktopSize, openChromium, withoutChromium } from '../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { until } from '../harness/payrun.ts'
import { openTestDesk } from './desk.ts'
import { enter, violationsOf } from './looked.ts'
import { addPerson } from './visitor.ts'

let server: LedgerServer
let browser: Browser

const names = ['Awa Diop', 'Koffi Mensah', 'Fatou Ndiaye', 'Jean-Baptiste Adjovi', 'Mariam Traoré', 'Kossi Amegan']
const row = (at: number) => {
  const operator = at % 3 === 0 ? 'moov-benin' : 'mtn-benin'
  const last = at % 17 === 0 ? '9901' : at % 23 === 0 ? '9905' : at % 31 === 0 ? '9909' : String(1000 + at)
  const phone = `22901${operator === 'mtn-benin' ? '97' : '94'}${String(at).padStart(2, '0').slice(-2)}${last}`
  return `${operator},${phone},${50_000 + 1_250 * at},EMP-${String(at).padStart(4, '0')},${names[at % names.length]}`
}
const salaries = (rows: number) =>
  `operator,phone_number,amount,reference,name\n${Array.from({ length: rows }, (_, at) => row(at + 1)).join('\n')}\n`

describe.skipIf(withoutChromium)(`batches in a browser${chromiumTitle}`, () => {
  beforeAll(async () => {
    server = await startLedgerServer()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop()
  })

  it.each(['en', 'fr'] as const)('can be looked at in %s; axe finds nothing', async (locale) => {
    const desk = await openTestDesk(server)
    await addPerson(desk, 'Awa', ['preparer', 'approver'], locale)
    const page = await browser.newPage({ locale, viewport: desktopSize })
    const see = async (name: string) => expect(await violationsOf(page, `${name}-${locale}`)).toEqual([])
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches`)
    await see('batches-empty')
    const { json } = await desk.call('POST', '/batches?name=Salaires novembre&period=2026-11', { file: salaries(60) })
    await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
    await page.goto(`${desk.url}/batches`)
    await see('batches')
    await page.goto(`${desk.url}/batches/${json.id}`)
    await see('batch-settled')
    await page.goto(`${desk.url}/batches/${json.id}?q=Fatou`)
    await see('batch-search')
    await page.close()
  })
})
