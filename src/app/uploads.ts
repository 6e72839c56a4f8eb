import type { App } from './context.ts'
import { sweepDrafts } from './drafts/drafts.ts'
import { sweepStatements } from './statements.ts'

/**
 * Remove the files that people uploaded at this desk more than a day ago and neither submitted nor applied: names, numbers and sums.
 * A courtesy, as nobody finds them any more: what can't be removed is tried the next time.
 */
export async function sweepUploads(app: App): Promise<void> {
  for (const sweep of [sweepDrafts, sweepStatements]) await sweep(app).catch(() => undefined)
}
