import { html } from 'htm/preact'
import { layout } from './layout.ts'
import type { Visit } from './visit.ts'

/** A page that says what is wrong, and no more. */
export function plainPage(visit: Visit, title: string, text: string): string {
  const children = html`
    <h1>${title}</h1>
    <p>${text}</p>
  `
  return layout({ visit, title, shape: 'card', tool: null, children })
}
