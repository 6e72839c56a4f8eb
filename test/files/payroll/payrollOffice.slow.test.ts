import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libreOfficeTitle, openLibreOffice, withoutLibreOffice } from '../../harness/libreOffice.ts'
import { saying } from '../../harness/words.ts'
import { checkContent, temporaryFolder } from './checkContent.ts'

/** As a payroll office makes it: a title, its own headings, a total, and who signs. */
const payroll = (total: string, heading = 'Net à payer (FCFA)') => `SOCIÉTÉ SAHEL SERVICES;;;;;;
État de paie de novembre 2026 (montants en FCFA);;;;;;
;;;;;;
N°;Matricule;Nom et prénom(s);Réseau;N° de téléphone;Pays;${heading}
1;A01;Kouamé Œuvre;Orange Money;70 12 34 56;Burkina Faso;125 000,00
2;A02;Aïssatou Traoré;Orange Money;+223 75 12 34 56;;98 500,00
3;A03;N'Guessan Hélène;MTN MoMo;05 04 12 34 56;Côte d'Ivoire;76 500,00
;;TOTAL GÉNÉRAL;;;;${total}
;;;;;;
Arrêté le présent état à la somme de trois cent mille (300 000) francs CFA;;;;;;
Fait à Ouagadougou, le 30/11/2026;;;;;;
;Le Directeur;;;La Comptable;;
`

describe.skipIf(withoutLibreOffice)(`a payroll as LibreOffice saves it${libreOfficeTitle}`, () => {
  const office = withoutLibreOffice ? null : openLibreOffice()
  let folder = ''
  const sources: string[] = []
  beforeAll(async () => {
    folder = await temporaryFolder()
    for (const [name, content] of [['good', payroll('300 000,00')], ...refused] as const) {
      sources.push(join(folder, `${name}.csv`))
      await writeFile(join(folder, `${name}.csv`), content)
    }
  })
  afterAll(() => office?.close())

  const csv = (encoding: number) => `csv:Text - txt - csv (StarCalc):59,34,${encoding},1,,1036,false,true,false`

  const refused = [
    ['a wrong total', payroll('299 000,00'), 'add up to'],
    ['another currency', payroll('300 000,00', 'Net à payer (€)'), 'is in €'],
    ['thousands', payroll('300 000,00', 'Net à payer (k FCFA)'), 'in full'],
    ['two amounts', payroll('300 000,00').replace('N°;Matricule', 'Montant;Matricule'), 'Say which one it is'],
  ] as const

  /** Every payroll in a format: LibreOffice is started once for each. */
  const inFormat = new Map<string, Promise<string[]>>()
  const saveAll = async (to: string): Promise<string[]> => {
    if (!office) throw new Error('without LibreOffice there is nothing to save')
    const into = join(folder, String(inFormat.size))
    await mkdir(into)
    const asText = '1/2/2/2/3/2/4/2/5/2/6/2/7/2'
    return office.convertAll(sources, to, into, [`--infilter=CSV:59,34,76,1,${asText}`])
  }
  async function saved(name: string, to: string): Promise<Buffer> {
    const all = inFormat.get(to) ?? saveAll(to)
    inFormat.set(to, all)
    return readFile((await all).find((path) => basename(path).startsWith(`${name}.`)) ?? '')
  }

  // LibreOffice's numbers: 1 Windows-1252, 76 UTF-8, 65535 UTF-16.
  test.each([
    ['Windows-1252', csv(1), 'csv'],
    ['UTF-8', csv(76), 'csv'],
    ['UTF-16', csv(65535), 'csv'],
    ['a workbook', 'xlsx', 'xlsx'],
  ])('%s: everybody is paid without an option, and the total is compared', async (_, to, extension) => {
    const { rows, result } = await checkContent(await saved('good', to), extension)
    expect(
      rows.map(({ payable, reference }) => [reference, payable?.operator, payable?.phone, payable?.amountMinor]),
    ).toEqual([
      ['A01', 'orange-money-burkina', '22670123456', 125000n],
      ['A02', 'orange-money-ml', '22375123456', 98500n],
      ['A03', 'mtn-ci', '2250504123456', 76500n],
    ])
    expect(rows[0]?.payable?.name).toBe('Kouamé Œuvre')
    expect(result).toMatchObject({ kind: 'checked', summary: { rows: 3, valid: 3, problemCount: 0 } })
    const notes = result.kind === 'checked' ? result.summary.notes : []
    expect(notes).toContainEqual(saying(/Line 8 is the total of the file: .*300.000.*agrees/))
    expect(notes).toContainEqual(
      saying(/^Lines 10 \("Arrêté .*"\), 11 \("Fait .*"\), 12 \("Le Directeur La Comptable"\) below the rows/),
    )
  })
  test.each(refused)('%s refuses the file', async (name, _, words) => {
    for (const [to, extension] of [
      [csv(1), 'csv'],
      ['xlsx', 'xlsx'],
    ] as const) {
      const { result } = await checkContent(await saved(name, to), extension)
      expect(result).toMatchObject({ kind: 'refused', message: saying(words) })
    }
  })
})
