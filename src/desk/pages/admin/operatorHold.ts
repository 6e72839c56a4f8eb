import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../../app/accounts/actor.ts'
import { heldAnew, hold, release } from '../../../app/pay/hold.ts'
import type { OperatorLook } from '../../../app/pay/operators.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { field, type Problems } from '../../../web/fields.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import type { AskedBy, Shown } from '../page.ts'

/** The forms for an administrator to hold or release an operator. */
export const holdForms = ({ code, hold: found }: OperatorLook, { form }: AskedBy, problems: Problems): VNode => html`
  ${found ? releaseForm(code, found) : null}
  ${found?.manual ? null : holdForm(code, form['note'] ?? '', problems['hold-note'])}
`

const noteField = (id: string, hint: Sentence, more: { value?: string; problem?: Sentence; optional: boolean }) =>
  field({
    name: 'note',
    id,
    label: say('deskPlaces.note'),
    hint,
    ...more,
    input: { type: 'text', maxlength: '500', autocomplete: 'off' },
  })

const holdForm = (code: string, value: string, problem: Sentence | undefined): VNode => html`
  <form class="panel fields" method="post" action=${`/operators/${code}/hold`}>
    <h2>${say('deskPlaces.hold')}</h2>
    <p>${say('deskPlaces.hold_text')}</p>
    ${noteField('hold-note', say('deskPlaces.hold_note_hint'), { value, optional: false, ...(problem && { problem }) })}
    <button class="danger" type="submit">${say('deskPlaces.hold_now')}</button>
  </form>
`

const releaseForm = (code: string, { manual, since }: NonNullable<OperatorLook['hold']>): VNode => html`
  <form class="panel fields" method="post" action=${`/operators/${code}/release`}>
    <input type="hidden" name="seen" value=${since.toISOString()} />
    <h2>${say('deskPlaces.release')}</h2>
    <p>${releaseText(manual)}</p>
    ${noteField('release-note', say('deskPlaces.release_note_hint'), { optional: true })}
    <button class="primary" type="submit">${say('deskPlaces.release_now')}</button>
  </form>
`

const releaseText = (manual: boolean): Sentence =>
  manual ? say('deskPlaces.release_text') : say('deskPlaces.release_automatic_text')

/** Holds an operator after a note and a confirmation. */
export async function holdAsked(
  asked: AskedBy,
  { code, hold: found }: OperatorLook,
): Promise<{ shown: Shown } | { problems: Problems }> {
  const { app, desk, form } = asked
  const operator = operatorName(code)
  const to = `/operators/${code}`
  const already = (name: string) => say('deskPlaces.held_already', { operator, name })
  if (found?.manual) return { shown: { kind: 'go', to, says: already(found.actor ?? '') } }
  const note = (form['note'] ?? '').trim()
  if (note === '') return { problems: { 'hold-note': say('deskPlaces.hold_note_required') } }
  const question = await askAgain(asked, {
    title: say('deskPlaces.hold_question', { operator }),
    text: html`<p>${say('deskPlaces.hold_text')}</p><p>${say('deskPlaces.note_is', { note })}</p>`,
    button: say('deskPlaces.hold_now'),
    back: to,
    danger: true,
  })
  if (question) return { shown: question }
  const { changed, hold: now } = succeeded(await hold(app, code, { note, sandbox: desk.sandbox }))
  const says = changed ? say('deskPlaces.now_held', { operator }) : already(now?.actor ?? '')
  return { shown: { kind: 'go', to, says } }
}

/** Releases an operator after a confirmation. */
export async function releaseAsked(asked: AskedBy, { code, hold: found }: OperatorLook): Promise<Shown> {
  const { app, desk, form } = asked
  const to = `/operators/${code}`
  const seen = form['seen'] ?? found?.since.toISOString()
  if (found?.manual && found.since.toISOString() !== seen) throw new ApiProblem('wrong_state', heldAnew(found))
  const question =
    found &&
    (await askAgain(
      { ...asked, form: { ...form, seen } },
      {
        title: say('deskPlaces.release_question', { operator: operatorName(code) }),
        text: html`<p>${releaseText(found.manual)}</p>`,
        button: say('deskPlaces.release_now'),
        back: to,
      },
    ))
  if (question) return question
  const done = succeeded(
    await release(app, code, { note: form['note'], sandbox: desk.sandbox, since: instantOf(seen) }),
  )
  return { kind: 'go', to, says: saidOfRelease(done, !forbids(app, 'resume')) }
}

/** How many batches a message names. It travels in an address, so it must be short. */
const mostNamed = 5

const instantOf = (text: string | undefined): Date | undefined => {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

function saidOfRelease(
  { operator: code, changed, by, pausedBatches }: Extract<Awaited<ReturnType<typeof release>>, { ok: true }>,
  mayGoOn: boolean,
): Sentence {
  const operator = operatorName(code)
  if (!changed && by !== null) return say('deskMeanwhile.released_by', { operator, who: by })
  if (!changed) return say('paying.operator_not_held', { operator })
  if (pausedBatches.length === 0) return say('deskPlaces.now_released', { operator })
  const named = pausedBatches.slice(0, mostNamed).map(({ name }) => say('deskNext.quoted', { words: name }))
  const batches = pausedBatches.length > mostNamed ? [...named, '…'] : named
  const told = { operator, n: pausedBatches.length, batches }
  return mayGoOn ? say('deskPlaces.released_resume', told) : say('deskPlaces.released_with_paused', told)
}
