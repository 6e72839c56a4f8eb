/**
 * Make a page from a query for one item more than its limit.
 *
 * @returns `last` is the last item of the page if more follow, otherwise null
 */
export function pageOf<Each>(found: readonly Each[], limit: number): { page: Each[]; last: Each | null } {
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null }
}
