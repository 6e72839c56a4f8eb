import type { Payable } from '../../payout/keys.ts'
import { type Sentence, say, type Words } from '../../words/sentence.ts'
import { recipientForms } from './messageContradicts.ts'

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
