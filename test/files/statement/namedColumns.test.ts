import { describe, expect, it } from 'vitest'
import { findStatementColumns } from '../../../src/files/statement/statementColumns.ts'
import { saying } from '../../harness/words.ts'
import { linesOf, number, read } from './reading.ts'

describe('a statement that names no columns', () => {
  const text = 'R1,22990000001,1500,XOF,SUCCESS,2026-11-21\nR2,22990000002,1600,XOF,FAILED,2026-11-21\n'
  it('is refused, and what stands on its first line is not repeated', async () => {
    const result = await read(text)
    expect(result).toMatchObject({ kind: 'refused', message: saying('the file has no column names') })
    const [alone] = text.split('\n')
    expect(await read(`${alone}\n`)).toEqual(result)
  })
  it('does not lose its first line to a map that takes it for the names', async () => {
    const map = { reference: 'R1', phone: '22990000001', amount: '1500', currency: 'XOF', status: 'SUCCESS' }
    expect(await read(text, 'statement.csv', { map })).toMatchObject({
      kind: 'refused',
      line: 1,
      message: saying('Line 1 is where the column names should be'),
    })
  })
})

describe('columns with the same name', () => {
  const text = (fee: string) => `Id,Amount,Currency,Fee,Currency\n1,1500,XOF,100,${fee}\n`
  it.each(['XOF', ''])('are one where they agree (%s)', async (fee) => {
    expect(await linesOf(text(fee))).toMatchObject([{ reference: '1', currency: 'XOF' }])
    expect(await linesOf(text(fee), 's.csv', { map: { currency: 'Currency' } })).toMatchObject([{ currency: 'XOF' }])
  })
  it.each([text('EUR'), text('XOF').replace('1500,XOF', '1500,')])(
    'are refused where they differ',
    async (differing) => {
      expect(await read(differing)).toMatchObject({
        kind: 'refused',
        line: 2,
        message: saying('Columns C and E are both called "Currency", but differ on line 2'),
      })
    },
  )
})

describe('--map', () => {
  const text = 'Op;Bénéf;Sorti;Le\nR1;+2290197000001;1500;21/11/2026\n'
  it('says which column is what, under any name of the field', async () => {
    const map = { reference: 'Op', phone: 'Bénéf', debit: 'Sorti', date: 'Le' }
    expect(await linesOf(text, 'statement.csv', { map })).toMatchObject([
      { reference: 'R1', phones: [number], amountHundredths: 150_000n, meaning: 'carried_out' },
    ])
  })
  it('of a column that the file does not have is a mistake of the command', async () => {
    expect(await read(text, 'statement.csv', { map: { reference: 'Opération' } })).toMatchObject({
      kind: 'refused',
      fault: 'command',
      message: saying('There is no column "Opération", which --map names for reference; the file has: Op, Bénéf'),
    })
  })
  it('decides between an amount and its sides, which is refused without', async () => {
    const three = 'Référence;Montant;Débit\nR1;1500;1515\n'
    expect(await read(three)).toMatchObject({
      kind: 'refused',
      message: saying('Either "Montant" or "Débit" may be what was paid'),
    })
    expect(await linesOf(three, 's.csv', { map: { amount: 'Montant' } })).toMatchObject([
      { amountHundredths: 150_000n },
    ])
    expect(await linesOf(three, 's.csv', { map: { debit: 'Débit' } })).toMatchObject([{ amountHundredths: 151_500n }])
  })
  it('takes a column away from the field that its name says', () => {
    const found = findStatementColumns(['Référence', 'Id', 'Montant'], { reference: 'Id' })
    expect(found).toMatchObject({ ok: true, columns: { index: { reference: 1, amount: 2 } } })
  })
})

it('names the fields that lack a column, and the option for it', async () => {
  expect(await read(`telephone;montant;prefixe\n${number};1500;229\n`)).toMatchObject({
    kind: 'refused',
    message: saying('and none for: date. The file has: telephone, montant, prefixe'),
  })
})

it.each([
  ['Montant (en milliers)', 'milliers'],
  ['Montant (€)', '€'],
])('a heading %s refuses the file', async (heading, message) => {
  expect(await read(`Référence;${heading}\nR1;1500\n`)).toMatchObject({ kind: 'refused', message: saying(message) })
})

it.each([
  ['Référence', 'Débit (FCFA)', 'debit'],
  ['Référence', 'Montant (XOF)', 'amount'],
  ['Référence', 'MONTANT', 'amount'],
  ['Référence', 'Montant débit', 'debit'],
  ['Frais', 'montant total', 'amount'],
  ['Montant total', 'Montant transféré', 'amount'],
  ['Payment Ref', 'Transaction ID', 'reference'],
  ['Payment Date', 'Created At', 'date'],
  ['Payment Date', 'Transaction Date & Time', 'date'],
  ['Destinataire', 'MSISDN destinataire', 'phone'],
  ['Beneficiary phone', 'Mobile', 'phone'],
  ['Montant total', 'Débit', 'debit'],
  ['Transaction ID', 'Counterparty mobile', 'phone'],
  ['ID transaction', 'MSISDN destinataire', 'phone'],
  ['Référence', 'N° compte correspondant', 'phone'],
  ['From', 'To', 'phone'],
  ['Transaction Ref', 'Beneficiary Phone', 'phone'],
  ['Transaction Ref', 'Téléphone du bénéficiaire', 'phone'],
  ['Transaction ID', 'Transaction Date & Time', 'date'],
  ['reference', 'at', 'date'],
  ['client_transaction_id', 'transfert_id', 'reference'],
  ['telephone', 'date_creation', 'date'],
  ['Référence', 'Téléphone du client', 'phone'],
])('beside %s, a heading %s names the %s', (beside, heading, field) => {
  const found = findStatementColumns(['Id', beside, heading])
  expect(found).toMatchObject({ ok: true, columns: { index: { [field]: 2 } } })
})

it('a fee tolerance needs amounts', async () => {
  const text = `Référence;Téléphone;Net\nR1;${number};1500\n`
  expect(await read(text, 's.csv', { feeTolerance: 100 })).toMatchObject({
    fault: 'command',
    message: saying('no column for the amount'),
  })
  expect(await linesOf(text, 's.csv', { feeTolerance: 0 })).toHaveLength(1)
})

it('does not take a total as the amount if it may include the fee', () => {
  const found = findStatementColumns(['Référence', 'Total amount'])
  expect(found).toMatchObject({ ok: true, columns: { index: { reference: 0 } } })
  if ('ok' in found) expect(found.columns.index).not.toHaveProperty('amount')
})

it.each([
  ['To', 'Awa Kone (97000001)'],
  ['To', '22997000001@momo'],
  ['To', 'ACME 2'],
  ['Compte correspondant', 'BJ66BJ0610100100144390000769'],
  ['Compte correspondant', '421100'],
  ['At', 'Cotonou'],
])('under %s, %s may be anything: no problem, and no number or date', async (heading, cell) => {
  const text = `Référence;${heading};Montant\nR1;${cell};1500\n`
  expect(await linesOf(text)).toMatchObject([{ phones: [], at: null, sum: 'possible' }])
})

it.each(['To', 'N° compte correspondant'])(
  'a national number under %s can match, but may be an account',
  async (heading) => {
    const text = `Référence;${heading};Montant;Libellé\nR1;01 97 00 00 01;1500;Paie\nR2;0197000009;1500;Vers ${number}\n`
    expect(await linesOf(text)).toMatchObject([
      { phones: [], mentioned: expect.arrayContaining([number]), perhapsAccount: true, sum: 'possible' },
      { phones: [], mentioned: [number] },
    ])
  },
)

it('takes what is under To for a number if --map says so', async () => {
  const lines = await linesOf('Référence;To;Montant\nR1;97000001;1500\n', 's.csv', { map: { phone: 'To' } })
  expect(lines[0]?.phones).toContain(number)
})

it('does not take a title for the names of the columns', async () => {
  const title = 'Ref no;123;Payment date;21/11/2026'
  expect(await linesOf(`${title}\nReference;Phone;Amount;Currency\nR1;${number};1500;XOF\n`)).toMatchObject([
    { reference: 'R1', phones: [number] },
  ])
})

it.each(['Destinataire', 'To'])('a name under %s is no number, and the one in the label counts', async (heading) => {
  const lines = await linesOf(`Référence;${heading};Libellé\nR1;AWA KONE;Vers ${number}\nR2;${number};\n`)
  expect(lines).toMatchObject([{ phones: [], mentioned: [number] }, { phones: [number] }])
  // Nor is the name of many people, of whom each may be paid with that line.
  const sums = await linesOf(`Référence;${heading};Libellé\nR1;Salaries (bulk);\n;Salaires;x\nR3;ACME;\n`)
  expect(sums.map(({ sum }) => sum)).toEqual(['said', 'said', 'possible'])
})
