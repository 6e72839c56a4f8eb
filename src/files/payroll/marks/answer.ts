import { plain } from '../tail/tailWords.ts'

/**
 * Whether a cell says yes or no to its heading, whatever is around or behind that: `Oui !`, `[x]`, `oui 12/11`, `NON (congé)`, `Non - RH`.
 * Null if it says anything else, such as `Non payé`, `No objection` or `n° 12`.
 */
export function answerIn(cell: string): 'yes' | 'no' | null {
  // Nearly every cell is empty, or too long to be an answer.
  if (cell === '' || cell.length > 200) return null
  const text = plain(cell).replace(/^[\s([{"'«*]+|[\s)\]}"'».!?;,:…*]+$/g, '')
  if (yes.test(text)) return 'yes'
  return no.test(text) ? 'no' : null
}

/** Whether a cell says that there is nothing, as an empty one does: `-`, `n/a`, `Néant`. */
export const isNothing = (cell: string): boolean =>
  cell === '' ||
  (cell.length < 10 && /^(?:[-–—_./\\\s]+|n\.?\/?a\.?|neant|nil|none|nothing|aucune?|rien)$/.test(plain(cell)))

const yes = /^(?:o|y|x+|ok|1|v|vu|vrai|true|fait|done|✓|✔|√|☑|✅)$|^(?:oui|yes)\b|^(?:ok|x) ?(?:[([–—-]|\d{1,2}[/.-])/
const no =
  /^(?:n|0|faux|false|ko|nok|✗|✘|✖|❌)$|^(?:non|no|pas encore|not yet)\b(?![-. ]*(?:[°º\d]|objections?|issues?|problems?|applicable|(?:pay|regl|vers|vir)ee?s?\b))/
