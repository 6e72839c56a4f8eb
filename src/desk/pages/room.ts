import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { byPage, type Column, pager, tableOf, tableRow } from '../../web/parts.ts'
import { type Piece, renderPiece } from '../../words/page.ts'
import type { Sentence } from '../../words/sentence.ts'
import type { AskedBy, Visit } from './page.ts'

/**
 * No page is larger than 60 kB, because some are read over slow connections. However long names and notes are, a list ends when its room is
 * full, with a link to the rest. With usual names there is room for as many items as a page may have.
 */
export const pageBytes = 60_000

/** The room for the frame of the page, its heading and what surrounds a list. */
const aroundBytes = 14_000

/** The room for the main list of a page. */
export const listBytes = pageBytes - aroundBytes

export const bytesOf = (piece: Piece, { language }: Pick<Visit, 'language'>): number =>
  Buffer.byteLength(renderPiece(html`<div>${piece}</div>`, language))

/** How many of these pieces fit into this many bytes, from the first on: at least one. */
export function roomFor(pieces: readonly VNode[], visit: Pick<Visit, 'language'>, bytes: number): number {
  let taken = 0
  for (const [at, piece] of pieces.entries()) {
    taken += bytesOf(piece, visit)
    if (taken > bytes) return Math.max(1, at)
  }
  return pieces.length
}

/** The same for the rows of a table. */
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
  /** Puts a list around those that are shown. */
  around: (drawn: readonly VNode[]) => VNode
  /** The query parameter for the place in the list. Lists on the same page need different ones. */
  name?: string
  bytes?: number
  most?: number
}

/** As many items of a list as fit, with links to the first and the next items. The whole list is in memory. */
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

/** The same for pieces that are already rendered, one below the other. */
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
 * Reads one page of a list that is stored in pages. If not all rows fit, it reads fewer, so that the next page begins where this one ends.
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
