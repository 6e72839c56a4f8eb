import { fold } from '../../../payout/typedText.ts'

export const pay =
  '(?:salaires?|salary|salaries|wages?|paies?|payes?|pay|soldes?|paiements?|payments?|versements?|virements?|reglements?|transfers?)'

/**
 * Whether words are the result of another system for a payment that went through. Only under `Statut du paiement`: `livré` and `terminé`
 * may be about the work that is to be paid, and `Training status` or a bare `Status` about anything. There, only words of money and of
 * success are read, unless its other cells tell of payments (`outcome`).
 */
export function isCarriedOut(column: string, words: string, isOutcome = false): boolean {
  if (ofPayment.test(fold(column))) return carriedOut.test(words)
  return isStateColumn(column) && (isOutcome ? mayBeDone(words) : moneySent.test(words))
}

const ofPayment = /pa(?:ie|ye?)ment|transaction|transfer|virement|versement|reglement|payout|disburse|decaisse/
const bareStatus = /^(?:statu[st]|etat|state)$/
/** `Status` alone may be that of anything. */
export const isStateColumn = (heading: string): boolean => bareStatus.test(fold(heading))
const sums = `(?:${pay}|transaction|transferts?|payouts?)`
const onDay = '(?: (?:le |on )?xdate)?$'
const succeeded = 'success|successful|succes|(?:transfere|decaisse|credite)e?s?|disbursed|credited|paid out'
const ended = '(?:reussi|envoye|traite|execute|abouti)e?s?|completed|done|sent'
const carriedOut = new RegExp(`^(?:${sums} )*(?:${succeeded}|${ended})${onDay}|^soldee?s?${onDay}`)
const moneySent = new RegExp(`^(?:${sums} )*(?:${succeeded})${onDay}|^(?:${sums} )+(?:${ended})${onDay}`)
const open = [
  `(?:en )?attente(?: (?:de |du |d )*${pay})?|(?:pending|awaiting|waiting)(?: (?:for )?${pay})?|${pay} pending`,
  '(?:non|not|pas|un|not yet|pas encore) ?(?:(?:paye|regle|verse|vire|solde)e?s?|paid|sent|settled)|impayee?s?|partially paid',
  '(?:a|to|to be) (?:payer|regler|verser|virer|pay|paid|be paid)|(?:en cours de|processing) ?(?:paiement|payment|reglement|virement)?',
  `(?:${pay} )?(?:failed|failure|echec|echouee?s?|reversed|refunded|initiated)`,
]
const ofPayments = new RegExp(`^(?:${open.join('|')})$|^(?:(?:paye|regle|verse|vire)e?s?|paid)(?: (?:le |on )?xdate)?$`)

/** Whether words under `Statut` show that it is the state of a payment: `En attente`, `Impayé`, `Failed`, `Payé`. */
export const tellsOfPayment = (words: string): boolean => ofPayments.test(words) || moneySent.test(words)

/** Payslips that are only computed are `Done` in Odoo, and a request that an office has checked is `Traité`. */
const wentThrough = new RegExp(`^(?:completed|sent|(?:solde|reussi|abouti|envoye)e?s?)${onDay}`)

/** Whether they may say, under such a heading, that the payment went through. */
export const mayBeDone = (words: string): boolean => moneySent.test(words) || wentThrough.test(words)
