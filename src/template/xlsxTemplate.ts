import { type Country, countryOf, currencyDecimals } from '../payout/country.ts'
import type { Operator } from '../payout/operator.ts'
import { columnLetters } from '../spreadsheet/columnLetters.ts'
import type { Choices, StyleName, WrittenCell } from '../spreadsheet/sheetXml.ts'
import { writeWorkbook } from '../spreadsheet/writeWorkbook.ts'
import {
  type TemplateField,
  type TemplateLanguage,
  type TemplateWords,
  templateFields,
  templateWords,
} from './words.ts'

export interface XlsxTemplate {
  language: TemplateLanguage
  countries: readonly Country[]
  operators: readonly Operator[]
}

/** Rows below the names of the columns, as far as a sheet goes. */
const lastRow = 1_048_576

/** The template as a workbook. The sheet to fill in is the first, which is the one that is read. */
export function xlsxTemplate(template: XlsxTemplate): AsyncGenerator<Buffer> {
  const words = templateWords(template.language)
  const columnStyles = Object.fromEntries(
    templateFields.map((field, at): [number, StyleName] => [at, field === 'amount' ? amountStyle(template) : 'typed']),
  )
  return writeWorkbook([
    {
      name: words.payouts,
      widths: templateFields.map((field) => widths[field]),
      columnStyles,
      isHeaderFrozen: true,
      isShown: true,
      choices: choicesOf(template, words),
      rows: [headings(templateFields.map((field) => words.columns[field]))],
    },
    {
      name: words.operators,
      widths: [26, 28, 18, 12, 16, 4, 18, 12],
      isHeaderFrozen: true,
      rows: operatorRows(template, words),
    },
    { name: words.explanation, widths: [18, 14, 80, 18], rows: explanationRows(words) },
  ])
}

const widths: Readonly<Record<TemplateField, number>> = {
  reference: 18,
  name: 28,
  country: 18,
  operator: 26,
  phone_number: 22,
  amount: 16,
  currency: 12,
}

/** Numbers without decimals where no country of the template has any. */
const amountStyle = ({ countries }: XlsxTemplate): StyleName =>
  countries.every(({ currency }) => currencyDecimals[currency] === 0) ? 'whole' : 'decimals'

const headings = (names: readonly string[]): WrittenCell[] =>
  names.map((text) => ({ kind: 'text', text, style: 'heading' }))

/** The lists stand on the sheet of operators: codes in column A, countries in G, currencies in H. */
function choicesOf(template: XlsxTemplate, words: TemplateWords): Choices[] {
  const list = (field: TemplateField, column: string, count: number, message: string): Choices => {
    const letters = columnLetters(templateFields.indexOf(field))
    return {
      cells: `${letters}2:${letters}${lastRow}`,
      from: `'${words.operators}'!$${column}$2:$${column}$${count + 1}`,
      title: words.notInList,
      message,
    }
  }
  return [
    list('country', 'G', template.countries.length, words.chooseCountry),
    list('operator', 'A', template.operators.length, words.chooseOperator),
    list('currency', 'H', currenciesOf(template).length, words.chooseCurrency),
  ]
}

const currenciesOf = ({ countries }: XlsxTemplate): string[] => [...new Set(countries.map(({ currency }) => currency))]

function operatorRows(template: XlsxTemplate, words: TemplateWords): WrittenCell[][] {
  const { countries, operators, language } = template
  const currencies = currenciesOf(template)
  const text = (value: string | undefined): WrittenCell =>
    value === undefined ? null : { kind: 'text', text: value, style: 'text' }
  const nameOf = (country: Country) => (language === 'fr' ? country.frenchName : country.name)
  const lists = headings([words.columns.country, words.columns.currency])
  const below = operators.map((operator, at): WrittenCell[] => {
    const country = countryOf(operator.country)
    return [
      text(operator.code),
      text(operator.name),
      text(nameOf(country)),
      text(country.currency),
      text(`+${country.diallingCode}`),
      null,
      text(countries[at] && nameOf(countries[at])),
      text(currencies[at]),
    ]
  })
  return [[...headings(words.operatorHeadings), null, ...lists], ...below]
}

const required: ReadonlySet<TemplateField> = new Set(['operator', 'phone_number', 'amount'])

function explanationRows(words: TemplateWords): WrittenCell[][] {
  return [
    ...words.use.map((text): WrittenCell[] => [{ kind: 'text', text }]),
    [],
    headings(words.explanationHeadings),
    ...templateFields.map((field): WrittenCell[] => [
      { kind: 'text', text: words.columns[field], style: 'label' },
      { kind: 'text', text: required.has(field) ? words.required : words.optional },
      { kind: 'text', text: words.rules[field], style: 'wrapped' },
      { kind: 'text', text: words.examples[field], style: 'text' },
    ]),
  ]
}
