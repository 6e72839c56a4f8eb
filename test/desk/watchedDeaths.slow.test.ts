import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { chromiumTitle, openChromium, withoutChromium } from '../harness/chromium.ts'
import { startLedgerServer } from '../harness/ledger.ts'
import { writePayroll } from '../harness/payroll.ts'
import { payrun, startPayrun, until } from '../harness/payrun.ts'
import { freePort } from '../harness/redis.ts'
import { enter } from './looked.ts'
import { password } from './visitor.ts'

/** Enough to be watched for some seconds at the rate below. */
const rows = 160

it.skipIf(withoutChromium)(
  `a page that is watched says that its desk is killed, and goes on with the next one${chromiumTitle}`,
  async () => {
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
      PAYRUN_RATE: '20',
    }
    const call = async (args: string[], input = '') => {
      const { code, stdout, stderr } = await payrun(args, { env, cwd: home, input })
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) })
      return stdout
    }
    const port = String(await freePort())
    const url = `http://127.0.0.1:${port}`
    const start = async () => {
      const running = startPayrun(['desk', '--sandbox', '--port', port], { env, cwd: home })
      await until('the desk says its address', () => running.output().stdout.includes('\n'))
      return running
    }
    await call(['account', 'add', 'Awa', '--role', 'viewer', '--password-stdin'], `${password}\n`)
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
  },
)
