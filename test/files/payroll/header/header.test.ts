import { describe, expect, test } from 'vitest'
import { doubtOf } from '../../../../src/files/payroll/field.ts'
import { addToMap } from '../../../../src/files/payroll/header/columnMap.ts'
import type { ColumnMap } from '../../../../src/files/payroll/header/columns.ts'
import { english, notSaying, saying } from '../../../harness/words.ts'
import { checkContent } from '../checkContent.ts'

const header = 'operator,phone,amount'
const row = 'mtn-benin,0197000001,1500'
const titles = (count: number) => Array.from({ length: count }, (_, n) => `Title ${n + 1}`)
const lines = (...each: string[]) => `${each.join('\n')}\n`

describe('a column without a name beside the amount or the number, as one heading over two columns leaves it', () => {
  const check = async (names: string, ...rows: string[]) => (await checkContent(lines(names, ...rows))).rows
  test.each([
    ['amount', 'operator,phone,amount,,note', 'mtn-benin,0197000001,1500,800,x', 'D', '800'],
    ['phone', 'operator,phone,,amount', 'mtn-benin,0197000001,0197000002,1500', 'C', '0197000002'],
    ['amount, two columns on', 'operator,phone,amount,,,note', 'mtn-benin,0197000001,1500,,800,x', 'E', '800'],
  ])('is a problem where it has a number: %s', async (_, names, row, letters, value) => {
    const [found] = await check(names, row)
    expect(found?.problems).toMatchObject([
      { column: letters, value, message: saying(`Column ${letters} has a value here but no name`) },
    ])
  })
  test.each([
    ['nothing there', 'operator,phone,amount,,note', 'mtn-benin,0197000001,1500,,x'],
    ['words', 'operator,phone,amount,,note', 'mtn-benin,0197000001,1500,FCFA,x'],
    ['a column between', 'operator,phone,amount,service,,note', 'mtn-benin,0197000001,1500,x,800,x'],
    ['before it', ',operator,phone,,x,amount', '1,mtn-benin,0197000001,,x,1500'],
  ])('is none with %s', async (_, names, row) => {
    expect(await check(names, row)).toMatchObject([{ payable: { amountMinor: 1_500n } }])
  })
})

describe('a title above the names of the columns', () => {
  test('is left out and said; lines stay those of the file', async () => {
    const { rows, columns, result } = await checkContent(lines('Pay, November', '', 'Page 1,,', header, row))
    expect(columns).toEqual(['operator', 'phone', 'amount'])
    expect(rows).toMatchObject([{ line: 5, payable: { phone: '2290197000001' } }])
    expect(result).toMatchObject({
      summary: { rows: 1, valid: 1, notes: [saying('found on line 4')] },
    })
  })
  test('may be of 20 lines, and of more than a chunk of the file', async () => {
    expect((await checkContent(lines(...titles(20), header, row))).rows).toMatchObject([{ line: 22 }])
    expect((await checkContent(lines(...titles(21), header, row))).result).toMatchObject({ kind: 'refused', line: 1 })
    const long = titles(10).map((title) => title + 'x'.repeat(5000))
    expect((await checkContent(lines(...long, header, row))).rows).toMatchObject([{ line: 12 }])
  })
  test('does not hide the delimiter, nor does an amount in it', async () => {
    const content = lines(
      'Paie, novembre, 2026',
      'Total 1,500,000',
      'opérateur;téléphone;montant',
      'mtn-benin;0197000001;1 500 000,00',
    )
    expect((await checkContent(content)).rows).toMatchObject([{ payable: { amountMinor: 1_500_000n } }])
  })
  test('a file that has none says nothing', async () => {
    expect((await checkContent(lines(header, row))).result).toMatchObject({ summary: { notes: [] } })
  })
  test('a payout above the names is never left out: the file is refused, with its line', async () => {
    const { result } = await checkContent(lines('Title', row, header, 'mtn-benin,0197000002,1500'))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: saying('line 3') })
  })
  test('nor is one whose operator goes by its brand; what a bank or an account is called is no payout', async () => {
    const lost = await checkContent(lines('Opérateur,Contact RH,Montant', 'MTN,0197000002,1500', header, row))
    expect(lost.result).toMatchObject({ kind: 'refused', line: 2, message: saying('line 3') })
    const titled = lines('Orange,Paie de novembre', 'MTN,compte,0197000002', 'Compte,0197000002,1500', header, row)
    expect((await checkContent(titled)).result).toMatchObject({ summary: { rows: 1, valid: 1 } })
  })
  test('where there are no names, the first row is never taken for them, though a person says that it is', async () => {
    const rows = lines('A-1,Awa Diop,mtn-benin,0197000001,1500', 'A-2,Koffi,mtn-benin,0197000002,1600')
    for (const map of [{}, { operator: 'mtn-benin', phone_number: '0197000001', amount: '1500' }]) {
      const { result } = await checkContent(rows, 'csv', { map })
      expect(result).toMatchObject({
        kind: 'refused',
        line: 1,
        message: saying('Put a line with the column names above it: reference, name, operator'),
      })
      expect(result).toMatchObject({ message: notSaying('Awa') })
    }
  })
  test('names are not looked for among rows, where the first line already has them', async () => {
    const { rows } = await checkContent(lines(header, 'Opérateur,Téléphone,Montant', row))
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
  })
  test("Excel's sep= says the delimiter, whatever else looks like one", async () => {
    const content = lines(
      'sep=|',
      'Pay;of,November',
      'operator|phone|amount|note',
      'mtn-benin|0197000001|1500|a;b,c;d,e',
    )
    expect((await checkContent(content)).rows).toMatchObject([
      { line: 4, cells: ['mtn-benin', '0197000001', '1500', 'a;b,c;d,e'] },
    ])
  })
})

describe('a column that is not found', () => {
  test.each<[header: string, ...words: string[]]>([
    ['operator,Contact RH,amount', 'the phone number', '--map phone_number="Contact RH".'],
    ['operator,Numéro à créditer,amount', '--map phone_number="Numéro à créditer".'],
    ['operator,Contact RH,Salaire', ': --map phone_number="Contact RH", --map amount=Salaire.'],
    ['operator,phone,Per diem', ': --map amount="Per diem".'],
    ['Wallet,Wallet number,amount', 'for the operator;', ': --map operator=Wallet.'],
    ['Opérateur Tél,Tél,amount', ': --map operator="Opérateur Tél".'],
    ['oprateurs,phone,amount', 'the operator', '--map operator=oprateurs.'],
    ['operator,phone,amuont', 'the amount', '--map amount=amuont.'],
    ['operator,phone,Montant brut,Salaire', ': --map amount=Salaire.'],
    ['Wallet,MoMo,Salaire', '--map operator=Wallet, --map phone_number=MoMo, --map amount=Salaire.'],
  ])('%s', async (names, ...words) => {
    const { result } = await checkContent(lines(names, row))
    for (const each of words) expect(result).toMatchObject({ kind: 'refused', message: saying(each) })
  })
  test('a gross amount is not suggested, and neither is a column that stands for something else', async () => {
    const { result } = await checkContent(lines('operator,phone,Montant brut,note', row))
    expect(result).toMatchObject({ message: notSaying('--map amount="') })
    expect(result).toMatchObject({ message: saying('or name it: --map amount=….') })
  })
  test('below a title, the line that names most is the one that is told of', async () => {
    const { result } = await checkContent(lines('Pay of November', 'operator,phone,sum', row))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: saying('operator, phone, sum') })
  })
})

describe('--map', () => {
  const map = (...texts: string[]): ColumnMap =>
    texts.reduce<ColumnMap>((before, text) => {
      const added = addToMap(before, text)
      if (!added.ok) throw new Error(english(added.message))
      return added.map
    }, {})
  test('a mapped column stands for its field, and the one of its name for nothing', async () => {
    const content = lines('operator,phone,amount,Net à payer', 'mtn-benin,0197000001,9,1500')
    const { rows, columns } = await checkContent(content, 'csv', { map: map('amount=net a payer') })
    expect(columns).toEqual(['operator', 'phone', 'amount', 'Net à payer'])
    expect(rows).toMatchObject([{ payable: { amountMinor: 1500n } }])
  })
  test('problems name the column as the file does', async () => {
    const content = lines('operator,GSM,amount', 'mtn-benin,12,1500')
    const { rows } = await checkContent(content, 'csv', { map: map('phone=GSM') })
    expect(rows).toMatchObject([{ problems: [{ column: 'GSM', code: 'invalid_phone' }] }])
  })
  test.each([
    ['json', '[{"operator":"mtn-benin","GSM":"0197000001","amount":1500}]'],
    ['ndjson', '{"operator":"mtn-benin","GSM":"0197000001","amount":1500}\n'],
  ])('works in %s, and a wrong one is found at its end', async (extension, content) => {
    expect((await checkContent(content, extension, { map: map('phone=gsm') })).rows).toMatchObject([{ payable: {} }])
    const { result } = await checkContent(content, extension, { map: map('phone=gsm', 'name=Nom') })
    expect(result).toMatchObject({
      kind: 'refused',
      fault: 'command',
      message: saying('operator, GSM, amount'),
    })
  })
  test('two columns of the mapped name are refused', async () => {
    const { result } = await checkContent(lines('operator,gsm,GSM,amount', row), 'csv', { map: map('phone=GSM') })
    expect(result).toMatchObject({ kind: 'refused', message: saying('both mean the phone number') })
  })
  test('says which of two columns is meant', async () => {
    const content = lines('operator,phone,Montant,Net à payer', 'mtn-benin,0197000001,9,1500')
    expect((await checkContent(content)).result).toMatchObject({
      kind: 'refused',
      message: saying('Say which one it is: --map amount=Montant or --map amount="Net à payer".'),
    })
    const { rows } = await checkContent(content, 'csv', { map: map('amount=Net à payer') })
    expect(rows).toMatchObject([{ payable: { amountMinor: 1500n } }])
  })
  test('a report has no column of its own to map', async () => {
    const { result } = await checkContent(
      lines('operator,phone,amount,status,payrun_id', `${row},invalid,abcdefghij:2`),
      'csv',
      {
        map: map('name=status'),
      },
    )
    expect(result).toMatchObject({ kind: 'refused', fault: 'command' })
  })
})

/** A cell that fits its heading, and is in no other column. */
function cellUnder(name: string, at: number): string {
  if (/p[ée]rat|réseau/i.test(name)) return at === 0 ? 'mtn-benin' : 'moov-benin'
  return /phone|num|t[ée]l/i.test(name) ? `019700000${at}` : `${at}500`
}

describe('two columns that could be meant are asked about', () => {
  test('a number for WhatsApp beside the telephone', async () => {
    const { result } = await checkContent(lines('operator,phone,amount,WhatsApp', `${row},0197000002`))
    expect(result).toMatchObject({ kind: 'refused', message: saying('--map phone_number=WhatsApp') })
  })
  test.each([
    ['operator,phone,Montant,Net à payer', 'the amount'],
    ['operator,phone,Montant,Salaire', 'the amount'],
    ['operator,phone,Montant,Montant corrigé', 'the amount'],
    ['operator,phone,Montant,Montant 2', 'the amount'],
    ['operator,phone,Montant,Total', 'the amount'],
    ['operator,phone,Montant,Amount paid', 'the amount'],
    ['operator,phone,Net à payer,Montant versé', 'the amount'],
    ['operator,phone,Montant,Montant mobile money', 'the amount'],
    ['operator,phone,Net salary,Advance,Balance to pay', 'the amount'],
    ['operator,phone,Salaire net,Total', 'the amount'],
    ['operator,Téléphone,Nouveau numéro,amount', 'the phone number'],
    ['operator,Nouveau numéro,Téléphone,amount', 'the phone number'],
    ['operator,Téléphone,Téléphone 2,amount', 'the phone number'],
    ['operator,Téléphone,Tél. Mobile Money,amount', 'the phone number'],
    ['operator,phone,Numéro à créditer,amount', 'the phone number'],
    ['operator,phone,Numéro de transfert,amount', 'the phone number'],
    ['Opérateur,Réseau,phone,amount', 'the operator'],
    ['operator,Nouvel opérateur,phone,amount', 'the operator'],
    ['operator,phone,amount,reference,matricule', 'the reference'],
    ['operator,phone,amount,Devise,currency', 'the currency'],
    ['operator,phone,amount,Pays,country', 'the country'],
    ['operator,phone,amount,Nom,Bénéficiaire', 'the name'],
  ])('%s: %s', async (names, field) => {
    const content = lines(names, names.split(',').map(cellUnder).join(','))
    expect((await checkContent(content)).result).toMatchObject({
      kind: 'refused',
      message: saying(new RegExp(`could both be the column for ${field}\\. Say which one it is: --map`)),
    })
  })
  test('what is paid in the end, and where', () => {
    const amounts = [
      ...['Balance to pay', 'Balance due', 'Payable', 'Final pay', 'Solde', 'Reste à percevoir', 'À verser', 'Rounded'],
      ...['Net après avance', 'Net after deductions', 'Versement', 'À payer ce jour', 'Take home', 'Part mobile money'],
    ]
    const numbers = [
      ...['Numéro du mandataire', 'Numéro actuel', 'Payee number', 'Receiving number', 'Numéro de réception'],
      ...['Numéro de remplacement', 'Alternate number', 'Compte MoMo'],
    ]
    for (const name of amounts) expect([name, doubtOf(name)]).toEqual([name, { field: 'amount', against: 'any' }])
    for (const name of numbers) expect([name, doubtOf(name)]).toMatchObject([name, { field: 'phone_number' }])
  })
  // The only difference is further down than the first rows that are waited for.
  test.each([
    ['Montant corrigé', '', '2000'],
    ['Solde', '', '1 400 F'],
    ['Solde', '1500', '0'],
    ['Balance', 'KES', '1400'],
    ['À payer', 'oui', '1400'],
    ['Nouveau numéro', '0197000001', '0197000002'],
    ['Téléphone 2', '', '97 00 00 0l'],
    ['N° transfert', 'TR-0001', '0197000002'],
    ['Nouvel opérateur', 'mtn-benin', 'Moov'],
    ['Contact', 'M. Sanni', '0197000002'],
    ['Numéro', '7', '0197000002'],
    ['Matricule', '', 'M7'],
  ])('whatever the row that shows it: %s', async (name, usual, odd) => {
    const cells = [...Array.from({ length: 150 }, () => usual), odd, usual]
    const named = ['operator', 'phone', 'salaire net', 'ref', name]
    const rows = cells.map((cell, at) => ['mtn-benin', '0197000001', '1500', `R${at}`, cell])
    const people = rows.map((row) => Object.fromEntries(row.map((cell, at) => [named[at], cell])))
    const refused = { kind: 'refused', message: saying(new RegExp(`"${name}" could both be`)) }
    const csv = lines(...[named, ...rows].map((row) => row.join(';')))
    expect((await checkContent(csv, 'csv')).result).toMatchObject(refused)
    expect((await checkContent(JSON.stringify(people), 'json')).result).toMatchObject(refused)
  })
  test.each([
    'Opérateur,Téléphone,Salaire brut,Retenues,Avance,Net à payer',
    'Opérateur,Téléphone,Salaire,Prime,Total,Net à payer',
    'Opérateur,Téléphone,Salaire,Total,Montant net,Salaire,Due date,Solde congés,Loan balance,Home',
    'Opérateur,Téléphone,Nom du compte MoMo,Titulaire du numéro,Phone owner,Bank/MoMo,Net pay,Total',
    'Opérateur,Téléphone,Montant,Nombre de jours,Mode de paiement,Date de paiement',
    "Opérateur,Téléphone,N° CNSS,Numéro de compte,N° d'ordre,Montant",
    "Opérateur,Téléphone,Montant,Téléphone d'urgence,Frais",
    'Opérateur,Téléphone,Montant,Montant des frais,Montant du mois',
    'Opérateur,Téléphone,Montant,Matricule,Nom,Prénom,Fonction,Site',
    'operator,phone,amount,reference,Employee ID,Nom,Nom de la banque',
    'operator,phone,amount,Employee ID,reference',
    'Numéro,Opérateur,Téléphone,Montant',
    'Contact,Téléphone,Opérateur,Montant,Montant',
  ])('%s: nobody would ask', async (names) => {
    const cells = names
      .split(',')
      .map((name) =>
        /p[ée]rat/i.test(name)
          ? 'mtn-benin'
          : /^(Téléphone|phone)$/.test(name)
            ? '0197000001'
            : /^(Montant( net)?|Net à payer|Net pay|amount)$/.test(name)
              ? '1500'
              : name === 'Employee ID'
                ? 'E1'
                : 'x',
      )
    const { rows } = await checkContent(lines(names, cells.join(',')))
    expect(rows).toMatchObject([{ payable: { amountMinor: 1500n } }])
    if (names.includes('Employee ID')) expect(rows).toMatchObject([{ reference: 'x' }])
  })
})
