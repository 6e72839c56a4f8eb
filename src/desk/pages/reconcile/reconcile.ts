import { PassThrough } from 'node:stream'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Failure } from '../../../app/context.ts'
import {
  type ReconcileWish,
  type Reconciliation,
  type RefusedStatement,
  reconcile,
  unlistedOperators,
} from '../../../app/reconcile/reconcile.ts'
import { type ReconciledCharges, reconcileCharges } from '../../../app/reconcile/reconcileCharges.ts'
import {
  dropStatement,
  findStatement,
  keepStatement,
  roomForStatement,
  shownOf,
  statementsFolder,
  type UploadedStatement,
} from '../../../app/reconcile/statements.ts'
import { type Problems, problemSummary } from '../../../web/fields.ts'
import { notice, pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import { problemOf, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { batchNow } from '../batch/batchParts.ts'
import { batchLink } from '../links.ts'
import { receiveUpload, uploadedTo, uploadForm } from '../newBatch/upload.ts'
import { type AskedBy, type DeskPage, page, type Shown } from '../page.ts'
import { applyCharges, chargeFindings, settledCharges } from './chargeFindings.ts'
import { applyRows, findings, problemTable, settledText, statementSentence } from './findings.ts'
import { type AskedReading, askedReading, type ReadingOf, readingForm } from './reading.ts'

/** The pages to reconcile a batch, or payments and collections, with a statement of the provider. */
export const reconcilePages = [...stepsAt('/batches/:id/reconcile', ofBatch), ...stepsAt('/payins/reconcile', ofPayins)]

async function ofBatch(asked: AskedBy): Promise<Against<Reconciliation>> {
  const { id, name } = (await batchNow(asked)).batch
  return {
    key: id,
    address: `/batches/${id}/reconcile`,
    title: say('deskBatch.reconcile_title', { name }),
    text: say('deskBatch.reconcile_text'),
    crumb: batchLink(id, name),
    reads: { complete: true, phone: true, account: say('deskBatch.statement_account_hint') },
    changed: say('deskBatch.statement_changed'),
    apply: { title: say('deskBatch.apply_title', { name }), text: say('deskBatch.apply_text') },
    compare: (wish) => reconcile(asked.app, id, wish),
    findings: (done) => findings(asked, id, done),
    unlisted: ({ matched }) => unlistedOperators(matched),
    applyForm: applyRows,
    settled: settledText,
    seen: ({ matched }) => shownOf(matched),
    ended: ({ matched: { resolutions, discrepancies, left } }) => ({
      to: `/batches/${id}`,
      says: say('deskBatch.was_reconciled', {
        paid: count(resolutions.filter(({ to }) => to === 'paid').length),
        failed: count(resolutions.filter(({ to }) => to === 'failed').length),
        contradicted: count(discrepancies.length),
        left: count(left.length),
      }),
    }),
  }
}

function ofPayins(asked: AskedBy): Against<ReconciledCharges> {
  const { app, desk } = asked
  return {
    key: 'payins',
    address: '/payins/reconcile',
    title: say('deskPayins.title'),
    text: say('deskPayins.text'),
    crumb: html`<a href="/payins">${say('deskPages.collections')}</a>`,
    reads: { complete: false, phone: false, account: say('deskPayins.account_hint') },
    changed: say('deskPayins.statement_changed'),
    apply: { title: say('deskPayins.apply_title'), text: say('deskPayins.apply_text') },
    compare: (wish) => reconcileCharges(app, { ...wish, complete: false, sandbox: desk.sandbox }),
    findings: (done) => chargeFindings(asked, done),
    applyForm: applyCharges,
    settled: settledCharges,
    seen: ({ seen }) => seen,
    ended: ({ resolved, cases, left }) => ({
      to: '/payins',
      says: say('deskPayins.was_reconciled', {
        paid: count(resolved.filter(({ to }) => to === 'paid').length),
        failed: count(resolved.filter(({ to }) => to === 'failed').length),
        contradicted: count(cases.length),
        left: count(left.length),
      }),
    }),
  }
}

/** The result of comparing a statement. */
type Compared = Pick<Reconciliation | ReconciledCharges, 'kind' | 'columns'>

/** What a statement is compared with, and the texts for it: a batch, or payments and collections. */
interface Against<Done> {
  /** What a kept statement belongs to (see app/reconcile/statements.ts). */
  key: string
  address: string
  title: Sentence
  text: Sentence
  crumb: VNode
  reads: ReadingOf
  /** Shown if something has changed since the page was shown. */
  changed: Sentence
  apply: { title: Sentence; text: Sentence }
  compare(wish: ReconcileWish): Promise<Done | RefusedStatement | Failure>
  findings(done: Done): VNode
  /** Operators that the statement may not cover. */
  unlisted?(done: Done): readonly string[]
  /** The button that leads to the confirmation, or why there is none. */
  applyForm(address: string, done: Done): VNode
  settled(done: Done): Piece
  /** A short fingerprint of what would be settled and contradicted. */
  seen(done: Done): string
  /** The next page, and what it says. */
  ended(done: Done): { to: string; says: Sentence }
}

/** The pages to upload a statement, to see what it would settle, contradict and leave open, and to apply it. */
function stepsAt<Done extends Compared>(
  path: string,
  against: (asked: AskedBy) => Promise<Against<Done>> | Against<Done>,
): DeskPage[] {
  return [
    page(path, ['approver'], {
      get: async (asked) => uploadPage(await against(asked), {}),
      post: async (asked) => uploaded(asked, await against(asked)),
      takesFile: true,
    }),
    page(`${path}/:statement`, ['approver'], {
      get: async (asked) => shown(asked, await against(asked)),
      post: async (asked) => applied(asked, await against(asked)),
    }),
  ]
}

function uploadPage<Done>({ address, title, text, crumb }: Against<Done>, problems: Problems): Shown {
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, text, crumb })}
    ${uploadForm({
      action: address,
      label: say('deskBatch.choose_statement'),
      hint: say('deskBatch.choose_statement_hint'),
      accept: '.xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xml',
      button: say('deskBatch.upload_statement'),
      problem: problems['file'],
      after: say('deskBatch.statement_private'),
    })}
  `
  return { kind: 'page', title, body, problems }
}

async function uploaded<Done>(asked: AskedBy, against: Against<Done>): Promise<Shown> {
  const { app, request } = asked
  const room = await roomForStatement(app, Number(request.headers['content-length'] ?? 0))
  if (!room.ok && room.code === undefined) return uploadPage(against, { file: room.message })
  succeeded(room)
  const received = await receiveUpload(request, statementsFolder(app))
  if (received === null) return uploadPage(against, { file: say('deskNew.no_file') })
  const kept = await keepStatement(app, against.key, received)
  return uploadedTo(asked, `${against.address}/${kept.id}`)
}

const isRefusal = (done: { kind: string }): done is RefusedStatement => done.kind === 'refused'

/**
 * What the statement would settle now.
 * @param told a message above it, for example that it has changed
 */
async function shown<Done extends Compared>(asked: AskedBy, against: Against<Done>, told?: Sentence): Promise<Shown> {
  const { address, title, crumb } = against
  const kept = succeeded(await findStatement(asked.app, against.key, asked.params['statement'] ?? '')).statement
  const asks = askedReading(asked.query)
  const tried = 'problems' in asks ? null : await tryIt(against, kept, asks)
  const problems = 'problems' in asks ? asks.problems : {}
  const [refused, done] = tried === null || isRefusal(tried) ? [tried, null] : [null, tried]
  const reads = { ...against.reads, unlisted: (done && against.unlisted?.(done)) ?? [] }
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, text: say('deskBatch.statement_named', { name: kept.name }), crumb })}
    ${told ? notice('ask', told, { role: 'alert' }) : null}
    ${refused ? refusedPart(asked, refused) : null}
    ${done ? against.findings(done) : null}
    ${done ? against.applyForm(asked.request.url, done) : null}
    ${readingForm(`${address}/${kept.id}`, asked.query, problems, done?.columns ?? null, reads)}
    <p><a href=${address}>${say('deskBatch.other_statement')}</a></p>
  `
  return { kind: 'page', title, body, problems, ...(told ? { status: 409 } : refused && { status: 422 }) }
}

const refusedPart = (asked: AskedBy, { message, problems }: RefusedStatement) => html`
  ${notice('wrong', message === null ? say('deskBatch.statement_refused') : statementSentence(message))}
  ${problems.length > 0 ? problemTable(asked, problems) : null}
`

async function tryIt<Done extends Compared>(
  against: Against<Done>,
  { path, name }: UploadedStatement,
  { complete, ...reading }: AskedReading,
  settles: { seen: string } | null = null,
): Promise<Done | RefusedStatement> {
  const done = await against.compare({
    ...reading,
    statement: path,
    called: name,
    stdin: new PassThrough(),
    complete,
    dryRun: settles === null,
    ...settles,
  })
  if (!isFailure(done)) return done
  // The person typed how to read it, so a mistake is shown next to the form.
  if (done.fault !== 'usage' || (done.code !== undefined && done.code !== 'unreadable_file')) throw problemOf(done)
  return { kind: 'refused', file: name, problems: [], message: done.message }
}

const isFailure = (done: { kind: string }): done is Failure => done.kind === 'failed'

/** Settles exactly what was shown, or nothing: the fingerprint of what was shown goes through the confirmation. */
async function applied<Done extends Compared>(asked: AskedBy, against: Against<Done>): Promise<Shown> {
  const { app, form, params, query } = asked
  const kept = succeeded(await findStatement(app, against.key, params['statement'] ?? '')).statement
  const asks = askedReading(query)
  if ('problems' in asks) return shown(asked, against)
  const tried = await tryIt(against, kept, asks)
  if (isRefusal(tried)) return shown(asked, against)
  const seen = form['seen'] ?? ''
  if (against.seen(tried) !== seen) return shown(asked, against, against.changed)
  const question = await askAgain(asked, {
    title: against.apply.title,
    text: html`${against.settled(tried)} ${against.apply.text}`,
    button: say('deskBatch.apply'),
    back: asked.request.url,
    proof: true,
  })
  if (question) return question
  const done = await tryIt(against, kept, asks, { seen })
  if (isRefusal(done)) return shown(asked, against, done.message ? statementSentence(done.message) : against.changed)
  await dropStatement(app, kept)
  return { kind: 'go', ...against.ended(done) }
}
