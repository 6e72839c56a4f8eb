import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { temporaryPath, writeDurably } from '../../durableFile.ts'
import { compareTable, isTable, tableCopy } from '../../files/payroll/copy/tableCopy.ts'
import type { ColumnMap } from '../../files/payroll/header/columns.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { wordsIn } from '../../files/report/writeReport.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { openFile } from '../submit/submission.ts'
import { type MarkedFile, markProblems } from '../submit/writeCopy.ts'
import { draftOptions } from './draftOptions.ts'
import { type Draft, draftsFolder, withDraft } from './drafts.ts'
import { latestCheck } from './lookAtDraft.ts'

/** The rows of a draft as a table, if its own file isn't one. */
interface DraftTable {
  kind: 'table'
  file: PayoutFile
  /** The lines of the requested rows in the table, by their entry in the file. */
  places: ReadonlyMap<number, number>
  /** The day that the file asks to be paid on, which a table can't say. */
  dayAsked: string | null
  /** Closes and removes the table. */
  drop(): Promise<void>
}

const random = (): string => randomBytes(6).toString('hex')

/**
 * Write the rows of a JSON, NDJSON or pain.001 file as a CSV file next to it. The caller must drop it.
 *
 * @param lines the entries of the file whose lines in the table are requested
 */
export async function tableOfDraft(
  { language }: App,
  draft: Draft,
  { file, map, lines = new Set() }: { file: PayoutFile; map: ColumnMap; lines?: ReadonlySet<number> },
): Promise<DraftTable | { kind: 'not_possible'; message: Sentence }> {
  const folder = dirname(draft.path)
  const copy = await tableCopy(file, map, wordsIn(language))
  if (copy.kind === 'refused') return { kind: 'not_possible', message: copy.message }
  const path = join(folder, `table-${draft.revision}-${random()}.csv`)
  const error = await writeDurably({ path, temporary: temporaryPath(folder, 'input'), pieces: copy.pieces })
  if (error) throw error
  let opened: Awaited<ReturnType<typeof openPayoutFile>> | null = null
  const drop = async () => {
    try {
      if (opened?.kind === 'opened') await opened.file.close()
    } finally {
      await rm(path, { force: true })
    }
  }
  try {
    opened = await openPayoutFile({ path, called: file.name, map, incomingDir: folder })
    const places = opened.kind === 'opened' ? await compareTable(file, opened.file, map, lines) : null
    if (opened.kind === 'opened' && places)
      return { kind: 'table', file: opened.file, places, dayAsked: copy.dayAsked, drop }
  } catch (thrown) {
    await drop()
    throw thrown
  }
  await drop()
  return { kind: 'not_possible', message: say('deskNew.not_editable') }
}

/**
 * A workbook with the problems next to each row. It is written while nobody can change the draft, because each change clears the draft's
 * folder. The workbook is written where uploads arrive, so that it survives the next change. The caller must remove it.
 */
export const problemsOfDraft = (app: App, { id }: Draft, sandbox: boolean): Promise<MarkedFile | Failure> =>
  withDraft(app, id, async (draft) => {
    const asShown = draftOptions(draft, sandbox)
    const { looked, problems } = await latestCheck(app, draft, asShown)
    if (looked.kind === 'failed' && looked.fault !== 'usage') return looked
    const found = problems.filter(({ code }) => ofLedger.has(code))
    const options = { ...asShown, keepProblems: 1 }
    const opened = await openFile(app, options)
    if (opened.kind !== 'opened') return failure('usage', opened.message)
    const lines = new Set(found.map(({ line }) => line))
    const table = await tableIfNone(app, draft, { file: opened.file, map: options.map ?? {}, lines })
    if (table?.kind === 'not_possible') return failure('usage', table.message)
    try {
      const extension = extname(draft.path) === '.xlsm' ? '.xlsm' : '.xlsx'
      const output = join(draftsFolder(app), `problems-${random()}${extension}`)
      // The last entry of a line in the map wins, so this reverses the list: then the first problem of each row counts.
      const known = new Map(found.toReversed().map((each) => [table?.places.get(each.line) ?? each.line, each]))
      const marked = await markProblems(app, { ...options, ...(table && { file: table.file.path }) }, output, known)
      return marked.kind === 'refused' ? failure('usage', marked.message ?? say('deskNew.nothing_wrong')) : marked
    } finally {
      await table?.drop()
    }
  })

/** Problems that a file may have by itself, or that the ledger finds in comparison with other payouts. */
const ofLedger: ReadonlySet<string> = new Set(['reference_in_use', 'possible_duplicate'])

async function tableIfNone(app: App, draft: Draft, read: Parameters<typeof tableOfDraft>[2]) {
  try {
    return isTable(read.file) ? null : await tableOfDraft(app, draft, read)
  } finally {
    await read.file.close()
  }
}
