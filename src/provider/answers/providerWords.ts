import type { Payable } from '../../payout/keys.ts'
import { countries } from '../../payout/operators/operator.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'

const maxLength = 300

/** The person an answer is about. Their number and name must not get into a message. */
export type About = Pick<Payable, 'phone' | 'name'>

/**
 * The provider's own words about a refusal, safe for a report and a log: one line without control characters, at most 300
 * characters. The beneficiary's number is masked (`229******01`); other long numbers and the beneficiary's name are removed. If
 * nothing is left, a sentence of payrun's.
 */
export function providerWords(
  words: string,
  about: About,
  withoutAny: Sentence = say('provider.provider_refused_payout_without_giving_reason'),
): Words {
  return plainProviderWords(words, about) ?? withoutAny
}

/** The same words; null if nothing is left. */
export function plainProviderWords(words: string, about: About): string | null {
  // Cut generously before the patterns run: removing things makes the text shorter.
  const line = words
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = withoutName(withoutNumbers(line, about.phone), about.name)
  if (clean === '') return null
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : clean
}

function withoutNumbers(line: string, phone: string): string {
  const { forms } = recipientForms(phone)
  return line.replace(/\+?\d(?:[ .()/-]{0,2}\d){6,}/g, (run) =>
    forms.has(run.replace(/\D/g, '')) ? `${phone.slice(0, 3)}******${phone.slice(-2)}` : '[number]',
  )
}

/**
 * Removes each part of the name by itself, because providers change the order, drop accents and turn hyphens into spaces. Parts of
 * one or two letters are ignored.
 */
function withoutName(line: string, name: string | null): string {
  const parts = (name ?? '').split(/[\s,.]+/)
  const written = [...parts, ...parts.flatMap((part) => part.split(/[-'’]/))].flatMap((part) => [part, bare(part)])
  return [...new Set(written)]
    .filter((part) => part.length > 2)
    .reduce((text, part) => text.replaceAll(wholeWord(part), '[name]'), line)
}

const bare = (part: string): string => part.normalize('NFD').replace(/\p{M}+/gu, '')

function wholeWord(part: string): RegExp {
  const literal = part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}

/** The ways in which texts write a phone number, as digits. */
export interface RecipientForms {
  diallingCode: string
  /** Every form, with and without the country code; a leading plus and separators are left to the reader. */
  forms: ReadonlySet<string>
  /** How long the numbers of this country are without the country code, in each form. */
  nationalLengths: ReadonlySet<number>
}

/**
 * The forms of `phone` (digits with the country code). Benin's numbers went from 8 to 10 digits by a `01` in front
 * (2024); texts of both ages are about, so with and without it is one number.
 */
export function recipientForms(phone: string): RecipientForms {
  const diallingCode = countries.find((each) => phone.startsWith(each.diallingCode))?.diallingCode ?? ''
  const national = phone.slice(diallingCode.length)
  const nationals = [national, ...beninForms(diallingCode, national)]
  const forms = nationals.flatMap((each) => [each, `0${each}`, `${diallingCode}${each}`, `00${diallingCode}${each}`])
  return {
    diallingCode,
    forms: new Set(forms),
    nationalLengths: new Set(nationals.flatMap((each) => [each.length, each.length + 1])),
  }
}

function beninForms(diallingCode: string, national: string): string[] {
  if (diallingCode !== '229') return []
  if (national.length === 10 && national.startsWith('01')) return [national.slice(2)]
  return national.length === 8 ? [`01${national}`] : []
}

type StatusMeaning = 'success' | 'positive' | 'under_way' | 'failure' | 'other'

/**
 * What the text of a payout's status says. The interface document shows two words, `success` and `FAILED` (2.5, 2.7), and
 * lists none; the rest are what services of this kind use. Only `success` ever makes a payout paid: the others are here
 * to notice a contradiction.
 */
export function statusMeaning(status: string): StatusMeaning {
  return (
    meanings.get(status) ??
    meanings.get(
      status
        .trim()
        .toLowerCase()
        .replaceAll(/[\s_-]+/g, ' '),
    ) ??
    'other'
  )
}

const meanings = new Map<string, StatusMeaning>([
  ['success', 'success'],
  ...all('positive', ['successful', 'succeeded', 'succeed', 'completed', 'complete', 'paid', 'approved', 'done', 'ok']),
  ...all('under_way', [
    'pending',
    'processing',
    'in progress',
    'initiated',
    'accepted',
    'submitted',
    'queued',
    'waiting',
  ]),
  ...all('failure', ['failed', 'failure', 'fail', 'error', 'rejected', 'refused', 'declined', 'denied', 'reversed']),
  ...all('failure', ['cancelled', 'canceled', 'expired', 'invalid', 'unsuccessful', 'aborted', 'timeout']),
])

function all(meaning: StatusMeaning, words: readonly string[]): [string, StatusMeaning][] {
  return words.map((word) => [word, meaning])
}
