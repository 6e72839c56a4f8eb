import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { markerName } from '../../src/crashPoint.ts'
import { chromiumTitle, openChromium, withoutChromium } from '../harness/chromium.ts'
import { startLedgerServer } from '../harness/ledger.ts'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, until } from '../harness/payrun.ts'
import { freePort } from '../harness/redis.ts'
import { enter } from './looked.ts'
import { csv, row } from './uploads.ts'
import { password } from './visitor.ts'

const token = 'a-desk-that-is-killed-in-a-test'
/** Enough to be watched for some seconds at the rate below. */
const rows = 160

/** A ledger, a home and a browser, for desks that die; all of them at one address. */
async function openSite(more: Record<string, string> = {}) {
  const server = await startLedgerServer()
  onTestFinished(() => server.stop())
  const db = await server.open()
  const home = mkdtempSync(join(tmpdir(), 'payrun-watched-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))
  const browser = await openChromium()
  onTestFinished(() => browser.close())
  const env = {
    DATABASE_URL: db.url,
    PAYRUN_HOME: home,
    PAYRUN_WORKER_PORT: 'off',
    PAYRUN_LOG_LEVEL: 'error',
    ...more,
  }
  const call = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await payrun(args, { env, cwd: home, input })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
    return stdout
  }
  const port = String(await freePort())
  /** @param crash where it kills itself, as PAYRUN_CRASH_POINT says it */
  const start = async (options: string[] = [], crash?: string) => {
    const armed = crash ? { PAYRUN_CRASH_POINT: `${token} ${crash}` } : {}
    const args = ['desk', '--sandbox', '--port', port, ...options]
    const running = startPayrun(args, { env: { ...env, ...armed }, cwd: home })
    await until('the desk says its address', () => running.output().stdout.includes('\n'))
    return running
  }
  writeFileSync(join(home, markerName), token)
  await call(['account', 'add', 'Awa', '--role', 'preparer', '--password-stdin'], `${password}\n`)
  return { db, home, browser, call, start, url: `http://127.0.0.1:${port}` }
}

const draftPage = /\/batches\/new\/[0-9a-f]{32}$/

describe.skipIf(withoutChromium)(`a desk that is killed${chromiumTitle}`, () => {
  it('is said to be away by a page that is watched, which goes on with the next one', async () => {
    const { home, browser, call, start, url } = await openSite({ PAYRUN_RATE: '20' })
    const { key } = JSON.parse(await call(['key', 'add', 'hr', '--role', 'preparer', '--json']))
    const first = await start()
    const page = await browser.newPage({ locale: 'en' })
    await enter(page, { url }, 'Awa')
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
    const body = await readFile(writePayroll(home, rows))
    expect(await fetch(`${url}/api/v1/batches`, { method: 'POST', headers, body })).toMatchObject({ status: 201 })
    await page.locator('main td a').first().click()
    const now = page.locator('.now')
    await until('it is seen being paid', async () => /Being paid: [1-9]/.test(await now.innerText()))
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    first.child.kill('SIGKILL')
    await first.ended
    await page.getByText('payrun is not answering').waitFor()
    const next = await start()
    await page.getByText('payrun is not answering').waitFor({ state: 'hidden' })
    await until('it is seen settled', async () => / rows are paid\./.test(await now.innerText()))
    expect(loads).toBe(0)
    next.child.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0 })
  })

  it('leaves drafts whole with what was typed into them, and one that it was submitting is submitted once', async () => {
    const { db, browser, start, url } = await openSite()
    const first = await start(['--no-worker'])
    const page = await browser.newPage({ locale: 'en' })
    await enter(page, { url }, 'Awa')
    await page.goto(`${url}/batches/new`)
    const buffer = Buffer.from(csv(row(1), row(2, { phone: '12 34' }), row(3, { amount: 'many' })))
    await page.setInputFiles('#file', { name: 'November.csv', mimeType: 'text/csv', buffer })
    await page.locator('.drop button').click()
    await page.waitForURL(draftPage)
    const draft = page.url()
    await page.fill('input[name="cell-3-1"]', '2290197000002')
    await page.check('input[name="leave-4"]')
    await page.fill('#period', '2026-11')
    await page.locator('button[formaction*="/fix"][value="fix"]').click()
    await page.locator('.notice.good').waitFor()
    first.child.kill('SIGKILL')
    await first.ended
    const dying = await start(['--no-worker'], 'before-enqueue kill')
    await page.goto(draft)
    await page.locator('main', { hasText: '1 cell corrected, 1 row left out' }).waitFor()
    expect(await page.inputValue('#period')).toBe('2026-11')
    await page.locator('#pay button.primary').click({ noWaitAfter: true })
    await dying.ended
    expect(dying.child.signalCode).toBe('SIGKILL')
    const next = await start(['--no-worker'])
    await page.goto(draft)
    // It can't be paid again, and says which batch it has become.
    expect(await page.locator('#pay button.primary').count()).toBe(0)
    await page.locator('main .notice.wrong a[href^="/batches/"]').click()
    await page.locator('.now').waitFor()
    expect(await page.locator('h1').innerText()).toBe('November.csv')
    const paid = await db.query('select line, phone, state from payrun.payouts order by line')
    expect(paid).toEqual([
      { line: 2, phone: '2290197000001', state: 'pending' },
      { line: 3, phone: '2290197000002', state: 'pending' },
    ])
    next.child.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0 })
  })
})
