import { createServer } from 'node:net'

/**
 * A provider that answers at once, or after so many milliseconds, and keeps nothing but a count: what the benchmarks pay
 * to. Prints its address. /reset forgets the count; /seen tells it, with the time between the first and the last request.
 *
 * A real provider runs on a machine of its own. So this one reads no more of HTTP than it must (keep-alive connections, bodies
 * of a told length, one request at a time on each), and leaves the cores to what is measured.
 */
const latencyMs = Number(process.argv[2] ?? 0)
let serial = 0
let count = 0
let firstMs = 0
let lastMs = 0

const server = createServer((socket) => {
  let waiting = ''
  socket.setEncoding('latin1')
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    waiting += text
    for (let size = requestSize(waiting); size > 0; size = requestSize(waiting)) {
      const path = waiting.slice(waiting.indexOf(' ') + 1, waiting.indexOf(' HTTP/'))
      waiting = waiting.slice(size)
      if (path === '/reset' || path === '/seen') socket.write(control(path))
      else pay(() => socket.write(response(paid())))
    }
  })
})

/** Of the request that `text` begins with, in characters; 0 while it isn't all there. */
function requestSize(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))
  const size = end + 4 + Number(length?.[1] ?? 0)
  return text.length >= size ? size : 0
}

function control(path: '/reset' | '/seen'): string {
  if (path === '/reset') count = 0
  return response(JSON.stringify({ count, ms: lastMs - firstMs }))
}

function pay(answer: () => void): void {
  count += 1
  lastMs = performance.now()
  if (count === 1) firstMs = lastMs
  if (latencyMs > 0) setTimeout(answer, latencyMs)
  else answer()
}

const paid = (): string =>
  `{"error":false,"status":"success","reference":"R${process.pid}-${serial++}","message":"done"}`

const response = (body: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
