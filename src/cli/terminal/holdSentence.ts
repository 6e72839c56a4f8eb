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
    const who = actor === null ? 'somebody' : printable(actor)
    const why = note === null ? '' : ` (${printable(note)})`
    return `${operator} is held by ${who} since ${from}${why}: nothing is sent to it until somebody releases it.`
  }
  if (probed || until === null)
    return `${operator} was held for ${reason} and is being probed: one row at a time, until a clear answer comes.`
  return `${operator} is held since ${from} for ${reason}: it is probed from ${until.toISOString().slice(11, 19)} UTC on, one row at a time.`
}
