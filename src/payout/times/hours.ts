import { type Sentence, say } from '../../words/sentence.ts'
import { isZone, ownZone } from './zonedTime.ts'

/** The hours of each day in which a batch may be paid. */
export interface Hours {
  /** `HH:MM`, on the clocks of `zone`. */
  from: string
  /** `HH:MM`, up to `24:00`. Before `from`, where they pass midnight. */
  to: string
  /** IANA's name. */
  zone: string
}

const form = /^([01]\d|2[0-3]):([0-5]\d)\s*[-–]\s*(([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/**
 * What `--between 08:00-18:00` and `--tz` name; without a zone that of this machine.
 *
 * @returns a sentence about what is wrong with either
 */
export function readHours(
  text: string,
  zone: string | undefined,
): { ok: true; hours: Hours } | { ok: false; message: Sentence } {
  const where = zone ?? ownZone()
  const match = form.exec(text.trim())
  if (!match) return { ok: false, message: say('payout.not_hours', { text }) }
  const [from, to] = [`${match[1]}:${match[2]}`, match[3]!]
  if (from === to) return { ok: false, message: say('payout.hours_of_no_time', { text }) }
  if (!isZone(where)) return { ok: false, message: say('payout.tz_no_time_zone_name_such', { where }) }
  return { ok: true, hours: { from, to, zone: where } }
}

/** As a document names them; zone by zone as `--tz` does. */
export const hoursDocument = ({ from, to, zone }: Hours) => ({ from, to, tz: zone })

/** Of such a document. */
export const hoursOfDocument = ({ from, to, tz }: ReturnType<typeof hoursDocument>): Hours => ({ from, to, zone: tz })

/** `pays between 08:00 and 18:00 (Africa/Porto-Novo)`, and until when it waits. */
export const hoursSentence = (hours: Hours, isWaiting: boolean): Sentence =>
  isWaiting ? say('payout.pays_between_waits', { ...hours }) : say('payout.pays_between', { ...hours })

/** Whether the clock of their zone shows one of them. @param clock `HH:MM` */
export const isWithin = ({ from, to }: Hours, clock: string): boolean =>
  from < to ? from <= clock && clock < to : from <= clock || clock < to
