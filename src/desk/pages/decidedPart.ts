import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { ApprovalLook } from '../../app/approvals.ts'
import { correctedBy } from '../../app/corrected.ts'
import { decisionsOf } from '../../app/decided.ts'
import type { Piece } from '../../words/page.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Visit } from './page.ts'
import { reworded } from './reworded.ts'
import { roomFor } from './room.ts'

const mostBytes = 6_000

function decidedOf({ batch, submittedWith, toBePaid }: ApprovalLook): ReturnType<typeof decisionsOf> {
  const of = { rows: batch.file.rows, currencies: [...toBePaid.totals.keys()] }
  return submittedWith?.decided ? decisionsOf(submittedWith.decided, of) : { decisions: [], notes: [] }
}

const titleOf = ({ by }: ApprovalLook): Sentence =>
  by === null ? say('deskDecided.title_nobody') : say('deskDecided.title', { by })

/** What the submitter of a file decided about it, and what there is to note of it, for whoever approves it. */
export function decidedPart(look: ApprovalLook, visit: Visit): VNode | null {
  const { decisions, notes } = decidedOf(look)
  if (decisions.length + notes.length === 0) return null
  const drawn = (sentences: readonly Sentence[], bytes: number) => {
    const lines = sentences.map((each) => html`<li>${reworded(each)}</li>`)
    return html`<ul>${lines.slice(0, roomFor(lines, visit, bytes))}</ul>`
  }
  const leftOut = look.submittedWith?.decided?.leftOut ?? 0
  const rows = html`<p><a href=${`/batches/${look.batch.id}?status=invalid#rows`}>${say('deskDecided.see_left_out')}</a></p>`
  return html`
    <section class="panel" id="decided">
      ${decisions.length > 0 ? html`<h2>${titleOf(look)}</h2> ${drawn(decisions, mostBytes)}` : null}
      ${leftOut > 0 ? rows : null}
      ${notes.length > 0 ? html`<h2>${say('deskDecided.notes')}</h2> ${drawn(notes, mostBytes / 2)}` : null}
    </section>
  `
}

/** The decisions once more, and how much was corrected, where the approver is about to say yes. */
export function decidedBriefly(look: ApprovalLook, visit: Visit): Piece {
  const { decisions } = decidedOf(look)
  const corrected = look.submittedWith?.corrected
  const told = [...decisions.map(reworded), ...(corrected ? [correctedBy(look.by, corrected)] : [])]
  if (told.length === 0) return null
  const by = look.by ?? say('deskBatch.nobody_known')
  const lines = told.map((each) => html`<li>${each}</li>`)
  return html`<p>${say('deskDecided.by', { by })}</p><ul>${lines.slice(0, roomFor(lines, visit, 4 * mostBytes))}</ul>`
}
