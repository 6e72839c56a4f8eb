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

export const previewed = ({ of }: Preview): PreviewedFile | null => (of.kind === 'file' ? of : null)

export const sumsOf = (totals: ReadonlyMap<string, bigint>) => [...totals].map(([code, minor]) => money(minor, code))

/** A choice that is one button. */
export const button = (draft: Draft, name: string, value: string, text: Sentence): VNode => html`
  <form class="one" method="post" action=${`/batches/new/${draft.id}`}>
    <input type="hidden" name="revision" value=${String(draft.revision)} />
    <button type="submit" name=${name} value=${value}>${text}</button>
  </form>
`
