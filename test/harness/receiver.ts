import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Posted {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface Receiver {
  url: string
  posted: Posted[]
  /** The answers to the next requests, in order, then 204. A redirect has a location. */
  answers: (number | { status: number; location: string })[]
  close(): Promise<void>
}

/** A server on the loopback that keeps what is posted to it. */
export async function startReceiver(): Promise<Receiver> {
  const posted: Posted[] = []
  const answers: Receiver['answers'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    posted.push({ path: request.url ?? '', headers: request.headers, body })
    const answer = answers.shift() ?? 204
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(answer.status, { location: answer.location }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
