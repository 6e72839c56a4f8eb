import {
  countries as allCountries,
  operators as allOperators,
  type Country,
  type Operator,
} from '../../payout/operators/operator.ts'
import type { Language } from '../../words/catalogue.ts'
import { templateColumns, templateFields } from './columns.ts'

export const templateFormats = ['csv', 'xlsx'] as const

export type TemplateFormat = (typeof templateFormats)[number]

export interface TemplateWish {
  format: TemplateFormat
  language: Language
  /** Whose operators are listed; none: all 13. */
  countries: readonly Country[]
}

export interface PayoutTemplate {
  /** The names of the columns, as intake understands them. */
  columns: string[]
  /** The operators that the file is for. */
  operators: Operator[]
  pieces(): AsyncIterable<string | Buffer>
}

/**
 * An empty payout file: the names of the columns, and no row that could be paid. A workbook has lists to choose operators
 * from and a sheet that explains the columns besides.
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
      const { xlsxTemplate } = await import('./xlsxTemplate.ts')
      yield* xlsxTemplate({ language, countries: chosen, operators })
    },
  }
}

/**
 * With a byte order mark, so that Excel sees that it is UTF-8, and with the separator that it takes for a column's end:
 * a French Excel a semicolon, an English one a comma.
 */
const csvTemplate = (columns: readonly string[], language: Language): string =>
  `\ufeff${columns.join(language === 'fr' ? ';' : ',')}\r\n`
