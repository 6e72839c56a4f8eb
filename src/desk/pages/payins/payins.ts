import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  type ChargeDocument,
  type ChargeKind,
  type ChargeState,
  chargeStates,
  listChargesPage,
} from '../../../app/charges/charges.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import { option, selectField } from '../../../web/fields.ts'
import { type Column, emptyState, notice, pageHead, pager, table, written } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { type Sentence, say, stateOf } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { liveMore, livePart, moment } from '../layout.ts'
import { type AskedBy, type Live, page, type Shown, type Visit } from '../page.ts'
import { shareRecent } from '../recent.ts'
import { readRoomy } from '../room.ts'
import { amountOf, chargeBadge, chargeLink, pathOf, payinPage } from './payin.ts'

/** What customers were asked to pay (`checkout`, `collect`): a list, and a page for each. */
export const payinPages = [page('/payins', 'everybody', { get: list, live }), ...payinPage]

const chargesOfAPage = 50
/** The rest of the page is for the unknown ones above them. */
const chargeBytes = 36_000

interface Wish {
  kind: ChargeKind
  state: ChargeState | undefined
  cursor: string | undefined
}

const wishOf = ({ query }: AskedBy): Wish => ({
  kind: query['kind'] === 'payment' ? 'payment' : 'collection',
  state: chargeStates.find((each) => each === query['state']),
  cursor: /^\d{1,15}$/.test(query['before'] ?? '') ? query['before'] : undefined,
})

async function list(asked: AskedBy): Promise<Shown> {
  const { person } = asked
  const { kind, state } = wishOf(asked)
  const live = await partsOf(asked)
  const body = html`
    ${pageHead({
      title: say('deskPages.collections'),
      text: say('deskPlaces.payins_text'),
      actions: person.roles.includes('approver')
        ? html`<a class="button" href="/payins/reconcile">${say('deskBatch.reconcile')}</a>`
        : null,
    })}
    ${livePart(live)}
    <nav class="ways" aria-label=${say('deskPlaces.kinds')}>
      ${kinds.map(({ of, name }) => html`<a href=${`/payins?kind=${of}`} aria-current=${of === kind ? 'page' : undefined}>${name}</a>`)}
    </nav>
    ${stateForm(kind, state)} ${liveMore(live, 'charges')}
  `
  return { kind: 'page', title: say('deskPages.collections'), body }
}

const recentParts = shareRecent<Live>()

function live(asked: AskedBy): Promise<Live> {
  const { language, timeZone, here } = asked.visit
  return recentParts(asked.desk, `${here} ${language} ${timeZone}`, () => partsOf(asked))
}

/** The same for everybody with the same language and time zone. */
async function partsOf(asked: AskedBy): Promise<Live> {
  const { app, visit } = asked
  const { kind, state, cursor } = wishOf(asked)
  const read = async (limit: number) => succeeded(await listChargesPage(app, kind, { state, cursor, limit }))
  const { charges, next } = await readRoomy(
    read,
    { most: chargesOfAPage, columns, visit, bytes: chargeBytes },
    (page) => page.charges.map(cellsIn(visit)),
  )
  const unknown = state === 'unknown' ? [] : await unknownOnes(asked)
  const here = (more: Record<string, string>) =>
    `/payins?${new URLSearchParams({ kind, ...(state && { state }), ...more })}`
  const list = html`
    ${
      charges.length > 0
        ? chargeTable(charges, visit)
        : emptyState(
            state
              ? say('deskPlaces.none_in_state')
              : cursor
                ? say('deskPayins.none_older')
                : kind === 'payment'
                  ? say('deskPlaces.no_payments')
                  : say('deskPlaces.no_collections'),
          )
    }
    ${pager({ newer: cursor ? here({}) : null, older: next ? here({ before: next }) : null })}
  `
  return { body: unknown.length === 0 ? null : unknownNotice(unknown, visit), more: { charges: list }, over: false }
}

const kinds: readonly { of: ChargeKind; name: Sentence }[] = [
  { of: 'collection', name: say('deskPlaces.collections_kind') },
  { of: 'payment', name: say('deskPlaces.payments_kind') },
]

async function unknownOnes({ app }: AskedBy): Promise<ChargeDocument[]> {
  const of = async (kind: ChargeKind) =>
    succeeded(await listChargesPage(app, kind, { state: 'unknown', limit: 5 })).charges
  return [...(await of('collection')), ...(await of('payment'))]
}

const unknownNotice = (charges: readonly ChargeDocument[], visit: Visit): VNode =>
  notice(
    'ask',
    html`
      ${say('deskPlaces.unknown_charges_text')}
      ${charges.map((each) => html`<br /><a href=${pathOf(each)}>${amountOf(each, visit)}, ${each.reference ?? each.id}</a>`)}
    `,
    { title: say('deskPlaces.unknown_charges') },
  )

const stateForm = (kind: ChargeKind, chosen: ChargeState | undefined): VNode => html`
  <form class="filter" method="get" action="/payins">
    <input type="hidden" name="kind" value=${kind} />
    ${selectField({
      name: 'state',
      label: say('deskPages.state'),
      children: [
        option('', say('deskBatch.any_state')),
        ...chargeStates.map((each) => option(each, written(stateOf(each)), chosen)),
      ],
    })}
    <button type="submit">${say('deskBatch.show')}</button>
  </form>
`

const columns: readonly Column[] = [
  { name: say('deskPlaces.your_reference') },
  { name: say('deskPages.state') },
  { name: say('deskBatch.amount'), number: true },
  { name: say('deskBatch.operator') },
  { name: say('deskPlaces.asked_at') },
]

const chargeTable = (charges: readonly ChargeDocument[], visit: Visit): VNode =>
  table(say('deskPages.collections'), columns, charges.map(cellsIn(visit)))

const cellsIn =
  (visit: Visit) =>
  (each: ChargeDocument): Piece[] => [
    chargeLink(each),
    chargeBadge(each),
    amountOf(each, visit),
    each.operator ? operatorName(each.operator) : '–',
    moment(each.created_at, visit),
  ]
