import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { say } from '../../words/sentence.ts'
import type { PayoutFile } from './payoutFile.ts'
import { fileChanged, type Refused, refused } from './row.ts'

/** Small, since what is made of a chunk outlives V8's first collections, and 64 KiB gain no pace. */
const chunkBytes = 16 * 1024

/**
 * Reads the file again as UTF-8 bytes without byte order mark, in chunks of about 16 KiB. Returns a refusal when the
 * file is not what it was on the first reading, or not in its encoding; the rows that were yielded are then worthless.
 */
export async function* textChunks(file: PayoutFile): AsyncGenerator<Buffer, Refused | null> {
  const hash = createHash('sha256')
  const decoder = file.encoding === 'utf-8' ? null : new TextDecoder(file.encoding, { fatal: true, ignoreBOM: true })
  let toSkip = file.bomBytes
  try {
    for await (const chunk of createReadStream(file.path, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      const content = chunk.subarray(Math.min(toSkip, chunk.length))
      toSkip -= chunk.length - content.length
      if (content.length > 0) yield decoder ? Buffer.from(decoder.decode(content, { stream: true })) : content
    }
    const rest = decoder?.decode()
    if (rest) yield Buffer.from(rest)
  } catch (error) {
    if (error instanceof TypeError) return refused(say('files.file_utf_16_text_but_broken'))
    if (error instanceof Error && 'syscall' in error) return fileChanged()
    throw error
  }
  return hash.digest('hex') === file.sha256 ? null : fileChanged()
}
