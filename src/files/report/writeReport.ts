import type { Writable } from 'node:stream'
import { type ReplaceResult, replaceFile } from '../../durableFile.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { ReportContent } from './row.ts'
import { reportPieces } from './text.ts'

export type WriteReportResult =
  | { ok: true }
  /** Whoever was reading stopped (`| head`): nobody is left to tell, so it ends quietly. */
  | { ok: false; reason: 'closed' }
  | { ok: false; reason: 'failed'; message: Sentence }

/**
 * Writes a report to a stream, a piece at a time, each after the one before was taken: memory stays bounded however
 * slow the reader is. The stream is left open (it may be standard output).
 * Errors of `rows` itself (the ledger's) are thrown as they are.
 */
export async function writeReport({ out, ...content }: ReportContent & { out: Writable }): Promise<WriteReportResult> {
  const sink = watch(out)
  let error: Error | null = null
  try {
    for await (const piece of reportPieces(content)) {
      error = await sink.write(piece)
      // Leaving the loop ends the generator, and with it the caller's rows (a database cursor, say).
      if (error !== null) break
    }
  } finally {
    // A broken stream's 'error' comes after its callback, and unheard it would end the process: keep listening then.
    if (error === null) sink.release()
  }
  return error === null ? { ok: true } : failure(error)
}

const closedCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
])

/**
 * A write ends by its callback, or by the stream's own end: a stream that is destroyed in the middle of a write never
 * calls back.
 */
function watch(out: Writable) {
  let over: Error | null = null
  let wake = (): void => {}
  const onError = (error: Error): void => {
    over ??= error
    wake()
  }
  const onClose = (): void => onError(Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  out.on('error', onError)
  out.on('close', onClose)
  return {
    async write(piece: string | Buffer): Promise<Error | null> {
      if (over !== null) return over
      await new Promise<void>((resolve) => {
        wake = resolve
        out.write(piece, (error) => {
          if (error) over ??= error
          resolve()
        })
      })
      return over
    },
    release(): void {
      out.off('error', onError)
      out.off('close', onClose)
    },
  }
}

function failure(error: Error): WriteReportResult {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && closedCodes.has(code)) return { ok: false, reason: 'closed' }
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? say('settings.disk_full_make_room_write_report')
      : say('settings.system_answered_write_report_again_another', { code: code ?? say('settings.unknown_error_2') })
  return { ok: false, reason: 'failed', message: say('settings.report_could_not_written', { why }) }
}

export type WriteReportFileResult = ReplaceResult

/** Writes a report to a file: whole or not at all (src/durableFile.ts says how). */
export const writeReportFile = ({
  path,
  ...content
}: ReportContent & { path: string }): Promise<WriteReportFileResult> =>
  replaceFile({ path, what: 'report', pieces: reportPieces(content) })
