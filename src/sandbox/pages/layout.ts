import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import type { Visit } from './visit.ts'

export type Piece = VNode | string | null | (VNode | string | null)[]

export type Tool = 'ledger' | 'notifications' | 'faults' | 'handset'

export interface PageProps {
  visit: Visit
  title: string
  /** Whether something has to be corrected: the title says so first, for those who can't see the page. */
  problem?: boolean
  /** `card` is narrow, for one thing to do; `wide` is for lists. */
  shape: 'card' | 'wide'
  /** Which of the sandbox's own pages this is: they have a navigation. Null: a page for payers. */
  tool: Tool | null
  children: Piece
}

const toolPaths: Readonly<Record<Tool, string>> = {
  ledger: '/sandbox',
  notifications: '/sandbox/notifications',
  faults: '/sandbox/faults',
  handset: '/handset',
}
const tools: readonly Tool[] = ['ledger', 'notifications', 'faults', 'handset']

/** A whole page as HTML. It works without JavaScript, and has none. */
export function layout({ visit, title, problem = false, shape, tool, children }: PageProps): string {
  const { words, language } = visit
  const page = html`
    <html lang=${language}>
      <head>
        <meta charset="utf-8" />
        <title>${problem ? words.problems.pageTitle(title) : title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/style.css" />
      </head>
      <body>
        <header class=${tool ? 'wide' : shape}>
          ${tool ? toolNavigation(visit, tool) : null}
          ${languageSwitch(visit)}
        </header>
        <main class=${shape}>
          <p class="sandbox-note">${words.sandboxNote}</p>
          ${children}
        </main>
      </body>
    </html>
  `
  return `<!doctype html>\n${render(page)}\n`
}

const toolNavigation = ({ words, to }: Visit, current: Tool): VNode => html`
  <nav class="tools" aria-label=${words.tools.navigation}>
    ${tools.map(
      (each) => html`<a href=${to(toolPaths[each])} aria-current=${each === current ? 'page' : undefined}>
        ${words.tools[each]}
      </a>`,
    )}
  </nav>
`

const languageSwitch = ({ words, language, switches }: Visit): VNode => html`
  <nav class="languages" aria-label=${words.chooseLanguage}>
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
