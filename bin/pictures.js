// Takes the pictures of the documents from a desk to look around in (bin/desk.js), in Chromium, in both
// languages or the one that is named: docs/img.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openChromium } from '../test/harness/chromium.ts'

const largestBytes = 150_000
const [preparer, approver] = ['Awa Diop', 'Kofi Mensah']

const folder = fileURLToPath(new URL('../docs/img/', import.meta.url))
mkdirSync(folder, { recursive: true })
const browser = await openChromium()
for (const [locale, end] of [
  ['en', ''],
  ['fr', '-fr'],
])
  if ([undefined, locale].includes(process.argv[2])) await takeAll(locale, end)
await browser.close()

/** The way of a payroll to people paid, as the desk shows it in a language. */
async function takeAll(locale, end) {
  const { url, passwords, close } = await startDesk()
  const page = await browser.newPage({ locale, viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
  const take = async (name, fullPage = false) => {
    const path = `${folder}desk-${name}${end}.png`
    await page.screenshot({ path, fullPage })
    const { size } = statSync(path)
    if (size > largestBytes) throw new Error(`${path} is too large: ${size} bytes`)
  }
  try {
    await signIn(page, url, approver, passwords.approver)
    const href = await page.locator('main a[href^="/approvals/"]').first().getAttribute('href')
    const id = href.split('/')[2]
    await take('home')
    await page.goto(`${url}/approvals/${id}`)
    await take('approval')
    await approve(page, passwords.approver)
    await page.waitForURL(`${url}/batches/${id}`)
    // Some of it is paid, some of it isn't.
    await page.waitForFunction(() => /\b[5-7]\d\b.{1,30}\b120\b/.test(document.querySelector('main').innerText))
    await page.reload()
    await take('batch')
    // The sandbox leaves a few of the sample unclear, which takes the desk longer than the rest.
    await page.goto(`${url}/batches/${id}?status=unknown`)
    const row = page.locator(`main a[href^="/batches/${id}/rows/"]`).first()
    for (let n = 0; n < 60 && (await row.count()) === 0; n += 1) {
      await delay(1000)
      await page.reload()
    }
    await row.click()
    await take('row')
    await page.goto(`${url}/batches/${id}?status=paid`)
    const paid = await page.locator('main #rows tbody tr td:nth-child(2)').first().innerText()
    await page.goto(`${url}/people?q=${encodeURIComponent(paid)}`)
    await take('people')
    await holdOperator(locale, url, passwords.preparer)
    await page.goto(`${url}/operators`)
    await take('operators')
    process.stdout.write(`${locale}: ${paid}\n`)
  } finally {
    await page.close()
    await close()
  }
}

async function signIn(page, url, name, password) {
  await page.goto(`${url}/sign-in`)
  await page.fill('#name', name)
  await page.fill('#password', password)
  await page.locator('main button.primary').click()
  await page.waitForURL(`${url}/`)
}

/** An administrator holds one and says why: an hour with one payroll alone has little to show. */
async function holdOperator(locale, url, password) {
  const page = await browser.newPage({ locale })
  await signIn(page, url, preparer, password)
  await page.goto(`${url}/operators/wave-senegal`)
  await page.fill(
    '#hold-note',
    locale === 'fr' ? "Maintenance annoncée jusqu'à 18 h" : 'Maintenance announced until 18:00',
  )
  await page.locator('form[action$="/hold"] button').click()
  await page.locator('main button.danger').click()
  await page.waitForURL(`${url}/operators/wave-senegal`)
  await page.close()
}

/** As an approver does it, on the page that says what is paid to whom. */
async function approve(page, password) {
  await page.locator('form[action$="/approve"] button').click()
  await page.fill('#proof', password)
  await page.locator('main button.primary').click()
}

async function startDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-pictures-'))
  const child = spawn(process.execPath, [fileURLToPath(new URL('desk.js', import.meta.url))], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  while (!said.includes('Ctrl-C') && child.exitCode === null) await delay(100)
  const url = /^ {2}(http:\S+)$/m.exec(said)?.[1]
  const passwordOf = (name) => new RegExp(`^ {2}${name} +(\\S+)`, 'm').exec(said)?.[1]
  const passwords = { preparer: passwordOf(preparer), approver: passwordOf(approver) }
  if (!url || !passwords.preparer || !passwords.approver) throw new Error(said)
  return { url, passwords, close }
}
