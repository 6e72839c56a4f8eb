import { clipped } from '../../../payout/typedText.ts'
import { count, type Sentence, say } from '../../../words/sentence.ts'
import type { Columns } from '../../payroll/header/columns.ts'
import type { Header } from '../../payroll/header/header.ts'
import { statedUnits } from '../../payroll/header/titleWords.ts'
import { mayMark } from '../../payroll/marks/markColumns.ts'
import { ownNumbers, withMark } from '../../payroll/marks/rowMark.ts'
import { type Malformed, type Refused, type Row, refused } from '../../payroll/row.ts'
import { verdictIn } from '../../payroll/verdict.ts'
import type { Attributes, XmlHandlers } from '../xml/readXml.ts'
import { type Broken, broken } from './brokenWorkbook.ts'
import { readRelations, readWhole, type Sheet, type Workbook } from './openWorkbook.ts'
import { columnOf } from './sheetShape.ts'
import { columnLetters } from './sheetXml.ts'

/** A comment on a cell, or a text box: people read it with the cells, but nothing is paid by it. */
export interface Aside {
  kind: 'comment' | 'text_box'
  text: string
  /** From 1; the text box's upper left corner. */
  line: number
  /** From 0. */
  column: number
  /** Somebody has marked the conversation as resolved. */
  isResolved: boolean
}

/** Longer texts are cut. Excel allows a comment on each cell, but no office writes more than some thousands. */
const most = { length: 2_000, asides: 100_000, all: 8 * 1024 ** 2, parts: 20, boxes: 1_000 }

/** Reads what is written on a sheet beside its cells: comments of both kinds, and text boxes. */
export async function readAsides({ zip }: Workbook, { part }: Sheet): Promise<Aside[] | Broken> {
  const relations = await readRelations(zip, part)
  if ('kind' in relations) return relations
  const asides: Aside[] = []
  let length = 0
  const isTooMuch = () => asides.length > most.asides || length > most.all
  const seen = new Set<string>()
  for (const { type, target } of relations) {
    const reader = readers[type]
    if (!reader || seen.has(target) || !zip.has(target)) continue
    if (seen.add(target).size > most.parts) return broken('bomb')
    const keep = (aside: Aside) => {
      if (aside.text.trim() === '' || isTooMuch()) return
      length += aside.text.length
      asides.push(aside)
    }
    const failed = await readWhole(zip, target, reader(keep))
    if (failed || isTooMuch()) return failed ?? { ...broken('bomb'), part: target }
  }
  const found = withoutTwins(asides)
  return found.filter(({ kind }) => kind === 'text_box').length > most.boxes ? broken('bomb') : found
}

type Keep = (aside: Aside) => void

const readers: Readonly<Partial<Record<string, (keep: Keep) => XmlHandlers>>> = {
  comments: (keep) => commentHandlers('comment', 't', keep),
  threadedComment: (keep) => commentHandlers('threadedComment', 'text', keep),
  drawing: drawingHandlers,
}

/** Collects the text of some elements, up to the most that is kept. */
function createGatherer() {
  let text = ''
  return {
    add: (piece: string) => {
      if (text.length < most.length) text += piece.slice(0, most.length - text.length)
    },
    take: () => {
      const whole = text
      text = ''
      return whole
    },
  }
}

/** Notes (ECMA-376 part 1, 18.7), or the conversations that newer programs write beside a placeholder in the notes. */
function commentHandlers(comment: string, textName: string, keep: Keep): XmlHandlers {
  const gatherer = createGatherer()
  let at: Attributes = {}
  let isText = false
  return {
    open(name, attributes) {
      if (name === comment) at = attributes
      else if (name === textName) isText = true
    },
    close(name) {
      if (name === textName) isText = false
      if (name !== comment) return
      const { ref = '', done } = at
      const [, line] = /(\d{1,7})$/.exec(ref) ?? []
      const place = { line: Number(line ?? 0), column: columnOf(ref) }
      keep({ kind: 'comment', text: gatherer.take(), ...place, isResolved: done === '1' || done === 'true' })
    },
    text(piece) {
      if (isText) gatherer.add(piece)
    },
  }
}

/** Text boxes and other shapes with a text (ECMA-376 part 1, 20.5). */
function drawingHandlers(keep: Keep): XmlHandlers {
  const gatherer = createGatherer()
  let inside = ''
  let number = ''
  let corner = { line: 1, column: 0 }
  return {
    open(name) {
      if (name === 'from' || name === 'txBody') inside = name
      number = ''
    },
    close(name) {
      if (inside === 'from' && name === 'row') corner = { ...corner, line: Number(number) + 1 }
      if (inside === 'from' && name === 'col') corner = { ...corner, column: Number(number) }
      if (name === 'p') gatherer.add('\n')
      if (name === 'txBody') keep({ kind: 'text_box', text: gatherer.take(), ...corner, isResolved: false })
      if (name === inside) inside = ''
    },
    text(piece) {
      if (inside === 'txBody') gatherer.add(piece)
      else if (number.length < 8) number += piece
    },
  }
}

/** A conversation is one comment, and stands for the placeholder on its cell. */
function withoutTwins(asides: readonly Aside[]): Aside[] {
  const found = new Map<string, Aside>()
  for (const aside of asides) {
    const { kind, line, column, text } = aside
    const place = kind === 'comment' ? `${kind} ${line} ${column}` : `${kind} ${text}`
    const earlier = found.get(place)
    const isReply = earlier && kind === 'comment' && !isPlaceholder(earlier) && !isPlaceholder(aside)
    if (isReply) found.set(place, { ...earlier, text: `${earlier.text}\n${text}`.slice(0, most.length) })
    else if (!earlier || isPlaceholder(earlier)) found.set(place, aside)
  }
  return [...found.values()]
}

/** It tells people with an older program that there is a conversation, in any language. */
const isPlaceholder = ({ text }: Aside): boolean => text.includes('go.microsoft.com/fwlink/?linkid=870924')

/** The text of the headers and footers of a sheet's pages, which come after its rows. */
export function createPageText() {
  const gatherer = createGatherer()
  let whole = ''
  let isText = false
  return {
    open: (name: string) => {
      isText = /^(?:odd|even|first)(?:Header|Footer)$/.test(name)
    },
    close: () => {
      const read = gatherer.take()
      if (read !== '') whole += `${read}\n`
      isText = false
    },
    text: (piece: string) => {
      if (isText && whole.length < most.length) gatherer.add(piece)
    },
    /** Without its codes, such as `&C` and `&"Arial,Bold"` (ECMA-376 part 1, 18.3.1.46). */
    shown: () => whole.replace(/&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d{1,3}|&|[A-Z])/g, ' ').trim(),
  }
}

const nameOf = ({ line, column }: Aside): string => `${columnLetters(Math.max(column, 0))}${line}`

/** Text as it is quoted in a sentence. */
const quoted = (text: string): string => clipped(text.replace(/\s+/g, ' ').trim(), 120)

/**
 * What comments say of this row, if the words are those of a remark that it is paid or must not be paid. `Payée le 12/11` on an advance
 * is about the advance.
 */
export function markedBeside(comments: readonly Aside[], row: Row, { kept }: Header, columns: Columns): Malformed[] {
  return comments.flatMap((comment) => {
    const { text, column: place, isResolved } = comment
    const column = columns.names[kept[place] ?? -1] ?? ''
    if (isResolved || !mayMark(column)) return []
    const marks = [{ name: '', marking: 'remark' as const }]
    const said = withMark(
      null,
      marks,
      () => text,
      () => ownNumbers(row.cells, columns),
    )
    const sentence = said && markSentences[said.says]
    if (!sentence) return []
    return [{ column, value: clipped(text, 80), message: sentence({ cell: nameOf(comment), text: quoted(text) }) }]
  })
}

type QuotedComment = { cell: string; text: string }

const markSentences: Readonly<Partial<Record<string, (told: QuotedComment) => Sentence>>> = {
  marked_paid: (told) => say('titles.comment_paid', told),
  marked_not_to_pay: (told) => say('titles.comment_not_to_pay', told),
  marked_other_way: (told) => say('titles.comment_other_way', told),
}

/** Why the sheet can't be paid because of what is written beside its cells, as in a title. */
export function refusedBeside(asides: readonly Aside[], page: string, { headerLine }: Columns): Refused | null {
  const comments = asides.filter(({ kind, line }) => kind === 'comment' && line <= headerLine)
  const boxes = asides.filter(({ kind }) => kind === 'text_box')
  const texts = [...comments, ...boxes].map((aside) => ({ where: whereOf(aside), text: aside.text, aside }))
  for (const { where, text, aside } of [...texts, { where: say('titles.page_text'), text: page, aside: null }]) {
    const verdict = verdictIn(text)
    // A comment on a heading may explain how to fill in its column.
    const isWhole = aside?.kind !== 'comment' || aside.line < headerLine || startsWithVerdict.test(text)
    const of = { where, text: quoted(text) }
    if (verdict && isWhole) return refused(verdictSentences[verdict.says](of))
    const isScaled = statedUnits([{ line: 1, cells: [text] }]).some(({ unit }) => unit.scale !== null)
    if (isScaled) return refused(say('titles.beside_in_multiples', of))
  }
  return null
}

const verdictSentences = {
  paid: (of: { where: Sentence; text: string }) => say('titles.beside_paid', of),
  not_to_pay: (of: { where: Sentence; text: string }) => say('titles.beside_not_to_pay', of),
  some: (of: { where: Sentence; text: string }) => say('titles.beside_some', of),
}

const startsWithVerdict = /^\s*(?:ne|do|don.?t|not|d[eé]j[aà]|already|pay[eé]e?s?|paid)(?!\p{L})/iu

const whereOf = (aside: Aside): Sentence =>
  aside.kind === 'comment'
    ? say('titles.comment_on', { cell: nameOf(aside) })
    : say('titles.text_box_at', { cell: nameOf(aside) })

/** The most texts to quote. */
const mostQuoted = 5

/** Tells people what is written beside the cells. */
export function notesBeside(asides: readonly Aside[], page: string): Sentence[] {
  const all = asides.map((aside) => ({ where: whereOf(aside), text: aside.text }))
  // Nearly every footer has nothing but the number of its page.
  if (/\p{L}{2}/u.test(page.replace(/\b(?:page|sur|of|de)\b/gi, '')))
    all.push({ where: say('titles.page_text'), text: page })
  if (all.length === 0) return []
  const texts = all.slice(0, mostQuoted).map(({ where, text }) => say('titles.aside', { where, text: quoted(text) }))
  const more = all.length - texts.length
  return [more === 0 ? say('titles.asides', { texts }) : say('titles.asides_more', { texts, more: count(more) })]
}
