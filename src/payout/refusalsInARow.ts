import type { OperatorCode } from './operators/operator.ts'

/** How many refusals in a row, with the same words, pause a batch (docs/design.md, rule 8). */
export interface MaxRefused {
  ofOperator: number
  overAll: number
}

/** When the account is empty, everybody is refused: stop before the whole file is. */
export const defaultMaxRefused: MaxRefused = { ofOperator: 10, overAll: 20 }

/** What one process adds to the batch's count, which all processes share. */
export interface RefusalsToShare {
  /** '' for all operators together. */
  operator: OperatorCode | ''
  words: string
  rows: number
  /** The count starts again: a good answer, or a refusal with other words, came before these. */
  anew: boolean
}
