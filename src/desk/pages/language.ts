import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { chooseLanguage } from '../../app/accounts/signIn.ts'
import { type Language, languages } from '../../words/catalogue.ts'
import type { Piece } from '../../words/page.ts'
import { isOverTls } from '../api/call.ts'
import { type Asked, pathHere, type Shown, type TypedForm } from './page.ts'

/** `/language`: the language of the pages on which nothing is typed. */
export async function languageChosen(asked: Asked): Promise<Shown> {
  await keepLanguage(asked)
  return { kind: 'go', to: pathHere(asked.form['to']) }
}

/** Changing the language keeps the form's fields, including what was typed before a session ended. */
export const typedAt = (id: string, action: string, enter: Piece = null): TypedForm => ({ id, action, enter })

/** The button that Enter presses, before those for the language. The `div` is hidden because the style of buttons would show them. */
export const enterOf = (form: string): VNode => html`<div hidden><button type="submit" form=${form}></button></div>`

/**
 * If the form was sent to change the language, shows it again in that language, and does nothing else: a question is asked again.
 *
 * @returns undefined if the form was sent for something else
 */
export async function inChosenLanguage<A extends Asked>(
  asked: A,
  show: (asked: A) => Shown | Promise<Shown>,
): Promise<Shown | undefined> {
  const language = await keepLanguage(asked)
  if (!language) return undefined
  const typed = Object.entries(asked.form).filter(([name]) => name !== 'language' && name !== 'sure')
  const visit = { ...asked.visit, language }
  const shown = await show({ ...asked, app: { ...asked.app, language }, visit, form: Object.fromEntries(typed) })
  return shown.kind === 'page' ? { ...shown, language } : shown
}

/**
 * Stores the language in the account, and in the browser for when nobody is signed in.
 * @returns the language in the form, if any
 */
async function keepLanguage(asked: Asked): Promise<Language | undefined> {
  const { core, form, person, reply, desk } = asked
  const language = languages.find((each) => each === form['language'])
  if (language && person) await chooseLanguage(core, person, language)
  const options = { path: '/', sameSite: 'strict', secure: isOverTls(desk), maxAge: 365 * 86_400 } as const
  if (language) reply.setCookie('payrun_language', language, options)
  return language
}
