import type { Page } from 'playwright-core'
import { desktopSize, phoneSize, violationsOn } from '../harness/chromium.ts'
import type { TestDesk } from './desk.ts'
import { password } from './visitor.ts'

/** Where screenshots go; undefined: nowhere. */
export const pictures = process.env['PAYRUN_TEST_PICTURES']

/** Of a page that is seen in both languages, axe looks at the light scheme in English, and at the dark one in French. */
export const schemeOf = { en: 'light', fr: 'dark' } as const

/**
 * What axe finds in both schemes and at both widths, in a few words each. It looks at each of the two pairs once, and at one only where
 * `only` says so: it is slow.
 */
export async function violationsOf(page: Page, name: string, only?: 'light' | 'dark'): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const)
    for (const size of [desktopSize, phoneSize]) {
      // Without movement: a colour on its way from one scheme to the other is judged by nobody.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      if (pictures)
        await page.screenshot({ path: `${pictures}/desk-${name}-${size.width}-${colorScheme}.png`, fullPage: true })
      const isLookedAt = (size === desktopSize) === (colorScheme === 'light') && (only ?? colorScheme) === colorScheme
      const violations = isLookedAt ? await violationsOn(page) : []
      found.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => `${name}: ${id} ${target} ${size.width} ${colorScheme}`),
        ),
      )
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      if (tooWide !== 0) found.push(`${name}: wider than the screen by ${tooWide} at ${size.width}`)
    }
  await page.setViewportSize(desktopSize)
  return found
}

/** Signs in, and waits for the home page. */
export async function enter(page: Page, { url }: Pick<TestDesk, 'url'>, name: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.fill('#name', name)
  await page.fill('#password', password)
  await page.locator('main button.primary').click()
  await page.waitForURL(`${url}/`)
}
