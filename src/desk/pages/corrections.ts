import type { CorrectedCell, LeftOutRow } from '../../payout/correction.ts'
import { shown } from '../../web/fields.ts'
import type { Piece } from '../../words/page.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { masked } from './batchParts.ts'

/** Of a cell or a name a list has no more. */
const mostText = 80
const short = (text: string): string => shown(text.length > mostText ? `${text.slice(0, mostText)}…` : text)

/** What a cell said, and says now. @param isMasked of a number no more than lists show */
export function changeOf(
  { column, ...texts }: Pick<CorrectedCell, 'column' | 'from' | 'to'>,
  isMasked: boolean,
): Sentence {
  const [from, to] = [texts.from, texts.to].map((text) => short(isMasked ? masked(text) : text)) as [string, string]
  const told = { column: short(column), from, to }
  if (from === '') return say('deskCorrected.filled_in', { column: told.column, to })
  return to === '' ? say('deskCorrected.emptied', { column: told.column, from }) : say('deskCorrected.changed', told)
}

/** Whom a row that was left out would have paid. */
export function leftOut({ name, phone, amount }: Omit<LeftOutRow, 'kind' | 'line'>, isMasked: boolean): Piece {
  const what = [name, isMasked ? masked(phone) : phone, amount].filter((text) => text !== '').map(short)
  return what.length === 0 ? say('deskCorrected.left_out') : say('deskCorrected.left_out_as', { what })
}
