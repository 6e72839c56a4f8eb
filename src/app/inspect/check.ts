import { type Sentence, say, type Words } from '../../words/sentence.ts'

/** One result of `doctor`. It never contains a credential. */
export interface Check {
  name: string
  /** Its name for people, if it is about one of several things. */
  title?: Sentence
  state: 'ok' | 'warning' | 'problem'
  /** The state in words: a sentence, or what the server itself says (`on`, `noeviction`). */
  sentence: Words
  /** What to do about it, if the sentence doesn't say. */
  advice?: Sentence
  /** Set for a problem that affects later checks: a wrong variable, or a database or queue that can't be reached. */
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

/** A problem if there is a refusal, otherwise ok. */
export const refusedBy = (name: string, refusal: Words | undefined, sentence: Words): Check =>
  refusal === undefined ? ok(name, sentence) : problem(name, refusal)

/** The names of checks for people. Variables are shown by their own names. */
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
