import { Readable } from 'node:stream'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { searchTrail, type TrailEntry, type TrailSearch, takeTrail } from '../../../app/accounts/trail.ts'
import { operatorName, operators } from '../../../payout/operators/operator.ts'
import { type Form, field, option, selectField } from '../../../web/fields.ts'
import { type Column, emptyState, pager, table } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { render } from '../../../words/render.ts'
import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { moment } from '../layout.ts'
import { type AskedBy, page, type Shown, type Visit } from '../page.ts'
import { roomForRows } from '../room.ts'
import { adminHead, refusal } from './adminParts.ts'
import { besides, deedText, subjectOf, toldEntry } from './adminTrailDeeds.ts'

/** The audit trail: what people did, searchable by person, deed and time, and downloadable. */
export const adminTrailPages = [
  page('/admin/trail', ['admin'], { get: show }),
  page('/admin/trail.csv', ['admin'], { get: taken }),
]

const groups = {
  account: say('deskAdmin.accounts'),
  key: say('deskAdmin.keys'),
  policy: say('deskAdmin.policy'),
  float: say('deskAdmin.float'),
  schedule: say('deskPages.schedules'),
  batch: say('deskPages.batches'),
  retry: say('deskAdmin.retries'),
  row: say('deskAdmin.resolved_rows'),
  warnings: say('deskAdmin.warnings'),
  operator: say('deskPages.operators'),
  report: say('deskAdmin.reports'),
  trail: say('deskAdmin.trail'),
} as const satisfies Record<string, Sentence>

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The search, or what is wrong with it: an invalid day, or days in the wrong order. */
function searchIn(query: Form, { language, timeZone }: Visit): TrailSearch | Sentence {
  const { who = '', q = '', what = '', from = '', to = '' } = query
  if ([from, to].some((day) => day !== '' && !isDay(day))) return say('deskAdmin.bad_day')
  if (from !== '' && to !== '' && from > to) return say('deskNext.from_after_to')
  const text = plain(q)
  const named = text === '' ? [] : operatorsNamed(text, language)
  return { who: plain(who), text, operators: named, what: what in groups ? what : '', from, to, timeZone }
}

const plain = (typed: string): string => typed.replaceAll(/\p{Cc}/gu, ' ').trim()

const operatorsNamed = (text: string, language: Visit['language']): string[] =>
  operators.flatMap(({ code }) => {
    const name = operatorName(code)
    return isSentence(name) && render(name, language).toLowerCase().includes(text.toLowerCase()) ? [code] : []
  })

async function show({ core, query, visit }: AskedBy): Promise<Shown> {
  const search = searchIn(query, visit)
  const wrong = isSentence(search) ? search : undefined
  const { entries, next } = isSentence(search)
    ? { entries: [], next: null }
    : await searchTrail(core, search, query['before'] ?? null)
  const rows = entries.map((entry) => cellsOf(entry, visit))
  const shown = roomForRows(columns, rows, visit)
  const older = shown < entries.length ? entries[shown - 1]!.cursor : next
  const kept = addressOf(query)
  const body = html`
    ${adminHead('/admin/trail', say('deskAdmin.trail_text'), html`<a class="button" href=${`/admin/trail.csv?${kept}`}>${say('deskAdmin.take_trail')}</a>`)}
    ${refusal(wrong)}
    ${searchForm(query)}
    ${entries.length > 0 ? table(say('deskAdmin.trail'), columns, rows.slice(0, shown)) : wrong ? null : emptyState(say('deskAdmin.nothing_found'))}
    ${pager({
      newer: query['before'] ? `/admin/trail?${kept}` : null,
      older: older === null ? null : `/admin/trail?${kept ? `${kept}&` : ''}before=${encodeURIComponent(older)}`,
    })}
  `
  return { kind: 'page', title: say('deskAdmin.trail'), body, ...(wrong && { status: 422 }) }
}

const addressOf = (query: Form): string =>
  new URLSearchParams(
    ['q', 'who', 'what', 'from', 'to'].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  ).toString()

const day = (name: 'from' | 'to', label: Sentence, query: Form): VNode =>
  field({ name, label, value: query[name] ?? '', optional: true, input: { type: 'date' } })

const searchForm = (query: Form): VNode => html`
  <form class="row-filter" method="get" action="/admin/trail" role="search">
    ${field({
      name: 'q',
      label: say('deskNext.trail_search'),
      value: query['q'] ?? '',
      optional: true,
      input: { type: 'search', maxlength: '100', autocomplete: 'off' },
    })}
    ${field({
      name: 'who',
      label: say('deskBatch.who'),
      value: query['who'] ?? '',
      optional: true,
      input: { type: 'search', maxlength: '60', autocomplete: 'off' },
    })}
    ${selectField({
      name: 'what',
      label: say('deskBatch.what'),
      children: [
        option('', say('deskAdmin.everything')),
        ...Object.entries(groups).map(([group, name]) => option(group, name, query['what'])),
      ],
    })}
    ${day('from', say('deskAdmin.from'), query)}
    ${day('to', say('deskAdmin.to'), query)}
    <button class="primary" type="submit">${say('deskPlaces.search')}</button>
  </form>
`

const columns: readonly Column[] = [
  { name: say('deskBatch.when') },
  { name: say('deskBatch.who') },
  { name: say('deskBatch.what') },
  { name: say('deskAdmin.subject') },
]

const cellsOf = (entry: TrailEntry, visit: Visit): Piece[] => [
  moment(entry.at.toISOString(), visit),
  entry.actor,
  html`<span>${deedText(entry, visit)}${besides(entry)}</span>`,
  subjectOf(entry),
]

async function taken({ app, core, query, visit, reply }: AskedBy): Promise<Shown> {
  const search = searchIn(query, visit)
  if (isSentence(search)) return { kind: 'go', to: `/admin/trail?${addressOf(query)}` }
  // Whoever only asks whether it is there takes nothing.
  const { pieces } =
    reply.request.method === 'HEAD'
      ? { pieces: [] }
      : succeeded(await takeTrail(app, core, search, (entry) => toldEntry(entry, visit)))
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="trail.csv"')
    .send(Readable.from(pieces))
  return { kind: 'sent', reply }
}
