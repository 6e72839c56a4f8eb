import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { Draft } from '../../../app/drafts/drafts.ts'
import type { DraftLook } from '../../../app/drafts/lookAtDraft.ts'
import type { Preview, PreviewedFile } from '../../../app/preview.ts'
import { money, type Sentence } from '../../../words/sentence.ts'
import type { AskedBy } from '../page.ts'

/** What the pieces of the page are drawn from. */
export interface DraftView {
  asked: AskedBy
  draft: Draft
  look: DraftLook
}

/** The page has one form, to which all of its fields belong: whichever button is pressed, what was typed comes with it. */
export const draftForm = 'draft'

export const previewed = ({ of }: Preview): PreviewedFile | null => (of.kind === 'file' ? of : null)

export const sumsOf = (totals: ReadonlyMap<string, bigint>) => [...totals].map(([code, minor]) => money(minor, code))

/** A choice that is one button. */
export const button = (draft: Draft, name: string, value: string, text: Sentence): VNode => html`
  <button type="submit" form=${draftForm} formaction=${`/batches/new/${draft.id}`} name=${name} value=${value}>
    ${text}
  </button>
`
