import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Language } from '../../words/catalogue.ts'
import { moneyText } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Refusal } from '../state/records.ts'

/** Marks that change the direction of what follows, or can't be seen at all. */
const invisible = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/**
 * A merchant's text without marks that could make it look like another one: they are shown as U+FFFD. Line ends become
 * spaces. Escaping for HTML is the templates' work.
 */
export const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(invisible, '\ufffd')

/**
 * An amount as people write it in a language: `1 250 000 FCFA`, `150,50 KES` in French, `1,250,000 FCFA` in English.
 *
 * @param amount the digits as the merchant sent them; none is lost or rounded
 * @param currency ISO 4217
 */
export function amountText(amount: string, currency: string, language: Language): string {
  if (/^\d+(?:\.\d+)?$/.test(amount) && /^[A-Z]{3}$/.test(currency)) return moneyText(amount, currency, language)
  return `${shown(amount)}\u00a0${shown(currency)}`
}

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

/** Why a try to pay, or a payment as a whole, was refused. */
export const refusals: Readonly<Record<Refusal, Sentence>> = {
  refused: say('sandbox.refused'),
  insufficient_funds: say('sandbox.insufficient_funds'),
  three_d_secure_failed: say('sandbox.three_d_secure_failed'),
  expired_card: say('sandbox.expired_card'),
  operator_unavailable: say('sandbox.operator_unavailable'),
  wrong_pin: say('sandbox.wrong_pin'),
  too_many_tries: say('sandbox.too_many_tries'),
}
