import type { LogLine } from '../../log.ts'
import { keyOfEnglish } from '../../words/catalogue.ts'
import { renderMessage } from '../../words/render.ts'
import { isSentence } from '../../words/sentence.ts'
import { spokenLanguage, t, text } from './text.ts'

/** A log line for a person: `Note: the provider asks to wait (1 s)`. */
export function logLine({ level, message, fields: { waitMs, ...fields } }: LogLine): string {
  const details = Object.entries(fields).map(([name, value]) => `${fieldWord(name)} ${fieldValue(name, value)}`)
  if (typeof waitMs === 'number') details.push(`${Math.round(waitMs / 100) / 10} s`)
  const sentence = isSentence(message) ? text(message) : translated(message)
  const told = { message: sentence, details: details.join(', ') }
  const isShort = details.length === 0
  switch (level) {
    case 'error':
      return isShort ? t('log.error_told', told) : t('log.error_told_details', told)
    case 'warn':
      return isShort ? t('log.warn_told', told) : t('log.warn_told_details', told)
    default:
      return isShort ? t('log.info_told', told) : t('log.info_told_details', told)
  }
}

function fieldWord(name: string): string {
  switch (name) {
    case 'batch':
      return t('terminal.batch')
    case 'chunk':
      return t('log.chunk')
    case 'line':
      return t('log.line')
    case 'attempt':
      return t('log.attempt')
    case 'operator':
      return t('log.operator')
    case 'phone':
      return t('log.phone')
    case 'state':
      return t('log.state')
    case 'reason':
      return t('log.reason')
    case 'worker':
      return t('log.worker')
    case 'rows':
      return t('log.rows')
    case 'schedule':
      return t('log.schedule')
    case 'error':
      return t('log.error_2')
    default:
      return name
  }
}

const fieldValue = (name: string, value: unknown): string =>
  name === 'state' ? translated(String(value)) : String(value)

/** Translates the English text of a log line. It stays English if the catalogue doesn't have it. */
function translated(english: string): string {
  const language = spokenLanguage()
  if (language === 'en') return english
  const key = keyOfEnglish(english)
  return key === undefined ? english : renderMessage(key, {}, language)
}
