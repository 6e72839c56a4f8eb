import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chromiumTitle, withoutChromium } from '../../harness/chromium.ts'
import { until } from '../../harness/payrun.ts'
import { openTestDesk, type TestDesk } from '../desk.ts'
import { enter } from '../looked.ts'
import { addPerson, password } from '../visitor.ts'
import { setUpChromium } from './inChromium.ts'

/** Rows of 10 kB, most of it in a column that nobody reads, then one with a wrong number. */
const fileOf = (rows: number): Buffer => {
  const note = 'x'.repeat(10_000)
  const good = Array.from(
    { length: rows },
    (_, at) => `mtn-benin;2290197${String(100_000 + at)};${1_500 + at};EMP-${at};Personne ${at};${note}`,
  )
  const head = 'Opérateur;Téléphone;Montant;Matricule;Nom;Note'
  return Buffer.from(`${[head, ...good, 'mtn-benin;12 34;5000;EMP-X;Koffi;'].join('\n')}\n`)
}
const upload = (rows: number) => ({ name: 'Salaires.csv', mimeType: 'text/csv', buffer: fileOf(rows) })

/** A wire to a desk with a valve in it. */
interface Wire {
  url: string
  /** Passes on as many bytes for the desk, and about no more. */
  passOnly(bytes: number): void
  isHolding(): boolean
  open(): void
  /** Until it is opened again: a browser tries once more by itself. */
  cut(): void
}

async function wireTo({ url }: TestDesk): Promise<Wire> {
  const wires = new Set<readonly [client: Socket, desk: Socket]>()
  let left = Infinity
  let isCut = false
  const listener = createServer((client) => {
    if (isCut) return void client.on('error', () => undefined).destroy()
    const desk = connect(Number(new URL(url).port), '127.0.0.1')
    wires.add([client, desk])
    client.on('data', (bytes) => {
      desk.write(bytes)
      left -= bytes.length
      if (left <= 0) client.pause()
    })
    desk.on('data', (bytes) => client.write(bytes))
    client.on('error', () => undefined).on('close', () => desk.destroy())
    desk.on('error', () => undefined).on('close', () => client.destroy())
  })
  const open = () => {
    left = Infinity
    isCut = false
    for (const [client] of wires) client.resume()
  }
  const passOnly = (bytes: number) => {
    open()
    left = bytes
  }
  const cut = () => {
    isCut = true
    for (const [client] of wires) client.destroy()
  }
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    cut()
    listener.close()
  })
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, passOnly, isHolding: () => left <= 0, open, cut }
}

async function signInAgain(page: Page): Promise<void> {
  await page.fill('#name', 'Awa')
  await page.fill('#password', password)
  await page.locator('main button.primary').click()
}

const draftPage = /\/batches\/new\/[0-9a-f]{32}$/

describe.skipIf(withoutChromium)(`an upload in a browser${chromiumTitle}`, () => {
  const shared = setUpChromium()

  async function openUpload(scripts: boolean) {
    const desk = await openTestDesk(shared.server, { pays: false })
    await addPerson(desk, 'Awa', ['preparer'], 'fr')
    const wire = await wireTo(desk)
    const context = await shared.browser.newContext({ locale: 'fr', javaScriptEnabled: scripts })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await enter(page, wire, 'Awa')
    await page.goto(`${wire.url}/batches/new`)
    return { desk, page, wire }
  }

  it('is seen moving; one that the network cuts says so, and goes again with the file that was chosen', async () => {
    const { desk, page, wire } = await openUpload(true)
    // More than what all buffers on the way take in, and by its path: the browser reads it as one of its own.
    const folder = await mkdtemp(join(tmpdir(), 'payrun-upload-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'Salaires.csv'), fileOf(3_000))
    await page.setInputFiles('#file', join(folder, 'Salaires.csv'))
    const bar = page.locator('.upload-state progress')
    const sent = () => bar.evaluate((element) => (element as HTMLProgressElement).value)
    wire.passOnly(1_000_000)
    await page.locator('.drop button').click()
    await until('the bar moves', async () => wire.isHolding() && (await sent()) > 0)
    expect(await page.locator('.upload-state [role="status"]').innerText()).toBe('Envoi en cours…')
    expect(await page.locator('.drop button').isDisabled()).toBe(true)
    const first = await sent()
    wire.passOnly(4_000_000)
    await until('it moves on', async () => wire.isHolding() && (await sent()) > first)
    expect(await sent()).toBeLessThan(100)
    wire.cut()
    await page.locator('.upload-state', { hasText: "L'envoi a été interrompu" }).waitFor()
    expect(await bar.isVisible()).toBe(false)
    const folderOfDrafts = join(desk.app.config.home, 'drafts')
    await until('nothing of it is kept', async () => readdirSync(folderOfDrafts).length === 0)
    expect(await page.locator('#file').evaluate((input) => (input as HTMLInputElement).files?.[0]?.name)).toBe(
      'Salaires.csv',
    )
    wire.open()
    await page.locator('.drop button').click()
    await page.waitForURL(draftPage)
    await page.locator('input[name^="cell-3002-"]').waitFor()
  })

  it.each([true, false])('that is one too many is refused with the reason, with JavaScript: %s', async (scripts) => {
    const { page, wire } = await openUpload(scripts)
    for (let n = 0; n < 11; n += 1) {
      await page.goto(`${wire.url}/batches/new`)
      await page.setInputFiles('#file', upload(1))
      await page.locator('.drop button').click()
      if (n < 10) await page.waitForURL(draftPage)
    }
    const reason = page.locator(scripts ? '.upload-state [role="status"]' : '.drop .problem')
    await reason.filter({ hasText: 'Vous avez ici 10 fichiers non soumis' }).waitFor()
    expect(await page.locator('.drop button').isEnabled()).toBe(true)
  })

  it.each([true, false])(
    'loses nothing when the session ends before it, in its middle or after it, with JavaScript: %s',
    async (scripts) => {
      const { desk, page, wire } = await openUpload(scripts)
      const endSession = () => desk.db.query('delete from payrun.sessions')
      const send = async () => {
        await page.setInputFiles('#file', upload(100))
        await page.locator('.drop button').click({ noWaitAfter: true })
      }
      await endSession()
      await send()
      await page.locator('#password').waitFor()
      await signInAgain(page)
      await page.waitForURL(`${wire.url}/batches/new`)
      wire.passOnly(300_000)
      await send()
      const drafts = join(desk.app.config.home, 'drafts')
      await until('the desk has begun with it', async () => existsSync(drafts) && readdirSync(drafts).length > 0)
      await until('the rest is on its way', async () => wire.isHolding())
      await endSession()
      wire.open()
      await page.locator('#password').waitFor()
      await signInAgain(page)
      await page.waitForURL(draftPage)
      const cell = page.locator('input[name^="cell-102-"]')
      await cell.fill('2290197000199')
      await page.fill('#period', '2026-11')
      await endSession()
      await page.locator('button[formaction*="/fix"][value="fix"]').click()
      await page.locator('#password').waitFor()
      await signInAgain(page)
      await cell.waitFor()
      expect(await cell.inputValue()).toBe('2290197000199')
      expect(await page.inputValue('#period')).toBe('2026-11')
    },
  )
})
