import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/provider/answers/outcome.ts'
import { speaksOfPayout } from '../../src/provider/answers/turnedAway.ts'
import { brief, judge, now } from './judge.ts'
import { payable } from './payables.ts'
import { payment, serveText, text } from './publicCalls.ts'

const listed = (text: string): string[] => text.split(/[|\n]/).flatMap((each) => each.trim() || [])

/** However the status line reads, such a payout may have been made: it is not sent again by a machine. */
const taken = listed(`
  Duplicate: a payout to this number is already being processed | Transfer of 1502 XOF was successful
  Duplicate transaction | Transaction en double | Doublon | Paiement déjà effectué | This payout has already been paid
  Your request is being processed, please wait | Transaction in progress | Transaction en cours de traitement
  Too many requests: your previous transfer is being processed | A transfer with this reference exists
  The beneficiary was credited | Compte crédité | Virement effectué | Paid | Request queued | Transaction pending
  Timeout while waiting for the operator | Operator timeout | Demande prise en compte | Same transaction sent twice`)

/** Turned away unread: to be sent again, once the batch goes on. */
const unread = listed(`
  Too many requests, try again later | Too many requests, please wait | Rate limit exceeded | Trop de requêtes | Slow down
  Too many requests. Please wait 30 seconds and try again. | Veuillez patienter avant de réessayer | Quota exceeded
  You have sent too many requests | Vous avez envoyé trop de requêtes | Please wait | Veuillez patienter
  Too many requests were made in a short time | Limit of 100 payouts per minute reached | You have already reached your limit
  Limite déjà atteinte | Too many payouts sent, slow down | Too many transactions in progress | Too many attempts
  Retry after waiting 10 seconds | The limit expires in 30 seconds | Server busy processing other requests
  Invalid keys | Unauthorized | Token expired | Session expired | Your API key has expired | La clé a expiré
  This merchant is not approved for payouts | Merchant account is pending approval | Your account is under review
  Votre compte est en cours de validation | Compte marchand non validé | KYC pending | Access denied | Accès refusé
  Login successful, but this IP is not allowed | The account has already been suspended | User already exists
  Not found | No route was found | The request was sent to an unknown path | Page introuvable | Method not allowed
  Maintenance in progress | Maintenance en cours, réessayez plus tard | Transaction was not successful | Session timeout
  No payout was made | Aucun paiement effectué | The payout was not sent | Unsupported media type`)

describe.each([429, 401, 403, 404, 405, 415])('HTTP %i', (httpStatus) => {
  it.each(taken)('is unknown where the body says "%s"', (message) => {
    for (const body of [
      { error: true, status: httpStatus, message },
      { status: httpStatus, message },
      { detail: message },
    ])
      expect(brief(judge(httpStatus, body))).toBe('unknown contradictory_answer')
    expect('busy' in judge(httpStatus, { error: true, message })).toBe(httpStatus === 429)
    expect('pause' in judge(httpStatus, { error: true, message })).toBe(httpStatus !== 429)
  })

  it.each(unread)('is pending where the body says "%s"', (message) => {
    for (const body of [
      { error: true, status: httpStatus, message },
      { status: httpStatus, message },
      { detail: message },
    ])
      expect(judge(httpStatus, body).kind).toBe('not_taken')
  })

  it.each(['PENDING', 'SUCCESSFUL', 'IN_PROGRESS', 'DUPLICATE', 'Déjà traité', 'TIMEOUT'])(
    'is unknown with the status %s',
    (status) => {
      expect(judge(httpStatus, { error: true, status, message: 'x' }).kind).toBe('unknown')
      expect(judge(httpStatus, { error: true, data: { status } }).kind).toBe('unknown')
    },
  )

  it.each([{ duplicate: true }, { success: true }, { alreadyPaid: true }])('is unknown with %j', (part) => {
    expect(judge(httpStatus, { error: true, message: 'x', ...part }).kind).toBe('unknown')
  })

  it.each(['FAILED', 'ERROR', 'UNAUTHORIZED', 'TOO_MANY_REQUESTS', 'NOT_FOUND'])('is pending with %s', (status) => {
    expect(judge(httpStatus, { error: true, status, message: 'x', success: false }).kind).toBe('not_taken')
  })
})

it('waits as a 429 asks, all the same, and keeps no reference of a duplicate', () => {
  const body = Buffer.from(text({ error: true, message: 'Duplicate transaction', reference: 'OTHER' }))
  const head = { kind: 'response' as const, contentType: null, retryAfter: '7', delimited: true, httpStatus: 429 }
  const outcome = { kind: 'unknown', providerReference: null, busy: { waitMs: 7000 } }
  expect(outcomeOf({ ...head, body }, payable, now)).toMatchObject(outcome)
})

it('is so for an online payment, too', async () => {
  const { client } = await serveText(429, text({ status: 429, message: 'Duplicate transaction' }))
  expect(await client.initiatePayment(payment)).toMatchObject({ kind: 'unknown', code: 'contradictory_answer' })
})

it('reads only what is JSON, and comes to an end with 64 KiB', () => {
  const head = { kind: 'response' as const, httpStatus: 429, contentType: null, retryAfter: null, delimited: true }
  const says = (body: string) => speaksOfPayout({ ...head, body: Buffer.from(body) })
  expect(says('<h1>Duplicate transaction</h1>')).toBe(false)
  expect(says('"Duplicate transaction"')).toBe(false)
  for (const part of ['payment is ', 'already ', 'connection was ', ': ', 'wait'])
    expect(typeof says(text({ message: part.repeat(65_000 / part.length) }))).toBe('boolean')
})
