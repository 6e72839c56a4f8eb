import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type Policy,
  policyDocument,
  readAbove,
  readPolicy,
  rulesSeen,
  setApprovals,
  setPolicy,
  setWarning,
} from '../../../app/accounts/policy.ts'
import {
  isWarningCode,
  type WarningAction,
  type WarningCode,
  warningActions,
  warningCodes,
} from '../../../payout/warning.ts'
import { type Form, field, option } from '../../../web/fields.ts'
import { badge, type Column, notice, table } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { money, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { pagedTable } from '../room.ts'
import { adminHead, currencyField, refusal, slipOf, warningNames } from './adminParts.ts'

/** The policy. Each change asks for confirmation, and for a password or a code. */
export const adminPolicyPages = [
  page('/admin/policy', ['admin'], { get: show }),
  page('/admin/policy/approvals', ['admin'], { get: show, post: leastChanged }),
  page('/admin/policy/rules', ['admin'], { get: show, post: ruleAdded }),
  page('/admin/policy/rules/remove', ['admin'], { get: show, post: ruleRemoved }),
  page('/admin/policy/warnings', ['admin'], { get: show, post: warningChanged }),
  page('/admin/policy/second-factor', ['admin'], {
    get: show,
    post: (asked) =>
      switched(asked, 'second_factor', [
        say('accounts.second_factor_for_all'),
        say('accounts.second_factor_by_choice'),
      ]),
  }),
  page('/admin/policy/keys-approve', ['admin'], {
    get: show,
    post: (asked) =>
      switched(asked, 'keys_approve', [say('accounts.keys_approve'), say('accounts.keys_do_not_approve')]),
  }),
]

async function show(asked: AskedBy, slip?: Sentence, status: 409 | 422 = 422): Promise<Shown> {
  const { app, core, form } = asked
  const policy = await readPolicy(core)
  const { secondFactor, keysApprove } = policy
  const atLeast = app.config.approvals
  const body = html`
    ${adminHead('/admin/policy', say('deskAdmin.policy_text'))}
    ${refusal(slip)}
    <section class="panel">
      <h2>${say('deskAdmin.how_many')}</h2>
      <p>${say('deskAdmin.strictest')}</p>
      ${atLeast > 1 ? notice('quiet', say('accounts.people_by_environment', { people: atLeast })) : null}
      ${ruleTable(asked, policy)}
    </section>
    ${leastForm(policy)}
    ${ruleForm(form, policy)}
    ${warningPart(policy)}
    <section class="panel">
      <h2>${say('signIn.second_factor')}</h2>
      <p>${secondFactor ? badge('good', say('accounts.second_factor_for_all')) : badge('quiet', say('accounts.second_factor_by_choice'))}</p>
      ${switchForm('second-factor', secondFactor, say('deskAdmin.require_factor'), say('deskAdmin.free_factor'))}
    </section>
    <section class="panel">
      <h2>${say('deskAdmin.keys_approve')}</h2>
      <p>${keysApprove ? badge('ask', say('accounts.keys_approve')) : badge('good', say('accounts.keys_do_not_approve'))}</p>
      ${switchForm('keys-approve', keysApprove, say('deskAdmin.let_keys'), say('deskAdmin.stop_keys'))}
    </section>
  `
  return { kind: 'page', title: say('deskAdmin.policy'), body, ...(slip && { status }) }
}

/** Sends the current value with the form: somebody may change it before the form is posted. */
const seenField = (seen: string): VNode => html`<input type="hidden" name="seen" value=${seen} />`

function warningPart({ warnings }: Policy): VNode {
  const rows = warningCodes.map((code) => [
    warningNames[code],
    actions[warnings.get(code) ?? 'warn'],
    html`<form class="filter" method="post" action="/admin/policy/warnings">
      <input type="hidden" name="warning" value=${code} />
      ${seenField(warnings.get(code) ?? 'warn')}
      <select name="to" aria-label=${say('deskAdmin.leads_to_of', { warning: warningNames[code] })}>
        ${warningActions.map((action) => option(action, actions[action], warnings.get(code) ?? 'warn'))}
      </select>
      <button type="submit" aria-label=${say('deskAdmin.set_warning_of', { warning: warningNames[code] })}>
        ${say('deskAdmin.set_warning')}
      </button>
    </form>`,
  ])
  const heads = [
    { name: say('deskAdmin.warning') },
    { name: say('deskAdmin.leads_to') },
    { name: say('deskAdmin.set_warning') },
  ]
  return html`<section class="panel" id="warnings">
    <h2>${say('deskAdmin.warnings')}</h2>
    <p>${say('deskAdmin.warnings_text')}</p>
    ${table(say('deskAdmin.warnings'), heads, rows)}
  </section>`
}

const actions: Readonly<Record<WarningAction, Sentence>> = {
  warn: say('deskAdmin.action_warn'),
  approve: say('deskAdmin.action_approve'),
  block: say('deskAdmin.action_block'),
}

async function warningChanged(asked: AskedBy): Promise<Shown> {
  // Not named `code`: askAgain drops that field, because it is the code of a second factor.
  const { warning: code = '', to } = asked.form
  const action = warningActions.find((each) => each === to)
  if (!isWarningCode(code) || !action) return { kind: 'go', to: '/admin/policy' }
  const { seen, now } = seenOf(asked, (await readPolicy(asked.core)).warnings.get(code) ?? 'warn')
  if (seen !== now) return show(asked, say('deskMeanwhile.policy_changed'), 409)
  const question = await ask({ ...asked, form: { ...asked.form, seen } }, ruleSentence(code, action))
  return question ?? told(asked, await setWarning(asked.app, asked.core, code, action, now))
}

function ruleSentence(code: WarningCode, action: WarningAction): Sentence {
  const warning = warningNames[code]
  if (action === 'warn') return say('deskAdmin.rule_warn', { warning })
  return action === 'block' ? say('deskAdmin.rule_block', { warning }) : say('deskAdmin.rule_approve', { warning })
}

const columns: readonly Column[] = [{ name: say('deskAdmin.rule') }, { name: say('deskAdmin.remove_rule') }]

const least = ({ approvals }: Policy): number => approvals.find(({ above }) => above === null)?.people ?? 1

function ruleTable(asked: AskedBy, policy: Policy): VNode {
  const texts = policyDocument(policy).approvals
  const rules = policy.approvals.flatMap((rule, at) =>
    rule.above === null ? [] : [{ ...rule, text: texts[at]?.above }],
  )
  const cells = (rule: (typeof rules)[number] | null): Piece[] => {
    if (!rule?.above) return [say('accounts.people_for_all', { people: least(policy) }), null]
    const { above, people, text } = rule
    const amount = money(above.minor, above.currency)
    return [
      say('accounts.people_above', { people, amount }),
      html`<form method="post" action="/admin/policy/rules/remove">
        <input type="hidden" name="amount" value=${text ?? ''} />
        <input type="hidden" name="currency" value=${above.currency} />
        ${seenField(rulesSeen(policy.approvals))}
        <button class="danger" type="submit" aria-label=${say('deskAdmin.remove_rule_of', { amount })}>
          ${say('deskAdmin.remove_rule')}
        </button>
      </form>`,
    ]
  }
  const label = say('deskAdmin.how_many')
  return pagedTable(asked, { label, columns, items: [null, ...rules], cells, bytes: ruleBytes })
}

/** The forms of the page need the rest. */
const ruleBytes = 20_000

const peopleField = (id: string, value: string): VNode =>
  field({
    name: 'people',
    id,
    label: say('deskAdmin.people'),
    hint: say('deskAdmin.people_hint'),
    value,
    input: { type: 'text', inputmode: 'numeric', maxlength: '1', autocomplete: 'off' },
  })

const leastForm = (policy: Policy): VNode => html`
  <form class="panel fields" method="post" action="/admin/policy/approvals">
    <h2>${say('deskAdmin.all_batches')}</h2>
    ${seenField(rulesSeen(policy.approvals))}
    ${peopleField('least', String(least(policy)))}
    <button type="submit">${say('deskAdmin.set_least')}</button>
  </form>
`

const ruleForm = (form: Form, { approvals }: Policy): VNode => html`
  <form class="panel fields" method="post" action="/admin/policy/rules">
    <h2>${say('deskAdmin.add_rule')}</h2>
    ${seenField(rulesSeen(approvals))}
    ${field({
      name: 'amount',
      label: say('deskAdmin.above'),
      hint: say('deskAdmin.above_hint'),
      value: form['amount'] ?? '',
      input: { type: 'text', inputmode: 'decimal', maxlength: '30', autocomplete: 'off' },
    })}
    ${currencyField('currency', form['currency'] ?? '')}
    ${peopleField('people', form['amount'] === undefined ? '' : (form['people'] ?? ''))}
    <button type="submit">${say('deskAdmin.add_rule_now')}</button>
  </form>
`

const switchForm = (path: string, isOn: boolean, turnOn: Sentence, turnOff: Sentence): VNode => html`
  <form method="post" action=${`/admin/policy/${path}`}>
    <button type="submit" name="to" value=${isOn ? 'off' : 'on'}>${isOn ? turnOff : turnOn}</button>
  </form>
`

/** Asks for confirmation before a change, and says what it means. */
const ask = (asked: AskedBy, text: Sentence, title = say('deskAdmin.change_question')): Promise<Shown | undefined> =>
  askAgain(asked, {
    title,
    text: html`<p>${text}</p>`,
    button: say('deskAdmin.change_now'),
    back: '/admin/policy',
    proof: true,
  })

/** The value that the form says was shown, or the current one if it says none. */
const seenOf = <Value extends string>({ form }: AskedBy, now: Value) => ({ seen: form['seen'] ?? now, now })

/** Changes how many people must approve. If somebody else changed it since the page was shown, the page says so instead. */
async function approvalsChanged(
  asked: AskedBy,
  text: Sentence,
  people: number | null,
  title?: Sentence,
): Promise<Shown> {
  const { app, core, form } = asked
  const { seen, now } = seenOf(asked, rulesSeen((await readPolicy(core)).approvals))
  if (seen !== now) return show(asked, say('deskMeanwhile.policy_changed'), 409)
  const question = await ask({ ...asked, form: { ...form, seen } }, text, title)
  const above = form['amount'] === undefined ? undefined : aboveIn(form)
  return question ?? told(asked, await setApprovals(app, core, people, above, now))
}

async function told(asked: AskedBy, done: Awaited<ReturnType<typeof setPolicy>>): Promise<Shown> {
  if (!done.ok && done.code === 'wrong_state') return show(asked, done.message, 409)
  const { changed } = succeeded(done)
  return {
    kind: 'go',
    to: '/admin/policy',
    says: changed ? say('deskAdmin.policy_changed') : say('deskAdmin.policy_as_before'),
  }
}

function peopleIn(form: Form, fewest: number): number | null {
  const text = (form['people'] ?? '').trim()
  return /^[1-9]$/.test(text) && Number(text) >= fewest ? Number(text) : null
}

async function leastChanged(asked: AskedBy): Promise<Shown> {
  const people = peopleIn(asked.form, 1)
  if (people === null) return show(asked, say('deskAdmin.bad_people', { least: 1 }))
  return approvalsChanged(asked, say('accounts.people_for_all', { people }), people)
}

const aboveIn = (form: Form) => ({ amount: (form['amount'] ?? '').trim(), currency: form['currency'] ?? '' })

async function ruleAdded(asked: AskedBy): Promise<Shown> {
  const people = peopleIn(asked.form, 2)
  if (people === null) return show(asked, say('deskAdmin.bad_people', { least: 2 }))
  const read = readAbove(aboveIn(asked.form))
  if (!read.ok) return show(asked, slipOf(read))
  const amount = money(read.above.minor, read.above.currency)
  return approvalsChanged(asked, say('accounts.people_above', { people, amount }), people)
}

async function ruleRemoved(asked: AskedBy): Promise<Shown> {
  const read = readAbove(aboveIn(asked.form))
  if (!read.ok) return show(asked, slipOf(read))
  const amount = money(read.above.minor, read.above.currency)
  return approvalsChanged(asked, say('deskAdmin.remove_rule_of', { amount }), null, say('deskAdmin.remove_question'))
}

async function switched(
  asked: AskedBy,
  setting: 'keys_approve' | 'second_factor',
  [on, off]: readonly [Sentence, Sentence],
): Promise<Shown> {
  const { to } = asked.form
  if (to !== 'on' && to !== 'off') return { kind: 'go', to: '/admin/policy' }
  const question = await ask(asked, to === 'on' ? on : off)
  return question ?? told(asked, await setPolicy(asked.app, asked.core, setting, to === 'on'))
}
