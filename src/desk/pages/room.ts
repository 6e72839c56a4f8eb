import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { byPage, type Column, pager, tableOf, tableRow } from '../../web/parts.ts'
import { type Piece, renderPiece } from '../../words/page.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { AskedBy, Visit } from './page.ts'

/**
 * No page takes more than 60 kB of a slow line, whatever names and notes there are: a list ends where its room does, and a link leads to
 * the next of it. Usual names leave room for as many as a page is to have at most.
 */
export const pageBytes = 60_000

/** Of the page's frame, its heading and what stands around a list. */
const aroundBytes = 14_000

/** As much as a list may take that a page is made for. */
export const listBytes = pageBytes - aroundBytes

export const bytesOf = (piece: Piece, { language }: Pick<Visit, 'language'>): number =>
  Buffer.byteLength(renderPiece(html`<div>${piece}</div>`, language))

/** How many of these, from the first on, take no more than so many bytes; one has room anyway. */
export function roomFor(pieces: readonly VNode[], visit: Pick<Visit, 'language'>, bytes: number): number {
  let taken = 0
  for (const [at, piece] of pieces.entries()) {
    taken += bytesOf(piece, visit)
    if (taken > bytes) return Math.max(1, at)
  }
  return pieces.length
}

/** The same of the rows of a table. */
export const roomForRows = (
  columns: readonly Column[],
  rows: readonly (readonly Piece[])[],
  visit: Pick<Visit, 'language'>,
  bytes = listBytes,
): number =>
  roomFor(
    rows.map((cells) => tableRow(columns, cells)),
    visit,
    bytes,
  )

interface Part<Item> {
  items: readonly Item[]
  draw: (item: Item) => VNode
  /** What stands around those that are shown. */
  around: (drawn: readonly VNode[]) => VNode
  /** What the page's address calls the place in the list: its own name where a page has several. */
  name?: string
  bytes?: number
  most?: number
}

/** Of a list that is read whole those for which there is room, with links to the first ones and to the next. */
export function pagedPart<Item>({ query, visit }: Pick<AskedBy, 'query' | 'visit'>, part: Part<Item>): VNode {
  const { items, draw, around, name = 'from', bytes = listBytes, most = 50 } = part
  const asked = /^\d{1,7}$/.test(query[name] ?? '') ? Number(query[name]) : 0
  const from = asked < items.length ? asked : 0
  const drawn = items.slice(from, from + most).map(draw)
  const shown = roomFor(drawn, visit, bytes)
  const to = (at: number): string => {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) if (key !== name && value !== undefined) search.set(key, value)
    if (at > 0) search.set(name, String(at))
    return search.size === 0 ? visit.path : `${visit.path}?${search}`
  }
  return html`
    ${around(drawn.slice(0, shown))}
    ${pager({
      newer: from === 0 ? null : to(0),
      older: from + shown < items.length ? to(from + shown) : null,
      words: byPage,
    })}
  `
}

export interface Listed<Item> extends Pick<Part<Item>, 'items' | 'name' | 'bytes' | 'most'> {
  label: Sentence
  columns: readonly Column[]
  cells: (item: Item) => readonly Piece[]
}

/** The same of what is drawn already, one below the other. */
export const pagedPieces = (
  asked: Pick<AskedBy, 'query' | 'visit'>,
  part: Pick<Part<VNode>, 'items' | 'name' | 'bytes'>,
): VNode => pagedPart(asked, { ...part, draw: (each) => each, around: (drawn) => html`${drawn}` })

/** The same as a table. */
export const pagedTable = <Item>(
  asked: Pick<AskedBy, 'query' | 'visit'>,
  { label, columns, cells, ...part }: Listed<Item>,
): VNode =>
  pagedPart(asked, {
    ...part,
    draw: (item) => tableRow(columns, cells(item)),
    around: (rows) => tableOf(label, columns, rows),
  })

/**
 * A page of a list that is read piece by piece. Where there is no room for all that one may have, fewer are read, so that the next page
 * begins where this one ends.
 */
export async function readRoomy<Page>(
  read: (limit: number) => Promise<Page>,
  { most, ...drawn }: { most: number; columns: readonly Column[]; visit: Pick<Visit, 'language'>; bytes?: number },
  rowsOf: (page: Page) => readonly (readonly Piece[])[],
): Promise<Page> {
  const page = await read(most)
  const rows = rowsOf(page)
  const fitting = roomForRows(drawn.columns, rows, drawn.visit, drawn.bytes)
  return fitting < rows.length ? read(fitting) : page
}
