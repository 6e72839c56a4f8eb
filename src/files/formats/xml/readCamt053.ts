import { say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import type { PayoutFile } from '../../payroll/payoutFile.ts'
import { type Limits, type Refused, type Row, type RowBatches, recordTooLong, refused } from '../../payroll/row.ts'
import { addColumns, createStatedTotals, messageRows } from './readMessage.ts'
import type { Attributes } from './readXml.ts'

/** The columns of a camt.053 statement. `--map reference=end_to_end_id` uses another one as the reference. */
export const camtColumns = [
  'reference',
  'date',
  'account',
  'label',
  'debit',
  'credit',
  'fee',
  'currency',
  'phone',
  'status',
  'end_to_end_id',
  'transaction_id',
  'instruction_id',
  'name',
  'number_of_payments',
] as const

type Cells = Partial<Record<(typeof camtColumns)[number], string>>

const statement = 'BkToCstmrStmt/Stmt'
const entry = `${statement}/Ntry`
const details = `${entry}/NtryDtls/TxDtls`

/**
 * Reads a camt.053 statement (BankToCustomerStatement of ISO 20022): each transaction of an entry is a row, or the entry itself if it
 * lists none. Rows are numbered from 1. Outgoing money is in `debit`, incoming money in `credit`. An entry that reverses another has
 * the status `REVERSAL`, which decides nothing.
 *
 * @returns why the file is refused, or null at its end
 */
export async function* readCamt053(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  const wrong = addColumns(columns, camtColumns)
  if (wrong) return wrong
  const read = yield* messageRows(file, createEntries(limits), limits)
  if (typeof read !== 'number') return read
  return read === 0 ? refused(say('files.file_no_rows_nothing_compare')) : null
}

/** Texts by their path below the entry or the transaction. Of several with the same path the first counts, unless they are `joined`. */
interface Part {
  texts: Map<string, string>
  currency: string
  length: number
}

const emptyPart = (): Part => ({ texts: new Map(), currency: '', length: 0 })

const joined = new Set(['RmtInf/Ustrd', 'AddtlTxInf', 'AddtlNtryInf', 'Chrgs/Rcrd/Amt', 'NtryDtls/Btch/NbOfTxs'])

function createEntries(limits: Limits) {
  const rows: Row[] = []
  let line = 0
  let problem: Refused | null = null
  let account = ''
  let stated = createStatedTotals()
  let whole: Part | null = null
  let one: Part | null = null
  /** The first transaction of an entry waits for the next: if it is the only one, it has the entry's reference and amount. */
  let first: Part | null = null
  let transactions = 0
  const push = (of: Part, transaction: Part | null, isOnly: boolean, payments = 0) => {
    line++
    const cells = cellsOf(of, transaction, isOnly)
    if (payments > 0) cells.number_of_payments = String(payments)
    rows.push({ line, cells: camtColumns.map((name) => (name === 'account' ? account : (cells[name] ?? ''))) })
  }
  const closeTransaction = () => {
    transactions++
    if (transactions === 2 && whole && first) push(whole, first, false)
    if (transactions === 1) first = one
    else if (whole) push(whole, one, false)
    one = null
  }
  const closeEntry = () => {
    const missing = whole ? missingIn(whole, transactions) : 0
    if (whole && transactions === 0) push(whole, null, true, missing)
    if (whole && transactions === 1) push(whole, first, missing === 0)
    // The payments that the entry doesn't list are one more line.
    if (whole && transactions > 0 && missing > 0) push(withoutReference(whole), null, true, Math.max(2, missing))
    whole = null
    first = null
  }
  const closeStatement = () => {
    problem ??= stated.compare(account)
    stated = createStatedTotals()
    account = ''
  }
  return {
    on: {
      open(path: string, attributes: Attributes) {
        if (path === entry) {
          whole = emptyPart()
          transactions = 0
          stated.add('0')
        } else if (path === details) one = emptyPart()
        else if (path === `${entry}/Amt` && whole) whole.currency = attributes['Ccy'] ?? ''
        else if (path === `${details}/Amt` && one) one.currency = attributes['Ccy'] ?? ''
      },
      close(path: string, written: string) {
        const text = written.trim()
        if (path === details) closeTransaction()
        else if (path === entry) closeEntry()
        else if (path === statement) closeStatement()
        else if (path === `${statement}/Acct/Id/IBAN` || path === `${statement}/Acct/Id/Othr/Id`) account = text
        else if (path === `${statement}/TxsSummry/TtlNtries/NbOfNtries`) stated.stateCount(text)
        else if (one) take(one, path.slice(details.length + 1), text)
        else if (whole) take(whole, path.slice(entry.length + 1), text)
        if (((one ?? whole)?.length ?? 0) > limits.recordBytes) problem ??= recordTooLong(limits, line + 1, 'element')
      },
      place: () => line,
    },
    problem: () => problem,
    end: () => problem,
    take: () => rows.splice(0),
  }
}

/** How many transactions an entry states but doesn't list. A batch that lists none and states no number has at least two. */
function missingIn({ texts }: Part, transactions: number): number {
  const counts = (texts.get('NtryDtls/Btch/NbOfTxs') ?? '').split(' ')
  const stated = counts.reduce((sum, text) => sum + (/^\d{1,15}$/.test(text) ? Number(text) : 0), 0)
  if (transactions > 0) return Math.max(0, stated - transactions)
  return stated === 0 && texts.has('NtryDtls/Btch') ? 2 : stated
}

function withoutReference(whole: Part): Part {
  const texts = new Map(whole.texts)
  texts.delete('AcctSvcrRef')
  return { ...whole, texts }
}

/** @param path below the entry or the transaction */
function take(part: Part, path: string, text: string): void {
  // Names count, too: there may be any number of elements.
  part.length += path.length + text.length
  const before = part.texts.get(path)
  if (before === undefined) part.texts.set(path, text)
  else if (joined.has(path)) part.texts.set(path, `${before} ${text}`)
}

/** @param isOnly whether it is the entry's only transaction, and so has the entry's amount and reference */
function cellsOf(whole: Part, one: Part | null, isOnly: boolean): Cells {
  const own = (path: string) => one?.texts.get(path) ?? ''
  const above = (path: string) => whole.texts.get(path) ?? ''
  const shared = (path: string) => (isOnly ? above(path) : '')
  const amount = own('Amt') || own('AmtDtls/TxAmt/Amt') || shared('Amt')
  const isDebit = (own('CdtDbtInd') || above('CdtDbtInd')) === 'DBIT'
  const isReversal = /^(?:true|1)$/.test(above('RvslInd'))
  const party = own('RltdPties/CdtrAcct/Prxy/Id') || own('RltdPties/CdtrAcct/Id/Othr/Id')
  const name = own('RltdPties/Cdtr/Pty/Nm') || own('RltdPties/Cdtr/Nm')
  const isNumber = /^\+?\d[\d ()-]{5,20}$/.test(party)
  const label = [own('RmtInf/Ustrd'), own('AddtlTxInf'), above('AddtlNtryInf'), isNumber ? '' : party]
  return {
    reference: own('Refs/AcctSvcrRef') || shared('AcctSvcrRef'),
    date:
      own('RltdDts/TxDtTm') ||
      own('RltdDts/AccptncDtTm') ||
      above('BookgDt/DtTm') ||
      above('BookgDt/Dt') ||
      above('ValDt/DtTm') ||
      above('ValDt/Dt'),
    label: label.filter((text) => text !== '').join(' '),
    debit: isDebit ? amount : '',
    credit: isDebit ? '' : amount,
    fee: own('Chrgs/TtlChrgsAndTaxAmt') || shared('Chrgs/TtlChrgsAndTaxAmt'),
    currency: one?.currency || whole.currency,
    phone: isNumber ? party : '',
    // Version 2 has the code itself where later ones have a choice.
    status: isReversal ? 'REVERSAL' : above('Sts/Cd') || above('Sts/Prtry') || above('Sts'),
    end_to_end_id: own('Refs/EndToEndId'),
    transaction_id: own('Refs/TxId'),
    instruction_id: own('Refs/InstrId'),
    name,
    // A transaction that names its creditor is one payment.
    number_of_payments: name !== '' || party !== '' || own('RltdPties/CdtrAcct/Id/IBAN') !== '' ? '1' : '',
  }
}
