import { describe, expect, it } from 'vitest'
import { readStatus } from '../../src/provider/answers/status.ts'
import { brief, judge } from './judge.ts'
import { payable } from './payables.ts'

const success = { error: false, status: 'success', reference: 'REF-1', message: 'done' }
const listed = (text: string): string[] => text.split(/[|\n]/).flatMap((each) => each.trim() || [])

const failures = listed(`
  Transfer failed | Not sent | Insufficient funds | échec | Échec du transfert | The payout was refused | Payment declined
  Transfer of 1500 XOF to 2290197000001 failed | Transaction échouée | Le paiement a été rejeté | Solde insuffisant
  Le transfert n'a pas été effectué | The payment was not completed | Rejected by the operator | Refusé | Unsuccessful
  Your request has been rejected | Transaction annulée | Failed: wallet closed | Non envoyé | FAILED`)

/** Not wholly of a failure: the payout was made. */
const others = listed(`
  No failed attempts | Transfer successful, SMS failed | Transfer successful | Failed: 0, succeeded: 1 | Failed: 0
  Transfer of 1500 XOF to 2290197000001 was successful | Transfer done. Notification failed | Échec : aucun | Payout made
  Failed attempts: 0 | Transfer failed over to the second route | Sent after a failed attempt | Paiement effectué, SMS non envoyé
  Insufficient balance for the next payout. Transfer completed | Failed callback, payout paid | Transfert réussi | OK
  Transfer not delayed | Payment not subject to fees | Receipt not sent | Échec de la notification | Cancelled hold, paid`)

const head = { kind: 'response' as const, httpStatus: 200, contentType: null, retryAfter: null, delimited: true }

describe('a success', () => {
  it.each(failures)('is unknown where the message is "%s"', (message) => {
    expect(brief(judge(200, { ...success, message }))).toBe('unknown contradictory_answer')
    expect(judge(200, { ...success, message: `${message}.` })).toMatchObject({ providerReference: 'REF-1' })
  })

  it.each(others)('is paid where the message is "%s"', (message) => {
    expect(judge(200, { ...success, message }).kind).toBe('paid')
  })

  it.each<object>([
    ...[{ data: { status: 'FAILED' } }, { result: { error: true } }, { transactionStatus: 'REJECTED' }],
    ...[
      { data: { transaction: { state: 'Échec' } } },
      { payment_status: 'DECLINED' },
      { data: { payoutStatus: 'FAILED' } },
    ],
    ...[{ data: [{ status: 'FAILED' }] }, { data: { success: false } }, { isSuccess: false }],
  ])('is unknown with %j, and settles nothing as the answer to a status call', (part) => {
    expect(brief(judge(200, { ...success, ...part }))).toBe('unknown contradictory_answer')
    const body = Buffer.from(JSON.stringify({ ...success, ...part }))
    expect(readStatus({ ...head, body }, { reference: 'REF-1', payable }).kind).toBeOneOf([
      'contradictory',
      'unreadable',
    ])
  })

  it.each<object>([
    ...[
      { data: { status: 'SUCCESS' } },
      { data: { error: false } },
      { sms: { status: 'FAILED' } },
      { callbackStatus: 'FAILED' },
    ],
    ...[{ attempts: [{ status: 'FAILED' }, { status: 'SUCCESS' }] }, { data: { sms_status: 'FAILED', retries: 0 } }],
    ...[{ data: { previous: { status: 'FAILED' } } }, { transactionStatus: 'COMPLETED' }, { transaction: null }],
  ])('is paid with %j', (part) => {
    expect(judge(200, { ...success, ...part }).kind).toBe('paid')
  })

  it('settles no row by a status call where the message is of a failure', () => {
    const body = Buffer.from(JSON.stringify({ ...success, message: 'Transfer failed' }))
    expect(readStatus({ ...head, body }, { reference: 'REF-1', payable }).kind).toBe('contradictory')
  })
})
