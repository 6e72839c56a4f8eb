import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it, test } from 'vitest'
import { cameAsPain001 } from '../../../src/files/report/pain002.ts'
import type { ReportContent, ReportRow } from '../../../src/files/report/row.ts'
import { reportPieces } from '../../../src/files/report/writeReport.ts'
import { type PayoutState, payoutStates } from '../../../src/payout/state.ts'
import { validate, whyNotValidated } from '../../harness/isoSchemas.ts'
import { anyCharacter, seeded } from '../../properties/seeded.ts'
import { paidRow } from './sampleReport.ts'

const columns = ['reference', 'note', 'instruction_id', 'payment_information_id', 'message_id', 'message_name']

const rowOf = (line: number, change: Partial<ReportRow> = {}, batch = 'P-1', reference = `E-${line}`): ReportRow => ({
  ...paidRow,
  line,
  cells: [reference, '', `I-${line}`, batch, 'PAY-2026-11', 'pain.001.001.09'],
  ...change,
})

async function messageOf(rows: readonly ReportRow[], change: Partial<ReportContent> = {}): Promise<string> {
  const counts: Partial<Record<PayoutState, number>> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  const content: ReportContent = {
    format: 'pain.002',
    language: 'en',
    columns,
    batch: { id: 'b4tch' },
    totals: { counts, sums: {} },
    rows: (async function* () {
      for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2)
    })(),
    ...change,
  }
  let text = ''
  for await (const piece of reportPieces(content)) text += piece
  return text
}

/**
 * In which order the schema has the elements that are used, and how long their texts may be (ISO 20022, CustomerPaymentStatusReportV10).
 * Kept here, since the schema itself is not ours to hand on.
 */
const order: Readonly<Record<string, readonly string[]>> = {
  Document: ['CstmrPmtStsRpt'],
  CstmrPmtStsRpt: ['GrpHdr', 'OrgnlGrpInfAndSts', 'OrgnlPmtInfAndSts'],
  GrpHdr: ['MsgId', 'CreDtTm'],
  OrgnlGrpInfAndSts: ['OrgnlMsgId', 'OrgnlMsgNmId', 'OrgnlNbOfTxs', 'GrpSts', 'StsRsnInf', 'NbOfTxsPerSts'],
  NbOfTxsPerSts: ['DtldNbOfTxs', 'DtldSts'],
  OrgnlPmtInfAndSts: ['OrgnlPmtInfId', 'TxInfAndSts'],
  TxInfAndSts: ['StsId', 'OrgnlInstrId', 'OrgnlEndToEndId', 'TxSts', 'StsRsnInf', 'AccptncDtTm', 'AcctSvcrRef'],
  StsRsnInf: ['Rsn', 'AddtlInf'],
  Rsn: ['Prtry'],
}
const longest: Readonly<Record<string, number>> = {
  AddtlInf: 105,
  TxSts: 4,
  GrpSts: 4,
  DtldSts: 4,
  CreDtTm: 20,
  AccptncDtTm: 20,
}
const repeats = new Set(['OrgnlPmtInfAndSts', 'TxInfAndSts', 'AddtlInf', 'NbOfTxsPerSts'])

/** What is against a message by the table above; and the texts of an element, in the order in which they come. */
function read(message: string): { wrong: string[]; texts: (name: string) => string[] } {
  const wrong: string[] = []
  const found = new Map<string, string[]>()
  const open: { name: string; last: number }[] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => wrong.push(error.message))
  parser.on('opentag', ({ name }) => {
    const above = open.at(-1)
    if (above) {
      const at = order[above.name]?.indexOf(name) ?? -1
      if (at === -1 || at < above.last || (at === above.last && !repeats.has(name))) wrong.push(`${above.name}/${name}`)
      above.last = at
    }
    open.push({ name, last: -1 })
    text = ''
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (order[name]) return
    found.set(name, [...(found.get(name) ?? []), text])
    const { length } = [...text]
    if (length === 0 || length > (longest[name] ?? 35)) wrong.push(`${name} of ${length}`)
  })
  parser.write(message).close()
  return { wrong, texts: (name) => found.get(name) ?? [] }
}

const mixed = [
  rowOf(1),
  rowOf(2, { status: 'failed', errorCode: 'refused', errorMessage: 'Wallet <full> & closed', providerReference: null }),
  rowOf(
    3,
    {
      status: 'unknown',
      errorCode: 'timeout',
      errorMessage: 'No answer came within 30 s.',
      providerReference: null,
      settledAt: null,
    },
    'P-2',
  ),
  rowOf(4, { status: 'accepted', errorCode: 'not_final', providerReference: 'x'.repeat(40) }, 'P-2', ''),
]

describe('a pain.002 report', () => {
  it('answers each payment under its own identifications, batch by batch', async () => {
    const { wrong, texts } = read(await messageOf(mixed))
    expect(wrong).toEqual([])
    expect(texts('OrgnlMsgId')).toEqual(['PAY-2026-11'])
    expect(texts('OrgnlMsgNmId')).toEqual(['pain.001.001.09'])
    expect(texts('OrgnlPmtInfId')).toEqual(['P-1', 'P-2'])
    expect(texts('OrgnlEndToEndId')).toEqual(['E-1', 'E-2', 'E-3', 'NOTPROVIDED'])
    expect(texts('OrgnlInstrId')).toEqual(['I-1', 'I-2', 'I-3', 'I-4'])
    expect(texts('StsId')).toEqual(['b4tch:1', 'b4tch:2', 'b4tch:3', 'b4tch:4'])
    expect(texts('TxSts')).toEqual(['ACCC', 'RJCT', 'PDNG', 'ACSP'])
    expect(texts('Prtry')).toEqual(['refused', 'timeout', 'not_final'])
    expect(texts('AddtlInf')).toEqual(['Wallet <full> & closed', 'No answer came within 30 s.', 'x'.repeat(40)])
    expect(texts('AcctSvcrRef')).toEqual(['PO-1'])
    expect(texts('GrpSts')).toEqual(['PART'])
    expect(texts('OrgnlNbOfTxs')).toEqual(['4'])
    expect(texts('DtldNbOfTxs')).toEqual(['1', '1', '1', '1'])
  })

  it.each([
    ['paid', 'ACCC', 'ACSC'],
    ['failed', 'RJCT', 'RJCT'],
    ['invalid', 'RJCT', 'RJCT'],
    ['cancelled', 'CANC', 'RJCT'],
    ['pending', 'PDNG', 'PDNG'],
    ['unknown', 'PDNG', 'PDNG'],
    ['sending', 'ACSP', 'ACSP'],
    ['accepted', 'ACSP', 'ACSP'],
  ] as const)('calls a row that is %s %s, and a file of nothing else %s', async (status, code, group) => {
    const { texts } = read(await messageOf([rowOf(1, { status }), rowOf(2, { status })]))
    expect([texts('TxSts'), texts('GrpSts')]).toEqual([[code, code], [group]])
  })

  it('of the sandbox says that nobody was paid', async () => {
    const { wrong, texts } = read(await messageOf([rowOf(1)], { batch: { id: 'b', sandbox: true } }))
    expect(wrong).toEqual([])
    expect(texts('AddtlInf').join('')).toBe('nobody was paid')
  })

  it('is made of rows that came from a pain.001 file only', () => {
    expect(cameAsPain001(columns)).toBe(true)
    expect(cameAsPain001(['reference', 'amount'])).toBe(false)
  })
})

test('whatever a provider or a file says, the message is whole, in its order and lengths, with one answer a payment', async () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 300 })
  const any = fc.record({
    status: fc.constantFrom(...payoutStates),
    errorCode: fc.option(text),
    errorMessage: fc.option(text),
    providerReference: fc.option(text.filter((each) => each !== '')),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(any, text, text), { minLength: 1, maxLength: 9 }), async (all) => {
      const { wrong, texts } = read(
        await messageOf(all.map(([change, batch, reference], at) => rowOf(at, change, batch, reference))),
      )
      expect(wrong).toEqual([])
      expect(texts('TxSts')).toHaveLength(all.length)
    }),
    seeded(400),
  )
})

it.skipIf(whyNotValidated !== null)(
  `the message is one by the published schema${whyNotValidated === null ? '' : ` (skipped: ${whyNotValidated})`}`,
  async () => {
    expect(validate('pain.002.001.11', await messageOf(mixed))).toBe('')
    expect(validate('pain.002.001.11', await messageOf([rowOf(1)], { batch: { id: 'b', sandbox: true } }))).toBe('')
    // It is the schema that says so, and no habit of this test.
    expect(
      validate(
        'pain.002.001.11',
        (await messageOf(mixed)).replace(
          /<StsId>.*?<\/StsId>(<OrgnlInstrId>.*?<\/OrgnlInstrId>)/,
          '$1<StsId>late</StsId>',
        ),
      ),
    ).toContain('StsId')
  },
)
