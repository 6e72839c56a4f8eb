import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type BatchNames,
  type Contradiction,
  evidenceAgainst,
  otherPayouts,
  type PersonDocument,
  type RowHistory,
  type RowOfBatch,
  readRow,
} from '../../../app/batches/rows.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { type Problems, problemSummary } from '../../../web/fields.ts'
import { facts, pageHead, sectionHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say, stateOf } from '../../../words/sentence.ts'
import { ApiProblem, succeeded } from '../../api/problem.ts'
import { liveMore, livePart, moment, standing } from '../layout.ts'
import { batchLink, payoutLink } from '../links.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from '../page.ts'
import { shareRecent } from '../recent.ts'
import { pagedTable } from '../room.ts'
import { rowAmount, rowBadge, sandboxMark } from './batchParts.ts'
import { messages, quoted } from './batchRows.ts'
import { type Place, resolveAsked, resolving } from './rowResolve.ts'
import { rowToDo, whoSaysOtherwise } from './rowToDo.ts'

/** One row of a batch: its state, its history, and other payouts to the same person. */
export const rowPages = [
  page('/batches/:id/rows/:line', 'everybody', { get: shown, live }),
  page('/batches/:id/rows/:line/resolve', ['approver'], { get: shown, live, post: resolve }),
]

function placeOf({ params }: AskedBy): Place {
  const { id = '', line = '' } = params
  if (!/^\d{1,9}$/.test(line)) throw new ApiProblem('not_found', say('deskBatch.no_such_row'))
  return { id, line: Number(line) }
}

async function shown(asked: AskedBy, problems: Problems = {}): Promise<Shown> {
  const look = await lookAt(asked)
  const { row, batch } = look
  const live = standing(asked, partsOf(look, asked, problems))
  const title = say('deskBatch.row_title', { line: row.line, name: batch.name })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({
      title: row.name ?? say('deskBatch.row_of_line', { line: row.line }),
      text: say('deskBatch.row_of', { line: row.line, name: batch.name }),
      crumb: batchLink(batch.id, batch.name),
    })}
    ${livePart(live)} ${liveMore(live, 'resolve')} ${liveMore(live, 'history')}
  `
  return { kind: 'page', title, body, problems }
}

interface RowLook extends RowOfBatch {
  others: PersonDocument['payouts']
  batches: BatchNames
}

async function lookAt(asked: AskedBy): Promise<RowLook> {
  const { app } = asked
  const { id, line } = placeOf(asked)
  const read = succeeded(await readRow(app, id, line))
  const { row, batch } = read
  if (!row.phone_number) return { ...read, others: [], batches: new Map() }
  const { payouts, batches } = succeeded(await otherPayouts(app, row, batch.id))
  return { ...read, others: payouts, batches }
}

const recentLook = shareRecent<RowLook>()

async function live(asked: AskedBy): Promise<Live> {
  const { id, line } = placeOf(asked)
  return partsOf(await recentLook(asked.desk, `${id} ${line}`, () => lookAt(asked)), asked, {})
}

function partsOf(look: RowLook, asked: AskedBy, problems: Problems): Live {
  const { row, batch, contradictions, others, batches } = look
  const { visit } = asked
  const isOpen = row.status === 'unknown' || row.status === 'accepted'
  const evidence = evidenceAgainst(look)
  const body = html`
    <div class="panel">
      <p class="now">${rowBadge(row)}${sandboxMark(batch.sandbox)} <span>${evidence ? whoSaysOtherwise(evidence) : stateSentence(look)}</span></p>
      ${rowFacts(row, visit)}
      ${row.status === 'paid' && !evidence ? html`<p class="actions"><a class="button" href=${`/batches/${batch.id}/rows/${row.line}/receipt`} download>${say('deskBatch.receipt')}</a></p>` : null}
      ${rowToDo(asked, look)}
    </div>
  `
  const history = html`
    ${contradictions.length > 0 ? against(contradictions, row, asked) : null}
    ${sectionHead(say('report.what_happened'))}
    ${historyTable(row, batch, asked)}
    ${row.phone_number ? othersPart(others, asked, batches) : null}
  `
  const resolve = isOpen ? resolving(asked, { ...row, id: batch.id }, problems) : null
  return { body, more: { resolve, history }, over: false }
}

/** The person who resolved the row, if no answer or statement did. */
const saidBy = ({ status, events }: RowHistory): string | null => {
  const last = events.at(-1)
  const isWord = (status === 'paid' || status === 'failed') && last?.to === status && typeof last.note === 'string'
  return isWord ? last.by : null
}

function stateSentence({ row, elsewhere }: RowOfBatch): Sentence {
  const who = saidBy(row)
  switch (row.status) {
    case 'invalid':
      return say('deskBatch.row_invalid')
    case 'pending':
      return say('deskBatch.row_pending')
    case 'sending':
      return say('deskBatch.row_sending')
    case 'accepted':
      return say('deskBatch.row_accepted')
    case 'unknown':
      return say('deskBatch.row_unknown')
    case 'paid':
      return who === null ? say('deskBatch.row_paid') : say('deskNext.called_paid', { who })
    case 'failed':
      if (who !== null) return say('deskNext.called_not_paid', { who })
      return elsewhere ? say('deskNext.failed_elsewhere') : say('deskBatch.row_failed')
    case 'cancelled':
      return say('deskBatch.row_cancelled')
  }
}

function rowFacts(row: RowHistory, visit: Visit): VNode {
  const { phone_number: phone, reference, operator, provider_reference: theirs } = row
  const amount = rowAmount(row, visit)
  const pairs: [Piece, Piece][] = []
  if (amount !== null) pairs.push([say('deskBatch.amount'), amount])
  if (phone !== null) pairs.push([say('deskBatch.number'), phone])
  if (operator !== null) pairs.push([say('deskBatch.operator'), operatorName(operator)])
  if (reference !== null) pairs.push([say('deskBatch.reference'), reference])
  if (theirs !== null) pairs.push([say('report.reference_of_provider'), theirs])
  // If a person resolved it, the sentence above and the history already say who and how they know.
  if (row.status !== 'paid' && row.error_message !== null && saidBy(row) === null)
    pairs.push([say('deskBatch.why'), messages(row)])
  return facts(pairs)
}

const against = (items: readonly Contradiction[], { status }: RowHistory, asked: AskedBy): VNode => html`
  ${sectionHead(say('deskRetry.contradictions'))}
  <p>${status === 'paid' ? say('deskRetry.contradictions_of_paid') : say('deskRetry.contradictions_text')}</p>
  ${pagedTable(asked, {
    name: 'against',
    bytes: 9_000,
    label: say('deskRetry.contradictions'),
    columns: [{ name: say('deskBatch.when') }, { name: say('deskBatch.what') }, { name: say('deskBatch.who') }],
    items,
    cells: ({ at, note, setAside }): Piece[] => [
      moment(at.toISOString(), asked.visit, 'second'),
      note,
      setAside ? say('deskRetry.contradiction_looked_into') : say('deskRetry.contradiction_open'),
    ],
  })}
`

/** The history of a row, oldest first. */
const historyTable = ({ events }: RowHistory, { created_at: at, submitter }: RowOfBatch['batch'], asked: AskedBy) =>
  pagedTable(asked, {
    name: 'history',
    bytes: 18_000,
    label: say('report.what_happened'),
    columns: [{ name: say('deskBatch.when') }, { name: say('deskBatch.who') }, { name: say('deskBatch.what') }],
    items: [null, ...events],
    cells: (event): Piece[] =>
      event === null
        ? [moment(at, asked.visit, 'second'), submitter ?? say('deskBatch.payrun'), say('deskBatch.ev_submitted')]
        : [
            moment(event.at, asked.visit, 'second'),
            event.by ?? say('deskBatch.payrun'),
            html`<span>${whatHappened(event)} ${event.note === null ? null : html`<span class="small">${quoted(event.note)}</span>`}</span>`,
          ],
  })

function whatHappened({ from, to, by, attempt }: RowHistory['events'][number]): Sentence {
  if (by !== null) {
    if (to === 'paid') return say('deskBatch.ev_said_paid')
    if (to === 'failed') return say('deskBatch.ev_said_not_paid')
    if (to === 'pending') return say('deskBatch.ev_retried')
    if (to === 'cancelled') return say('deskBatch.ev_cancelled')
  }
  if (to === 'sending') return say('deskBatch.ev_sent', { attempt: count(attempt) })
  if (to === 'pending') return say('deskBatch.ev_not_taken')
  if (from === 'sending' && to === 'paid') return say('deskBatch.ev_paid')
  if (from === 'sending' && to === 'failed') return say('deskBatch.ev_refused')
  if (to === 'accepted') return say('deskBatch.ev_accepted')
  if (to === 'unknown') return say('deskBatch.ev_unclear')
  return say('deskBatch.ev_became', { state: stateOf(to), before: stateOf(from) })
}

const othersPart = (others: PersonDocument['payouts'], asked: AskedBy, batches: BatchNames): VNode => html`
  ${sectionHead(say('deskBatch.others'))}
  ${others.length > 0 ? otherTable(others, asked, batches) : html`<p>${say('deskBatch.no_others')}</p>`}
`

const otherTable = (items: PersonDocument['payouts'], asked: AskedBy, batches: BatchNames): VNode =>
  pagedTable(asked, {
    name: 'others',
    bytes: 14_000,
    label: say('deskBatch.others'),
    columns: [
      { name: say('deskBatch.when') },
      { name: say('deskPages.batch') },
      { name: say('deskBatch.amount'), number: true },
      { name: say('deskPages.state') },
    ],
    items,
    cells: ({ at, batch, line, sandbox, amount, currency, ...payout }) => [
      moment(at, asked.visit),
      payoutLink(batch, line, batches),
      rowAmount({ amount, currency }, asked.visit),
      html`<span>${rowBadge(payout)}${sandboxMark(sandbox)}</span>`,
    ],
  })

async function resolve(asked: AskedBy): Promise<Shown> {
  const ended = await resolveAsked(asked, placeOf(asked))
  return 'problems' in ended ? shown(asked, ended.problems) : ended.shown
}
