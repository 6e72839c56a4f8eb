import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OpenDesk } from '../app/desk.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its sender has been looked up: until then, nothing is done for it. */
    isKnown: boolean
  }
}

/** How long a request may wait before the ledger is asked whether it is there, and how long the ledger may take to say so. */
const usualPatienceMs = 4_000

/**
 * Answers requests that a ledger keeps waiting which doesn't answer at all (a server that hangs, a network that lost it). The ledger's
 * own connections are given up much later, since a statement may take as long as it takes.
 *
 * What such a request has begun goes on, because nobody can know whether its commit has arrived: the answer must not say that nothing was
 * done. What it has not begun by then is not begun any more: handlers look at `reply.sent`.
 *
 * @param answer answers for the desk, once per request
 */
export function answerInSilence(
  server: FastifyInstance,
  isLedgerSilent: OpenDesk['isLedgerSilent'],
  answer: (reply: FastifyReply) => void,
  patienceMs = usualPatienceMs,
): void {
  /** Since when each request has waited. */
  const waiting = new Map<FastifyReply, number>()
  server.addHook('onRequest', async (_request, reply) => {
    waiting.set(reply, performance.now())
    reply.raw.once('close', () => waiting.delete(reply))
  })
  server.addHook('onSend', async (_request, reply) => void waiting.delete(reply))
  const late = () => [...waiting].filter(([, since]) => performance.now() - since > patienceMs).map(([reply]) => reply)
  let asking = false
  const look = async () => {
    // While a body arrives, the desk waits for its sender.
    for (const reply of waiting.keys()) if (isArriving(reply)) waiting.set(reply, performance.now())
    if (asking || late().length === 0) return
    asking = true
    const isSilent = await isLedgerSilent(patienceMs).finally(() => {
      asking = false
    })
    // Also those that have become late meanwhile: they need not ask again.
    for (const reply of late()) {
      if (!isSilent) {
        waiting.set(reply, performance.now())
        continue
      }
      // Its answer may have to wait behind another one on the same connection.
      waiting.delete(reply)
      if (!reply.sent) answer(reply)
    }
  }
  const timer = setInterval(() => void look(), patienceMs / 4).unref()
  server.addHook('onClose', async () => clearInterval(timer))
}

const isArriving = ({ request: { raw } }: FastifyReply): boolean => !raw.complete && raw.readableFlowing === true
