import { isValidElement, type VNode } from 'preact'
import { render as toHtml } from 'preact-render-to-string'
import type { Language } from './catalogue.ts'
import { render } from './render.ts'
import { isSentence, type Sentence, unseen } from './sentence.ts'

/** What an element of a page has in it. */
export type Piece = VNode | Sentence | string | null | readonly (VNode | Sentence | string | null)[]

/**
 * A page as HTML in the language of whoever reads it. Its elements hold sentences, as children and as attributes, and this
 * is where they become text.
 *
 * @param timeZone as `render` has it
 */
export const renderPage = (page: VNode, language: Language, timeZone?: string): string =>
  `<!doctype html>\n${toHtml(spokenIn({ language, timeZone }, page))}\n`

/** Choices and hidden fields: nobody reads their values, which have to come back as they are. */
const sentBack = /<option value="[^"]*"|<input type="hidden"(?: [a-z]+="[^"]*")*/
const sentBackOrUnseen = new RegExp(`${sentBack.source}|${unseen.source}`, 'gu')

/** Marks that change the direction of what follows, or can't be seen at all, and control characters, wherever a page shows a text of somebody's with them. */
export const visibly = (html: string): string =>
  html.replaceAll(sentBackOrUnseen, (found) => (found.startsWith('<') ? found : '\ufffd'))

/** A part of a page, made alone. */
export const renderPiece = (piece: VNode, language: Language, timeZone?: string): string =>
  toHtml(spokenIn({ language, timeZone }, piece))

interface Reader {
  language: Language
  timeZone: string | undefined
}

function spokenIn(reader: Reader, element: VNode): VNode {
  const props = Object.entries(element.props).map(([name, value]) => [name, spoken(value, reader)])
  return { ...element, props: Object.fromEntries(props) }
}

function spoken(value: unknown, reader: Reader): unknown {
  if (isSentence(value)) return render(value, reader.language, reader.timeZone)
  if (Array.isArray(value)) return value.map((each) => spoken(each, reader))
  return isValidElement(value) ? spokenIn(reader, value) : value
}
