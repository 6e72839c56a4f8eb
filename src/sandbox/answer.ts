import type { FastifyReply } from 'fastify'

/** What goes back to a caller; `reset` breaks the connection instead. */
export type SandboxAnswer =
  | { kind: 'json'; httpStatus: number; body: object; retryAfterSeconds?: number }
  | { kind: 'html'; body: string }
  | { kind: 'reset' }

/** Which of the two forms an endpoint's errors have. */
export type ErrorForm = 'payment' | 'transfer'

export const ok = (body: object): SandboxAnswer => ({ kind: 'json', httpStatus: 200, body })

/**
 * An error in the form of section 7 of the document: an integer status that mirrors the HTTP status, and a message. Those
 * of collections and payouts ("transfer") carry the boolean `error` of their answers (2.5, 2.7) as well; the rest of
 * their form is not shown, and is a choice (docs/provider-interface-choices.md).
 */
export const errorBody = (form: ErrorForm, status: number, message: string): object =>
  form === 'payment' ? { status, message } : { error: true, status, message }

export const errorAnswer = (form: ErrorForm, httpStatus: number, message: string): SandboxAnswer => ({
  kind: 'json',
  httpStatus,
  body: errorBody(form, httpStatus, message),
})

/** Sends it, whatever it is. */
export function send(reply: FastifyReply, answer: SandboxAnswer): FastifyReply {
  switch (answer.kind) {
    case 'json':
      if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds))
      return reply.code(answer.httpStatus).send(answer.body)
    case 'html':
      return reply.type('text/html').send(answer.body)
    case 'reset':
      reply.hijack()
      reply.raw.socket?.resetAndDestroy()
      return reply
  }
}
