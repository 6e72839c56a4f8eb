import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { countryOfOperator, operators } from '../../payout/operator.ts'
import type { Faults } from '../records.ts'
import { field, type Problems, problemSummary, selectField } from './field.ts'
import type { Form } from './form.ts'
import { layout } from './layout.ts'
import { operatorName } from './mobileFields.ts'
import type { Visit } from './visit.ts'

export interface FaultsPageProps {
  visit: Visit
  faults: Faults
  /** What was typed, to be corrected; null: show the faults as they are. */
  typed: Form | null
  problems: Problems
  /** Whether they were just saved. */
  saved: boolean
}

/** The switchboard: what goes wrong at the three endpoints. Shares are in percent here. */
export function faultsPage({ visit, faults, typed, problems, saved }: FaultsPageProps): string {
  const { words, to } = visit
  const say = words.faults
  const children = html`
    ${problemSummary(words, problems)}
    <h1>${say.title}</h1>
    <p>${say.intro}</p>
    ${saved ? html`<p class="done" role="status">${say.saved}</p>` : null}
    <p class=${isQuiet(faults) ? 'state paid' : 'state failed'}>${isQuiet(faults) ? say.quiet : say.active}</p>
    <form method="post" action=${to('/sandbox/faults')} novalidate>
      ${fields(visit, typed ?? formOf(faults), problems)}
      <button class="primary" type="submit">${say.save}</button>
    </form>
    <form method="post" action=${to('/sandbox/faults/off')}>
      <button class="quiet" type="submit">${say.allOff}</button>
    </form>
    <p class="small">${say.order}</p>
  `
  const problem = Object.keys(problems).length > 0
  return layout({ visit, title: say.title, problem, shape: 'card', tool: 'faults', children })
}

const isQuiet = ({ latencyMs, tooManyRate, errorRate, resetRate, outageOperator }: Faults): boolean =>
  latencyMs === 0 && tooManyRate === 0 && errorRate === 0 && resetRate === 0 && outageOperator === null

/** The names of the form's fields are those of `Faults`. */
export const formOf = (faults: Faults): Form => ({
  latencyMs: String(faults.latencyMs),
  tooManyRate: percent(faults.tooManyRate),
  errorRate: percent(faults.errorRate),
  resetRate: percent(faults.resetRate),
  retryAfterSeconds: String(faults.retryAfterSeconds),
  outageOperator: faults.outageOperator ?? '',
})

const percent = (share: number): string => String(Number((share * 100).toFixed(6)))

function fields(visit: Visit, form: Form, problems: Problems): VNode[] {
  const say = visit.words.faults
  const number = (name: keyof Faults, label: string, hint: string, inputmode: string) =>
    field({
      name,
      label,
      hint,
      problem: problems[name],
      value: form[name] ?? '',
      input: { type: 'text', inputmode, autocomplete: 'off', maxlength: '12' },
    })
  return [
    number('latencyMs', say.latency, say.latencyHint, 'numeric'),
    number('tooManyRate', say.tooMany, say.shareHint, 'decimal'),
    number('retryAfterSeconds', say.retryAfter, say.retryAfterHint, 'numeric'),
    number('errorRate', say.error, say.shareHint, 'decimal'),
    number('resetRate', say.reset, say.shareHint, 'decimal'),
    outageField(visit, form['outageOperator'] ?? '', problems['outageOperator']),
  ]
}

function outageField({ words, language }: Visit, chosen: string, problem: string | undefined): VNode {
  const options = operators.map(
    (each) => html`<option value=${each.code} selected=${each.code === chosen}>
      ${operatorName(each, countryOfOperator(each), language)}
    </option>`,
  )
  const none = html`<option value="">${words.faults.noOutage}</option>`
  return selectField({ name: 'outageOperator', label: words.faults.outage, problem, children: [none, ...options] })
}
