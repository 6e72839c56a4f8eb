import { expect, test } from 'vitest'
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
  ['Montant;Net à payer octobre 2025', ';1400', 1400n],
  ['montant_novembre;montant_corrige_novembre', '1500;1400', null],
  ['MontantNovembre;MontantCorrigéNovembre', '1500;1400', null],
  ['Montant;Paye à verser', '1500;1400', null],
  ['Net à payer novembre 2026;Salaire octobre 2026', '1500;1400', 1500n],
  ['Montant novembre;Salaire octobre', '1500;oui', 1500n],
  ['Net à payer;Cumul net 2026', '1500;9000', 1500n],
  ['Montant;Cumul à payer', '1500;1400', null],
  ['Cumul à payer;Montant', '1500;1400', null],
  ['Montant;Cumul payé', '1500;9000', 1500n],
  ['Net pay;Net YTD', '1500;9000', 1500n],
  ['Amt;Net pay', '1600;1500', 1500n],
  ['Amount;OT amt', '1500;100', 1500n],
  ['Amount;PAYE amt', '1500;100', 1500n],
  ['CNPS à verser;Montant', '100;1500', 1500n],
  ['Montant;Compte à virer', '1500;012345678901', 1500n],
])('%s with %s: %s', async (names, cells, paid) => {
  const [heads, row] = [`operator;phone;${names}`.split(';'), `mtn-benin;0197000001;${cells}`.split(';')]
  const object = Object.fromEntries(heads.map((name, at) => [name, row[at]]))
  for (const [content, format] of [
    [`${heads.join(';')}\n${row.join(';')}\n`, 'csv'],
    [JSON.stringify([object]), 'json'],
  ] as const) {
    const { rows, result } = await checkContent(content, format)
    if (paid === null) expect(result).toMatchObject({ kind: 'refused', message: { key: 'files.either_column' } })
    else
      expect({ rows, result }).toMatchObject({
        rows: [{ payable: { amountMinor: paid } }],
        result: { kind: 'checked' },
      })
  }
})
