import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { statementMeaning } from '../../../src/app/reconcile/statementMeaning.ts'
import { openPayoutFile } from '../../../src/files/payroll/payoutFile.ts'
import { readStatement, type StatementWish } from '../../../src/files/statement/readStatement.ts'
import { temporaryFolder } from '../../harness/payrun.ts'

/** What a statement with this content comes to. */
export async function read(
  content: string | Buffer,
  name = 'statement.csv',
  wish: StatementWish & { sheet?: string } = {},
) {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const path = join(folder.path, name)
  writeFileSync(path, content)
  const { sheet = null, ...reading } = wish
  const opened = await openPayoutFile({
    path,
    incomingDir: folder.path,
    of: 'statement',
    sheet,
    statementMap: wish.map,
  })
  return opened.kind === 'opened' ? readStatement(opened.file, statementMeaning, reading) : opened
}

export async function linesOf(content: string | Buffer, name?: string, wish?: StatementWish & { sheet?: string }) {
  const result = await read(content, name, wish)
  if (result.kind !== 'read') throw new Error(JSON.stringify(result))
  return result.statement.lines
}

export const number = '2290197000001'
