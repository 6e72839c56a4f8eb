import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { basename, extname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { incomingPath } from '../../app/reconcile/uploads.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type Desk, line } from './call.ts'
import { ApiProblem, invalid, invalidBody } from './problem.ts'

/** A fully received file, in a private copy. */
export interface Received {
  path: string
  /** The sender's name for it, or `file.csv` or similar. */
  name: string
  /** False if the sender gave no name, as a form does when no file is chosen. */
  isNamed: boolean
  sha256: Buffer
  remove(): Promise<void>
}

const mostBytes = 512 * 1024 * 1024
/** A sender is cut off if it sends nothing for this long, or fewer bytes a second on average. */
const silentMs = 30_000
const leastBytesASecond = 1_000

const extensions = new Map([
  ['text/csv', 'csv'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'ndjson'],
  ['application/xml', 'xml'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
])

export const fileTypes = [...extensions.keys()]

/** `map`, once or repeated: which column is which. */
export const cellMap = z.union([line(1000), z.array(line(1000)).max(20)]).transform((each) => [each].flat())

export function mapOf<Columns extends object>(
  texts: readonly string[] = [],
  add: (map: Partial<Columns>, text: string) => { ok: true; map: Partial<Columns> } | { ok: false; message: Sentence },
): Partial<Columns> {
  let map: Partial<Columns> = {}
  for (const text of texts) {
    const added = add(map, text)
    if (!added.ok) throw invalid('map', added.message)
    map = added.map
  }
  return map
}

/** In this scope, a body is a file, and is not read until a handler reads it. */
export async function takeFiles(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(fileTypes, (_request, payload, done) => done(null, payload))
  await scope.register(multipart, {
    // One file more than is accepted, so that the extra one can be refused by name.
    limits: { files: 2, fields: 10, parts: 12, fieldSize: 1_000, fileSize: mostBytes },
    isPartAFile: (field, _type, fileName) => field === 'file' || fileName !== undefined,
  })
}

/** Receives the body's file, and removes it afterwards. */
export async function withFile<Done>(
  { app }: Desk,
  request: FastifyRequest,
  act: (file: Received) => Promise<Done>,
): Promise<Done> {
  const file = await receiveFile(request, join(app.config.home, 'incoming'), true)
  try {
    await request.identify()
    return await act(file)
  } finally {
    await file.remove()
  }
}

/** Streams the body's file to `folder`. An incomplete file is removed. With `keepsType`, a workbook's path says that it is one. */
export async function receiveFile(request: FastifyRequest, folder: string, keepsType = false): Promise<Received> {
  try {
    return await receive(request, folder, keepsType)
  } catch (error) {
    if (request.isMultipart()) discardRest(request.raw)
    throw error
  }
}

/** Reads and discards the rest of a refused form: many clients look for an answer only when they have sent everything. */
function discardRest(rest: IncomingMessage): void {
  rest.unpipe()
  rest.resume()
  const enough = setTimeout(() => rest.destroy(), silentMs).unref()
  rest.once('close', () => clearTimeout(enough))
}

async function receive(request: FastifyRequest, folder: string, keepsType: boolean): Promise<Received> {
  if (Number(request.headers['content-length']) > mostBytes + 4096) throw tooLarge()
  const { stream, given, type, end } = await fileOf(request)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Crash window: if the process dies before removing the file, the next command or desk removes it.
  const name = given || nameless(type)
  // What is called a workbook and is none is then refused, as on the command line.
  const path = `${incomingPath(folder)}${keepsType && extname(name).toLowerCase() === '.xlsx' ? '.xlsx' : ''}`
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  try {
    await pipeline(stream, measured(hash), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if ('truncated' in stream && stream.truncated === true) throw tooLarge()
    await end?.()
  } catch (error) {
    await remove()
    throw error instanceof ApiProblem ? error : brokenOff(error)
  }
  return { path, name, isNamed: given !== '', sha256: hash.digest(), remove }
}

interface FileInBody {
  stream: Readable
  /** Empty if the sender gave no name. */
  given: string
  type: string
  /** Called after the file is read: refuses anything that follows it in the form. */
  end?(): Promise<void>
}

async function fileOf(request: FastifyRequest): Promise<FileInBody> {
  if (!request.isMultipart()) {
    if (request.body === undefined || request.body === null) throw invalid('body', say('desk.file_missing'))
    const [type = ''] = (request.headers['content-type'] ?? '').split(';')
    return { stream: request.body as Readable, given: '', type }
  }
  const parts = request.parts()
  const next = async () => {
    const { value } = await parts.next().catch((error: unknown) => {
      throw brokenOff(error)
    })
    return value as MultipartFile | MultipartValue | undefined
  }
  const part = await inTime(next())
  if (!part) throw invalid('file', say('desk.file_missing'))
  if (part.type !== 'file' || part.fieldname !== 'file') throw invalid(part.fieldname ?? '', say('desk.field_unknown'))
  return {
    stream: part.file,
    // Browsers escape a quote in a file's name as %22, and change no other printable character (HTML, 4.10.21.8).
    given: basename((part.filename ?? '').replaceAll('%22', '"').replaceAll('\\', '/')),
    type: part.mimetype,
    end: async () => {
      const more = await inTime(next())
      if (!more) return
      const field = more.fieldname ?? ''
      throw invalid(field, field === 'file' ? say('desk.file_twice') : say('desk.field_unknown'))
    },
  }
}

/** Waits only a limited time for the head of a part. */
function inTime<Value>(coming: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(tooSlow()), silentMs)
  return Promise.race([coming, promise]).finally(() => clearTimeout(late))
}

const nameless = (type: string): string => `file.${extensions.get(type.trim().toLowerCase()) ?? 'csv'}`

/** Hashes and counts the bytes, and ends a transfer that is too large or too slow. */
function measured(hash: ReturnType<typeof createHash>): Transform {
  const begun = performance.now()
  let bytes = 0
  let last = begun
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      last = performance.now()
      hash.update(chunk)
      done(bytes > mostBytes ? tooLarge() : null, chunk)
    },
  })
  const watch = setInterval(() => {
    const now = performance.now()
    const isSlow = now - begun > silentMs && bytes / ((now - begun) / 1000) < leastBytesASecond
    if (now - last > silentMs || isSlow) through.destroy(tooSlow())
  }, 1_000)
  through.once('close', () => clearInterval(watch))
  return through
}

/** Errors for names and values that none of our fields can have. */
const formCodes = new Set([
  'FST_PROTO_VIOLATION',
  'FST_INVALID_JSON_FIELD_ERROR',
  'FST_PARTS_LIMIT',
  'FST_FIELDS_LIMIT',
])

const tooSlow = (): ApiProblem => invalidBody(say('desk.body_too_slow'))

const tooLarge = (): ApiProblem => new ApiProblem('too_large', say('desk.too_large'))

function brokenOff(error: unknown): ApiProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (formCodes.has(code)) return invalid('body', say('desk.field_unknown'))
  return invalidBody(say('desk.body_broken_off'))
}
