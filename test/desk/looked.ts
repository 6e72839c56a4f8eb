import type { Browser, CDPSession, Page } from 'playwright-core'
import { roles as allRoles, type Role } from '../../src/app/accounts/actor.ts'
import { desktopSize, phoneSize, violationsOn } from '../harness/chromium.ts'
import type { TestDesk } from './desk.ts'
import { addPerson, password } from './visitor.ts'

/** Where screenshots go; undefined: nowhere. */
export const pictures = process.env['PAYRUN_TEST_PICTURES']

/** Of a page that is seen in both languages, axe looks at the light scheme in English, and at the dark one in French. */
export const schemeOf = { en: 'light', fr: 'dark' } as const

/**
 * What axe finds in both schemes and at both widths, in a few words each, and the widths at which a page is wider than its window. It
 * looks at each of the two pairs once, and at one only where `only` says so: it is slow.
 */
export async function violationsOf(page: Page, name: string, only?: 'light' | 'dark'): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of only && !pictures ? [only] : (['light', 'dark'] as const)) {
    // Without movement: a colour on its way from one scheme to the other is judged by nobody.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [desktopSize, phoneSize]) {
      const isLookedAt = (size === desktopSize) === (colorScheme === 'light') && (only ?? colorScheme) === colorScheme
      if (!isLookedAt && !pictures) continue
      await resize(page, size)
      if (pictures)
        await page.screenshot({ path: `${pictures}/desk-${name}-${size.width}-${colorScheme}.png`, fullPage: true })
      const violations = isLookedAt ? await violationsOn(page) : []
      found.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => `${name}: ${id} ${target} ${size.width} ${colorScheme}`),
        ),
      )
    }
  }
  return [...found, ...(await widthsOf(page, name))]
}

/** Those between which the style changes: tables are no cards from 769, the navigation is beside them from 992, and cells have more room from 1280. */
const widths = [phoneSize.width, 769, 800, 992, 1024, desktopSize.width]

/** At which widths of a window the page is wider; that depends on no scheme. It is left at the desktop's. */
export async function widthsOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await resize(page, { width, height: desktopSize.height })
    const { seen, tooWide } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return { seen: innerWidth, tooWide: scrollWidth - clientWidth }
    })
    if (seen !== width) found.push(`${name}: looked at ${seen} instead of ${width}`)
    if (tooWide !== 0) found.push(`${name}: wider than the screen by ${tooWide} at ${width}`)
  }
  return found
}

const sessions = new WeakMap<Page, CDPSession>()

/** Of the page alone: `setViewportSize` has Chromium lay out and draw its window anew as well, which takes as long again. Screenshots need that. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  if (pictures) return page.setViewportSize(size)
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...size,
    screenWidth: size.width,
    screenHeight: size.height,
    deviceScaleFactor: 1,
    mobile: false,
  })
}

type Fields = Readonly<Record<string, string>>

/** A page in a state that the ledger, a form or whoever asks has brought about. */
export interface PageState {
  path: string
  /** It is what a form with these fields is answered with. */
  posts?: Fields
  status?: number
  /** What is on it in this state only. */
  shows: string
}

/**
 * What axe finds in states of pages, in English and in the light scheme, in French and in the dark one, and which of them are not what
 * they should be. Asking for them changes nothing. Whoever looks stays on one page, into which they are put: loading axe anew takes
 * longer than all that it looks at. Without a role they are not signed in.
 */
export async function violationsOfStates(
  browser: Browser,
  desk: TestDesk,
  states: Readonly<Record<string, PageState>>,
  roles: readonly Role[] = allRoles,
): Promise<string[]> {
  const found: string[] = []
  for (const locale of ['en', 'fr'] as const) {
    const page = await browser.newPage({ locale, viewport: desktopSize })
    if (roles.length > 0) {
      const name = `Awa, ${locale}, ${roles.join('+')}`
      await addPerson(desk, name, roles, locale)
      await enter(page, desk, name)
    }
    await page.goto(`${desk.url}/nothing`)
    for (const [called, state] of Object.entries(states))
      found.push(
        ...(await differsFrom(page, called, state)),
        ...(await violationsOf(page, `${called}-${locale}`, schemeOf[locale])),
      )
    await page.close()
  }
  return found
}

/** Shows a state. @returns how it is not as it should be */
async function differsFrom(
  page: Page,
  name: string,
  { path, posts, status = 200, shows }: PageState,
): Promise<string[]> {
  const answered = await page.evaluate(putInPlace, [path, posts ?? null] as const)
  return [
    ...(answered === status ? [] : [`${name}: answered with ${answered}`]),
    ...((await page.locator(shows).count()) > 0 ? [] : [`${name}: does not show ${shows}`]),
  ]
}

/** Asks from within the page, as a link or a button of it would, and shows the answer. All pages have the same style sheets. */
async function putInPlace([path, posts]: readonly [string, Fields | null]): Promise<number> {
  const answer = await fetch(path, posts ? { method: 'POST', body: new URLSearchParams(posts) } : {})
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html')
  document.title = shown.title
  document.documentElement.lang = shown.documentElement.lang
  document.body.replaceWith(document.adoptNode(shown.body))
  return answer.status
}

/** Signs in, and waits for the home page. */
export async function enter(page: Page, { url }: Pick<TestDesk, 'url'>, name: string): Promise<void> {
  await page.goto(`${url}/sign-in`)
  await page.fill('#name', name)
  await page.fill('#password', password)
  await page.locator('main button.primary').click()
  await page.waitForURL(`${url}/`)
}
