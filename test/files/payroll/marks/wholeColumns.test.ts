import { describe, expect, test } from 'vitest'
import { isSurelyBefore } from '../../../../src/files/payroll/marks/markColumns.ts'
import { saying } from '../../../harness/words.ts'
import { row, workbook } from '../../../harness/workbook.ts'
import { checkContent } from '../checkContent.ts'

const past = '12/11/2025'
const recent = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
const monthIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('fr', { month: 'long', timeZone: 'UTC' })
const [thisMonth, otherMonth] = [monthIn(0), monthIn(90)]
const inNumbers = `Payé ${new Date().toISOString().replace(/^(\d+)-(\d+).*/, '$2/$1')}`
const many = (n: number, day: string): string[] => Array.from({ length: n }, () => day)
const csvOf = (cells: readonly string[], name = 'Date de paiement') =>
  [
    `operator;phone;amount;reference;${name}`,
    ...cells.map((cell, at) => `mtn-benin;0197${String(at).padStart(6, '0')};1500;R${at};${cell}`),
    '',
  ].join('\n')

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

describe('other columns that speak of some rows only refuse the file', () => {
  test.each([
    ['ID transaction', ['MP261112.1234', '-', 'n/a'], 'Line 2 has "MP261112.1234" under "ID transaction", and line 3'],
    ['N° reçu', ['', '', 'R-12'], 'Line 4 has "R-12" under "N° reçu", and line 2'],
    ['Transaction', ['', '88123456'], 'Line 3 has "88123456" under "Transaction", and line 2'],
    ['Txn ID', ['QGH7K1L2M3', ''], 'Line 2 has "QGH7K1L2M3" under "Txn ID"'],
    ['Preuve de paiement', ['SMS', ''], 'Line 2 has "SMS" under "Preuve de paiement"'],
    ['Réf. OM', ['CI251112.1', ''], 'Line 2 has "CI251112.1" under "Réf. OM"'],
    ['Fait', ['oui', 'non'], 'Line 2 has "oui" under "Fait", and line 3 has "non"'],
    ['Fait', ['oui', 'oui', 'en attente'], 'Line 2 has "oui" under "Fait", and line 4 has "en attente"'],
    ['Sent', ['Sent', 'Pending'], 'Line 2 has "Sent" under "Sent", and line 3 has "Pending"'],
    ['Received', ['?', 'Yes'], 'Line 3 has "Yes" under "Received", and line 2 has "?"'],
    ['Transaction', ['Successful', 'Failed'], 'Line 2 has "Successful" under "Transaction", and line 3 has "Failed"'],
    ['OK', ['OK', 'PAS OK'], 'Line 2 has "OK" under "OK", and line 3 has "PAS OK"'],
    ['Transféré', ['transféré', 'Transféré'], 'Every row says under "Transféré" that it is done'],
    ['Sent', ['SKB1AB2CD3', 'SKB1AB2CD4'], 'Every row says under "Sent" that it is done ("SKB1AB2CD3" on line 2)'],
    ['Déjà versé FCFA', ['1500', ''], 'Line 2 has 1500 under "Déjà versé FCFA"'],
    ['Paid (KES)', ['', '1500'], 'Line 3 has 1500 under "Paid (KES)"'],
    ['Fait', ['Fait le 25', ''], 'Line 2 has "Fait le 25" under "Fait", and line 3 has nothing there'],
    ['Signature bénéficiaire', ['', 'lu et approuvé'], 'Line 3 has "lu et approuvé" under "Signature bénéficiaire"'],
    ['MoMo sent', ['yes', ''], 'Line 2 has "yes" under "MoMo sent", and line 3 has nothing there'],
    ['Salaire payé', ['non', 'oui'], 'Line 3 has "oui" under "Salaire payé", and line 2 has "non"'],
    ['M-Pesa', ['SKB1AB2CD3', ''], 'Line 2 has "SKB1AB2CD3" under "M-Pesa"'],
    ['Pay status', ['Done', 'Pending'], 'Line 2 has "Done" under "Pay status", and line 3 has "Pending"'],
    ['Reçu par', ['Awa', ''], 'Line 2 has "Awa" under "Reçu par"'],
    ['Envoyé ?', ['', 'x'], 'Line 3 has "x" under "Envoyé ?", and line 2 has nothing there'],
    ['is_sent', ['true', 'false'], 'Line 2 has "true" under "is_sent", and line 3 has "false"'],
    ['Trans. code', ['SKB1AB2CD3', 'non'], 'under "Trans. code", and line 3 has "non"'],
    ['Date de réception', [recent, ''], 'under "Date de réception", and line 3 has nothing there'],
    ['Reçu le', [past, ''], 'Line 2 has "12/11/2025" under "Reçu le", and line 3 has nothing there'],
    ['Fait', ['1', '', '2', '1'], 'Line 2 has "1" under "Fait", and line 3 has nothing there'],
    ['Receipts', ['101', '102', ''], 'Line 2 has "101" under "Receipts", and line 4'],
    ['OK', ['1500 cash', ''], 'Line 2 has "1500 cash" under "OK", and line 3 has nothing there'],
    ['OK', ['1500 envoyé', ''], 'Line 2 has "1500 envoyé" under "OK", and line 3 has nothing there'],
    ['OK', ['1500 F MoMo', ''], 'Line 2 has "1500 F MoMo" under "OK", and line 3 has nothing there'],
    ['N° transactions', ['101', '102', ''], 'Line 2 has "101" under "N° transactions", and line 4 has nothing there'],
    ['Fait', ['1', '1', '2', '1', '0'], 'Line 2 has "1" under "Fait", and line 6 has "0"'],
    ['Fait', ['par Jean', ''], 'Line 2 has "par Jean" under "Fait", and line 3 has nothing there'],
    ['OK', ['by John', ''], 'Line 2 has "by John" under "OK", and line 3 has nothing there'],
    ['Envoyé', ['A.J.', ''], 'Line 2 has "A.J." under "Envoyé", and line 3 has nothing there'],
    ['Wave', ['T_ABC123DEF', ''], 'Line 2 has "T_ABC123DEF" under "Wave", and line 3 has nothing there'],
    ['Orange Money', ['', 'fait'], 'Line 3 has "fait" under "Orange Money", and line 2 has nothing there'],
    ['Date', [recent, ''], 'has a day under "Date", and line 3 has none'],
    ['Payé', ['MP261112.1234', ''], 'Line 2 has "MP261112.1234" under "Payé"'],
    ['A été payé', ['', 'oui'], 'Line 3 has "oui" under "A été payé"'],
    ['Payé par MoMo', ['oui', ''], 'Line 2 has "oui" under "Payé par MoMo"'],
    ['Date OM', [past, ''], 'Line 2 has "12/11/2025" under "Date OM"'],
    ['MoMo status', ['Sent', 'Active'], 'Line 2 has "Sent" under "MoMo status", and line 3 has "Active"'],
    [`Payé ${thisMonth}`, ['oui', ''], `Line 2 has "oui" under "Payé ${thisMonth}"`],
    [inNumbers, ['oui', ''], `Line 2 has "oui" under "${inNumbers}"`],
    [thisMonth, ['payé', ''], `Line 2 has "payé" under "${thisMonth}"`],
    ['Payé', ['momo', ''], 'Line 2 has "momo" under "Payé", and line 3 has nothing there'],
    ['Sent', ['', 'via M-Pesa'], 'Line 3 has "via M-Pesa" under "Sent", and line 2 has nothing there'],
    ['Envoyé', ['hier', ''], 'Line 2 has "hier" under "Envoyé", and line 3 has nothing there'],
    ['Sent at', ['12:30', ''], 'has a day under "Sent at", and line 3 has none'],
    ["Heure d'envoi", ['12h30', ''], `Line 2 has "12h30" under "Heure d'envoi"`],
    ['Agents payés', ['x', ''], 'Line 2 has "x" under "Agents payés", and line 3 has nothing there'],
    ['✓', ['x', ''], 'Line 2 has "x" under "✓", and line 3 has nothing there'],
    [
      'Observations',
      ['Envoyé le 24/11', ''],
      'Line 2 has "Envoyé le 24/11" under "Observations", and line 3 has nothing',
    ],
    ['Remarks', ['new', 'Sent', ''], 'Line 3 has "Sent" under "Remarks", and line 4 has nothing there'],
    ['Note', ['', 'Sent SKB1AB2CD3'], 'Line 3 has "Sent SKB1AB2CD3" under "Note", and line 2 has nothing there'],
    ['Note', ['', 'SKB1AB2CD3'], 'Line 3 has "SKB1AB2CD3" under "Note", and line 2 has nothing there'],
    ['Situation', ['Fait', ''], 'Line 2 has "Fait" under "Situation", and line 3 has nothing there'],
    ['Paid this month', ['', 'yes'], 'Line 3 has "yes" under "Paid this month"'],
    ['Reçu', ['R-012', ''], 'Line 2 has "R-012" under "Reçu", and line 3 has nothing there'],
    ['Traité', ['', '1 500 F'], 'Line 3 has "1 500 F" under "Traité", and line 2'],
    ['Paiement', [past, ''], 'Line 2 has "12/11/2025" under "Paiement"'],
    ['Statut paie', ['ok', ''], 'Line 2 has "ok" under "Statut paie"'],
    ['Signature', ['x', ''], 'Line 2 has "x" under "Signature"'],
    ['Sent', ['Yes', 'yes'], 'Every row says under "Sent" that it is done ("Yes" on line 2)'],
    ['Received', ['500', ''], 'Line 2 has 500 under "Received". Have these people received that money already?'],
    ['À payer', ['X', '', 'X'], 'Line 2 has "X" under "À payer", and line 3 has nothing there'],
    ['Actif', ['Néant', 'oui'], 'Line 3 has "oui" under "Actif", and line 2 has nothing there'],
    ['', ['', 'X', ''], 'Line 3 has "X" in column E, which has no heading, and line 2'],
    ['Payé', ['', '1500', ''], 'Line 3 has 1500 under "Payé". Have these people received that money already?'],
    ['Déjà versé', ['500', '0', ''], 'Line 2 has 500 under "Déjà versé"'],
    [
      'Avance à déduire',
      ['', '500'],
      'Line 3 has 500 under "Avance à déduire", and payrun deducts nothing from "amount"',
    ],
    ['Avance octobre 2026 à déduire', ['500', ''], 'Line 2 has 500 under "Avance octobre 2026 à déduire", and payrun'],
    ['Acompte à retenir 10/2026', ['500', ''], 'Line 2 has 500 under "Acompte à retenir 10/2026", and payrun'],
    ['Loan to deduct (December)', ['500', ''], 'Line 2 has 500 under "Loan to deduct (December)", and payrun'],
  ])('%s: %j', async (name, cells, words) => {
    const { result } = await checkContent(csvOf(cells, `${name};Site`).replace(/^(mtn.*)$/gm, '$1;Parakou'))
    expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
  })
  test.each([
    ['ID transaction', many(3, 'MP1')],
    ['Code MoMo', ['321', '', '']],
    ['OK', ['1500 à payer', '']],
    ['OK', ['Reste à verser 1500', '']],
    ['OK', ['1500 non envoyé', '']],
    ['Transactions', ['12', '1', '1', '1', '0']],
    ['Operator ID', ['12345', '']],
    ['Code opération', ['OP12', '']],
    ['Wave', ['x', '']],
    ['MTN', ['97000001', '']],
    ['Date', many(3, recent)],
    ['Date', [recent, '', past]],
    [`Payé ${otherMonth}`, ['oui', '']],
    [thisMonth, ['22', '']],
    ['Paiement', ['par MoMo', '']],
    ['Paid', ['MoMo', 'Bank', 'MoMo']],
    ['Observations', ['Envoyé en mission', '']],
    ['Observations', ['Transféré à Parakou', '']],
    ['Remarks', ['E12345', 'Done training', '']],
    ['Situation', ['Marié', '']],
    ['#', ['1', '2', '']],
    ['MoMo status', ['Registered', '']],
    ['Fait', many(3, 'oui')],
    ['Fait le', many(3, past)],
    ['Faits', ['1', '0', '']],
    ['Processed', ['1', '0', '2']],
    ['Paiement', ['Mobile', 'Wave', '']],
    ['Virement', ['Virement bancaire', 'Wave', '']],
    ['Pay status', ['Active', 'Paid leave', 'Active']],
    ['Colonne1', ['ok', 'chef de chantier', 'ok']],
    ['Contrôlé', ['oui', 'RAS', 'oui']],
    ['No. of transactions', ['120', '0', '12']],
    ['Date of receipt', [past, '', past]],
    ['Dossier reçu', ['oui', '', 'oui']],
    ['Bulletin envoyé', ['oui', 'non', '']],
    ['Transaction type', ['B2C', '', '']],
    ['Paiement', ['Mobile money', '', '']],
    ['Payé par', ['A. Keller', 'Ko Aku', 'Awa']],
    ['Avance reçue', ['500', '', '']],
    ['À payer', many(3, 'X')],
    ['', many(3, 'X')],
    ['Payé', ['0', '', 'en partie']],
    ['Avance à déduire', ['0', '', '-']],
  ])('are none: %s %j', async (name, cells) => {
    expect(
      (await checkContent(csvOf(cells, `${name};Site`).replace(/^(mtn.*)$/gm, '$1;Parakou'))).result,
    ).toMatchObject({ kind: 'checked' })
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
    ['all are done', many(3, 'Soldé'), 'Every row says under "Statut" that it is done ("Soldé" on line 2)'],
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
    ['Statut', ['Completed', '', 'Approved']],
    ['Statut', ['Marié', '', 'Célibataire']],
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
  ['Fait', 'E2:E4', 'checked'],
  ['Fait', 'E2:E3', 'Line 2 has "oui" under "Fait", and line 4'],
  ['Envoyé', 'E2:E4', 'Every row says under "Envoyé" that it is done ("oui" on line 2)'],
])('a yes in a workbook, under %s, that is merged over %s: %s', async (name, ref, words) => {
  const cells = csvOf(['oui', '', ''], name).trim().split('\n')
  const data = cells.map((line, at) => row(at + 1, line.split(';'))).join('')
  const sheet = `<worksheet><sheetData>${data}</sheetData><mergeCells><mergeCell ref="${ref}"/></mergeCells></worksheet>`
  const content = await workbook({ sheets: [{ data: '' }], parts: { 'xl/worksheets/sheet1.xml': sheet } })
  const { result } = await checkContent(content, 'xlsx')
  expect(result).toMatchObject(words === 'checked' ? { kind: words } : { kind: 'refused', message: saying(words) })
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
