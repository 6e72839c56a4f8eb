import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type ChargeDocument,
  type ChargeEnd,
  type ChargeKind,
  type ChargeRead,
  type ChargeState,
  readCharge,
  resolveCharge,
} from '../../../app/charges/charges.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { amountText, option, type Problems, problemSummary, selectField, typedField } from '../../../web/fields.ts'
import {
  badge,
  type Column,
  emptyState,
  facts,
  notice,
  pageHead,
  sectionHead,
  type Tone,
  table,
  written,
} from '../../../web/parts.ts'
import { type Sentence, say, stateOf } from '../../../words/sentence.ts'
import { ApiProblem, problemOf, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { liveMore, livePart, moment, standing } from '../layout.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from '../page.ts'
import { shareRecent } from '../recent.ts'

/** One payment or collection: its state, contradicting evidence, and a form to resolve an unknown one. */
export const payinPage = [
  page('/payins/:kind/:id', 'everybody', { get: onePage, live }),
  page('/payins/:kind/:id/resolve', ['approver'], { get: onePage, live, post: resolved }),
]

type Notification = ChargeRead['notifications'][number]

export const pathOf = ({ kind, id }: ChargeDocument): string => `/payins/${kind}/${id}`
export const amountOf = ({ amount, currency }: ChargeDocument, { language }: Visit): string =>
  amountText(amount, currency, language)

export const chargeLink = (charge: ChargeDocument): VNode =>
  html`<a href=${pathOf(charge)}>${charge.reference ?? charge.id}</a>`

const tones: Readonly<Record<ChargeState, Tone>> = {
  asked: 'busy',
  under_way: 'busy',
  unknown: 'ask',
  paid: 'good',
  refused: 'wrong',
  failed: 'wrong',
  cancelled: 'quiet',
  expired: 'quiet',
}

/** Its state, and what evidence says against it. */
export const chargeBadge = ({
  state,
  maybe_paid,
  maybe_not_paid,
}: Pick<ChargeDocument, 'state' | 'maybe_paid' | 'maybe_not_paid'>): VNode => html`
  ${maybe_paid ? badge('ask', say('deskPayins.maybe_paid')) : null}
  ${maybe_not_paid ? badge('ask', say('deskPayins.maybe_not_paid')) : null}
  ${badge(maybe_not_paid ? 'ask' : tones[state], written(stateOf(state)))}
`

/** A person may also resolve one that is under way, but may call it not paid only after a day. */
const isOpen = ({ state }: ChargeDocument): boolean => state === 'unknown' || state === 'under_way'

const read = async ({ app, params }: AskedBy): Promise<ChargeRead> =>
  succeeded(await readCharge(app, kindOf(params['kind']), params['id'] ?? ''))
const recentlyRead = shareRecent<ChargeRead>()

async function onePage(asked: AskedBy, problems: Problems = {}): Promise<Shown> {
  const { visit } = asked
  const found = await read(asked)
  const { charge } = found
  const live = standing(asked, partsOf(found, asked, problems))
  const amount = amountOf(charge, visit)
  const title =
    charge.kind === 'payment' ? say('deskPlaces.payment_of', { amount }) : say('deskPlaces.collection_of', { amount })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, crumb: html`<a href=${`/payins?kind=${charge.kind}`}>${say('deskPages.collections')}</a>` })}
    ${livePart(live)} ${liveMore(live, 'resolve')} ${liveMore(live, 'notifications')}
  `
  return { kind: 'page', title, body, problems }
}

async function live(asked: AskedBy): Promise<Live> {
  const { kind = '', id = '' } = asked.params
  return partsOf(await recentlyRead(asked.desk, `${kind} ${id}`, () => read(asked)), asked, {})
}

function partsOf({ charge, notifications, discrepancies }: ChargeRead, asked: AskedBy, problems: Problems): Live {
  const { person, visit, form } = asked
  const mayResolve = isOpen(charge) && person.roles.includes('approver')
  const body = html`
    <section class="panel"><p class="now">${chargeBadge(charge)}</p>${chargeFacts(charge, visit)}</section>
    ${charge.maybe_paid ? notice('ask', say('deskPayins.maybe_paid_ask')) : null}
    ${charge.maybe_not_paid ? notice('ask', say('deskPayins.maybe_not_paid_ask')) : null}
    ${discrepancies.length > 0 ? discrepancyPart(discrepancies, visit) : null}
  `
  const resolve = html`
    ${mayResolve ? resolveForm(charge, form, problems) : null}
    ${charge.state === 'unknown' && !mayResolve ? notice('ask', say('deskPlaces.approver_resolves')) : null}
  `
  const told = html`
    ${sectionHead(say('deskPlaces.notifications'))}
    ${
      notifications.length === 0
        ? emptyState(say('deskPlaces.no_notification'))
        : notificationTable(notifications, visit)
    }
  `
  return { body, more: { resolve, notifications: told }, over: false }
}

function kindOf(text: string | undefined): ChargeKind {
  if (text === 'payment' || text === 'collection') return text
  throw new ApiProblem('not_found', say('terminal.charge_none'))
}

const chargeFacts = (charge: ChargeDocument, visit: Visit): VNode =>
  facts([
    [say('deskPlaces.your_reference'), charge.reference ?? say('deskPlaces.without_reference')],
    [say('deskPlaces.provider_reference'), charge.provider_reference ?? say('deskPlaces.not_known_yet')],
    [say('deskPlaces.asked_at'), moment(charge.created_at, visit)],
    ...(charge.operator ? [[say('deskBatch.operator'), operatorName(charge.operator)] as const] : []),
    ...(charge.settled_at ? [[say('deskPlaces.settled_at'), moment(charge.settled_at, visit)] as const] : []),
    ...(charge.code
      ? [[say('deskPlaces.error_code'), say('deskPlaces.charge_reason', { code: charge.code })] as const]
      : []),
    ...(charge.payment_url
      ? [[say('deskPlaces.payment_page'), html`<code>${charge.payment_url}</code>`] as const]
      : []),
    ...(charge.settled_by ? [[say('deskPlaces.settled_by'), charge.settled_by] as const] : []),
    ...(charge.note ? [[say('deskPlaces.note'), charge.note] as const] : []),
  ])

const discrepancyPart = (discrepancies: ChargeRead['discrepancies'], visit: Visit): VNode => html`
  ${sectionHead(say('deskPayins.discrepancies'))}
  <p>${say('deskPayins.discrepancies_text')}</p>
  ${table(
    say('deskPayins.discrepancies'),
    [
      { name: say('deskPlaces.when') },
      { name: say('deskBatch.why') },
      { name: say('deskPayins.statement') },
      { name: say('deskPayins.compared_by') },
    ],
    discrepancies.map(({ at, message, statement, statement_line: line, by }) => [
      moment(at, visit),
      message,
      say('deskPayins.statement_line', { statement, line }),
      by,
    ]),
  )}
`

const notificationColumns: readonly Column[] = [
  { name: say('deskPlaces.when') },
  { name: say('deskPlaces.status') },
  { name: say('deskPlaces.signature') },
  { name: say('deskPlaces.effect') },
]

const notificationTable = (notifications: readonly Notification[], visit: Visit): VNode =>
  table(
    say('deskPlaces.notifications'),
    notificationColumns,
    notifications.map(({ receivedAt, status, signed, effect, times }) => [
      html`<span>
        ${moment(receivedAt.toISOString(), visit)}${' '}
        <span class="small">${say('deskPlaces.times_sent', { n: times })}</span>
      </span>`,
      html`<code>${status}</code>`,
      signed ? badge('good', say('deskPlaces.signed')) : badge('quiet', say('deskPlaces.not_signed')),
      effectText(effect),
    ]),
  )

function effectText(effect: string | null): Sentence {
  switch (effect) {
    case 'settled':
      return say('deskPlaces.effect_settled')
    case 'agrees':
      return say('deskPlaces.effect_agrees')
    case 'contradicts':
      return say('deskPlaces.effect_contradicts')
    case 'undecided':
      return say('deskPlaces.effect_undecided')
    case 'unknown_reference':
      return say('deskPlaces.effect_unknown')
    default:
      return say('deskPlaces.effect_waiting')
  }
}

const endNames: Readonly<Record<ChargeEnd, Sentence>> = {
  paid: say('deskPlaces.end_paid'),
  failed: say('deskPlaces.end_failed'),
  cancelled: say('deskPlaces.end_cancelled'),
  expired: say('deskPlaces.end_expired'),
}
const ends = Object.keys(endNames) as ChargeEnd[]

const resolveForm = (charge: ChargeDocument, form: AskedBy['form'], problems: Problems): VNode => html`
  <form class="panel fields" method="post" action=${`${pathOf(charge)}/resolve`}>
    <h2>${say('deskPlaces.resolve')}</h2>
    <p>${say('deskPlaces.resolve_text')}</p>
    ${selectField({
      name: 'end',
      label: say('deskPlaces.what_became'),
      problem: problems['end'],
      children: [option('', say('deskPlaces.choose')), ...ends.map((end) => option(end, endNames[end], form['end']))],
    })}
    ${typedField(form, problems, {
      name: 'note',
      label: say('deskBatch.how_known'),
      hint: say('deskPlaces.how_known_hint'),
      input: { type: 'text', maxlength: '500', autocomplete: 'off' },
    })}
    <button class="primary" type="submit">${say('deskPlaces.resolve_now')}</button>
  </form>
`

async function resolved(asked: AskedBy): Promise<Shown> {
  const { app, params, form, visit } = asked
  const end = ends.find((each) => each === form['end'])
  const note = form['note'] ?? ''
  if (!end || note.trim() === '')
    return onePage(asked, {
      ...(end ? {} : { end: say('desk.field_missing') }),
      ...(note.trim() === '' && { note: say('desk.field_missing') }),
    })
  const [kind, id] = [kindOf(params['kind']), params['id'] ?? '']
  const { charge } = succeeded(await readCharge(app, kind, id))
  if (!isOpen(charge)) throw new ApiProblem('wrong_state', say('terminal.charge_not_unknown'))
  const question = await askAgain(asked, {
    title: say('deskPlaces.resolve_question', { amount: amountOf(charge, visit) }),
    text: html`<p>${say('deskPlaces.resolve_says', { end: endNames[end] })}</p>`,
    button: say('deskPlaces.resolve_now'),
    back: pathOf(charge),
    proof: true,
  })
  if (question) return question
  const done = await resolveCharge(app, { kind, id, end, note })
  if (!done.ok) throw problemOf(done)
  return { kind: 'go', to: pathOf(charge), says: say('deskPlaces.resolved', { end: endNames[end] }) }
}
