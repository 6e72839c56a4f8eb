import { dirname } from 'node:path'

/** What is written to a file that a person named. */
export type WrittenThing = 'report' | 'copy' | 'template'

/** A sentence for a file that could not be written: what is wrong, where, and how to mend it. */
export function fileFailure(
  path: string,
  error: { code?: string | undefined },
  what: WrittenThing = 'report',
): { ok: false; message: string } {
  return { ok: false, message: `The ${what} can't be written to ${path}: ${reason(path, error.code)}` }
}

function reason(path: string, code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return `the folder ${dirname(path)} does not exist. Create it, or name another file.`
    case 'ENOTDIR':
      return `a part of ${dirname(path)} is a file, not a folder. Name another file.`
    case 'EISDIR':
      return 'it is a folder. Name a file in it.'
    case 'EACCES':
    case 'EPERM':
      return `you may not write in the folder ${dirname(path)}. Have the permission changed, or name another file.`
    case 'EROFS':
      return 'that disk can only be read. Name a file on another disk.'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full. Make room, or name a file on another disk, then try again.'
    case 'EFBIG':
      return 'it is larger than a file may be there. Name a file on another disk.'
    case 'ENAMETOOLONG':
      return 'the name is too long. Choose a shorter one.'
    case 'ELOOP':
      return 'the links on the way to it go round in a circle. Name another file.'
    default:
      return `the system answered ${code ?? 'an unknown error'}. Try again, or name another file.`
  }
}
