import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { checkContent } from './checkContent.ts'

const header = 'operator,phone,amount'
const row = 'mtn-benin,0197000001,1500'
const lines = (...each: string[]) => `${each.join('\n')}\n`

describe('a unit in the heading of the amounts', () => {
  test.each([
    ['operator,phone,amount', ',,(en milliers)', 'in full'],
    ['operator,phone,Montant', ',,k FCFA', 'in full'],
    ['operator,phone,amount', ',,€', 'does not pay'],
  ])('may stand in a line of its own below it: %s, %s', async (names, unit, words) => {
    const { result } = await checkContent(lines(names, unit, row))
    expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
  })
  test('that of the row may stand there; a payout that lacks something is none', async () => {
    const francs = await checkContent(lines('operator,phone,amount', ',,en FCFA', row))
    expect(francs.rows.map(({ line, payable }) => [line, payable?.amountMinor])).toEqual([[3, 1500n]])
    const shillings = await checkContent(lines('operator,phone,amount', ',,KSh', row))
    expect(shillings.rows[0]?.problems).toMatchObject([{ code: 'currency_mismatch' }])
    const lacking = await checkContent(lines('operator,phone,amount', ',,1500', row))
    expect(lacking.rows.map(({ problems }) => problems.length)).toEqual([1, 0])
  })
  const kenya = 'momo-kenya,0712345678,1500'
  test.each([
    ['Montant (FCFA)', row],
    ['Montant F CFA', row],
    ['Net à payer en FCFA', row],
    ['montant_xof', row],
    ['Montant (F)', row],
    ['Amount (KSh)', kenya],
    ['Amount in KES', kenya],
    ['Net pay (Shs)', kenya],
  ])('%s agrees with the payout', async (heading, cells) => {
    expect((await checkContent(lines(`operator,phone,${heading}`, cells))).rows).toMatchObject([{ problems: [] }])
  })
  test.each([
    ['Montant (€)', '€'],
    ['amount ($)', '$'],
    ['Amount USD', 'USD'],
    ['Net à payer (GNF)', 'GNF'],
    ['amountUSD', 'USD'],
    ['Montant en euros', 'euros'],
  ])('%s: the file is refused', async (heading, sign) => {
    expect((await checkContent(lines(`operator,phone,${heading}`, row))).result).toMatchObject({
      kind: 'refused',
      message: saying(`is in ${sign}, a currency that payrun does not pay in`),
    })
    const mapped = await checkContent(lines(`operator,phone,${heading}`, row), 'csv', { map: { amount: heading } })
    expect(mapped.result).toMatchObject({ kind: 'refused', message: saying(`is in ${sign}`) })
  })
  test.each([
    'Montant (k FCFA)',
    'Montant KFCFA',
    'Montant en milliers',
    'Montant x1000',
    "Amount ('000)",
    'Montant (millions)',
    'Amount in cents',
  ])('%s: the file is refused', async (heading) => {
    expect((await checkContent(lines(`operator,phone,${heading}`, row))).result).toMatchObject({
      kind: 'refused',
      message: saying('in full'),
    })
  })
  test('a row in another currency than the heading says is a problem', async () => {
    const { rows } = await checkContent(lines('operator,phone,Montant (FCFA)', row, kenya))
    expect(rows).toMatchObject([
      { problems: [] },
      { problems: [{ code: 'currency_mismatch', column: 'Montant (FCFA)', message: saying('in KES') }] },
    ])
  })
  test('in JSON as well', async () => {
    const content = JSON.stringify([{ operator: 'mtn-benin', phone: '0197000001', 'Montant (€)': 1500 }])
    expect((await checkContent(content, 'json')).result).toMatchObject({ kind: 'refused', message: saying('€') })
  })
  test.each([
    ['Montants en milliers de FCFA', 'not written in full'],
    ['État de paie (en euros)', 'are in euros'],
    ['Payroll, November (USD)', 'are in USD'],
    ['(k FCFA)', 'not written in full'],
  ])('nor is it paid where a title says so: %s', async (title, words) => {
    const { result } = await checkContent(lines('Société X', title, header, row))
    expect(result).toMatchObject({ kind: 'refused', line: 2, message: saying(words) })
  })
  test('a title that names the currency of the rows, or none, says nothing', async () => {
    const { rows } = await checkContent(
      lines('Paie en octobre (Siège, 12 rue de la Paix)', 'Montants en FCFA', header, row),
    )
    expect(rows).toMatchObject([{ problems: [] }])
    const other = await checkContent(lines('Montants en FCFA', header, kenya))
    expect(other.rows).toMatchObject([{ problems: [{ code: 'currency_mismatch' }] }])
  })
})

describe('a row that the file itself calls paid', () => {
  test.each([
    ['Statut', 'Payé', 'À payer'],
    ['status', 'paid', 'failed'],
    ['Payment status', 'PAID', 'unpaid'],
    ['État', 'réglée', 'non réglée'],
    ['Statut du paiement', 'déjà payé', ''],
    ['Statut', 'Payé le 12/11/2026', 'à payer le 12/12'],
    ['Statut', 'viré le 3 novembre', 'en attente'],
    ['Observations', 'déjà payé en espèces', 'RAS'],
    ['Remarks', 'paid in cash', 'new account'],
    ['Payé ?', 'oui', 'non'],
    ['Réglé', 'x', ''],
    ['Paid', '12/11/2026', 'no'],
    ['Remarks', 'paid', 'paid monthly'],
    ['Observation RH', 'RAS - déjà perçu', 'payé par Orange Money'],
    ['Note', 'ok payé', 'Payé : non'],
    ['Émargement', 'a perçu son salaire', 'payé 15 jours'],
    ['Situation', 'alreadyPaid', 'célibataire'],
    ['Payé (O/N)', 'O', 'N'],
  ])('is not paid again: %s %s', async (name, paid, open) => {
    const row = (line: number, status: string) => `mtn-benin,019700000${line},1500,E${line},${status}`
    const { rows } = await checkContent(lines(`operator,phone,amount,ref,${name}`, row(1, paid), row(2, open)))
    expect(rows.map(({ payable }) => payable !== null)).toEqual([false, true])
    expect(rows[0]?.problems).toMatchObject([{ code: 'reference_in_use', message: saying('delete these words') }])
  })
  test.each([
    ['Statut', 'Annulé'],
    ['Statut', 'SUSPENDUE'],
    ['Observation', 'à ne pas payer'],
    ['Remarque', 'Ne pas payer avant accord'],
    ['Comment', 'do not pay'],
    ['Status', 'On hold'],
    ['Statut', 'Paiement suspendu'],
    ['Observations', 'Salaire bloqué'],
    ['Observations', 'Suspension du contrat'],
    ['Note', 'Annulé et remplacé par la ligne 12'],
    ['Commentaire', 'STOP PAIE'],
    ['Remarks', 'salaire retenu'],
    ['Remarques', 'Absent 3 jours. À suspendre'],
    ['Observations', 'en attente de confirmation'],
    ['Situation', 'Décédé'],
    ['Suspendu ?', 'oui'],
    ['Observations', 'Attention : ne pas payer'],
    ['Observations', 'RH: ne pas payer'],
    ['Observations', 'NB : salaire suspendu'],
    ['Remarks', 'Please do not pay'],
    ['Observations', 'Suspendu. Pas encore repris'],
    ['Observations', 'A repris le 15/11. Suspendu à nouveau'],
    ['Remarks', 'Reinstated in October; suspended again'],
    ['Observations', 'Ne pas payer en novembre'],
    ['Observations', 'Veuf. Suspendu'],
  ])('nor is one that is not to be paid: %s %s', async (name, word) => {
    const { rows } = await checkContent(lines(`operator,phone,amount,${name}`, `mtn-benin,0197000001,1500,${word}`))
    expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: name, message: saying('not to be paid') }])
  })
  test.each([
    ['Jean Ba - NE PAS PAYER', 'not to be paid'],
    ['Ba (décédé)', 'not to be paid'],
    ['Awa Diop suspendue', 'not to be paid'],
    ['DO NOT PAY - Jean Ba', 'not to be paid'],
    ['Jean Ba (déjà payé)', 'paid already'],
    ['Mamadou Paye', undefined],
    ["Jean N'Doye Gelé", undefined],
    ['Vve Ba (mari décédé)', undefined],
    ['Annie Cancela', undefined],
    ['Désiré Holden', undefined],
  ])('beside the name: %s', async (name, said) => {
    for (const heading of ['nom', 'prénom']) {
      const { rows } = await checkContent(
        lines(`operator;phone;amount;${heading}`, `mtn-benin;0197000001;1500;${name}`),
      )
      expect(rows[0]?.problems).toMatchObject(said ? [{ column: heading, message: saying(said) }] : [])
    }
  })
  test('as in a report of which only the status is left, but not in a column of another kind', async () => {
    const left = lines('operator,phone,amount,ref,line,status', 'mtn-benin,0197000001,1500,1,5,paid')
    expect((await checkContent(left)).rows[0]?.problems).toHaveLength(1)
    const other = lines('operator,phone,amount,ref,site', 'mtn-benin,0197000001,1500,1,paid')
    expect((await checkContent(other)).rows[0]?.problems).toEqual([])
  })
  test.each([
    ['Statut', 'En attente de confirmation'],
    ['Observations', 'en attente de paiement'],
    ['Observations', 'Congés payés, avance versée'],
    ['Observations', 'ancien numéro bloqué'],
    ['Observations', 'Suspension du contrat levée'],
    ['Observations', 'annulation de la retenue, candidat retenu'],
    ['Note', 'Annule et remplace la ligne 3'],
    ['Note', 'payé le 25 de chaque mois'],
    ['Situation matrimoniale', 'x'],
    ['Suspendu', 'non'],
    ['Statut du conjoint', 'Décédé'],
    ['Observations', 'Prime : payée'],
    ['Observations', 'Suspendu : non'],
    ['Observations', 'Paid: no'],
    ['Observations', 'Effectué 10 gardes'],
    ['Observations', 'Effectuée 12 nuits'],
    ['Observations', 'Payé 13/26 jours'],
    ['Observations', 'Payé 1500 F/heure'],
    ['Observations', 'Payé 60000 par mois'],
    ['Observations', 'Payée 2 500 F la journée'],
    ['Observations', 'Payé à 80 %'],
    ['Observations', 'Payé le 25 du mois'],
    ['Observations', 'Payé 2 fois par mois'],
    ['Observations', 'Payé en 2 fois'],
    ['Observations', 'Payé 100% mobile money'],
    ['Observations', 'Paid 100 per day'],
    ['Observations', 'Versé 2 enfants'],
    ['Observations', 'Percu 2 acomptes'],
    ['Observations', 'Suspendu en octobre, repris le 01/11'],
    ['Observations', 'Contrat rétabli (suspendu en octobre)'],
    ['Observations', 'Suspendu, repris, suspendu à nouveau, repris le 20/11'],
    ['Observations', 'Suspendu du 01/10 au 15/10. Repris le 16/10'],
    ['Observations', 'Bloqué en octobre, débloqué depuis'],
    ['Observations', 'Suspension 3 jours (mise à pied)'],
    ['Observations', 'Annuler 3 absences'],
    ['Observations', 'Ne pas payer en espèces'],
    ['Observations', 'Do not pay in cash'],
    ['Observations', "Ne pas payer l'avance"],
    ['Observations', "Bloqué à l'échelon 3"],
    ['Observations', 'Salaire arrêté à 150 000'],
    ['Observations', 'Virement annulé, payer par mobile money'],
    ['Observations', 'En attente de son diplôme'],
    ['Observations', 'Blocked number, new SIM'],
    ['Remarks', 'On hold in Oct, now cleared'],
    ['Remarks', 'Half pay (suspension)'],
    ['Observations', 'Suspendu partiel'],
    ['Remarks', 'Deceased parent - condolence included'],
    ['Observations', 'Veuve de M. AHO (décédé)'],
    ['Remarks', 'Pending confirmation of post'],
    ['Observations', 'Bloqué sur échelon 3'],
  ])('an ordinary remark is none: %s %s', async (name, words) => {
    const file = lines(`operator;phone;amount;${name}`, `mtn-benin;0197000001;1500;${words}`)
    expect((await checkContent(file)).rows[0]?.problems).toEqual([])
  })
  test('nor does a report pay the row that its mark made invalid', async () => {
    const row = { operator: 'mtn-benin', phone: '0197000001', amount: '1500', observations: 'Suspendu' }
    const report = { ...row, line: '2', status: 'invalid', error_code: 'malformed', payrun_id: 'abcdefghij:2' }
    const csv = lines(Object.keys(report).join(), Object.values(report).join())
    for (const [text, format] of [[csv], [JSON.stringify([report]), 'json']] as const) {
      const { rows } = await checkContent(text, format, { asksLedger: true })
      expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'observations', value: 'Suspendu' }])
    }
  })
  test('nor one that it refused because of another payout, if no payrun_id says which', async () => {
    const row = { operator: 'mtn-benin', phone: '0197000001', amount: '1500' }
    const invalid = { ...row, status: 'invalid', error_code: 'reference_in_use', error_message: '' }
    for (const [report, told] of [
      [invalid, [{ code: 'reference_in_use', column: 'status', message: saying('does not say whether it was paid') }]],
      [{ ...invalid, error_code: 'invalid_phone' }, []],
      [{ ...invalid, payrun_id: 'abcdefghij:2' }, []],
      [{ ...invalid, payrun_id: 'abcdefghij:2', observations: 'Suspendu' }, [{ code: 'malformed' }]],
    ] as const) {
      const csv = lines(Object.keys(report).join(), Object.values(report).join())
      for (const [text, format] of [[csv], [JSON.stringify([report]), 'json']] as const)
        expect((await checkContent(text, format)).rows[0]?.problems).toMatchObject(told)
    }
  })
  test.each([
    ['Statut', 'Payé', 'À payer', 'reference_in_use'],
    ['status', 'paid', 'failed', 'reference_in_use'],
    ['payé', true, false, 'reference_in_use'],
    ['note', 'annulé', 'équipe A', 'malformed'],
    ['to_pay', false, true, 'malformed'],
    ['paid_at', '2026-11-20', null, 'reference_in_use'],
    ['payment_method', 'cash', 'mobile_money', 'malformed'],
  ])('in JSON as in a table: %s %s', async (name, said, open, code) => {
    const people = [said, open].map((value, at) => ({
      operator: 'mtn-benin',
      phone: `019700000${at}`,
      amount: 1500,
      ref: `E${at}`,
      [name]: value,
    }))
    const files = [
      ['json', JSON.stringify(people)],
      ['ndjson', people.map((each) => JSON.stringify(each)).join('\n')],
    ] as const
    for (const [format, text] of files) {
      const { rows } = await checkContent(text, format)
      expect(rows.map(({ payable }) => payable !== null)).toEqual([false, true])
      expect(rows[0]?.problems).toMatchObject([{ code, column: name, message: saying('delete these words') }])
    }
  })
  // Of two readings, this one costs a cell that is cleared, and the other a salary.
  test.each([
    ['note', 'Paye 11/2026'],
    ['Observations', 'PAYE 2026-11'],
    ['Observations', 'Payé 11/2026'],
    ['Observations', 'paye le 12/11/2026'],
    ['Statut', 'Paye 11/2026'],
  ])('or perhaps for the pay of a month: %s %s', async (name, text) => {
    const { rows } = await checkContent(lines(`operator,phone,amount,${name}`, `mtn-benin,0197000001,1500,${text}`))
    expect(rows.map(({ payable }) => payable)).toEqual([null])
  })
})
