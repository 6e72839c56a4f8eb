import { moment, money, type Sentence, say, type Value } from '../words/sentence.ts'
import { maskNote } from './maskNote.ts'
import { hundredthsOf, type StatementLine } from './reconciliation.ts'

/** A line's amount in its currency, or in that of its row where it names none; as digits where the currency has no such part. Null: it has none. */
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
 * Where in a statement it stands, and what it says there (amount, date, status): nobody may have the statement any more.
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
  // A word that payrun knows. Any other may be somebody's name, and this stays when names are purged.
  const isKnown = meaning === 'carried_out' || meaning === 'not_carried_out' || meaning === 'under_way'
  const word = status && isKnown ? maskNote(status, { name: null }).slice(0, 40) : null
  return [statedAmount(found, ofRow), date, word].filter((each) => each !== null)
}
