import {
  type LineMeaning,
  type SettlesNothing,
  type Statement,
  type StatementLine,
  settlingNothing,
} from '../../payout/reconciliation.ts'
import { fold } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { readStatementRows } from '../formats/readRows.ts'
import type { PayoutFile } from '../payroll/payoutFile.ts'
import { type Refused, type Row, refused } from '../payroll/row.ts'
import { checkStatementRow, type DraftLine, type StatementProblem } from './checkStatementRow.ts'
import { findStatementColumns, type StatementColumns, type StatementMap } from './statementColumns.ts'
import type { DateOrder } from './statementDate.ts'

type StatementRead =
  | { kind: 'read'; statement: Statement; columns: StatementColumns }
  | { kind: 'problems'; problems: StatementProblem[] }
  | Refused

/** How a statement is read, beyond what its own names say. */
export interface StatementWish {
  map?: StatementMap | undefined
  /** Of several accounts in one file: the one that pays. Lines of another one settle nothing. */
  account?: string | undefined
  /** It is read for what customers paid: what came in settles, and what went out doesn't. */
  incoming?: boolean | undefined
}

/**
 * Reads a provider's statement whole, with the readers of payout files: format, encoding and delimiter are found, and the
 * columns by their names. One bad row refuses it: a line that can't be read may be the one that counts.
 *
 * @param meaningOf what a status says
 */
export async function readStatement(
  file: PayoutFile,
  meaningOf: (status: string) => LineMeaning,
  { map = {}, account, incoming = false }: StatementWish = {},
): Promise<StatementRead> {
  const names = await columnNames(file, map)
  if ('kind' in names) return names
  const found = findStatementColumns(names, map)
  if ('kind' in found) return found
  const { columns } = found
  if (account !== undefined && columns.index.account === undefined) {
    return { ...refused(say('files.statement_no_account_column', { account })), fault: 'command' }
  }
  const drafts: DraftLine[] = []
  const problems: StatementProblem[] = []
  const watch = watchForStatus(columns, meaningOf)
  const { batches } = readStatementRows(file, map)
  for (;;) {
    const next = await batches.next()
    if (next.done) {
      if (next.value) return next.value
      break
    }
    for (const row of next.value) {
      // Each page of a statement may name the columns again.
      if (names.every((name, at) => name === (row.cells[at] ?? '').trim())) continue
      watch.see(row)
      const checked = checkStatementRow(row, columns, meaningOf)
      if (checked.ok) drafts.push(checked.draft)
      else problems.push(...checked.problems)
    }
  }
  if (problems.length > 0) return { kind: 'problems', problems }
  const hidden = watch.result()
  if (hidden !== null) return hidden
  const accounts = accountsOf(drafts)
  if (account !== undefined && !accounts.some((each) => fold(each) === fold(account))) {
    return { ...refused(say('files.statement_no_such_account', { account, accounts })), fault: 'command' }
  }
  const dated = withDates((incoming ? doubtingOutgoing : doubtingIncoming)(ofAccount(drafts, account)))
  if ('kind' in dated) return dated
  const statement = { name: file.name, sha256: file.sha256, ...dated }
  return { kind: 'read', statement: { ...statement, accounts: account === undefined ? accounts : [account] }, columns }
}

/** More than anybody has: then the column is of those who were paid. */
const mostAccounts = 20

function accountsOf(drafts: readonly DraftLine[]): string[] {
  const accounts = new Map<string, string>()
  for (const { line } of drafts) if (line.account !== undefined) accounts.set(fold(line.account), line.account)
  return accounts.size > mostAccounts ? [] : [...accounts.values()]
}

/** What another account has is no evidence that settles a row, and it is evidence all the same that money moved. */
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

/** Where customers paid: a refund or a payout under the same reference is none of it. A credit with a minus takes one back. */
const doubtingOutgoing = (drafts: DraftLine[]): DraftLine[] =>
  drafts.map((draft) =>
    draft.sign === null || draft.sign === 'plain' || draft.sign === 'in' ? draft : doubtful(draft, 'other_direction'),
  )

/**
 * Where some amounts have a minus, what has none may have come in: a reversal, a deposit, or one that failed. Or the minus is a
 * fee's, and it is a payout. It settles nothing, and it is evidence all the same. So is what stands in the column of what came
 * in: whose side a statement takes, its own or the customer's, nothing says for sure.
 */
function doubtingIncoming(drafts: DraftLine[]): DraftLine[] {
  const all = new Set(drafts.map(({ sign }) => sign))
  const ofPayments = new Set(drafts.filter(({ line }) => !line.isFee).map(({ way }) => way))
  const mayBeIn = (sign: DraftLine['sign'], signs: ReadonlySet<DraftLine['sign']>) =>
    sign === 'in' ||
    sign === 'in_minus' ||
    sign === 'unclear' ||
    (sign === 'plain' && signs.has('minus')) ||
    // Where debits have no minus, one with a minus takes another back.
    (sign === 'out_minus' && signs.has('out'))
  return drafts.map((draft) => {
    if (mayBeIn(draft.sign, all)) return doubtful(draft, 'other_direction')
    return draft.line.sum !== undefined && mayBeIn(draft.way, ofPayments) ? withoutSum(draft) : draft
  })
}

/** What came in stands for no payouts, also where it names nobody. */
function withoutSum({ line: { sum: _, ...line }, ...draft }: DraftLine): DraftLine {
  return { ...draft, line }
}

/** A CSV file's header says them; a JSON file has to be read to its end, since any object may bring another. */
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
 * A statement without a status column lists what was carried out. One that has a status under a name that nobody knows
 * must not be taken for such: its failures would count as paid.
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

/** Dates that can be read in two ways are read as those that can't; day first, as in the 13 countries, where none shows it. */
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
