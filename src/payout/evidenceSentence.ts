import { moment, money, type Sentence, say, type Value } from '../words/sentence.ts'
import { maskNote } from './maskNote.ts'
import { hundredthsOf, type StatementLine } from './reconciliation.ts'

/** A line's amount in its currency, or in its row's; plain digits if the currency has fewer decimals. Null if there is none. */
export function statedAmount(
  { amountHundredths: hundredths, currency }: Pick<StatementLine, 'amountHundredths' | 'currency'>,
  ofRow: string,
): Value | string | null {
  if (hundredths === null) return null
  const of = currency ?? ofRow
  const perMinor = hundredthsOf({ amountMinor: 1n, currency: of })
  return hundredths % perMinor === 0n
    ? money(hundredths / perMinor, of)
    : `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} ${of}`
}

/**
 * Says where in a statement the evidence is, and quotes it (amount, date, status), in case nobody has the statement any more.
 *
 * @param ofRow the currency of the row
 */
export function evidenceSentence(found: StatementLine | undefined, ofRow: string, statement: string): Sentence {
  const where = { statement, line: found?.line ?? 0 }
  const says = found ? saidBy(found, ofRow) : []
  return says.length === 0 ? say('stored.statement_line', where) : say('stored.statement_line_says', { ...where, says })
}

function saidBy(found: StatementLine, ofRow: string): (Value | string)[] {
  const { at, status, meaning } = found
  const isDay = at !== null && at.toMs - at.fromMs > 12 * 3_600_000
  const date = at && moment(new Date(at.fromMs), isDay ? 'day' : 'minute')
  // Only a word that payrun knows: any other may be somebody's name, and this sentence is kept when names are purged.
  const isKnown = meaning === 'carried_out' || meaning === 'not_carried_out' || meaning === 'under_way'
  const word = status && isKnown ? maskNote(status, { name: null }).slice(0, 40) : null
  return [statedAmount(found, ofRow), date, word].filter((each) => each !== null)
}
