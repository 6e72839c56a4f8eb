import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Language } from '../records.ts'

/** A moment for people: in UTC, since the server does not know where they are. `at` is ISO 8601. */
export const momentText = (at: string, language: Language): string =>
  `${new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  }).format(new Date(at))} UTC`

/** The same as an element that says the moment exactly to machines. */
export const moment = (at: string, language: Language): VNode =>
  html`<time datetime=${at}>${momentText(at, language)}</time>`
