import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { readCurrency } from '../../../app/accounts/policy.ts'
import {
  budgetSentences,
  changeFloat,
  type Float,
  type FloatChange,
  floatSeen,
  listFloats,
} from '../../../app/pay/float.ts'
import { parseAmount, parseSum } from '../../../payout/money/money.ts'
import { isCurrency } from '../../../payout/operators/operator.ts'
import { isZone } from '../../../payout/times/zonedTime.ts'
import { type Form, option, type Problems, problemSummary, selectField, typedField } from '../../../web/fields.ts'
import { type Column, emptyState, table, written } from '../../../web/parts.ts'
import { count, money, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { batchLink } from '../links.ts'
import { sumOf } from '../newBatch/corrections.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { adminHead, currencyField, refusal, slipOf } from './adminParts.ts'

/** Spending limits for each currency, as in `payrun float`. Each change asks for confirmation, and for a password or a code. */
export const adminFloatPages = [
  page('/admin/float', ['admin'], { get: show }),
  page('/admin/float/amount', ['admin'], { get: show, post: amountChanged }),
  page('/admin/float/budgets', ['admin'], { get: show, post: budgetsChanged }),
]

/** @param problems by the id of a field, because both forms have a field of the same name */
async function show(
  { app, desk, form }: AskedBy,
  problems: Problems = {},
  slip?: Sentence,
  status: 409 | 422 = 422,
): Promise<Shown> {
  const { floats } = succeeded(await listFloats(app, desk.sandbox))
  const body = html`
    ${problemSummary(problems)}
    ${adminHead('/admin/float', say('deskAdmin.float_text'))}
    ${refusal(slip)}
    ${floats.length === 0 ? emptyState(say('deskAdmin.float_none')) : floatTable(floats)}
    ${amountForm(form, problems, seenOf(floats))}
    ${budgetForm(form, problems, seenOf(floats))}
  `
  return { kind: 'page', title: say('deskAdmin.float'), body, problems, ...(slip && { status }) }
}

/** What the page shows of each currency. Its forms send it back. */
const seenOf = (floats: readonly Float[]): string =>
  JSON.stringify(Object.fromEntries(floats.map((float) => [float.currency, floatSeen(float)])))

/** What a form says was shown for a currency. Undefined if it has no such field. */
function seenIn({ seen }: Form, currency: string): string | undefined {
  if (seen === undefined) return undefined
  try {
    const of: unknown = new Map<string, unknown>(Object.entries(JSON.parse(seen) ?? {})).get(currency)
    return typeof of === 'string' ? of : ''
  } catch {
    return ''
  }
}

const alwaysShown: readonly Column[] = [
  { name: say('deskAdmin.currency') },
  { name: say('paying.float_set'), number: true },
  { name: say('paying.float_spent'), number: true },
  { name: say('deskAdmin.float_held'), number: true },
  { name: say('paying.float_left'), number: true },
]

/** Columns that are empty for every currency are left out. */
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
          ? [html`<span>${budgetSentences(float).map((line) => html`<span class="note">${line}</span>`)}</span>`]
          : []),
        ...(isWaited ? [waitingLinks(waiting)] : []),
      ]
    }),
  )
}

/** The first few batches, with a link to the list of all. */
function waitingLinks(waiting: readonly string[]): VNode {
  const more = waiting.length - shownWaiting
  return html`<span>
    ${waiting.slice(0, shownWaiting).map((id) => html`${batchLink(id, id)} `)}
    ${more > 0 ? html`<a href="/batches">${say('warnings.and_more', { more: count(more) })}</a>` : null}
  </span>`
}

const shownWaiting = 10

const amountField = (
  name: string,
  label: Sentence,
  hint: Sentence,
  { form, problems, optional }: { form: Form; problems: Problems; optional: boolean },
): VNode =>
  typedField(form, problems, {
    name,
    label,
    hint,
    optional,
    input: { type: 'text', inputmode: 'decimal', maxlength: '30', autocomplete: 'off' },
  })

const amountForm = (form: Form, problems: Problems, seen: string): VNode => html`
  <form class="panel fields" method="post" action="/admin/float/amount">
    <input type="hidden" name="seen" value=${seen} />
    <h2>${say('deskAdmin.float_change')}</h2>
    ${currencyField('float-currency', currencyIn(form), problems['float-currency'])}
    ${selectField({
      name: 'what',
      label: say('deskAdmin.float_what'),
      children: [option('set', say('deskAdmin.float_set')), option('add', say('deskAdmin.float_add'), form['what'])],
    })}
    ${amountField('amount', say('report.amount'), say('deskAdmin.float_amount_hint'), { form, problems, optional: false })}
    <button type="submit">${say('deskAdmin.float_change')}</button>
  </form>
`

const budgetForm = (form: Form, problems: Problems, seen: string): VNode => html`
  <form class="panel fields" method="post" action="/admin/float/budgets">
    <input type="hidden" name="seen" value=${seen} />
    <h2>${say('deskAdmin.float_change_budgets')}</h2>
    ${currencyField('budget-currency', currencyIn(form), problems['budget-currency'])}
    ${amountField('daily', say('deskAdmin.float_daily'), say('deskAdmin.float_budget_hint'), { form, problems, optional: true })}
    ${amountField('monthly', say('deskAdmin.float_monthly'), say('deskAdmin.float_budget_hint'), { form, problems, optional: true })}
    ${typedField(form, problems, {
      name: 'tz',
      label: say('deskAdmin.float_zone'),
      hint: say('deskAdmin.float_zone_hint'),
      optional: true,
      input: { type: 'text', maxlength: '100', autocomplete: 'off' },
    })}
    <button type="submit">${say('deskAdmin.float_change_budgets')}</button>
  </form>
`

async function amountChanged(asked: AskedBy): Promise<Shown> {
  const { what, amount = '' } = asked.form
  if (what !== 'set' && what !== 'add') return { kind: 'go', to: '/admin/float' }
  const currency = currencyIn(asked.form)
  const problems = {
    ...currencyProblem('float-currency', currency),
    ...amountProblem('amount', amount, currency, what === 'add' ? parseAmount : parseSum),
    ...(what === 'add' ? await addProblem(asked, amount, currency) : {}),
  }
  if (Object.keys(problems).length > 0) return show(asked, problems)
  const told = { currency, amount: sumOf(amount.trim(), [currency]) }
  const set = isNoLimit(amount)
    ? say('deskAdmin.float_no_limit_question', { currency })
    : say('deskAdmin.float_set_question', told)
  const text = what === 'set' ? set : say('deskAdmin.float_add_question', told)
  return changed(asked, { kind: what, amount: forUseCase(amount) }, text)
}

async function budgetsChanged(asked: AskedBy): Promise<Shown> {
  const given = (name: string) => asked.form[name]?.trim() || undefined
  const [daily, monthly, timeZone] = [given('daily'), given('monthly'), given('tz')]
  const currency = currencyIn(asked.form)
  const problems = {
    ...currencyProblem('budget-currency', currency),
    ...(daily === undefined ? {} : amountProblem('daily', daily, currency, parseSum)),
    ...(monthly === undefined ? {} : amountProblem('monthly', monthly, currency, parseSum)),
    ...(timeZone === undefined || isZone(timeZone)
      ? {}
      : { tz: say('paying.float_unknown_time_zone', { zone: timeZone }) }),
  }
  if (Object.keys(problems).length > 0) return show(asked, problems)
  if (daily === undefined && monthly === undefined && timeZone === undefined)
    return show(asked, {}, say('deskAdmin.float_which_budget'))
  const shown = (amount: string) => (isNoLimit(amount) ? say('paying.float_no_limit') : sumOf(amount, [currency]))
  const text = say('deskAdmin.float_budget_question', {
    currency,
    changes: [
      ...(daily === undefined ? [] : [say('deskAdmin.float_daily_to', { amount: shown(daily) })]),
      ...(monthly === undefined ? [] : [say('deskAdmin.float_monthly_to', { amount: shown(monthly) })]),
      ...(timeZone === undefined ? [] : [say('deskAdmin.float_zone_to', { zone: timeZone })]),
    ],
  })
  const budgets = { daily: daily && forUseCase(daily), monthly: monthly && forUseCase(monthly), timeZone }
  return changed(asked, { kind: 'budgets', ...budgets }, text)
}

/** The currency code, or the typed text if it isn't a currency. */
function currencyIn({ currency: typed = '' }: Form): string {
  const read = readCurrency(typed)
  return read.ok ? read.currency : typed.trim()
}

function currencyProblem(id: string, currency: string): Problems {
  const read = readCurrency(currency)
  return read.ok ? {} : { [id]: read.message }
}

/** Accepts the word in both languages, because people may know it from the command line. */
const isNoLimit = (text: string): boolean => /^(?:none|aucune?)$/i.test(text.trim())

const forUseCase = (amount: string): string => (isNoLimit(amount) ? 'none' : amount)

function amountProblem(id: string, text: string, currency: string, parse: typeof parseSum): Problems {
  if (text.trim() === '') return { [id]: say('desk.field_missing') }
  if (isNoLimit(text)) return {}
  // If the currency is wrong, the amount is checked in a currency with decimals, because it may still be no amount at all.
  const read = parse(text, isCurrency(currency) ? currency : 'KES')
  return read.ok ? {} : { [id]: read.message }
}

/** Why an amount can't be added. */
async function addProblem({ app, desk }: AskedBy, amount: string, currency: string): Promise<Problems> {
  if (isNoLimit(amount)) return { amount: say('paying.float_add_needs_amount') }
  if (!isCurrency(currency)) return {}
  const { floats } = succeeded(await listFloats(app, desk.sandbox))
  const isSet = floats.some((each) => each.currency === currency && each.set !== null)
  return isSet ? {} : { amount: say('deskSaid.float_first', { currency }) }
}

/**
 * Makes a change once the person has confirmed it. If it can't be made, or somebody else has changed the limit meanwhile, the page says so
 * above the form and shows the current limits below.
 */
async function changed(asked: AskedBy, change: FloatChange, text: Sentence): Promise<Shown> {
  const { app, desk, form } = asked
  const currency = currencyIn(form)
  const { floats } = succeeded(await listFloats(app, desk.sandbox))
  const now = floatSeen(floats.find((float) => float.currency === currency))
  if ((seenIn(form, currency) ?? now) !== now)
    return show(asked, {}, say('deskMeanwhile.float_changed', { currency }), 409)
  const isBudgets = change.kind === 'budgets'
  const question = await askAgain(
    { ...asked, form: { ...form, seen: form['seen'] ?? seenOf(floats) } },
    {
      title: isBudgets ? say('deskAdmin.budgets_question') : say('deskAdmin.float_question'),
      text: html`<p>${text}</p>`,
      button: isBudgets ? say('deskAdmin.float_change_budgets') : say('deskAdmin.float_change_now'),
      back: '/admin/float',
      proof: true,
    },
  )
  if (question) return question
  const done = await changeFloat(app, currency, change, desk.sandbox, { seen: seenIn(form, currency) })
  if (!done.ok && done.code === 'wrong_state') return show(asked, {}, done.message, 409)
  if (!done.ok) return show(asked, {}, slipOf(done))
  const says = isBudgets ? say('deskAdmin.budgets_changed') : say('deskAdmin.float_changed')
  return { kind: 'go', to: '/admin/float', says }
}
