import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { changeFloat, type Float, type FloatChange, listFloats } from '../../app/float.ts'
import { type Form, field, selectField } from '../../web/fields.ts'
import { type Column, emptyState, table, written } from '../../web/parts.ts'
import { money, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { adminHead, refusal, slipOf } from './adminParts.ts'
import { askAgain } from './askAgain.ts'
import { type AskedBy, page, type Shown } from './page.ts'

/** What may be spent of each currency: seen and changed here, as by `payrun float`. Each change asks again, and who is there. */
export const adminFloatPages = [
  page('/admin/float', ['admin'], { get: (asked) => show(asked) }),
  page('/admin/float/amount', ['admin'], { get: (asked) => show(asked), post: amountChanged }),
  page('/admin/float/budgets', ['admin'], { get: (asked) => show(asked), post: budgetsChanged }),
]

async function show({ app, desk, form }: AskedBy, slip?: Sentence): Promise<Shown> {
  const { floats } = succeeded(await listFloats(app, desk.sandbox))
  const body = html`
    ${adminHead('/admin/float', say('deskAdmin.float_text'))}
    ${refusal(slip)}
    ${floats.length === 0 ? emptyState(say('deskAdmin.float_none')) : floatTable(floats)}
    ${amountForm(form)}
    ${budgetForm(form)}
  `
  return { kind: 'page', title: say('deskAdmin.float'), body, ...(slip && { status: 422 }) }
}

const alwaysShown: readonly Column[] = [
  { name: say('deskAdmin.currency') },
  { name: say('paying.float_set'), number: true },
  { name: say('paying.float_spent'), number: true },
  { name: say('deskAdmin.float_held'), number: true },
  { name: say('paying.float_left'), number: true },
]

/** The columns that are empty for every currency are left out. */
function floatTable(floats: readonly Float[]): VNode {
  const hasBudgets = floats.some(({ daily, monthly }) => daily ?? monthly)
  const isWaited = floats.some(({ waiting }) => waiting.length > 0)
  return table(
    say('deskAdmin.float'),
    [
      ...alwaysShown,
      ...(hasBudgets ? [{ name: say('deskAdmin.float_budgets') }] : []),
      ...(isWaited ? [{ name: say('deskAdmin.float_waiting') }] : []),
    ],
    floats.map((float) => {
      const { currency, set, spent, held, left, waiting } = float
      const text = (minor: bigint | null) =>
        minor === null ? say('paying.float_no_limit') : written(money(minor, currency))
      return [
        currency,
        ...[text(set), text(spent), text(held), text(left)],
        ...(hasBudgets
          ? [html`<span>${budgetLines(float).map((line) => html`<span class="note">${line}</span>`)}</span>`]
          : []),
        ...(isWaited ? [html`<span>${waiting.map((id) => html`<a href=${`/batches/${id}`}>${id}</a> `)}</span>`] : []),
      ]
    }),
  )
}

function budgetLines({ currency, daily, monthly, timeZone }: Float): Sentence[] {
  const told = (of: NonNullable<Float['daily']>) => ({
    currency,
    budget: money(of.limit, currency),
    spent: money(of.spent, currency),
    timeZone,
  })
  return [
    ...(daily ? [say('paying.float_daily_line', told(daily))] : []),
    ...(monthly ? [say('paying.float_monthly_line', told(monthly))] : []),
  ]
}

const currencyField = (id: string, form: Form): VNode =>
  field({
    name: 'currency',
    id,
    label: say('deskAdmin.currency'),
    value: form['currency'] ?? '',
    input: { type: 'text', maxlength: '3', autocomplete: 'off' },
  })

const amountField = (name: string, label: Sentence, form: Form, hint: Sentence, optional: boolean): VNode =>
  field({
    name,
    label,
    hint,
    value: form[name] ?? '',
    optional,
    input: { type: 'text', inputmode: 'decimal', maxlength: '30', autocomplete: 'off' },
  })

const amountForm = (form: Form): VNode => html`
  <form class="panel fields" method="post" action="/admin/float/amount">
    <h2>${say('deskAdmin.float_change')}</h2>
    ${currencyField('float-currency', form)}
    ${selectField({
      name: 'what',
      label: say('deskAdmin.float_what'),
      children: [
        html`<option value="set">${say('deskAdmin.float_set')}</option>`,
        html`<option value="add" selected=${form['what'] === 'add'}>${say('deskAdmin.float_add')}</option>`,
      ],
    })}
    ${amountField('amount', say('report.amount'), form, say('deskAdmin.float_amount_hint'), false)}
    <button type="submit">${say('deskAdmin.float_change')}</button>
  </form>
`

const budgetForm = (form: Form): VNode => html`
  <form class="panel fields" method="post" action="/admin/float/budgets">
    <h2>${say('deskAdmin.float_change_budgets')}</h2>
    ${currencyField('budget-currency', form)}
    ${amountField('daily', say('deskAdmin.float_daily'), form, say('deskAdmin.float_budget_hint'), true)}
    ${amountField('monthly', say('deskAdmin.float_monthly'), form, say('deskAdmin.float_budget_hint'), true)}
    ${field({
      name: 'tz',
      label: say('deskAdmin.float_zone'),
      hint: say('deskAdmin.float_zone_hint'),
      value: form['tz'] ?? '',
      optional: true,
      input: { type: 'text', maxlength: '100', autocomplete: 'off' },
    })}
    <button type="submit">${say('deskAdmin.float_change_budgets')}</button>
  </form>
`

async function amountChanged(asked: AskedBy): Promise<Shown> {
  const { what, amount = '', currency = '' } = asked.form
  if (what !== 'set' && what !== 'add') return { kind: 'go', to: '/admin/float' }
  const told = { currency: currency.trim().toUpperCase(), amount: amount.trim() }
  const text = what === 'set' ? say('deskAdmin.float_set_question', told) : say('deskAdmin.float_add_question', told)
  return changed(asked, { kind: what, amount }, text)
}

async function budgetsChanged(asked: AskedBy): Promise<Shown> {
  const given = (name: string) => asked.form[name]?.trim() || undefined
  const [daily, monthly, timeZone] = [given('daily'), given('monthly'), given('tz')]
  if (daily === undefined && monthly === undefined && timeZone === undefined)
    return show(asked, say('deskAdmin.float_which_budget'))
  const currency = (asked.form['currency'] ?? '').trim().toUpperCase()
  const text = say('deskAdmin.float_budget_question', {
    currency,
    changes: [
      ...(daily === undefined ? [] : [say('deskAdmin.float_daily_to', { amount: daily })]),
      ...(monthly === undefined ? [] : [say('deskAdmin.float_monthly_to', { amount: monthly })]),
      ...(timeZone === undefined ? [] : [say('deskAdmin.float_zone_to', { zone: timeZone })]),
    ],
  })
  return changed(asked, { kind: 'budgets', daily, monthly, timeZone }, text)
}

/** A change, once whoever makes it has said so again. What can't be taken is told above the form. */
async function changed(asked: AskedBy, change: FloatChange, text: Sentence): Promise<Shown> {
  const question = await askAgain(asked, {
    title: say('deskAdmin.float_question'),
    text: html`<p>${text}</p>`,
    button: say('deskAdmin.change_now'),
    back: '/admin/float',
    proof: true,
  })
  if (question) return question
  const done = await changeFloat(asked.app, asked.form['currency'] ?? '', change, asked.desk.sandbox)
  if (!done.ok) return show(asked, slipOf(done))
  return { kind: 'go', to: '/admin/float', says: say('deskAdmin.float_changed') }
}
