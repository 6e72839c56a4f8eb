/**
 * A page of what was found, of which one more than its limit was asked for.
 *
 * @returns `last` is its last item, where there are more behind it; null: there are none
 */
export function pageOf<Each>(found: readonly Each[], limit: number): { page: Each[]; last: Each | null } {
  const page = found.slice(0, limit)
  return { page, last: found.length > limit ? (page.at(-1) ?? null) : null }
}
