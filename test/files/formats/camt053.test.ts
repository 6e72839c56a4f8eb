import { describe, expect, it } from 'vitest'
import { camtColumns } from '../../../src/files/formats/xml/readCamt053.ts'
import { findStatementColumns } from '../../../src/files/statement/statementColumns.ts'
import { validate, whyNotValidated } from '../../harness/isoSchemas.ts'
import { english } from '../../harness/words.ts'
import { linesOf, number, read } from '../statement/reading.ts'
import { camt, entry, statement, transaction, uri } from './camt053Files.ts'

const whole = camt(
  statement([
    entry({ reference: 'B-1', details: [transaction({ fee: '15' })] }),
    entry({
      amount: '3000',
      reference: 'B-2',
      details: [transaction({ reference: 'TX-2' }), transaction({ reference: 'TX-3' })],
    }),
    entry({ reference: 'B-3', info: `Transfert ${number}` }),
    entry({ reference: 'B-4', direction: 'CRDT', reversal: true }),
    entry({ reference: 'B-5', status: 'PDNG' }),
  ]),
)

describe('a camt.053 statement', () => {
  it('has a line for each transaction, or for the entry itself', async () => {
    const lines = await linesOf(whole, 'statement.xml')
    expect(
      lines.map(({ line, reference, amountHundredths, meaning }) => [line, reference, amountHundredths, meaning]),
    ).toEqual([
      [1, 'TX-1', 150_000n, 'carried_out'],
      [2, 'TX-2', 150_000n, 'carried_out'],
      [3, 'TX-3', 150_000n, 'carried_out'],
      [4, 'B-3', 150_000n, 'carried_out'],
      [5, 'B-4', 150_000n, 'unrecognised'],
      [6, 'B-5', 150_000n, 'under_way'],
    ])
    expect(lines[0]).toMatchObject({
      phones: [number],
      currency: 'XOF',
      feeHundredths: 1_500n,
      status: 'BOOK',
      at: { fromMs: Date.parse('2026-11-21T05:36:54Z') },
      account: '141000123456',
    })
    const found = findStatementColumns(camtColumns)
    expect(found).toMatchObject({
      ok: true,
      columns: { index: { reference: 0, debit: 4, credit: 5, fee: 6, status: 9 } },
    })
    expect(lines[3]).toMatchObject({
      phones: [],
      mentioned: [number],
      at: { fromMs: Date.parse('2026-11-21T00:00:00Z') },
    })
  })

  it.each<[string, string, (string | undefined)[]]>([
    ['without details', '<Btch><NbOfTxs>2</NbOfTxs></Btch>', ['said']],
    ['without details and their number', '<Btch><PmtInfId>P-1</PmtInfId></Btch>', ['said']],
    ['of one payment', '<Btch><NbOfTxs>1</NbOfTxs></Btch>', [undefined]],
    ['with all its details', `<Btch><NbOfTxs>1</NbOfTxs></Btch>${transaction()}`, [undefined]],
    ['with a part of its details', `<Btch><NbOfTxs>3</NbOfTxs></Btch>${transaction()}`, [undefined, 'said']],
  ])('an entry for several payments %s', async (_what, details, sums) => {
    const text = camt(statement([entry({ amount: '38000', reference: 'B-1', details: [details] })]))
    const lines = await linesOf(text, 's.xml')
    expect(lines.map(({ sum }) => sum)).toEqual(sums)
    expect(lines.at(-1)?.amountHundredths).toBe(sums.length === 1 && details.includes('TxDtls') ? 150_000n : 3_800_000n)
  })

  it('an entry without details may be a sum, and a transaction with a creditor is none', async () => {
    const owner = transaction({ to: 'SCI' })
    const text = camt(statement([entry({ reference: 'B-1' }), entry({ details: [owner] })]))
    expect((await linesOf(text, 's.xml')).map(({ sum }) => sum)).toEqual(['possible', undefined])
  })

  it('takes another reference by --map', async () => {
    const [line] = await linesOf(whole, 's.xml', { map: { reference: 'end_to_end_id' } })
    expect(line).toMatchObject({ reference: 'E-TX-1' })
  })

  it('has what came in in doubt, though nothing says that it was a reversal', async () => {
    const text = camt(statement([entry({ reference: 'B', direction: 'CRDT' })]))
    expect(await linesOf(text, 's.xml')).toMatchObject([{ reference: 'B', meaning: 'doubtful' }])
  })

  it('is read with a prefix, in UTF-16, whatever its name, and with the elements of its second version', async () => {
    const [head = '', ...rest] = whole
      .replace(`<Document xmlns="${uri}">`, `<n:Document xmlns:n="${uri}">`)
      .split('<n:Document')
    const prefixed = `${head}<n:Document${rest.join('').replace(/<(\/?)(?=[A-Z])/g, '<$1n:')}`
    expect(await linesOf(prefixed, 's.xml')).toHaveLength(6)
    expect(await linesOf(Buffer.from(`\ufeff${whole}`, 'utf16le'), 's.xml')).toHaveLength(6)
    expect(await linesOf(whole, 'statement.csv')).toHaveLength(6)
    const old = whole
      .replaceAll('camt.053.001.08', 'camt.053.001.02')
      .replaceAll(/<Sts><Cd>(\w+)<\/Cd><\/Sts>/g, '<Sts>$1</Sts>')
      .replaceAll(/<\/?Pty>/g, '')
    expect((await linesOf(old, 's.xml')).map(({ meaning }) => meaning)).toEqual(
      (await linesOf(whole, 's.xml')).map(({ meaning }) => meaning),
    )
  })

  it('of several accounts tells them', async () => {
    const text = camt(
      statement([entry({ reference: 'A' })], { account: '1' }) +
        statement([entry({ reference: 'B' })], { account: '2' }),
    )
    expect(await read(text, 's.xml')).toMatchObject({ statement: { accounts: ['1', '2'] } })
  })

  it('does not take an element of another namespace for one of its own', async () => {
    const supplement =
      '<SplmtryData><Envlp><x:Amt xmlns:x="urn:other" Ccy="XOF">9</x:Amt><Ntry xmlns="urn:other"><Amt>9</Amt></Ntry></Envlp></SplmtryData>'
    expect(await linesOf(whole.replace('</BkToCstmrStmt>', `${supplement}</BkToCstmrStmt>`), 's.xml')).toHaveLength(6)
    const inside = whole.replace(
      '<Amt Ccy="XOF">1500</Amt>\n          <CdtDbtInd>',
      '<Amt Ccy="XOF">15<x:y xmlns:x="urn:o"/>00</Amt><CdtDbtInd>',
    )
    expect(await linesOf(inside, 's.xml')).toMatchObject([{ amountHundredths: 150_000n }, {}, {}, {}, {}, {}])
  })
})

describe('a camt.053 statement that is wrong', () => {
  it.each([
    ['cut short', whole.slice(0, whole.length / 2), /cut short after element \d+/],
    [
      'with an entry missing',
      camt(statement([entry({ reference: 'A' })], { count: 2 })),
      'states 2 transactions but has 1',
    ],
    ['without an entry', camt(statement([])), 'there is nothing to compare with'],
    [
      'with a document type',
      whole.replace('<Document', '<!DOCTYPE Document [<!ENTITY a "b">]>\n<Document'),
      'declares a document type',
    ],
    [
      'with a document type further down',
      whole.replace('<BkToCstmrStmt>', '<!DOCTYPE a><BkToCstmrStmt>'),
      /document type|cut short after/,
    ],
    ['with an entity that nobody declared', whole.replace('Salaire', '&payroll;'), 'cut short after element 0'],
    ['with a text without end', whole.replace('Salaire', 'x'.repeat(100_000)), 'is too long'],
    [
      'nested without end',
      whole.replace('Salaire novembre', `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`),
      'cut short after element 0',
    ],
    ['that is a payment file', whole.replaceAll('camt.053.001.08', 'pain.001.001.09'), 'Use it with payrun run'],
    ['that is a notification', whole.replaceAll('camt.053.001.08', 'camt.054.001.08'), 'of another kind (camt.054)'],
  ])('%s is refused', async (_what, text, message) => {
    const refused = await read(text, 's.xml')
    if (refused.kind !== 'refused') throw new Error(refused.kind)
    expect(english(refused.message)).toMatch(message)
  })

  it('in a currency that is never paid says which line', async () => {
    expect(await read(camt(statement([entry({ reference: 'A', currency: 'EUR' })])), 's.xml')).toMatchObject({
      kind: 'problems',
      problems: [{ line: 1, column: 'currency', code: 'unknown_currency' }],
    })
  })
})

it.skipIf(whyNotValidated !== null)(
  `the statement of these tests is one by the published schema${whyNotValidated === null ? '' : ` (skipped: ${whyNotValidated})`}`,
  () => {
    expect(validate('camt.053.001.08', whole)).toBe('')
  },
)
