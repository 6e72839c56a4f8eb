import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { html } from 'htm/preact'
import { problemsOfDraft } from '../../app/drafts/actOnDraft.ts'
import { draftsFolder, dropDraft, findDraft, keepDraft, listDrafts, roomForDraft } from '../../app/drafts/drafts.ts'
import { type Problems, problemSummary } from '../../web/fields.ts'
import { pageHead, sectionHead, table } from '../../web/parts.ts'
import { renderWords } from '../../words/render.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { succeeded } from '../api/problem.ts'
import { receiveFile } from '../api/upload.ts'
import { askAgain } from './askAgain.ts'
import { moment, uploadScript } from './layout.ts'
import { fixed, payOrSend, readAnew } from './newBatch/draftForms.ts'
import { draftPage, notHere, wayOf } from './newBatch/draftPage.ts'
import { type AskedBy, page, type Shown } from './page.ts'

/** From a file to a batch: upload it, look at it and correct it, send it. A draft keeps all of it meanwhile. */
export const newBatchPages = [
  page('/batches/new', ['preparer'], { get: (asked) => uploadPage(asked, {}), post: uploaded, takesFile: true }),
  page('/batches/new/:draft', ['preparer'], { get: shownDraft, post: readAnew }),
  page('/batches/new/:draft/fix', ['preparer'], { get: shownDraft, post: fixed }),
  page('/batches/new/:draft/pay', ['preparer'], { get: shownDraft, post: payOrSend }),
  page('/batches/new/:draft/drop', ['preparer'], { get: shownDraft, post: dropped }),
  page('/batches/new/:draft/problems', ['preparer'], { get: problemsWorkbook }),
]

function shownDraft(asked: AskedBy): Promise<Shown> {
  return draftPage(asked)
}

async function uploadPage({ app, visit }: AskedBy, problems: Problems): Promise<Shown> {
  const drafts = await listDrafts(app)
  const body = html`
    ${problemSummary(problems)}
    ${pageHead({ title: say('deskNew.title'), text: say('deskNew.text') })}
    ${wayOf(0)}
    <form class="drop" method="post" action="/batches/new" enctype="multipart/form-data" data-upload="">
      <div class=${problems['file'] ? 'field wrong' : 'field'}>
        <label for="file">${say('deskNew.choose_file')}</label>
        <p class="hint" id="file-hint">${say('deskNew.choose_hint')}</p>
        ${problems['file'] ? html`<p class="problem" id="file-problem">${problems['file']}</p>` : null}
        <p class="drop-here" hidden>${say('deskNew.drop_here')}</p>
        <input
          id="file"
          name="file"
          type="file"
          required
          accept=".xlsx,.xlsm,.csv,.tsv,.txt,.json,.ndjson,.jsonl,.xml"
          aria-describedby=${problems['file'] ? 'file-hint file-problem' : 'file-hint'}
          aria-invalid=${problems['file'] ? 'true' : undefined}
        />
      </div>
      <button class="primary" type="submit">${say('deskNew.upload')}</button>
      <div class="upload-state" hidden>
        <progress max="100" value="0" aria-label=${say('deskNew.uploading')}></progress>
        <p
          role="status"
          data-uploading=${say('deskNew.uploading')}
          data-checking=${say('deskNew.checking')}
          data-broken=${say('deskNew.upload_broken')}
        ></p>
      </div>
    </form>
    <p class="small">${say('deskNew.private')}</p>
    ${
      drafts.length === 0
        ? null
        : html`
            ${sectionHead(say('deskNew.your_drafts'))}
            ${table(
              say('deskNew.your_drafts'),
              [
                { name: say('deskNew.file') },
                { name: say('deskNew.size'), number: true },
                { name: say('deskNew.uploaded') },
              ],
              drafts.map(({ id, name, bytes, uploadedAt }) => [
                html`<a href=${`/batches/new/${id}`}>${name}</a>`,
                sizeText(bytes, visit.language),
                moment(uploadedAt, visit),
              ]),
            )}
          `
    }
    <script src=${uploadScript.path} type="module"></script>
  `
  return { kind: 'page', title: say('deskNew.title'), body, problems }
}

function sizeText(bytes: number, language: 'en' | 'fr'): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(Math.max(0.1, bytes / size))
}

async function uploaded(asked: AskedBy): Promise<Shown> {
  const { app, visit, request, reply } = asked
  const room = await roomForDraft(app, Number(request.headers['content-length'] ?? 0))
  if (!room.ok && room.code === undefined) return uploadPage(asked, { file: room.message })
  succeeded(room)
  const received = await receiveFile(request, draftsFolder(app))
  const draft = await keepDraft(app, received, visit.timeZone)
  if (received.name === null && draft.bytes === 0) {
    await dropDraft(app, draft.id)
    return uploadPage(asked, { file: say('deskNew.no_file') })
  }
  const to = `/batches/new/${draft.id}`
  // A script that shows how far the upload is goes there by itself: following the redirect would make the page twice.
  if (request.headers['x-payrun-part'] === 'upload')
    return { kind: 'sent', reply: reply.code(201).header('x-payrun-to', to).send() }
  return { kind: 'go', to }
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
    back: `/batches/new/${id}`,
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
  const name = problemsName(draft.name, basename(path), visit.language)
  const file = createReadStream(path)
  file.once('close', () => void rm(path, { force: true }))
  return {
    kind: 'sent',
    reply: reply
      .type(workbookType)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(file),
  }
}

/** `payroll – problems.xlsx` */
function problemsName(name: string, path: string, language: 'en' | 'fr'): string {
  const words: Sentence = say('deskNew.problems_file', { name: name.replace(/\.\w{1,6}$/, '') })
  return `${renderWords(words, language)}${path.slice(path.lastIndexOf('.'))}`
}
