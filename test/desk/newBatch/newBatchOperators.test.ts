import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operators } from '../../../src/payout/operators/operator.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { draftOfAwa } from '../uploads.ts'
import type { Seen } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const head = 'operator,phone_number,amount,reference,name'
const file = (...rows: string[]) => `${[head, ...rows].join('\n')}\n`

/** The names of a list, in its order, as far as the last of these. */
const optionsOf = ({ html }: Seen, name: string): string[] => {
  const list = html.split(`name="${name}"`)[1]?.split('</select>')[0] ?? ''
  return [...list.matchAll(/<option[^>]*>([^<]*)</g)].map(([, text = '']) => text)
}

describe('an operator that a row does not say clearly', () => {
  it('is chosen from names: those that are probably meant first, then the others, each in the order of the alphabet', async () => {
    const { page } = await draftOfAwa(server, file('Orange,77123456,1500,R-1,Awa'), 'paie.csv', 'fr')
    const options = optionsOf(page, 'cell-2-0')
    expect(options[0]).toBe('Orange')
    const orange = ['Burkina Faso', 'Mali'].map((country) => `Orange Money ${country}`)
    expect(options.slice(1, 3)).toEqual(orange)
    const others = options.slice(3)
    expect(others).toEqual([...others].sort((one, other) => one.localeCompare(other, 'fr')))
    expect(others).toHaveLength(19)
    expect(page.html).toContain(`Choisissez l'opérateur (${orange.join(', ')})`)
    expect(page.html).not.toContain('orange-money-ml,')
  })

  it('is of a country that the number fits, and nowhere chosen where the file names another', async () => {
    const rows = [1, 2].map((n) => `Wave,070712345${n},1500,R-${n},Awa`)
    const { page } = await draftOfAwa(server, file(...rows), 'paie.csv', 'fr')
    const ofNumber = ['MoMo Kenya', 'MoMo Ouganda', 'MoMo Tanzanie', "Moov Côte d'Ivoire", "MTN Côte d'Ivoire"]
    for (const name of ['alike-unknown_operator-0-0', 'cell-2-0']) {
      expect(optionsOf(page, name).slice(1, 6)).toEqual(ofNumber)
      expect(['', 'Wave']).toContain(fieldsOf(page)[name])
    }
    expect(page.html).toContain("payrun a seulement Wave Sénégal, et ce numéro est d'un autre pays.")
    const { page: abidjan } = await draftOfAwa(server, file(...rows, 'MTN,0504123456,1500,R-3,Yao'), 'abj.csv', 'fr')
    expect(optionsOf(abidjan, 'alike-unknown_operator-0-0').slice(1, 3)).toEqual(ofNumber.slice(3))
    expect(optionsOf(abidjan, 'cell-4-0').slice(1, 2)).toEqual(["MTN Côte d'Ivoire"])
    expect(fieldsOf(abidjan)).toMatchObject({ 'alike-unknown_operator-0-0': '', 'cell-4-0': 'MTN' })
    expect(abidjan.html).toContain("que le reste du fichier indique (Côte d'Ivoire). Opérateurs de ce pays")
  })

  it('is looked up in the list of the operators of each country, which the problem leads to', async () => {
    const { awa, page } = await draftOfAwa(server, file('Zap,0707123451,1500,R-1,Awa'), 'paie.csv', 'fr')
    const [, link = ''] = /href="([^"#]*#operators)"/.exec(page.html) ?? []
    const { html } = await awa.get(link.replace(/#.*/, ''))
    expect(html).toContain('id="operators"')
    expect(operators.filter(({ code }) => !html.includes(`<code>${code}</code>`))).toEqual([])
    expect(html).toContain("MTN Côte d'Ivoire <code>mtn-ci</code>")
  })

  it('is found by the country of the number, and chosen where that is one', async () => {
    const { page } = await draftOfAwa(server, file(',+22890123456,1500,R-1,Awa', 'Zap,+22997112204,1500,R-2,Yao'))
    expect(fieldsOf(page)['cell-2-0']).toBe('t-money-togo')
    expect(optionsOf(page, 'cell-3-0').slice(0, 3)).toEqual(['Zap', 'Moov Benin', 'MTN Benin'])
    expect(page.html).toContain('Its operators there: MTN Benin, Moov Benin.')
    expect(page.html).toContain('The operator is missing. Choose it.')
  })

  it('is taken as it is chosen with the button that corrects, and with no other', async () => {
    const text = file('wave-sengal,+221771234501,1500,R-1,Awa', 'wave-senegal,+221771234502,1500,R-2,Yao')
    const { awa, page } = await draftOfAwa(server, text)
    expect(fieldsOf(page)['cell-2-0']).toBe('wave-senegal')
    const english = await press(awa, await press(awa, page, 'Français'), 'English')
    const left = await press(awa, english, 'Leave out this row')
    expect(left.html).toContain('Pay 1 person 1,500')
    const back = await press(awa, left, 'Do not leave them out')
    const fixed = await press(awa, back, 'Correct and check again')
    expect(fixed.html).toContain('Done: 1 cell corrected.')
    expect(fixed.html).toContain('Pay 2 people 3,000')
  })

  it('is chosen for all rows at once where it is the same in each, and only there', async () => {
    const rows = [1, 2, 3].map((n) => `wave-sengal,+22177123450${n},1500,R-${n},Awa ${n}`)
    const { awa, page } = await draftOfAwa(server, file(...rows))
    const fields = fieldsOf(page)
    expect([fields['alike-unknown_operator-0-0'], fields['cell-2-0']]).toEqual(['wave-senegal', 'wave-sengal'])
    const fixed = await press(awa, page, 'Correct and check again', { 'cell-3-0': 'orange-money-senegal' })
    expect(fixed.html).toContain('Done: 3 cells corrected.')
    expect(fixed.html).toContain('Pay 3 people 4,500')
  })
})

describe('a problem that two cells of a row may be the cause of', () => {
  it.each([
    ['a brand of several countries', 'MTN,0197000001,1500,R-1,Awa', { 'cell-2-1': '+2290197000001' }],
    ['a number of another country', 'mtn-benin,+221771234501,1500,R-1,Awa', { 'cell-2-0': 'orange-money-senegal' }],
  ])('offers both: %s', async (_, text, typed) => {
    const { awa, page } = await draftOfAwa(server, file(text))
    expect(fieldsOf(page)).toMatchObject({ 'cell-2-0': text.split(',')[0], 'cell-2-1': text.split(',')[1] })
    const fixed = await press(awa, page, 'Correct and check again', typed)
    expect(fixed.html).toContain('Done: 1 cell corrected.')
    expect(fixed.html).toContain('Pay 1 person 1,500')
  })

  it('offers the country and the operator, or the currency and the amount', async () => {
    const head = 'operator,country,phone_number,amount,currency\n'
    const of = (row: string) => draftOfAwa(server, `${head}${row}\n`)
    const { page } = await of('mtn-benin,Senegal,+2290197000001,1500,XOF')
    expect(fieldsOf(page)).toMatchObject({ 'cell-2-1': 'Senegal', 'cell-2-0': 'mtn-benin' })
    const { page: other } = await of('mtn-benin,Benin,+2290197000001,1500,KES')
    expect(fieldsOf(other)).toMatchObject({ 'cell-2-4': 'KES', 'cell-2-3': '1500' })
  })
})
