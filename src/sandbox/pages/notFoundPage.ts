import type { FastifyReply } from 'fastify'
import { plainPage } from './plainPage.ts'
import { sendPage } from './sendPage.ts'
import type { Visit } from './visit.ts'

export const notFoundPage = (reply: FastifyReply, visit: Visit) =>
  sendPage(reply, 404, plainPage(visit, visit.words.errors.notFound, visit.words.errors.notFoundText))
