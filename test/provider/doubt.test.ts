import { describe, expect, it } from 'vitest'
import { brief, judge } from './judge.ts'

const listed = (text: string): string[] => text.split(/[|\n]/).flatMap((each) => each.trim() || [])

/** Beside `error: true` and FAILED: the payout was, or may have been, made. */
const doubts: Record<string, string[]> = {
  timeout: listed(`
  Timeout: ETIMEDOUT | ESOCKETTIMEDOUT | Time limit exceeded | time exceeded | timeouted | OPERATORTIMEOUT
  Exceeded the maximum time | La durée maximale est dépassée | a pris trop de temps | Temps limite atteint
  The reply did not come in time | Aucun retour du partenaire | Empty response | Réponse non reçue
  Absence de réponse de l'opérateur | ECONNRESET | socket hang up | Connection lost | Connexion interrompue
  Délai de réponse de l'opérateur dépassé | Délai maximum de traitement de la transaction dépassé
  Le temps de réponse du serveur distant est dépassé | Le délai imparti à l'opérateur pour répondre est écoulé
  Operation exceeded the maximum allowed time | The operator took longer than expected to respond | 504 from operator`),
  duplicate: listed(`
  transaction exists | existing transaction found | idempotency conflict | Reference exists | Référence utilisée
  same amount to the same number within 5 minutes | Même montant vers le même numéro | The reference is in use
  A transaction with this reference exists | Transaction existante | Reference must be unique | Previously paid
  Identical external reference | Transaction ID reused | Référence réutilisée | External ID used | The reference is not unique | Paiement précédemment effectué`),
  'under way': listed(`
  Your request is under process | inprogress | in-process | not yet completed | not completed yet | pas encore terminé
  pas encore terminée | pas encore traitée | Yet to be confirmed | not yet settled | will be processed later
  sera traité ultérieurement | Your request will be retried | Le client sera crédité | Transaction submitted
  submitted to operator | transmis à l'opérateur | Forwarded to the network | Demande prise en compte
  Requête enregistrée | Your request has been accepted | Transaction scheduled | unconfirmed transaction
  Transaction non confirmée | The transfer is not confirmed | Non confirmé | Please wait | Veuillez patienter
  Patientez quelques minutes | Check the transaction status | Do not retry | Vérifiez le statut avant de réessayer
  Ne pas réessayer | Check before retrying | In treatment | peut-être effectué | could have been processed
  It may have gone through | Probablement traité | Le transfert pourrait avoir été effectué | aurait pu être effectué
  Perhaps paid | La transaction est en instance | Transaction mise en file d'attente | In queue | Scheduled | Programmé
  Le traitement n'est pas terminé | Transaction not finished | Not final | Final status not available
  Held for manual review | Under manual review | The transfer is on its way | Le virement est parti | Partially paid
  The transaction could not be confirmed | Impossible de confirmer la transaction | Ambiguous result | Indeterminate
  Le résultat est ambigu | Payé partiellement | En revue manuelle | Status could not be determined | Unable to confirm
  Partial payment | Paiement partiel | Pris en charge | Envoi en différé | Held by compliance | Impossible de confirmer`),
  paid: listed(`
  argent envoyé | Compte crédité | beneficiary credited | Transfer complete | Amount debited, callback failed
  Transaction validée | Opération validée | Transaction approuvée | Wallet credited | Montant viré | OK | Approved
  Validé | Payout OK, notification failed | Transfer done; receipt failed | Money left the account
  SMS failed after payout | Compte débité, non crédité | Failed to send the SMS | The payment went through
  Transfer of 1501 XOF to 2290197001001 completed | Le transfert de 1500 XOF vers le 2290197000001 a été bien effectué
  Payout for 2290197000001 done | Payment created | Envoi effectué | Failed to notify the merchant
  Client crédité | Paiement passé | Débit effectué | Sent to 2290197000001 | Crédité le 21/11/2026
  The customer got the money | Échec de la notification`),
}

/** What providers of this kind say of a payout that was not made, in English and French. */
const refusals = listed(`
  Insufficient balance | Insufficient funds in the merchant wallet | Solde insuffisant | Votre solde est insuffisant
  Le solde du compte est insuffisant | Balance too low | Not enough money | Insufficient float | Low balance
  Wrong number | Invalid phone number | Numéro invalide | Numéro incorrect | Numéro de téléphone erroné
  The number is not valid | Number not registered | Recipient is not registered | Numéro non enregistré
  Bénéficiaire non enregistré | Subscriber not found | Customer does not exist | Wallet does not exist
  Le portefeuille n'existe pas | Abonné introuvable | Compte inexistant | No such account | Unknown subscriber
  Daily limit exceeded | Daily limit reached | Monthly limit exceeded | Limit exceeded | Plafond dépassé
  Plafond journalier atteint | Limite journalière dépassée | Le montant dépasse le plafond | Amount too high
  Amount below the minimum | Montant inférieur au minimum | Montant invalide | The amount exceeds the limit
  Maximum number of transactions reached | Nombre maximal de transactions atteint | Amount limit exceeded
  Account suspended | Account blocked | Account is closed | Compte suspendu | Compte bloqué | Compte fermé
  Compte désactivé | The wallet is inactive | Account not yet activated | Ce compte n'est pas encore activé
  Invalid operator | Opérateur invalide | Operator not supported | Opérateur non pris en charge
  Cette devise n'est pas prise en charge | Currency not allowed | Service unavailable | Service indisponible
  PIN missing | PIN is missing | Code PIN manquant | Wrong PIN | Code PIN incorrect | PIN required
  Please try again later | Veuillez réessayer ultérieurement | Réessayez plus tard | Try again
  Check the number and try again | Vérifiez le numéro et réessayez | Vérifiez votre solde avant de réessayer
  KYC required | Identity could not be verified | Identité non vérifiée | Merchant not approved for payouts
  Transaction failed | Transaction échouée | Transaction not completed | Transaction could not be completed
  The payout was rejected by the operator | Transaction rejetée par l'opérateur | Transaction refused
  Transaction non validée | Paiement non autorisé | Operation not permitted | Transaction not allowed
  Le transfert ne peut être effectué | Le paiement ne peut pas être effectué | Le transfert n'a pu être effectué
  Aucun paiement ne sera effectué | No payment will be processed | The payment will not be processed
  Seul un compte actif peut être crédité | Compte débiteur insuffisant | Amount received is invalid
  Montant envoyé trop faible | The account debited has insufficient funds | Compte non crédité
  Connection refused by the operator | Transaction does not exist | La transaction n'existe pas
  Aucune transaction trouvée | Sender and receiver cannot be the same | Reference is required | Référence manquante
  The request submitted contains an invalid number | Transaction annulée | Cancelled by the operator
  Payment could not be sent to the operator | La transaction n'a pas pu être transmise à l'opérateur
  Beneficiary (payee) account does not exist | Account payee name mismatch | Bénéficiaire pas encore validé
  Solde insuffisant. Un SMS vous sera envoyé. | Account not yet approved | Compte pas encore validé | KYC not yet completed | Account not confirmed
  Numéro non confirmé | Daily limit reached. Please wait until tomorrow | Check your account status
  Vérifiez le statut du compte | Payments accepted only in XOF | Amount sent less than the minimum
  Transfers to this operator are only accepted between 8:00 and 18:00 | Transfers to this operator are only accepted in XOF
  Payments to this country are only processed on working days | Payments to MTN accepted from 500 XOF
  Transfer to this number is limited to 500000 XOF sent per day | Paiement de ce montant requiert un compte valide
  Transfer to number outside accepted range | Transfers to wallets must be approved by the merchant
  Recipient number is held by Moov | Wallet held for fraud | Account status could not be determined | KYC status to be determined
  Failed to confirm PIN | Failed to confirm the name of the account holder | Paiement partiel interdit | Partial transfer unsupported
  Transfer of 1500 XOF to 2290197000001 was not completed | Transfer of 1500 XOF failed: amount received is invalid
  Payment to 2290197000001 could not be made | Le transfert de 1500 XOF n'a pas été effectué | Partial payments are not allowed
  Transfer of 1500 XOF to 2290197000001 refused: amount sent is too low | Unable to verify the account
  Compte crédité introuvable | FAILED: invalid callback URL | Échec : montant reçu invalide
  PIN tries exceeded 3 times | The number submitted to the operator is invalid | The transaction ID used is invalid
  No transaction exists | Idempotency key is missing | Le montant sera remboursé | Too many attempts
  Trop de tentatives | Blocked by risk rules | Receiver limit exceeded | Le bénéficiaire a atteint son plafond
  Recipient cannot receive money | Access denied | Le bénéficiaire n'est pas éligible | Accès refusé
  Signature invalide | Merchant account is not active | Unauthorized | Transfer was declined by the issuer
  Le transfert a été rejeté | Le paiement a échoué | Payment has failed | L'opération a échoué
  Ce numéro ne peut pas recevoir de transfert | Unable to process the transaction | Do not honour
  Impossible de traiter la transaction | The transaction could not be processed | Processor declined
  Operator is down | Erreur de l'opérateur | Opérateur injoignable | Erreur interne | System error | Erreur système
  Le plafond de transactions du client est dépassé | Merchant registration is not finished | No such queue | Manual PIN review required
  Le délai de validité du compte n'est pas renseigné | Identity could not be confirmed | Unable to confirm the subscriber's identity
  Unknown error | Fraud suspected | Suspicion de fraude | Blacklisted number | Numéro sur liste noire | Internal error`)

const answers = [
  ['200 and FAILED', 200, (message: string) => ({ error: true, status: 'FAILED', message })],
  ['400 and the bare error', 400, (message: string) => ({ error: true, message })],
] as const

describe.each(answers)('HTTP %s', (_what, httpStatus, bodyOf) => {
  for (const [kind, messages] of Object.entries(doubts))
    it.each(messages)(`is unknown where the message speaks of a payout that is ${kind}: "%s"`, (message) => {
      expect(brief(judge(httpStatus, bodyOf(message)))).toBe('unknown contradictory_answer')
      expect(judge(httpStatus, bodyOf(message.toUpperCase())).kind).toBe('unknown')
    })

  it.each(refusals)('is failed where the message is an ordinary refusal: "%s"', (message) => {
    expect(brief(judge(httpStatus, bodyOf(message)))).toBe('failed refused')
    expect(brief(judge(httpStatus, bodyOf(`${message}.`)))).toBe('failed refused')
  })
})

const failed = { error: true, status: 'FAILED', message: 'The payout failed' }

it.each<object>([
  ...[{ errorName: 'TimeoutError' }, { error_name: 'DuplicateTransaction' }, { name: 'SocketTimeoutException' }],
  ...[{ exceptionName: 'java.net.SocketTimeoutException' }, { error: true, statusName: 'PENDING' }],
  ...[
    { success: true },
    { paid: true },
    { timeout: true },
    { duplicate: true },
    { isDuplicate: 'true' },
    { pending: 1 },
  ],
  ...[{ alreadyProcessed: true }, { data: { error: false } }, { result: { hasError: false } }, { failed: false }],
  ...[{ data: { success: 'yes' } }, { errors: [{ timedOut: true }] }, { duplicate_of: 'TX-1' }],
  ...[{ paid_at: '2026-11-28T07:20:00Z' }, { data: { amountPaid: 1500 } }, { settledOn: '2026-11-28' }],
  ...[{ beneficiary: { message: 'already credited' } }, { data: { state: 'COMPLETED' } }],
])('hears the doubt of a field: %j', (part) => {
  expect(judge(200, { ...failed, ...part }).kind).toBe('unknown')
  expect(judge(400, { error: true, message: 'No', ...part }).kind).toBe('unknown')
})

it.each<object>([
  ...[{ customer: { name: 'Pending Double' } }, { name: 'Sent Duplicate' }, { beneficiaryName: 'Timeout Paid' }],
  ...[{ customer_name: 'Sent Success' }, { accountName: 'Double' }, { receiver: { fullName: 'Already Paid' } }],
  ...[
    { success: false },
    { paid: false },
    { duplicate: false },
    { timeout: 30 },
    { data: { error: true } },
    { final: true },
  ],
  ...[
    { retryable: true },
    { duplicate: null },
    { smsSent: true },
    { errorName: 'InsufficientFundsError' },
    { code: 'E-401' },
  ],
  ...[{ operatorName: 'MTN Benin' }, { pending: 0 }, { duplicate_of: null }, { failed: true }],
  ...[{ paid_at: null }, { data: { amountPaid: 0 } }, { amount_paid: '0.00' }, { completed_at: '2026-11-28' }],
])('hears none in what is repeated or says no: %j', (part) => {
  expect(judge(200, { ...failed, ...part }).kind).toBe('failed')
})
