import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../../app/accounts/actor.ts'
import { type BatchDocument, pauseReasonSentence, stopSentence, wholeOf } from '../../../app/batches/batchDocument.ts'
import type { RowDocument } from '../../../app/batches/rows.ts'
import { type BatchLook, type Stop, watchBatches } from '../../../app/batches/watch.ts'
import type { App } from '../../../app/context.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { type PauseReason, pauseReasons } from '../../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../../payout/state.ts'
import { amountText } from '../../../web/fields.ts'
import { badge, type Column, emptyState, type Tone, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import {
  batchStateOf,
  count,
  moment as momentOf,
  type Sentence,
  say,
  stateOf,
  type Words,
} from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { shareReads } from '../../shareReads.ts'
import { moment } from '../layout.ts'
import { batchLink, operatorLink } from '../links.ts'
import type { Asked, Visit } from '../page.ts'
import { ofEachDesk, recentMs } from '../recent.ts'

const batchTones: Readonly<Record<BatchState, Tone>> = {
  awaiting_approval: 'ask',
  running: 'busy',
  paused: 'ask',
  settled: 'good',
  cancelled: 'quiet',
}

/** A settled batch that is not fully paid needs attention. */
export const batchBadge = ({ state, reason, counts, file }: BatchDocument): VNode =>
  state === 'settled' && (counts.paid ?? 0) < file.rows
    ? badge('ask', written(batchStateOf(state)))
    : batchStateBadge(state, reason)

/** A batch that is paused until its start time has its own badge, because it needs no attention. */
export const batchStateBadge = (state: BatchState, reason: PauseReason | null): VNode =>
  state === 'paused' && reason === 'scheduled'
    ? badge('quiet', say('deskNext.scheduled'))
    : badge(batchTones[state], written(batchStateOf(state)))

const rowTones: Readonly<Record<PayoutState, Tone>> = {
  paid: 'good',
  failed: 'wrong',
  invalid: 'wrong',
  unknown: 'ask',
  accepted: 'ask',
  sending: 'busy',
  pending: 'quiet',
  cancelled: 'quiet',
}

export const stateBadge = (state: PayoutState): VNode => badge(rowTones[state], written(stateOf(state)))

/** The state of a row, and what evidence says against it. */
export const rowBadge = ({
  status,
  maybe_paid: isMaybePaid,
  maybe_not_paid: isMaybeNotPaid,
}: Pick<RowDocument, 'status' | 'maybe_paid' | 'maybe_not_paid'>): VNode => html`
  ${isMaybePaid ? badge('ask', say('deskRetry.maybe_paid_badge')) : null}
  ${isMaybeNotPaid ? badge('ask', say('deskRetry.maybe_not_paid_badge')) : null}
  ${badge(isMaybeNotPaid ? 'ask' : rowTones[status], written(stateOf(status)))}
`

/** Next to the state of what the sandbox pays: nobody gets any money. Lists of a desk have both, whatever it pays itself. */
export const sandboxMark = (sandbox: boolean): VNode | null =>
  sandbox ? html` <span class="small">${say('deskPlaces.in_sandbox')}</span>` : null

/** Sums, one per line. */
export const sumLines = (sums: Iterable<readonly [currency: string, amount: string]>, { language }: Visit): VNode[] =>
  [...sums].map(([currency, amount]) => html`<div>${amountText(amount, currency, language)}</div>`)

/** Sums within a sentence. */
export const sumText = (sums: Iterable<readonly [currency: string, amount: string]>, { language }: Visit): string =>
  [...sums].map(([currency, amount]) => amountText(amount, currency, language)).join(' + ')

/** The amount of a row, or null if it has none. */
export const rowAmount = (
  { amount, currency }: Record<'amount' | 'currency', string | null>,
  { language }: Visit,
): string | null => (amount === null || currency === null ? null : amountText(amount, currency, language))

export const maskedPhone = (phone: string): VNode => html`<span class="phone">${masked(phone)}</span>`

/** A number as lists show it: `229******12`. */
export const masked = (phone: string): string =>
  phone.length > 5 ? `${phone.slice(0, 3)}${'*'.repeat(phone.length - 5)}${phone.slice(-2)}` : phone

/**
 * Why a batch is paused, for people who have a button and no command line.
 *
 * @param stop who paused it
 * @param holds the current holds on operators that it still has to pay; null for the history
 * @param mayGoOn whether the reader may resume it
 */
export function whyPaused(
  {
    reason,
    reason_says: says,
    start_at: startAt,
    between,
    waits_until: waitsUntil,
  }: Pick<BatchDocument, 'reason' | 'reason_says' | 'start_at' | 'between' | 'waits_until'>,
  stop: Stop | null = null,
  holds: readonly { manual: boolean }[] | null = null,
  mayGoOn = false,
): Sentence {
  switch (reason) {
    case null:
    case 'person':
      return stop ? stopSentence(reason, stop) : say('deskBatch.paused_person')
    case 'scheduled': {
      const at = startAt ? momentOf(new Date(waitsUntil ?? startAt)) : ''
      return between
        ? say('deskBatch.paused_scheduled_between', { at, ...between })
        : say('deskBatch.paused_scheduled', { at })
    }
    case 'too_many_unknown':
      return say('deskBatch.paused_unknown')
    case 'operator_held':
      return holds === null ? say('deskBatch.paused_held') : pausedByHold(holds, mayGoOn)
    case 'window':
      return say('deskBatch.paused_window')
    case 'hours':
      return between ? say('deskBatch.paused_hours_until', { ...between }) : say('deskBatch.paused_hours')
    case 'float':
      return say('deskBatch.paused_float')
    default:
      return pauseReasonSentence(reason, { says })
  }
}

function pausedByHold(holds: readonly { manual: boolean }[], mayGoOn: boolean): Sentence {
  if (holds.length === 0) return mayGoOn ? say('deskNext.paused_held_go_on') : say('deskBatch.paused_held_no_more')
  return holds.some(({ manual }) => manual)
    ? say('deskBatch.paused_held_by_hand')
    : say('deskBatch.paused_held_answers')
}

/** The label of the button that resumes it. */
export function goOnLabel({ reason }: BatchDocument): Sentence {
  switch (reason) {
    case 'scheduled':
      return say('deskBatch.pay_now')
    case 'unauthorized':
    case 'wrong_interface':
    case 'redirected':
    case 'tls':
      return say('deskBatch.keys_checked')
    case 'too_many_unknown':
    case 'refused_in_a_row':
      return say('deskBatch.looked_into')
    default:
      return say('deskBatch.resume')
  }
}

/** Since when and why nothing is sent to an operator, and who put it on hold, if a person did. */
export function holdText({ operator: code, reason, since, probed, by, note }: HoldLook): Sentence {
  const [operator, at] = [operatorName(code), momentOf(new Date(since))]
  if (by !== null)
    return note === null
      ? say('deskNext.held_by', { who: by, operator, since: at })
      : say('deskNext.held_by_why', { who: by, operator, since: at, note })
  return probed
    ? say('deskBatch.is_probed', { operator, why: reason })
    : say('deskBatch.is_held', { operator, why: reason, since: at })
}

/** The same with a link to the operator's page, which can release it. */
export const holdLine = (hold: HoldLook): VNode => html`${holdText(hold)}
  <span class="links">${operatorLink(hold.operator)}</span>`

interface HoldLook {
  operator: string
  reason: Words
  since: Date | string
  probed: boolean
  /** The person who put it on hold. */
  by: string | null
  note: string | null
}

/** A button that acts on a batch at once, or leads to a page that asks for confirmation. */
export const actionForm = (id: string, action: string, label: Sentence, kind = ''): VNode => html`
  <form method="post" action=${`/batches/${id}/${action}`}>
    <button class=${kind || undefined} id=${`${action}-${id}`} type="submit">${label}</button>
  </form>
`

export const batchColumns: readonly Column[] = [
  { name: say('deskPages.batch') },
  { name: say('deskPages.state') },
  { name: say('deskBatch.rows'), number: true },
  { name: say('deskBatch.amount'), number: true },
  { name: say('deskPages.submitted') },
]

/** A table of batches with links to their pages. */
export const batchTable = (label: Sentence, batches: readonly BatchDocument[], visit: Visit): VNode =>
  table(
    label,
    batchColumns,
    batches.map((batch) => batchCells(batch, visit)),
  )

export const batchCells = (batch: BatchDocument, visit: Visit): Piece[] => [
  html`<span>${batchLink(batch.id, batch.name)} <span class="small">${batch.period ?? batch.id}</span></span>`,
  html`<span>${batchBadge(batch)}${sandboxMark(batch.sandbox)} ${paidShare(batch)}</span>`,
  written(count(batch.file.rows)),
  html`<span>${sumLines(wholeOf(batch), visit)}</span>`,
  moment(batch.created_at, visit),
]

/** Instead of an empty list: what a batch is, and a link to make one for those who may. */
export const noBatches = (app: App): VNode =>
  emptyState(
    say('deskPages.no_batches'),
    forbids(app, 'submit') ? null : html`<a class="button" href="/batches/new">${say('deskPages.new_batch')}</a>`,
  )

/** The paid share of a batch that is in progress or finished without being fully paid. */
const paidShare = ({ state, counts, file }: BatchDocument): VNode | null =>
  state === 'awaiting_approval' || (counts.paid ?? 0) === file.rows
    ? null
    : html`<span class="small">${say('deskBatch.paid_of', { paid: count(counts.paid ?? 0), rows: count(file.rows) })}</span>`

/** The current state of the batch in the page's address, including what its reader has just done. */
export const batchNow = ({ desk, params }: Pick<Asked, 'desk' | 'params'>): Promise<BatchLook> =>
  looksOf(desk).now(params['id'] ?? '')

/** The state of the batch within the last second. All watchers of it share one read. */
export const recentBatch = ({ desk, params }: Pick<Asked, 'desk' | 'params'>): Promise<BatchLook> =>
  looksOf(desk).recent(params['id'] ?? '')

const looksOf = ofEachDesk(({ app }) => {
  const latest = new Map<string, { atMs: number; look: Promise<BatchLook> }>()
  const read = shareReads(watchBatches(app), 0.5)
  const now = async (id: string) => {
    const look = read(id).then(succeeded)
    const kept = { atMs: performance.now(), look }
    latest.set(id, kept)
    const forget = () => setTimeout(() => latest.get(id) === kept && latest.delete(id), recentMs).unref()
    look.then(forget, forget)
    return look
  }
  const recent = (id: string) => {
    const kept = latest.get(id)
    return kept && performance.now() - kept.atMs < recentMs ? kept.look : now(id)
  }
  return { now, recent }
})

/** Why a batch was paused, as its events show it: without a start time or the provider's words. */
export const reasonWord = (reason: string | null): Sentence | null => {
  const known = pauseReasons.find((each) => each === reason)
  if (known === undefined || known === 'scheduled') return null
  return known === 'refused_in_a_row' ? say('deskBatch.paused_refused') : whyPaused({ reason: known })
}

/** When it is to be paid, if somebody chose that, for a list of facts. */
export const whenPaid = ({ start_at: at, between }: BatchDocument, visit: Visit) => [
  ...(at === undefined ? [] : [[say('deskBatch.not_before'), moment(at, visit)] as const]),
  ...(between ? [[say('deskBatch.paid_between'), say('deskBatch.between', { ...between })] as const] : []),
]
