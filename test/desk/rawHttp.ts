import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** An HTTP request as its bytes are, whatever a proper client would refuse to send. */
export interface RawRequest {
  method: string
  /** As it stands in the request line. */
  target: string
  /** Lines of the head, without Host and Connection. */
  headers: readonly string[]
  /** All after the head. */
  body: Buffer
  /** Say that no more comes when it is sent, as somebody who hangs up. */
  hangsUp?: boolean
  /** False: without Host. */
  host?: boolean | undefined
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/** Null: the connection was closed without a word. */
export function sendRaw(
  url: string,
  { method, target, headers, body, hangsUp = false, host: isNamed = true }: RawRequest,
): Promise<RawAnswer | null> {
  const { hostname, port, host } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<RawAnswer | null>()
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => resolve(readAnswer(Buffer.concat(pieces))))
  const named = isNamed ? [`Host: ${host}`] : []
  const head = [`${method} ${target} HTTP/1.1`, ...named, 'Connection: close', ...headers].join('\r\n')
  socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]))
  if (hangsUp) socket.end()
  return promise
}

function readAnswer(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  if (bytes.subarray(0, 12).toString() === 'HTTP/1.1 100') return readAnswer(bytes.subarray(end + 4))
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  const rest = bytes.subarray(end + 4)
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest
  return { status: Number(first.split(' ')[1]), headers, text: body.toString() }
}

function joinChunks(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const line = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (!(length > 0)) break
    pieces.push(bytes.subarray(line + 2, line + 2 + length))
    at = line + 2 + length + 2
  }
  return Buffer.concat(pieces)
}

/** A body with its length, in chunks, or in one of the ways in which that goes wrong. */
export function framed(headers: string[], bytes: Buffer, how: string): Omit<RawRequest, 'method' | 'target'> {
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')])
  const length = `Content-Length: ${bytes.length}`
  if (bytes.length === 0) return { headers, body: bytes }
  switch (how) {
    case 'chunked':
      return { headers: [...headers, 'Transfer-Encoding: chunked'], body: chunk }
    case 'broken chunks':
      return {
        headers: [...headers, 'Transfer-Encoding: chunked'],
        body: Buffer.concat([Buffer.from('zz\r\n'), bytes]),
        hangsUp: true,
      }
    case 'cut off':
      return { headers: [...headers, `Content-Length: ${bytes.length + 10}`], body: bytes, hangsUp: true }
    case 'both':
      return { headers: [...headers, length, 'Transfer-Encoding: chunked'], body: chunk, hangsUp: true }
    default:
      return { headers: [...headers, length], body: bytes }
  }
}

/** Send the head of a request and the first half of its body. @returns the socket, and what sends the rest and reads the answer */
export function sendHalf(url: string, path: string, headers: readonly string[], body: string) {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [`POST /api/v1${path} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${body.length}`, 'Connection: close']
  socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n${body.slice(0, 60)}`)
  const sendRest = (): Promise<string> => {
    const answer = text(socket)
    socket.write(body.slice(60))
    return answer
  }
  return { socket, sendRest }
}
