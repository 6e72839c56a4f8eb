import type { FastifyInstance } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName, operators } from '../../payout/operators/operator.ts'
import {
  type Form,
  option,
  type Problems,
  problemSummary,
  readForm,
  selectField,
  typedField,
} from '../../web/fields.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { isQuiet, noFaults } from '../faults.ts'
import type { Faults, SandboxServices } from '../state/records.ts'
import { layout, sendPage } from './layout.ts'
import { type Visit, visitOf } from './visit.ts'

/** `/sandbox/faults`: the switchboard. */
export function faultsRoutes(app: FastifyInstance, { faults, language }: SandboxServices): void {
  app.get<{ Querystring: { saved?: string } }>('/sandbox/faults', (request, reply) => {
    const visit = visitOf(request, language)
    const saved = request.query.saved === '1'
    return sendPage(reply, 200, faultsPage({ visit, faults: faults.get(), typed: null, problems: {}, saved }))
  })

  app.post('/sandbox/faults', (request, reply) => {
    const visit = visitOf(request, language)
    const form = readForm(request.body)
    const set = faults.set(changesOf(form))
    if (set.ok) return reply.redirect(visit.to('/sandbox/faults?saved=1'), 303)
    const problems = { [set.field ?? 'latencyMs']: badFaults[set.field ?? 'latencyMs'] }
    const typed = { ...formOf(faults.get()), ...form }
    return sendPage(reply, 422, faultsPage({ visit, faults: faults.get(), typed, problems, saved: false }))
  })

  app.post('/sandbox/faults/off', (request, reply) => {
    faults.set({ ...noFaults, retryAfterSeconds: faults.get().retryAfterSeconds })
    return reply.redirect(visitOf(request, language).to('/sandbox/faults?saved=1'), 303)
  })
}

const badFaults: Readonly<Record<keyof Faults, Sentence>> = {
  latencyMs: say('sandbox.bad_latency'),
  tooManyRate: say('sandbox.bad_too_many'),
  errorRate: say('sandbox.bad_errors'),
  resetRate: say('sandbox.bad_resets'),
  retryAfterSeconds: say('sandbox.bad_retry_after'),
  outageOperator: say('sandbox.bad_outage'),
}

/** The form's values for the switchboard. A text that isn't a number is passed on, so that the switchboard refuses it. */
const changesOf = (form: Form): Record<keyof Faults, unknown> => ({
  latencyMs: numberOf(form['latencyMs']),
  tooManyRate: shareOf(form['tooManyRate']),
  errorRate: shareOf(form['errorRate']),
  resetRate: shareOf(form['resetRate']),
  retryAfterSeconds: numberOf(form['retryAfterSeconds']),
  outageOperator: form['outageOperator'] ? form['outageOperator'] : null,
})

const numberOf = (text = ''): number | string => {
  const digits = text.trim().replace(',', '.')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : text
}

const shareOf = (percent?: string): number | string => {
  const read = numberOf(percent)
  return typeof read === 'number' ? read / 100 : read
}

interface FaultsPageProps {
  visit: Visit
  faults: Faults
  /** What was typed and has to be corrected. Null shows the current faults. */
  typed: Form | null
  problems: Problems
  /** Whether they were just saved. */
  saved: boolean
}

/** The switchboard: what goes wrong at the three endpoints. Its shares are in percent. */
function faultsPage({ visit, faults, typed, problems, saved }: FaultsPageProps): string {
  const { to } = visit
  const children = html`
    ${problemSummary(problems)}
    <h1>${say('sandbox.switchboard')}</h1>
    <p>${say('sandbox.switchboard_intro')}</p>
    ${saved ? html`<p class="done" role="status">${say('sandbox.saved')}</p>` : null}
    <p class=${isQuiet(faults) ? 'state paid' : 'state failed'}>${isQuiet(faults) ? say('sandbox.quiet') : say('sandbox.active')}</p>
    <form method="post" action=${to('/sandbox/faults')} novalidate>
      ${fields(typed ?? formOf(faults), problems)}
      <button class="primary" type="submit">${say('sandbox.save')}</button>
    </form>
    <form method="post" action=${to('/sandbox/faults/off')}>
      <button class="quiet" type="submit">${say('sandbox.all_off')}</button>
    </form>
    <p class="small">${say('sandbox.order')}</p>
  `
  const problem = Object.keys(problems).length > 0
  return layout({ visit, title: say('sandbox.switchboard'), problem, shape: 'card', tool: 'faults', children })
}

/** The form's fields have the names of `Faults`. */
const formOf = (faults: Faults): Form => ({
  latencyMs: String(faults.latencyMs),
  tooManyRate: percent(faults.tooManyRate),
  errorRate: percent(faults.errorRate),
  resetRate: percent(faults.resetRate),
  retryAfterSeconds: String(faults.retryAfterSeconds),
  outageOperator: faults.outageOperator ?? '',
})

const percent = (share: number): string => String(Number((share * 100).toFixed(6)))

function fields(form: Form, problems: Problems): VNode[] {
  const number = (name: keyof Faults, label: Sentence, hint: Sentence, inputmode: string) =>
    typedField(form, problems, {
      name,
      label,
      hint,
      input: { type: 'text', inputmode, autocomplete: 'off', maxlength: '12' },
    })
  return [
    number('latencyMs', say('sandbox.latency'), say('sandbox.latency_hint'), 'numeric'),
    number('tooManyRate', say('sandbox.too_many'), say('sandbox.share_hint'), 'decimal'),
    number('retryAfterSeconds', say('sandbox.retry_after'), say('sandbox.retry_after_hint'), 'numeric'),
    number('errorRate', say('sandbox.internal_errors'), say('sandbox.share_hint'), 'decimal'),
    number('resetRate', say('sandbox.resets'), say('sandbox.share_hint'), 'decimal'),
    outageField(form['outageOperator'] ?? '', problems['outageOperator']),
  ]
}

function outageField(chosen: string, problem: Sentence | undefined): VNode {
  const options = operators.map(({ code }) => option(code, operatorName(code), chosen))
  const children = [option('', say('sandbox.no_outage')), ...options]
  return selectField({ name: 'outageOperator', label: say('sandbox.outage'), problem, children })
}
