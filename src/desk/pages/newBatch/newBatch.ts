import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { html } from 'htm/preact'
import { nextStepOf } from '../../../app/accounts/policy.ts'
import { draftsFolder, dropDraft, findDraft, keepDraft, listDrafts } from '../../../app/drafts/drafts.ts'
import { roomForDraft } from '../../../app/drafts/roomForDraft.ts'
import { problemsOfDraft } from '../../../app/drafts/tableOfDraft.ts'
import { countries, operatorName, operatorsOf } from '../../../payout/operators/operator.ts'
import { type Problems, problemSummary } from '../../../web/fields.ts'
import { pageHead, sectionHead, table, written } from '../../../web/parts.ts'
import type { Language } from '../../../words/catalogue.ts'
import { render } from '../../../words/render.ts'
import { country, say } from '../../../words/sentence.ts'
import { succeeded } from '../../api/problem.ts'
import { attachment } from '../../download.ts'
import { askAgain } from '../approvals/askAgain.ts'
import { moment } from '../layout.ts'
import { type AskedBy, page, type Shown } from '../page.ts'
import { correctedPage } from './correctedPart.ts'
import { fixed, payOrSend, readAnew, shownRows, undone } from './draftForms.ts'
import { draftPage, wayOf } from './draftPage.ts'
import { notHere, operatorsAt } from './draftView.ts'
import { receiveUpload, uploadedTo, uploadForm } from './upload.ts'

/** From a file to a batch: upload it, check and correct it, submit it. Until then it is kept as a draft. */
export const newBatchPages = [
  page('/batches/new', ['preparer'], { get: uploadPage, post: uploaded, takesFile: true }),
  page('/batches/new/:draft', ['preparer'], { get: draftPage, post: readAnew }),
  page('/batches/new/:draft/fix', ['preparer'], { get: draftPage, post: fixed }),
  page('/batches/new/:draft/undo', ['preparer'], { get: draftPage, post: undone }),
  page('/batches/new/:draft/corrected', ['preparer'], { get: correctedPage }),
  page('/batches/new/:draft/rows', ['preparer'], { get: draftPage, post: shownRows }),
  page('/batches/new/:draft/pay', ['preparer'], { get: draftPage, post: payOrSend }),
  page('/batches/new/:draft/drop', ['preparer'], { get: draftPage, post: dropped }),
  page('/batches/new/:draft/problems', ['preparer'], { get: problemsWorkbook }),
]

async function uploadPage({ app, core, visit }: AskedBy, problems: Problems = {}): Promise<Shown> {
  const drafts = await listDrafts(app)
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title: say('deskPages.new_batch'), text: say('deskNew.text') })}
    ${wayOf(0, await nextStepOf(app, core))}
    ${uploadForm({
      action: '/batches/new',
      label: say('deskNew.choose_file'),
      hint: say('deskNew.choose_hint'),
      accept: '.xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xml',
      button: say('deskNew.upload'),
      problem: problems['file'],
      after: say('deskNew.private'),
    })}
    ${
      drafts.length === 0
        ? null
        : html`
            ${sectionHead(say('deskNew.your_drafts'))}
            ${table(
              say('deskNew.your_drafts'),
              [
                { name: say('deskBatch.file') },
                { name: say('deskNew.size'), number: true },
                { name: say('deskNew.uploaded') },
                { name: say('deskNew.drop_short') },
              ],
              drafts.map(({ id, name, bytes, uploadedAt }) => [
                html`<a href=${`/batches/new/${id}`}>${name}</a>`,
                sizeText(bytes, visit.language),
                moment(uploadedAt, visit),
                html`<form method="post" action=${`/batches/new/${id}/drop`}>
                  <input type="hidden" name="list" value="yes" />
                  <button class="link" type="submit" aria-label=${say('deskNew.drop_named', { name })}>${say('deskNew.drop_short')}</button>
                </form>`,
              ]),
            )}
          `
    }
    ${operatorsByCountry()}
  `
  return { kind: 'page', title: say('deskPages.new_batch'), body, problems }
}

/** The operators that a file can name. Problems link to this table. */
const operatorsByCountry = () => html`
  <details class="panel reading">
    <summary><h2>${say('deskNext.operators_by_country')}</h2></summary>
    <div id=${operatorsAt}>
      <p>${say('deskNext.operators_by_country_text')}</p>
      ${table(
        say('deskNext.operators_by_country'),
        [{ name: say('summary.country') }, { name: say('deskPages.operators') }, { name: say('summary.currency') }],
        countries.map((each) => [
          written(country(each.code)),
          html`<div>${operatorsOf(each).map(({ code }) => html`<div>${operatorName(code)} <code>${code}</code></div>`)}</div>`,
          each.currency,
        ]),
      )}
    </div>
  </details>
`

function sizeText(bytes: number, language: Language): string {
  const [unit, size] =
    bytes === 0
      ? (['byte', 1] as const)
      : bytes < 1_000_000
        ? (['kilobyte', 1_000] as const)
        : (['megabyte', 1_000_000] as const)
  const unitDisplay = bytes === 0 ? 'long' : 'short'
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
  return format.format(bytes === 0 ? 0 : Math.max(0.1, bytes / size))
}

async function uploaded(asked: AskedBy): Promise<Shown> {
  const { app, visit, request } = asked
  const room = await roomForDraft(app, Number(request.headers['content-length'] ?? 0))
  if (!room.ok && room.code === undefined) return uploadPage(asked, { file: room.message })
  succeeded(room)
  const received = await receiveUpload(request, draftsFolder(app))
  if (received === null) return uploadPage(asked, { file: say('deskNew.no_file') })
  const draft = await keepDraft(app, received, visit.timeZone)
  return uploadedTo(asked, `/batches/new/${draft.id}`)
}

async function dropped(asked: AskedBy): Promise<Shown> {
  const { app, params } = asked
  const id = params['draft'] ?? ''
  const found = await findDraft(app, id)
  if (!found.ok) return notHere(found.message)
  const question = await askAgain(asked, {
    title: say('deskNew.drop_title'),
    text: say('deskNew.drop_text', { name: found.draft.name }),
    button: say('deskNew.drop'),
    back: asked.form['list'] === 'yes' ? '/batches/new' : `/batches/new/${id}`,
    danger: true,
  })
  if (question) return question
  await dropDraft(app, id)
  return { kind: 'go', to: '/batches/new', says: say('deskNew.dropped') }
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function problemsWorkbook({ app, desk, params, reply, visit }: AskedBy): Promise<Shown> {
  const found = await findDraft(app, params['draft'] ?? '')
  if (!found.ok) return notHere(found.message)
  const { draft } = found
  const back = `/batches/new/${draft.id}`
  const marked = await problemsOfDraft(app, draft, desk.sandbox)
  if (marked.kind === 'failed') return { kind: 'go', to: back, says: marked.message }
  const { path } = marked
  if (path === null) return { kind: 'go', to: back, says: say('deskNew.nothing_wrong') }
  const end = render(say('deskNew.problems_file'), visit.language)
  const file = createReadStream(path)
  file.once('close', () => void rm(path, { force: true }))
  // Answered while the ledger was silent (answerInSilence.ts): nobody reads it.
  if (reply.sent) file.destroy()
  return {
    kind: 'sent',
    reply: reply
      .type(workbookType)
      .header('content-disposition', attachment(draft.name, end, extname(path).slice(1)))
      .send(file),
  }
}
