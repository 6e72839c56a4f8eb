import type { Dispatcher } from 'undici'
import type { Answer, Response } from './answers/answer.ts'
import { lost, lostBy, notSent, notSentBy } from './answers/noAnswer.ts'
import type { Connections, Ended, Headers } from './connections.ts'

interface ExchangeOptions {
  request: Dispatcher.DispatchOptions
  /** From this call to the last byte of the answer. */
  timeoutMs: number
  /**
   * Called when a connection is open, just before anything is written. False holds the request back, and nothing leaves. It may
   * be called again if the connection turns out to be unusable. It is synchronous, so no time passes before the write.
   */
  beforeSend?: (() => boolean) | undefined
  /** Without it, the connection isn't used again. */
  recognise?: ((answer: Response) => Recognised) | undefined
}

export interface Recognised {
  /** The reference that the answer names. */
  reference: string | null
  /** No other answer is to be expected after it. */
  isClear: boolean
}

/** More than any answer of the interface needs, and small enough to buffer for every request in flight. */
const maxBodyBytes = 64 * 1024

/** If a deadline is noticed this late, the process was suspended. Answers that came meanwhile are then read for this long. */
const stoodStillMs = 200
const readingMs = 1_000

/**
 * Sends one request once and waits for its whole answer, a failure or the deadline. Never rejects, never sends twice:
 * a request that still waits for a connection at the deadline is not sent later either.
 */
export function exchange(connections: Pick<Connections, 'dispatch'>, options: ExchangeOptions): Promise<Answer> {
  const { request, timeoutMs, beforeSend, recognise } = options
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let head: { httpStatus: number; headers: Headers } | null = null
    let started: Dispatcher.DispatchController | null = null
    let settled = false
    let passed = false
    let heldBack = false

    const settle = (answer: Answer) => {
      if (settled) return
      settled = true
      clearTimeout(deadline)
      resolve(answer)
    }
    const breakOff = (answer: Answer) => {
      settle(answer)
      started?.abort(new Error('interrupted'))
    }
    const giveUp = () => breakOff(started ? lost('timeout', head?.httpStatus ?? null) : notSent('deadline'))
    const dueMs = performance.now() + timeoutMs
    let deadline = setTimeout(() => {
      passed = true
      // Crash window: the process stood still (stopped, or its loop was blocked) past the deadline, and the answer came
      // meanwhile. It waits in the socket, and timers run before sockets are read: it is read before we give up on it.
      const stoodStill = started !== null && performance.now() - dueMs > stoodStillMs
      if (stoodStill) deadline = setTimeout(giveUp, readingMs)
      else giveUp()
    }, timeoutMs)

    connections.dispatch(request, {
      mayStart(controller) {
        // undici keeps a waiting request in its queue. Once given up, it must not be sent when its turn comes.
        if (settled || passed) return false
        heldBack = beforeSend !== undefined && !beforeSend()
        if (!heldBack) started = controller
        return !heldBack
      },
      turnedBack() {
        started = null
      },
      head(httpStatus, headers) {
        head = { httpStatus, headers }
      },
      data(chunk) {
        bytes += chunk.length
        if (bytes > maxBodyBytes) breakOff(lost('oversized', head?.httpStatus ?? null))
        else chunks.push(chunk)
      },
      ended(earlier) {
        if (!head) settle(lost('garbled', null))
        if (!head) return { kind: 'unclear' }
        const answer = responseOf(head, chunks)
        const ended = endedBy(answer, recognise, earlier)
        settle(ended.kind === 'stray' ? lost('stray', head.httpStatus) : answer)
        return ended
      },
      failed(error, sent) {
        if (sent) settle(lostBy(error, head?.httpStatus ?? null))
        else settle(heldBack ? notSent('held_back') : notSentBy(error))
      },
    })
  })
}

function endedBy(answer: Response, recognise: ExchangeOptions['recognise'], earlier: ReadonlySet<string>): Ended {
  if (!recognise) return { kind: 'unclear' }
  try {
    const { reference, isClear } = recognise(answer)
    if (reference !== null && earlier.has(reference)) return { kind: 'stray' }
    return isClear && reference !== null ? { kind: 'clean', reference } : { kind: 'unclear' }
  } catch {
    // A bug: the answer is the caller's to judge all the same.
    return { kind: 'unclear' }
  }
}

function responseOf({ httpStatus, headers }: { httpStatus: number; headers: Headers }, chunks: Buffer[]): Response {
  return {
    kind: 'response',
    httpStatus,
    contentType: first(headers['content-type']),
    retryAfter: first(headers['retry-after']),
    body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks),
    delimited: httpStatus === 204 || 'content-length' in headers || 'transfer-encoding' in headers,
  }
}

const first = (value: string | string[] | undefined): string | null => (Array.isArray(value) ? value[0] : value) ?? null

/** Blanks credentials that an answer quotes, so that the provider's words don't carry them into reports and the ledger. */
type BlankKeys = <Any extends Answer>(answer: Any) => Any

/** A key of at least this length is blanked anywhere; a shorter one only as a separate word. */
const minLengthAnywhere = 12
/** Shorter keys than this can't be told from ordinary words and numbers of an answer: `1500`, `XOF`. */
const minLength = 6
/** Blanking these would hide what an answer says. A key that is one of them is no secret. */
const wordsOfAnswers =
  /^(?:status|reference|message|success|failed|pending|refused|rejected|declined|cancell?ed|amount|currency|operator|payment(?:_url)?|duplicate|timeout)$/i

/** @param keys of the characters that a header can carry (33 to 126) */
export function blankKeysOf(keys: readonly string[]): BlankKeys {
  const secret = [...new Set(keys)].filter((key) => key.length >= minLength && !wordsOfAnswers.test(key))
  const patterns = secret.map((key) => ({ key, pattern: patternOf(key) }))
  return (answer) => {
    if (answer.kind !== 'response') return answer
    const { body } = answer
    const mayEscape = escapeMarks.some((mark) => body.includes(mark))
    for (const { key, pattern } of patterns) {
      // The usual case, thousands of times a second: the answer has no trace of the key.
      if (!mayEscape && !body.includes(key)) continue
      // In latin1 each character is a byte, so offsets agree. Blanks have the length of what they replace, so JSON stays valid.
      for (const { 0: found, index } of body.toString('latin1').matchAll(pattern))
        body.fill('x', index, index + found.length)
    }
    return answer
  }
}

const escapeMarks = ['\\', '&', '%']

function patternOf(key: string): RegExp {
  const written = (key.match(/\\+|[^\\]/g) ?? []).map(formsOf).join('')
  if (key.length >= minLengthAnywhere) return new RegExp(written, 'g')
  // An escape ends before the word, though its last character is a letter or a digit.
  const beginning = '(?:(?<![\\w-])|(?<=\\\\[bfnrt])|(?<=\\\\u[\\da-fA-F]{4}))'
  return new RegExp(`${beginning}${written}(?![\\w-])`, 'g')
}

/**
 * One character, plain or as JSON escapes it (any of them as \uXXXX, some by a backslash, again if the JSON stands in another), as a part
 * of an address (%26), or as HTML has it (&amp;, &#38;, &#x26;).
 */
function formsOf(character: string): string {
  // A run of backslashes, plain or escaped, counts as one, so that it can be read in only one way.
  if (character.startsWith('\\'))
    return `(?:\\\\{${character.length},${4 * character.length}}|(?:${slashes}u005[cC]|%5[cC])+)`
  const code = character.charCodeAt(0)
  const hex = [...code.toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('')
  const literal = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  const entity = `(?:&|${slashes}u0026)(?:#0{0,4}${code}|#[xX]0{0,4}${hex}${named.has(character) ? `|${named.get(character)}` : ''});`
  return `(?:\\\\{0,7}${literal}|${slashes}u00${hex}|%${hex}|${entity})`
}

const slashes = '\\\\{1,7}'

const named = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", 'apos'],
])
