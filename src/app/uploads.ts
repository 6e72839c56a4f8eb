import { temporaryPath } from '../durableFile.ts'
import type { App } from './context.ts'
import { sweepDrafts } from './drafts/roomForDraft.ts'
import { sweepStatements } from './statements.ts'

/**
 * Remove the files that people uploaded at this desk more than a day ago and neither submitted nor applied: they hold names, numbers and
 * sums. Nobody can find them any more, so a file that can't be removed is only tried again the next time.
 */
export async function sweepUploads(app: App): Promise<void> {
  for (const sweep of [sweepDrafts, sweepStatements]) await sweep(app).catch(() => undefined)
}

/**
 * Where a file that is being received is kept until it is read. Names, numbers and sums are in it: its name says whose it is, and
 * where that process died, the next command or desk removes it.
 */
export const incomingPath = (folder: string): string => temporaryPath(folder, 'input')
