import { operatorName } from '../../../payout/operators/operator.ts'
import { isSentence, readSentence, type Sentence, say } from '../../../words/sentence.ts'
import { reworded } from './reworded.ts'

/** A sentence about a file, for people who see its page. */
export function told(whole: Sentence): Sentence {
  const sentence = withoutMost(whole)
  const { key, args } = sentence
  if (key === 'payout.no_operator_payrun_operators_lists_codes')
    return say('deskNew.unknown_operator', { text: textOf(args['text']) })
  if (key === 'files.workbook_several_sheets' && Array.isArray(args['sheets']))
    return say('deskNew.several_sheets', { sheets: args['sheets'].map(sheetTold) })
  if (key === 'payout.operator_missing_write_code_mtn_benin') return say('deskNew.operator_missing')
  return reworded(withNames(sentence))
}

/** Whether another batch has paid its reference, or still may. What to do is said once, above all such rows. */
export const isOfHeldReference = ({ key }: Sentence): boolean =>
  key === 'stored.reference_already_paid' || key === 'stored.reference_in_use'

/** Shows operators by name, like the lists. */
function withNames({ key, args, ...sentence }: Sentence): Sentence {
  if (!ofOperators.includes(key)) return { ...sentence, key, args }
  const named = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(named) : typeof value === 'string' ? operatorName(value) : value
  const { text, ...others } = args
  const names = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, named(value)]))
  return readSentence({ key, args: { ...(text !== undefined && { text }), ...names } }) ?? { ...sentence, key, args }
}

/** Sentences that name operators by code, for people who type codes. */
const ofOperators: readonly string[] = [
  'payout.no_operator_did_you_mean',
  'payout.no_operator_did_you_mean_one',
  'payout.brand_in_several_countries',
  'payout.brand_probably',
  'payout.no_operator_there',
  'payout.no_operator_in_likely_country',
  'payout.no_operator_of_file',
  'payout.no_operator_of_number',
  'payout.problem_number_of_country',
  'payout.operator_not_correct_one_two',
]

/** A workbook may have thousands of sheets, too many to name on a page. */
const mostNamed = 20

function withoutMost(sentence: Sentence): Sentence {
  const cut = Object.entries(sentence.args).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length > mostNamed ? [...value.slice(0, mostNamed), '…'] : value,
  ])
  return { ...sentence, args: Object.fromEntries(cut) }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** If a sheet's columns are unclear, its rows are not counted, so it says nothing about them. */
function sheetTold(sheet: unknown): Sentence | string {
  if (!isSentence(sheet)) return textOf(sheet)
  const { key, args } = sheet
  const isUncounted = key === 'files.sheet_rows_none_payable' && args['rows'] === 0
  return isUncounted ? say('deskNext.quoted', { words: textOf(args['name']) }) : reworded(sheet)
}
