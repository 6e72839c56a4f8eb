import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { temporaryPath, writeDurably } from '../../durableFile.ts'
import type { ColumnMap } from '../../files/payroll/columns.ts'
import { openPayoutFile, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { compareTable, isTable, tableCopy } from '../../files/payroll/tableCopy.ts'
import { render } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { openFile } from '../submission.ts'
import { type MarkedFile, markProblems } from '../writeCopy.ts'
import { draftOptions } from './draftOptions.ts'
import { type Draft, draftsFolder, withDraft } from './drafts.ts'
import { latestCheck } from './lookAtDraft.ts'

/** The rows of a draft as a table, where its own file is none. */
interface DraftTable {
  kind: 'table'
  file: PayoutFile
  /** On which lines of it the rows are that were asked for, by their entries in the file. */
  places: ReadonlyMap<number, number>
  /** On which the file asks to be paid, which no table says. */
  dayAsked: string | null
  /** Closes and removes it. */
  drop(): Promise<void>
}

const random = (): string => randomBytes(6).toString('hex')

/**
 * Writes the rows of a file of JSON, NDJSON or pain.001 as a CSV file beside it. Whoever asked for it drops it.
 *
 * @param lines entries of the file whose lines in the table are asked for
 */
export async function tableOfDraft(
  { language }: App,
  draft: Draft,
  { file, map, lines = new Set() }: { file: PayoutFile; map: ColumnMap; lines?: ReadonlySet<number> },
): Promise<DraftTable | { kind: 'not_possible'; message: Sentence }> {
  const folder = dirname(draft.path)
  const copy = await tableCopy(file, map, (why) => render(why, language))
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
 * A workbook with what is wrong beside each row. It is written while nobody changes the draft, because each change clears the draft's
 * folder. The workbook is put where uploads arrive, so that it outlives the next change: whoever asked for it removes it.
 */
export const problemsOfDraft = (app: App, { id }: Draft, sandbox: boolean): Promise<MarkedFile | Failure> =>
  withDraft(app, id, async (draft) => {
    const asShown = draftOptions(app, draft, sandbox)
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
      // Of a row the first counts: there the ledger's own comes before what the file says.
      const known = new Map(found.toReversed().map((each) => [table?.places.get(each.line) ?? each.line, each]))
      const marked = await markProblems(app, { ...options, ...(table && { file: table.file.path }) }, output, known)
      return marked.kind === 'refused' ? failure('usage', marked.message ?? say('deskNew.nothing_wrong')) : marked
    } finally {
      await table?.drop()
    }
  })

/** Problems that a file may have by itself, and that the ledger finds beside other payouts. */
const ofLedger: ReadonlySet<string> = new Set(['reference_in_use', 'possible_duplicate'])

async function tableIfNone(app: App, draft: Draft, read: Parameters<typeof tableOfDraft>[2]) {
  try {
    return isTable(read.file) ? null : await tableOfDraft(app, draft, read)
  } finally {
    await read.file.close()
  }
}
