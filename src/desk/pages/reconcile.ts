import { PassThrough } from 'node:stream'
import { html } from 'htm/preact'
import { type Reconciliation, type RefusedStatement, reconcile } from '../../app/reconcile.ts'
import {
  dropStatement,
  findStatement,
  keepStatement,
  roomForStatement,
  shownOf,
  statementsFolder,
  type UploadedStatement,
} from '../../app/statements.ts'
import { type Problems, problemSummary } from '../../web/fields.ts'
import { notice, pageHead } from '../../web/parts.ts'
import { count, type Sentence, say } from '../../words/sentence.ts'
import { problemOf, succeeded } from '../api/problem.ts'
import { askAgain } from './askAgain.ts'
import { looks } from './batchParts.ts'
import { type AskedBy, page, type Shown } from './page.ts'
import { applyForm, findings, problemTable, settledText, statementSentence } from './reconcile/findings.ts'
import { type AskedReading, askedReading, readingForm } from './reconcile/reading.ts'
import { receiveUpload, uploadedTo, uploadForm } from './upload.ts'

/** A batch's open rows and the provider's statement: upload it, see what it would settle, contradict and leave, apply it. */
export const reconcilePages = [
  page('/batches/:id/reconcile', ['approver'], {
    get: (asked) => uploadPage(asked, {}),
    post: uploaded,
    takesFile: true,
  }),
  page('/batches/:id/reconcile/:statement', ['approver'], { get: (asked) => shown(asked), post: applied }),
]

interface Place {
  id: string
  name: string
}

async function placeOf({ desk, params }: AskedBy): Promise<Place> {
  const { batch } = await looks(desk).now(params['id'] ?? '')
  return { id: batch.id, name: batch.name }
}

const crumb = ({ id, name }: Place) => html`<a href=${`/batches/${id}`}>${name}</a>`

async function uploadPage(asked: AskedBy, problems: Problems): Promise<Shown> {
  const place = await placeOf(asked)
  const title = say('deskBatch.reconcile_title', { name: place.name })
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, text: say('deskBatch.reconcile_text'), crumb: crumb(place) })}
    ${uploadForm({
      action: `/batches/${place.id}/reconcile`,
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

async function uploaded(asked: AskedBy): Promise<Shown> {
  const { app, request } = asked
  const { id } = await placeOf(asked)
  const room = await roomForStatement(app, Number(request.headers['content-length'] ?? 0))
  if (!room.ok && room.code === undefined) return uploadPage(asked, { file: room.message })
  succeeded(room)
  const received = await receiveUpload(request, statementsFolder(app))
  if (received === null) return uploadPage(asked, { file: say('deskNew.no_file') })
  const kept = await keepStatement(app, id, received)
  return uploadedTo(asked, `/batches/${id}/reconcile/${kept.id}`)
}

/** What it would settle, as it is at this moment. @param told what there is to know before, as when it is not that any more */
async function shown(asked: AskedBy, told?: Sentence): Promise<Shown> {
  const place = await placeOf(asked)
  const kept = succeeded(await findStatement(asked.app, place.id, asked.params['statement'] ?? '')).statement
  const asks = askedReading(asked.query)
  const tried = 'problems' in asks ? null : await tryIt(asked, place, kept, asks)
  const problems = 'problems' in asks ? asks.problems : {}
  const title = say('deskBatch.reconcile_title', { name: place.name })
  const address = `/batches/${place.id}/reconcile/${kept.id}`
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title, text: say('deskBatch.statement_named', { name: kept.name }), crumb: crumb(place) })}
    ${told ? notice('ask', told, { role: 'alert' }) : null}
    ${tried?.kind === 'refused' ? refusedPart(tried) : null}
    ${tried?.kind === 'reconciled' ? findings(place.id, tried) : null}
    ${tried?.kind === 'reconciled' ? applyForm(asked.request.url, tried) : null}
    ${readingForm(address, asked.query, problems, tried?.kind === 'reconciled' ? tried.columns : null)}
    <p><a href=${`/batches/${place.id}/reconcile`}>${say('deskBatch.other_statement')}</a></p>
  `
  const isRefused = tried?.kind === 'refused'
  return { kind: 'page', title, body, problems, ...(told ? { status: 409 } : isRefused && { status: 422 }) }
}

const refusedPart = ({ message, problems }: RefusedStatement) => html`
  ${notice('wrong', message === null ? say('deskBatch.statement_refused') : statementSentence(message))}
  ${problems.length > 0 ? problemTable(problems) : null}
`

async function tryIt(
  { app }: AskedBy,
  { id }: Place,
  { path, name }: UploadedStatement,
  { complete, ...reading }: AskedReading,
  settles: { seen: string } | null = null,
): Promise<Reconciliation | RefusedStatement> {
  const done = await reconcile(app, id, {
    ...reading,
    statement: path,
    called: name,
    stdin: new PassThrough(),
    complete,
    dryRun: settles === null,
    ...settles,
  })
  if (done.kind !== 'failed') return done
  // How it is to be read was typed by a person, and a slip is told beside the form.
  if (done.fault !== 'usage' || done.code !== undefined) throw problemOf(done)
  return { kind: 'refused', file: name, problems: [], message: done.message }
}

/** What was shown is what is settled, or nothing is: its fingerprint goes through the question. */
async function applied(asked: AskedBy): Promise<Shown> {
  const { app, form, params, query } = asked
  const place = await placeOf(asked)
  const kept = succeeded(await findStatement(app, place.id, params['statement'] ?? '')).statement
  const asks = askedReading(query)
  if ('problems' in asks) return shown(asked)
  const tried = await tryIt(asked, place, kept, asks)
  if (tried.kind === 'refused') return shown(asked)
  const seen = form['seen'] ?? ''
  if (shownOf(tried.matched) !== seen) return shown(asked, say('deskBatch.statement_changed'))
  const question = await askAgain(asked, {
    title: say('deskBatch.apply_title', { name: place.name }),
    text: html`${settledText(tried)} ${say('deskBatch.apply_text')}`,
    button: say('deskBatch.apply'),
    back: asked.request.url,
    proof: true,
  })
  if (question) return question
  const done = await tryIt(asked, place, kept, asks, { seen })
  if (done.kind === 'refused') return shown(asked, done.message ?? say('deskBatch.statement_changed'))
  await dropStatement(app, kept)
  const { resolutions, discrepancies, left } = done.matched
  const says = say('deskBatch.was_reconciled', {
    paid: count(resolutions.filter(({ to }) => to === 'paid').length),
    failed: count(resolutions.filter(({ to }) => to === 'failed').length),
    contradicted: count(discrepancies.length),
    left: count(left.length),
  })
  return { kind: 'go', to: `/batches/${place.id}`, says }
}
