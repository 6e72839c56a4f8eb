import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { heldOf, type ToBePaid } from '../../../app/submit/preview.ts'
import { groupsOf } from '../../../app/submit/warnings.ts'
import { operatorName } from '../../../payout/operators/operator.ts'
import type { Warned } from '../../../payout/warning.ts'
import { notice } from '../../../web/parts.ts'
import { count, say } from '../../../words/sentence.ts'
import { rowLink } from '../links.ts'
import { reworded, seeHeld } from '../newBatch/reworded.ts'
import type { Visit } from '../page.ts'
import { roomFor } from '../room.ts'

const shownOfEach = 10
/** The room for all kinds of warnings together on a page with other lists. */
const warnedBytes = 14_000

/** The warnings about a file by kind, and how it compares with the previous file. With `batch`, the lines are links to its rows. */
export function warnedPart(
  { warnings, compared, notes }: Warned,
  visit: Visit,
  batch: string | null = null,
  bytes = warnedBytes,
  title = say('warnings.to_look_at'),
): VNode | null {
  const groups = groupsOf(warnings, shownOfEach)
  if (groups.length + compared.length + notes.length === 0) return null
  const place = (line: number) => {
    const says = say('deskNew.line', { line })
    return batch === null ? says : rowLink(batch, line, says)
  }
  return html`
    ${compared.length > 0 ? notice('quiet', html`${compared.map((sentence) => html`<span class="note">${sentence}</span>`)}`) : null}
    ${
      groups.length > 0
        ? html`<section class="panel warned" id="warnings">
            <h2>${title}</h2>
            ${groups.map(({ code, rows, kind, shown }) => {
              const lines = shown.map(
                ({ line, message }) =>
                  html`<li>${line === null ? null : html`${place(line)} · `}${reworded(message)}${seeHeld(message)}</li>`,
              )
              const room = roomFor(lines, visit, bytes / groups.length)
              return html`<details open=${code !== 'first_payment'} data-code=${code}>
                <summary>${kind}</summary>
                <ul>
                  ${lines.slice(0, room)}
                  ${rows > room ? html`<li>${say('warnings.and_more', { more: count(rows - room) })}</li>` : null}
                </ul>
              </details>`
            })}
          </section>`
        : null
    }
    ${notes.length > 0 ? html`<p class="small">${notes.map((note) => html`${reworded(note)} `)}</p>` : null}
  `
}

/** Payouts that wait because somebody holds their operators. */
export const heldPart = (toBePaid: ToBePaid): VNode[] =>
  heldOf(toBePaid, operatorName).map((held) => notice('ask', held))
