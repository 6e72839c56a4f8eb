import { createHash } from 'node:crypto'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Account } from '../../app/accounts/actor.ts'
import { type Asset, readAsset } from '../../web/assets.ts'
import type { Form } from '../../web/fields.ts'
import { notice } from '../../web/parts.ts'
import { languageNames } from '../../web/visit.ts'
import { languages } from '../../words/catalogue.ts'
import { type Piece, renderPage, visibly } from '../../words/page.ts'
import { clockText } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Live, type TypedForm, type Visit, zoneName } from './page.ts'

const [style, frame, script, icon] = [
  readAsset('style.css'),
  readAsset('desk.css'),
  readAsset('page.js'),
  readAsset('icon.svg'),
]

/** The script of the page to upload a file. */
export const uploadScript = readAsset('upload.js')

/** The files that pages load. */
export const assets: readonly Asset[] = [style, frame, script, icon, uploadScript]

/** The navigation, in order. It shows places that exist and that the reader may open. */
export const places: readonly { path: string; name: Sentence }[] = [
  { path: '/', name: say('deskPages.home') },
  { path: '/batches/new', name: say('deskPages.new_batch') },
  { path: '/approvals', name: say('deskPages.approvals') },
  { path: '/batches', name: say('deskPages.batches') },
  { path: '/people', name: say('deskPages.people') },
  { path: '/payins', name: say('deskPages.collections') },
  { path: '/schedules', name: say('deskPages.schedules') },
  { path: '/operators', name: say('deskPages.operators') },
  { path: '/work', name: say('deskPages.work') },
  { path: '/admin', name: say('deskPages.administration') },
]

export interface Frame {
  visit: Visit
  title: Sentence
  body: Piece
  wide?: true | undefined
  form?: TypedForm | undefined
  /** Whether something must be corrected. If so, the title says it first, for those who can't see the page. */
  problem: boolean
  /** Null if nobody is signed in: then there is no navigation. */
  person: Account | null
  /** Paths of the places that this person may open. */
  open: readonly string[]
  sandbox: boolean
  /** What the person has just done. */
  says: Sentence | null
}

/** A whole page as HTML, in the reader's language. */
export function layout(shown: Frame): string {
  const { visit, title, body, problem, person, sandbox, says } = shown
  const content = html`${says ? html`<div data-said>${notice('good', says, { role: 'status' })}</div>` : null}${body}`
  const page: VNode = html`
    <html lang=${visit.language}>
      <head>
        <meta charset="utf-8" />
        <title>${say('deskPages.title', { title: problem ? say('web.error_title', { title }) : title })}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href=${style.path} />
        <link rel="stylesheet" href=${frame.path} />
        <script src=${script.path} type="module"></script>
        <link rel="icon" href=${icon.path} type=${icon.type} />
      </head>
      <body class="desk">
        <a class="skip" href="#main">${say('deskPages.skip')}</a>
        ${sandbox ? html`<aside class="sandbox-stripe">${say('deskPages.sandbox')}</aside>` : null}
        ${person ? withNavigation(shown, person, content) : alone(shown, content)}
      </body>
    </html>
  `
  return visibly(renderPage(page, visit.language, visit.timeZone))
}

/** The live part of a page. Above it is the notice that page.js shows when the desk doesn't answer. */
export const livePart = ({ body, stands = false }: Live): VNode => html`
  ${stands ? null : html`<div role="status"><div data-lost hidden>${notice('ask', say('deskPages.lost'))}</div><div class="unseen" data-tells></div></div>`}
  ${named(main, body, stands)}
`

/** Another live part, fetched together with it. */
export const liveMore = ({ more, stands = false }: Live, name: string): VNode =>
  named(name, more?.[name] ?? null, stands)

/** A page whose form has to be corrected is not live: its parts are drawn from what was typed. */
export const standing = ({ form }: { form: Form }, live: Live): Live =>
  Object.keys(form).length > 0 ? { ...live, stands: true } : live

const main = 'main'
const named = (name: string, piece: Piece, stands: boolean): VNode =>
  html`<div data-live=${stands ? undefined : name}>${piece}</div>`

/** A part as page.js puts it into the page. `tag` identifies its contents. */
interface RenderedPart {
  tag: string
  text: string
}

export const renderParts = ({ body, more }: Live, visit: Visit): RenderedPart[] =>
  Object.entries({ [main]: body, ...more }).map(([name, piece]) => renderOnce(name, piece, visit))

const rendered = new WeakMap<object, Map<string, RenderedPart>>()

/** Renders a part that many readers share (recent.ts) once for each language and time zone. */
function renderOnce(name: string, piece: Piece, visit: Visit): RenderedPart {
  if (typeof piece !== 'object' || piece === null) return renderPart(name, piece, visit)
  const ofReaders = rendered.get(piece) ?? new Map<string, RenderedPart>()
  rendered.set(piece, ofReaders)
  const reader = `${name} ${visit.language} ${visit.timeZone}`
  const part = ofReaders.get(reader) ?? renderPart(name, piece, visit)
  ofReaders.set(reader, part)
  return part
}

function renderPart(name: string, piece: Piece, { language, timeZone }: Visit): RenderedPart {
  const page = visibly(renderPage(html`<div>${piece}</div>`, language, timeZone))
  const inside = page.slice(page.indexOf('<div>') + '<div>'.length).trimEnd()
  const tag = createHash('sha256').update(`${name} ${inside}`).digest('base64url').slice(0, 22)
  return { tag, text: `<div data-live="${name}" data-tag="${tag}">${inside}` }
}

const brand = html`
  <a class="brand" href="/">
    <svg class="mark" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect class="ground" width="28" height="28" rx="8" />
      <path class="line" d="M7.5 14.5l4 4 9-9" />
    </svg>
    payrun
  </a>
`

const withNavigation = (shown: Frame, person: Account, content: Piece): VNode => html`
  <header class="top">
    ${brand}
    <a class="menu-link" href="#menu">${say('deskPages.menu')}</a>
  </header>
  <div class="side" id="menu">
    <a class="menu-close" href="#main">${say('deskPages.close')}</a>
    <nav class="places" aria-label=${say('deskPages.navigation')}>
      ${places
        .filter(({ path }) => shown.open.includes(path))
        .map(
          ({ path, name }) =>
            html`<a href=${path} aria-current=${currentPlace(shown) === path ? 'page' : undefined}>${name}</a>`,
        )}
    </nav>
    <section class="person" aria-label=${say('deskPages.your_account')}>
      <a href="/account" aria-current=${shown.visit.path === '/account' ? 'page' : undefined}>
        <strong>${person.name}</strong>
        <span class="small">${say('deskPages.your_account')}</span>
        <span class="small">${say('deskPages.times_in', { timeZone: zoneName(shown.visit.timeZone) })}</span>
      </a>
      ${languageSwitch(shown.visit, shown.form)}
      <form method="post" action="/sign-out"><button class="link" type="submit">${say('deskPages.sign_out')}</button></form>
    </section>
  </div>
  <main class="desk" id="main" tabindex="-1">${content}</main>
`

/** The longest place that contains the page: `/batches/new` before `/batches`. */
const currentPlace = ({ visit, open }: Frame): string | undefined =>
  places
    .map(({ path }) => path)
    .filter((path) => open.includes(path))
    .filter((path) => (path === '/' ? visit.path === '/' : `${visit.path}/`.startsWith(`${path}/`)))
    .sort((a, b) => b.length - a.length)[0]

const alone = ({ visit, wide, form }: Frame, content: Piece): VNode =>
  wide
    ? html`<main class="reference" id="main" tabindex="-1">${brand}${languageSwitch(visit)}${content}</main>`
    : html`
        <main class="entry" id="main" tabindex="-1">
          ${brand}
          <div class="panel">${content}</div>
          ${languageSwitch(visit, form)}
        </main>
      `

const languageSwitch = ({ language, here }: Visit, typed?: TypedForm): VNode => html`
  <div class="languages">
    ${typed?.enter}
    <form method="post" action="/language" aria-label=${say('web.language')}>
      <input type="hidden" name="to" value=${here} />
      ${languages.map(
        (each) => html`<button
          type="submit"
          form=${typed?.id}
          formaction=${typed?.action}
          formnovalidate=${typed !== undefined}
          name="language"
          value=${each}
          lang=${each}
          aria-current=${each === language ? 'true' : undefined}
        >
          ${languageNames[each]}
        </button>`,
      )}
    </form>
  </div>
`

/** `2026-12-25T08:00`, a wall-clock time in any time zone, in the visit's language. */
export const wallClock = (local: string, { language }: Pick<Visit, 'language'>): string =>
  clockText(`${local}Z`, 'minute', language, 'UTC')

/** A time on the reader's clock, to the second where people may ask about it. `at` is ISO 8601. */
export const moment = (at: string, { language, timeZone }: Visit, shows: 'minute' | 'second' = 'minute'): VNode =>
  html`<time datetime=${at}>${clockText(at, shows, language, timeZone)}</time>`
