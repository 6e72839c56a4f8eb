import type { FastifyRequest } from 'fastify'
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Piece } from '../../../words/page.ts'
import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import { ApiProblem, type FieldProblem } from '../../api/problem.ts'
import { type Received, receiveFile } from '../../api/upload.ts'
import { uploadScript } from '../layout.ts'
import type { AskedBy, Shown } from '../page.ts'

interface UploadForm {
  action: string
  label: Sentence
  hint: Sentence
  /** The file extensions that the browser offers first. */
  accept: string
  button: Sentence
  problem: Sentence | undefined
  /** The text below the form: what happens to the file. */
  after: Piece
}

/** A form that uploads one file. With JavaScript, people can drop a file on it and see the progress of the upload. */
export const uploadForm = ({ action, label, hint, accept, button, problem, after }: UploadForm): VNode => html`
  <form class="drop" method="post" action=${action} enctype="multipart/form-data" data-upload="">
    <div class=${problem ? 'field wrong' : 'field'}>
      <label for="file">${label}</label>
      <p class="hint" id="file-hint">${hint}</p>
      ${problem ? html`<p class="problem" id="file-problem">${problem}</p>` : null}
      <p class="drop-here" hidden>${say('deskNew.drop_here')}</p>
      <input
        id="file"
        name="file"
        type="file"
        required
        accept=${accept}
        aria-describedby=${problem ? 'file-hint file-problem' : 'file-hint'}
        aria-invalid=${problem ? 'true' : undefined}
      />
    </div>
    <button class="primary" type="submit">${button}</button>
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
  <p class="small">${after}</p>
  <script src=${uploadScript.path} type="module"></script>
`

/** Receives the form's file, streamed to `folder`. Null if no file was chosen. */
export async function receiveUpload(request: FastifyRequest, folder: string): Promise<Received | null> {
  try {
    const received = await receiveFile(request, folder)
    if (received.isNamed) return received
    await received.remove()
    return null
  } catch (error) {
    if (error instanceof ApiProblem && isFileMissing(error)) return null
    throw error
  }
}

const isFileMissing = ({ more }: ApiProblem): boolean =>
  'problems' in more &&
  Array.isArray(more.problems) &&
  more.problems.some(({ message }: FieldProblem) => isSentence(message) && message.key === 'desk.file_missing')

/** The upload script opens the next page itself: if it followed a redirect, the page would be made twice. */
export const uploadedTo = ({ request, reply }: AskedBy, to: string): Shown =>
  request.headers['x-payrun-part'] === 'upload'
    ? { kind: 'sent', reply: reply.code(201).header('x-payrun-to', to).send() }
    : { kind: 'go', to }
