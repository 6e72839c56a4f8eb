import { dirname } from 'node:path'
import { t } from '../words/t.ts'

/** What is written to a file that a person named. */
export type WrittenThing = 'report' | 'copy' | 'template'

/** A sentence for a file that could not be written: what is wrong, where, and how to mend it. */
export function fileFailure(
  path: string,
  error: { code?: string | undefined },
  what: WrittenThing = 'report',
): { ok: false; message: string } {
  return { ok: false, message: sentences[what](path, reason(path, error.code)) }
}

const sentences: Readonly<Record<WrittenThing, (path: string, reason: string) => string>> = {
  report: (path, reason) => t`The report can't be written to ${path}: ${reason}`,
  copy: (path, reason) => t`The copy can't be written to ${path}: ${reason}`,
  template: (path, reason) => t`The template can't be written to ${path}: ${reason}`,
}

function reason(path: string, code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return t`the folder ${dirname(path)} does not exist. Create it, or name another file.`
    case 'ENOTDIR':
      return t`a part of ${dirname(path)} is a file, not a folder. Name another file.`
    case 'EISDIR':
      return t`it is a folder. Name a file in it.`
    case 'EACCES':
    case 'EPERM':
      return t`you may not write in the folder ${dirname(path)}. Have the permission changed, or name another file.`
    case 'EROFS':
      return t`that disk can only be read. Name a file on another disk.`
    case 'ENOSPC':
    case 'EDQUOT':
      return t`the disk is full. Make room, or name a file on another disk, then try again.`
    case 'EFBIG':
      return t`it is larger than a file may be there. Name a file on another disk.`
    case 'ENAMETOOLONG':
      return t`the name is too long. Choose a shorter one.`
    case 'ELOOP':
      return t`the links on the way to it go round in a circle. Name another file.`
    default:
      return t`the system answered ${code ?? t`an unknown error`}. Try again, or name another file.`
  }
}
