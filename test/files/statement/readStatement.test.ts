import { describe, expect, it } from 'vitest'
import { statementMeaning } from '../../../src/app/reconcile/statementMeaning.ts'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { linesOf, number, read } from './reading.ts'

describe('a statement is read', () => {
  const zoned = { fromMs: Date.parse('2026-11-21T05:36:54Z'), toMs: Date.parse('2026-11-21T05:36:54.999Z') }
  const whole = {
    line: 2,
    reference: 'R1',
    phones: [number],
    amountHundredths: 150_000n,
    currency: 'XOF',
    status: 'SUCCESS',
    meaning: 'carried_out',
    at: { ...zoned, isLocal: true },
  }
  it.each([
    {
      what: 'with English names',
      text: `Date,Reference,Phone Number,Amount,Currency,Status\n2026-11-21 05:36:54,R1,+${number},1500,XOF,SUCCESS\n`,
    },
    {
      what: 'with French names, semicolons, in Windows-1252',
      text: Buffer.from(
        `Date opération;Référence;Téléphone;Montant;Devise;État\n21/11/2026 05:36:54;R1;00${number};1 500;XOF;SUCCESS\n`,
        'latin1',
      ),
    },
    {
      what: 'with a reference beside an id, and columns that nobody knows',
      text: `id,reference,msisdn,amount,currency,status,date,counter\n77,R1,${number},1500.00,XOF,SUCCESS,2026-11-21T05:36:54,15\n`,
    },
    {
      what: 'with delimiters at the end of its lines, though not of its names',
      text: `reference,phone,amount,currency,status,date\nR1,+${number},1500,XOF,SUCCESS,2026-11-21 05:36:54,,\n`,
    },
    {
      what: "with cells that our reports guard against spreadsheets by a '",
      text: `reference,phone,amount,currency,status,date\nR1,'+${number},1500,XOF,SUCCESS,2026-11-21 05:36:54\n`,
    },
  ])('$what', async ({ text }) => {
    expect(await linesOf(text)).toEqual([whole])
  })

  const object = { reference: 'R1', phone: number, amount: 1500, currency: 'XOF', status: 'SUCCESS', date: 1795239414 }
  it.each([
    { what: 'as a JSON array', name: 's.json', text: JSON.stringify([object]) },
    { what: 'as an object around an array', name: 's.json', text: JSON.stringify({ page: 1, data: [object] }) },
    { what: 'as NDJSON', name: 's.ndjson', text: `${JSON.stringify(object)}\n` },
  ])('$what', async ({ name, text }) => {
    expect(await linesOf(text, name)).toEqual([{ ...whole, line: 1, at: zoned }])
  })
})

it('without a status column it lists what was carried out', async () => {
  expect(await linesOf('reference\nR1\nR2\n')).toMatchObject([
    { reference: 'R1', status: null, meaning: 'carried_out' },
    { reference: 'R2', status: null, meaning: 'carried_out' },
  ])
})

it('lines that name neither a reference nor a number are read as far as they can be', async () => {
  const text = `reference,phone,amount,currency,date\n,,"1,500",all,end of month\n,,750,XOF,2026-11-21\nR1,,1500,XOF,\n`
  const none = { reference: null, phones: [] }
  expect(await linesOf(text)).toMatchObject([
    { line: 2, ...none, amountHundredths: null, currency: null, at: null },
    { line: 3, ...none, amountHundredths: 75_000n, currency: 'XOF' },
    { line: 4, reference: 'R1' },
  ])
})

it.each(['-1500', '- 1 500', '\u22121500', "'-1500"])('the amount %s is outgoing money', async (amount) => {
  expect(await linesOf(`reference;amount\nR1;${amount}\n`)).toMatchObject([{ amountHundredths: 150_000n }])
})

it('an empty cell of a status column decides nothing', async () => {
  expect(await linesOf('reference,status\nR1,\n')).toMatchObject([{ status: '', meaning: 'unrecognised' }])
})

it('a status under a name that nobody knows is not overlooked', async () => {
  expect(await read('reference,Kind of end\nR1,FAILED\nR2,Success\n')).toMatchObject({
    kind: 'refused',
    message: saying('he column "Kind of end" looks like the status of a payment. Name it status'),
  })
  expect(await linesOf('reference,remark\nR1,FAILED\nR2,to the driver\n')).toHaveLength(2)
})

it.each([
  ['SUCCESS', 'carried_out'],
  ['Succès', 'carried_out'],
  ['Completed', 'carried_out'],
  ['Transaction Success', 'carried_out'],
  ['PAYMENT_SUCCESSFUL', 'carried_out'],
  ['Transfert réussi', 'carried_out'],
  ['Transaction Failed', 'not_carried_out'],
  ['Transaction Timeout', 'unrecognised'],
  ['Transaction', 'unrecognised'],
  ['DELIVERED', 'carried_out'],
  ['Livré', 'carried_out'],
  ['Décaissée', 'carried_out'],
  ['Crédité', 'carried_out'],
  ['FAILED', 'not_carried_out'],
  ['Échec', 'not_carried_out'],
  ['REJECTED', 'not_carried_out'],
  ['PENDING', 'under_way'],
  ['APPROVED', 'under_way'],
  ['Validé', 'under_way'],
  ['En cours', 'under_way'],
  ['VAL', 'carried_out'],
  ['TIMEOUT', 'unrecognised'],
  ['started', 'under_way'],
  ['Sent', 'unrecognised'],
  // Of the request, perhaps, or of the account that pays.
  ['REÇU', 'unrecognised'],
  ['DEBITED', 'unrecognised'],
  ['QX-17', 'unrecognised'],
])('the status %s means %s', (status, meaning) => {
  expect(statementMeaning(status)).toBe(meaning)
})

describe('a phone number', () => {
  const phonesOf = async (phone: string) => (await linesOf(`reference;phone\nR1;${phone}\n`))[0]?.phones
  it.each([
    ['+229 01 97 00 00 01', [number]],
    ['00229 0197000001', [number]],
    ['229 97 00 00 01', [number]],
    ['229******01', []],
    ['', []],
    ['+33 6 12 34 56 78', ['33612345678']],
  ])('%s is %j', async (text, phones) => {
    expect(await phonesOf(text)).toEqual(phones)
  })

  it('as a number of JSON or of a workbook may have decimals', async () => {
    expect((await linesOf('[{"reference":"R1","phone":2290197000001.0}]', 's.json'))[0]?.phones).toEqual([number])
  })

  it('that is cut short in words is not clear, and no words without one', async () => {
    const [cut, none] = await linesOf('reference;libellé\nR1;Transfert vers 2290197000\nR2;Transfert\n')
    expect([cut?.mentioned, none?.mentioned]).toEqual([[], undefined])
  })

  it('written nationally is every number that it may be', async () => {
    expect(await phonesOf('0197000001')).toEqual(expect.arrayContaining([number]))
    // The second from the same block comes from what is remembered.
    expect(await phonesOf('0197000002')).toEqual(expect.arrayContaining(['2290197000002']))
  })
})

describe('the order of day and month', () => {
  const dates = (...all: string[]) => `reference,date\n${all.map((date, at) => `R${at},${date}\n`).join('')}`
  const days = async (...all: string[]) =>
    (await linesOf(dates(...all))).map(({ at }) => new Date(at?.fromMs ?? 0).toISOString().slice(0, 10))
  it('is what any date of the file shows', async () => {
    expect(await days('03/04/2026', '21/04/2026')).toEqual(['2026-04-03', '2026-04-21'])
    expect(await days('03/04/2026', '03/21/2026')).toEqual(['2026-03-04', '2026-03-21'])
  })
  it('is day first where none shows it, and that is said', async () => {
    expect(await read(dates('03/04/2026'))).toMatchObject({ statement: { dateOrder: 'assumed' } })
    expect(await days('03/04/2026')).toEqual(['2026-04-03'])
    expect(await read(dates('03/04/2026', '21/04/2026'))).toMatchObject({ statement: { dateOrder: 'certain' } })
  })
  it('in both ways in one file is refused', async () => {
    expect(await read(dates('21/04/2026', '03/21/2026'))).toMatchObject({ kind: 'refused', line: 3 })
  })
})

it('lists every problem with line, column, value and code, and gives nothing of the rest', async () => {
  const text = [
    'Référence;Téléphone;Montant;Devise;Date',
    'R1;abc;1500;XOF;2026-11-21',
    'R2;;1,500;EUR;tomorrow',
    ';;1500;XOF;2026-11-21',
    `;${number};;XOF;2026-11-21`,
    'R6;;0;XOF;',
    'R7;only two',
    'R8;;1500;XOF;2026-11-21',
  ].join('\n')
  const result = await read(`${text}\n`)
  if (result.kind !== 'problems') throw new Error(JSON.stringify(result))
  expect(result.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
    [2, 'Téléphone', 'invalid_phone'],
    [3, 'Devise', 'unknown_currency'],
    [3, 'Montant', 'invalid_amount'],
    [3, 'Date', 'invalid_date'],
    [5, 'Montant', 'missing_amount'],
    [6, 'Montant', 'amount_not_positive'],
    [7, '', 'malformed'],
  ])
  expect(result.problems[0]).toMatchObject({ value: 'abc' })
})

it.each([
  { what: 'an empty file', text: '', message: 'there is nothing to compare with' },
  { what: 'only a header', text: 'reference,status\n', message: 'there is nothing to compare with' },
  {
    what: 'no column that names a payout',
    text: 'a,b\n1,2\n',
    message: 'There is no column for the provider’s reference',
  },
  {
    what: 'two columns for one thing',
    text: 'amount,montant,reference\n1,1,R\n',
    message: 'Either "amount" or "montant" may be',
  },
  { what: 'numbers without a date', text: 'phone,amount\n1,2\n', message: 'There is no column' },
])('$what is refused', async ({ text, message }) => {
  expect(await read(text)).toMatchObject({
    kind: 'refused',
    message: saying(message.replace('’', "'")),
  })
})

it('as a workbook: numbers, and dates that only their format tells from numbers', async () => {
  const data =
    row(1, ['Référence', 'Téléphone', 'Montant', 'Devise', 'Statut', 'Date']) +
    row(2, ['R1', 2290197000001, 1500, 'XOF', 'SUCCESS', '<c s="1"><v>46347.25</v></c>'])
  const content = await workbook({ sheets: [{ data }], formats: ['dd/mm/yyyy hh:mm'] })
  expect(await linesOf(content, 'statement.xlsx')).toMatchObject([
    {
      line: 2,
      reference: 'R1',
      phones: [number],
      amountHundredths: 150_000n,
      at: { fromMs: Date.parse('2026-11-21T06:00:00Z') },
    },
  ])
})

describe('title lines above the columns', () => {
  const names = 'Référence;Téléphone;Montant;Devise;Statut;Date'
  const data = `R1;${number};1500;XOF;SUCCESS;2026-11-21 05:36`
  it.each([
    ['a title', 'Relevé de compte'],
    ['a title, an account and a period', 'Relevé;;;;;\nCompte;229019700;;;;\nPériode;01/11/2026;30/11/2026;;;'],
    ['a label that is also the name of a column', 'Référence;REL-2026-11;;;;\nDate;21/11/2026;;;;'],
    ['empty lines and a title', '\n\nStatement of payouts\n\n'],
  ])('are left out: %s', async (_what, above) => {
    const lines = await linesOf(`${above}\n${names}\n${data}\n`)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ reference: 'R1', amountHundredths: 150_000n, meaning: 'carried_out' })
  })

  it('are left out of a workbook, too', async () => {
    const content = await workbook({
      sheets: [
        {
          data:
            row(1, ['Relevé du mois']) +
            row(3, ['Référence', 'Téléphone', 'Montant', 'Devise', 'Statut']) +
            row(4, ['R1', 2290197000001, 1500, 'XOF', 'SUCCESS']),
        },
      ],
    })
    expect(await linesOf(content, 'statement.xlsx')).toMatchObject([{ line: 4, reference: 'R1' }])
  })

  it('may not be lines of the statement: such a file is refused', async () => {
    expect(await read(`R0;${number};1500;XOF;SUCCESS;\n${names}\n${data}\n`)).toMatchObject({
      kind: 'refused',
      line: 1,
    })
  })

  it('do not make a file without the columns a statement', async () => {
    expect(await read('Relevé\nNom;Service\nAwa;Paie\n')).toMatchObject({ kind: 'refused' })
  })
})

describe('columns of dates under unknown names', () => {
  const unread = async (column: string, ...cells: string[]) => {
    const lines = cells.map((cell, at) => `R${at},+${number},1500,"${cell}"`)
    const result = await read([`reference,phone,amount,${column}`, ...lines, 'TOTAL,,4500,'].join('\n'))
    return result.kind === 'read' ? result.statement.unreadDates?.name : result
  }
  it.each([
    ['21/11/2025 05:36', '22/11/2025 05:36'],
    ['21-11-2025 05.36', '-', '22-11-2025 05.36'],
    ['Nov 21, 2025 5:36 PM', 'Sat, Nov 21 2025'],
    ['2025-11-21T05:36:54.123456+0000'],
    ['20251121053654'],
    ['1763703414000'],
    ['45982.2337963'],
  ])('are noticed: %s', async (...cells) => {
    expect(await unread('when it was', ...cells)).toBe('when it was')
  })

  it.each([
    ['2290197000001', '2250701020304'],
    ['07 12 25 33 01', '01 97 00 00 01'],
    ['45000', '45982.50', '46000'],
    ['0701020304', '20250'],
    ['12.11.20.4', '1.500', '-'],
    ['', 'paid', '21/11/2025'],
  ])('are none of these: %s', async (...cells) => {
    expect(await unread('counter', ...cells)).toBeUndefined()
  })
})
