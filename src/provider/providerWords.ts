import type { Payable } from '../payout/payable.ts'
import { t } from '../words/t.ts'
import { recipientForms } from './recipientForms.ts'

const maxLength = 300

/**
 * The provider's own words on a refusal, fit for a report and a log: one line without control characters, 300
 * characters at most. The beneficiary's number is masked (`229******01`), any other long number and the beneficiary's
 * name are taken out.
 */
export function providerWords(
  words: string,
  payable: Pick<Payable, 'phone' | 'name'>,
  withoutAny = t`The provider refused the payout without giving a reason.`,
): string {
  // Cut before the patterns run, generously: what is taken out makes the text shorter.
  const line = words
    .slice(0, 4 * maxLength)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const clean = withoutName(withoutNumbers(line, payable.phone), payable.name)
  if (clean === '') return withoutAny
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…` : clean
}

function withoutNumbers(line: string, phone: string): string {
  const { forms } = recipientForms(phone)
  return line.replace(/\+?\d(?:[ .()/-]{0,2}\d){6,}/g, (run) =>
    forms.has(run.replace(/\D/g, '')) ? `${phone.slice(0, 3)}******${phone.slice(-2)}` : '[number]',
  )
}

/** Each part of the name by itself, since providers turn the order around. Parts of one or two letters say nothing. */
function withoutName(line: string, name: string | null): string {
  const parts = (name ?? '').split(/[\s,.]+/).filter((part) => part.length > 2)
  return parts.reduce((text, part) => text.replaceAll(wholeWord(part), '[name]'), line)
}

function wholeWord(part: string): RegExp {
  const literal = part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}
