import type { Seen, Visitor } from './visitor.ts'

/** A page, and those that the links to the next one of a list lead to, by what their addresses call the place in it. */
export async function everyPage(visitor: Visitor, path: string, name = 'from'): Promise<Seen[]> {
  const pages: Seen[] = []
  const placeIn = (to: string) => new URL(to, 'http://desk').searchParams.get(name)
  for (let next: string | undefined = path; next !== undefined; ) {
    const here: string = next
    const page: Seen = await visitor.get(here)
    if (page.status !== 200 || pages.length > 500) throw new Error(`${here}: ${page.status}`)
    pages.push(page)
    next = [...page.html.matchAll(/rel="next" href="([^"#]+)/g)]
      .map(([, to = '']) => to.replaceAll('&amp;', '&'))
      .find((to) => placeIn(to) !== placeIn(here))
  }
  return pages
}
