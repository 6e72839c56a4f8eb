import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { TrailEntry } from '../../../app/accounts/trail.ts'
import type { Failure } from '../../../app/context.ts'
import { plan, unplan, type WindowWish } from '../../../app/pay/hold.ts'
import { type OperatorLook, type OperatorWindow, windowSentence } from '../../../app/pay/operators.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { hasOffset, readInstant } from '../../../payout/times/zonedTime.ts'
import { field, option, type Problems, selectField, typedField } from '../../../web/fields.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { problemOf, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { wallClock } from '../layout.ts'
import { reworded } from '../newBatch/reworded.ts'
import { type AskedBy, isTimeZone, type Shown, zoneName } from '../page.ts'
import { pagedPart } from '../room.ts'

/** The planned maintenance of operators, a sentence each, with a button to remove it. */
export const plannedList = (
  asked: AskedBy,
  operators: readonly OperatorLook[],
  { removable = false, bytes = 6_000 }: { removable?: boolean; bytes?: number } = {},
): VNode =>
  pagedPart(asked, {
    name: 'planned',
    bytes,
    items: operators.flatMap(({ windows }) => windows),
    draw: (each) => {
      const window = windowText(each, asked)
      return html`<li>${window} ${each.note ? html`<span class="small">${each.note}</span>` : null} ${removable ? removeForm(each, window) : null}</li>`
    },
    around: (drawn) => html`<ul class="planned">${drawn}</ul>`,
  })

/** A window as a sentence, with its times in the visit's format. */
const windowText = (window: OperatorWindow, { visit }: AskedBy): Sentence =>
  windowSentence(
    { ...window, from: wallClock(window.from, visit), to: wallClock(window.to, visit) },
    operatorName(window.operator),
  )

const removeForm = ({ operator, windowNo }: OperatorWindow, window: Sentence): VNode => html`
  <form method="post" action=${`/operators/${operator}/windows/${windowNo}/remove`}>
    <button class="danger" type="submit" aria-label=${say('deskAdmin.remove_window_of', { window })}>
      ${say('deskAdmin.remove_window')}
    </button>
  </form>
`

const repeats = {
  '': say('deskAdmin.window_once'),
  day: say('deskAdmin.window_daily'),
  week: say('deskAdmin.window_weekly'),
} as const satisfies Record<string, Sentence>

/** The time zone that the form showed, even if the visit's has changed since. */
const zoneOf = ({ form, visit }: AskedBy): string => (isTimeZone(form['zone']) ? form['zone'] : visit.timeZone)

/** The form to plan maintenance of an operator. */
export function planForm(code: string, asked: AskedBy, problems: Problems): VNode {
  const { form } = asked
  const zone = zoneOf(asked)
  const time = (name: 'from' | 'to', label: Sentence) =>
    typedField(form, problems, {
      name,
      label,
      hint: say('deskAdmin.window_zone', { timeZone: zoneName(zone) }),
      input: { type: 'datetime-local' },
    })
  return html`<form class="panel fields" method="post" action=${`/operators/${code}/windows`}>
    <h2>${say('deskAdmin.plan_maintenance')}</h2>
    <p>${say('deskAdmin.plan_text')}</p>
    <input type="hidden" name="zone" value=${zone} />
    ${time('from', say('deskAdmin.window_from'))} ${time('to', say('deskAdmin.window_to'))}
    ${selectField({
      name: 'every',
      label: say('deskAdmin.window_every'),
      problem: problems['every'],
      children: Object.entries(repeats).map(([every, text]) => option(every, text, form['every'] ?? '')),
    })}
    ${field({
      name: 'window_note',
      label: say('deskPlaces.note'),
      hint: say('deskPlaces.hold_note_hint'),
      value: form['window_note'] ?? '',
      optional: true,
      input: { type: 'text', maxlength: '500', autocomplete: 'off' },
    })}
    <button type="submit">${say('deskAdmin.plan_now')}</button>
  </form>`
}

export async function planAsked(
  asked: AskedBy,
  { code }: OperatorLook,
): Promise<{ shown: Shown } | { problems: Problems }> {
  const { app, desk, form } = asked
  const { from = '', to = '', every = '', window_note: note } = form
  const timeZone = zoneOf(asked)
  const problems = {
    ...timeProblem('from', from, timeZone),
    ...timeProblem('to', to, timeZone),
    ...(Object.hasOwn(repeats, every) ? {} : { every: say('deskAdmin.window_every_unknown') }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const wish: WindowWish = { from, to, every: every === 'day' || every === 'week' ? every : undefined, timeZone }
  const done = await plan(app, code, wish, { note, sandbox: desk.sandbox })
  if (!done.ok) return { problems: { to: spanProblem(done) } }
  const says = say('deskAdmin.window_planned', { operator: operatorName(code) })
  return { shown: { kind: 'go', to: `/operators/${code}`, says } }
}

function timeProblem(name: 'from' | 'to', text: string, zone: string): Problems {
  if (text.trim() === '') return { [name]: say('desk.field_missing') }
  if (hasOffset(text)) return { [name]: say('deskNew.at_no_time', { text }) }
  const read = readInstant(text.trim(), zone)
  return read.ok ? {} : { [name]: reworded(read.message) }
}

/** What is wrong with the end, if both times are valid. Any other failure ends the request. */
function spanProblem(failed: Failure): Sentence {
  switch (failed.message.key) {
    case 'paying.window_ends_first':
      return say('deskAdmin.window_ends_first')
    case 'paying.window_over':
      return say('deskAdmin.window_over')
    case 'paying.window_too_long':
      return say('deskAdmin.window_too_long')
    default:
      throw problemOf(failed)
  }
}

/** Removes the window that was shown, after a confirmation. */
export async function unplanAsked(asked: AskedBy, { code, windows }: OperatorLook): Promise<Shown> {
  const { app, desk, params } = asked
  const operator = operatorName(code)
  const to = `/operators/${code}`
  const gone: Shown = { kind: 'go', to, says: say('deskAdmin.window_gone', { operator }) }
  const found = windows.find(({ windowNo }) => String(windowNo) === params['window'])
  if (!found) return gone
  const question = await askAgain(asked, {
    title: say('deskAdmin.remove_window_question', { operator }),
    text: html`<p>${windowText(found, asked)}</p><p>${say('deskAdmin.remove_window_text')}</p>`,
    button: say('deskAdmin.remove_window_now'),
    back: to,
    danger: true,
  })
  if (question) return question
  const options = { note: undefined, sandbox: desk.sandbox }
  const { removed } = succeeded(await unplan(app, code, found.windowNo, options))
  return removed === 0 ? gone : { kind: 'go', to, says: say('deskAdmin.window_removed', { operator }) }
}

/**
 * The window that an entry of the trail is about.
 * @param details as stored in the ledger
 */
export function trailWindow({ window, from, to, every, time_zone: zone }: TrailEntry['details']): Sentence {
  const time = (at: unknown): string => String(at).slice(0, 16).replace('T', ' ')
  const told = { number: String(window), from: time(from), to: time(to), timeZone: zoneName(String(zone)) }
  if (every === 'day') return say('deskAdmin.trail_window_daily', told)
  return every === 'week' ? say('deskAdmin.trail_window_weekly', told) : say('deskAdmin.trail_window', told)
}
