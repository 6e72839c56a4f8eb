import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type AccountDone, addAccount, listAccounts, resetAccount, setRoles } from '../../../app/accounts/accounts.ts'
import { type Account, type Role, roles } from '../../../app/accounts/actor.ts'
import { disableAccount, disabledBefore } from '../../../app/accounts/disable.ts'
import { type Failure, refused } from '../../../app/context.ts'
import { runningSchedulesOf } from '../../../app/schedules/listSchedules.ts'
import { field } from '../../../web/fields.ts'
import { badge, type Column, facts, pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { listed, type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, problemOf } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { moment } from '../layout.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { pagedTable } from '../room.ts'
import { adminHead, chosenRoles, nameField, oncePage, refusal, roleFields, roleList, slipOf } from './adminParts.ts'

/** People's accounts. The link to set a password is shown only in the answer to the form that made it. */
export const adminAccountPages = [
  page('/admin', ['admin'], { get: accountList }),
  page('/admin/accounts/new', ['admin'], { get: newAccount, post: accountAdded }),
  page('/admin/accounts/:no', ['admin'], { get: one }),
  page('/admin/accounts/:no/roles', ['admin'], { get: one, post: rolesChanged }),
  page('/admin/accounts/:no/reset', ['admin'], { get: one, post: reset }),
  page('/admin/accounts/:no/disable', ['admin'], { get: one, post: disabled }),
]

async function accountList(asked: AskedBy): Promise<Shown> {
  const { core, visit } = asked
  const items = await listAccounts(core)
  const add = html`<a class="primary" href="/admin/accounts/new">${say('deskAdmin.add_account')}</a>`
  const columns: readonly Column[] = [
    { name: say('deskBatch.name') },
    { name: say('signIn.roles') },
    { name: say('deskPages.state') },
    { name: say('deskAdmin.added') },
  ]
  const cells = (each: Account): Piece[] => [
    html`<a href=${`/admin/accounts/${each.accountNo}`}>${each.name}</a>`,
    roleList(each),
    accountBadge(each),
    moment(each.createdAt.toISOString(), visit),
  ]
  const body = html`
    ${adminHead('/admin', say('deskAdmin.accounts_text'), add)}
    ${pagedTable(asked, { label: say('deskAdmin.accounts'), columns, items, cells })}
  `
  return { kind: 'page', title: say('deskAdmin.accounts'), body }
}

function accountBadge({ disabledAt, hasPassword, hasSecondFactor }: Account): VNode {
  if (disabledAt !== null) return badge('quiet', say('accounts.disabled'))
  if (!hasPassword) return badge('ask', say('accounts.without_password'))
  return badge('good', hasSecondFactor ? say('deskAdmin.active_with_factor') : say('deskAdmin.active'))
}

async function newAccount({ form }: AskedBy, slip?: Sentence): Promise<Shown> {
  const title = say('deskAdmin.add_account')
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/admin">${say('deskAdmin.accounts')}</a>` })}
    ${refusal(slip)}
    <form class="panel fields" method="post" action="/admin/accounts/new">
      ${nameField(form, say('deskAdmin.account_name_hint'))}
      ${roleFields(chosenRoles(form))}
      ${field({
        name: 'login',
        label: say('deskAdmin.login'),
        hint: say('deskAdmin.login_hint'),
        value: form['login'] ?? '',
        optional: true,
        input: { type: 'text', maxlength: '60', autocomplete: 'off' },
      })}
      <button class="primary" type="submit">${say('deskAdmin.add_account')}</button>
    </form>
  `
  return { kind: 'page', title, body, ...(slip && { status: 422 }) }
}

async function accountAdded(asked: AskedBy): Promise<Shown> {
  const { app, core, form } = asked
  const wish = { name: form['name'] ?? '', roles: chosenRoles(form), login: form['login'] }
  const added = await addAccount(app, core, wish)
  return added.ok ? linkPage(asked, added, say('deskAdmin.account_added')) : newAccount(asked, slipOf(added))
}

/** Says that the first account no longer prepares, if this change ended that. */
function handedOver({ person }: AskedBy, { account: { name }, noLongerPrepares: first }: AccountDone): Sentence | null {
  if (first === undefined) return null
  return first === person.name
    ? say('deskAdmin.prepares_instead_of_you', { name })
    : say('accounts.prepares_instead', { name, first })
}

/** The full link for setting a password. It works once. */
function linkPage(asked: AskedBy, done: AccountDone, title: Sentence): Shown {
  const { desk, request } = asked
  const origin = desk.url?.origin ?? `http://${request.host}`
  const text = say('deskAdmin.link_text', { name: done.account.name })
  const told = { title, once: say('deskAdmin.link_shown_once'), text, also: handedOver(asked, done) }
  return oncePage(told, origin + (done.link ?? ''), '/admin')
}

async function find({ core, params }: AskedBy): Promise<Account> {
  const found = (await listAccounts(core)).find(({ accountNo }) => String(accountNo) === params['no'])
  if (!found) throw new ApiProblem('not_found', say('deskAdmin.not_there'))
  return found
}

async function one(asked: AskedBy, failed?: Failure): Promise<Shown> {
  const account = await find(asked)
  if (failed && failed.code !== undefined && failed.code !== 'wrong_state') throw problemOf(failed)
  const { accountNo, name, login, createdAt, disabledAt, hasSecondFactor } = account
  const title = say('deskAdmin.account_of', { name })
  const typed = chosenRoles(asked.form)
  const chosen = typed.length > 0 ? typed : account.roles
  const path = `/admin/accounts/${accountNo}`
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/admin">${say('deskAdmin.accounts')}</a>`, actions: accountBadge(account) })}
    ${refusal(failed?.message)}
    <section class="panel">
      ${facts([
        [say('signIn.roles'), roleList(account)],
        [say('deskAdmin.login'), login ?? say('deskAdmin.none')],
        [say('signIn.second_factor'), hasSecondFactor ? say('deskAdmin.yes') : say('deskAdmin.no')],
        [say('deskAdmin.added'), moment(createdAt.toISOString(), asked.visit)],
      ])}
    </section>
    ${disabledAt === null ? accountForms(path, chosen, account) : null}
  `
  const status = failed ? { status: failed.code === 'wrong_state' ? 409 : 422 } : {}
  return { kind: 'page', title, body, ...status }
}

/** @param now the current account; a form that is posted after another change no longer matches it */
const accountForms = (path: string, chosen: readonly Role[], now: Account): VNode => html`
  <form class="panel fields" method="post" action=${`${path}/roles`}>
    <input type="hidden" name="seen" value=${now.roles.join(' ')} />
    <h2>${say('deskAdmin.change_roles')}</h2>
    ${roleFields(chosen)}
    <button class="primary" type="submit">${say('deskAdmin.save_roles')}</button>
  </form>
  <form class="panel fields" method="post" action=${`${path}/reset`}>
    <h2>${say('deskAdmin.reset')}</h2>
    <input type="hidden" name="seen" value=${passwordSeen(now)} />
    <p>${say('deskAdmin.reset_text')}</p>
    <button type="submit">${say('deskAdmin.reset_now')}</button>
  </form>
  <form class="panel fields" method="post" action=${`${path}/disable`}>
    <h2>${say('deskAdmin.disable')}</h2>
    <p>${say('deskAdmin.disable_text')}</p>
    <button class="danger" type="submit">${say('deskAdmin.disable_now')}</button>
  </form>
`

const passwordSeen = ({ hasPassword }: Account): string => (hasPassword ? 'password' : 'none')

async function rolesChanged(asked: AskedBy): Promise<Shown> {
  const { app, core, form, person } = asked
  const { name, accountNo } = await find(asked)
  const seen = form['seen']?.split(' ')
  const done = await setRoles(app, core, name, chosenRoles(form), seen && roles.filter((role) => seen.includes(role)))
  if (!done.ok) return one(asked, done)
  const mayStay = accountNo !== person.accountNo || done.account.roles.includes('admin')
  const to = mayStay ? `/admin/accounts/${accountNo}` : '/'
  return { kind: 'go', to, says: handedOver(asked, done) ?? say('deskAdmin.roles_changed', { name }) }
}

async function reset(asked: AskedBy): Promise<Shown> {
  const account = await find(asked)
  const { name, accountNo } = account
  const seen = asked.form['seen'] ?? passwordSeen(account)
  // A second link would invalidate the first, which may have been passed on already.
  if (account.disabledAt === null && seen !== passwordSeen(account))
    return one(asked, refused('wrong_state', say('deskMeanwhile.reset_changed', { name })))
  const question = await askAgain(
    { ...asked, form: { ...asked.form, seen } },
    {
      title: say('deskAdmin.reset_question', { name }),
      text: html`<p>${say('deskAdmin.reset_text')}</p>`,
      button: say('deskAdmin.reset_now'),
      back: `/admin/accounts/${accountNo}`,
      danger: true,
    },
  )
  if (question) return question
  const done = await resetAccount(asked.app, asked.core, name)
  return done.ok ? linkPage(asked, done, say('deskAdmin.account_reset')) : one(asked, done)
}

async function disabled(asked: AskedBy): Promise<Shown> {
  const account = await find(asked)
  const { name, accountNo } = account
  const isBefore = async () => one(asked, refused('wrong_state', await disabledBefore(asked.core, account)))
  if (account.disabledAt !== null) return isBefore()
  const schedules = await runningSchedulesOf(asked.core, name)
  const question = await askAgain(asked, {
    title: say('deskAdmin.disable_question', { name }),
    text: html`<p>${say('deskAdmin.disable_text')}</p>
      ${schedules.length === 0 ? null : html`<p>${say('deskAdmin.schedules_go_on', { schedules: listed(schedules) })}</p>`}`,
    button: say('deskAdmin.disable_now'),
    back: `/admin/accounts/${accountNo}`,
    danger: true,
  })
  if (question) return question
  const done = await disableAccount(asked.app, asked.core, name)
  if (!done.ok) return one(asked, done)
  return done.changed ? { kind: 'go', to: '/admin', says: say('deskAdmin.now_disabled', { name }) } : isBefore()
}
