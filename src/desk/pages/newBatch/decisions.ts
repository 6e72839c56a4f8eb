import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { isCorrected } from '../../../app/drafts/draftOptions.ts'
import { paysAgain } from '../../../app/submit/preview.ts'
import { notice } from '../../../web/parts.ts'
import { type Sentence, say } from '../../../words/sentence.ts'
import { button, type DraftView, previewed } from './draftView.ts'
import { mayBeMeant } from './reworded.ts'
import { told } from './told.ts'

/** The file's own total differs from its rows: a button to ignore the total, which can be undone. */
export function totalsPart({ draft, look: { found } }: DraftView): VNode | null {
  const fittedBefore = isCorrected(draft) && draft.fixed.totalsFitted
  if (draft.wishes.toldTotals)
    return html`<div class="panel">
      ${notice('ask', fittedBefore ? say('deskNew.totals_told_text') : say('deskNew.totals_wrong_told'), {
        title: say('deskNew.totals_told'),
      })}
      ${button(draft, 'totals', 'compared', say('deskNew.totals_compare'))}
    </div>`
  if (found.kind === 'refused' || found.ownTotal === null) return null
  return html`<div class="panel">
    <p>${fittedBefore ? say('deskNew.totals_differ') : say('deskNew.totals_wrong')}</p>
    ${button(draft, 'totals', 'told', fittedBefore ? say('deskNew.totals_tell') : say('deskNew.totals_wrong_tell'))}
  </div>`
}

/** Whether a note says that somebody chose to ignore the file's own total. */
export const saysSetAside = ({ key }: Sentence): boolean =>
  key === 'files.total_before_correction' || key === 'files.count_before_correction'

/** Possible duplicates: a button to pay them anyway, which can be undone. */
export function duplicatesPart({ draft, look: { found } }: DraftView): VNode | null {
  const { allowDuplicates } = draft.wishes
  if (allowDuplicates) {
    const notes = found.kind === 'readable' ? previewed(found.preview)?.notes.filter(paysAgain) : undefined
    const text = html`${notes?.map((note) => html`<span class="note">${told(note)}</span>`)}
    <span class="note">${say('deskNew.duplicates_allowed_text')}</span>`
    return html`<div class="panel">
      ${notice('ask', text, { title: say('deskNew.duplicates_allowed') })}
      ${button(draft, 'allow_duplicates', 'no', say('deskNew.disallow_duplicates'))}
    </div>`
  }
  const isRefused = found.kind === 'readable' && found.repeats !== null
  const inRows = found.groups.some((group) => group.shown.some(({ problem }) => mayBeMeant(problem.message)))
  if (!isRefused && !inRows) return null
  return html`<div class="panel">
    <p>${say('deskNew.allow_duplicates_text')}</p>
    ${button(draft, 'allow_duplicates', 'yes', say('deskNew.allow_duplicates'))}
  </div>`
}
