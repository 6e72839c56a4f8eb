import type { LineMeaning } from '../../payout/reconciliation.ts'
import { fold } from '../../payout/typedText.ts'
import { statusMeaning } from '../../provider/answers/answer.ts'

/**
 * What a status on a provider's statement means, by the words of answers (provider/answers/answer.ts) and of statements. `timeout`
 * decides nothing here: nobody knows the outcome of that payout. Nor does an approval: the payout may have failed after it.
 */
export function statementMeaning(status: string): LineMeaning {
  const bare = status.trim().replace(ofWhat, '')
  const word = fold(bare)
  const own = ownWords.get(word)
  if (own) return own
  if (undecided.has(word)) return 'unrecognised'
  switch (statusMeaning(bare)) {
    case 'success':
    case 'positive':
      return 'carried_out'
    case 'failure':
      return 'not_carried_out'
    case 'under_way':
      return 'under_way'
    case 'other':
      return 'unrecognised'
  }
}

/** `Transaction Success`, `Paiement effectué`. */
const ofWhat = /^(?:transaction|payment|paiement|transfert?|payout)[\s_-]+/i

/**
 * `sent`: FedaPay has no later state of a payout but this and `failed` (its library knows `sent_at` and `failed_at`), and other programs
 * take it for paid. But nothing says that the money has arrived then, other providers call so what has only left them, and a statement
 * doesn't say whose it is. So it settles nothing: the row waits for a person, and isn't paid again.
 */
const undecided = new Set(['timeout', 'timedout', 'reversal', 'sent', 'envoye'])

const ownWords = new Map<string, LineMeaning>([
  ...all('carried_out', [
    'succès',
    'réussi',
    'réussie',
    'payé',
    'payée',
    'effectué',
    'effectuée',
    'exécuté',
    'exécutée',
  ]),
  ...all('carried_out', ['terminé', 'terminée', 'abouti', 'aboutie', 'crédité', 'créditée', 'livré', 'livrée']),
  ...all('carried_out', ['décaissé', 'décaissée', 'versé', 'versée', 'viré', 'virée', 'credited', 'delivered']),
  ...all('carried_out', ['disbursed', 'paid out']),
  // ExternalEntryStatus1Code of ISO 20022: booked, pending. Future (FUTR) and information (INFO) entries decide nothing.
  ...all('carried_out', ['book']),
  ...all('under_way', ['pdng']),
  // FedaPay, before `processing`.
  ...all('under_way', ['started']),
  // CinetPay's treatment_status: new, received, awaiting confirmation, carried out, rejected.
  ...all('under_way', ['new', 'rec', 'nos']),
  ...all('carried_out', ['val']),
  ...all('not_carried_out', ['rej']),
  ...all('not_carried_out', [
    'échec',
    'échoué',
    'échouée',
    'rejeté',
    'rejetée',
    'refusé',
    'refusée',
    'annulé',
    'annulée',
  ]),
  ...all('not_carried_out', ['expiré', 'expirée', 'non abouti', 'non aboutie', 'non payé', 'non payée', 'not paid']),
  ...all('under_way', ['en cours', 'en attente', 'en traitement', 'initié', 'initiée', 'accepté', 'acceptée']),
  ...all('under_way', ['approved', 'approuvé', 'approuvée', 'validated', 'validé', 'validée', 'confirmed', 'confirmé']),
  ...all('under_way', ['confirmée', 'authorized', 'authorised', 'autorisé', 'autorisée']),
])

function all(meaning: LineMeaning, words: readonly string[]): [string, LineMeaning][] {
  return words.map((word) => [fold(word), meaning])
}
