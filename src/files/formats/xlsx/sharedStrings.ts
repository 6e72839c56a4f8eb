import { type Attributes, readXml } from '../xml/readXml.ts'
import { type Broken, broken } from './brokenWorkbook.ts'
import type { Workbook } from './openWorkbook.ts'

/** A workbook's shared texts, to which cells refer by number. */
export interface SharedStrings {
  kind: 'strings'
  at(index: number): string | null
}

interface StringLimits {
  /** The memory that the table takes: all texts as UTF-8, and their places. */
  bytes: number
  /** Of one text, in characters. Excel holds 32,767. */
  length: number
}

export const stringLimits: StringLimits = { bytes: 128 * 1024 ** 2, length: 64 * 1024 }

/**
 * Reads the shared texts and keeps all of them, because any cell may refer to any text: as UTF-8 in large blocks, with the place of
 * each text. Three million names and numbers take some 60 MB; as strings they would take 300 MB.
 */
export async function readSharedStrings(
  { zip, stringsPart: part }: Workbook,
  limits: StringLimits = stringLimits,
): Promise<SharedStrings | Broken> {
  if (part === null) return { kind: 'strings', at: () => null }
  const table = createTable()
  const item = createTextItem(limits.length)
  let isTooMuch = false
  const steps = readXml(zip.read(part), {
    open: item.open,
    close(name) {
      item.close(name)
      if (name !== 'si' || isTooMuch) return
      const text = item.take()
      table.add(text)
      isTooMuch ||= table.bytes() > limits.bytes
    },
    text: item.text,
  })
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value ? { ...step.value, part } : { kind: 'strings', at: table.at }
    if (isTooMuch || item.isTooLong()) {
      await steps.return(null)
      return { ...broken(isTooMuch ? 'too_large' : 'too_long'), part }
    }
  }
}

/** Follows each character that is struck through. */
export const stroke = '\u0336'

/**
 * Collects the text of one item: plain (`<t>`) or rich (runs, each with a `<t>`), without the phonetic guide (`<rPh>`) of Japanese
 * workbooks. Digits of a footnote stay raised (`1500²`), and struck-through characters are marked with `stroke`: as plain digits they
 * would be part of the amount.
 */
export function createTextItem(maxLength: number) {
  let text = ''
  let run = ''
  let script = ''
  let isStruck = false
  let isTooLong = false
  let isInText = false
  let isInGuide = false
  return {
    open(name: string, attributes: Attributes) {
      if (name === 't') isInText = !isInGuide
      else if (name === 'rPh') isInGuide = true
      else if (name === 'strike') isStruck = isOn(attributes)
      else if (name === 'vertAlign') script = attributes['val'] ?? ''
      else if (name === 'r') [script, isStruck] = ['', false]
    },
    close(name: string) {
      if (name === 'rPh') isInGuide = false
      else if (name === 'r') [script, isStruck] = ['', false]
      if (name !== 't') return
      const shown = raised(unescapeText(run), script)
      text += isStruck ? shown.replace(/\S/gu, `$&${stroke}`) : shown
      run = ''
      isInText = false
    },
    text(piece: string) {
      if (!isInText) return
      if (text.length + run.length + piece.length > maxLength) isTooLong = true
      else run += piece
    },
    isTooLong: () => isTooLong,
    take(): string {
      const whole = text
      text = ''
      return whole
    },
  }
}

/** A font's property without a value is on (ECMA-376 part 1, 22.9.2.7). */
export const isOn = ({ val }: Attributes): boolean => val === undefined || !/^(?:0|false|off)$/i.test(val)

const digitsOf: Readonly<Record<string, string>> = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹', subscript: '₀₁₂₃₄₅₆₇₈₉' }

function raised(text: string, script: string): string {
  const digits = digitsOf[script]
  return digits ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text
}

/** Excel writes characters that XML can't contain as `_x000D_`, and the literal text `_x000D_` as `_x005F_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .toWellFormed()
    : text

const blockBytes = 1024 ** 2
/** The places are in blocks, too: a table that is copied to grow takes its memory twice. */
const blockTexts = 64 * 1024

function createTable() {
  const blocks: Buffer[] = []
  /** A pair for each text: its start, counted through all blocks, and its length. No text spans two blocks. */
  const places: Uint32Array[] = []
  let count = 0
  let used = blockBytes
  return {
    add(text: string): void {
      const length = Buffer.byteLength(text)
      if (used + length > blockBytes) {
        blocks.push(Buffer.allocUnsafeSlow(blockBytes))
        used = 0
      }
      if (count % blockTexts === 0) places.push(new Uint32Array(blockTexts * 2))
      blocks[blocks.length - 1]?.write(text, used)
      const page = places[places.length - 1]
      const at = (count % blockTexts) * 2
      if (page) {
        page[at] = (blocks.length - 1) * blockBytes + used
        page[at + 1] = length
      }
      used += length
      count++
    },
    bytes: () => blocks.length * blockBytes + places.length * blockTexts * 8,
    at(index: number): string | null {
      if (!Number.isInteger(index) || index < 0 || index >= count) return null
      const page = places[Math.floor(index / blockTexts)]
      const place = (index % blockTexts) * 2
      const [start, length] = [page?.[place] ?? 0, page?.[place + 1] ?? 0]
      const from = start % blockBytes
      return blocks[Math.floor(start / blockBytes)]?.toString('utf8', from, from + length) ?? null
    },
  }
}
