import type { OperatorCode } from './operators/operator.ts'

/** So many refusals in a row pause a batch, if they are alike in their words (docs/design.md, rule 8). */
export interface MaxRefused {
  ofOperator: number
  overAll: number
}

/** An empty account refuses everybody: a whole file must not be refused before somebody has looked. */
export const defaultMaxRefused: MaxRefused = { ofOperator: 10, overAll: 20 }

/** What one process adds to a batch's count over all processes. */
export interface RefusalsToShare {
  /** '': over all operators. */
  operator: OperatorCode | ''
  words: string
  rows: number
  /** A good answer, or a refusal in other words, came before these. */
  anew: boolean
}
