import type { Key, Language } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import {
  type ArgumentsOf,
  isSentence,
  readSentence,
  type Sentence,
  type StoredArgument,
  say,
} from '../../words/sentence.ts'

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
  'from-account': 'from_account',
  'fee-tolerance': 'fee_tolerance',
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
/** The account or the percentage follows, if one is given. */
const given = /--(from-account(?= \S)|fee-tolerance(?= \d)) /g
/** Does not match inside a command to type, where a line number or a word in capitals follows the option. */
const option = new RegExp(`--(${Object.keys(names).join('|')})(?![\\w-])(?! (?:\\d|[A-Z]{3}))`, 'g')
const provided = new RegExp(
  `(?<=^|:\\s)(${Object.keys(fieldOf)
    .map((name) => name.replace('.', '\\.'))
    .join('|')})(?= )`,
  'g',
)

/** A field's name before a sentence that begins with it. */
const doubled = /^(\w+)\s?: (?=\1 )/

/** A command about a batch, with what follows its id. One with an option that the API lacks, such as `--despite-evidence`, stays a command. */
const command =
  /(?:npm run -s payrun --|payrun) (status|audit|approve|reject|resume|cancel|retry|resolve|reconcile) ([a-z\d]{10})\b(?: --line (\d+))?(?: --(?:account|note) [A-Z]+| --watch| [A-Z]{2,})*( --withdraw\b)?(?! --)/g

function callInstead(_: string, deed: string, id: string, line?: string, withdraws?: string): string {
  const batch = `/batches/${id}`
  switch (deed) {
    case 'status':
      return `GET ${batch}`
    case 'audit':
      return line === undefined ? `GET ${batch}` : `GET ${batch}/rows/${line}`
    case 'resolve':
      return `POST ${batch}/rows/${line ?? 'LINE'}/resolve`
    case 'reconcile':
      return `POST ${batch}/reconciliations`
    case 'retry':
      return `POST ${batch}/${withdraws ? 'withdraw-retry' : 'retry'}`
    default:
      return `POST ${batch}/${deed}`
  }
}

/** Replaces the names of commands, of command-line options and of the provider's fields in a sentence by the API's names. */
export function namedHere(text: string): string {
  const named = text
    .replace(provided, (name) => fieldOf[name] ?? name)
    .replace(doubled, '')
    .replace(command, callInstead)
  if (!named.includes('--')) return named
  return named
    .replace(heading, '')
    .replace(mapped, 'map=$1=$2')
    .replace(given, (_, name: string) => `${names[name]}=`)
    .replace(chosen, '$1=')
    .replace(option, (_, name: string) => names[name] ?? name)
}

/** The arguments of a sentence, under any name that the catalogue uses. */
export type Arguments = Readonly<Record<{ [K in Key]: ArgumentsOf<K> }[Key], StoredArgument>>

/** Other words for sentences, by their keys. */
export type Rewording = Readonly<Record<string, (given: Arguments) => Sentence>>

/** A sentence in other words, including the sentences in it. */
export function rewordedBy(table: Rewording, said: Sentence): Sentence {
  const inside = (value: unknown): unknown =>
    isSentence(value) ? rewordedBy(table, value) : Array.isArray(value) ? value.map(inside) : value
  const args = Object.fromEntries(Object.entries(said.args).map(([name, value]) => [name, inside(value)]))
  const read = readSentence({ key: said.key, args }) ?? said
  return table[said.key]?.(read.args as Arguments) ?? read
}

/** The lines that a terminal is advised to name in options. */
export function otherLines({ options }: Arguments): Sentence {
  return say('deskSaid.these_other_lines', { lines: String(options).replaceAll('--line ', '').split(' ') })
}

/** Sentences that advise a command, or what a call of the API can't do: its retry neither allows duplicates nor ignores evidence. */
const forPrograms: Rewording = {
  'ledger.retry_others': otherLines,
  'ledger.allow_duplicates': () => say('deskSaid.alike_elsewhere'),
  'ledger.ask_provider_first': () => say('desk.ask_provider_first'),
  'ledger.none_failed_some_open': () => say('desk.none_failed_some_open'),
  'ledger.none_failed_some_unpaid': () => say('desk.none_failed_some_unpaid'),
  'ledger.open_rows': () => say('desk.open_rows'),
  'ledger.code_of_unknown_rows': (given) => say('deskSaid.code_of_unknown_rows', given),
  'ledger.code_of_accepted_rows': (given) => say('deskSaid.code_of_accepted_rows', given),
  'ledger.code_of_unsent_rows': (given) => say('deskSaid.code_of_unsent_rows', given),
  'ledger.unknown': (given) => say('desk.no_such_schedule', given),
  'commands.no_batch_command_list_shows_all': (given) => say('desk.no_such_batch', given),
  'commands.batch_cant_approved_submitted_somebody_else': () => say('deskApprove.you_submitted'),
  'accounts.submitter_cancels': () => say('deskSaid.submitter_cancels'),
  'paying.resume_unapproved': () => say('deskSaid.waits_for_approval'),
  'terminal.row_settled_by': (given) => say('desk.row_settled_by', given),
  'commands.reference_variant': (given) => say('deskSaid.payout_variant', given),
  'commands.reference_waiting_paid_status_says_waits': (given) => say('desk.reference_waits', given),
  'commands.reference_paid_moment_status_follows': (given) => say('desk.reference_being_paid', given),
  'commands.provider_reference_not_said_yet_whether': (given) => say('desk.reference_accepted', given),
  'commands.reference_may_may_not_paid_say': (given) => say('desk.reference_unknown', given),
  'commands.reference_evidence_paid_after_all_ask': (given) => say('desk.reference_in_doubt', given),
  'provider.amount_not_right': ({ message }) => (isSentence(message) ? message : say('desk.must_be_amount')),
}

/** The text of a sentence in an answer. */
export const inWordsHere = (said: Sentence, language: Language): string =>
  namedHere(render(rewordedBy(forPrograms, said), language))
