import { createServer } from 'node:http'

/** A provider that answers at once and keeps nothing but a count: what the benchmarks pay to. Prints its address. */
let count = 0
const server = createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    count += 1
    const body = `{"error":false,"status":"success","reference":"R${process.pid}-${count}","message":"done"}`
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
