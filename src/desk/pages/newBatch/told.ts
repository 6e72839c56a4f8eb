import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import { reworded } from '../reworded.ts'

/** A sentence about a file, for somebody who has its page before them. */
export function told(whole: Sentence): Sentence {
  const sentence = withoutMost(whole)
  const { key, args } = sentence
  if (key === 'payout.no_operator_payrun_operators_lists_codes')
    return say('deskNew.unknown_operator', { text: textOf(args['text']) })
  if (key === 'files.workbook_several_sheets' && Array.isArray(args['sheets']))
    return say('deskNew.several_sheets', { sheets: args['sheets'].map(sheetTold) })
  return reworded(sentence)
}

/** A workbook may have thousands of sheets, and a page no room for the names of all. */
const mostNamed = 20

function withoutMost(sentence: Sentence): Sentence {
  const cut = Object.entries(sentence.args).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length > mostNamed ? [...value.slice(0, mostNamed), '…'] : value,
  ])
  return { ...sentence, args: Object.fromEntries(cut) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Of a sheet whose columns are in doubt no row is counted, however many it has. */
function sheetTold(sheet: unknown): Sentence | string {
  if (!isSentence(sheet)) return textOf(sheet)
  const { key, args } = sheet
  const isUncounted = key === 'files.sheet_rows_none_payable' && args['rows'] === 0
  return isUncounted ? say('deskNew.sheet_named', { name: textOf(args['name']) }) : reworded(sheet)
}
