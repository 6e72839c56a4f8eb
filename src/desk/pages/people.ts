import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type BatchNames,
  findExactPeople,
  findPeople,
  type PersonDocument,
  personOfRow,
} from '../../app/batches/rows.ts'
import { maskPhone } from '../../log.ts'
import type { PayoutState } from '../../payout/state.ts'
import { field } from '../../web/fields.ts'
import { badge, byPage, type Column, emptyState, facts, pageHead, pager } from '../../web/parts.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { rowAmount, rowBadge, sandboxMark } from './batch/batchParts.ts'
import { moment } from './layout.ts'
import { payoutLink } from './links.ts'
import { type AskedBy, page, type Shown, type Visit } from './page.ts'
import { listBytes, pagedTable, roomFor } from './room.ts'

/** People who are paid, in all batches: found by name, number or reference. */
export const peoplePages = [
  page('/people', 'everybody', { get: list }),
  page('/people/:batch/:line', 'everybody', { get: person }),
]

const peopleOfAPage = 10
/** How many payouts of each person the list shows. The person's own page shows all. */
const payoutsOfEach = 5

async function list(asked: AskedBy): Promise<Shown> {
  const { app, query, visit } = asked
  const search = (query['q'] ?? '').trim().slice(0, 200)
  const showsNumbers = query['numbers'] === 'yes' || isNumber(search)
  const cursor = await cursorOf(asked)
  const answer = search === '' ? undefined : succeeded(await findPeople(app, { search, cursor, limit: peopleOfAPage }))
  const found = answer?.page.people ?? []
  const isCut = (answer?.page.next ?? null) !== null
  const first = isCut && cursor === undefined ? succeeded(await findExactPeople(app, search, mostFirst)) : undefined
  const batches = new Map([...(answer?.batches ?? []), ...(first?.batches ?? [])])
  const panelOf = (each: PersonDocument): VNode =>
    personPanel(each, asked, { showsNumbers, most: payoutsOfEach, batches })
  const further = first?.people.filter((each) => !found.some((other) => isSame(each, other))) ?? []
  const room = roomFor([...further, ...found].map(panelOf), visit, listBytes)
  const ahead = room > further.length ? further : []
  const shown = Math.min(room - ahead.length, found.length)
  const panels = [...ahead, ...exactFirst(found.slice(0, shown), search)].map(panelOf)
  const hasMore = shown < found.length || isCut
  const after = hasMore ? found[shown - 1]?.payouts[0] : undefined
  const more = after
    ? `/people?${new URLSearchParams({ ...kept(query), after: `${after.batch}:${after.line}` })}`
    : null
  const body = html`
    ${pageHead({ title: say('deskPages.people'), text: say('deskPlaces.people_text') })}
    ${searchForm(search, query['numbers'] === 'yes')}
    ${
      answer === undefined
        ? emptyState(say('deskPlaces.people_empty'))
        : panels.length === 0
          ? emptyState(nobodyFound(search))
          : panels
    }
    ${pager({ newer: cursor === undefined ? null : `/people?${new URLSearchParams(kept(query))}`, older: more, words: byPage })}
  `
  return { kind: 'page', title: say('deskPages.people'), body }
}

/** How many exact matches to show first, even if the order by number has them on a later page. */
const mostFirst = 3

const isSame = (one: PersonDocument, other: PersonDocument): boolean => one.phone_number === other.phone_number

/** Words in the form that the search compares. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Puts exact matches before names that only begin with the search. */
function exactFirst(people: readonly PersonDocument[], search: string): PersonDocument[] {
  const words = wordsOf(search)
  const isExact = ({ name, references }: PersonDocument): boolean => {
    const own = new Set([name ?? '', ...references].flatMap(wordsOf))
    return words.every((word) => own.has(word))
  }
  return [...people.filter(isExact), ...people.filter((each) => !isExact(each))]
}

/** The list is ordered by number. The address identifies the last person by a payout, because browsers and proxies keep addresses. */
async function cursorOf({ app, query }: AskedBy): Promise<string | undefined> {
  const [, batch, line] = /^(\w{1,40}):(\d{1,9})$/.exec(query['after'] ?? '') ?? []
  if (batch === undefined) return undefined
  const last = await personOfRow(app, batch, Number(line))
  return last.ok ? (last.person.phone_number ?? undefined) : undefined
}

/** Somebody who types a number knows it already. */
const isNumber = (search: string): boolean => /^[\d\s().+-]*$/.test(search) && search.replace(/\D/g, '').length >= 8

/** A few digits, too short to search as a number, may be a reference. */
const nobodyFound = (search: string): Sentence =>
  /^[\s().+-]*(?:\d[\s().+-]*){1,3}$/.test(search)
    ? say('deskPlaces.people_few_digits', { search })
    : say('deskPlaces.people_none', { search })

const kept = ({ q = '', numbers }: AskedBy['query']): Record<string, string> =>
  numbers === 'yes' ? { q, numbers } : { q }

const searchForm = (search: string, numbers: boolean): VNode => html`
  <form class="panel" method="get" action="/people" role="search">
    <div class="row-filter">
      ${field({
        name: 'q',
        label: say('deskPlaces.person_search'),
        hint: say('deskPlaces.person_search_hint'),
        value: search,
        input: { type: 'search', maxlength: '200', autocomplete: 'off' },
      })}
      <button class="primary" type="submit">${say('deskPlaces.search')}</button>
    </div>
    <label class="check">
      <input type="checkbox" name="numbers" value="yes" checked=${numbers} /> ${say('deskPlaces.show_numbers')}
    </label>
  </form>
`

async function person(asked: AskedBy): Promise<Shown> {
  const { app, params } = asked
  const { batch = '', line = '' } = params
  const { person: found, batches } = succeeded(await personOfRow(app, batch, /^\d{1,9}$/.test(line) ? Number(line) : 0))
  const title = found.name === null ? say('deskPlaces.nameless') : say('web.value', { value: found.name })
  const body = html`
    ${pageHead({ title, crumb: html`<a href="/people">${say('deskPages.people')}</a>` })}
    ${personPanel(found, asked, { showsNumbers: true, most: Infinity, batches })}
  `
  return { kind: 'page', title, body }
}

interface Showing {
  showsNumbers: boolean
  most: number
  batches: BatchNames
}

function personPanel(shown: PersonDocument, asked: AskedBy, { showsNumbers, most, batches }: Showing): VNode {
  const { desk, visit } = asked
  const { name, phone_number: phone, references, payouts, more } = shown
  const [first] = payouts
  const all = say('deskPlaces.all_payouts', { n: count(payouts.length) })
  return html`
    <section class="panel">
      ${most === Infinity ? null : html`<h2>${name ?? say('deskPlaces.nameless')}</h2>`}
      ${facts([
        [say('deskPlaces.number'), html`<span class="phone">${showsNumbers ? `+${phone}` : maskPhone(phone)}</span>`],
        [say('deskPlaces.references'), referencesText(references)],
        ...paidFacts(payouts, visit, desk.sandbox),
      ])}
      ${payoutTable(say('deskPlaces.payouts_of', { name: name ?? say('deskPlaces.nameless') }), firstOf(payouts, most, desk.sandbox), asked, batches)}
      ${
        payouts.length > most && first
          ? html`<p><a href=${`/people/${first.batch}/${first.line}`}>${more ? say('deskPlaces.all_payouts_shown') : all}</a></p>`
          : null
      }
      ${most === Infinity && more ? html`<p class="small">${say('deskPlaces.latest_hundred')}</p>` : null}
    </section>
  `
}

/** The first payouts. At a desk that pays, trials only fill the remaining places. */
function firstOf(payouts: PersonDocument['payouts'], most: number, ofSandbox: boolean): PersonDocument['payouts'] {
  if (ofSandbox) return payouts.slice(0, most)
  const trials = payouts.filter(({ sandbox }) => sandbox)
  const chosen = new Set([...payouts.filter(({ sandbox }) => !sandbox), ...trials].slice(0, most))
  return payouts.filter((each) => chosen.has(each))
}

/** Trials are counted separately. A desk of the sandbox shows only them if there are no payouts. */
function paidFacts(
  payouts: PersonDocument['payouts'],
  visit: Visit,
  ofSandbox: boolean,
): [Sentence, VNode | Sentence][] {
  const trials = payouts.filter(({ sandbox }) => sandbox)
  const real = payouts.filter(({ sandbox }) => !sandbox)
  const doubtful = (ofSandbox ? payouts : real).filter((each) => each.maybe_paid || each.maybe_not_paid).length
  const told: [Sentence, VNode | Sentence][] = []
  if (real.length > 0 || !ofSandbox) {
    const last = real.find(isPaid)
    const open = real.filter(isOpen).length
    told.push(
      [say('deskPlaces.last_paid'), last ? moment(last.at, visit) : say('deskPlaces.not_paid_yet')],
      [
        say('deskPlaces.open'),
        open === 0
          ? badge(doubtful === 0 ? 'good' : 'quiet', say('deskPlaces.nothing_open'))
          : badge('ask', say('deskPlaces.payouts_open', { n: open })),
      ],
    )
  }
  if (trials.length > 0) {
    const counted = { paid: trials.filter(isPaid).length, open: trials.filter(isOpen).length }
    told.push([say('deskPlaces.trials'), say('deskPlaces.trials_counted', counted)])
  }
  if (doubtful > 0)
    told.push([say('deskPlaces.doubtful'), badge('ask', say('deskPlaces.payouts_doubtful', { n: doubtful }))])
  return told
}

const isPaid = ({ status }: PersonDocument['payouts'][number]): boolean => status === 'paid'
const isOpen = ({ status }: PersonDocument['payouts'][number]): boolean => openStates.includes(status)

const openStates: readonly PayoutState[] = ['pending', 'sending', 'accepted', 'unknown']

const shownReferences = 4

function referencesText(references: readonly string[]): VNode | Sentence {
  if (references.length === 0) return say('deskPlaces.no_reference')
  const more = references.length - shownReferences
  return html`
    ${references.slice(0, shownReferences).map((each) => html`<div>${each}</div>`)}
    ${more > 0 ? html`<div class="small">${say('deskPlaces.more_references', { n: more })}</div>` : null}
  `
}

const columns: readonly Column[] = [
  { name: say('deskPlaces.when') },
  { name: say('deskBatch.amount'), number: true },
  { name: say('deskPages.state') },
  { name: say('deskPages.batch') },
]

const payoutTable = (label: Sentence, items: PersonDocument['payouts'], asked: AskedBy, batches: BatchNames): VNode =>
  pagedTable(asked, {
    label,
    columns,
    items,
    cells: ({ batch, line, sandbox, amount, currency, at, ...payout }) => [
      moment(at, asked.visit),
      rowAmount({ amount, currency }, asked.visit) ?? '–',
      html`<span>${rowBadge(payout)}${sandboxMark(sandbox)}</span>`,
      payoutLink(batch, line, batches),
    ],
  })
