import { t } from '../../words/t.ts'
import { printable } from './printable.ts'

/** As much of an operator's hold as people are told. */
export interface ShownHold {
  operator: string
  manual: boolean
  reason: string
  since: Date
  until: Date | null
  probed: boolean
  actor: string | null
  note: string | null
}

/** Why nothing is sent to an operator, since when, and what ends that. */
export function holdSentence({ operator, manual, reason, since, until, probed, actor, note }: ShownHold): string {
  const from = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (manual) {
    const who = actor === null ? t`somebody` : printable(actor)
    const why = note === null ? '' : ` (${printable(note)})`
    return t`${operator} is held by ${who} since ${from}${why}: nothing is sent to it until somebody releases it.`
  }
  const why = reason === 'answers in a row that could not be read' ? t`answers in a row that could not be read` : reason
  if (probed || until === null)
    return t`${operator} was held for ${why} and is being probed: one row at a time, until a clear answer comes.`
  return t`${operator} is held since ${from} for ${why}: it is probed from ${until.toISOString().slice(11, 19)} UTC on, one row at a time.`
}
