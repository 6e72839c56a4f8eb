import { describe, expect, test } from 'vitest'
import { fieldOf } from '../../../../src/files/payroll/header/columns.ts'
import { reportColumns } from '../../../../src/payout/report.ts'
import { saying } from '../../../harness/words.ts'
import { checkContent } from '../checkContent.ts'

describe('columns are found by name', () => {
  test.each([
    [
      'operator',
      [
        ...['operator', 'OPÉRATEUR', 'operator_code', 'Operator-Code', 'Réseau', 'Réseau mobile'],
        ...['Opérateur Mobile Money', 'Network Provider', 'Mobile Money Provider', 'MNO', 'Telco', 'Réseau GSM'],
        ...['Opérateur télécom', "Nom de l'opérateur", 'Network name', 'Réseau du bénéficiaire'],
      ],
    ],
    [
      'phone_number',
      [
        ...[
          'phone_number',
          'phone',
          'phoneNumber',
          'Phone Number',
          'MSISDN',
          'téléphone',
          'Telephone',
          'Numéro',
          'Numéros',
        ],
        ...['N° de téléphone', 'Nº téléphone', 'Tél.', 'N°Tél', 'Numéro Mobile Money', 'Tél. Mobile Money', 'N° MoMo'],
        ...[
          'Mobile',
          'Téléphone mobile',
          'Phone No.',
          'M-Pesa No',
          'Numéro Orange Money',
          'Téléphone du bénéficiaire',
          'GSM',
        ],
        ...['Contact', 'Contact MoMo', 'Téléphone 1', 'Téléphone portable professionnel'],
        ...['Compte Mobile Money', 'Compte MoMo', 'Wallet number', 'Compte Orange Money', 'N° MM', 'Tél. (+229)'],
        ...['Téléphone/Compte MoMo', 'Phone / Wallet'],
      ],
    ],
    [
      'amount',
      [
        ...['amount', ' Amount ', 'Montant', 'Net à payer', 'NET A PAYER', 'Montant (FCFA)', 'Montant FCFA', 'Net'],
        ...['Montant net à payer', 'Montant à verser', 'Salaire net', 'Amount to pay', 'Net pay', 'Montant en F CFA'],
        ...['Net à percevoir', 'Montant du paiement', 'Payment amount', 'Amount to receive', 'Montant à régler'],
        ...['Amount due', 'Net Wage', 'Montant transfert', 'Montant du virement', 'Salaire à virer', 'Take-home pay'],
        ...[
          'Net mensuel',
          'Net à payer novembre 2026',
          'Montant nov.',
          'Amt to pay',
          'Montant en chiffres',
          'Net arrondi',
        ],
      ],
    ],
    [
      'reference',
      ['reference', 'Référence', 'id', 'payout_id', 'external-id', 'Matricule', 'N° matricule', 'Réf.', 'Employee ID'],
    ],
    ['country', ['country', 'Pays']],
    ['currency', ['currency', 'Devise', 'Monnaie', 'Code devise']],
    [
      'name',
      [
        'name',
        'Nom',
        'beneficiary',
        'Bénéficiaire',
        'Nom et prénom(s)',
        'NOMS & PRÉNOMS',
        'Nom du bénéficiaire',
        'Staff name',
      ],
    ],
    ['amount', ['Total payable (RWF)', 'Total to pay', 'Total amount payable']],
    ['operator', ['Mtandao', 'MTANDAO WA SIMU', 'Kampuni ya simu']],
    ['phone_number', ['Simu', 'Namba ya simu', 'Nambari za simu', 'Na. ya Simu', 'Telefone', 'Nimero ya telefoni']],
    [
      'amount',
      ['Kiasi', 'Kiasi (TZS)', 'Kiasi cha kulipwa', 'Malipo baada ya makato', 'Amafaranga', 'Amafaranga (RWF)'],
    ],
    ['amount', ["Umubare w'amafaranga", 'Mshahara baada ya makato']],
    ['reference', ['Kumbukumbu', 'Namba ya kumbukumbu', 'Rejea']],
    ['name', ['Jina', 'JINA KAMILI', 'Jina la mfanyakazi', 'Majina ya wanufaika', 'Amazina', "Amazina y'umukozi"]],
    ['currency', ['Sarafu']],
    ['country', ['Nchi', 'Igihugu']],
  ])('%s', (field, names) => {
    for (const name of names) expect([name, fieldOf(name)]).toEqual([name, field])
  })
  test.each([
    ...['', 'operators_list', 'phone2', '__proto__', 'constructor', ...reportColumns],
    ...[
      'Montant brut',
      'Salaire de base',
      'Net imposable',
      'Salaire',
      'Total',
      'Montant payé',
      'Montant mensuel',
      'Frais',
      'Montant en lettres',
      '% à payer',
      '% to pay',
    ],
    ...[
      'N°',
      "N° d'ordre",
      'Numéro CNSS',
      'Numéro de compte',
      'Account number',
      'Wallet',
      'N° bénéficiaire',
      "Téléphone d'urgence",
      'Mobile Money',
      'Nouveau numéro',
      'Phone/Account',
      'Compte ou N° MoMo',
      'Mobile/Account',
    ],
    ...[
      ...['Total pay', 'Payable', 'Tax payable'],
      ...['Jumla', 'Mshahara', 'Mshahara wa jumla', 'Malipo ghafi', 'Makato', 'Salio', 'Posho', 'Kampuni', 'Namba'],
      ...['Namba ya NIDA', 'Simu ya dharura', 'Jina la benki', 'Umubare', 'Umushahara', "Amafaranga y'ingendo"],
      'Payer à',
      'Pay to',
      'MoMo Ref',
      'Réseau social',
      'Opérateur de saisie',
      'Nom de la banque',
      'Provider name',
      'Mode de paiement',
      'payer_name',
    ],
  ])('%j is none of them', (name) => {
    expect(fieldOf(name)).toBeNull()
  })
})

const row = 'mtn-benin,0197000001,1500'

test('unknown columns are kept in their place, also two of one name and one without', async () => {
  const { rows, columns } = await checkContent(`site,operator,,phone,amount,site\nA,mtn-benin,B,0197000001,1500,C\n`)
  expect(columns).toEqual(['site', 'operator', '', 'phone', 'amount', 'site'])
  expect(rows).toMatchObject([
    { cells: ['A', 'mtn-benin', 'B', '0197000001', '1500', 'C'], payable: { amountMinor: 1500n } },
  ])
})

test.each([
  ['one is missing', 'operator,montant,site', 'no column for the phone number; the file has: operator, montant, site.'],
  ['all are missing', 'a,b', 'no column for the operator, the phone number or the amount; the file has: a, b.'],
  ['there is no header', row, 'Line 1 is where the column names should be, but it looks like a row.'],
  [
    'two stand for one field',
    'operator,phone,Téléphone,amount',
    '"phone" and "Téléphone" could both be the column for the phone number',
  ],
  ['one comes twice', 'operator,amount,amount', 'Two columns are named "amount"'],
])('%s: the file is refused, with why', async (_, header, words) => {
  expect((await checkContent(`${header}\n${row}\n`)).result).toMatchObject({
    kind: 'refused',
    message: saying(words),
  })
})

describe('a report goes in again', () => {
  const header = `operator,phone_number,amount,name,${reportColumns.join(',')}`
  const own = '2,invalid,,invalid_phone,no,0,,,b222222222:2'
  test("the report's own columns are left out, and cells guarded against formulas are as they were", async () => {
    const cells = ["'+2290197000001", "'=1+1", "'@x", "'-x", "'\tx", "'quoted", "''=x", "'＝x"]
    const lines = cells.map((name) => `mtn-benin,'+2290197000001,1500,"${name}",${own}`)
    const { rows, columns } = await checkContent([header, ...lines].join('\n'), 'csv', { allowDuplicates: true })
    expect(columns).toEqual(['operator', 'phone_number', 'amount', 'name'])
    const before = ['+2290197000001', '=1+1', '@x', '-x', '\tx', "'quoted", "'=x", '＝x']
    expect(rows.map((each) => each.cells[3])).toEqual(before)
    expect(rows[0]?.payable?.phone).toBe('2290197000001')
  })
  test('a file as wide as it may be has a report that goes in again', async () => {
    const extra = Array.from({ length: 97 }, (_, index) => `note ${index}`)
    const names = ['operator', 'phone_number', 'amount', ...extra, ...reportColumns]
    const values = ['mtn-benin', '0197000001', '1500', ...extra, ...own.split(',')]
    const object = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const json = JSON.stringify([object])
    for (const [content, extension] of [
      [`${names.join(',')}\n${values.join(',')}\n`, 'csv'],
      [json, 'json'],
    ] as const) {
      const { rows, columns } = await checkContent(content, extension)
      expect(columns).toHaveLength(100)
      expect(rows[0]?.payable).toMatchObject({ phone: '2290197000001' })
    }
    const wider = JSON.stringify([{ ...object, 'one more': 'x' }])
    expect((await checkContent(wider, 'json')).result).toMatchObject({ kind: 'refused' })
  })
  test('in a file that is no report such cells stay as they are', async () => {
    const { rows } = await checkContent(`operator,phone,amount,name,status\nmtn-benin,0197000001,1500,'=1+1,x\n`)
    expect(rows[0]?.cells).toEqual(['mtn-benin', '0197000001', '1500', "'=1+1", 'x'])
  })
})
