import { type Sentence, say, type Words } from '../../words/sentence.ts'

/** One thing that was looked at. Nothing in it is ever a credential. */
export interface Check {
  name: string
  /** Its name for people, where it is about one of several. */
  title?: Sentence
  state: 'ok' | 'warning' | 'problem'
  /** How it is: a sentence, or what the server itself says (`on`, `noeviction`). */
  sentence: Words
  /** What to do about it, where the sentence doesn't say. */
  advice?: Sentence
  /** Of a problem, where it matters to what follows: a variable that is wrong, or a database or queue out of reach. */
  kind?: 'configuration' | 'unreachable'
}

export const ok = (name: string, sentence: Words): Check => ({ name, state: 'ok', sentence })

export const warning = (name: string, sentence: Words, advice?: Sentence): Check => ({
  name,
  state: 'warning',
  sentence,
  ...(advice && { advice }),
})

export const problem = (name: string, sentence: Words, advice?: Sentence): Check => ({
  ...warning(name, sentence, advice),
  state: 'problem',
})

export const outOfReach = (name: string, sentence: Words): Check => ({
  ...problem(name, sentence),
  kind: 'unreachable',
})

/** A problem where there is a refusal; else how it is. */
export const refusedBy = (name: string, refusal: Words | undefined, sentence: Words): Check =>
  refusal === undefined ? ok(name, sentence) : problem(name, refusal)

/** What a check is called in a document, and its name for people; variables are called what they are called. */
const names: Readonly<Record<string, Sentence>> = {
  'home folder': say('settings.name_home'),
  outbox: say('settings.name_outbox'),
  'disk space': say('settings.name_disk'),
  ledger: say('settings.name_ledger'),
  'ledger: primary': say('settings.name_primary'),
  'ledger: fsync': say('settings.name_fsync'),
  'ledger: synchronous_commit': say('settings.name_synchronous_commit'),
  'ledger: full_page_writes': say('settings.name_full_page_writes'),
  'ledger: data checksums': say('settings.name_checksums'),
  'ledger: schema': say('settings.name_schema'),
  'ledger: past': say('settings.name_past'),
  'ledger: marks': say('settings.name_marks'),
  'ledger: replication': say('settings.name_replication'),
  'ledger: clock': say('settings.name_clock'),
  queue: say('settings.name_queue'),
  'queue: maxmemory-policy': say('settings.name_policy'),
  'queue: persistence': say('settings.name_persistence'),
  provider: say('settings.name_provider'),
}

export const checkName = ({ name, title }: Pick<Check, 'name' | 'title'>): Words => title ?? names[name] ?? name
