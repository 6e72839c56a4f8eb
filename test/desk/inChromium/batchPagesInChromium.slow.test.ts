import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { withCore } from '../../../src/app/open/openCore.ts'
import { chromiumTitle, desktopSize, openChromium, withoutChromium } from '../../harness/chromium.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter, schemeOf, violationsOf } from '../looked.ts'
import { addPerson, password } from '../visitor.ts'

let server: LedgerServer
let browser: Browser

const names = ['Awa Diop', 'Koffi Mensah', 'Fatou Ndiaye', 'Jean-Baptiste Adjovi', 'Mariam Traoré', 'Kossi Amegan']
/** It runs if a page takes it for more than a text, and is wider than a phone if nothing breaks it. */
const hostile = `<img src=x onerror="globalThis.hurt=1">${'W'.repeat(40)}`
const row = (at: number, name = names[at % names.length]) => {
  const operator = at % 3 === 0 ? 'moov-benin' : 'mtn-benin'
  const last = at % 17 === 0 ? '9901' : at % 23 === 0 ? '9905' : at % 31 === 0 ? '9909' : String(1000 + at)
  const phone = `22901${operator === 'mtn-benin' ? '97' : '94'}${String(at).padStart(2, '0').slice(-2)}${last}`
  return `${operator},${phone},${50_000 + 1_250 * at},EMP-${String(at).padStart(4, '0')},${name}`
}
const salaries = (rows: number) =>
  `operator,phone_number,amount,reference,name\n${Array.from({ length: rows }, (_, at) => row(at + 1)).join('\n')}\n`

/** Lines `from` to `to` of a payroll of people whose names are hostile. */
const hostileSalaries = (from: number, to: number) =>
  `operator,phone_number,amount,reference,name\n${Array.from({ length: to - from + 1 }, (_, at) => row(from + at, `"${hostile.replaceAll('"', '""')}"`)).join('\n')}\n`

/** Batches in every state; `unknown` is a line of the settled one that nobody knows about. */
async function fill(desk: TestDesk) {
  const submit = async (from: number, to: number, query = '') => {
    const path = `/batches?name=${encodeURIComponent(`${hostile.slice(0, 50)} ${from}`)}${query}`
    const { json, status } = await desk.call('POST', path, { file: hostileSalaries(from, to) })
    expect({ status, problems: json.problems }).toMatchObject({ status: 201 })
    return json.id as string
  }
  const settled = await submit(1, 40)
  await until('it is settled', async () => (await desk.call('GET', `/batches/${settled}`)).json.state === 'settled')
  const { rows } = (await desk.call('GET', `/batches/${settled}/rows?status=unknown`)).json
  const paused = await submit(41, 45, `&at=${new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)}Z`)
  const set = await withCore(desk.app, (core) => setApprovals(desk.app, core, 2))
  expect(set).toMatchObject({ ok: true })
  const [waiting, cancelled] = [await submit(46, 50), await submit(61, 65)]
  await desk.call('POST', `/batches/${cancelled}/cancel`, { body: {} })
  return { settled, paused, waiting, cancelled, unknown: rows[0].line as number }
}

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
    const see = async (name: string) =>
      expect(await violationsOf(page, `${name}-${locale}`, schemeOf[locale])).toEqual([])
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
  it('show hostile names in every state as the texts that they are; axe finds nothing', async () => {
    const desk = await openTestDesk(server)
    await addPerson(desk, 'Awa', ['preparer', 'approver', 'admin'], 'fr')
    await addPerson(desk, 'W'.repeat(60), ['viewer'])
    await desk.newKey('M'.repeat(60), ['viewer'])
    const { settled, paused, waiting, cancelled, unknown } = await fill(desk)
    const page = await browser.newPage({ locale: 'fr', viewport: desktopSize })
    await enter(page, desk, 'Awa')
    const found: string[] = []
    const look = async (name: string) => {
      found.push(...(await violationsOf(page, name)))
      if (await page.evaluate('globalThis.hurt')) found.push(`${name}: a name is run`)
    }
    const see = async (path: string, name: string) => {
      await page.goto(desk.url + path)
      await look(name)
    }
    await see('/', 'home-hostile')
    await see(`/batches/${waiting}`, 'batch-waiting')
    await see(`/batches/${paused}`, 'batch-paused')
    await see(`/batches/${cancelled}`, 'batch-cancelled')
    await see(`/batches/${settled}`, 'batch-hostile')
    await see(`/batches/${settled}/rows/${unknown}`, 'row-unknown')
    await see(`/batches/${settled}/reconcile`, 'reconcile')
    const today = new Date().toISOString().slice(0, 10)
    const lines = [row(23, 'Awa'), row(31, 'Awa')].map((each, n) => {
      const [, phone, amount] = each.split(',')
      return `OP-${n},${phone},${amount},${n === 0 ? 'SUCCESS' : 'FAILED'},${today}`
    })
    const statement = ['reference,phone,amount,status,date', ...lines, `OP-9,2290197555555,900,SUCCESS,${today}`, '']
    const name = `${hostile.replaceAll('/', '')}.csv`
    await page.setInputFiles('input[type=file]', {
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(statement.join('\n')),
    })
    await page.locator('main form button.primary').click()
    await page.waitForURL(/reconcile\/[0-9a-f]{32}$/)
    await look('reconcile-found')
    await page.locator('main form[method=post] button.primary').click()
    await page.fill('#proof', password)
    await look('reconcile-question')
    await page.locator('main form[method=post] button.primary').click()
    await page.waitForURL(`${desk.url}/batches/${settled}`)
    await look('reconcile-applied')
    await see('/work', 'work')
    await see('/approvals', 'approvals')
    await see(`/approvals/${waiting}`, 'approval')
    await page.fill('#approve-note', hostile)
    await page.locator('form[action$="/approve"] button').click()
    await page.locator('#proof').waitFor()
    await look('approval-question')
    await see(`/batches/${settled}/retry`, 'retry')
    await page.locator('main button.primary').click()
    await look('retry-question')
    for (const [path, name] of [
      ['', 'accounts'],
      ['/accounts/new', 'account-new'],
      ['/keys', 'keys'],
      ['/keys/new', 'key-new'],
      ['/policy', 'policy'],
      ['/trail', 'trail'],
    ])
      await see(`/admin${path}`, `admin-${name}`)
    await page.goto(`${desk.url}/admin/keys/new`)
    await page.fill('#name', 'K'.repeat(60))
    await page.check('input[name="role_viewer"]')
    await page.locator('main button.primary').click()
    await page.locator('main code.secret').waitFor()
    await look('key-shown-once')
    expect(found).toEqual([])
    await page.close()
  })
})
