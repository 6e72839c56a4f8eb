import { isDeepStrictEqual } from 'node:util'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Draft, DraftWishes } from './drafts.ts'

/** What a person changed with the button that submits a draft. */
export interface ChangedInDraft {
  /** What would be paid is other rows, or is read in another way: nobody has seen what it comes to. */
  unseen: readonly Sentence[]
  /** What it comes to may be as it was seen: what is stored as `seen` tells. */
  details: readonly Sentence[]
}

const reading = ['sheet', 'hidden', 'map', 'skipInvalid', 'allowDuplicates', 'toldTotals'] as const

const details: readonly [readonly (keyof DraftWishes)[], Sentence][] = [
  [['period'], say('deskNew.changed_period')],
  [['at', 'zone'], say('deskNew.changed_at')],
  [['between', 'hoursZone'], say('deskNew.changed_between')],
  [['expectCount'], say('deskNew.changed_expect_count')],
  [['expectTotal'], say('deskNew.changed_expect_total')],
]

/** The name alone changes nothing that is paid, nor when. @param rows cells typed anew, rows left out, corrections taken back */
export function changedInDraft(before: Draft, now: Draft, rows: number): ChangedInDraft {
  const isOther = (field: keyof DraftWishes) => !isDeepStrictEqual(before.wishes[field], now.wishes[field])
  return {
    unseen: [
      ...(rows > 0 ? [say('deskNew.changed_rows')] : []),
      ...(reading.some(isOther) ? [say('deskNew.changed_reading')] : []),
    ],
    details: details.flatMap(([fields, name]) => (fields.some(isOther) ? [name] : [])),
  }
}
