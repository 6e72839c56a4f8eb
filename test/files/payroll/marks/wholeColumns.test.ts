import { describe, expect, test } from 'vitest'
import { isSurelyBefore } from '../../../../src/files/payroll/marks/markColumns.ts'
import { saying } from '../../../harness/words.ts'
import { row, workbook } from '../../../harness/workbook.ts'
import { checkContent, csvOf, many } from '../checkContent.ts'

const past = '12/11/2025'

describe('days of payment on some rows only', () => {
  // Thousands: more than are waited for to see what a column is.
  test.each([
    ['the first have one', [...many(5000, past), ''], 'Line 2 has a day under "Date de paiement", and line 5002'],
    ['the last one has one', [...many(5000, ''), past], 'Line 5002 has a day under "Date de paiement", and line 2'],
  ])('refuse the file, however far they are from each other: %s', async (_, days, words) => {
    expect((await checkContent(csvOf(days))).result).toMatchObject({ kind: 'refused', message: saying(words) })
  })
  test.each([0, 2])('refuse JSON, in which no cells are merged: object %i has one', async (dated) => {
    const people = [0, 1, 2].map((at) => ({
      ...{ operator: 'mtn-benin', phone: `019700000${at}`, amount: 1500, reference: `R${at}` },
      ...(at === dated && { 'payment date': past }),
    }))
    const { result } = await checkContent(JSON.stringify(people), 'json')
    expect(result).toMatchObject({ kind: 'refused', message: saying('has a day under "payment date"') })
  })
  test.each([
    ['all have one', many(120, past)],
    ['a day to come', [...many(5000, '30/12/2999'), ...many(5, '')]],
    ['words', [...many(5000, 'fin du mois'), ...many(5, '')]],
  ])('are none: %s', async (_, days) => {
    const { result, rows } = await checkContent(csvOf(days))
    expect(result).toMatchObject({ kind: 'checked' })
    expect(rows.every(({ payable }) => payable !== null)).toBe(true)
  })
  test('are told row by row where the first rows show it', async () => {
    const { rows } = await checkContent(csvOf([past, past, '']))
    expect(rows.map(({ payable }) => payable !== null)).toEqual([false, false, true])
    const dashed = await checkContent(csvOf([past, past, '-']))
    expect(dashed.rows.map(({ payable }) => payable !== null)).toEqual([false, false, true])
  })
})

describe('states that may be those of payments', () => {
  test.each([
    ['something else first', [...many(5000, 'Approved'), 'Soldé', 'En attente'], 'Line 5002 says "Soldé"'],
    ['one open', [...many(5000, 'Completed'), 'Pending'], 'Line 2 says "Completed" under "Statut", and line 5002'],
    [
      'a word of work done',
      [...many(5000, 'Approved'), 'Fait', 'Pas fait'],
      'Line 5002 says "Fait" under "Statut", and',
    ],
    ['processed', ['Pending', 'Processed'], 'Line 3 says "Processed" under "Statut", and line 2 says "Pending"'],
    [
      'by somebody',
      ['Sent by John', 'Not sent'],
      'Line 2 says "Sent by John" under "Statut", and line 3 says "Not sent"',
    ],
    ['released', ['Released', 'Pending'], 'Line 2 says "Released" under "Statut", and line 3 says "Pending"'],
    ['a draft', ['Draft', 'Done'], 'Line 3 says "Done" under "Statut", and line 2 says "Draft"'],
    ['reconciled', ['Reconciled', ''], 'Line 2 has "Reconciled" under "Statut", and line 3 has nothing there'],
    [
      'not approved',
      ['Approved', 'Pending'],
      'Line 2 has "Approved" under "Statut", and line 3 has "Pending". Are rows like line 2 paid already, or',
    ],
    ['rejected', ['Rejected', 'Validated'], 'Line 3 has "Validated" under "Statut", and line 2 has "Rejected"'],
    ['a draft beside what is booked', ['Brouillon', 'Comptabilisé'], 'Line 3 has "Comptabilisé" under "Statut", and'],
    ['ended', ['Terminé', 'En attente'], 'Line 2 says "Terminé" under "Statut", and line 3 says "En attente"'],
    ['ended, others to be paid', ['À payer', 'Touché'], 'Line 3 says "Touché" under "Statut", and line 2 says'],
    ['ended, and blanks', ['', 'Clôturé'], 'Line 3 has "Clôturé" under "Statut", and line 2 has nothing there'],
    ['approved, and blanks', ['Validé', 'Validé', ''], 'Line 2 has "Validé" under "Statut", and line 4 has nothing'],
    ['all are done', many(3, 'Soldé'), 'Every row says under "Statut" that it is done ("Soldé" on line 2)'],
    ['one by another word', [...many(3, 'Completed'), 'Fait'], 'Every row says under "Statut" that it is done'],
  ])('refuse the file: %s', async (_, states, words) => {
    const { result } = await checkContent(csvOf(states, 'Statut'))
    expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
    const people = states.slice(-3).map((Statut, at) => ({
      ...{ operator: 'mtn-benin', phone: `019700000${at}`, amount: 1500, reference: `R${at}`, Statut },
    }))
    expect((await checkContent(JSON.stringify(people), 'json')).result).toMatchObject({ kind: 'refused' })
  })
  test.each([
    ['Statut', ['Completed', 'Approved', 'In progress']],
    ['Training status', many(3, 'Completed')],
    ['Status', many(3, 'Done')],
    ['Status', ['1', '0']],
    ['Statut', ['Terminé', 'En cours', '']],
    ['Status', ['Completed', 'Not started']],
    ['Statut', ['Completed', 'Non commencé']],
    ['Statut', ['Completed', '', 'Approved']],
    ['Statut', ['Validé', 'En cours', '']],
    ['Status', many(3, 'Approved')],
    ['Status', many(3, 'Released')],
    ['Statut', ['Validé', 'Impayé', 'À payer']],
    ['Statut', ['Validé', 'En attente de paiement']],
    ['Status', ['Draft', 'Draft', 'Active']],
    ['Status', ['Confirmed', 'Probation']],
    ['Statut', ['Marié', '', 'Célibataire']],
    ['Statut', ['Validé', '', 'CDI']],
    ['Statut', many(3, 'Terminé')],
    ['Statut', ['Terminé', 'Pas commencé']],
  ])('are none: %s', async (name, states) => {
    const { result, rows } = await checkContent(csvOf(states, name))
    expect(result).toMatchObject({ kind: 'checked' })
    expect(rows.every(({ payable }) => payable !== null)).toBe(true)
  })
})

test.each(['Completed', 'Traité', 'x', 'ok', 'Fait le 25'])(
  '%s as the only word under a status beside blanks',
  async (word) => {
    const { result } = await checkContent(csvOf(['', '', word], 'Statut'))
    expect(result).toMatchObject({
      kind: 'refused',
      message: saying(`Line 4 has "${word}" under "Statut", and line 2`),
    })
  },
)

test('an amount that was received is asked about once it is known which column is the amount', async () => {
  const read = async (map = {}) => (await checkContent(csvOf(['1500', ''], 'Montant versé'), 'csv', { map })).result
  expect(await read()).toMatchObject({ message: saying('could both be the column for the amount') })
  expect(await read({ amount: 'amount' })).toMatchObject({ message: saying('Have these people received that money') })
})

test.each([
  ['Fait', 'E2:E4', ['oui', '', ''], 'checked'],
  ['Fait', 'E2:E4', ['par Jean', '', ''], 'checked'],
  ['Fait', 'E2:E3', ['oui', '', ''], 'Line 2 has "oui" under "Fait", and line 4'],
  ['Fait', 'E2:E3', ['par Jean', '', ''], 'Line 2 has "par Jean" under "Fait", and line 4'],
  ['Fait', 'F2:F3', ['par Jean', 'oui', ''], 'Line 3 has "oui" under "Fait", and line 2 has "par Jean"'],
  ['Fait', 'F2:F3', ['oui', 'NF', 'oui'], 'Line 2 has "oui" under "Fait", and line 3 has "NF"'],
  ['Fait', 'F2:F3', ['oui', 'ABS', 'ABS'], 'Line 2 has "oui" under "Fait", and line 3 has "ABS"'],
  ['Visa', 'E2:E4', ['ok', '', ''], 'checked'],
  ['Visa', 'E2:E3', ['ok', '', ''], 'Line 2 has "ok" under "Visa", and line 4'],
  ['A été payé', 'E2:E4', ['oui', '', ''], 'Every row says under "A été payé" that it is done ("oui" on line 2)'],
  ['Envoyé', 'E2:E4', ['oui', '', ''], 'Every row says under "Envoyé" that it is done ("oui" on line 2)'],
  ['Envoyé', 'E2:E4', ['par Jean', '', ''], 'Every row says under "Envoyé" that it is done ("par Jean" on line 2)'],
])('in a workbook, a yes under %s with %s merged: %j', async (name, ref, words, said) => {
  const cells = csvOf(words, name).trim().split('\n')
  const data = cells.map((line, at) => row(at + 1, line.split(';'))).join('')
  const sheet = `<worksheet><sheetData>${data}</sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells></worksheet>`
  const content = await workbook({ sheets: [{ data: '' }], parts: { 'xl/worksheets/sheet1.xml': sheet } })
  const { result } = await checkContent(content, 'xlsx')
  expect(result).toMatchObject(said === 'checked' ? { kind: said } : { kind: 'refused', message: saying(said) })
})

test('a reference that an operator gave to some payments only', async () => {
  const csv = csvOf(['', '']).replace('reference', 'Réf. paiement').replace('R1', '')
  expect((await checkContent(csv)).result).toMatchObject({ message: saying('Line 2 has "R0" under "Réf. paiement"') })
  const map = { reference: 'Réf. paiement' }
  expect((await checkContent(csv, 'csv', { map })).result).toMatchObject({ kind: 'checked' })
})

test.each([
  ['Statut', many(3, 'Réglé'), 'Every row says under "Statut" that it is paid already ("Réglé" on line 2)'],
  ['Reste à payer', many(3, '0'), 'Every row says under "Reste à payer" that it is paid already ("0" on line 2)'],
  ['Mode', many(2, 'Espèces'), 'Every row says under "Mode" that it is paid in cash or through a bank'],
  ['Suspendu', many(2, 'x'), 'Every row says under "Suspendu" that it is not to be paid'],
])('a column that marks all rows alike refuses the file with one sentence: %s', async (name, cells, words) => {
  const { result } = await checkContent(csvOf(cells, name), 'csv', { map: { amount: 'amount' } })
  expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
})

test('a day that can be read in two ways was long ago only if it was either way', () => {
  const august = Date.UTC(2026, 7, 1)
  expect(['05/11/2026', '11/05/2026', '05/06/2026', '12/2026'].map((day) => isSurelyBefore(day, august))).toEqual([
    false,
    false,
    true,
    false,
  ])
})

test('a share to pay is asked about on either side of the amount', async () => {
  const content = 'operator;phone_number;% à payer;amount\nmtn-benin;2290197000001;50 %;15000\n'
  const { result } = await checkContent(content)
  expect(result).toMatchObject({ kind: 'refused', message: saying('Line 2 has 50 % under "% à payer"') })
})
