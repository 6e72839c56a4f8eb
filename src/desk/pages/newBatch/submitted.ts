import { html } from 'htm/preact'
import { batchDocument, wholeOf } from '../../../app/batches/batchDocument.ts'
import { peopleOf, status } from '../../../app/batches/status.ts'
import { notice, pageHead } from '../../../web/parts.ts'
import { count, moment, type Sentence, say } from '../../../words/sentence.ts'
import { sumText } from '../batch/batchParts.ts'
import { batchLink } from '../links.ts'
import type { AskedBy, Shown } from '../page.ts'

async function batchOf({ app }: AskedBy, id: string) {
  const now = await status(app, id)
  return now.ok ? batchDocument(now.batch, now.totals) : null
}

/** Says that payment has started, unless the batch has to wait for something. */
export async function submittedSays(asked: AskedBy, id: string): Promise<Sentence> {
  const { app, visit } = asked
  const batch = await batchOf(asked, id)
  const waits = batch?.state !== 'running' || batch.waits_until !== undefined
  if (batch === null || waits) return say('deskNew.submitted')
  const paid = await peopleOf(app, id)
  if (!paid.ok) return say('deskNew.submitted')
  return say('deskNew.started', { people: count(paid.people), sums: sumText(wholeOf(batch), visit) })
}

/**
 * The same person has already submitted the draft in another window: says so, and with what details.
 *
 * @param isOther whether the details posted now differ from the batch's
 */
export async function submittedBefore(
  asked: AskedBy,
  id: string,
  isOther = asked.request.method === 'POST',
): Promise<Shown> {
  const batch = await batchOf(asked, id)
  const to = `/batches/${id}`
  if (batch === null) return { kind: 'go', to, says: say('deskNew.submitted') }
  const { period, start_at: startAt, between } = batch
  const holds = [
    period === null ? say('stored.no_period') : say('stored.period', { period }),
    startAt === undefined ? say('deskNew.holds_no_time') : say('deskNew.holds_time', { at: moment(new Date(startAt)) }),
    ...(between ? [say('deskNew.holds_hours', { ...between })] : []),
  ]
  const told = say('deskNew.already_submitted', { at: moment(new Date(batch.created_at)), holds })
  if (!isOther) return { kind: 'go', to, says: told }
  const title = say('deskNew.already_title')
  const body = html`
    ${pageHead({ title })}
    ${notice('ask', html`${told}<span class="links">${batchLink(id, say('deskApprove.look_at_batch', { name: batch.name }))}</span>`)}
  `
  return { kind: 'page', title, body, status: 409 }
}
