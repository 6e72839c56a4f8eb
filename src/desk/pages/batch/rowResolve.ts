import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { forbids } from '../../../app/accounts/actor.ts'
import { resolve } from '../../../app/batches/resolve.ts'
import { readRow } from '../../../app/batches/rows.ts'
import { type Problems, typedField } from '../../../web/fields.ts'
import { notice, sectionHead } from '../../../web/parts.ts'
import { say } from '../../../words/sentence.ts'
import { ApiProblem, problemOf, succeeded } from '../../api/problem.ts'
import { askAgain } from '../approvals/askAgain.ts'
import type { AskedBy, Shown } from '../page.ts'
import { rowAmount } from './batchParts.ts'

/** A row, by its batch and its line. */
export interface Place {
  id: string
  line: number
}

/** Two forms, one for each answer, with the fields that it needs. */
export function resolving(
  { app, form }: AskedBy,
  { id, line, attempts }: Place & { attempts: number },
  problems: Problems,
): VNode {
  const head = sectionHead(say('deskBatch.resolve'))
  if (forbids(app, 'resolve')) return html`${head}${notice('ask', say('deskBatch.resolve_by_approver'))}`
  const isPaid = form['verdict'] === 'paid'
  const isNotPaid = form['verdict'] === 'not_paid'
  return html`
    ${head}
    <div class="panel">
      <p>${say('deskBatch.resolve_text')}</p>
      <form class="fields" method="post" action=${`/batches/${id}/rows/${line}/resolve`}>
        <input type="hidden" name="seen" value=${form['seen'] ?? attempts} />
        <fieldset>
          <legend>${say('deskBatch.what_became')}</legend>
          <label class="check">
            <input type="radio" name="verdict" value="paid" id="verdict" required checked=${isPaid} /> ${say('deskBatch.it_was_paid')}
          </label>
          ${typedField(form, problems, {
            name: 'reference',
            label: say('report.reference_of_provider'),
            hint: say('deskBatch.provider_reference_hint'),
            optional: true,
            input: { type: 'text', autocomplete: 'off', maxlength: '200', spellcheck: 'false' },
          })}
          <label class="check">
            <input type="radio" name="verdict" value="not_paid" required checked=${isNotPaid} /> ${say('deskBatch.it_was_not_paid')}
          </label>
        </fieldset>
        ${typedField(form, problems, {
          name: 'note',
          label: say('deskBatch.how_known'),
          hint: say('deskBatch.how_known_hint'),
          input: { type: 'text', autocomplete: 'off', maxlength: '500' },
        })}
        <button class="primary" type="submit">${say('deskBatch.go_on_to_confirm')}</button>
      </form>
    </div>
  `
}

/** Records the outcome of a row, after a person has said how they know and has confirmed it. */
export async function resolveAsked(
  asked: AskedBy,
  { id, line }: Place,
): Promise<{ shown: Shown } | { problems: Problems }> {
  const { app, form, visit } = asked
  const { verdict, note = '', reference = '' } = form
  const isPaid = verdict === 'paid'
  const problems: Problems = {
    ...(verdict !== 'paid' && verdict !== 'not_paid' && { verdict: say('deskBatch.choose_verdict') }),
    ...(isPaid && reference.trim() === '' && { reference: say('deskBatch.reference_needed') }),
    ...(note.trim() === '' && { note: say('deskBatch.note_needed') }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  const { row, batch } = succeeded(await readRow(app, id, line))
  // The person's knowledge is about the attempt that the page showed.
  const seen = form['seen'] ?? String(row.attempts)
  if (seen !== String(row.attempts)) throw new ApiProblem('wrong_state', say('deskRetry.row_tried_since'))
  const back = `/batches/${batch.id}/rows/${line}`
  const what = {
    sum: rowAmount(row, visit) ?? '',
    name: row.name ?? say('deskBatch.row_of_line', { line }),
  }
  const question =
    row.status === 'unknown' || row.status === 'accepted'
      ? await askAgain(
          { ...asked, form: { ...form, seen } },
          {
            title: isPaid ? say('deskBatch.paid_title') : say('deskBatch.not_paid_title'),
            text: isPaid
              ? say('deskBatch.paid_text', { ...what, reference: reference.trim() })
              : say('deskBatch.not_paid_text', what),
            button: isPaid ? say('deskBatch.record_paid') : say('deskBatch.record_not_paid'),
            back,
            proof: true,
          },
        )
      : undefined
  if (question) return { shown: question }
  const done = await resolve(app, batch.id, { line, note, ...(isPaid && { paid: reference }) })
  if (!done.ok && done.code === 'reference_held') return { problems: { reference: done.message } }
  if (!done.ok) throw problemOf(done)
  const says = isPaid ? say('deskBatch.now_paid') : say('deskBatch.now_not_paid')
  return { shown: { kind: 'go', to: back, says } }
}
