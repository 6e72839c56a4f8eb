import {
  countries as allCountries,
  operators as allOperators,
  type Country,
  countryOf,
  countryOfOperator,
  currencyDecimals,
  type Operator,
  operatorName,
} from '../../payout/operators/operator.ts'
import type { Language } from '../../words/catalogue.ts'
import { render, renderWords } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import {
  type Choices,
  columnLetters,
  maxSheetRows,
  type StyleName,
  type WrittenCell,
} from '../formats/xlsx/sheetXml.ts'
import type { Field } from '../payroll/field.ts'

/** The columns of a template, in their order. */
export const templateFields = [
  'reference',
  'name',
  'country',
  'operator',
  'phone_number',
  'amount',
  'currency',
] as const satisfies readonly Field[]

/** The names of a template's columns, which intake accepts (src/files/payroll/field.ts). */
const templateColumns: Readonly<Record<Language, Readonly<Record<Field, string>>>> = {
  en: {
    reference: 'reference',
    name: 'name',
    country: 'country',
    operator: 'operator',
    phone_number: 'phone_number',
    amount: 'amount',
    currency: 'currency',
  },
  fr: {
    reference: 'référence',
    name: 'nom',
    country: 'pays',
    operator: 'opérateur',
    phone_number: 'téléphone',
    amount: 'montant',
    currency: 'devise',
  },
}

export type TemplateFormat = 'csv' | 'xlsx'

export interface TemplateWish {
  format: TemplateFormat
  language: Language
  /** The countries whose operators are listed; if empty, all 13. */
  countries: readonly Country[]
}

interface PayoutTemplate {
  /** The names of the columns. */
  columns: string[]
  /** The operators that the file is for. */
  operators: Operator[]
  pieces(): AsyncIterable<string | Buffer>
}

/**
 * An empty payout file: the names of the columns, and no rows. A workbook also has lists to choose operators from, and a sheet that
 * explains the columns.
 */
export function payoutTemplate({ format, language, countries }: TemplateWish): PayoutTemplate {
  const chosen = countries.length === 0 ? allCountries : allCountries.filter((each) => countries.includes(each))
  const operators = allOperators.filter(({ country }) => chosen.some(({ code }) => code === country))
  const columns = templateFields.map((field) => templateColumns[language][field])
  return {
    columns,
    operators,
    async *pieces() {
      if (format === 'csv') return yield csvTemplate(columns, language)
      yield* xlsxTemplate({ language, countries: chosen, operators })
    },
  }
}

/**
 * With a byte order mark, so that Excel recognises UTF-8, and with Excel's separator: a semicolon in French, a comma in English.
 */
const csvTemplate = (columns: readonly string[], language: Language): string =>
  `\ufeff${columns.join(language === 'fr' ? ';' : ',')}\r\n`

interface XlsxTemplate {
  language: Language
  countries: readonly Country[]
  operators: readonly Operator[]
}

/** The template as a workbook. The sheet to fill in comes first. */
async function* xlsxTemplate(template: XlsxTemplate): AsyncGenerator<Buffer> {
  const { writeWorkbook } = await import('../formats/xlsx/writeWorkbook.ts')
  const columns = templateColumns[template.language]
  const speak: Speak = (sentence) => render(sentence, template.language)
  const columnStyles = Object.fromEntries(
    templateFields.map((field, at): [number, StyleName] => [at, field === 'amount' ? amountStyle(template) : 'typed']),
  )
  yield* writeWorkbook([
    {
      name: speak(say('files.sheet_payouts')),
      widths: templateFields.map((field) => widths[field]),
      columnStyles,
      isHeaderFrozen: true,
      isShown: true,
      choices: choicesOf(template, speak),
      rows: [headings(templateFields.map((field) => columns[field]))],
    },
    {
      name: speak(say('files.sheet_operators')),
      widths: [26, 28, 18, 12, 16, 4, 18, 12],
      isHeaderFrozen: true,
      rows: operatorRows(template, speak),
    },
    {
      name: speak(say('files.sheet_explanation')),
      widths: [18, 14, 80, 18],
      rows: explanationRows(template, speak),
    },
  ])
}

/** A sentence in the template's language. */
type Speak = (sentence: Sentence) => string

const widths: Readonly<Record<Field, number>> = {
  reference: 18,
  name: 28,
  country: 18,
  operator: 26,
  phone_number: 22,
  amount: 16,
  currency: 12,
}

/** Numbers without decimals if no country of the template has any. */
const amountStyle = ({ countries }: XlsxTemplate): StyleName =>
  countries.every(({ currency }) => currencyDecimals[currency] === 0) ? 'whole' : 'decimals'

const headings = (names: readonly string[]): WrittenCell[] =>
  names.map((text) => ({ kind: 'text', text, style: 'heading' }))

/** The lists are on the sheet of operators: codes in column A, countries in G, currencies in H. */
function choicesOf(template: XlsxTemplate, speak: Speak): Choices[] {
  const list = (field: Field, column: string, count: number, message: Sentence): Choices => {
    const letters = columnLetters(templateFields.indexOf(field))
    return {
      cells: `${letters}2:${letters}${maxSheetRows}`,
      from: `'${speak(say('files.sheet_operators'))}'!$${column}$2:$${column}$${count + 1}`,
      title: speak(say('files.not_in_list')),
      message: speak(message),
    }
  }
  return [
    list('country', 'G', template.countries.length, say('files.choose_country')),
    list('operator', 'A', template.operators.length, say('files.choose_operator')),
    list('currency', 'H', currenciesOf(template).length, say('files.choose_currency')),
  ]
}

const currenciesOf = ({ countries }: XlsxTemplate): string[] => [...new Set(countries.map(({ currency }) => currency))]

const operatorHeadings: readonly Sentence[] = [
  say('files.code'),
  say('files.operator'),
  say('files.country'),
  say('files.currency'),
  say('files.dialling_code'),
]

function operatorRows(template: XlsxTemplate, speak: Speak): WrittenCell[][] {
  const { countries, operators, language } = template
  const currencies = currenciesOf(template)
  const text = (value: string | undefined): WrittenCell =>
    value === undefined ? null : { kind: 'text', text: value, style: 'text' }
  const lists = headings([templateColumns[language].country, templateColumns[language].currency])
  const below = operators.map((operator, at): WrittenCell[] => {
    const country = countryOfOperator(operator)
    return [
      text(operator.code),
      text(renderWords(operatorName(operator.code), language)),
      text(nameOf(country, language)),
      text(country.currency),
      text(`+${country.diallingCode}`),
      null,
      text(countries[at] && nameOf(countries[at], language)),
      text(currencies[at]),
    ]
  })
  return [[...headings(operatorHeadings.map(speak)), null, ...lists], ...below]
}

const required: ReadonlySet<Field> = new Set(['operator', 'phone_number', 'amount'])

function explanationRows({ language }: XlsxTemplate, speak: Speak): WrittenCell[][] {
  return [
    ...use.map((sentence): WrittenCell[] => [{ kind: 'text', text: speak(sentence) }]),
    [],
    headings(explanationHeadings.map(speak)),
    ...templateFields.map((field): WrittenCell[] => [
      { kind: 'text', text: templateColumns[language][field], style: 'label' },
      { kind: 'text', text: speak(required.has(field) ? say('files.yes') : say('files.no')) },
      { kind: 'text', text: speak(rules[field]), style: 'wrapped' },
      { kind: 'text', text: field === 'country' ? nameOf(countryOf('BJ'), language) : examples[field], style: 'text' },
    ]),
  ]
}

/** How to use the file, line by line. */
const use: readonly Sentence[] = [say('files.use_rows'), say('files.use_own_columns'), say('files.use_validate')]

const explanationHeadings: readonly Sentence[] = [
  say('files.column'),
  say('files.required'),
  say('files.what_to_write'),
  say('files.example'),
]

/** What to write in each column, for people who fill it in. */
const rules: Readonly<Record<Field, Sentence>> = {
  reference: say('files.rule_reference'),
  name: say('files.rule_name'),
  country: say('files.rule_country'),
  operator: say('files.rule_operator'),
  phone_number: say('files.rule_phone_number'),
  amount: say('files.rule_amount'),
  currency: say('files.rule_currency'),
}

/** The example for the country is a country's name in the template's language. */
const examples: Readonly<Record<Exclude<Field, 'country'>, string>> = {
  reference: 'EMP-0001',
  name: 'Afi Dossou',
  operator: 'mtn-benin',
  phone_number: '+229 01 …',
  amount: '150000',
  currency: 'XOF',
}

const nameOf = ({ name, frenchName }: Country, language: Language): string => (language === 'fr' ? frenchName : name)
