import type { Workbook } from './openWorkbook.ts'
import { type Broken, broken } from './openZip.ts'
import { readXml } from './readXml.ts'

/** A workbook's table of texts: cells name them by number. */
export interface SharedStrings {
  kind: 'strings'
  at(index: number): string | null
}

export interface StringLimits {
  /** Of all texts together, as UTF-8, with the numbers by which they are found. */
  bytes: number
  /** Of one text, in characters. Excel holds 32,767. */
  length: number
}

export const stringLimits: StringLimits = { bytes: 512 * 1024 ** 2, length: 64 * 1024 }

/**
 * Reads the table of texts, which may stand for any cell of the sheet and so has to be kept whole: as UTF-8 in large
 * blocks, with one number for each text. Three million names and numbers take some 60 MB; as strings they would take 300.
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
      if (name !== 'si') return
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
      return { ...broken(isTooMuch ? 'bomb' : 'too_long'), part }
    }
  }
}

/** Stands behind each character that a line goes through. */
export const stroke = '\u0336'

/**
 * Gathers the text of one item: plain (`<t>`), rich (runs, each with a `<t>`), without the phonetic guide (`<rPh>`) that
 * Japanese workbooks have beside it. Digits of a footnote stay raised (`1500²`), and what is struck through is marked by
 * `stroke`: as plain digits they would be part of the amount.
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
    open(name: string, attributes: Readonly<Record<string, string>>) {
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

/** A property of a font that is there without a value is on (ECMA-376 part 1, 22.9.2.7). */
export const isOn = ({ val }: Readonly<Record<string, string>>): boolean =>
  val === undefined || !/^(?:0|false|off)$/i.test(val)

const digitsOf: Readonly<Record<string, string>> = { superscript: '⁰¹²³⁴⁵⁶⁷⁸⁹', subscript: '₀₁₂₃₄₅₆₇₈₉' }

function raised(text: string, script: string): string {
  const digits = digitsOf[script]
  return digits ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text
}

/** Excel writes characters that XML can't hold as `_x000D_`, and that writing itself as `_x005F_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .toWellFormed()
    : text

const blockBytes = 4 * 1024 ** 2
/** Where a text begins, and how long it is: an empty one takes that much as well. */
const bytesOfNumbers = 12

function createTable() {
  const blocks: Buffer[] = []
  /** Where each text begins, counted through all blocks; a text never crosses from one block to the next. */
  let starts = new Float64Array(1024)
  let lengths = new Uint32Array(1024)
  let count = 0
  let used = blockBytes
  return {
    add(text: string): void {
      const length = Buffer.byteLength(text)
      if (used + length > blockBytes) {
        blocks.push(Buffer.allocUnsafe(Math.max(blockBytes, length)))
        used = 0
      }
      if (count === starts.length) {
        const [longerStarts, longerLengths] = [new Float64Array(count * 2), new Uint32Array(count * 2)]
        longerStarts.set(starts)
        longerLengths.set(lengths)
        starts = longerStarts
        lengths = longerLengths
      }
      blocks[blocks.length - 1]?.write(text, used)
      starts[count] = (blocks.length - 1) * blockBytes + used
      lengths[count] = length
      used += length
      count++
    },
    bytes: () => blocks.length * blockBytes + count * bytesOfNumbers,
    at(index: number): string | null {
      if (!Number.isInteger(index) || index < 0 || index >= count) return null
      const start = starts[index] ?? 0
      const block = blocks[Math.floor(start / blockBytes)]
      const from = start % blockBytes
      return block?.toString('utf8', from, from + (lengths[index] ?? 0)) ?? null
    },
  }
}
