import { isTrue } from '../xlsx/openWorkbook.ts'
import { columnOf, maxSheetColumns } from '../xlsx/sheetShape.ts'
import { maxSheetRows } from '../xlsx/sheetXml.ts'
import type { Attributes } from '../xml/readXml.ts'
import {
  type CellColors,
  type CellFormats,
  colorOf,
  createDifferentialReader,
  type DifferentialFormat,
  isUnseen,
  plainColors,
  unchanged,
} from './cellFormats.ts'
import { type Condition, conditionOf, type Origin, type RuleText } from './ruleCondition.ts'

/** The cells of a conditional format, with the last ones included: lines from 1, columns from 0. */
export interface ConditionalArea {
  /** As the sheet names it: `D2:D300`. */
  name: string
  top: number
  bottom: number
  left: number
  right: number
  rules: readonly ConditionalRule[]
}

/** A rule that may make a cell look different from what it contains. */
export interface ConditionalRule extends Look {
  mayHold: Condition
}

interface Look extends DifferentialFormat {
  /** The colours of a colour scale. */
  scale: readonly string[]
  /** A bar or an icon replaces the number. */
  hidesNumber: boolean
}

/** More than any sheet needs, and few enough to keep. A formula in Excel has up to 8,192 characters. */
const most = { rules: 10_000, areas: 100_000, formula: 8192, formulas: 3, looks: 1_000 }

/** Collects the rules of conditional formats that matter, in both editions (ECMA-376 part 1, 18.3.1.18, and MS-XLSX 2.4.8). */
export function createConditionalReader(formats: CellFormats) {
  const areas: ConditionalArea[] = []
  const differential = createDifferentialReader()
  const canHide = createHidingTest(formats.colors)
  let isInside = false
  let isTooMuch = false
  let rules = 0
  let ranges = ''
  let found: (RuleText & Look)[] = []
  let rule: (RuleText & Look & { formulas: string[]; scale: string[] }) | null = null
  let gathered: string | null = null
  const closeRule = () => {
    if (rule && (rule.isStruck || rule.code !== null || rule.hidesNumber || canHide(rule))) {
      found.push(rule)
      isTooMuch ||= ++rules > most.rules
    }
    rule = null
  }
  const closeFormat = () => {
    isInside = false
    if (found.length === 0) return
    const read = ranges.split(/\s+/).flatMap((name) => (name === '' ? [] : [readRange(name)]))
    const origin = originOf(read)
    const kept = found.map((each) => ({ ...each, mayHold: conditionOf(each, origin) }))
    for (const range of read) if (areas.length <= most.areas) areas.push({ ...range, rules: kept })
    isTooMuch ||= areas.length > most.areas
    found = []
  }
  return {
    areas,
    open(name: string, attributes: Attributes): void {
      if (name === 'conditionalFormatting') {
        isInside = true
        ranges = attributes['sqref'] ?? ''
      }
      if (!isInside) return
      if (name === 'cfRule') {
        const { type = '', operator = '', text = '', dxfId } = attributes
        const look = formats.differentials[Number(dxfId ?? -1)] ?? unchanged
        rule = { ...look, type, operator, text, formulas: [], scale: [], hidesNumber: false }
      } else if (isFormula(name) || name === 'sqref') gathered = ''
      else if (name === 'dataBar' || name === 'iconSet') {
        if (rule) rule.hidesNumber = attributes['showValue'] !== undefined && !isTrue(attributes['showValue'])
      } else if (name === 'color' && rule?.type === 'colorScale') rule.scale.push(colorOf(attributes))
      differential.open(name, attributes)
    },
    /** @returns false if there are too many rules */
    close(name: string): boolean {
      if (!isInside) return true
      const own = differential.close(name)
      if (own && rule) Object.assign(rule, own)
      if (name === 'sqref') ranges = gathered ?? ''
      else if (isFormula(name) && rule && rule.formulas.length < most.formulas)
        rule.formulas.push((gathered ?? '').slice(0, most.formula))
      if (isFormula(name) || name === 'sqref') gathered = null
      if (name === 'cfRule') closeRule()
      else if (name === 'conditionalFormatting') closeFormat()
      return !isTooMuch
    },
    text(piece: string): void {
      if (gathered !== null) gathered += piece
    },
  }
}

/** Its name in the first edition, and in the second. */
const isFormula = (name: string): boolean => name === 'formula' || name === 'f'

/** Whether a rule's colours could make a cell unreadable in any style of the workbook. True if it has too many styles to check. */
function createHidingTest(styles: readonly CellColors[]) {
  let distinct: CellColors[] | null = null
  return (look: Look): boolean => {
    if (look.letters === null && look.background === null && look.scale.length === 0) return false
    distinct ??= [...new Map([plainColors, ...styles].map((each) => [JSON.stringify(each), each])).values()].filter(
      (each) => !isUnseen(each),
    )
    return distinct.length > most.looks || distinct.some((own) => hides(look, own))
  }
}

/** Whether nobody can read a cell of these colours while the rule holds. */
export function hides({ letters, background, scale }: Look, own: CellColors): boolean {
  const written = letters ?? own.letters
  if (
    (letters !== null || background !== null) &&
    isUnseen({ letters: written, background: background ?? own.background })
  )
    return true
  return scale.some((each) => isUnseen({ letters: written, background: each }))
}

/** `D2:D300`, `D2`, `D:D`, `2:5`. An unreadable range may be any cell. */
function readRange(name: string): Omit<ConditionalArea, 'rules'> {
  const [, from, top, to = from, bottom = top] =
    /^\$?([A-Z]{1,3})?\$?(\d{1,7})?(?::\$?([A-Z]{1,3})?\$?(\d{1,7})?)?$/.exec(name) ?? []
  return {
    name,
    top: Number(top ?? 1),
    bottom: Number(bottom ?? maxSheetRows),
    left: from === undefined ? 0 : columnOf(from),
    right: to === undefined ? maxSheetColumns - 1 : columnOf(to),
  }
}

function originOf(ranges: readonly Omit<ConditionalArea, 'rules'>[]): Origin | null {
  const [first] = ranges
  const isFirst = first && ranges.every(({ top, left }) => top >= first.top && left >= first.left)
  return isFirst ? { line: first.top, column: first.left } : null
}
