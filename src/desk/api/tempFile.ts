import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'

interface TempFile {
  /** Takes as much as comes, as fast as it comes. Destroyed: what is read ends with an error. */
  out: Writable
  /** The same bytes, from the first on; destroyed by a reader who has had enough, it ends `out`, too. */
  back: Readable
}

const pieceBytes = 64 * 1024

/**
 * A way from a fast writer to slow readers: what is written lies in a file until it is read, so that whoever reads slowly, or not at all,
 * keeps no connection to the ledger. The file has no name any more, and is gone with its last byte or with the process.
 *
 * @throws what the file system says (ENOSPC, EACCES); so does `out` later on
 */
export async function openTempFile(path: string): Promise<TempFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx+', 0o600)
  // Crash window: died between these two, it has a name that the sweep of uploads knows, and goes within a day.
  await rm(path)
  let written = 0
  let isWhole = false
  let failed: Error | undefined
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const out = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      file.writeFile(piece).then(() => {
        written += piece.length
        wake()
        done()
      }, done)
    },
    final: (done) => {
      isWhole = true
      wake()
      done()
    },
    destroy: (error, done) => {
      if (!isWhole) failed ??= error ?? new Error('the writer has broken off')
      wake()
      done(error)
    },
  })
  // Whoever reads is told; nobody else listens.
  out.on('error', () => undefined)
  async function* pieces(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; ; ) {
        const waiting = more.promise
        if (at < written) {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(pieceBytes, written - at)), {
            position: at,
          })
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (isWhole) return
        else if (failed) throw failed
        else await waiting
      }
    } finally {
      out.destroy()
      await file.close()
    }
  }
  return { out, back: Readable.from(pieces(), { objectMode: false }) }
}
