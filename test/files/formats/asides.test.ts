import { describe, expect, test } from 'vitest'
import { english } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { check, good, names } from './payrollSheet.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string) => `<Relationship Id="${target}" Type="${type}" Target="${target}"/>`
const related = (...all: string[]) => ({
  'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships>${all.join('')}</Relationships>`,
})

const comment = (ref: string, text: string) => `<comment ref="${ref}"><text><r><t>${text}</t></r></text></comment>`
const commented = (...all: string[]) => ({
  ...related(relation(`${office}/comments`, '../comments1.xml')),
  'xl/comments1.xml': `<comments><authors/><commentList>${all.join('')}</commentList></comments>`,
})

const data = names + good(2) + good(3)

/** What comes of each row, and of the sheet. */
async function beside(parts: Record<string, string>, rows = data) {
  const { rows: checked, result } = await check(rows, { parts })
  const problems = checked.flatMap((each) =>
    each.problems.map((problem) => [problem.line, problem.column, english(problem.message)]),
  )
  const notes = result.kind === 'checked' ? result.summary.notes.map((each) => english(each)) : []
  return { problems, notes, refusal: result.kind === 'refused' ? english(result.message) : null }
}

describe('a comment', () => {
  test.each([
    ['D3', 'Ne pas payer : démissionnaire', 'reference', /comment on D3 says that this is not to be paid/],
    ['B3', 'RH:\nsuspendu', 'phone', /not to be paid/],
    ['Z3', 'déjà payé le 12/11', '', /paid already/],
    ['B3', 'payé en espèces', 'phone', /paid already|mobile money/],
  ])('on %s that says "%s" is a problem of its row', async (ref, text, column, says) => {
    const { problems, notes } = await beside(commented(comment(ref, text)))
    expect(problems).toEqual([[3, column, expect.stringMatching(says)]])
    expect(notes).toEqual([expect.stringContaining(`The comment on ${ref}: "${text.replace('\n', ' ')}"`)])
  })

  test('with other words, or on another line, is a note that quotes it', async () => {
    const many = Array.from({ length: 6 }, (_, at) => comment(`E${at + 20}`, `Vu ${at}`))
    const { problems, notes, refusal } = await beside(commented(comment('C2', 'Montant à corriger : 89 500'), ...many))
    expect([problems, refusal]).toEqual([[], null])
    expect(notes).toEqual([expect.stringMatching(/C2: "Montant à corriger : 89 500", .*E23: "Vu 3", and 2 more$/)])
  })

  test('on an advance, or with the amount that is paid, holds no row', async () => {
    const rows = row(1, ['operator', 'phone', 'amount', 'reference', 'Avance']) + good(2) + good(3)
    const parts = commented(comment('E2', 'Payée le 12/11/2025'), comment('C3', '1500 au lieu de 1600'))
    expect(await beside(parts, rows)).toMatchObject({ problems: [], refusal: null })
  })

  test.each([
    ['Montants en milliers', /not written in full/],
    ['Déjà payé', /paid already/],
    ['Mettre une croix pour ne pas payer', null],
  ])('on a heading that says "%s"', async (text, says) => {
    const { refusal } = await beside(commented(comment('C1', text)))
    expect(refusal).toEqual(says && expect.stringMatching(says))
  })

  test('of a conversation is read with its replies and without the placeholder; a resolved one holds nothing', async () => {
    const placeholder = comment('B2', 'Read https://go.microsoft.com/fwlink/?linkid=870924\nComment: suspendu')
    const said = (ref: string, text: string, done = '') =>
      `<threadedComment ref="${ref}"${done}><text>${text}</text></threadedComment>`
    const threads =
      said('B2', 'suspendu', ' done="1"') + said('B2', 'Repris') + said('B3', 'Vu') + said('B3', 'ne pas payer')
    const { problems, notes } = await beside({
      ...commented(placeholder),
      ...related(
        relation(`${office}/comments`, '../comments1.xml'),
        relation('http://schemas.microsoft.com/office/2017/10/relationships/threadedComment', '../threads.xml'),
      ),
      'xl/threads.xml': `<ThreadedComments>${threads}</ThreadedComments>`,
    })
    expect(problems).toEqual([[3, 'phone', expect.stringContaining('not to be paid')]])
    expect(notes).toEqual([expect.stringMatching(/B2: "suspendu Repris", .*B3: "Vu ne pas payer"$/)])
  })
})

test.each([
  ['DEJA PAYE LE 25/11/2026', /The text box at G3 says .* paid already/],
  ['Rouge : ne pas payer', /The text box at G3 says that rows .* can't tell which rows/],
  ['ETS SOSSA', null],
])('a text box that says "%s"', async (text, says) => {
  const { refusal, notes } = await beside({
    ...related(relation(`${office}/drawing`, '../drawings/drawing1.xml')),
    'xl/drawings/drawing1.xml': `<wsDr><twoCellAnchor><from><col>6</col><colOff>0</colOff><row>2</row></from><sp><txBody><p><r><t>${text}</t></r></p></txBody></sp></twoCellAnchor></wsDr>`,
  })
  expect(refusal).toEqual(says && expect.stringMatching(says))
  if (says === null) expect(notes).toEqual([expect.stringContaining(`The text box at G3: "${text}"`)])
})

test.each([
  [
    '<oddHeader>&amp;C&amp;"Arial,Bold"&amp;14PROJET - NE PAS PAYER</oddHeader>',
    /page header or footer says .* not to be paid/,
    0,
  ],
  ['<oddFooter>&amp;LETS SOSSA&amp;RPage &amp;P</oddFooter>', null, 1],
  ['<oddFooter>&amp;RPage &amp;P sur &amp;N</oddFooter>', null, 0],
  [`${'<oddFooter/>'.repeat(3_000)}<oddFooter>NE PAS PAYER</oddFooter>`, /not to be paid/, 0],
])('the page: %s', async (header, says, count) => {
  const sheet = `<worksheet><sheetData>${data}</sheetData><headerFooter>${header}</headerFooter></worksheet>`
  const { refusal, notes } = await beside({ 'xl/worksheets/sheet1.xml': sheet })
  expect(refusal).toEqual(says && expect.stringMatching(says))
  expect(notes).toHaveLength(count)
})

test('no more is kept than an office writes, and a broken part refuses the workbook', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => comment(`B${at + 9}`, 'x'.repeat(3_000)))
  const { notes } = await beside(commented(...many(2)))
  expect(notes[0]?.length).toBeLessThan(600)
  for (const parts of [commented(...many(5_000)), commented('<comment>')])
    expect((await beside(parts)).refusal).toMatch(/unpack|damaged/)
})
