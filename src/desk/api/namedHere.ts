import type { Language } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'

/** What a field of the request to the provider is called here. */
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

/** What the options of the command line are called here: those that switch something on, and the others. */
const switches: Readonly<Record<string, string>> = {
  'allow-duplicates': 'allow_duplicates=true',
  'skip-invalid': 'skip_invalid=true',
  complete: 'complete=true',
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

/** Stands at the beginning of a sentence of its own, as the field's own name does: `--at: …`, which the answer names anyway. */
const heading = /(?<=^|:\s)--(?:at|between|tz|max-amount|expect-total)\s?: /g
const mapped = /--map (\w+)="([^"]*)"/g
const chosen = /--(hidden|as) (?=[a-z])/g
/** Not in a command to type: there an option is followed by a line or by a word in capitals. */
const option = new RegExp(`--(${Object.keys(names).join('|')})(?![\\w-])(?! (?:\\d|[A-Z]{3}))`, 'g')
const provided = new RegExp(
  `(?<=^|:\\s)(${Object.keys(fieldOf)
    .map((name) => name.replace('.', '\\.'))
    .join('|')})(?= )`,
  'g',
)

/** A sentence that names options of the command line, or the fields of a request to the provider, names what is here in their place. */
export function namedHere(text: string): string {
  const named = text.replace(provided, (name) => fieldOf[name] ?? name)
  if (!named.includes('--')) return named
  return named
    .replace(heading, '')
    .replace(mapped, 'map=$1=$2')
    .replace(chosen, '$1=')
    .replace(option, (_, name: string) => names[name] ?? name)
}

/** What has other words here: a retry of the API takes no duplicates, which a file does, and none despite evidence. */
const saidHere: Readonly<Record<string, Sentence>> = {
  'ledger.allow_duplicates': say('deskSaid.alike_elsewhere'),
  'ledger.ask_provider_first': say('desk.ask_provider_first'),
}

/** A sentence as an answer has it. */
export const inWordsHere = (said: Sentence, language: Language): string =>
  namedHere(render(saidHere[said.key] ?? said, language))
