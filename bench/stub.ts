import { createServer } from 'node:http'

/**
 * A provider that answers at once, or after so many milliseconds, and keeps nothing but a count: what the benchmarks pay
 * to. Prints its address. /reset forgets the count; /seen tells it, with the time between the first and the last request.
 */
const latencyMs = Number(process.argv[2] ?? 0)
let serial = 0
let count = 0
let firstMs = 0
let lastMs = 0
const server = createServer((request, response) => {
  if (request.url === '/reset') {
    count = 0
    return response.end()
  }
  if (request.url === '/seen') return response.end(JSON.stringify({ count, ms: lastMs - firstMs }))
  const answer = () => {
    const body = `{"error":false,"status":"success","reference":"R${process.pid}-${serial++}","message":"done"}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  }
  request.on('data', () => undefined)
  return request.on('end', () => {
    count += 1
    lastMs = performance.now()
    if (count === 1) firstMs = lastMs
    if (latencyMs > 0) setTimeout(answer, latencyMs)
    else answer()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
