import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Visit } from './visit.ts'

/** Rows on a page of a list. */
export const pageSize = 25

/** Which page a query asks for, from 1. */
export const pageNumber = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1

/** Links to the pages before and after; null when everything is on one. `path` may have a query. */
export function pager({ words, to }: Visit, path: string, page: number, total: number): VNode | null {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (pages === 1 && page === 1) return null
  const at = (n: number) => to(`${path}${path.includes('?') ? '&' : '?'}page=${n}`)
  return html`
    <nav class="pager" aria-label=${words.tools.pages}>
      ${page > 1 ? html`<a rel="prev" href=${at(Math.min(page - 1, pages))}>${words.tools.newer}</a>` : null}
      <span>${words.tools.pageOf(page, pages)}</span>
      ${page < pages ? html`<a rel="next" href=${at(page + 1)}>${words.tools.older}</a>` : null}
    </nav>
  `
}
