import { describe, expect, it } from 'vitest'
import { refusalWord } from '../../src/payout/refusal.ts'
import { readStatus } from '../../src/provider/answers/status.ts'
import { brief, judge } from './judge.ts'
import { payable } from './payables.ts'

describe('an error with a word of refusal', () => {
  it.each(
    [
      [
        'FAILED',
        'failed',
        ' Failed ',
        'FAILURE',
        'FAIL',
        'TRANSACTION_FAILED',
        'transactionFailed',
        'FAILED: NO SUCH USER',
      ],
      ['REJECTED', 'REFUSED', 'DECLINED', 'CANCELLED', 'CANCELED', 'Rejected by operator'],
      ['INVALID', 'INVALID_NUMBER', 'InvalidMsisdn', 'INSUFFICIENT_FUNDS', 'insufficient-balance'],
      ['ECHEC', 'ÉCHEC', 'échec', 'E\u0301CHEC', 'ECHOUE', 'échoué', 'Échouée', 'ÉCHOUÉES', 'Echec de la transaction'],
      [
        'REFUSE',
        'refusé',
        'Refusée',
        'REJETE',
        'rejeté',
        'rejetée',
        'ANNULE',
        'annulé',
        'ANNULÉE',
        'Solde insuffisant',
      ],
      ['NUMERO INVALIDE', 'REFUSED_NOT_SENT', 'FAILED - NOT COMPLETED'],
    ].flat(),
  )('is failed: %s', (status) => {
    for (const message of [undefined, null, '', 'Not enough money', 'Solde insuffisant', 'Numéro inconnu']) {
      expect(brief(judge(200, { error: true, status, message }))).toBe('failed refused')
    }
  })
})

describe('an error with any other word', () => {
  it.each(
    [
      ['TIMEOUT', 'TIME_OUT', 'timed out', 'EXPIRED', 'DÉLAI DÉPASSÉ', 'délai d’attente dépassé', 'HORS DELAI'],
      ['UNKNOWN', 'INCONNU', 'ERROR', 'ERREUR', 'ABORTED', 'REVERSED', 'zzz', '400', 'KO', 'DENIED_MAYBE'],
      [
        'PENDING',
        'PROCESSING',
        'IN_PROGRESS',
        'EN COURS',
        'En attente',
        'en traitement',
        'INITIE',
        'INITIÉE',
        'QUEUED',
      ],
      [
        'DUPLICATE',
        'DUPLICATED',
        'DUPLICATE_REFUSED',
        'DOUBLON',
        'ALREADY_PAID',
        'alreadyPaid',
        'déjà payé',
        'DEJA TRAITE',
      ],
      [
        'REFUSED_DELIVERED',
        'FAILED (DISBURSED)',
        'REJECTED - DEBITED',
        'FAILED_RECEIVED',
        'REJETÉ : LIVRÉ',
        'REFUSÉ, REÇU',
      ],
      [
        'ÉCHEC DÉCAISSÉ',
        'ANNULÉ VERSÉ',
        'REFUSÉ CRÉDITÉ',
        'ÉCHEC DÉBITÉ',
        'FAILED_SETTLED',
        'ANNULÉ VIRÉ',
        'FAILED_PAID_OUT',
      ],
      ['SENT', 'ENVOYÉ', 'PAID', 'PAYÉE', 'SUCCESS', 'success', 'Completed', 'SUCCÈS', 'RÉUSSI', 'EFFECTUÉ'],
      [
        'FAILED_TIMEOUT',
        'NOT_FAILED',
        'not refused',
        'non rejeté',
        'REFUND_FAILED',
        'ANNULATION ÉCHOUÉE',
        'PARTIALLY_FAILED',
      ],
      ['FAILED_UNKNOWN', 'INVALID_RESPONSE', 'ÉCHEC : DÉJÀ PAYÉ', 'REJECTED (DUPLICATE)', 'UNFAILED', 'SENT_FAILED'],
    ].flat(),
  )('is unknown: %s', (status) => {
    for (const message of [undefined, 'Not enough money']) {
      expect(judge(200, { error: true, status, message }).kind).toBe('unknown')
    }
  })
})

const doubtful = [
  [
    'Operator timeout',
    'Request timed out',
    'The operation has expired',
    'Délai dépassé',
    "Le délai d'attente est dépassé",
  ],
  ['No response from the operator', "Pas de réponse de l'opérateur", "L'opérateur n'a pas répondu", 'Sans réponse'],
  [
    'Transaction pending',
    'Still processing',
    'The payment is being processed',
    'Transaction en cours',
    'Paiement en attente',
  ],
  [
    'Traitement en cours',
    'En cours de traitement',
    'Transaction initiée, à vérifier',
    'Status unknown',
    'Statut inconnu',
  ],
  [
    'Duplicate transaction',
    'Transaction en double',
    'Doublon',
    'Déjà payé',
    'Already processed',
    'Transaction dupliquée',
  ],
  ['The same transaction was made', 'Une transaction identique existe', 'Transfer successful', 'Transfert réussi'],
  [
    'Delivered',
    'LIVRÉ',
    'Décaissé',
    'Payment sent',
    'Funds disbursed',
    'Virement effectué',
    'Paiement reçu',
    'Fonds versés',
  ],
  ['Your account was debited', 'Le compte a été débité', 'Le bénéficiaire a été crédité', 'It has been delivered'],
  ['The amount has been paid', 'Le montant a été versé', 'Le montant a été envoyé', 'The payout may have been made'],
].flat()

const clear = [
  ['Insufficient funds', 'Solde insuffisant', 'Transfer was not successful', 'Unsuccessful', 'Transfert non réussi'],
  ["Le transfert n'a pas été effectué", 'No money was sent', 'The payment could not be completed', 'Sans succès'],
  ['The payout was not delivered', 'Paiement non reçu', 'No funds disbursed', 'Le montant n’a pas été décaissé'],
  ['The account cannot be debited', 'Impossible de débiter le compte', 'Aucun paiement effectué', 'Never received'],
  ['Only XOF is accepted', 'The number submitted is invalid', 'Le numéro est inconnu', 'Not approved for payouts'],
  ["Ce compte n'existe pas", 'Recipient does not exist', 'amount is missing', "Aucun montant n'a été envoyé"],
].flat()

describe.each([
  ['200 and FAILED', 200, (message: string) => ({ error: true, status: 'FAILED', message })],
  ['400 and FAILED', 400, (message: string) => ({ error: true, status: 'FAILED', message })],
  ['400 and an unheard word', 400, (message: string) => ({ error: true, status: 'BAD_REQUEST', message })],
  ['400 and the bare error', 400, (message: string) => ({ error: true, message })],
  ["422 and section 7's body", 422, (message: string) => ({ status: 422, message })],
] as const)('HTTP %s', (_what, httpStatus, bodyOf) => {
  it.each(doubtful)('is unknown where the message says "%s"', (message) => {
    expect(brief(judge(httpStatus, bodyOf(message)))).toBe('unknown contradictory_answer')
  })

  it.each(clear)('is failed where the message says "%s"', (message) => {
    expect(brief(judge(httpStatus, bodyOf(message)))).toBe('failed refused')
  })
})

it.each(['TIMEOUT', 'UNKNOWN', 'EN COURS', 'DUPLICATE', 'ALREADY_PAID', 'SENT'])(
  '400 with the status %s is unknown',
  (status) => {
    expect(judge(400, { error: true, status, message: 'No' }).kind).toBe('unknown')
  },
)

describe('more words of refusal', () => {
  it('are as good as the built-in ones, whatever their case, accents and separators', () => {
    for (const status of ['KO', 'ko', 'SOLDE_NUL', 'Expiré', 'soldé nul'])
      expect(judge(200, { error: true, status }, ['ko', 'Solde nul', 'EXPIRE']).kind).toBe('failed')
    expect(judge(200, { error: true, status: 'EXPIRED' }, ['ko']).kind).toBe('unknown')
    expect(judge(200, { error: true, status: 'KOALA' }, ['ko']).kind).toBe('unknown')
  })

  it('contradict `error: false`, and do not silence a doubt', () => {
    expect(judge(200, { error: false, status: 'KO', reference: 'R' }, ['ko']).kind).toBe('unknown')
    expect(judge(200, { error: true, status: 'KO', message: 'timeout' }, ['ko']).kind).toBe('unknown')
    expect(judge(200, { error: true, status: 'KO_TIMEOUT' }, ['ko']).kind).toBe('unknown')
  })

  it.each([
    'TIMEOUT',
    'pending',
    'EN COURS',
    'doublon',
    'déjà payé',
    'success',
    'SENT',
    'DELIVERED',
    'reçu',
    'décaissé',
    'inconnu',
    '',
    '--',
  ])('may not be "%s"', (word) => {
    expect(refusalWord(word)).toBeNull()
  })
})

describe('a status call', () => {
  const asked = { reference: 'REF-1', payable }
  const ask = (body: unknown) =>
    readStatus(
      {
        kind: 'response',
        httpStatus: 200,
        contentType: null,
        retryAfter: null,
        delimited: true,
        body: Buffer.from(JSON.stringify(body)),
      },
      asked,
    ).kind

  it.each(doubtful)('does not settle a row as failed where the message says "%s"', (message) => {
    expect(ask({ error: true, status: 'FAILED', reference: 'REF-1', message })).toBe('contradictory')
    expect(ask({ error: false, status: 'FAILED', reference: 'REF-1', code: message })).toBe('contradictory')
  })

  it.each(['Transaction en cours', 'Still processing', 'Status unknown', 'Operator timeout'])(
    'does not settle a row as paid where the message says "%s"',
    (message) => {
      expect(ask({ error: false, status: 'success', reference: 'REF-1', message })).toBe('contradictory')
    },
  )

  it('settles a row where the message agrees', () => {
    expect(ask({ error: false, status: 'FAILED', reference: 'REF-1', message: 'Solde insuffisant' })).toBe('failed')
    expect(ask({ error: false, status: 'success', reference: '', message: 'Transaction already paid' })).toBe('paid')
  })
})
