import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { hasAccounts, lookAtLink, setPasswordByLink, setUp } from '../../app/accounts/accounts.ts'
import { beginSession, carry, giveCode, lookUpSession, signIn, signOut } from '../../app/accounts/signIn.ts'
import type { Failure } from '../../app/context.ts'
import { type Form, field, type Problems, problemSummary, readForm } from '../../web/fields.ts'
import { notice } from '../../web/parts.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { problemOf, statusOf } from '../api/problem.ts'
import { inChosenLanguage, languageChosen, typedAt } from './language.ts'
import { type Asked, openPage, pathHere, type Shown, setSession } from './page.ts'

/** The pages to sign in by name, password and code, to sign out, to set up the first account, and to set a password by a link. */
export const signInPages = [
  openPage('/sign-in', { get: signInForm, post: signInPosted }),
  openPage('/sign-in/code', { get: async () => codePage({}), post: codePosted }),
  openPage('/sign-out', { get: async () => ({ kind: 'go', to: '/' }), post: signedOut }),
  openPage('/setup', { get: (asked) => linkPage(asked, asked.query, {}), post: (asked) => linkPosted(asked, true) }),
  openPage('/password', {
    get: (asked) => linkPage(asked, asked.query, {}),
    post: (asked) => linkPosted(asked, false),
  }),
  openPage('/language', { get: async () => ({ kind: 'go', to: '/' }), post: languageChosen }),
]

/** The page to sign in. `form` has `to`, the page to open afterwards, and `typed`, what was posted there without a session. */
export function signInPage(
  { form }: Pick<Asked, 'form'>,
  status: number,
  { problems = {}, note = null }: { problems?: Problems; note?: VNode | null } = {},
): Shown {
  const { name = '', to = '/', typed } = form
  const body = html`
    ${problemSummary(problems)}
    <h1>${say('signIn.sign_in')}</h1>
    ${typed === undefined ? null : notice('ask', say('signIn.typed_is_kept'))}
    ${note}
    <form id="sign-in" method="post" action="/sign-in">
      <input type="hidden" name="to" value=${to} />
      ${typed === undefined ? null : html`<input type="hidden" name="typed" value=${typed} />`}
      ${field({
        name: 'name',
        label: say('deskBatch.name'),
        value: name,
        problem: problems['name'],
        input: { type: 'text', autocomplete: 'username', maxlength: '60', autocapitalize: 'none', spellcheck: 'false' },
      })}
      ${passwordField('password', say('signIn.password'), 'current-password', problems['password'])}
      <button class="primary" type="submit">${say('signIn.sign_in')}</button>
    </form>
    <p class="small">${say('signIn.lost_password')}</p>
  `
  return { kind: 'page', title: say('signIn.sign_in'), body, status, problems, form: typedAt('sign-in', '/sign-in') }
}

async function signInForm(asked: Asked): Promise<Shown> {
  if (asked.person !== null) return { kind: 'go', to: pathHere(asked.query['to']) }
  const form = { to: pathHere(asked.query['to']) }
  if (!(await hasAccounts(asked.core))) return noAccountsPage
  return signInPage({ form }, 200, { note: noteOf(asked.query['signed']) })
}

function noteOf(signed: string | undefined): VNode | null {
  if (signed === 'out') return notice('good', say('signIn.signed_out'), { role: 'status' })
  return signed === 'ended' ? fileNotKept : null
}

/** A form with a file is not kept when a session ends. */
export const fileNotKept = notice('ask', say('signIn.file_not_kept'))

const noAccountsPage: Shown = {
  kind: 'page',
  title: say('signIn.no_accounts_title'),
  body: html`
    <h1>${say('signIn.no_accounts_title')}</h1>
    <p>${say('signIn.no_accounts')}</p>
  `,
}

async function signInPosted(asked: Asked): Promise<Shown> {
  const { core, form, request } = asked
  const again = await inChosenLanguage(asked, (typed) => signInPage(typed, 200))
  if (again) return again
  const signed = await signIn(core, form['name'] ?? '', form['password'] ?? '', request.ip)
  if (!signed.ok) {
    const name = signed.code === 'unauthorized' ? say('signIn.wrong') : signed.message
    return signInPage(asked, statusFor(asked, signed), { problems: { name } })
  }
  const to = pathHere(form['to'])
  const typed = readTyped(form['typed'])
  setSession(asked, signed.token)
  await carry(core, signed.token, { to: typed ? typed.path : to, ...(typed && { typed }) })
  return { kind: 'go', to: signed.next === 'code_needed' ? '/sign-in/code' : (typed?.path ?? to) }
}

/** The HTTP status for a failure that is shown next to its field. */
function statusFor({ reply }: Asked, failed: Failure): number {
  const { code, headers } = problemOf(failed)
  reply.headers(headers)
  return code === 'wrong_state' ? 422 : statusOf[code]
}

/**
 * The message next to a password or a code of a signed-in person: it is wrong, or there were too many attempts. Any other failure is
 * thrown.
 */
export function disproved(asked: Asked, failed: Failure, wrong: Sentence): { problem: Sentence; status: number } {
  if (failed.code === 'unauthorized') return { problem: wrong, status: 422 }
  if (failed.code === 'too_many_requests') return { problem: failed.message, status: statusFor(asked, failed) }
  throw problemOf(failed)
}

function readTyped(text: string | undefined): { path: string; form: Form } | undefined {
  if (text === undefined) return undefined
  try {
    const { path, form } = JSON.parse(text) as { path?: unknown; form?: unknown }
    return typeof path === 'string' ? { path: pathHere(path), form: readForm(form) } : undefined
  } catch {
    return undefined
  }
}

const codePage = (problems: Problems, status = 200): Shown => ({
  kind: 'page',
  title: say('signIn.second_factor'),
  status,
  problems,
  body: html`
    ${problemSummary(problems)}
    <h1>${say('signIn.second_factor')}</h1>
    <form method="post" action="/sign-in/code">
      ${codeField(problems['code'])}
      <button class="primary" type="submit">${say('signIn.sign_in')}</button>
    </form>
    <p class="small">${say('signIn.lost_code')}</p>
  `,
})

async function codePosted(asked: Asked): Promise<Shown> {
  const { core, form, token, request } = asked
  const session = token === null ? undefined : await lookUpSession(core, token)
  if (token === null || session?.next !== 'code_needed') return { kind: 'go', to: '/' }
  const signed = await giveCode(core, token, form['code'] ?? '', request.ip)
  if (!signed.ok) {
    const message = signed.code === 'unauthorized' ? say('signIn.wrong_code') : signed.message
    return codePage({ code: message }, statusFor(asked, signed))
  }
  setSession(asked, signed.token)
  const carried = (session.carried ?? {}) as { to?: string }
  await carry(core, signed.token, carried)
  return { kind: 'go', to: pathHere(carried.to) }
}

async function signedOut(asked: Asked): Promise<Shown> {
  if (asked.token !== null) await signOut(asked.core, asked.token)
  setSession(asked, null)
  return { kind: 'go', to: '/sign-in?signed=out' }
}

/** The page of a link that works once: to create the first account, or to set a password. */
async function linkPage(asked: Asked, form: Form, problems: Problems, status?: number): Promise<Shown> {
  const token = form['token'] ?? ''
  const link = await lookAtLink(asked.core, token)
  const isFirst = asked.visit.path === '/setup'
  if (!link.ok || (link.name === null) !== isFirst) return spentPage
  const title = isFirst ? say('signIn.set_up_title') : say('signIn.set_password_title', { name: link.name ?? '' })
  const body = html`
    ${problemSummary(problems)}
    <h1>${title}</h1>
    <p>${isFirst ? say('signIn.set_up_text') : say('signIn.set_password_text')}</p>
    <form id="link" method="post" action=${asked.visit.path}>
      <input type="hidden" name="token" value=${token} />
      ${isFirst ? nameField(form['name'] ?? '', problems['name']) : hiddenName(link.name ?? '')}
      ${newPasswordFields(problems)}
      <button class="primary" type="submit">${isFirst ? say('signIn.make_account') : say('signIn.set_password')}</button>
    </form>
  `
  const typed = typedAt('link', asked.visit.path)
  return { kind: 'page', title, body, problems, form: typed, ...(status !== undefined && { status }) }
}

const spentPage: Shown = {
  kind: 'page',
  title: say('signIn.spent_title'),
  status: 410,
  body: html`
    <h1>${say('signIn.spent_title')}</h1>
    <p>${say('signIn.spent_text')}</p>
    <p><a href="/sign-in">${say('signIn.sign_in')}</a></p>
  `,
}

async function linkPosted(asked: Asked, isFirst: boolean): Promise<Shown> {
  const { core, form, visit } = asked
  const { token = '', password = '', again = '', name = '' } = form
  const chosen = await inChosenLanguage(asked, (typed) => linkPage(typed, typed.form, {}))
  if (chosen) return chosen
  const different = differs(password, again)
  if (different) return linkPage(asked, form, different)
  const done = isFirst
    ? await setUp(core, token, { name, password, language: visit.language })
    : await setPasswordByLink(core, token, password)
  if (!done.ok) {
    if (done.code === 'unauthorized') return spentPage
    const at = done.message.key.startsWith('accounts.password') ? 'password' : 'name'
    return linkPage(asked, form, { [at]: done.message }, 422)
  }
  const signed = await beginSession(core, done.account)
  setSession(asked, signed.token)
  const says = isFirst ? say('signIn.account_made') : say('signIn.password_set')
  await carry(core, signed.token, { says })
  return { kind: 'go', to: '/' }
}

export const differs = (password: string, again: string): Problems | undefined =>
  password.normalize('NFKC') === again.normalize('NFKC') ? undefined : { again: say('signIn.passwords_differ') }

export const passwordField = (
  name: string,
  label: Sentence,
  autocomplete: 'current-password' | 'new-password',
  problem: Sentence | undefined,
  hint?: Sentence,
): VNode =>
  field({ name, label, problem, ...(hint && { hint }), input: { type: 'password', autocomplete, maxlength: '256' } })

/** A new password, twice. */
export const newPasswordFields = (problems: Problems): VNode[] => [
  passwordField(
    'password',
    say('signIn.new_password'),
    'new-password',
    problems['password'],
    say('signIn.password_hint'),
  ),
  passwordField('again', say('signIn.password_again'), 'new-password', problems['again']),
]

/** A six-digit code from an app. */
export const codeField = (problem: Sentence | undefined, name = 'code'): VNode =>
  field({
    name,
    label: say('signIn.code'),
    hint: say('signIn.code_hint'),
    problem,
    input: { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '8' },
  })

const nameField = (value: string, problem: Sentence | undefined): VNode =>
  field({
    name: 'name',
    label: say('signIn.your_name'),
    hint: say('signIn.your_name_hint'),
    value,
    problem,
    input: { type: 'text', autocomplete: 'username', maxlength: '60', spellcheck: 'false' },
  })

/** A hidden user name, for password managers. */
export const hiddenName = (name: string): VNode =>
  html`<input type="text" name="username" value=${name} autocomplete="username" hidden />`
