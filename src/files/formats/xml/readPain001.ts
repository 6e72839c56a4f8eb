import { say } from '../../../words/sentence.ts'
import { type Columns, missingColumns } from '../../payroll/header/columns.ts'
import type { PayoutFile } from '../../payroll/payoutFile.ts'
import {
  type Limits,
  type Malformed,
  type Refused,
  type Row,
  type RowBatches,
  recordTooLong,
  refused,
} from '../../payroll/row.ts'
import { addColumns, createStatedTotals, messageRows } from './readMessage.ts'
import type { Attributes } from './readXml.ts'

/**
 * The columns of a pain.001 file, for the checks, the report and `--map`. The message to the payee is not a remark on the payment:
 * `remittance` never marks a row as paid.
 */
export const painColumns = [
  'reference',
  'name',
  'operator',
  'phone_number',
  'amount',
  'currency',
  'country',
  'remittance',
  'instruction_id',
  'payment_information_id',
  'message_id',
  'message_name',
] as const

type PainColumn = (typeof painColumns)[number]

const message = 'CstmrCdtTrfInitn'
const group = `${message}/GrpHdr`
const batch = `${message}/PmtInf`
const payment = `${batch}/CdtTrfTxInf`

/** The paths of a payment's columns. */
const places: Readonly<Record<string, PainColumn>> = {
  'PmtId/InstrId': 'instruction_id',
  'PmtId/EndToEndId': 'reference',
  'Amt/InstdAmt': 'amount',
  'Cdtr/Nm': 'name',
  'CdtrAgt/FinInstnId/PstlAdr/Ctry': 'country',
}

/** The paths where a payment may name the operator, the clearest first. */
const operatorPlaces = ['Othr/Id', 'ClrSysMmbId/MmbId', 'Nm', 'BICFI', 'BIC'].map((at) => `CdtrAgt/FinInstnId/${at}`)

const proxyId = 'CdtrAcct/Prxy/Id'
const proxyTypes = ['CdtrAcct/Prxy/Tp/Cd', 'CdtrAcct/Prxy/Tp/Prtry']
const otherId = 'CdtrAcct/Id/Othr/Id'
const otherScheme = 'CdtrAcct/Id/Othr/SchmeNm/Prtry'
const iban = 'CdtrAcct/Id/IBAN'
const remittance = 'RmtInf/Ustrd'
/** The paths that a payment may have only once. */
const single = new Set([...Object.keys(places), ...operatorPlaces, proxyId, ...proxyTypes, otherId, otherScheme, iban])

/** ExternalProxyAccountType1Code, and what people write as free text. */
const mobileTypes = new Set(['TELE', 'MBNO', 'MSISDN', 'MOBILE', 'PHONE', 'TEL', 'WALLET', 'MOMO', 'EWAL'])

/**
 * Reads a pain.001 file (CustomerCreditTransferInitiation of ISO 20022): each credit transfer is a row, numbered from 1. The
 * beneficiary's proxy must be a mobile number (`CdtrAcct/Prxy`, from version 9 on). The counts and sums that the file states must
 * agree with its payments, so that a truncated or edited file is refused.
 *
 * @returns why the file is refused, or null at its end
 */
export async function* readPain001(file: PayoutFile, columns: Columns, limits: Limits): RowBatches {
  const wrong = addColumns(columns, painColumns) ?? missingColumns(columns, say('files.name_each_object'))
  if (wrong) return wrong
  const payments = createPayments(limits)
  const read = yield* messageRows(file, payments, limits)
  if (typeof read !== 'number') return read
  columns.notes.push(...payments.notes())
  return read === 0 ? refused(say('files.pain_no_payments')) : null
}

interface Payment {
  texts: Map<string, string>
  currency: string
  notes: string[]
  twice: string | null
  isEquivalent: boolean
  length: number
}

/** What the message and its batches state about all their payments. */
function createHeaders() {
  let problem: Refused | null = null
  let messageId = ''
  let batchId = ''
  let latestDay = ''
  const whole = createStatedTotals()
  let part = createStatedTotals()
  const judge = (wrong: Refused | null) => {
    problem ??= wrong
  }
  const takes: Readonly<Record<string, (text: string) => void>> = {
    [`${group}/MsgId`]: (text) => {
      messageId = text
    },
    [`${group}/NbOfTxs`]: (text) => whole.stateCount(text),
    [`${group}/CtrlSum`]: (text) => whole.stateSum(text),
    [`${batch}/PmtInfId`]: (text) => {
      batchId = text
    },
    [`${batch}/NbOfTxs`]: (text) => part.stateCount(text),
    [`${batch}/CtrlSum`]: (text) => part.stateSum(text),
    [`${batch}/PmtMtd`]: (text) => {
      if (text !== 'TRF') judge(refused(say('files.pain_method', { method: text.slice(0, 10), id: batchId })))
    },
    [batch]: () => judge(part.compare(batchId)),
  }
  return {
    beginBatch() {
      part = createStatedTotals()
      batchId = ''
    },
    close(path: string, text: string) {
      takes[path]?.(text)
      if (path.startsWith(`${batch}/ReqdExctnDt`) && text > latestDay) latestDay = text.slice(0, 10)
    },
    add(amount: string) {
      whole.add(amount)
      part.add(amount)
    },
    ids: () => ({ messageId, batchId }),
    problem: () => problem,
    end(payments: number): Refused | null {
      judge(whole.compare(messageId))
      if (payments > 0 && messageId === '') judge(refused(say('files.pain_no_message_id')))
      return problem
    },
    /** payrun pays when it is told to, whatever day the file asks for. */
    notes: () =>
      latestDay > new Date().toISOString().slice(0, 10) ? [say('files.pain_asks_for_day', { day: latestDay })] : [],
  }
}

function createPayments(limits: Limits) {
  const headers = createHeaders()
  const rows: Row[] = []
  let line = 0
  let tooLong: Refused | null = null
  let current: Payment | null = null
  let messageName = ''
  const closePayment = (of: Payment) => {
    headers.add(of.texts.get('Amt/InstdAmt') ?? '')
    rows.push(rowOf(line, of, { ...headers.ids(), messageName }))
    current = null
  }
  return {
    on: {
      begin(namespace: string) {
        messageName = namespace.slice(namespace.lastIndexOf(':') + 1)
      },
      open(path: string, attributes: Attributes) {
        if (path === batch) headers.beginBatch()
        else if (path === payment) {
          line++
          current = { texts: new Map(), currency: '', notes: [], twice: null, isEquivalent: false, length: 0 }
        } else if (current && path === `${payment}/Amt/InstdAmt`) current.currency = attributes['Ccy'] ?? ''
      },
      close(path: string, written: string) {
        const text = written.trim()
        if (!current) headers.close(path, text)
        else if (path === payment) closePayment(current)
        else {
          take(current, path.slice(payment.length + 1), text)
          if (current.length > limits.recordBytes) tooLong ??= recordTooLong(limits, line, 'element')
        }
      },
      place: () => line,
    },
    problem: () => tooLong ?? headers.problem(),
    take: () => rows.splice(0),
    end: () => tooLong ?? headers.end(line),
    notes: headers.notes,
  }
}

/** @param path below the payment */
function take(of: Payment, path: string, text: string): void {
  of.length += path.length + text.length
  if (path === remittance) of.notes.push(text)
  else if (path === 'Amt/EqvtAmt') of.isEquivalent = true
  if (!single.has(path)) return
  if (of.texts.has(path)) of.twice ??= path
  of.texts.set(path, text)
}

function rowOf(
  line: number,
  paid: Payment,
  { batchId, messageId, messageName }: Record<'batchId' | 'messageId' | 'messageName', string>,
): Row {
  const { texts, currency, notes } = paid
  const reference = texts.get('PmtId/EndToEndId') ?? ''
  const own: Partial<Record<PainColumn, string>> = {
    // The value that a payment without a reference must have.
    reference: reference.toUpperCase() === 'NOTPROVIDED' ? '' : reference,
    operator: operatorPlaces.map((at) => texts.get(at) ?? '').find((text) => text !== '') ?? '',
    phone_number: mobileOf(texts) ?? '',
    currency,
    remittance: notes.join(' '),
    payment_information_id: batchId,
    message_id: messageId,
    message_name: messageName,
  }
  const cells = painColumns.map((name) => {
    if (own[name] !== undefined) return own[name]
    const place = Object.keys(places).find((path) => places[path] === name)
    return (place && texts.get(place)) ?? ''
  })
  const malformed = whyMalformed(paid)
  return { line, cells, ...(malformed && { malformed }) }
}

/** A payment's mobile number. Proxies of other types (an e-mail address, a domain) don't count. */
function mobileOf(texts: ReadonlyMap<string, string>): string | null {
  const type = proxyTypes.map((at) => texts.get(at)).find((each) => each !== undefined)
  const proxy = texts.get(proxyId)
  if (proxy !== undefined) return type === undefined || isMobile(type) ? proxy : null
  const scheme = texts.get(otherScheme)
  return scheme !== undefined && isMobile(scheme) ? (texts.get(otherId) ?? null) : null
}

const isMobile = (type: string): boolean => mobileTypes.has(type.toUpperCase().replace(/[^A-Z]/g, ''))

function whyMalformed({ texts, twice, isEquivalent }: Payment): Malformed | null {
  if (twice !== null)
    return { column: '', value: texts.get(twice) ?? '', message: say('payout.xml_element_twice', { element: twice }) }
  if (isEquivalent) return { column: 'amount', value: '', message: say('payout.xml_equivalent_amount') }
  if (mobileOf(texts) !== null) return null
  const type = proxyTypes.map((at) => texts.get(at)).find((each) => each !== undefined)
  const message =
    texts.has(proxyId) && type !== undefined
      ? say('payout.xml_proxy_of_other_type', { type: type.slice(0, 35) })
      : say('payout.xml_no_mobile_number')
  return { column: 'phone_number', value: texts.get(proxyId) ?? texts.get(iban) ?? '', message }
}
