import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { operatorName } from '../../payout/operators/operator.ts'
import type { Piece } from '../../words/page.ts'
import { say } from '../../words/sentence.ts'

/** Links to pages that many other pages link to. */

export const batchLink = (id: string, says: Piece): VNode => html`<a href=${`/batches/${id}`}>${says}</a>`

/** A link to a batch's rows in one state. */
export const rowsLink = (id: string, status: string): VNode =>
  html`<a href=${`/batches/${id}?status=${status}#rows`}>${say('deskBatch.show')}</a>`

export const rowLink = (batch: string, line: string | number, says: Piece = String(line)): VNode =>
  html`<a href=${`/batches/${batch}/rows/${line}`}>${says}</a>`

/**
 * A link to a row by the name of its batch.
 * @param names the known names of batches, by id
 */
export const payoutLink = (batch: string, line: number, names: ReadonlyMap<string, string>): VNode =>
  rowLink(batch, line, say('deskBatch.line_of', { batch: names.get(batch) ?? batch, line }))

export const operatorLink = (code: string, says: Piece = operatorName(code)): VNode =>
  html`<a href=${`/operators/${code}`}>${says}</a>`
