import { type Sentence, say } from '../../words/sentence.ts'
import { isZone, ownZone } from './zonedTime.ts'

/** The hours of each day in which a batch may be paid. */
export interface Hours {
  /** `HH:MM`, in the time zone `zone`. */
  from: string
  /** `HH:MM`, up to `24:00`. Earlier than `from` if the hours pass midnight. */
  to: string
  /** The IANA name of the time zone. */
  zone: string
}

/**
 * Reads the hours of `--between 08:00-18:00` and `--tz`, also written `8:00 – 18:00` or `8h-18h30`. The default zone is that of this
 * machine.
 *
 * @returns the hours, or a sentence about what is wrong
 */
export function readHours(
  text: string,
  zone: string | undefined,
): { ok: true; hours: Hours } | { ok: false; message: Sentence } {
  const where = zone ?? ownZone()
  const [from, to, ...more] = text.split(/[-‐-―−]/).map(readClock)
  if (!from || !to || from === '24:00' || more.length > 0)
    return { ok: false, message: say('payout.not_hours', { text }) }
  if (from === to) return { ok: false, message: say('payout.hours_of_no_time', { text }) }
  if (!isZone(where)) return { ok: false, message: say('payout.tz_no_time_zone_name_such', { where }) }
  return { ok: true, hours: { from, to, zone: where } }
}

/** `HH:MM`, up to `24:00`; null if the text is no time of day. */
function readClock(text: string): string | null {
  const [, hour = '', ...minutes] = /^(\d{1,2})\s*(?::(\d{2})|h\s*(\d{2})?)$/i.exec(text.trim()) ?? []
  const clock = `${hour.padStart(2, '0')}:${minutes.find((each) => each !== undefined) ?? '00'}`
  return hour !== '' && /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(clock) ? clock : null
}

/** The hours as in JSON documents, where the zone is called `tz`, as in `--tz`. */
export const hoursDocument = ({ from, to, zone }: Hours) => ({ from, to, tz: zone })

/** Reads the hours in such a document. */
export const hoursOfDocument = ({ from, to, tz }: ReturnType<typeof hoursDocument>): Hours => ({ from, to, zone: tz })

/** `pays between 08:00 and 18:00 (Africa/Porto-Novo)`, and until when it waits. */
export const hoursSentence = (hours: Hours, isWaiting: boolean): Sentence =>
  isWaiting ? say('payout.pays_between_waits', { ...hours }) : say('payout.pays_between', { ...hours })

/** Whether a time of day is within the hours. @param clock `HH:MM` in their zone */
export const isWithin = ({ from, to }: Hours, clock: string): boolean =>
  from < to ? from <= clock && clock < to : from <= clock || clock < to
