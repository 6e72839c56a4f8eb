import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { type Account, type Role, roles } from '../../../app/accounts/actor.ts'
import { allCurrencies, currencyNames } from '../../../app/accounts/policy.ts'
import type { Failure } from '../../../app/context.ts'
import type { WarningCode } from '../../../payout/warning.ts'
import { type Form, field, option, selectField } from '../../../web/fields.ts'
import { notice, pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { problemOf } from '../../api/problem.ts'
import type { Shown } from '../page.ts'
import { roleName } from '../roleName.ts'

const tabs = [
  { path: '/admin', name: say('deskAdmin.accounts') },
  { path: '/admin/keys', name: say('deskAdmin.keys') },
  { path: '/admin/policy', name: say('deskAdmin.policy') },
  { path: '/admin/float', name: say('deskAdmin.float') },
  { path: '/admin/trail', name: say('deskAdmin.trail') },
]

/** The head of each administration page, with links to the others. */
export const adminHead = (at: string, text: Sentence, actions: Piece = null): VNode => html`
  ${pageHead({ title: say('deskPages.administration'), text, actions })}
  <nav class="tabs" aria-label=${say('deskAdmin.parts')}>
    ${tabs.map(({ path, name }) => html`<a href=${path} aria-current=${path === at ? 'page' : undefined}>${name}</a>`)}
  </nav>
`

export const roleList = ({ roles: has }: Account): VNode => html`<span>
  ${has.map((role) => html`<span class="small">${roleName(role)}</span>`)}
</span>`

const roleField = (role: Role): string => `role_${role}`

export const chosenRoles = (form: Form): Role[] => roles.filter((role) => form[roleField(role)] === 'yes')

const explained = {
  viewer: say('deskAdmin.viewer_may'),
  preparer: say('deskAdmin.preparer_may'),
  approver: say('deskAdmin.approver_may'),
  admin: say('deskAdmin.admin_may'),
} as const satisfies Record<Role, Sentence>

export const roleFields = (chosen: readonly Role[]): VNode => html`
  <fieldset>
    <legend>${say('signIn.roles')}</legend>
    ${roles.map(
      (role) => html`<label class="check">
        <input type="checkbox" name=${roleField(role)} value="yes" checked=${chosen.includes(role)} />
        <span>${roleName(role)} <span class="small">${explained[role]}</span></span>
      </label>`,
    )}
  </fieldset>
`

export const nameField = (form: Form, hint: Sentence): VNode =>
  field({
    name: 'name',
    label: say('deskBatch.name'),
    hint,
    value: form['name'] ?? '',
    input: { type: 'text', maxlength: '60', autocomplete: 'off' },
  })

/**
 * A field to choose a currency.
 * @param chosen its code, or '' if none is chosen yet
 */
export const currencyField = (id: string, chosen: string, problem?: Sentence): VNode =>
  selectField({
    name: 'currency',
    id,
    label: say('deskAdmin.currency'),
    problem,
    required: true,
    children: [
      option('', say('deskPlaces.choose')),
      ...allCurrencies.map((code) => option(code, currencyNames[code], chosen)),
    ],
  })

/** Says above a form why it was not carried out. */
export const refusal = (said: Sentence | undefined): VNode | null =>
  said ? notice('wrong', said, { role: 'alert' }) : null

/** The message for a mistake in the form. Any other failure ends the request. */
export function slipOf(failed: Failure): Sentence {
  const { code = 'not_found' } = failed
  if (code !== 'not_found' && code !== 'invalid_request') throw problemOf(failed)
  return failed.message
}

/** The only page that ever shows a secret. */
export function oncePage(
  {
    title,
    once,
    text,
    also = null,
  }: Readonly<Record<'title' | 'once' | 'text', Sentence>> & { also?: Sentence | null },
  secret: string,
  back: string,
): Shown {
  const body = html`
    ${pageHead({ title })}
    <div class="panel">
      ${notice('ask', text, { title: once })}
      <p><code class="secret">${secret}</code></p>
      ${also && notice('ask', also)}
      <div class="actions"><a class="button" href=${back}>${say('deskPages.back')}</a></div>
    </div>
  `
  return { kind: 'page', title, body }
}

/** The names of the warnings, outside of a file. */
export const warningNames: Readonly<Record<WarningCode, Sentence>> = {
  failed_may_be_paid: say('deskAdmin.warn_failed_may_be_paid'),
  called_not_paid: say('deskAdmin.warn_called_not_paid'),
  other_period: say('deskAdmin.warn_other_period'),
  amount_below_least: say('deskAdmin.warn_amount_below_least'),
  amount_above_most: say('deskAdmin.warn_amount_above_most'),
  amount_not_multiple: say('deskAdmin.warn_amount_not_multiple'),
  over_daily_limit: say('deskAdmin.warn_over_daily_limit'),
  number_changed: say('deskAdmin.warn_number_changed'),
  name_differs: say('deskAdmin.warn_name_differs'),
  first_payment: say('deskAdmin.warn_first_payment'),
  unusual_amount: say('deskAdmin.warn_unusual_amount'),
  number_repeated: say('deskAdmin.warn_number_repeated'),
  name_repeated: say('deskAdmin.warn_name_repeated'),
  person_missing: say('deskAdmin.warn_person_missing'),
}
