import { describe, expect, test } from 'vitest'
import { saying } from '../../harness/words.ts'
import { row } from '../../harness/workbook.ts'
import { check, names } from './payrollSheet.ts'

/** A cell of the first of the formats. */
const styled = (value: string) => `<c s="1"><v>${value}</v></c>`

describe('a footnote or a line through a value', () => {
  const inPieces = (...runs: string[]) => `<c t="inlineStr"><is>${runs.map((run) => `<r>${run}</r>`).join('')}</is></c>`
  const plain = (text: string) => `<t>${text}</t>`
  const raised = (text: string) => `<rPr><vertAlign val="superscript"/></rPr><t>${text}</t>`
  const lowered = (text: string) => `<rPr><vertAlign val="subscript"/></rPr><t>${text}</t>`
  const struck = (text: string) => `<rPr><strike/></rPr><t>${text}</t>`
  const phone = '+2290197000001'

  test.each([
    ['a raised footnote behind an amount', [phone, inPieces(plain('150000'), raised('1'))], 'invalid_amount', /²/],
    ['a lowered one', [phone, inPieces(plain('150000'), lowered('1'))], 'invalid_amount', /²/],
    ['a raised footnote behind a number', [inPieces(plain('019700000'), raised('2')), 1500], 'invalid_phone', /²/],
    [
      'an amount whose first digit is struck out',
      [phone, inPieces(struck('1'), plain('90000'))],
      'invalid_amount',
      /struck/,
    ],
    ['a number that is struck out', [inPieces(struck('0197000001')), 1500], 'invalid_phone', /struck/],
  ])('%s is a problem of its row', async (_, cells, code, says) => {
    const { rows } = await check(names + row(2, ['mtn-benin', ...cells, 'EMP-1']))
    expect(rows[0]?.problems).toMatchObject([{ code, message: saying(says) }])
  })

  test('is none where the font says that there is no line', async () => {
    const amount = inPieces('<rPr><strike val="false"/><vertAlign val="baseline"/></rPr><t>1500</t>')
    const { rows } = await check(names + row(2, ['mtn-benin', phone, amount, 'EMP-1']))
    expect(rows[0]).toMatchObject({ problems: [], payable: { amountMinor: 1500n } })
  })

  test("is read in the workbook's table of texts, and not carried into the next text", async () => {
    const strings = `<si><r>${struck('mtn-benin')}</r></si><si><t>mtn-benin</t></si>`
    const cells = (at: number) => [`<c t="s"><v>${at}</v></c>`, phone, 1500 + at, `EMP-${at}`]
    const { rows } = await check(names + row(2, cells(0)) + row(3, cells(1)), { strings })
    expect(rows.map(({ problems }) => problems.length)).toEqual([1, 0])
  })

  test('is read in the style of a cell that holds a number', async () => {
    const fonts =
      '<fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/></cellXfs>'
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${fonts}</styleSheet>`
    const data = names + row(2, ['mtn-benin', phone, styled('1500'), 'EMP-1'])
    const { rows } = await check(data, { parts: { 'xl/styles.xml': styles } })
    expect(rows[0]?.problems).toMatchObject([{ code: 'invalid_amount', message: saying(/struck/) }])
  })
})

describe('a value in the colour of its background', () => {
  const phone = '2290197000001'
  const black = '<font/>'
  const font = (color: string) => `<font><color ${color}/></font>`
  const none = '<fill><patternFill patternType="none"/></fill>'
  const fill = (color: string) => `<fill><patternFill patternType="solid"><fgColor ${color}/></patternFill></fill>`
  const problemsOf = async (letters: string, background: string) => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts>${black}${letters}</fonts><fills>${none}${background}</fills><cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="0" fontId="1" fillId="1"/></cellXfs></styleSheet>`
    const data = names + row(2, ['mtn-benin', phone, styled('1500'), 'EMP-1'])
    const { rows } = await check(data, { parts: { 'xl/styles.xml': styles } })
    return rows[0]?.problems
  }
  test.each([
    ['white', font('rgb="FFFFFFFF"'), none],
    ['the white of the theme', font('theme="0"'), none],
    ['nearly white', font('rgb="FFFDFDFD"'), none],
    ['white on white', font('indexed="9"'), fill('rgb="FFFFFFFF"')],
    ['black on black', black, fill('rgb="FF000000"')],
    ['blue on blue', font('theme="4" tint="0.5"'), fill('theme="4" tint="0.5"')],
  ])('%s is a problem: whoever looks at the sheet sees nothing', async (_, letters, background) => {
    expect(await problemsOf(letters, background)).toMatchObject([{ code: 'invalid_amount', message: saying('colour') }])
  })
  test.each([
    ['black', black, none],
    ['the black of the theme', font('theme="1"'), none],
    ['white on blue', font('rgb="FFFFFFFF"'), fill('rgb="FF000080"')],
    ['grey', font('rgb="FF808080"'), none],
    ['black on a pattern', black, '<fill><patternFill patternType="gray125"/></fill>'],
    ['a dark shade of white', font('theme="0" tint="-0.5"'), none],
  ])('%s can be seen', async (_, letters, background) => {
    expect(await problemsOf(letters, background)).toEqual([])
  })
})
