import type { PayoutState } from '../../payout/state.ts'
import type { Language } from '../../words/catalogue.ts'
import { renderWords } from '../../words/render.ts'
import { escapeXml } from '../formats/xlsx/sheetXml.ts'
import { payrunIdIn, type ReportContent, type ReportRow, sandboxMark } from './row.ts'

/** The columns that a row must have from its pain.001 file: an answer names the message and the batch that it answers. */
const origin = ['message_id', 'message_name', 'payment_information_id'] as const

/** Whether rows with these columns came from a pain.001 file (src/files/formats/xml/readPain001.ts), which a pain.002 answers. */
export const cameAsPain001 = (columns: readonly string[]): boolean => origin.every((name) => columns.includes(name))

/** ExternalPaymentTransactionStatus1Code: the status that a bank would report for a payment in this state. */
const statusCodes: Readonly<Record<PayoutState, string>> = {
  // Settled on the beneficiary's account.
  paid: 'ACCC',
  accepted: 'ACSP',
  sending: 'ACSP',
  pending: 'PDNG',
  // It is not known yet whether it was paid.
  unknown: 'PDNG',
  failed: 'RJCT',
  invalid: 'RJCT',
  cancelled: 'CANC',
}

/**
 * A pain.002 message (CustomerPaymentStatusReport of ISO 20022, version 10) in pieces: the status of each payment of the pain.001
 * file, with the file's own ids. One line per payment, in the file's order.
 */
export async function* pain002Report(content: ReportContent): AsyncGenerator<string> {
  const { columns, rows, language } = content
  const at = (name: string) => columns.indexOf(name)
  const places = { batch: at('payment_information_id'), instruction: at('instruction_id'), reference: at('reference') }
  const [message, messageName] = [at('message_id'), at('message_name')]
  const payrunId = payrunIdIn(content)
  let batch: string | null = null
  let hasHead = false
  for await (const group of rows) {
    let text = ''
    for (const row of group) {
      if (!hasHead) {
        text += head(content, row.cells[message] ?? '', row.cells[messageName] ?? '')
        hasHead = true
      }
      const own = row.cells[places.batch] ?? ''
      if (own !== batch) {
        text += `${batch === null ? '' : '</OrgnlPmtInfAndSts>\n'}<OrgnlPmtInfAndSts>${element('OrgnlPmtInfId', id(own))}\n`
        batch = own
      }
      text += payment(row, places, payrunId(row.line), language)
    }
    yield text
  }
  yield `${batch === null ? '' : '</OrgnlPmtInfAndSts>\n'}</CstmrPmtStsRpt></Document>\n`
}

function head(content: ReportContent, message: string, messageName: string): string {
  const counts = countsIn(content)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const mark = sandboxMark(content)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>\n',
    `<GrpHdr>${element('MsgId', id(`payrun-${content.batch.id ?? ''}`))}${element('CreDtTm', secondOf(new Date()))}</GrpHdr>\n`,
    `<OrgnlGrpInfAndSts>${element('OrgnlMsgId', id(message))}${element('OrgnlMsgNmId', id(messageName))}`,
    element('OrgnlNbOfTxs', String(total)),
    element('GrpSts', groupStatus(counts)),
    mark === null ? '' : `<StsRsnInf>${additional(mark)}</StsRsnInf>`,
    [...perStatus(counts)]
      .map(
        ([code, count]) =>
          `<NbOfTxsPerSts>${element('DtldNbOfTxs', String(count))}${element('DtldSts', code)}</NbOfTxsPerSts>`,
      )
      .join(''),
    '</OrgnlGrpInfAndSts>\n',
  ].join('')
}

const countsIn = ({ totals: { counts = {} } }: ReportContent): Map<PayoutState, number> =>
  new Map((Object.entries(counts) as [PayoutState, number][]).filter(([, count]) => count > 0))

function perStatus(counts: ReadonlyMap<PayoutState, number>): Map<string, number> {
  const codes = new Map<string, number>()
  for (const [state, count] of counts) codes.set(statusCodes[state], (codes.get(statusCodes[state]) ?? 0) + count)
  return codes
}

/** ExternalPaymentGroupStatus1Code: the common status, or partially accepted. */
function groupStatus(counts: ReadonlyMap<PayoutState, number>): string {
  const codes = new Set([...counts.keys()].map((state) => statusCodes[state]))
  if (codes.size > 1) return 'PART'
  const [code = 'RJCT'] = codes
  if (code === 'ACCC') return 'ACSC'
  return code === 'CANC' ? 'RJCT' : code
}

function payment(
  { cells, status, providerReference, errorCode, errorMessage, sentAt }: ReportRow,
  places: { instruction: number; reference: number },
  payrunId: string | null,
  language: Language,
): string {
  const instruction = cells[places.instruction] ?? ''
  const reference = cells[places.reference] ?? ''
  const said = errorMessage === null ? '' : renderWords(errorMessage, language)
  const reason = errorCode === null ? '' : `<Rsn>${element('Prtry', id(errorCode))}</Rsn>`
  // A longer reference doesn't fit its element, and cut off it would be another one.
  const isShort = providerReference !== null && providerReference.length <= 35
  const words = providerReference !== null && !isShort ? `${providerReference} ${said}` : said
  return [
    '<TxInfAndSts>',
    payrunId === null ? '' : element('StsId', id(payrunId)),
    instruction === '' ? '' : element('OrgnlInstrId', id(instruction)),
    element('OrgnlEndToEndId', reference === '' ? 'NOTPROVIDED' : id(reference)),
    element('TxSts', statusCodes[status]),
    reason === '' && words === '' ? '' : `<StsRsnInf>${reason}${additional(words)}</StsRsnInf>`,
    sentAt === null ? '' : element('AccptncDtTm', secondOf(sentAt)),
    isShort ? element('AcctSvcrRef', escaped(providerReference)) : '',
    '</TxInfAndSts>\n',
  ].join('')
}

const element = (name: string, text: string): string => `<${name}>${text}</${name}>`

/** `Max35Text`. */
const id = (text: string): string => {
  const cut = [...clean(text)].slice(0, 35).join('')
  return cut === '' ? 'NOTPROVIDED' : escaped(cut)
}

/** `Max105Text`, as many elements as needed. */
function additional(text: string): string {
  const characters = [...clean(text).trim()]
  let elements = ''
  for (let at = 0; at < characters.length; at += 105) {
    const piece = characters.slice(at, at + 105).join('')
    if (piece.trim() !== '') elements += element('AddtlInf', escaped(piece))
  }
  return elements
}

const secondOf = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** Characters that XML 1.0 can't contain (2.2). */
const impossible = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const clean = (text: string): string => text.toWellFormed().replace(impossible, '\ufffd')

const escaped = (text: string): string => escapeXml(clean(text))
