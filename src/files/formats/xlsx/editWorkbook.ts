import { unicodeOf } from '../../payroll/header/fileKind.ts'
import type { Broken } from './brokenWorkbook.ts'
import { type EditedStyles, editSheet, type RowEdit } from './editSheet.ts'
import { openSheet } from './openSheet.ts'
import type { Zip } from './openZip.ts'
import { readCellContext, readSheet } from './readSheet.ts'
import { xmlHead } from './sheetXml.ts'
import { type ZipPart, zipOf } from './writeWorkbook.ts'

/** A workbook that has been read before, and one of its sheets. */
interface WorkbookFile {
  path: string
  sheetName: string | null
}

/**
 * A copy of a workbook with other cells in one of its sheets. Every other part stays as it is, and so does every other cell, with its
 * look, formula and comment.
 *
 * @param wide a column to make wide enough for sentences
 */
export async function* editWorkbook(
  file: WorkbookFile,
  rows: AsyncIterator<RowEdit, unknown>,
  wide?: number,
): AsyncGenerator<Buffer, void> {
  const opened = await openSheet(file.path, file.sheetName)
  if (opened.kind !== 'sheet') throw new Error('a workbook that was read can be opened no more')
  const { workbook, sheet } = opened
  const { zip, stylesPart } = workbook
  try {
    const styles = stylesPart === null ? null : editStyles(await wholeText(zip, stylesPart))
    const edits = { rows, styles: styles?.numbers ?? unstyled, ...(wide !== undefined && { wide }) }
    const parts = zip.names().map((name): ZipPart => {
      if (isPart(name, sheet.part)) return { name, content: withHead(editSheet(textOf(zip, name), edits)) }
      if (styles && stylesPart !== null && isPart(name, stylesPart)) return { name, content: [xmlHead, styles.xml] }
      return { name, content: bytesOf(zip, name) }
    })
    yield* zipOf(parts)
  } finally {
    zip.close()
  }
}

/** The last column with any content in a sheet, from 0. */
export async function lastColumnOf(file: WorkbookFile, rowBytes: number): Promise<number> {
  const opened = await openSheet(file.path, file.sheetName)
  if (opened.kind !== 'sheet') return 0
  let last = 0
  try {
    const context = await readCellContext(opened.workbook)
    if ('kind' in context) return 0
    for await (const rows of readSheet({ ...opened, context }, rowBytes).batches) {
      for (const { cells } of rows) last = Math.max(last, cells.at(-1)?.column ?? 0)
    }
  } finally {
    opened.workbook.zip.close()
  }
  return last
}

const isPart = (name: string, part: string): boolean => name.toLowerCase() === part.toLowerCase()

async function* bytesOf(zip: Zip, name: string): AsyncGenerator<Buffer, void> {
  throwIfBroken(yield* zip.copy(name))
}

/** The XML without its declaration, which names the old encoding. */
async function* textOf(zip: Zip, name: string): AsyncGenerator<string, void> {
  let decoder: TextDecoder | null = null
  let isFirst = true
  for await (const bytes of bytesOf(zip, name)) {
    decoder ??= new TextDecoder(unicodeOf(bytes))
    const text = decoder.decode(bytes, { stream: true })
    yield isFirst ? text.replace(/^\s*<\?xml[^>]*\?>\s*/, '') : text
    isFirst = false
  }
}

async function* withHead(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  yield xmlHead
  yield* pieces
}

async function wholeText(zip: Zip, name: string): Promise<string> {
  let whole = ''
  for await (const text of textOf(zip, name)) whole += text
  return whole
}

function throwIfBroken(failure: Broken | null): void {
  if (failure) throw new Error(`a workbook that was read is broken: ${failure.reason}`)
}

/** Without styles, no cell can get another look. */
const unstyled: EditedStyles = { marked: (style) => style, text: (style) => style, unmarked: (style) => style }

/** Almost the colour of Excel's style "Bad", which people use and which must stay. */
const markColour = 'FFFFC7CF'

/** Excel opens no workbook with more than some 64,000 styles. Above this number, changed cells lose their look. */
const mostStyles = 20_000

/**
 * The styles with three variants of each: in the colour of a problem; for text, so that what is typed there keeps its zeros; and
 * without a colour.
 */
function editStyles(xml: string): { xml: string; numbers: EditedStyles } {
  const table = /<((?:\w+:)?)cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml)
  const found = [
    ...(table?.[2] ?? '').matchAll(/<(?:\w+:)?xf\b(?:[^>"'/]|"[^"]*"|'[^']*')*(?:\/>|>[\s\S]*?<\/(?:\w+:)?xf>)/g),
  ]
  if (!table || found.length === 0) return { xml, numbers: unstyled }
  const [whole, prefix = '', inside = ''] = table
  const fills = /<(?:\w+:)?fills\b[^>]*>([\s\S]*?)<\/(?:\w+:)?fills>/.exec(xml)
  const colours = [...(fills?.[1] ?? '').matchAll(/<(?:\w+:)?fill(?:\s*\/>|>[\s\S]*?<\/(?:\w+:)?fill>)/g)].map(
    ([each]) => each,
  )
  const all = found.map(([xf]) => xf)
  const copied = all.length > mostStyles ? all.slice(0, 1) : all
  const made = [
    ...copied.map((xf) => withAttributes(xf, { fillId: String(fills ? colours.length : 2), applyFill: '1' })),
    ...copied.map((xf) => withAttributes(xf, { numFmtId: '49', applyNumberFormat: '1' })),
    ...copied.map((xf) => withAttributes(xf, { fillId: '0' })),
  ]
  const styled = xml.replace(whole, () => `<${prefix}cellXfs>${inside}${made.join('')}</${prefix}cellXfs>`)
  const isMarked = (xf = '') => colours[Number(/\sfillId="(\d+)"/.exec(xf)?.[1] ?? 0)]?.includes(markColour) === true
  const of = (style: number, kind: number) => all.length + kind * copied.length + (style < copied.length ? style : 0)
  return {
    xml: withFill(styled, prefix, fills?.[0]),
    numbers: {
      marked: (style) => of(style, 0),
      text: (style) => of(style, 1),
      unmarked: (style) => (isMarked(all[style]) ? of(style, 2) : style),
    },
  }
}

function withAttributes(xf: string, attributes: Readonly<Record<string, string>>): string {
  let tag = /^<[\w:]+(?:[^>"'/]|"[^"]*"|'[^']*')*/.exec(xf)?.[0] ?? ''
  const rest = xf.slice(tag.length)
  for (const [name, value] of Object.entries(attributes)) {
    tag = `${tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '').trimEnd()} ${name}="${value}"`
  }
  return tag + rest
}

function withFill(xml: string, prefix: string, fills: string | undefined): string {
  const p = prefix
  const own = `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="${markColour}"/></${p}patternFill></${p}fill>`
  if (fills !== undefined) {
    const longer = fills.replace(/^(<[\w:]+)[^>]*>/, '$1>').replace(/<\/[\w:]+>$/, (close) => `${own}${close}`)
    return xml.replace(fills, () => longer)
  }
  // The first two fills are fixed by the standard: none and grey.
  const first = ['none', 'gray125']
    .map((type) => `<${p}fill><${p}patternFill patternType="${type}"/></${p}fill>`)
    .join('')
  return xml.replace(
    /<(?:\w+:)?(?:borders|cellStyleXfs|cellXfs)[\s>]/,
    (next) => `<${p}fills>${first}${own}</${p}fills>${next}`,
  )
}
