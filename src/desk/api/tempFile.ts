import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'

interface TempFile {
  /** Accepts bytes as fast as they come. If it is destroyed, reading ends with an error. */
  out: Writable
  /** The same bytes from the start. If the reader destroys it, `out` ends too. */
  back: Readable
}

const pieceBytes = 64 * 1024

/**
 * A buffer between a fast writer and a slow reader: bytes wait in a file until they are read, so a slow reader doesn't hold a connection to
 * the ledger. The file has no name, so it disappears when it is closed or the process ends.
 *
 * @throws errors of the file system (ENOSPC, EACCES); later `out` emits them
 */
export async function openTempFile(path: string): Promise<TempFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx+', 0o600)
  // Crash window: if the process dies here, the file keeps a name that the sweep of uploads knows, and is deleted within a day.
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
  // The reader gets the error; this avoids an unhandled one.
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
