import { SaxesParser } from 'saxes'
import { unicodeOf } from '../../payroll/header/fileKind.ts'
import { type Broken, broken } from '../xlsx/brokenWorkbook.ts'

/** An element's attributes, by their names as written. */
export type Attributes = Readonly<Record<string, string>>

export interface XmlHandlers {
  /** @param prefix the namespace prefix, which the name doesn't have; `''` if there is none */
  open(name: string, attributes: Attributes, prefix: string): void
  close(name: string): void
  text?(text: string): void
}

/** A cell in Excel has up to 32,767 characters; no part of a sheet comes near this without a tag. */
const maxLengthWithoutTag = 1024 * 1024
const maxDepth = 64
/**
 * Characters to parse at a time. This limits what a step can produce: 4 KiB have at most some 120 rows, each of which may refer to
 * the longest text.
 */
export const stepLength = 4096

/**
 * Reads XML as a stream, and yields every few KiB, so that the caller can pass on what it has, or stop. A document type is refused
 * (entities can blow up a small file), and so are tags nested too deeply and endless text.
 *
 * @returns what is wrong with it, or null at its end. Disk errors are thrown.
 */
export async function* readXml<Failure = Broken>(
  bytes: AsyncGenerator<Buffer, Failure | null>,
  on: XmlHandlers,
): AsyncGenerator<void, Broken | Failure | null> {
  let problem: Broken | null = null
  let depth = 0
  let lengthWithoutTag = 0
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  parser.on('error', (error) => {
    problem ??= broken('xml', error)
  })
  parser.on('doctype', () => {
    problem ??= broken('doctype')
  })
  parser.on('opentag', (tag) => {
    lengthWithoutTag = 0
    if (++depth > maxDepth) problem ??= broken('xml')
    if (problem === null) on.open(localName(tag.name), tag.attributes, prefixOf(tag.name))
  })
  parser.on('closetag', (tag) => {
    lengthWithoutTag = 0
    depth--
    if (problem === null) on.close(localName(tag.name))
  })
  if (on.text) {
    const text = on.text.bind(on)
    parser.on('text', text)
    parser.on('cdata', text)
  }
  let decoder: TextDecoder | null = null
  try {
    for (;;) {
      const next = await bytes.next()
      if (next.done) {
        if (next.value) return next.value
        break
      }
      const chunk = next.value
      decoder ??= new TextDecoder(unicodeOf(chunk), { fatal: true })
      const text = decode(decoder, chunk)
      if (text === null) return broken('xml')
      for (let at = 0; at < text.length; at += stepLength) {
        const step = text.slice(at, at + stepLength)
        lengthWithoutTag += step.length
        parser.write(step)
        if (lengthWithoutTag > maxLengthWithoutTag) problem ??= broken('too_long')
        if (problem !== null) return problem
        yield
      }
    }
  } finally {
    await bytes.return(null)
  }
  parser.close()
  return problem
}

const localName = (name: string): string => {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

const prefixOf = (name: string): string => name.slice(0, Math.max(name.indexOf(':'), 0))

function decode(decoder: TextDecoder, chunk: Buffer): string | null {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
