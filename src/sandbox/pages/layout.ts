import type { FastifyReply } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { pager } from '../../web/parts.ts'
import type { Language } from '../../words/catalogue.ts'
import { type Piece, renderPage } from '../../words/page.ts'
import { clockText } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Visit } from './visit.ts'

type Tool = 'home' | 'docs' | 'ledger' | 'notifications' | 'faults' | 'handset'

interface PageProps {
  visit: Visit
  title: Sentence
  /** Whether something must be corrected. If so, the title says it first, for those who can't see the page. */
  problem?: boolean
  /** `card` is narrow, for one task; `wide` is for lists. */
  shape: 'card' | 'wide'
  /** Which of the sandbox's own pages this is, for the navigation. Null for a page for payers. */
  tool: Tool | null
  children: Piece
}

const toolPaths: Readonly<Record<Tool, string>> = {
  home: '/',
  docs: '/docs',
  ledger: '/sandbox',
  notifications: '/sandbox/notifications',
  faults: '/sandbox/faults',
  handset: '/handset',
}
const toolNames: Readonly<Record<Tool, Sentence>> = {
  home: say('sandbox.home'),
  docs: say('sandbox.interface'),
  ledger: say('sandbox.ledger'),
  notifications: say('sandbox.notifications'),
  faults: say('sandbox.switchboard'),
  handset: say('sandbox.handset'),
}
const tools: readonly Tool[] = ['home', 'ledger', 'notifications', 'faults', 'handset', 'docs']

/** A whole page as HTML, in the visitor's language, without JavaScript. */
export function layout({ visit, title, problem = false, shape, tool, children }: PageProps): string {
  const { language } = visit
  const page: VNode = html`
    <html lang=${language}>
      <head>
        <meta charset="utf-8" />
        <title>${problem ? say('web.error_title', { title }) : title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/style.css" />
      </head>
      <body>
        <header class=${`tools-head ${tool ? 'wide' : shape}`}>
          ${tool ? toolNavigation(visit, tool) : null}
          ${languageSwitch(visit)}
        </header>
        <main class=${shape}>
          <p class="sandbox-note">${say('sandbox.sandbox_note')}</p>
          ${children}
        </main>
      </body>
    </html>
  `
  return renderPage(page, language)
}

const toolNavigation = ({ to }: Visit, current: Tool): VNode => html`
  <nav class="tools" aria-label=${say('sandbox.navigation')}>
    ${tools.map(
      (each) => html`<a href=${to(toolPaths[each])} aria-current=${each === current ? 'page' : undefined}>
        ${toolNames[each]}
      </a>`,
    )}
  </nav>
`

const languageSwitch = ({ language, switches }: Visit): VNode => html`
  <nav class="languages" aria-label=${say('web.language')}>
    ${switches.map(
      (each) => html`<a
        href=${each.href}
        lang=${each.language}
        hreflang=${each.language}
        aria-current=${each.language === language ? 'true' : undefined}
        >${each.name}</a
      >`,
    )}
  </nav>
`

/** A page with a message. */
export function plainPage(visit: Visit, title: Sentence, text: Sentence): string {
  const children = html`
    <h1>${title}</h1>
    <p>${text}</p>
  `
  return layout({ visit, title, shape: 'card', tool: null, children })
}

export const notFoundPage = (reply: FastifyReply, visit: Visit) =>
  sendPage(reply, 404, plainPage(visit, say('sandbox.not_found'), say('sandbox.not_found_text')))

/**
 * Sends a page with headers that forbid scripts, frames and caching. Referrers are sent only within the sandbox: without any, browsers
 * would hide the origin of our own forms from `isFromHere`.
 *
 * @param leavesTo where its forms may lead outside the sandbox
 */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  page: string,
  leavesTo: 'nowhere' | 'merchant' = 'nowhere',
) =>
  reply
    .code(status)
    .headers({
      'content-security-policy': contentPolicy(leavesTo),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(page)

/**
 * Browsers also apply form-action to the redirects that follow a form, and a merchant's address may redirect again, so a payer's form may
 * lead to any web address.
 */
const contentPolicy = (leavesTo: 'nowhere' | 'merchant'): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${leavesTo === 'merchant' ? ' http: https:' : ''}`,
  ].join('; ')

/** Rows on each page of a list. */
export const pageSize = 25

/** The page number in a query, starting at 1. */
export const pageNumber = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1

/** Links to the previous and next pages, or null if there is only one. `path` may have a query. */
export function pages({ to }: Visit, path: string, number: number, total: number): VNode | null {
  const of = Math.max(1, Math.ceil(total / pageSize))
  const at = (n: number) => to(`${path}${path.includes('?') ? '&' : '?'}page=${n}`)
  return pager({
    newer: number > 1 ? at(Math.min(number - 1, of)) : null,
    older: number < of ? at(number + 1) : null,
    page: { number, of },
  })
}

/** A readable time in UTC, because the server doesn't know the reader's time zone. `at` is ISO 8601. */
export const momentText = (at: string, language: Language): string => `${clockText(at, 'second', language, 'UTC')} UTC`

/** The same as an element with the exact time for programs. */
export const moment = (at: string, language: Language): VNode =>
  html`<time datetime=${at}>${momentText(at, language)}</time>`
