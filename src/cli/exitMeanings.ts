import { t } from '../words/t.ts'
import { exitCode } from './exitCode.ts'

/** What a command says by how it ends, as the contract has it. */
export const exitMeanings = (): [code: number, meaning: string][] => [
  [exitCode.done, t`done; for run, retry and resume: every payable row is paid`],
  [exitCode.bug, t`an unexpected error (a bug): one line, and where the details are`],
  [exitCode.usage, t`usage or configuration: nothing was begun`],
  [exitCode.refused, t`the file was refused: nothing was paid, nothing is kept to be paid`],
  [exitCode.notAllPaid, t`settled, but some rows are failed, unknown, accepted or invalid`],
  [exitCode.paused, t`paused: the reason is printed, and resume goes on`],
  [exitCode.unreachable, t`the database or the queue can not be reached`],
  [exitCode.interrupted, t`interrupted by Ctrl-C: the batch can be resumed`],
  [exitCode.terminated, t`ended by SIGTERM: the batch can be resumed`],
]
