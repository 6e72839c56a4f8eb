import type { Language } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'

/** The API's names for the fields of a request to the provider. */
export const fieldOf: Readonly<Record<string, string>> = {
  paymentMode: 'mode',
  returnUrl: 'return_url',
  cancelUrl: 'cancel_url',
  callbackUrl: 'callback_url',
  phoneNumber: 'phone_number',
  customData: 'data',
  'customer.name': 'name',
  'customer.email': 'email',
  'customer.phoneNumber': 'phone_number',
}

/** The API's names for options of the command line: switches first, then options with a value. */
const switches: Readonly<Record<string, string>> = {
  'allow-duplicates': 'allow_duplicates=true',
  'skip-invalid': 'skip_invalid=true',
  complete: 'complete=true',
  covers: 'covers',
  'not-paid': 'not_paid',
}
const others: Readonly<Record<string, string>> = {
  'expect-count': 'expect_count',
  'expect-total': 'expect_total',
  'max-amount': 'max_amount',
  line: '`lines`',
}
const alike = [
  'sheet',
  'hidden',
  'map',
  'period',
  'at',
  'between',
  'tz',
  'name',
  'note',
  'paid',
  'daily',
  'monthly',
  'as',
]
const names: Readonly<Record<string, string>> = {
  ...switches,
  ...others,
  ...Object.fromEntries(alike.map((name) => [name, name])),
}

/** An option that heads a sentence, such as `--at: …`. It is dropped, because the answer names the field anyway. */
const heading = /(?<=^|:\s)--(?:at|between|tz|max-amount|expect-total)\s?: /g
const mapped = /--map (\w+)="([^"]*)"/g
const chosen = /--(hidden|as) (?=[a-z])/g
/** Does not match inside a command to type, where a line number or a word in capitals follows the option. */
const option = new RegExp(`--(${Object.keys(names).join('|')})(?![\\w-])(?! (?:\\d|[A-Z]{3}))`, 'g')
const provided = new RegExp(
  `(?<=^|:\\s)(${Object.keys(fieldOf)
    .map((name) => name.replace('.', '\\.'))
    .join('|')})(?= )`,
  'g',
)

/** Replaces the names of command-line options and of the provider's fields in a sentence by the API's names. */
export function namedHere(text: string): string {
  const named = text.replace(provided, (name) => fieldOf[name] ?? name)
  if (!named.includes('--')) return named
  return named
    .replace(heading, '')
    .replace(mapped, 'map=$1=$2')
    .replace(chosen, '$1=')
    .replace(option, (_, name: string) => names[name] ?? name)
}

/** Sentences with other words in the API, whose retry can't allow duplicates, as a file can, or ignore evidence. */
const saidHere: Readonly<Record<string, Sentence>> = {
  'ledger.allow_duplicates': say('deskSaid.alike_elsewhere'),
  'ledger.ask_provider_first': say('desk.ask_provider_first'),
}

/** The text of a sentence in an answer. */
export const inWordsHere = (said: Sentence, language: Language): string =>
  namedHere(render(saidHere[said.key] ?? said, language))
