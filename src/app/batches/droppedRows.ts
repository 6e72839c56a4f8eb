import type { CalledNotPaid, RejectedRetry } from '../../ledger/rows/secondPerson.ts'
import { count, listed, moment, type Sentence, say } from '../../words/sentence.ts'

/** The most rows to list. */
const shownRows = 20

export const shownLines = (lines: readonly number[]): string[] => {
  const shown = lines.slice(0, shownRows).map(String)
  return lines.length > shownRows ? [...shown, '…'] : shown
}

/** A sentence for each of the first rows, and how many more there are. */
export function linesOf<Row>(rows: readonly Row[], sentence: (row: Row) => Sentence): Sentence[] {
  const lines = rows.slice(0, shownRows).map(sentence)
  const more = rows.length - shownRows
  return more > 0 ? [...lines, say('ledger.more_rows', { rows: count(more) })] : lines
}

/** A request for a retry. `dropped`: the lines of an earlier one that it replaces and doesn't ask for. */
interface Replacing {
  dropped: readonly number[]
}

/** That they are no longer requested. Null if there are none. */
export const saidDropped = ({ dropped }: Replacing): Sentence | null =>
  dropped.length === 0
    ? null
    : say('accounts.retry_replaced', { rows: count(dropped.length), lines: listed(shownLines(dropped)) })

/** The same for programs. */
export const droppedDocument = ({ dropped }: Replacing): object =>
  dropped.length === 0 ? {} : { no_longer_requested: { rows: dropped.length, lines: dropped.slice(0, shownRows) } }

/** That approvers rejected retries of some of these rows, and why, each in a sentence. */
export const rejectedBefore = (rejected: readonly RejectedRetry[]): Sentence[] =>
  rejected.map(({ lines, by, at, note }) => {
    const told = { rows: count(lines.length), by, at: moment(at) }
    return note === null
      ? say('deskRetry.rejected_before', told)
      : say('deskRetry.rejected_before_because', { ...told, note })
  })

/** Who recorded a row as not paid, or gave in a statement that calls it so, and how they know. */
export function calledSentence({ by, at, note, byStatement }: Omit<CalledNotPaid, 'line'>): Sentence {
  const told = { by, at: moment(at) }
  if (note === null) return say('deskRetry.called_by', told)
  return byStatement
    ? say('deskRetry.called_by_statement', { ...told, note })
    : say('deskRetry.called_by_note', { ...told, note })
}

/** The same of the first rows, each with its line. */
export const calledLines = (called: readonly CalledNotPaid[]): Sentence[] =>
  linesOf(called, ({ line, ...each }) =>
    say('summary.begins_message', { begins: say('deskBatch.row_of_line', { line }), message: calledSentence(each) }),
  )
