import { temporaryPath } from '../durableFile.ts'

/**
 * Where a file that is being received is kept until it is read. Names, numbers and sums are in it: its name says whose it is, and
 * where that process died, the next command or desk removes it.
 */
export const incomingPath = (folder: string): string => temporaryPath(folder, 'input')
