import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Corrections } from '../../../app/drafts/corrections.ts'
import type { ShownProblems } from '../../../app/drafts/draftCheck.ts'
import type { Draft } from '../../../app/drafts/drafts.ts'
import type { DraftLook } from '../../../app/drafts/lookAtDraft.ts'
import type { Preview, PreviewedFile } from '../../../app/submit/preview.ts'
import { emptyState, pageHead } from '../../../web/parts.ts'
import { isSentence, type Sentence, say } from '../../../words/sentence.ts'
import type { AskedBy, Shown } from '../page.ts'

/** Everything that the parts of the page are drawn from. */
export interface DraftView {
  asked: AskedBy
  draft: Draft
  look: DraftLook
  /** The corrections so far, or null if they are not listed. */
  corrections: Corrections | null
  /** Which rows with problems are shown. */
  rows: ShownProblems
}

/** All fields of the page belong to one form, so every button also sends what was typed. */
export const draftForm = 'draft'

export const previewed = ({ of }: Preview): PreviewedFile | null => (of.kind === 'file' ? of : null)

/** A button for one choice. */
export const button = (draft: Draft, name: string, value: string, text: Sentence): VNode => html`
  <button type="submit" form=${draftForm} formaction=${`/batches/new/${draft.id}`} name=${name} value=${value}>
    ${text}
  </button>
`

/** Whether two columns could be this field, and nobody has chosen yet. */
export function isUndecidedField(found: DraftLook['found'], each: string): boolean {
  if (found.kind !== 'refused' || found.message?.key !== 'files.either_column') return false
  const { field } = found.message.args
  return isSentence(field) && field.key === `files.field_${each}`
}

/** Where the page of a new file lists the operators. */
export const operatorsAt = 'operators'

const mostShown = 80

/** The beginning of a text from the file, if it is too long. */
export const beginningOf = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown - 1)}…`.toWellFormed() : text

/** Rows as in an address. */
export type NamedRows = Omit<ShownProblems, 'most'>

/** Where the form is posted to store what was typed and then show these rows. */
export const rowsAction = ({ id }: Draft, rows: NamedRows): string => `/batches/new/${id}/rows${rowsQuery(rows)}`

/** The query of a page with one kind of problem; '' for the first rows of each kind. */
export const rowsQuery = ({ only, from, of }: NamedRows): string =>
  only === null
    ? ''
    : `?kind=${encodeURIComponent(only)}${from > 0 ? `&from=${from}` : ''}${of === null ? '' : `&of=${of}`}`

/** The rows that a query or a form names. */
export function readShownRows({ kind = '', from, of }: AskedBy['form']): NamedRows {
  const number = (text = '') => (/^\d{1,6}$/.test(text) ? Number(text) : null)
  return { only: kind === '' ? null : kind, from: number(from) ?? 0, of: number(of) }
}

/** The draft belongs to somebody else or to another desk, or is too old. The page doesn't say which. */
export function notHere(message: Sentence): Shown {
  const link = html`<a class="primary" href="/batches/new">${say('deskPages.new_batch')}</a>`
  const body = html`${pageHead({ title: say('deskPages.new_batch') })}${emptyState(message, link)}`
  return { kind: 'page', title: say('deskPages.new_batch'), body, status: 404 }
}
