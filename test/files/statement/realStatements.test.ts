import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { seed } from '../../properties/seeded.ts'
import { linesOf, number, read } from './reading.ts'

fc.configureGlobal(seed())

/** As banks of the region write them: titles, a debit and a credit, balances, totals. */
const bank = [
  'ECOBANK BENIN;;;;;',
  'Relevé de compte;;;;;',
  'Compte N°;141000123456;;;;',
  'Période;du 01/11/2026;au 30/11/2026;;;',
  '',
  'Date;Libellé;N° transaction;Débit;Crédit;Solde',
  '01/11/2026;Solde initial;;;;2 000 000',
  `21/11/2026;Transfert vers ${number};TX-1;150 000;;1 850 000`,
  '21/11/2026;Frais transfert;TX-1;1 500;;1 848 500',
  `22/11/2026;Annulation transfert ${number};TX-2;;150 000;1 998 500`,
  '30/11/2026;Total des mouvements;;151 500;150 000;',
  '30/11/2026;Solde final;;;;1 998 500',
].join('\n')

describe("a bank's statement with debit and credit", () => {
  it('has what went out as payouts, what came in in doubt, and its totals as nobody’s', async () => {
    const lines = await linesOf(bank)
    expect(
      lines.map(({ line, reference, amountHundredths, meaning }) => [line, reference, amountHundredths, meaning]),
    ).toEqual([
      [7, null, null, 'carried_out'],
      [8, 'TX-1', 15_000_000n, 'carried_out'],
      [9, 'TX-1', 150_000n, 'carried_out'],
      [10, 'TX-2', 15_000_000n, 'doubtful'],
      [11, null, null, 'carried_out'],
      [12, null, null, 'carried_out'],
    ])
    expect(lines[1]).toMatchObject({ phones: [], mentioned: [number] })
    expect(lines[2]).toMatchObject({ isFee: true })
  })

  it('with amounts on both sides of a line is refused, and says which line', async () => {
    const both = bank.replace('150 000;;1 850 000', '150 000;150 000;1 850 000')
    expect(await read(both)).toMatchObject({
      kind: 'problems',
      problems: [{ line: 8, column: 'Débit', code: 'malformed', message: saying('both a debit and a credit') }],
    })
  })

  it.each(['0', '0,00', '-', '0.00'])('%s on the other side is nothing', async (none) => {
    const lines = await linesOf(bank.replace('150 000;;1 850 000', `150 000;${none};1 850 000`))
    expect(lines[1]).toMatchObject({ amountHundredths: 15_000_000n, meaning: 'carried_out' })
  })
})

it("reads an M-Pesa statement: what was withdrawn went out, what was paid in didn't", async () => {
  const text = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    'SJL4XYZ1,2026-11-21 05:36:54,Business Payment to 254712345678 - Jane,Completed,,"1,500.00","98,500.00"',
    'SJL4XYZ2,2026-11-21 05:37:10,Business Deposit,Completed,"50,000.00",,"148,500.00"',
  ].join('\n')
  expect(await linesOf(text)).toMatchObject([
    {
      reference: 'SJL4XYZ1',
      amountHundredths: 150_000n,
      mentioned: ['254712345678'],
      meaning: 'carried_out',
      status: 'Completed',
    },
    { reference: 'SJL4XYZ2', amountHundredths: 5_000_000n, meaning: 'doubtful' },
  ])
})

it('reads numbers as wallets are named between systems, and a fee in a column', async () => {
  const text = `Id,External id,Date,Status,Receiver,Amount,Currency,Fee\n7001,X,2026-11-21 05:36:54,Successful,FRI:${number}/MSISDN,1500,XOF,15\n7002,Y,2026-11-21 05:36:55,Successful,FRI:${number}/MSISDN,1500,XOF,0\n`
  const lines = await linesOf(text)
  expect(lines[0]).toMatchObject({
    reference: '7001',
    phones: [number],
    amountHundredths: 150_000n,
    feeHundredths: 1_500n,
  })
  expect(lines[1]).not.toHaveProperty('feeHundredths')
})

describe('the sign of an amount', () => {
  const one = async (amount: string) => (await linesOf(`Référence;Montant\nR1;${amount}\nR2;2 000\n`))[0]
  it.each(['-1500', '1500-', '(1500)', '- 1 500', '-1 500 FCFA'])('%s went out', async (amount) => {
    expect(await one(amount)).toMatchObject({ amountHundredths: 150_000n, meaning: 'carried_out' })
    const [, other] = await linesOf(`Référence;Montant\nR1;${amount}\nR2;2 000\n`)
    expect(other).toMatchObject({ meaning: 'doubtful' })
  })
  it.each(['+1500', '1 500 FCFA', 'XOF 1500', '1500 F CFA'])('%s says nothing by itself', async (amount) => {
    expect(await one(amount)).toMatchObject({ amountHundredths: 150_000n, meaning: 'carried_out' })
  })
  it.each([
    ['Amount (XOF)', '150,000'],
    ['Montant FCFA', '+150,000'],
    ['Montant', '150,000 FCFA'],
    ['Débit (F CFA)', '-150,000'],
  ])('under %s, %s is read: the currency has no decimals', async (heading, amount) => {
    const content = `Référence;${heading}\nR1;${amount}\nR2;2 500\n`
    expect((await linesOf(content))[0]).toMatchObject({ amountHundredths: 15_000_000n })
    const other = `Référence;${heading}\nR1;${amount}\nR2;2500,000\n`
    expect(await read(other)).toMatchObject({ kind: 'refused', line: 2 })
  })
  it.each([
    ['Montant', '150,000', 'name it in the heading'],
    ['Amount (XOF)', '150.000', 'can be read as 150000 or as 150.00'],
    ['Amount (KES)', '150,000', 'can be read as 150000 or as 150.00'],
  ])('under %s, %s is not, and a sentence says what to do', async (heading, amount, words) => {
    expect(await read(`Référence;${heading}\nR1;${amount}\n`)).toMatchObject({
      problems: [{ message: saying(words) }],
    })
  })
  it.each(['1,500', '1500 €', '15k', '1500 1500'])('%s is refused', async (amount) => {
    expect(await read(`Référence;Montant\nR1;${amount}\n`)).toMatchObject({
      kind: 'problems',
      problems: [{ line: 2, column: 'Montant', code: 'invalid_amount' }],
    })
  })
})

it.each([
  ['D', 'carried_out'],
  ['Débit', 'carried_out'],
  ['DBIT', 'carried_out'],
  ['C', 'doubtful'],
  ['Crédit', 'doubtful'],
  ['?', 'doubtful'],
  ['', 'doubtful'],
])('with the direction %s beside the amount, a line is %s', async (direction, meaning) => {
  expect(await linesOf(`Référence;Montant;Sens\nR1;1500;${direction}\n`)).toMatchObject([{ meaning }])
})

it('reads the sheet that is named', async () => {
  const sheet = (reference: string) => ({
    data: row(1, ['Référence', 'Débit', 'Crédit']) + row(2, [reference, 1500, '']),
  })
  const content = await workbook({
    sheets: [
      { name: 'Novembre', ...sheet('N') },
      { name: 'Décembre', ...sheet('D') },
    ],
  })
  expect(await linesOf(content, 's.xlsx', { sheet: 'Décembre' })).toMatchObject([
    { reference: 'D', amountHundredths: 150_000n },
  ])
  expect(await linesOf(content, 's.xlsx')).toMatchObject([{ reference: 'N' }])
  expect(await read(content, 's.xlsx', { sheet: 'Janvier' })).toMatchObject({
    kind: 'unreadable',
    message: saying('no sheet "Janvier"'),
  })
})

describe('several accounts in one file', () => {
  const text = 'Compte;Référence;Débit;Crédit\n0011;R1;1500;\n0022;R2;700;\n0022;R3;;900\n'
  it('are told', async () => {
    expect(await read(text)).toMatchObject({ statement: { accounts: ['0011', '0022'] } })
  })
  it('with one chosen, the lines of the other settle nothing and stay evidence', async () => {
    expect(await read(text, 's.csv', { account: '00 11' })).toMatchObject({
      statement: {
        accounts: ['00 11'],
        lines: [{ meaning: 'carried_out' }, { meaning: 'doubtful' }, { meaning: 'doubtful' }],
      },
    })
  })
  it.each([['0033', 'The statement has no line of the account 0033. Its accounts: 0011, 0022']])(
    'one that it does not have is refused',
    async (account, message) => {
      expect(await read(text, 's.csv', { account })).toMatchObject({ fault: 'command', message: saying(message) })
    },
  )
  it('cannot be told apart without a column', async () => {
    expect(await read('Référence;Débit\nR1;1500\n', 's.csv', { account: '0011' })).toMatchObject({
      fault: 'command',
      message: saying("no column for the account, so --from-account 0011 can't be applied"),
    })
  })
})

it('joins an hour of its own column to the date, and passes over names that stand on each page', async () => {
  const names = 'Date;Heure;Référence;Montant'
  const lines = await linesOf(`${names}\n21/11/2026;05:36;R1;1500\n${names}\n22/11/2026;06:00;R2;1500\n`)
  expect(lines.map(({ reference, at }) => [reference, new Date(at?.fromMs ?? 0).toISOString().slice(0, 16)])).toEqual([
    ['R1', '2026-11-21T05:36'],
    ['R2', '2026-11-22T06:00'],
  ])
})

test('whatever amounts stand on which side, what came in never counts as carried out, and no line is lost', async () => {
  const amount = fc.integer({ min: 1, max: 999_999_999 })
  const line = fc.record({ amount, isOut: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (all) => {
      const text = all.map((each, at) => `R${at};${each.isOut ? `${each.amount};` : `;${each.amount}`}`).join('\n')
      const lines = await linesOf(`Référence;Débit;Crédit\n${text}\n`)
      expect(lines.map(({ meaning, amountHundredths }) => [meaning === 'carried_out', amountHundredths])).toEqual(
        all.map((each) => [each.isOut, BigInt(each.amount) * 100n]),
      )
    }),
    { numRuns: 100 },
  )
})

describe('what settles nothing', () => {
  const meanings = async (text: string, wish = {}) => (await linesOf(text, 's.csv', wish)).map(({ meaning }) => meaning)
  it('a debit with a minus among debits without: it takes one back', async () => {
    expect(await meanings('Référence;Débit\nR1;1500\nR1;-1500\n')).toEqual(['carried_out', 'doubtful'])
    expect(await meanings('Référence;Débit\nR1;-1500\nR2;-700\n')).toEqual(['carried_out', 'carried_out'])
  })
  it('the failure of what came in, or of what another account did: it is none of a payout', async () => {
    const text = 'Compte;Référence;Débit;Crédit;Statut\n1;R1;;1500;FAILED\n2;R2;1500;;FAILED\n1;R3;1500;;FAILED\n'
    expect(await meanings(text, { account: '1' })).toEqual(['unrecognised', 'unrecognised', 'not_carried_out'])
  })
})

it.each([
  ['TOTAL', null],
  ['Solde final', null],
  ['REPORT-A', 'REPORT-A'],
  ['TOTAL-7781', 'TOTAL-7781'],
])('the reference %s is %s', async (cell, reference) => {
  expect(await linesOf(`Référence;Montant\n${cell};1500\n`)).toMatchObject([{ reference }])
})
