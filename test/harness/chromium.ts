import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** First the one without windows: what a page costs to open is a third of what it costs where each has a window of the whole program. */
const program = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path))

/** CI has Chromium. Elsewhere its tests are skipped if it isn't installed, and say so. */
export const withoutChromium = program === undefined && !process.env['CI']

export const chromiumTitle = withoutChromium
  ? ' (skipped: Chromium is not installed; apt-get install chromium-headless-shell)'
  : ''

/** A private Chromium with a new profile, which `close` deletes. It makes requests only for the pages that it opens. */
export async function openChromium(): Promise<Browser> {
  if (program === undefined) throw new Error('Chromium is missing: apt-get install chromium-headless-shell')
  return chromium.launch({
    executablePath: program,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** The sizes at which tests look at pages, in CSS pixels. */
export const phoneSize = { width: 390, height: 844 }
export const desktopSize = { width: 1280, height: 900 }

let axe: string | undefined

/**
 * What axe finds on a page without frames. Each page loads axe's half a megabyte only once: the existing package sends it with every check,
 * which takes most of the time.
 */
export async function violationsOn(page: Page): Promise<Result[]> {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe)
  return page.evaluate<Result[]>(
    `axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)`,
  )
}
