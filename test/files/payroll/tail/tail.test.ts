import { describe, expect, test } from 'vitest'
import { saying } from '../../../harness/words.ts'
import { checkContent } from '../checkContent.ts'

const header = 'Matricule;Nom;Opérateur;Téléphone;Montant'
const rows = ['E1;Awa;mtn-benin;0197000001;1 500', 'E2;Koffi;moov-benin;0195000002;148 500']
const lines = (...below: string[]) => `${[header, ...rows, ...below].join('\n')}\n`
const check = (...below: string[]) => checkContent(lines(...below))

describe('a total below the rows', () => {
  test.each([
    'TOTAL;;;;150000',
    ';TOTAL;;;150 000',
    ';;Total;;150000',
    ';;;TOTAL;150000',
    'Total général;;;;150 000 FCFA',
    'Somme;;;;150000,00',
    'Sous-total;;;;150000',
    'Sum;;;;150000',
    'S/TOTAL;;;;150000',
    'ST;;;;150000',
    'T O T A L;;;;150000',
    'Tot.;;;;150000',
    'TTL;;;;150000',
    'Σ;;;;150000',
    'Net à payer total;;;;150000',
    'Montant total;;;;150.000',
    'Grand total;;;;150,000',
    'TOTAL NET A PAYER;;;;150000',
    'TOTAL : 150 000 FCFA;;;;',
    'Totaux;2;;;150000',
    'TOTALS;;;2;150000',
    'MONTANT GLOBAL;;;;150000',
    'NET À PAYER;;;;150000',
    'Ensemble :;;;;150000',
    'JUMLA KUU;;;;150000',
    'Igiteranyo;;;;150000',
    'TOTAL;;;;150000\n;;;;',
    'Sous-total;;;;150000\nTotal;;;;150000',
  ])('is no payout, and agrees: %j', async (below) => {
    const checked = await check(below)
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 3])
    expect(checked.result).toMatchObject({ kind: 'checked', summary: { rows: 2, valid: 2, problemCount: 0 } })
    const notes = checked.result.kind === 'checked' ? checked.result.summary.notes : []
    expect(notes[0]).toEqual(saying(/^Line 4 is the total of the file: .*150[^\d]000/))
  })
  test.each([
    'TOTAL;;;;150001',
    'TOTAL;;;;1500',
    'Sous-total;;;;148 500',
    'TOTAL : 15 000 FCFA;;;;',
    'TOTAL;;;;150000 €',
  ])('refuses the file where it differs, with both sums: %j', async (below) => {
    expect((await check(below)).result).toMatchObject({
      kind: 'refused',
      line: 4,
      message: saying(/^Line 4 gives a total of .+, but the rows add up to .*150[^\d]000/),
      summary: { rows: 2 },
    })
  })
  test("refuses the file where it can't be read", async () => {
    for (const amount of ['#REF!1', '15o0', '1 50', '150 k'])
      expect((await check(`TOTAL;;;;${amount}`)).result).toMatchObject({ kind: 'refused', line: 4 })
  })
  test('counts the rows that can not be paid as well', async () => {
    const bad = `${header}\n${rows[0]}\nE2;Koffi;moov-benin;12;148500\nE3;Ali;mtn-benin;0197000003;0\nTOTAL;;;;150000\n`
    const { result } = await checkContent(bad)
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, valid: 1, notes: [saying('agrees')] } })
    expect((await checkContent(bad.replace('148500', '148600'))).result).toMatchObject({ kind: 'refused', line: 5 })
  })
  test('is not compared where an amount of the rows is unreadable, and that is said', async () => {
    const { result } = await checkContent(
      `${header}\n${rows[0]}\nE2;Koffi;moov-benin;0195000002;1.500\nTOTAL;;;;150000\n`,
    )
    expect(result).toMatchObject({ kind: 'checked', summary: { valid: 1, notes: [saying('was not compared')] } })
  })
  test('of several currencies may be of each, or of the column', async () => {
    const mixed = `${header}\n${rows[0]}\nE2;Wanjiku;momo-kenya;0712345678;20,50\n`
    const total = async (below: string) => (await checkContent(mixed + below)).result
    expect(await total('Total XOF;;;;1500\nTotal KES;;;;20,50\n')).toMatchObject({ kind: 'checked' })
    expect(await total('Total;;;;1520,50\n')).toMatchObject({ kind: 'checked' })
    expect(await total('Total XOF;;;;20,50\n')).toMatchObject({ kind: 'refused' })
    expect(await total('Total KES;;;;1520,50\n')).toMatchObject({ kind: 'refused' })
    expect(await total('Total;;;;1520\n')).toMatchObject({ kind: 'refused', message: saying('1520.50') })
  })
})

describe('what is not below the rows is never left out', () => {
  test('a total in their middle is a problem, and so is all above a payout', async () => {
    const checked = await check('TOTAL;;;;150000', 'Le Directeur;;;;', 'E3;Ali;mtn-benin;0197000003;1500')
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
    expect(checked.rows[2]?.problems).toMatchObject([{ code: 'malformed', message: saying('is a total') }])
  })
  test.each([
    ['a person without a number', 'E3;Ali;mtn-benin;;1500'],
    ['a person without operator and number', 'E3;Ali;;;1500'],
    ['a person with a reference alone', 'E3;Ali;;;'],
    ['a person with a name alone', ';Ali Sow;;;'],
    ['a person with initials', ';N.B. Sow;;;'],
    ['an amount alone', ';;;;1500'],
    ['an operator misspelt', 'E3;Ali;mtnn;;1500'],
    ['a number alone', ';;;0197000003;'],
    ['a person called Somme with a number', 'E3;Somme;mtn-benin;0197000003;0'],
    ['a total with a number', 'TOTAL;;;0197000003;150000'],
    ['a total with an operator', 'TOTAL;;mtn-benin;;150000'],
    ['a total with a reference', 'E9;TOTAL;;;150000'],
    ['a name that begins so', ';Totalement Paul;;;1500'],
    ['a person with a remark of what is to be paid', 'E3;Ali, net à payer ce jour;;;1500'],
  ])('%s is a problem', async (_, below) => {
    const checked = await check(below)
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 3, 4])
    expect(checked.rows[2]?.problems.length).toBeGreaterThan(0)
  })
  test.each([
    ['a number', ';;;0197000003;'],
    ['an operator', ';;mtn-benin;;'],
  ])('%s below a total is a problem, and the total with it', async (_, below) => {
    const checked = await check('TOTAL;;;;150000', below)
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  })
  test.each(['E3;Ali;;;1500', 'E3;Ali;;;', 'Frais de transfert;;;;2700', 'Tél. DRH : 21 30 00 00;;;;'])(
    'what is not clear below a total is a problem, and the total is none: %j',
    async (below) => {
      const checked = await check('TOTAL;;;;150000', 'Récapitulatif;;;;', below)
      expect(checked.rows.map(({ line }) => line)).toEqual([2, 3, 6])
      expect(checked.rows[2]?.problems).toMatchObject([{ message: saying('move it above the total') }])
      expect(checked.result).toMatchObject({
        kind: 'checked',
        summary: { notes: [saying('agrees'), saying('Line 5')] },
      })
      expect((await check('TOTAL;;;;150001', below)).result).toMatchObject({ kind: 'refused', line: 4 })
    },
  )
  test('a row with one cell is a problem once', async () => {
    for (const heading of ['PERSONNEL TEMPORAIRE;;;;', 'PERSONNEL TEMPORAIRE']) {
      const checked = await check(heading, 'E3;Ali;mtn-benin;0197000003;1500')
      expect(checked.rows[2]?.problems).toMatchObject([
        { code: 'malformed', message: saying('write it like "Lagos office"') },
      ])
    }
  })
  test.each([
    'Les agents surlignés en jaune ne doivent pas être payés;;;;',
    'TOTAL;;;;150000\nRows in red are not to be paid;;;;',
    'SOSSA Luc;à payer en espèces;;;',
  ])('a legend of rows that are not to be paid refuses the file: %j', async (below) => {
    const quoted = below
      .replace(/^TOTAL.*\n/, '')
      .replace(/;+$/, '')
      .replace(';', ' ')
    expect((await check(below)).result).toMatchObject({
      kind: 'refused',
      message: saying(`("${quoted}"), and payrun can't`),
    })
  })
  test('a file of nothing but a total has nothing to pay', async () => {
    expect((await checkContent(`${header}\nTOTAL;;;;0\n`)).result).toMatchObject({
      kind: 'refused',
      message: saying('nothing to pay'),
    })
  })
})

describe('signatures below the rows', () => {
  test.each([
    ['NB : les montants sont en milliers de FCFA;;;;', 'not written in full'],
    ['Montants en milliers', 'not written in full'],
    ['Nota : salaires exprimés en euros;;;;', 'does not pay'],
  ])('say what the amounts are counted in, too: %s', async (below, words) => {
    expect((await check(below)).result).toMatchObject({ kind: 'refused', line: 4, message: saying(words) })
  })
  test.each([
    'Le Directeur;;;;',
    ';;Le Directeur Général;;La Comptable',
    'Fait à Cotonou, le 30/11/2026;;;;',
    'Cotonou, le 30 novembre 2026;;;;',
    '30/11/2026;;;;',
    'Signature : ____________;;;;',
    '______________;;;;',
    'Arrêté le présent état à la somme de cent cinquante mille francs CFA;;;;',
    'Arrêté le présent état à la somme de 150 000 FCFA;;;;',
    'Arrêté à la somme de cent cinquante mille (150 000) francs;;;;',
    'Approved by: J. Mensah;;;;',
    'Page 1/1;;;;',
    'Le Directeur',
    'Visa DRH',
    'La présente liste est arrêtée au nombre de deux (02) bénéficiaires pour un montant total de 150 000 francs CFA',
    'Soit au total : cent cinquante mille francs CFA',
    'Soit la somme de 150 000 FCFA',
    "La somme totale s'élève à 150 000 F CFA",
    "L'Ordonnateur",
    'Le Chef Service du Personnel',
    'HR Officer: ____________',
    'For and on behalf of Acme Ltd',
    'I certify that the above staff worked in November 2026',
    'Ampliations : DAF, DRH',
    '2 lignes',
    'Mode de règlement : Mobile Money',
    'Confidential',
    'Merci',
    'Source : service RH',
    '---- Fin du document ----',
    'TOTAL;;;;150000\nAwa Diop, chef du personnel;;;;',
    'TOTAL;;;;150000\n;;;30/11/2026;\n;Awa Diop;;;',
    'TOTAL;;;;150000\nNombre de bénéficiaires : 2;;;;',
    'Nombre de bénéficiaires;;;;2',
    'Nombre de bénéficiaires : 2;;;;150000',
    "Nombre d'agents;2;;Total :;150 000",
    'Total agents : 2;;;Total montant :;150 000',
    'Effectif novembre 2026;2;;;150000',
    'NB : les paiements se font le 30;;;;',
    'N.B. - paiements le 30;;;;',
    'NB : mutation de M. KOFFI (E4), voir annexe (2 pages) et note (1);;;;',
  ])('are passed over and said: %j', async (below) => {
    const checked = await check(below)
    expect(checked.rows.map(({ line }) => line)).toEqual([2, 3])
    expect(checked.result).toMatchObject({ kind: 'checked', summary: { problemCount: 0 } })
    const notes = checked.result.kind === 'checked' ? checked.result.summary.notes : []
    expect(notes.length).toBeGreaterThan(0)
    if (below === 'Visa DRH') expect(notes).toEqual([saying('Line 4 ("Visa DRH") below the rows')])
  })
  test.each([
    'Arrêté le présent état à la somme de 15 000 FCFA;;;;',
    'Arrêté à la somme de cent cinquante mille (151 000) francs;;;;',
    'Nombre de bénéficiaires : 3;;;;',
    'Effectif;;;;1',
    'Effectif : 3;;;;150000',
    'Effectif : 2;;;;150001',
    '3 records',
    "La somme totale s'élève à 15 000 F CFA",
  ])('that say something else than the rows refuse the file: %j', async (below) => {
    expect((await check(below)).result).toMatchObject({ kind: 'refused', line: 4 })
  })
  test('a numbered row with the words of one is a person', async () => {
    const table = 'N°;Nom;Fonction;Opérateur;Téléphone;Montant\n1;Awa;Agent;mtn-benin;0197000001;1500\n'
    const { rows } = await checkContent(`${table}2;Ali;Comptable;;;\n`)
    expect(rows[1]?.problems.length).toBeGreaterThan(0)
  })
  test('many lines are no signature block', async () => {
    const checked = await check(...Array.from({ length: 100 }, () => 'Le Directeur;;;;'))
    expect(checked.rows.length).toBeGreaterThan(30)
  })
})

describe('an amount that its comma splits', () => {
  const splitting = (names: string, row: string) =>
    checkContent(`operator,phone,amount${names}\nmomo-kenya,0712345678${row}\n`)
  test.each([
    [',note', ',1,250'],
    [',name', ',1,250'],
    [',name,note', ',12,500.00,Jane'],
    [',Observation', ',KSh 1,250'],
  ])('in a row that lacks its last cell is a problem: %s%s', async (names, row) => {
    const { rows } = await splitting(names, row)
    expect(rows[0]?.problems).toMatchObject([{ code: 'malformed', column: 'amount', message: saying('split in two') }])
  })
  test.each([
    [',reference', ',250,101'],
    [',name', ',1,Jane'],
    [',note', ',1250,250'],
    [',note', ',1,2500'],
  ])('what may as well be right is none: %s%s', async (names, row) => {
    expect((await splitting(names, row)).rows[0]?.problems).toEqual([])
  })
})

describe('a row with more cells than the header', () => {
  const names = 'id,operator,phone,amount,note'
  const shifted = 'E2,momo-kenya,+254712345302,1,250,'
  test('may be shifted and is refused, whether the cells are empty or not', async () => {
    for (const row of [shifted, 'E2,momo-kenya,+254712345302,250,,', 'E2,momo-kenya,+254712345302,250,x,y']) {
      const checked = await checkContent(`${names}\nE1,momo-kenya,+254712345301,250,\n${row}\n`)
      expect(checked.rows).toMatchObject([{ problems: [] }, { payable: null, problems: [{ code: 'malformed' }] }])
    }
  })
  test('with quotes around as well', async () => {
    const checked = await checkContent(
      `${names}\n"E1","momo-kenya","+254712345301","250",""\n"E2","momo-kenya","+254712345302","1","250",""\n`,
    )
    expect(checked.rows).toMatchObject([{ problems: [] }, { problems: [{ code: 'malformed' }] }])
  })
  test('is taken where the header ends so, too', async () => {
    const checked = await checkContent(
      `${names},,\nE1,momo-kenya,+254712345301,250,,,\nE2,momo-kenya,+254712345302,250,\n`,
    )
    expect(checked.rows).toMatchObject([{ problems: [] }, { problems: [] }])
    const wider = await checkContent(`${names},\nE1,momo-kenya,+254712345301,250,,,\n`)
    expect(wider.rows).toMatchObject([{ problems: [{ code: 'malformed' }] }])
  })
  test('is refused where every row is wider and the header is not', async () => {
    const checked = await checkContent(
      `${names}\nE1,momo-kenya,+254712345301,250,x,\nE2,momo-kenya,+254712345302,250,x,\n`,
    )
    expect(checked.rows).toMatchObject([{ problems: [{ code: 'malformed' }] }, { problems: [{ code: 'malformed' }] }])
  })
})
