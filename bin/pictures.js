// Takes the pictures of the documents from a desk to look around in (bin/desk.js), in Chromium, in both
// languages or the one that is named: docs/img.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openChromium } from '../test/harness/chromium.ts'
import { childEnvironment } from './childEnvironment.js'

const largestBytes = 150_000
const approver = 'Kofi Mensah'

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
  const { url, password, home, close } = await startDesk()
  const page = await browser.newPage({ locale, viewport: { width: 1280, height: 900 }, colorScheme: 'light' })
  const take = async (name, fullPage = false) => {
    const path = `${folder}desk-${name}${end}.png`
    await page.screenshot({ path, fullPage })
    const { size } = statSync(path)
    if (size > largestBytes) throw new Error(`${path} is too large: ${size} bytes`)
  }
  try {
    await page.goto(url)
    await page.fill('#name', approver)
    await page.fill('#password', password)
    await page.locator('main button.primary').click()
    await page.waitForURL(`${url}/`)
    const batch = await page
      .locator('main a[href^="/batches/"], main a[href^="/approvals/"]')
      .first()
      .getAttribute('href')
    const id = batch.split('/')[2]
    if (end === '') await take('home')
    const answer = await page.goto(`${url}/approvals/${id}`)
    if (end === '' && answer.ok()) await take('approval')
    approve(home, id, password)
    await page.goto(`${url}/batches/${id}`)
    // Some of it is paid, some of it isn't.
    await page.waitForFunction(() => /\b[5-7]\d\b.{1,30}\b120\b/.test(document.querySelector('main').innerText))
    await take('batch')
  } finally {
    await page.close()
    await close()
  }
}

function approve(home, id, password) {
  const command = [
    fileURLToPath(new URL('payrun.js', import.meta.url)),
    'approve',
    id,
    '--account',
    approver,
    '--password-stdin',
  ]
  execFileSync(process.execPath, command, { env: { ...childEnvironment(), PAYRUN_HOME: home }, input: `${password}\n` })
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
  const password = new RegExp(`^ {2}${approver} +(\\S+)`, 'm').exec(said)?.[1]
  if (!url || !password) throw new Error(said)
  const home = join(folder, readdirSync(folder).find((name) => name.startsWith('payrun-')) ?? '')
  return { url, password, home, close }
}
