import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/**
 * A zip as it comes together, part after part: nothing of it is ever held whole. What a part throws is thrown on, and a
 * reader that stops early ends the parts (and with them, say, a database cursor).
 */
export async function* zipOf(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const streams = parts.map(({ name, content }) => {
    const stream = Readable.from(content)
    // yazl passes no error of a source on, and would wait for its end for ever.
    stream.on('error', (error) => out.destroy(error))
    zip.addReadStream(stream, name)
    return stream
  })
  zip.end()
  try {
    for await (const chunk of out) yield chunk as Buffer
  } finally {
    for (const stream of streams) stream.destroy()
  }
}
