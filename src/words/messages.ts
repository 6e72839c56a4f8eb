import type { messages as commands } from './en/commands.ts'
import type { messages as files } from './en/files.ts'
import type { messages as help } from './en/help.ts'
import type { messages as helpNotes } from './en/helpNotes.ts'
import type { messages as ledger } from './en/ledger.ts'
import type { messages as log } from './en/log.ts'
import type { messages as names } from './en/names.ts'
import type { messages as paying } from './en/paying.ts'
import type { messages as payout } from './en/payout.ts'
import type { messages as provider } from './en/provider.ts'
import type { messages as recover } from './en/recover.ts'
import type { messages as report } from './en/report.ts'
import type { messages as sandbox } from './en/sandbox.ts'
import type { messages as settings } from './en/settings.ts'
import type { messages as stored } from './en/stored.ts'
import type { messages as summary } from './en/summary.ts'
import type { messages as terminal } from './en/terminal.ts'

/** The English messages by their keys. */
type Messages = typeof commands &
  typeof files &
  typeof help &
  typeof helpNotes &
  typeof ledger &
  typeof log &
  typeof names &
  typeof paying &
  typeof payout &
  typeof provider &
  typeof recover &
  typeof report &
  typeof sandbox &
  typeof settings &
  typeof stored &
  typeof summary &
  typeof terminal

/** The key of a message: its part of the catalogue and a few of its English words, as in `ledger.batch_cancelled`. */
export type Key = keyof Messages

/** A part of the catalogue in another language: a message for each of the English ones. */
export type Translation<English> = Readonly<Record<keyof English, string>>

/** The names of what a message puts in, read from its English text. */
export type ArgumentsOf<K extends Key> = NamesIn<
  Messages[K],
  Messages[K] extends `${string}, plural, ${string}` ? true : false
>

/** Each `{name}` and `{name, plural, …}`. In a message with branches, a brace after `one ` or `other ` opens a branch. */
type NamesIn<Text, Branches, Found = never> = Text extends `${infer Before}{${infer Rest}`
  ? NamesIn<
      Rest,
      Branches,
      Branches extends true
        ? Before extends `${string}${'one' | 'other'} `
          ? Found
          : Found | NameAt<Rest>
        : Found | NameAt<Rest>
    >
  : Found

type NameAt<Rest> = Rest extends `${infer Name}, plural, ${string}`
  ? Name extends `${string}${NotInNames}${string}`
    ? PlainNameAt<Rest>
    : Name
  : PlainNameAt<Rest>

type PlainNameAt<Rest> = Rest extends `${infer Name}}${string}`
  ? Name extends `${string}${NotInNames}${string}`
    ? never
    : Name
  : never

/** Braces that a message shows as they are stand in quotes, so that what is in them is no name. */
type NotInNames = ' ' | '{' | '}' | "'" | '"'
