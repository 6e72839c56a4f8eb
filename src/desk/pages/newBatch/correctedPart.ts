import { html } from 'htm/preact'
import type { VNode } from 'preact'
import {
  alikeKey,
  type Corrections,
  type KeptCorrection,
  readCorrections,
  sheetOf,
} from '../../../app/drafts/corrections.ts'
import { findDraft } from '../../../app/drafts/drafts.ts'
import { shown } from '../../../web/fields.ts'
import { pageHead } from '../../../web/parts.ts'
import type { Piece } from '../../../words/page.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { AskedBy, Shown } from '../page.ts'
import { pagedPart, roomFor } from '../room.ts'
import { changeOf, leftOut } from './corrections.ts'
import { type DraftView, draftForm, notHere } from './draftView.ts'

/**
 * The address of all corrections of a draft.
 * @param from how many come before those that are shown
 */
export const listAddress = (id: string, from = '0'): string =>
  `/batches/new/${id}/corrected${/^[1-9]\d{0,6}$/.test(from) ? `?from=${from}` : ''}`

const some = { most: 5, bytes: 4_000 }

/** The first corrections so far, each with a button to undo it, and a link to the rest. */
export function correctedPart({ asked, draft, look, corrections }: DraftView): VNode | null {
  const { cells, rows } = draft.fixed
  if (cells + rows === 0) return null
  const list = corrections?.list ?? []
  const drawn = corrected(draft.id, { corrections, sheet: look.sheet }, draftForm).slice(0, some.most)
  const items = drawn.map((draw) => draw())
  const room = roomFor(items, asked.visit, some.bytes)
  return html`
    <section class="panel" id="corrected">
      <h2>${say('deskCorrected.yours')}</h2>
      <p>${corrections === null ? say('deskCorrected.too_many') : say('deskCorrected.yours_text')}</p>
      <ul class="corrections">${items.slice(0, room)}</ul>
      ${
        list.length > room
          ? html`<p><a href=${listAddress(draft.id)}>
              ${say('deskCorrected.show_all', { n: list.length, count: count(list.length) })}
            </a></p>`
          : null
      }
    </section>
  `
}

/** All corrections of a draft so far, each with a button to undo it. */
export async function correctedPage({ app, params, query, visit }: AskedBy): Promise<Shown> {
  const found = await findDraft(app, params['draft'] ?? '')
  if (!found.ok) return notHere(found.message)
  const { draft } = found
  const path = `/batches/new/${draft.id}`
  const corrections = draft.batch === null ? await readCorrections(draft) : null
  if (!corrections?.list.length) return { kind: 'go', to: path }
  const sheet = corrections.list.some((each) => each.sheet !== null) ? await sheetOf(app, draft) : null
  const title = say('deskCorrected.yours')
  const body = html`
    ${pageHead({
      title,
      text: say('deskCorrected.yours_text'),
      crumb: html`<a href=${path}>${say('deskNew.check_file', { name: shown(draft.name) })}</a>`,
    })}
    ${pagedPart(
      { query, visit },
      {
        items: corrected(draft.id, { corrections, sheet }),
        draw: (draw) => draw(),
        around: (drawn) => html`
          <form class="panel" method="post" action=${`${path}/undo`}>
            <input type="hidden" name="revision" value=${String(draft.revision)} />
            <input type="hidden" name="list" value=${query['from'] ?? '0'} />
            <ul class="corrections">${drawn}</ul>
          </form>
        `,
      },
    )}
    <p><a class="button" href=${path}>${say('deskCorrected.back_to_file')}</a></p>
  `
  return { kind: 'page', title, body }
}

/**
 * A function for each correction, which renders it.
 * @param form the form of the buttons, by default the one around them
 */
function corrected(
  id: string,
  { corrections, sheet }: { corrections: Corrections | null; sheet: string | null },
  form?: string,
): (() => VNode)[] {
  const list = corrections?.list ?? []
  const alike = new Map<string, number>()
  for (const each of list) alike.set(alikeKey(each), (alike.get(alikeKey(each)) ?? 0) + 1)
  const action = `/batches/new/${id}/undo`
  const button = (name: string, nth: number, text: Sentence, label?: Sentence) => html`
    <button type="submit" form=${form} formaction=${action} name=${name} value=${String(nth)} aria-label=${label}>${text}</button>
  `
  return list.map((each, nth) => () => {
    const place = placeOf(each, sheet)
    const rows = alike.get(alikeKey(each)) ?? 1
    if (each.kind === 'left_out') {
      const label = say('deskCorrected.put_back_of', { place })
      return item(place, leftOut(each, false), button('undo', nth, say('deskCorrected.put_back'), label))
    }
    const label = say('deskCorrected.undo_of', { place, column: shown(each.column.slice(0, 80)) })
    const all = say('deskCorrected.undo_alike', { n: rows, rows: count(rows) })
    return item(
      place,
      changeOf(each, false),
      html`${button('undo', nth, say('deskCorrected.undo'), label)} ${rows > 1 ? button('undo_alike', nth, all) : null}`,
    )
  })
}

const item = (place: Sentence, what: Piece, buttons: VNode): VNode => html`
  <li>
    <div class="what"><strong>${place}</strong> <p>${what}</p></div>
    <div class="undo">${buttons}</div>
  </li>
`

/** @param read the sheet that is shown; a correction on another sheet names that sheet */
function placeOf({ line, entry, sheet }: KeptCorrection, read: string | null): Sentence {
  if (entry !== '') return say('deskNew.line_of_entry', { line, entry: shown(entry) })
  const place = say('deskNew.line', { line })
  return sheet === null || sheet === read ? place : say('deskCorrected.on_sheet', { place, sheet: shown(sheet) })
}
