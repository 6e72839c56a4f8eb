import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addColumn, noColumns } from '../../../../src/files/payroll/header/columns.ts'
import { askAboutColumns } from '../../../../src/files/payroll/header/doubtfulColumns.ts'
import type { RowBatches } from '../../../../src/files/payroll/row.ts'
import { checkContent } from '../checkContent.ts'

const asks = async (name: string, cells: readonly string[]) => {
  const columns = noColumns()
  for (const each of ['operator', 'phone', 'montant', name]) addColumn(columns, each)
  const rows = cells.map((cell, line) => ({ line, cells: ['mtn-benin', '0197000001', '1500', cell] }))
  async function* read(): RowBatches {
    yield rows
    return null
  }
  const batches = askAboutColumns(read(), columns)
  await batches.next()
  return (await batches.next()).value !== null
}

test.each([
  ['Solde', ['0', '', '0,00', '-'], '1 400 F'],
  ['Balance', ['KES', 'nil', 'AV-12', '30/11/2026', '2026-11-30', '2026-11', '120 jours', '100 %'], '20k'],
  ['Montant corrigé', ['1500', '1 500 F (voir note)'], '1 400 (au lieu de 1 500)'],
  ['Net corrigé', ['néant'], '1 400 (absence 3 j)'],
  ['Nouveau montant', ['1 500 F net'], '100-000'],
  ['Montant validé', ['oui'], 'cent mille'],
  ['Reste à payer', ['-'], 'FCFA 1 400 (acompte versé)'],
  ['Solde', ['(0)'], '-1500'],
  ['Salaire', ['1500', '1 500', '1500 FCFA'], '0'],
  ['N° transfert', ['TR-0001', '4521', 'VIR 2026 11', ''], '0197000002'],
  ['Nouveau numéro', ['', 'idem', '+229 01 97 00 00 01', '97000001', '-'], '97 00 00 0l'],
  ['N° du titulaire', ['', 'CNI 4521', '97000001'], '0196000009'],
  ['Numéro actualisé', ['', 'idem', '97000001'], '0196000009'],
  ['Numéro à utiliser', ['', 'le même'], '0196000009'],
  ['Payer à', ['', 'Marie'], 'Marie 0196000009'],
  ['Réseau 2', ['', 'x', 'MTN-Benin', '-'], 'Moov'],
])('%s asks nobody as long as no row could be paid by it otherwise', async (name, cells, odd) => {
  expect(await asks(name, cells)).toBe(false)
  expect(await asks(name, [...cells, odd])).toBe(true)
})

test.each([
  ['MoMo Ref', ['4261112123']],
  ['Provider reference', ['MTN-4261', 'Moov']],
  ['Tél. conjointe', ['0196000009']],
  ['Tel agence', ['0121300000']],
  ['Basic pay', ['2000']],
  ['Coût total', ['2500']],
])('%s is about something else and asks nobody', async (name, cells) => {
  expect(await asks(name, cells)).toBe(false)
})

describe('at the end of November 2026', () => {
  beforeAll(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27') }))
  afterAll(() => void vi.useRealTimers())

  test.each([
    ['Net à payer novembre 2026;Net à payer corrigé novembre 2026', '1500;1400', null],
    ['Montant 2026;Montant révisé 2026', '1500;1400', null],
    ['Net à payer nov. 2026;Solde nov. 2026', '1500;1400', null],
    ['Montant octobre;Montant novembre', '1500;', null],
    ['Montant octobre;Salaire novembre 2026', '1500;', null],
    ['Montant à verser;Total', '1500;1600', null],
    ['Net à payer;N° à virer', '1500;0196000009', null],
    ['Net octobre 2025;Net à payer', '1400;1500', 1500n],
    ['Montant à payer;Net 2025', '1500;1400', 1500n],
    ['Net à payer nov. 2026;Solde oct. 2026', '1500;', 1500n],
    ['Montant;Net à payer octobre 2025', '1500;1400', null],
    ['Montant;Net oct 2025', '1500;1400', null],
    ['Montant;Net à payer octobre 2025', ';1400', null],
    ['montant_novembre;montant_corrige_novembre', '1500;1400', null],
    ['MontantNovembre;MontantCorrigéNovembre', '1500;1400', null],
    ['Montant;Paye à verser', '1500;1400', null],
    ['Net à payer novembre 2026;Salaire octobre 2026', '1500;1400', 1500n],
    ['Montant novembre;Salaire octobre', '1500;oui', 1500n],
    ['Net à payer;Cumul net 2026', '1500;9000', 1500n],
    ['Amt;Net pay', '1600;1500', 1500n],
    ['Amount;OT amt', '1500;100', 1500n],
    ['Amount;PAYE amt', '1500;100', 1500n],
    ['OT Amount;Gross Pay;Net Pay', '100;1600;1500', 1500n],
    ['Net Pay;Overtime amount', '1500;100', 1500n],
    ['Montant;Montant NSSF', '1500;100', 1500n],
    ['CNPS à verser;Montant', '100;1500', 1500n],
    ['Montant;Compte à virer', '1500;012345678901', 1500n],
    ['Net octobre 2026;Salaire novembre 2026', '1400;1500', null],
    ['Salaire novembre;Net à payer octobre', '1500;1400', null],
    ['Net à payer octobre 2026;Salaire novembre 2026', '1400;', null],
    ['Montant octobre 2026;Salaire novembre 2026', '1400;0', null],
    ['Montant octobre 2026;Salaire novembre 2026', '1400;-', null],
    ['Net décembre;Salaire janvier', '1400;1500', null],
    ['Net décembre 2025;Salaire janvier 2026', '1400;-', null],
    ['Solde novembre 2026;Net à payer octobre 2026', ';1400', null],
    ['Total novembre 2026;Net octobre 2026', '1500;1400', null],
    ['Salary 2026;Net pay 2025', '1500;1400', null],
    ['2026 salary;Net pay 2025', '1500;1400', null],
    ['Salaire 11/2026;Net 10-2026', '1500;1400', null],
    ['salaire_novembre_2026;net_octobre_2026', '1500;1400', null],
    ['SalaireNovembre2026;NetOctobre2026', '1500;1400', null],
    ['Salaire (2026);Net (2025)', '1500;1400', null],
    ['Salaire T4 2026;Net août 2026', '1500;1400', null],
    ['Salary 4th quarter;Amount August', '1500;1400', null],
    ['Salaire du mois de novembre;Net octobre 2026', '1500;1400', null],
    ['Current month salary;Net pay October 2026', '1500;1400', null],
    ['Novembre 2026;Net à payer octobre 2026', '1500;1400', null],
    ['Novembre 2026;Net à payer octobre 2026', ';1400', null],
    ['Montant octobre;Novembre', '1400;-', null],
    ['Mois en cours;Net à payer octobre 2026', 'octobre;1500', 1500n],
    ['Avance novembre 2026;Montant octobre 2026', '1500;1400', null],
    ['Prime novembre;Montant octobre', '1500;1400', null],
    ['Arrears November;Amount October', '1500;1400', null],
    ['Gross November 2026;Net October 2026', '1500;1400', null],
    ['Net à payer novembre 2026;Net 13e mois', '1500;1400', null],
    ['Montant;Montant du mois', '1400;1500', null],
    ['Amount;Amount this month', '1400;1500', null],
    ['Net à payer;Net octobre 2026', ';1400', 'missing_amount'],
    ['Net octobre 2026;Net à payer', '1400;0', 'amount_not_positive'],
    ['Net octobre;Net à payer', '1400;-', 'invalid_amount'],
    ['Total à payer;Total à payer octobre 2026', ';1400', null],
    ['Somme;Net à payer août 2026', '1500;1400', null],
    ['Salaire;Net à payer août 2026', '1500;1400', null],
    ['Net à payer août 2026;Salaire', '1400;', null],
    ['Salary;Net pay August', '1500;1400', null],
    ['Salaire;Net 2025', '1500;1400', null],
    ['Salaire;Net à payer août 2026', '1500;1500', 1500n],
    ['Salaire;Net à payer octobre 2026', '2000;1500', 1500n],
    ['Salaire août 2026;Net à payer août 2026', '2000;1500', 1500n],
    ['Montant;Cumul à payer', '1500;1400', null],
    ['Cumul à payer;Montant', '1500;1400', null],
    ['Montant;Cumul payé', '1500;9000', 1500n],
    ['Net pay;Net YTD', '1500;9000', 1500n],
    ['Net du exercice 2025;Net à payer', '1400;1500', 1500n],
    ['Net à payer août 2026;Net à payer', '1400;1500', null],
    ['Avance à déduire novembre 2026;Net à payer', '100;1500', 1500n],
    ['Avance à déduire novembre 2026;Net à payer novembre 2026', '100;1500', 1500n],
    ['Avance à déduire novembre 2026;Montant octobre 2026', '100;1500', 1500n],
    ['Avance à déduire novembre 2026;Montant', '100;', 'missing_amount'],
    ['Montant octobre 2026;Observations novembre 2026', '1500;', 1500n],
    ['Montant octobre;Jours novembre', '1500;22', 1500n],
    ['Net à payer novembre 2026;Prime T4 2026', '1500;300', 1500n],
    ['Net à payer novembre 2026;Prime 13e mois', '1500;300', 1500n],
    ['Net à payer;Salaire du mois', '1500;2000', 1500n],
    ['Net à payer;Net mois précédent', '1500;1400', 1500n],
    ['Net à payer 11/2026;Nombre de mois', '1500;12', 1500n],
    ['Cumulative amount to pay;Amount', '1400;1500', null],
    ['Cumulative amount due;Amount', '1400;1500', null],
    ['Cumulative to pay;Amount', '1400;1500', null],
    ['Amount YTD to pay;Amount', '1400;1500', null],
    ['Net pay;Net payable YTD', '1400;1500', null],
    ['Montant;Somme cumulée due', '1400;1500', null],
    ['YTD net pay;Amount', '1400;1500', null],
    ['Montant;Montant cumulé', '1400;1500', null],
    ['Amount;YTD salary', '1400;1500', null],
    ['Net pay;YTD net pay', '1500;9000', 1500n],
    ['Amount;YTD gross', '1500;9000', 1500n],
    ['Net apayer octobre 2025;Net à payer', '1400;1500', null],
    ['NetToPay 2025;Net pay', '1400;1500', null],
    ['Montant;Mois de paie', '1500;11', 1500n],
    ['Montant total;1ère tranche (50%);2ème tranche (50%)', '1500;750;750', null],
    ['Net à payer;1re quinzaine', '1500;750', null],
    ['Amount;Second instalment', '1500;750', null],
    ['1re quinzaine;2e quinzaine;Total à payer', '750;750;1500', 1500n],
    ['Montant;Tranche d’âge', '1500;1835', 1500n],
    ['Montant;Tranche', '1500;2', 1500n],
    ['Montant;Tranche horaire', '1500;1200', 1500n],
    ['Amount;SACCO loan instalments', '1500;200', 1500n],
    ['Montant;Tranche IPTS', '1500;200', 1500n],
    ['Montant;Tranche imposable', '1500;1400', 1500n],
    ['Amount;Monthly installment', '1500;200', 1500n],
    ['Montant;N° tranche', '1500;101', 1500n],
    ['Montant;Tranche n° 2', '1500;750', null],
    ['Montant;Quinzaine', '1500;2e', 1500n],
    ['Amount (USD);Amount (KES)', '15;1500', 'currency_mismatch'],
    ['Montant (EUR);Taux;Montant (FCFA)', '3;655,957;1500', 1500n],
    ['Montant (FCFA);Montant (€)', '1500;3', 1500n],
    ['Kiasi;Salio', '1500;1400', null],
    ['Kiasi;Mshahara', '1500;1400', null],
    ['Kiasi;Makato;Kiasi cha kulipwa', '1500;100;1400', null],
    ['Kiasi;Jumla', '1500;1600', null],
    ['Amafaranga;Asigaye', '1500;1400', null],
    ['Mshahara;Makato;Kiasi cha kulipwa', '1500;100;1400', 1400n],
    ['Malipo ghafi;Makato;Malipo baada ya makato', '1500;100;1400', 1400n],
    ['Posho;Kodi;Kiasi', '100;50;1500', 1500n],
    ['Kiasi;Simu mpya', '1500;0196000009', null],
    ['Montant;Mois de salaire', '1500;202611', 1500n],
    ['Montant;Nb mois de salaire', '1500;13', 1500n],
    ['Montant;Nbre de mois de salaire', '1500;13', 1500n],
    ['Net à payer;Net du mois échu', '1500;1400', 1500n],
    ['Montant;Net du mois écoulé', '1500;1400', 1500n],
    ["Net à payer;Net du mois d'avant", '1500;1400', 1500n],
    ['Montant;Salaire du mois M-1', '1500;1400', 1500n],
    ['Montant;Salaire du mois d’octobre', '1500;1400', null],
    ['Net à payer novembre 2026;Âge au 31/12/2026', '1500;134', 1500n],
    ['Montant octobre 2026;Âge au 30/11/2026', '1500;34', 1500n],
    ['Montant octobre 2026;Points novembre', '1500;340', 1500n],
    ['Montant octobre 2026;Kg novembre', '1500;120', 1500n],
    ['Montant octobre 2026;Plafond 2027', '1500;12000', 1500n],
    ['Amount October 2026;Target November', '1500;9000', 1500n],
    ['Amount October 2026;Household size Nov', '1500;7', 1500n],
    ['Montant 2025-2026;Moyenne 2026', '1500;12,75', 1500n],
    ['Montant 2025-2026;Niveau 2026-2027', '1500;3', 1500n],
    ['Montant octobre;Rang novembre', '1500;12,5', 1500n],
    ['Montant octobre;Vivres novembre', '1500;120', null],
    ['Montant octobre;Vivres novembre', '1500;12 000', null],
    ['Amount October;Food November', '1500;20 USD', null],
    ['Amount October;Bonus November', '1500;50', null],
    ['Net à payer novembre;Prime décembre', '1500;1400', 1500n],
    ['Montant novembre 2026;Prévision décembre 2026', '1500;1600', 1500n],
    ['Montant novembre;Montant décembre', '1500;', null],
    ['Montant novembre;Décembre', '1500;1600', null],
    ['Net à payer novembre;Salaire décembre', '1500;1600', null],
    ['Net pay August 2026;Pay grade', '1500;12', 1500n],
    ['Net pay August 2026;Salary scale', '1500;12', 1500n],
    ['Net pay August 2026;Daily pay', '1500;20', 1500n],
    ['Net août 2026;N° bulletin de paie', '1500;412', 1500n],
    ['Net août 2026;Matricule paie', '1500;412', 1500n],
    ['Net août 2026;Centre de paie', '1500;', 1500n],
    ['Net août 2026;Catégorie salaire', '1500;4', 1500n],
    ['Net à payer;13e mois', '1500;1400', 1500n],
    ['13th month;Amount', '1400;1500', 1500n],
    ['Net à payer octobre 2026;13e mois', '1500;1400', 1500n],
    ['Net à payer août 2026;13e mois', '1500;1400', null],
    ['Net à payer août 2026;13e mois', '1500;', 1500n],
    ['Net à payer août 2026;Treizième mois', '1500;1400', null],
    ['13th month;Net pay August 2026', '1400;1500', null],
    ['Net à payer août 2026;Arriérés', '1500;1400', 1500n],
    ['Net à payer;Salaire mois dernier', '1500;1400', 1500n],
    ['Last month salary;Amount', '1400;1500', 1500n],
    ['Net à payer octobre 2026;Salaire mois dernier', '1500;1400', 1500n],
    ['Net à payer août 2026;Salaire mois dernier', '1500;1400', null],
    ['Net pay August 2026;Salary last month', '1500;1400', null],
    ['Net à payer août 2026;Net mois précédent', '1500;1400', null],
    ['Montant;Arriérés à payer', '1500;1400', null],
    ['Net à payer;Arriérés à payer', '1500;1400', null],
    ['Net pay;Arrears to pay', '1500;1400', null],
    ['Net à payer;Arriérés à payer', '1500;', 1500n],
    ['Arriérés à payer;Net à payer', '1400;1500', 1500n],
    ['Arrears to pay;Net pay', '1400;1500', 1500n],
    ['Montant;Arriérés', '1500;1400', 1500n],
    ['Montant;Commission à payer', '1500;1400', null],
    ['Commission payable;Amount', '1400;1500', null],
    ['Prime à payer;Net à payer', '1400;1500', 1500n],
    ['Montant;Date prime à payer', '1500;20261125', 1500n],
    ['Montant;Taxe à payer', '1500;1400', 1500n],
    ['Net à payer;13e mois;Total', '1500;1400;2900', null],
    ['Net pay;Bonus;Total pay', '1500;1400;2900', null],
    ['Net à payer;13e mois;Total', '1500;;1500', 1500n],
    ['Net à payer;Frais;Total', '1500;15;1515', 1500n],
    ['Prime;Net à payer;Total', '100;1500;1600', 1500n],
    ['Net cumulé;Net à payer', '9000;1500', 1500n],
    ['Net à payer;Net cumulé', '1500;9000', 1500n],
    ['Net to pay;Cumulative net', '1500;9000', 1500n],
    ['Cumulative net;Net pay', '9000;1500', 1500n],
    ['Montant;Frais MoMo', '1500;2500', 1500n],
    ['Amount;MoMo fees', '1500;2500', 1500n],
    ['Montant;Date MoMo', '1500;25/11/2026', 1500n],
    ['Amount;Wallet balance', '1500;2500', null],
    ['Montant;Compte MoMo 2', '1500;0196000009', null],
    ['Montant;Numéro de retrait MoMo', '1500;0196000009', null],
    ['Montant;N° MoMo agence', '1500;0196000009', null],
    ['Amount;MoMo withdrawal account', '1500;0196000009', null],
  ])('%s with %s: %s', async (names, cells, paid) => {
    const [heads, row] = [`operator;phone;${names}`.split(';'), `mtn-benin;0197000001;${cells}`.split(';')]
    const object = Object.fromEntries(heads.map((name, at) => [name, row[at]]))
    for (const [content, format] of [
      [`${heads.join(';')}\n${row.join(';')}\n`, 'csv'],
      [JSON.stringify([object]), 'json'],
    ] as const) {
      const { rows, result } = await checkContent(content, format)
      if (typeof paid === 'string') expect(rows).toMatchObject([{ problems: [{ code: paid }] }])
      else if (paid === null) expect(result).toMatchObject({ kind: 'refused', message: { key: 'files.either_column' } })
      else
        expect({ rows, result }).toMatchObject({
          rows: [{ payable: { amountMinor: paid } }],
          result: { kind: 'checked' },
        })
    }
  })

  test.each([
    ['2026-12-01', 'Net novembre;Net à payer', null],
    ['2026-12-15', 'Net novembre 2026;Net à payer', null],
    ['2026-12-16', 'Net novembre;Net à payer', 1500n],
    ['2026-12-01', 'Net octobre;Net à payer', 1500n],
    ['2026-12-01', 'Net janvier;Net à payer', null],
    ['2027-01-15', 'Net pay 2026;Net pay', null],
    ['2027-01-16', 'Net pay 2026;Net pay', 1500n],
    ['2026-12-05', 'Prime décembre;Montant novembre', null],
  ])('on %s, %s: %s', async (day, names, paid) => {
    vi.setSystemTime(day)
    const { rows, result } = await checkContent(`operator;phone;${names}\nmtn-benin;0197000001;1400;1500\n`, 'csv')
    if (paid === null) expect(result).toMatchObject({ message: { key: 'files.either_column' } })
    else expect(rows).toMatchObject([{ payable: { amountMinor: paid } }])
  })

  test('who says which month is meant has answered', async () => {
    const file = 'operator;phone;Net octobre 2026;Salaire novembre 2026\nmtn-benin;0197000001;1400;1500\n'
    const { rows } = await checkContent(file, 'csv', { map: { amount: 'Net octobre 2026' } })
    expect(rows).toMatchObject([{ payable: { amountMinor: 1400n } }])
  })
})
