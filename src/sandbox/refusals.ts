import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operatorOf } from '../payout/operators/operator.ts'
import { wirePaths } from '../provider/wire.ts'
import { type Clock, isoTime } from './state/clock.ts'
import type { RefusedRequest, SandboxServices } from './state/records.ts'

/** How many are kept, only in memory: they are for people who look for a recent error. */
const most = 500

const kinds = new Map<string, RefusedRequest['kind']>([
  [wirePaths.payment, 'payment'],
  [wirePaths.collection, 'collection'],
  [wirePaths.payout, 'payout'],
])

/**
 * What the three endpoints refused: HTTP errors, except those of the service itself (500), after which money may have moved; and payouts
 * that the operator refused, which are recorded nowhere else. (Refused collections have their own records.)
 */
export function createRefusals(clock: Clock): SandboxServices['refusals'] & { watch(app: FastifyInstance): void } {
  let kept: RefusedRequest[] = []
  return {
    list: ({ offset, limit }) => ({ total: kept.length, rows: kept.slice(offset, offset + limit) }),
    watch: (app) =>
      app.addHook('onSend', async (request, { statusCode }, payload) => {
        const kind = kinds.get(request.routeOptions.url ?? '')
        if (kind === undefined || (statusCode < 400 && kind !== 'payout') || statusCode === 500) return
        const answer = typeof payload === 'string' ? fieldsOf(parsed(payload)) : {}
        if (statusCode < 400 && answer['status'] !== 'FAILED') return
        const message = typeof answer['message'] === 'string' ? answer['message'] : ''
        const refused = { kind, at: isoTime(clock.nowMs()), httpStatus: statusCode, message, ...asked(request) }
        kept = [refused, ...kept].slice(0, most)
      }),
  }
}

/** The parts of the request that can be shown, or null where they are missing or invalid. */
function asked({ body }: FastifyRequest): Pick<RefusedRequest, 'amount' | 'currency' | 'account'> {
  const read = fieldsOf(body)
  // Requests for payments and collections have the digits of their amount next to the body.
  const fields = 'value' in read ? { ...fieldsOf(read['value']), amount: read['amount'] } : read
  const operator = operatorOf(text(fields['operator']) ?? '')
  const phone = /^\+?(\d{7,15})$/.exec(text(fields['phoneNumber']) ?? '')?.[1]
  return {
    amount: text(fields['amount']),
    currency: text(fields['currency']),
    account: operator && phone !== undefined ? { by: 'mobile', operator: operator.code, phone } : null,
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 40) : null)

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
