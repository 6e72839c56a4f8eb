import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { currencyDecimals, isCurrency } from '../../payout/operators/operator.ts'
import { clipped } from '../../payout/typedText.ts'
import { say } from '../../words/sentence.ts'
import { splitCases } from '../payroll/header/headingWords.ts'
import { type Refused, type Row, refused } from '../payroll/row.ts'
import type { StatementColumns } from './statementColumns.ts'
import { moneyFields } from './statementFields.ts'

/**
 * Three digits after a comma, which are thousands or decimals: `150,000`. The numbers of programs have a point before their decimals
 * (JSON, XML, workbooks): `150.000` may be a hundred and fifty.
 */
export const isOneGroup = (number: string): boolean => /^[1-9]\d{0,2},\d{3}$/.test(number)

/** Whether no currency that a heading names has decimals: `Amount (XOF)`, `Montant FCFA`. Null if it names none. */
export function namesWholeCurrency(heading: string): boolean | null {
  const codes = unitsIn(splitCases(heading)).currencies.flatMap((each) => [...each.codes].filter(isCurrency))
  return codes.length === 0 ? null : codes.every(isWhole)
}

export const isWhole = (currency: keyof typeof currencyDecimals): boolean => currencyDecimals[currency] === 0

interface Seen {
  line: number
  text: string
}

/**
 * Watches for amounts that a program has written with three decimals (`1500,000`): if there are any, `150,000` is perhaps not a
 * hundred and fifty thousand, although the currency has no decimals.
 */
export function watchForThousands({ index, names }: StatementColumns) {
  const places = [...moneyFields].flatMap((field) => index[field] ?? [])
  const seen = new Map<number, { group?: Seen; decimals?: Seen }>(places.map((at) => [at, {}]))
  return {
    see({ cells, line }: Row): void {
      for (const [at, its] of seen) {
        const text = (cells[at] ?? '').trim()
        const number = text.replace(/^\D+|\D+$/g, '')
        if (isOneGroup(number)) its.group ??= { line, text }
        else if (/^\d{4,},\d{3}$/.test(number)) its.decimals ??= { line, text }
      }
    },
    result(): Refused | null {
      for (const [at, { group, decimals }] of seen) {
        if (!group || !decimals) continue
        const told = { column: clipped(names[at] ?? ''), line: group.line, text: clipped(group.text) }
        return refused(
          say('payout.statement_three_digits', { ...told, other: decimals.line, decimals: clipped(decimals.text) }),
          group.line,
        )
      }
      return null
    },
  }
}
