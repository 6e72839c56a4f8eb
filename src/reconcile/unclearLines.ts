import type { Matched, Statement } from '../payout/reconciliation.ts'

/** The number of lines that settle, contradict and confirm nothing, because they could be about several payouts. */
export function unclearLines({ lines }: Pick<Statement, 'lines'>, matched: Matched): number {
  const { resolutions, discrepancies, left, undecided, agreed, notOfBatch, nameless } = matched
  const told = new Set([
    ...resolutions.flatMap(({ statementLine }) => statementLine ?? []),
    ...[...discrepancies, ...left].flatMap((each) => each.lines.map(({ line }) => line)),
    ...undecided.map(({ line }) => line),
  ])
  return Math.max(0, lines.length - told.size - agreed - notOfBatch - nameless)
}
