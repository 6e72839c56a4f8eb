import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../app/accounts/actor.ts'
import { type BatchDocument, pauseReasonSentence, wholeOf } from '../../app/batchDocument.ts'
import type { App } from '../../app/context.ts'
import { type BatchLook, type Pause, watchBatches } from '../../app/watch.ts'
import { operatorName } from '../../payout/operators/operatorName.ts'
import { type PauseReason, pauseReasons } from '../../payout/outcome.ts'
import type { BatchState, PayoutState } from '../../payout/state.ts'
import { amountText } from '../../web/fields.ts'
import { badge, type Column, emptyState, type Tone, table, written } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import {
  batchStateOf,
  count,
  moment as momentOf,
  type Sentence,
  say,
  stateOf,
  type Words,
} from '../../words/sentence.ts'
import { shareReads } from '../api/call.ts'
import { succeeded } from '../api/problem.ts'
import { moment } from './layout.ts'
import { batchLink, operatorLink } from './links.ts'
import type { Asked, Visit } from './page.ts'
import { ofEachDesk, recentMs } from './recent.ts'

/** What the pages about batches share. */

const batchTones: Readonly<Record<BatchState, Tone>> = {
  awaiting_approval: 'ask',
  running: 'busy',
  paused: 'ask',
  settled: 'good',
  cancelled: 'quiet',
}

/** A batch that is settled though not all of it is paid wants somebody to look. */
export const batchBadge = ({ state, reason, counts, file }: BatchDocument): VNode =>
  state === 'settled' && (counts.paid ?? 0) < file.rows
    ? badge('ask', written(batchStateOf(state)))
    : batchStateBadge(state, reason)

/** One that is paused until its time is told apart: it wants nobody. */
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

export const rowBadge = (state: PayoutState): VNode => badge(rowTones[state], written(stateOf(state)))

/** Beside the state of a row that is called unpaid, where evidence says that it was paid. */
export const maybePaidBadge: VNode = badge('ask', say('deskRetry.maybe_paid_badge'))

/** Beside the state of what the sandbox pays: nobody gets any money. Lists of a desk have both, whatever it pays itself. */
export const sandboxMark = (sandbox: boolean): VNode | null =>
  sandbox ? html` <span class="small">${say('deskPlaces.in_sandbox')}</span>` : null

/** Sums, one a line. */
export const sumLines = (sums: Iterable<readonly [currency: string, amount: string]>, { language }: Visit): VNode[] =>
  [...sums].map(([currency, amount]) => html`<div>${amountText(amount, currency, language)}</div>`)

/** The same in a sentence. */
export const sumText = (sums: Iterable<readonly [currency: string, amount: string]>, { language }: Visit): string =>
  [...sums].map(([currency, amount]) => amountText(amount, currency, language)).join(' + ')

/** What a row pays; null: it has no amount. */
export const rowAmount = (
  { amount, currency }: Record<'amount' | 'currency', string | null>,
  { language }: Visit,
): string | null => (amount === null || currency === null ? null : amountText(amount, currency, language))

export const maskedPhone = (phone: string): VNode => html`<span class="phone">${masked(phone)}</span>`

/** As lists show a number: `229******12`. */
export const masked = (phone: string): string =>
  phone.length > 5 ? `${phone.slice(0, 3)}${'*'.repeat(phone.length - 5)}${phone.slice(-2)}` : phone

/**
 * Why a batch is paused, for people who have a button and no command line.
 *
 * @param mayGoOn whether its reader may resume it
 * @param pause who did it
 * @param holds of the operators that it has still to pay to, at this moment; null: it is told of the past
 */
export function whyPaused(
  {
    reason,
    reason_says: says,
    start_at: startAt,
    between,
    waits_until: waitsUntil,
  }: Pick<BatchDocument, 'reason' | 'reason_says' | 'start_at' | 'between' | 'waits_until'>,
  pause: Pause | null = null,
  holds: readonly { manual: boolean }[] | null = null,
  mayGoOn = false,
): Sentence {
  switch (reason) {
    case null:
    case 'person':
      return pausedBy(pause)
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

function pausedBy(pause: Pause | null): Sentence {
  if (pause === null) return say('deskBatch.paused_person')
  const { by: who, note } = pause
  const at = momentOf(pause.at)
  return note === null ? say('deskNext.paused_by', { who, at }) : say('deskNext.paused_by_why', { who, at, note })
}

/** What the button says that ends it. */
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

/** Since when nothing is sent to an operator, and why: by whom, where somebody holds it by hand. */
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

/** The same with the way to where it is released. */
export const holdLine = (hold: HoldLook): VNode => html`${holdText(hold)}
  <span class="links">${operatorLink(hold.operator)}</span>`

interface HoldLook {
  operator: string
  reason: Words
  since: Date | string
  probed: boolean
  /** Whoever holds it by hand. */
  by: string | null
  note: string | null
}

/** A button that does something to a batch at once, or leads to the page that asks again. */
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

/** Batches, one a line, each with a link to its page. */
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

/** Where there would be batches: what one is, and for those who may make one the way there. */
export const noBatches = (app: App): VNode =>
  emptyState(
    say('deskPages.no_batches'),
    forbids(app, 'submit') ? null : html`<a class="button" href="/batches/new">${say('deskPages.new_batch')}</a>`,
  )

/** How far a batch is that is under way, or over without being paid wholly. */
const paidShare = ({ state, counts, file }: BatchDocument): VNode | null =>
  state === 'awaiting_approval' || (counts.paid ?? 0) === file.rows
    ? null
    : html`<span class="small">${say('deskBatch.paid_of', { paid: count(counts.paid ?? 0), rows: count(file.rows) })}</span>`

/** The batch in the page's address as it is now: whoever has just done something sees what it did. */
export const batchNow = ({ desk, params }: Pick<Asked, 'desk' | 'params'>): Promise<BatchLook> =>
  looksOf(desk).now(params['id'] ?? '')

/** The same as it was within the last second, for those who only watch: twenty watchers cost no more than one. */
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

/** Why a batch was paused, as its events have it: neither its time, nor what the provider said then. */
export const reasonWord = (reason: string | null): Sentence | null => {
  const known = pauseReasons.find((each) => each === reason)
  if (known === undefined || known === 'scheduled') return null
  return known === 'refused_in_a_row' ? say('deskBatch.paused_refused') : whyPaused({ reason: known })
}

/** When it is paid, where somebody has said so: for a list of facts. */
export const whenPaid = ({ start_at: at, between }: BatchDocument, visit: Visit) => [
  ...(at === undefined ? [] : [[say('deskBatch.not_before'), moment(at, visit)] as const]),
  ...(between ? [[say('deskBatch.paid_between'), say('deskBatch.between', { ...between })] as const] : []),
]
