import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chromiumTitle, desktopSize, openChromium, withoutChromium } from '../harness/chromium.ts'
import { root, startNode, temporaryFolder, until } from '../harness/payrun.ts'

/** Where `npm run desk` says that the desk is, and by which password its approver signs in. */
function toldIn(stderr: string): { url: string; password: string } | undefined {
  const url = /^ {2}(http:\S+)$/m.exec(stderr)?.[1]
  const password = /^ {2}Kofi Mensah +(\S+)/m.exec(stderr)?.[1]
  return url && password ? { url, password } : undefined
}

/**
 * From its start to its address answering. It takes less than ten seconds, which bench/ measures on a machine with nothing else to do:
 * here other tests run beside it.
 */
const mostMs = 30_000

/** Node keeps what it has compiled there, too. */
const homesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name !== 'node-compile-cache')

/** On the page that says what is paid to whom. */
async function approve(page: Page, password: string): Promise<void> {
  await page.locator('a.primary[href^="/approvals/"]').click()
  await page.locator('form[action$="/approve"] button').click()
  await page.fill('#proof', password)
  await page.locator('main button.primary').click()
}

it.skipIf(withoutChromium)(
  `npm run desk prints two passwords, shows a payroll being approved and paid, and leaves nothing${chromiumTitle}`,
  async () => {
    const folder = temporaryFolder()
    const taken = createServer().listen(8080, '127.0.0.1')
    // Taken by this test or by another program: either way the desk finds a port of its own.
    taken.on('error', () => undefined)
    const browser = await openChromium()
    try {
      const planted = {
        DATABASE_URL: 'postgres://planted.example.com/payrun',
        PAYRUN_PROVIDER_URL: 'https://planted.example',
      }
      const since = performance.now()
      const running = startNode([join(root, 'bin/desk.js')], { env: { TMPDIR: folder.path, ...planted } })
      await until('the desk says where it is', () => {
        if (running.child.exitCode !== null) throw new Error(running.output().stderr)
        return toldIn(running.output().stderr) !== undefined
      })
      const { url, password } = toldIn(running.output().stderr)!
      expect((await fetch(url)).status).toBe(200)
      expect(performance.now() - since).toBeLessThan(mostMs)
      expect(running.output().stderr).toContain('Port 8080 is taken')
      expect(url).not.toContain(':8080')
      const page = await browser.newPage({ viewport: desktopSize, locale: 'en' })
      await page.goto(url)
      await page.fill('#name', 'Kofi Mensah')
      await page.fill('#password', password)
      await page.locator('main button.primary').click()
      await page.locator('a[href^="/batches/"]').first().click()
      await page.getByText('Waiting for approval', { exact: false }).first().waitFor()
      await approve(page, password)
      const main = page.locator('main')
      await until('it is seen being paid', async () => /Being paid: [1-9]\d? of 120/.test(await main.innerText()))
      await until('it is paid', async () => /1[01]\d of 120 rows are paid/.test(await main.innerText()))
      running.child.kill('SIGINT')
      expect(await running.ended).toMatchObject({ code: 0 })
      expect(homesIn(folder.path)).toEqual([])
    } finally {
      await browser.close()
      taken.close()
      folder.remove()
    }
  },
)
