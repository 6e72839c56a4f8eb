import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { addKey, listAccounts } from '../../../app/accounts/accounts.ts'
import type { Account } from '../../../app/accounts/actor.ts'
import { disableAccount, disabledBefore } from '../../../app/accounts/disable.ts'
import { field, option, selectField } from '../../../web/fields.ts'
import { badge, type Column, emptyState, pageHead } from '../../../web/parts.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { moment } from '../layout.ts'
import { type AskedBy, page, type Shown, type Visit } from '../page.ts'
import { pagedTable, roomFor } from '../room.ts'
import { adminHead, chosenRoles, nameField, oncePage, refusal, roleFields, roleList, slipOf } from './adminParts.ts'

/** Keys of programs. A key is shown only in the answer to the form that made it. */
export const adminKeyPages = [
  page('/admin/keys', ['admin'], { get: list }),
  page('/admin/keys/new', ['admin'], { get: newKey, post: added }),
  page('/admin/keys/:no/revoke', ['admin'], { get: list, post: revoked }),
]

const longestDays = 3_650

async function list(asked: AskedBy, refused?: Sentence): Promise<Shown> {
  const { core } = asked
  const keys = await listAccounts(core, 'key')
  const add = html`<a class="primary" href="/admin/keys/new">${say('deskAdmin.add_key')}</a>`
  const body = html`
    ${adminHead('/admin/keys', say('deskAdmin.keys_text'), keys.length > 0 ? add : null)}
    ${refusal(refused)}
    ${keys.length === 0 ? emptyState(say('deskAdmin.no_keys'), add) : keyTable(asked, keys)}
  `
  return { kind: 'page', title: say('deskAdmin.keys'), body, ...(refused && { status: 409 }) }
}

const columns: readonly Column[] = [
  { name: say('deskBatch.name') },
  { name: say('signIn.roles') },
  { name: say('deskPages.state') },
  { name: say('deskAdmin.ends') },
  { name: say('deskAdmin.last_used') },
  { name: say('deskAdmin.revoked') },
]

const keyTable = (asked: AskedBy, items: readonly Account[]): VNode =>
  pagedTable(asked, {
    label: say('deskAdmin.keys'),
    columns,
    items,
    cells: (key) => [
      html`<span>
        ${key.name}
        ${key.forAccount === null ? null : html`<span class="small">${say('accounts.for_person', { name: key.forAccount })}</span>`}
      </span>`,
      roleList(key),
      keyBadge(key),
      key.expiresAt ? moment(key.expiresAt.toISOString(), asked.visit) : say('deskAdmin.never'),
      key.usedAt ? moment(key.usedAt.toISOString(), asked.visit) : say('deskAdmin.never'),
      key.disabledAt === null
        ? html`<form method="post" action=${`/admin/keys/${key.accountNo}/revoke`}>
            <button class="danger" type="submit" aria-label=${say('deskAdmin.revoke_key', { name: key.name })}>
              ${say('deskAdmin.revoke')}
            </button>
          </form>`
        : moment(key.disabledAt.toISOString(), asked.visit),
    ],
  })

function keyBadge({ disabledAt, expiresAt, isForDisabled }: Account): VNode {
  if (disabledAt !== null) return badge('quiet', say('accounts.revoked'))
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return badge('quiet', say('deskAdmin.expired'))
  if (isForDisabled) return badge('quiet', say('accounts.person_disabled'))
  return badge('good', say('deskAdmin.key_active'))
}

const listOfPeople = 'people'

/** A list to choose from. If there are too many people for a list, it is a text field with the first names as suggestions. */
function personField(people: readonly Account[], chosen: string, visit: Visit): VNode {
  const asked = { name: 'for', label: say('deskAdmin.for'), hint: say('deskAdmin.for_hint') }
  const options = people.map(({ name }) => option(name, name, chosen))
  const nobody = option('', say('deskAdmin.nobody'))
  const room = roomFor(options, visit, peopleBytes)
  if (room === options.length) return selectField({ ...asked, children: html`${nobody}${options}` })
  const input = { type: 'text', list: listOfPeople, maxlength: '60', autocomplete: 'off' }
  return html`
    ${field({ ...asked, value: chosen, optional: true, input })}
    <datalist id=${listOfPeople}>${options.slice(0, room)}</datalist>
  `
}

const peopleBytes = 20_000

async function newKey({ core, form, visit }: AskedBy, slip?: Sentence): Promise<Shown> {
  const title = say('deskAdmin.add_key')
  const people = (await listAccounts(core)).filter(({ disabledAt }) => disabledAt === null)
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/admin/keys">${say('deskAdmin.keys')}</a>` })}
    ${refusal(slip)}
    <form class="panel fields" method="post" action="/admin/keys/new">
      ${nameField(form, say('deskAdmin.key_name_hint'))}
      ${roleFields(chosenRoles(form))}
      ${field({
        name: 'expires',
        label: say('deskAdmin.days'),
        hint: say('deskAdmin.days_hint'),
        value: form['expires'] ?? '',
        optional: true,
        input: { type: 'text', inputmode: 'numeric', maxlength: '4', autocomplete: 'off' },
      })}
      ${personField(people, form['for'] ?? '', visit)}
      <button class="primary" type="submit">${say('deskAdmin.add_key')}</button>
    </form>
  `
  return { kind: 'page', title, body, ...(slip && { status: 422 }) }
}

async function added(asked: AskedBy): Promise<Shown> {
  const { app, core, form } = asked
  const days = (form['expires'] ?? '').trim()
  const expiresDays = days === '' ? undefined : Number(days)
  if (expiresDays !== undefined && !(/^\d+$/.test(days) && expiresDays >= 1 && expiresDays <= longestDays))
    return newKey(asked, say('deskAdmin.bad_days', { longest: longestDays }))
  const wish = {
    name: form['name'] ?? '',
    roles: chosenRoles(form),
    expiresDays,
    forAccount: form['for'] || undefined,
  }
  const done = await addKey(app, core, wish)
  if (!done.ok) return newKey(asked, slipOf(done))
  const text = say('deskAdmin.key_text', { name: done.account.name })
  return oncePage(
    { title: say('deskAdmin.key_added'), once: say('deskAdmin.key_shown_once'), text },
    done.key,
    '/admin/keys',
  )
}

async function revoked(asked: AskedBy): Promise<Shown> {
  const { app, core, params } = asked
  const key = (await listAccounts(core, 'key')).find(({ accountNo }) => String(accountNo) === params['no'])
  if (!key) throw new ApiProblem('not_found', say('deskAdmin.not_there'))
  const { name } = key
  if (key.disabledAt !== null) return list(asked, await disabledBefore(core, key))
  const question = await askAgain(asked, {
    title: say('deskAdmin.revoke_question', { name }),
    text: html`<p>${say('deskAdmin.revoke_text')}</p>`,
    button: say('deskAdmin.revoke'),
    back: '/admin/keys',
    danger: true,
  })
  if (question) return question
  const { changed } = succeeded(await disableAccount(app, core, name, 'key'))
  if (!changed) return list(asked, await disabledBefore(core, key))
  return { kind: 'go', to: '/admin/keys', says: say('deskAdmin.now_revoked', { name }) }
}
