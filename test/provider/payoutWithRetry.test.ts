import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../src/provider/answers/answer.ts'
import { lost, type NotSentCause, notSent } from '../../src/provider/answers/noAnswer.ts'
import { payoutWithRetry } from '../../src/provider/client.ts'
import { clientOf, payable } from './payables.ts'
import { http, startRawServer, successBody } from './rawServer.ts'

const good: Answer = {
  kind: 'response',
  httpStatus: 200,
  contentType: null,
  retryAfter: null,
  body: Buffer.alloc(0),
  delimited: true,
}

/** Gives these answers in turn, and counts. */
function scripted(answers: Answer[]) {
  const payout = vi.fn(async () => answers[Math.min(payout.mock.calls.length, answers.length) - 1] ?? good)
  return { payout }
}

describe('payoutWithRetry', () => {
  it.each<NotSentCause>(['refused', 'dns', 'connect_timeout', 'other'])(
    'tries again when nothing left (%s)',
    async (cause) => {
      const client = scripted([notSent(cause), good])
      expect(await payoutWithRetry(client, payable)).toBe(good)
      expect(client.payout).toHaveBeenCalledTimes(2)
    },
  )

  it('gives up after three tries, and returns the last answer', async () => {
    const client = scripted([notSent('refused'), notSent('dns'), notSent('refused', 'LAST')])
    expect(await payoutWithRetry(client, payable)).toEqual(notSent('refused', 'LAST'))
    expect(client.payout).toHaveBeenCalledTimes(3)
  })

  it.each<[string, Answer]>([
    ['an answer', good],
    ['a server error', { ...good, httpStatus: 503 }],
    ['a 429', { ...good, httpStatus: 429 }],
    ['a reset', lost('reset', null)],
    ['a timeout', lost('timeout', null)],
    ['a close', lost('closed', null)],
    ['an abort', lost('aborted', null)],
    ['an unknown loss', lost('other', null)],
    ['a bad certificate', notSent('tls')],
    ['a held-back request', notSent('held_back')],
    ['a passed deadline', notSent('deadline')],
  ])('calls once after %s', async (_what, answer) => {
    const client = scripted([answer, good])
    expect(await payoutWithRetry(client, payable)).toBe(answer)
    expect(client.payout).toHaveBeenCalledTimes(1)
  })

  it('throws what is a bug at once', async () => {
    const payout = vi.fn(async () => {
      throw new RangeError('a bug')
    })
    await expect(payoutWithRetry({ payout }, payable)).rejects.toThrow('a bug')
  })

  it('pays once over a real connection, asking beforeSend at the send', async () => {
    const server = await startRawServer(({ socket }) => socket.write(http(200, successBody)))
    const client = clientOf(server.url)
    const beforeSend = vi.fn(() => true)
    expect(await payoutWithRetry(client, payable, { beforeSend })).toMatchObject({ kind: 'response', httpStatus: 200 })
    expect(beforeSend).toHaveBeenCalledTimes(1)
    expect(server.requests).toHaveLength(1)
    await client.close()
    await server.close()
  })
})
