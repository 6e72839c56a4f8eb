import { readSomeRows } from '../../files/payroll/copy/typedCopy.ts'
import type { Columns } from '../../files/payroll/header/columns.ts'
import type { Row } from '../../files/payroll/row.ts'
import { type Correction, listCorrections } from '../../payout/correction.ts'
import { say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { openFile, type SubmitOptions } from '../submit/submission.ts'
import { countsOf, type KeptCorrection, readCorrections } from './corrections.ts'
import { draftOptions } from './draftOptions.ts'
import { type Draft, uploadOf } from './drafts.ts'

/** The corrections that are stored in the ledger with the batch of a draft. */
export async function correctedIn(
  app: App,
  draft: Draft,
): Promise<Required<Pick<SubmitOptions, 'corrected' | 'correctionNotes'>>> {
  const { cells, rows, isRewritten } = draft.fixed
  if (cells + rows === 0) return { corrected: null, correctionNotes: [] }
  const rewritten = isRewritten ? [say('deskDecided.rewritten')] : []
  const all = await readCorrections(draft)
  if (all === null) return { corrected: { cells, rows, list: [] }, correctionNotes: rewritten }
  const list = await submittedOf(app, draft, all.list)
  const corrected = list.length === 0 ? null : { ...countsOf(list), list: listCorrections(list) }
  const elsewhere = list.length < all.list.length ? [say('deskDecided.corrected_elsewhere')] : []
  return { corrected, correctionNotes: [...rewritten, ...elsewhere] }
}

/** The sheet of a workbook that is read. */
export async function sheetOf(app: App, draft: Draft): Promise<string | null> {
  const opened = await openFile(app, draftOptions(draft, false))
  if (opened.kind !== 'opened') return null
  await opened.file.close()
  return opened.file.sheetName
}

/**
 * The corrections as the file is read now, which is how it is paid. A row that was left out is described by the uploaded file, with the
 * columns as they are chosen now.
 */
async function submittedOf(app: App, draft: Draft, list: readonly KeptCorrection[]): Promise<Correction[]> {
  const options = draftOptions(draft, false)
  const now = await someOf(app, options, [])
  const { isRewritten } = draft.fixed
  const lineOf = (each: KeptCorrection) => (isRewritten ? Number(each.entry) : each.line)
  const upload = { ...options, file: (await uploadOf(draft)).path }
  const said = await someOf(app, upload, list.filter(({ kind }) => kind === 'left_out').map(lineOf))
  const ofSheet = now === null ? list : list.filter(({ sheet }) => sheet === now.sheet)
  const isUnpaid = await hiddenIn(app, upload, ofSheet)
  const phoneAt = now?.columns.places[now.columns.index.phone_number ?? -1]
  const submitted = ofSheet.filter((each) => !isUnpaid(each))
  return submitted.map((each): Correction => {
    if (each.kind === 'left_out') return { kind: each.kind, line: each.line, ...whomIn(said, lineOf(each), each) }
    const { kind, line, column, from, to } = each
    return { kind, line, column, isPhone: now === null || each.place === phoneAt, from, to }
  })
}

/** Returns whether a correction is in a hidden row or column that is not paid. */
async function hiddenIn(
  app: App,
  upload: SubmitOptions,
  list: readonly KeptCorrection[],
): Promise<(each: KeptCorrection) => boolean> {
  const isWorkbook = list.some(({ sheet }) => sheet !== null)
  if (!isWorkbook || upload.hidden !== 'skip') return () => false
  const lines = list.map(({ line }) => line)
  const [all, paid] = [
    await someOf(app, { ...upload, hidden: 'pay' }, lines),
    await someOf(app, { ...upload, hidden: 'skip' }, lines),
  ]
  if (all === null || paid === null) return () => false
  return (each) => {
    const isRow = all.at.has(each.line) && !paid.at.has(each.line)
    if (each.kind === 'left_out') return isRow
    return isRow || (all.columns.places.includes(each.place) && !paid.columns.places.includes(each.place))
  }
}

interface Some {
  sheet: string | null
  columns: Pick<Columns, 'index' | 'places'>
  at: ReadonlyMap<number, Row>
}

/** The rows on these lines of a file, or null if it can't be opened. */
async function someOf(app: App, options: SubmitOptions, lines: readonly number[]): Promise<Some | null> {
  const opened = await openFile(app, options)
  if (opened.kind !== 'opened') return null
  const { file } = opened
  try {
    const { columns, at } = await readSomeRows(file, options.map ?? {}, { first: 1, lines: new Set(lines) })
    return { sheet: file.sheetName, columns, at }
  } finally {
    await file.close()
  }
}

type Whom = Record<'name' | 'phone' | 'amount', string>

function whomIn(some: Some | null, line: number, { name, phone, amount }: Whom): Whom {
  const row = some?.at.get(line)
  if (!some || !row) return { name, phone, amount }
  const { index } = some.columns
  const text = (at = -1) => row.cells[at] ?? ''
  return { name: text(index.name), phone: text(index.phone_number), amount: text(index.amount) }
}
