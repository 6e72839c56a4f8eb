import { temporaryPath } from '../../durableFile.ts'
import type { App } from '../context.ts'
import { sweepDrafts } from '../drafts/roomForDraft.ts'
import { sweepStatements } from './statements.ts'

/**
 * Remove the files that people uploaded at this desk more than a day ago and neither submitted nor applied, because they hold names,
 * numbers and amounts. Nobody can open them any more, so a file that can't be removed is just tried again the next time.
 */
export async function sweepUploads(app: App): Promise<void> {
  for (const sweep of [sweepDrafts, sweepStatements]) await sweep(app).catch(() => undefined)
}

/**
 * The path for a file while it is received. It holds names, numbers and amounts. Its name identifies the process, so if that dies, the next
 * command or desk removes the file.
 */
export const incomingPath = (folder: string): string => temporaryPath(folder, 'input')
