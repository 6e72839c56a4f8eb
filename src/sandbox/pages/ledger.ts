import type { FastifyInstance } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { amountText, shown } from '../../web/fields.ts'
import { type Column, table } from '../../web/parts.ts'
import type { Piece } from '../../words/page.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type {
  CarriedOut,
  CollectionRecord,
  CollectionState,
  PaidBy,
  PaymentRecord,
  PaymentState,
  RefusedRequest,
  SandboxServices,
} from '../state/records.ts'
import { layout, moment, pageNumber, pageSize, pages, sendPage } from './layout.ts'
import { handsetPath, payPath, type Visit, visitOf } from './visit.ts'

/** `/sandbox`: what the sandbox carried out. */
export function ledgerRoutes(app: FastifyInstance, services: SandboxServices): void {
  app.get<{ Querystring: { kind?: string; page?: string } }>('/sandbox', (request, reply) => {
    const visit = visitOf(request, services.language)
    const kind = ledgerKinds.find((each) => each === request.query.kind) ?? 'all'
    const page = pageNumber(request.query.page)
    return sendPage(reply, 200, ledgerPage({ visit, kind, page, ...ledgerEntries(services, kind, page) }))
  })
}

interface LedgerPageProps {
  visit: Visit
  kind: LedgerKind
  page: number
  total: number
  entries: LedgerEntry[]
}

/** What the sandbox carried out. Numbers are not masked: they come from tests, and no money moved. */
function ledgerPage({ visit, kind, page, total, entries }: LedgerPageProps): string {
  const children = html`
    <h1>${say('sandbox.ledger')}</h1>
    <p>${say('sandbox.ledger_intro')}</p>
    ${filter(visit, kind)}
    ${
      entries.length === 0
        ? html`<p class="nothing">${say('sandbox.ledger_empty')}</p>`
        : html`<div class="one-line">
            ${table(
              say('sandbox.ledger'),
              columns,
              entries.map((each) => cells(visit, each)),
            )}
          </div>`
    }
    ${pages(visit, pathOf(kind), page, total)}
  `
  return layout({ visit, title: say('sandbox.ledger'), shape: 'wide', tool: 'ledger', children })
}

const pathOf = (kind: LedgerKind): string => (kind === 'all' ? '/sandbox' : `/sandbox?kind=${kind}`)

const filter = ({ to }: Visit, kind: LedgerKind): VNode => html`
  <nav class="ways" aria-label=${say('sandbox.what_to_show')}>
    ${ledgerKinds.map(
      (each) => html`<a href=${to(pathOf(each))} aria-current=${each === kind ? 'true' : undefined}
        >${kindNames[each]}</a
      >`,
    )}
  </nav>
`

const columns: readonly Column[] = [
  { name: say('sandbox.when') },
  { name: say('sandbox.what') },
  { name: say('sandbox.state') },
  { name: say('sandbox.amount'), number: true },
  { name: say('sandbox.who') },
  { name: say('sandbox.reference_or_refusal') },
]

function cells({ language, to }: Visit, entry: LedgerEntry): Piece[] {
  const { kind, at, state, amount, currency, account, customer, reference, path, refusal } = entry
  const code = html`<code>${reference}</code>`
  return [
    moment(at, language),
    kindOfEntry[kind],
    html`<span class=${`state ${state}`}>${stateNames[state]}</span>`,
    amount === null ? null : amountText(amount, currency ?? '', language),
    account || !customer ? accountText(account) : shown(customer),
    refusal ? refusalText(refusal) : path ? html`<a href=${to(path)}>${code}</a>` : code,
  ]
}

/** The sandbox's message for programs is in English, like the interface. */
const refusalText = ({ httpStatus, message }: Refused): VNode =>
  html`<span lang="en">HTTP ${httpStatus}${message === '' ? null : `: ${shown(message)}`}</span>`

function accountText(account: PaidBy | null): VNode | Sentence {
  if (!account) return html`<span class="small">${say('sandbox.nobody')}</span>`
  if (account.by === 'card') return say('sandbox.card_ending', { lastFour: account.lastFour })
  return html`<span>+${account.phone} <span class="small">${shown(account.operator)}</span></span>`
}

const ledgerKinds = ['all', 'payouts', 'payments', 'collections', 'refused'] as const

type LedgerKind = (typeof ledgerKinds)[number]

const kindNames: Readonly<Record<LedgerKind, Sentence>> = {
  all: say('sandbox.all'),
  payouts: say('sandbox.payouts'),
  payments: say('sandbox.payments'),
  collections: say('sandbox.collections'),
  refused: say('sandbox.refused_requests'),
}

const kindOfEntry: Readonly<Record<LedgerEntry['kind'], Sentence>> = {
  payout: say('sandbox.payout'),
  payment: say('sandbox.payment'),
  collection: say('sandbox.collection'),
}

const stateNames: Readonly<Record<LedgerEntry['state'], Sentence>> = {
  created: say('sandbox.open'),
  pending: say('sandbox.open'),
  paid: say('sandbox.paid'),
  cancelled: say('sandbox.cancelled'),
  declined: say('sandbox.declined'),
  failed: say('sandbox.failed'),
  refused: say('sandbox.refused_request'),
  expired: say('sandbox.expired'),
}

/** A row of the ledger page. */
interface LedgerEntry {
  kind: 'payout' | 'payment' | 'collection'
  /** When it was requested, ISO 8601. */
  at: string
  state: PaymentState | CollectionState | 'refused'
  /** Null if a refused request had none. */
  amount: string | null
  currency: string | null
  /** The account of the other side, or null if nobody has paid yet. */
  account: PaidBy | null
  /** The name or number of a customer who has not paid. */
  customer?: string | null
  reference: string
  /** The page to pay it, or null if it can't be paid any more. */
  path: string | null
  /** Set for a refused request. */
  refusal?: Refused
}

type Refused = Pick<RefusedRequest, 'httpStatus' | 'message'>

/** A page (from 1) of what the sandbox carried out, newest first, of all kinds or one. */
function ledgerEntries(
  { payouts, payments, collections, refusals }: SandboxServices,
  kind: LedgerKind,
  page: number,
): { total: number; entries: LedgerEntry[] } {
  const end = page * pageSize
  // The newest entries of each kind up to the end of the page: all entries of the page are among them.
  const asked = { offset: 0, limit: end }
  const none = { total: 0, rows: [] }
  const wanted = (one: LedgerKind) => kind === 'all' || kind === one
  const found = [
    wanted('payouts') ? entriesOf(payouts.list(asked), ofPayout) : none,
    wanted('payments') ? entriesOf(payments.list(asked), ofPayment) : none,
    wanted('collections') ? entriesOf(collections.list(asked), ofCollection) : none,
    wanted('refused') ? entriesOf(refusals.list(asked), ofRefused) : none,
  ]
  const newestFirst = found.flatMap(({ rows }) => rows).sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    entries: newestFirst.slice(end - pageSize, end),
  }
}

const entriesOf = <Row>({ total, rows }: { total: number; rows: Row[] }, entry: (row: Row) => LedgerEntry) => ({
  total,
  rows: rows.map(entry),
})

const ofPayout = ({ at, amount, currency, operator, phone, reference }: CarriedOut): LedgerEntry => ({
  kind: 'payout',
  at,
  state: 'paid',
  amount,
  currency,
  account: { by: 'mobile', operator, phone },
  reference,
  path: null,
})

const ofPayment = ({
  createdAt,
  state,
  amount,
  currency,
  paidBy,
  customer,
  reference,
}: PaymentRecord): LedgerEntry => ({
  kind: 'payment',
  at: createdAt,
  state,
  amount,
  currency,
  account: paidBy,
  customer: customer.name ?? (customer.phoneNumber === null ? null : `+${customer.phoneNumber.replace(/^\+/, '')}`),
  reference,
  path: state === 'created' ? payPath(reference) : null,
})

const ofRefused = ({ httpStatus, message, ...request }: RefusedRequest): LedgerEntry => ({
  ...request,
  state: 'refused',
  reference: '',
  path: null,
  refusal: { httpStatus, message },
})

const ofCollection = (collection: CollectionRecord): LedgerEntry => {
  const { createdAt, state, amount, currency, operator, phone, reference } = collection
  const path = state === 'pending' ? handsetPath(reference) : null
  const account = { by: 'mobile' as const, operator, phone }
  return { kind: 'collection', at: createdAt, state, amount, currency, account, reference, path }
}
