import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { distrustCode, readTrusted } from './trust.ts'
import { type Language, languageOfLocale, languages } from './words/catalogue.ts'
import { SaidError } from './words/render.ts'
import { type Sentence, say } from './words/sentence.ts'

/** What is set, before anything is made of it. Empty variables count as not set. */
export interface Environment {
  /** Where the command was called: npm runs a script in the project's folder and leaves word of where that was. */
  calledFrom: string
  /** The path of the `.env` file there, and what it says; a file that isn't there says nothing. */
  path: string
  file: { ok: true; values: NodeJS.Dict<string> } | { ok: false; message: Sentence }
  /** The environment, and below it the file. */
  set: NodeJS.Dict<string>
}

export function readEnvironment(environment: NodeJS.ProcessEnv, cwd = process.cwd()): Environment {
  const calledFrom = (environment['npm_lifecycle_event'] && environment['INIT_CWD']) || cwd
  const path = join(calledFrom, '.env')
  const file = readEnvFile(path)
  return { calledFrom, path, file, set: onlySet({ ...(file.ok ? file.values : {}), ...environment }) }
}

/**
 * The language to speak: PAYRUN_LANG, else the system's locale where payrun speaks it, else English. Read apart from the
 * configuration and before it, since that may have something to say, and takes longer to load than a command's help.
 */
export function readLanguage(environment: NodeJS.ProcessEnv, cwd = process.cwd()): Language {
  const { set } = readEnvironment(environment, cwd)
  const locale = set['LC_ALL'] ?? set['LC_MESSAGES'] ?? set['LANG'] ?? ''
  return languages.find((language) => language === set['PAYRUN_LANG']) ?? languageOfLocale(locale) ?? 'en'
}

const onlySet = (values: NodeJS.Dict<string>): NodeJS.Dict<string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

function readEnvFile(path: string): Environment['file'] {
  try {
    return { ok: true, values: parseEnv(readTrusted(path, { follow: true })) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { ok: true, values: {} }
    if (error instanceof SaidError && 'code' in error && error.code === distrustCode) {
      return { ok: false, message: error.said }
    }
    return { ok: false, message: say('settings.cant_read_check_text_file_you', { path }) }
  }
}
