import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row, workbook } from '../../harness/workbook.ts'
import { checkContent } from '../payroll/checkContent.ts'
import { good, names } from './payrollSheet.ts'

const check = async (name: string, sheet?: string) =>
  checkContent(
    await workbook({ sheets: [{ name, data: names + good(2) }] }),
    'xlsx',
    sheet === undefined ? {} : { sheet },
  )

describe('the name of the sheet that is paid', () => {
  test.each([
    ['En milliers', 'not written in full ("milliers")'],
    ['Paie (k FCFA)', 'not written in full ("k")'],
    ['Milliers FCFA', 'not written in full'],
    ['Amounts in thousands', 'not written in full'],
    ['Unité 1000 FCFA', 'not written in full'],
    ['Montants en euros', 'amounts are in euros'],
    ['EUR', 'amounts are in EUR'],
    ['Paie USD novembre', 'amounts are in USD'],
    ['Devise EUR', 'amounts are in EUR'],
  ])('refuses it for its unit, whoever has chosen it: %s', async (name, words) => {
    for (const { result } of [await check(name), await check(name, name)])
      expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
  })

  test.each([
    ['Annulé', 'not to be paid'],
    ['Cancelled', 'not to be paid'],
    ['Novembre - annulée', 'not to be paid'],
    ['Ne pas payer', 'not to be paid'],
    ['Démissionnaires', 'not to be paid'],
    ['Espèces', 'not to be paid'],
    ['Déjà payé', 'paid already'],
    ['Already paid', 'paid already'],
    ['Payés', 'paid already'],
  ])('refuses it where it says so of the payouts, until somebody has named it: %s', async (name, words) => {
    const message = saying(new RegExp(`"${name}".*${words}.*--sheet "${name}"`))
    expect((await check(name)).result).toMatchObject({ kind: 'refused', message: message })
    expect((await check(name, name)).result).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
  })

  test('in another currency than a row is a problem of the row', async () => {
    const { rows } = await check('Paie KES')
    expect(rows[0]?.problems).toMatchObject([{ code: 'currency_mismatch', message: saying('"Paie KES" (KES)') }])
    const twice = await workbook({
      sheets: [{ name: 'Paie KES', data: row(1, ['Montants en XOF']) + names.replaceAll('1"', '2"') + good(3) }],
    })
    expect((await checkContent(twice, 'xlsx')).rows[0]?.problems).toMatchObject([{ code: 'currency_mismatch' }])
  })

  test.each([
    'Feuil1',
    'Sheet1',
    'Novembre 2026',
    'Paie XOF',
    'Montants en FCFA',
    'PAYE',
    'Paye nov',
    'À payer',
    'Non payés',
    'Brouillon',
    'Version finale',
    'Annule et remplace',
    'Congés payés',
    'Section K',
    'Mille Collines',
    'Livre de paie',
    'RS',
  ])('is ordinary: %s', async (name) => {
    expect((await check(name)).result).toMatchObject({ kind: 'checked', summary: { valid: 1 } })
  })

  test('does not matter of a sheet that is not paid', async () => {
    const sheets = [
      { name: 'Déjà payé', data: row(1, ['Voir les archives.']) },
      { name: 'Novembre', data: names + good(2) },
    ]
    expect((await checkContent(await workbook({ sheets }), 'xlsx')).result).toMatchObject({ kind: 'checked' })
  })
})
