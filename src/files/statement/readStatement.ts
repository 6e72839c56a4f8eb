import {
  type LineMeaning,
  type SettlesNothing,
  type Statement,
  type StatementLine,
  settlingNothing,
} from '../../payout/reconciliation.ts'
import { clipped, fold } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { readStatementRows } from '../formats/readRows.ts'
import { columnLetters } from '../formats/xlsx/sheetXml.ts'
import { fieldOf } from '../payroll/field.ts'
import type { PayoutFile } from '../payroll/payoutFile.ts'
import { type Refused, type Row, refused } from '../payroll/row.ts'
import { checkStatementRow, type DraftLine, type StatementProblem } from './checkStatementRow.ts'
import {
  findStatementColumns,
  hasAmounts,
  type StatementColumns,
  type StatementMap,
  twinsOf,
} from './statementColumns.ts'
import { type DateOrder, readStatementDate } from './statementDate.ts'
import { watchForThousands } from './thousands.ts'

type StatementRead =
  | { kind: 'read'; statement: Statement; columns: StatementColumns }
  | { kind: 'problems'; problems: StatementProblem[] }
  | Refused

/** How to read a statement, in addition to its own column names. */
export interface StatementWish {
  map?: StatementMap | undefined
  /** The paying account, if the file has several. Lines of the others settle nothing. */
  account?: string | undefined
  /** See `Reading`: it needs a column of amounts. */
  feeTolerance?: number | undefined
  /** It is read for collections: incoming money settles, and outgoing money doesn't. */
  incoming?: boolean | undefined
}

/**
 * Reads a whole statement of a provider with the readers of payout files, which detect format, encoding and delimiter, and the columns
 * by their names. One bad row refuses it, because an unreadable line may be the one that matters.
 *
 * @param meaningOf the meaning of a status
 */
export async function readStatement(
  file: PayoutFile,
  meaningOf: (status: string) => LineMeaning,
  { map = {}, account, feeTolerance = 0, incoming = false }: StatementWish = {},
): Promise<StatementRead> {
  const names = await columnNames(file, map)
  if ('kind' in names) return { ...names, isUnreadable: true }
  const found = findStatementColumns(names, map)
  if ('kind' in found) return { ...found, isUnreadable: true }
  const { columns } = found
  if (account !== undefined && columns.index.account === undefined) {
    return { ...refused(say('files.statement_no_account_column', { account })), fault: 'command' }
  }
  if (feeTolerance > 0 && !hasAmounts(columns)) {
    return { ...refused(say('payout.statement_no_amount_column')), fault: 'command' }
  }
  const drafts: DraftLine[] = []
  const problems: StatementProblem[] = []
  const watch = watchForStatus(columns, meaningOf)
  const dates = watchForDates(columns)
  const own = watchForOwnReferences(columns)
  const thousands = watchForThousands(columns)
  const twins = [...twinsOf(columns)]
  const { batches } = readStatementRows(file, map)
  for (;;) {
    const next = await batches.next()
    if (next.done) {
      if (next.value) return { ...next.value, isUnreadable: true }
      break
    }
    for (const row of next.value) {
      // Each page of a statement may repeat the names of the columns.
      if (names.every((name, at) => name === (row.cells[at] ?? '').trim())) continue
      const differing = twins.length === 0 ? null : differingTwins(row, twins, names)
      if (differing) return differing
      watch.see(row)
      dates.see(row)
      own.see(row)
      thousands.see(row)
      const checked = checkStatementRow(row, columns, meaningOf)
      if (checked.ok) drafts.push(checked.draft)
      else problems.push(...checked.problems)
    }
  }
  if (problems.length > 0) return { kind: 'problems', problems }
  const hidden = watch.result() ?? thousands.result()
  if (hidden !== null) return hidden
  const accounts = accountsOf(drafts)
  if (account !== undefined && !accounts.some((each) => fold(each) === fold(account))) {
    return { ...refused(say('files.statement_no_such_account', { account, accounts })), fault: 'command' }
  }
  const dated = withDates((incoming ? doubtingOutgoing : doubtingIncoming)(ofAccount(drafts, account)))
  if ('kind' in dated) return dated
  const statement = {
    name: file.name,
    sha256: file.sha256,
    ...dated,
    ...own.result(),
    ...dates.result(),
  }
  return { kind: 'read', statement: { ...statement, accounts: account === undefined ? accounts : [account] }, columns }
}

/** Columns with the same name are taken as one while they agree. Another one may be empty, but not the first. */
function differingTwins(
  { line, cells }: Row,
  twins: readonly (readonly [number, readonly number[]])[],
  names: readonly string[],
): Refused | null {
  const cellOf = (at: number) => (cells[at] ?? '').trim()
  for (const [at, others] of twins) {
    const other = others.find((each) => cellOf(each) !== '' && cellOf(each) !== cellOf(at))
    if (other === undefined) continue
    const letters = { one: columnLetters(at), other: columnLetters(other) }
    return refused(say('beside.columns_same_name_differ', { name: clipped(names[at] ?? ''), line, ...letters }), line)
  }
  return null
}

/** With more accounts than this, the column is about the beneficiaries. */
const mostAccounts = 20

function accountsOf(drafts: readonly DraftLine[]): string[] {
  const accounts = new Map<string, string>()
  for (const { line } of drafts) if (line.account !== undefined) accounts.set(fold(line.account), line.account)
  return accounts.size > mostAccounts ? [] : [...accounts.values()]
}

/** Lines of another account settle nothing, but are still evidence that money moved. */
function ofAccount(drafts: DraftLine[], account: string | undefined): DraftLine[] {
  if (account === undefined) return drafts
  return drafts.map((draft) =>
    fold(draft.line.account ?? '') === fold(account) ? draft : doubtful(draft, 'other_account'),
  )
}

const doubtful = (draft: DraftLine, why: SettlesNothing): DraftLine => ({
  ...draft,
  line: settlingNothing(draft.line, why),
})

/** For collections: a refund or a payout with the same reference isn't one, and a credit with a minus reverses one. */
const doubtingOutgoing = (drafts: DraftLine[]): DraftLine[] =>
  drafts.map((draft) =>
    draft.sign === null || draft.sign === 'plain' || draft.sign === 'in' ? draft : doubtful(draft, 'other_direction'),
  )

/**
 * For payouts: if some amounts have a minus, one without may be incoming money (a reversal, a deposit or a failed payout), or only fees
 * have a minus, and it is a payout. It settles nothing, but is still evidence. The same applies to the column of incoming money,
 * because a statement may be written from the provider's or the customer's side.
 */
function doubtingIncoming(drafts: DraftLine[]): DraftLine[] {
  const all = new Set(drafts.map(({ sign }) => sign))
  const ofPayments = new Set(drafts.filter(({ line }) => !line.isFee).map(({ way }) => way))
  const mayBeIn = (sign: DraftLine['sign'], signs: ReadonlySet<DraftLine['sign']>) =>
    sign === 'in' ||
    sign === 'in_minus' ||
    sign === 'unclear' ||
    (sign === 'plain' && signs.has('minus')) ||
    // If debits have no minus, one with a minus reverses another.
    (sign === 'out_minus' && signs.has('out'))
  return drafts.map((draft) => {
    if (mayBeIn(draft.sign, all)) return doubtful(draft, 'other_direction')
    return draft.line.sum !== undefined && mayBeIn(draft.way, ofPayments) ? withoutSum(draft) : draft
  })
}

/** Incoming money can't be the sum of payouts, even if it names nobody. */
function withoutSum({ line: { sum: _, ...line }, ...draft }: DraftLine): DraftLine {
  return { ...draft, line }
}

/** The names in a CSV file's header. A JSON file must be read to its end, because any object may add one. */
async function columnNames(file: PayoutFile, map: StatementMap): Promise<readonly string[] | Refused> {
  const { columns, batches } = readStatementRows(file, map)
  for (;;) {
    const next = await batches.next()
    if (next.done) return next.value ?? columns.names
    if (file.format !== 'csv' && file.format !== 'xml') continue
    await batches.return(null)
    return columns.names
  }
}

/**
 * A statement without a status column lists what was carried out. One whose status column has an unknown name must not be mistaken for
 * it: its failures would count as paid.
 */
function watchForStatus({ index, names }: StatementColumns, meaningOf: (status: string) => LineMeaning) {
  const known = new Set(Object.values(index))
  const suspects = new Map<number, 'empty' | 'words'>()
  if (index.status === undefined) for (const at of names.keys()) if (!known.has(at)) suspects.set(at, 'empty')
  return {
    see({ cells }: Row): void {
      for (const at of suspects.keys()) {
        const cell = cells[at]?.trim() ?? ''
        if (cell === '') continue
        if (meaningOf(cell) === 'unrecognised') suspects.delete(at)
        else suspects.set(at, 'words')
      }
    },
    result(): Refused | null {
      const at = [...suspects].find(([, seen]) => seen === 'words')?.[0]
      if (at === undefined) return null
      return refused(
        names[at] === ''
          ? say('files.stands_column_reads_like_status_payment', { a: at + 1 })
          : say('files.stands_column_reads_like_status_payment_name_status', { names: names[at] ?? '' }),
      )
    },
  }
}

/**
 * Watches the columns without a known name for dates. Without dates, a person's word that a statement is complete counts for more:
 * a file that has them must not pass for one that hasn't.
 */
function watchForDates({ index, names }: StatementColumns) {
  const known = new Set(Object.values(index))
  const seen = new Map<number, { dates: number; others: number }>()
  for (const at of names.keys()) if (!known.has(at)) seen.set(at, { dates: 0, others: 0 })
  return {
    see({ cells }: Row): void {
      for (const [at, its] of seen) {
        const cell = cells[at]?.trim() ?? ''
        if (cell === '' || its.dates + its.others === watchedCells) continue
        if (beginsWithDate(cell)) its.dates += 1
        else its.others += 1
      }
    },
    /** The first column with more dates than other words: its name, and its place from 1. */
    result(): Pick<Statement, 'unreadDates'> {
      const at = [...seen].find(([, { dates, others }]) => dates > others)?.[0]
      return at === undefined ? {} : { unreadDates: { name: names[at] ?? '', place: at + 1 } }
    },
  }
}

/** A payroll with a column of dates reads like a statement of what was paid, but its references are the payer's own. */
function watchForOwnReferences({ index, names }: StatementColumns) {
  const at = index.reference ?? names.findIndex((name) => fieldOf(name) === 'reference')
  const references = new Set<string>()
  return {
    see({ cells }: Row): void {
      const cell = cells[at]?.trim() ?? ''
      if (cell !== '' && references.size < watchedCells) references.add(cell)
    },
    result(): Pick<Statement, 'perhapsOwn'> {
      if (index.status !== undefined || references.size === 0) return {}
      return { perhapsOwn: { column: names[at] ?? '', references: [...references] } }
    },
  }
}

/** The first of a column are enough to tell. */
const watchedCells = 1_000

/** A date that payrun can read, even if what follows (`05.36`) keeps it from reading the whole cell. */
function beginsWithDate(cell: string): boolean {
  const words = cell.split(/[\s,]+|(?<=\d)T(?=\d)/)
  return words.slice(0, 5).some((_, at) => isDate(words.slice(0, at + 1).join(' '), at + 1 === words.length))
}

const startMs = Date.UTC(2015, 0)
const dayMs = 86_400_000

/** Digits may be a phone number, an amount or a balance: they count only as a whole, and five of them only with a time. */
function isDate(text: string, isWhole: boolean): boolean {
  const isNumber = /^[\d\s]+$/.test(text) && (!isWhole || /\s/.test(text))
  if (isNumber || /^\d{5}(?:[.,]\d{0,2})?$/.test(text)) return false
  const read = readStatementDate(text)
  if (read.kind === 'not_a_date') return false
  const { fromMs } = read.kind === 'read' ? read.at : read.dayFirst
  return fromMs >= startMs && fromMs <= Date.now() + dayMs
}

/** Ambiguous dates are read in the order of the unambiguous ones; if there are none, day first, as in the 13 countries. */
function withDates(drafts: readonly DraftLine[]): Pick<Statement, 'lines' | 'dateOrder'> | Refused {
  const orders = new Map<DateOrder, number>()
  for (const { line, order } of drafts) if (order && !orders.has(order)) orders.set(order, line.line)
  const [dayLine, monthLine] = [orders.get('day_first'), orders.get('month_first')]
  if (dayLine !== undefined && monthLine !== undefined) {
    return refused(say('files.dates_line_day_first_line_month', { dayLine, monthLine }), Math.max(dayLine, monthLine))
  }
  const isMonthFirst = monthLine !== undefined
  const lines = drafts.map(({ line, date }): StatementLine => {
    if (date === null) return { ...line, at: null }
    return { ...line, at: date.kind === 'read' ? date.at : isMonthFirst ? date.monthFirst : date.dayFirst }
  })
  const isAssumed = orders.size === 0 && drafts.some(({ date }) => date?.kind === 'either')
  return { lines, dateOrder: isAssumed ? 'assumed' : 'certain' }
}
