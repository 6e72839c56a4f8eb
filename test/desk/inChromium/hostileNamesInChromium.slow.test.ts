import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { setApprovals } from '../../../src/app/accounts/policy.ts'
import { chromiumTitle, desktopSize, phoneSize, withoutChromium } from '../../harness/chromium.ts'
import { row as sheetRow, workbook } from '../../harness/workbook.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter, violationsOf, widthsOf } from '../looked.ts'
import { csv, row } from '../uploads.ts'
import { addPerson, password, signedIn } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

/**
 * A formula for a spreadsheet, markup that runs if a page takes it for more than a text, quotes, a mark that turns what follows around,
 * a sign of four bytes, and letters that are wider than a phone if nothing breaks them.
 */
const hostile = (field: string, length = 200, mark = '\u202e'): string =>
  `=${field}"'<img src=x onerror=globalThis.hurt=1>${mark}🙂`.padEnd(length, 'W')
/** As a page has it. */
const asShown = (text: string): string => text.replace(/[\u202e\u200e]/g, '\ufffd')

const names = {
  person: hostile('person', 60),
  other: hostile('other', 60),
  /** A key's name has letters, digits and a few signs. */
  key: `l'Été_${'W'.repeat(54)}`,
  batch: hostile('batch', 200, '\u200e'),
  period: hostile('period', 200, '\u200e'),
  /** In a row that is paid no mark turns anything around. */
  payee: hostile('payee', 100, '\u200e'),
  reference: hostile('ref', 100, '\u200e'),
  note: hostile('note'),
  schedule: hostile('schedule', 100),
  window: hostile('window'),
  hold: hostile('hold'),
  release: hostile('release'),
  reject: hostile('reject'),
  collection: hostile('collection', 100),
  file: `${hostile('file', 190)}.xlsx`,
  sheet: hostile('sheet', 100),
  column: hostile('column'),
  cell: hostile('cell', 100),
} as const

/** A batch that waits, one with a row that a person resolved, and whatever else can be called something. */
async function fill(desk: TestDesk) {
  const { db } = desk
  await addPerson(desk, names.person, ['viewer', 'preparer', 'approver', 'admin'], 'fr')
  const other = await signedIn(desk, names.other, ['approver', 'admin'])
  await desk.newKey(names.key, ['viewer'])
  const admin = await signedIn(desk, 'Ada', ['admin', 'approver'])
  const day = { from: '2126-01-01T22:00', to: '2126-01-02T02:00', every: '', zone: 'UTC' }
  const schedule = { name: names.schedule, path: `/${names.schedule}`, cron: '0 8 25 * *', tz: 'UTC' }
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const payees = { name: quoted(names.payee), reference: quoted(names.reference) }
  const query = new URLSearchParams({ name: names.batch, period: names.period })
  const submit = async (at: number) => {
    const { json, status } = await desk.call('POST', `/batches?${query}`, { file: csv(row(at, payees)) })
    expect({ status, problems: json.problems }).toMatchObject({ status: 201 })
    return json.id as string
  }
  const resolved = await submit(1)
  await db.query(
    `insert into payrun.charges (id, kind, reference, amount_minor, currency, operator, own_reference, values_hash, sandbox)
     values ('c1', 'collection', 'TX-1', 25000, 'XOF', 'mtn-benin', $1, '\\x00', true)`,
    [names.collection],
  )
  await db.query(`update payrun.charges set state = 'unknown', code = 'timeout'`)
  const proved = { sure: 'yes', proof: password }
  for (const [path, form] of [
    ['/operators/mtn-benin/windows', { ...day, window_note: names.window }],
    ['/operators/moov-benin/hold', { note: names.hold, ...proved }],
    ['/schedules/new', schedule],
    ['/payins/collection/c1/resolve', { end: 'failed', note: names.note, ...proved }],
  ] as const) {
    const { status, html } = await admin.post(path, form)
    expect(status, `${path}: ${html}`).toBe(303)
  }
  await setApprovals(desk.app, desk.core, 2)
  const later = (at: number) => {
    query.set('period', `${names.period}${at}`)
    return submit(at)
  }
  const waiting = await later(2)
  const rejected = await later(3)
  for (const [path, form] of [
    ['/operators/wave-senegal/hold', { note: names.hold, ...proved }],
    ['/operators/wave-senegal/release', { note: names.release, ...proved }],
    [`/approvals/${rejected}/reject`, { note: names.reject, ...proved }],
  ] as const) {
    const { status, html } = await other.post(path, form)
    expect(status, `${path}: ${html}`).toBe(303)
  }
  return { resolved, waiting, rejected }
}

describe.skipIf(withoutChromium)(`hostile names in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  it('are the texts that they are on every page, which none of them makes wider', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    const { resolved, waiting, rejected } = await fill(desk)
    const page = await shared.browser.newPage({ locale: 'fr', viewport: phoneSize })
    const found = listenTo(page)
    await enter(page, desk, names.person)
    const look = async (called: string, ...shown: readonly string[]) =>
      found.push(...(await troubleOn(page, called, shown)))
    const see = async (path: string, ...shown: readonly string[]) => {
      await page.goto(desk.url + path)
      await look(path, names.person, ...shown)
    }
    await see('/', names.batch)
    await see('/batches', names.batch, names.period)
    await see(`/batches/${waiting}`, names.batch, names.period, names.payee, names.reference)
    await see(`/batches/${waiting}/rows/2`, names.batch, names.payee, names.reference)
    await see(`/batches/${rejected}`, names.other, names.reject)
    await see(`/batches/${rejected}/history`, names.other, names.reject)
    await see(`/batches/${resolved}/reconcile`, names.batch)
    await see('/approvals', names.batch)
    await see(`/approvals/${waiting}`, names.batch, names.period, names.payee)
    await see('/people?q=payee', names.payee, names.reference, names.batch)
    await see(`/people/${waiting}/2`, names.payee)
    await see('/schedules', names.schedule)
    await see('/schedules/1', names.schedule)
    await see('/operators', names.window, names.hold)
    await see('/operators/mtn-benin', names.window)
    await see('/operators/moov-benin', names.hold)
    await see('/work', names.schedule)
    await see('/payins', names.collection)
    await see('/payins/collection/c1', names.collection, names.note)
    await see('/account', names.person)
    await see('/admin', names.other)
    await see('/admin/keys', names.key)
    await see('/admin/keys/new', names.person)
    await see('/admin/trail', names.other, names.hold, names.release, names.reject, names.schedule)
    expect(found).toEqual([])
    await page.close()
  })

  it('are chosen as the sheet and as columns, corrected, and paid; axe finds nothing on the way', async () => {
    const desk = await openTestDesk(shared.server, { pays: false })
    await addPerson(desk, 'Awa', ['preparer'], 'fr')
    const page = await shared.browser.newPage({ locale: 'fr', viewport: desktopSize })
    const found = listenTo(page)
    await enter(page, desk, 'Awa')
    await page.goto(`${desk.url}/batches/new`)
    await page.setInputFiles('#file', { name: names.file, mimeType: workbookType, buffer: await hostileWorkbook() })
    await page.locator('.drop button').click()
    await page.waitForURL(/\/batches\/new\/[0-9a-f]{32}$/)
    const look = async (called: string, ...shown: readonly string[]) => {
      found.push(...(await troubleOn(page, called, shown)), ...(await violationsOf(page, called)))
    }
    const readAgain = async (select: string, chosen: string | { label: string }) => {
      await page.selectOption(select, chosen)
      await page.locator('.reading button[type="submit"]').click()
      await page.waitForLoadState()
    }
    await look('draft-sheets', names.file, names.sheet)
    await readAgain('#sheet', { label: asShown(names.sheet) })
    await look('draft-columns', names.column)
    await readAgain('#column-amount', { label: asShown(names.column) })
    await look('draft-hidden-rows', names.column)
    await readAgain('#hidden', 'skip')
    await page.locator('#problems').waitFor()
    await look('draft-problems', names.payee, names.sheet)
    expect(await page.locator('main').innerText()).toContain('Une ligne masquée de la feuille a été laissée de côté')
    const cell = page.locator('input[name^="cell-4-"]')
    expect(await cell.inputValue()).toBe(asShown(names.cell))
    await cell.fill('2290197000102')
    await page.fill('#period', asShown(names.period))
    await page.locator('button[formaction*="/fix"][value="fix"]').click()
    await page.locator('#pay button.primary').waitFor()
    await look('draft-warnings', names.column, names.payee)
    await page.locator('#pay button.primary').click()
    await page.waitForURL(/\/batches\/(?!new)/)
    await look('batch-of-workbook', names.file.slice(0, 150), names.period)
    const { batches } = (await desk.call('GET', '/batches')).json
    expect(batches).toMatchObject([{ counts: { pending: 2 }, sums: { pending: { XOF: '3100' } } }])
    expect(found).toEqual([])
    await page.close()
  })
})

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Two sheets that could be paid; of the hostile one the amounts have a name that nobody knows, and a row is hidden. */
function hostileWorkbook(): Promise<Buffer> {
  const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const payee = inXml(names.payee)
  const data = [
    sheetRow(1, ['Opérateur', 'Téléphone', inXml(names.column), 'Nom']),
    sheetRow(2, ['mtn-benin', '2290197000101', 1500, payee]),
    sheetRow(3, ['mtn-benin', '2290197000109', 9000, 'Hidden'], ' hidden="1"'),
    sheetRow(4, ['mtn-benin', inXml(names.cell), 1600, payee]),
  ]
  const other = [sheetRow(1, ['Opérateur', 'Téléphone', 'Montant']), sheetRow(2, ['mtn-benin', '2290197000101', 1500])]
  return workbook({
    sheets: [
      { name: inXml(names.sheet), data: data.join('') },
      { name: 'Autre', data: other.join('') },
    ],
  })
}

/** @returns what the browser complains of, as it does */
function listenTo(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => message.type() === 'error' && found.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', (error) => found.push(`${page.url()}: ${error}`))
  return found
}

/** What a page makes of names: each is to be there as a text, in nothing that is wider than the window. */
async function troubleOn(page: Page, called: string, shown: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const text = (await page.locator('body').textContent()) ?? ''
  for (const each of shown)
    if (!text.includes(asShown(each))) found.push(`${called}: does not show ${each.slice(0, 10)}`)
  if ((await page.locator('img').count()) > 0 || (await page.evaluate('globalThis.hurt')))
    found.push(`${called}: takes a name for more`)
  return [...found, ...(await widthsOf(page, called))]
}
