import type { FastifyInstance } from 'fastify'

/** /openapi.json and a page that shows it, made when somebody first asks. */
export function addDocs(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined
  const docs = () => {
    made ??= import('./openApi.ts').then(({ createOpenApi }) => createOpenApi())
    return made
  }
  app.get('/openapi.json', async (_request, reply) => reply.send((await docs()).swagger()))
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      const page = await (await docs()).inject({ method: 'GET', url: request.url, headers: { accept: '*/*' } })
      const { 'content-length': _length, connection: _connection, date: _date, ...headers } = page.headers
      return reply.code(page.statusCode).headers(headers).send(page.rawPayload)
    })
  }
  app.addHook('onClose', async () => void (await (await made)?.close()))
}
