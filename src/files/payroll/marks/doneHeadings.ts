import { unitsIn } from '../../../payout/money/writtenAmount.ts'
import { fold, wordsOf } from '../../../payout/typedText.ts'
import { saysToPay, splitCases } from '../header/headingWords.ts'
import { markingOf, other, question, transfer } from './markColumns.ts'

const brand = '(?:momo|mpesa|om|orangemoney|mtn(?:momo)?|moov(?:money)?|airtel(?:money)?|flooz|tmoney|wave|mobilemoney)'
const company = '(?:operator|operateur|provider)'
const receiptWord =
  '(?:transactions?|trans|trx|txn|tx|transfert|transfer|operation|recu|receipt|quittance|conf(?:irmation)?)'
const own = '(?:id|n|no|num|numero|number|ref|reference|code)'
const receipt = new RegExp(
  [
    `^(?!code(?:d[eu]?|dela|of)?operation)${own}(?:d[eu]?|dela|of)?${receiptWord}(?:${brand}|${company})?$`,
    `^(?:financial|external|${brand}|${company})?(?!operationcode)${receiptWord}${own}$`,
    `^(?:id|ref|reference)(?:d[eu])?(?:${brand}|paiement)$|^(?:${brand}|payment)(?:id|ref|reference|transaction|receipt)$|^mpesacode$|^utr$`,
    `^(?:ref|reference)(?:d[eu]|del)?${company}$|^${company}(?:ref|reference|transaction|receipt)$`,
    `^(?:${brand}|${company}|confirmation|transaction)(?:message|msg|sms)$|^(?:message|msg|sms)(?:d[eu]|del)?(?:${company}|confirmation|transaction)$`,
    '^(?:external)?transactions?$|^(?:trx|txn|tid|receipt|quittance)s?$|^refpaiement$|^paymentref$',
  ].join('|'),
)

/** `N° MoMo`, `Code MoMo` and `Code opération` are a wallet's, a merchant's and a budget's. `ID transaction`, `M-Pesa code`, `N° reçu`: what an operator gives to a payment that it made. */
export const namesReceipt = (heading: string): boolean => receipt.test(fold(heading)) || namesProof(heading)

const ownCode = new RegExp(
  `^${company}id$|^id(?:d[eu]|del)?${company}$|^code(?:d[eu]?|dela|of)?operation(?:${brand}|${company})?$|^operationcode$`,
)

/** `Operator ID`, `Code opération`: a wallet's or a budget's, unless it has what operators give to payments. */
export const mayNameReceipt = (heading: string): boolean => ownCode.test(fold(heading))

const proof =
  /^(?:preuve|proof)(?:d[eu]|of)?(?:paiement|payment|transfert|transfer|virement|envoi)?$|^(?:payee?|paid|reglee?|versee?|viree?|envoyee?|sent|remise?|recue?|received|faite?|effectuee?|transferee?|transferred|disbursed|released|liberee?|debloquee?)(?:par|by|via)$/

/** `Preuve de paiement` and `Payé par` may have any words. */
export const namesProof = (heading: string): boolean => proof.test(fold(heading))

const moved =
  '(?:recue?|received|envoyee?|sent|transferee?|transferred|decaissee?|disbursed|encaissee?|cashed(?:out)?|touchee?|settled|credited|creditee?|cleared|remitted)s?'
const finished =
  '(?:faite?|done|effectuee?|traitee?|processed|executee?|executed|completed?|terminee?|finished|cloturee?|soldee?|servie?|remise?|honoree?|liquidee?|acquittee?|retiree?|withdrawn|success(?:ful)?|succes|reussie?|aboutie?|released|liberee?|debloquee?|reconciled|rapprochee?)s?'
const paidWord = '(?:payee?|paid(?:out)?|reglee?|versee?|viree?|percue?)s?'
const payee =
  '(?:beneficiaires?|beneficiary|agents?|employee?s?|salariee?s?|staff|personnel|recipient|receiver|destinataire|worker|payee|interessee?)'
const signature = `(?:${payee})?(?:sign|signature|emargement|decharge)s?(?:d[eu]s?|dela|del|of(?:the)?)?l?(?:${payee})?`
const looked =
  '(?:ok|vue?|check(?:ed)?|tick(?:ed)?|coche|signee?|signed|emargee?|acknowledged|confirmee?|confirmed|confirmation|verifiee?|verified|controlee?|deja|already|(?:colonne|column)\\d+)'
const prefix = '^(?:deja|already|is|est|has|been|a|ete)*'
/** `Salaire versé`, `MoMo sent`, `Virement effectué` */
const ofPay = `(?:salaire|salary|paie|paye|pay|${transfer}|depot|argent|money|cash|fonds|funds?|${brand})`
const vague = new RegExp(`${prefix}${looked}(?:le|at|on|date)?${question}|^(?:resultat|result)s?$|^mpesa$`)
const signed = new RegExp(`^${signature}${question}`)
const done = new RegExp(
  [
    `${prefix}(?:${payee})?${ofPay}?(?:${moved}|${finished}|${paidWord})(?:(?:par|by|via|on|sur)?${brand})?(?:le|at|on|date)?${question}`,
    `^(?:${transfer}|retrait|deblocage|release)s?${brand}?${question}|^(?:${brand}|release)date$`,
    `^(?!(?:heure|time)(?:d[eu]?|of)?(?:complete|finish|termine))(?:date|heure|time)(?:d[eu]?|of)?(?:${moved}|${finished}|${paidWord}|${brand}|${transfer}|reception|receipt|traitement|retrait|deblocage|release|encaissement)s?${question}`,
    `^date(?:d[eu]?|of|et|and)?${signature}$|^${signature}(?:et|and)?date$|^(?:paid|cash)out${question}`,
    `^(?:statut|status|etat)(?:du|de|of)?(?:paie|paye|salaire|salary|pay|payroll|${transfer}|${brand})s?$|^(?:salary|pay|payroll|${transfer}|${brand})status$`,
  ].join('|'),
)

/** A heading without its unit: `Payé (FCFA)`. */
const foldBare = (heading: string): string => fold(unitsIn(splitCases(heading)).rest)

/**
 * `Fait`, `Sent`, `Traité`, `Paiement`, `OK`: whoever pays a list by hand ticks it there, row by row, or writes a day, a receipt or the
 * amount. It may also be about the work that is to be paid: only a person can tell.
 */
export const namesDone = (heading: string): boolean =>
  (done.test(foldBare(heading)) || namesVaguely(heading) || namesSignature(heading)) && !other.test(wordsOf(heading))

const onlyBrand = new RegExp(`^${brand}$`)

/** `Wave`: who is to be paid that way, or what was sent that way. */
export const namesBrand = (heading: string): boolean => onlyBrand.test(fold(heading))

/** `OM` is also an `ordre de mission`. */
export const namesMissionDay = (heading: string, names: readonly string[]): boolean =>
  /^date(?:d[eu])?om$/.test(fold(heading)) && names.some((name) => mission.test(wordsOf(name)))

const mission = /^(?:(?:n|no|numero|date|lieu|objet|motif|ordre) (?:d\w* )?(?:la )?)?missions?$/

const ofState =
  '(?:(?:(?:pay|salary|wage)slips?|bulletins?|fiche)(?:d[eu]?)?(?:paie|paye|salaire)?|approval|approbation|validation)'
const stateOf = new RegExp(`^${ofState}(?:statu[st]|state)$|^(?:statu[st]|etat)(?:d[eu]s?|dela?)?${ofState}$`)

/** Odoo exports the state of payslips: `Done`, `Waiting`. */
export const namesStateOf = (heading: string): boolean => stateOf.test(fold(heading))

const approval = new RegExp(
  [
    '^visas?(?!n$|no$|num|card|carte|expir|date|type|(?:d[eu])?(?:travail|sejour)|work)',
    '^(?:approuvee?|validee?|autorisee?|visee?|approved|validated|authori[sz]ed)(?:par|by|le|on)$',
    '^date(?:d[eu]?|dela|of)?(?:approbation|validation|visa|approval)$|^approvaldate$',
  ].join('|'),
)

/** `Visa du DAF`, `Approved by`, `Validé le`: who has approved a row, and when. */
export const namesApproval = (heading: string): boolean => approval.test(fold(heading))

const noun = new RegExp(`^(?:${transfer})s?${brand}?${question}`)

/** Under `Paiement`, `par MoMo` only says how. */
export const namesTransfer = (heading: string): boolean => noun.test(fold(heading))

/** `Date` alone: of the payment, if only some rows have one and all are recent. */
export const namesDate = (heading: string): boolean => /^dates?$/.test(fold(heading))

/** `Vu`, `OK`, `Colonne1`: whether anybody has looked, or anything else. */
export const namesVaguely = (heading: string): boolean => vague.test(fold(heading))

/** Where the payees sign, with their initials or any other words. */
export const namesSignature = (heading: string): boolean => signed.test(fold(heading))

/** `Date de confirmation`, `Signed on`, `Received on`: a day of the payment, or one of long ago. */
export const namesSince = (heading: string): boolean => /confirm|sign|recept|receipt|emarge/.test(fold(heading))

const wholly = new RegExp(
  `${prefix}(?:${payee})?${ofPay}?(?:${moved}|${paidWord})(?:(?:par|by|via|on|sur)?${brand})?${question}`,
)

/** `Reçu`, `Sent`, `Salaire payé`: money that has moved, perhaps to everybody. */
export const namesMoved = (heading: string): boolean => wholly.test(foldBare(heading))

const doneWord = new RegExp(`${prefix}(?:${moved}|${finished}|${paidWord})$`)

/** `Envoyé`, `Successful`, `déjà payé` in a cell, folded. */
export const isDoneWord = (folded: string): boolean => doneWord.test(folded)

const sumMoved = new RegExp(
  `^(?:montant|amount|somme|sum|net|salaire|salary)(?:payee?|paid|reglee?|versee?|viree?|percue?|${moved})$|^(?:paid|${moved})(?:amount|sum)$`,
)

/** `Payé le` has days, `Payé`, `Envoyé`, `Montant reçu` and `Payé 1re quinzaine` may have an amount, and `% payé` a share of one. */
export function namesReceived(heading: string): boolean {
  const whole = splitCases(heading).replace(share, ' ')
  const bare = wordsOf(unitsIn(whole).rest).replace(onePart, '')
  const isDay = /(?:(?<!g)le|at|on|date)$|^date/.test(fold(bare))
  return namesMoved(bare) || sumMoved.test(fold(bare)) || (markingOf(bare) === 'paid' && !isDay)
}

/** `Payé 1re quinzaine`, `1re quinzaine payée` */
const onePart =
  /\b(?:(?:en|pour|for|in|the|la) )*(?:(?:\d\p{L}*|premiere|deuxieme|first|second) (?:quinzaine|moitie|tranche|semaine|half|week|instal+ment)|(?:quinzaine|tranche|semaine|week|instal+ment) \d)\b/u

const percent = /%|(?<!\p{L})(?:pour ?cent(?:age)?|percent(?:age)?)(?!\p{L})/iu
const share = new RegExp(`(?:${percent.source}|^\\s*part(?!\\p{L}))(?:\\s+(?:d[eu]|of)(?: la| the)?(?!\\p{L}))?`, 'giu')

/** `% payé`, `Percentage to pay` */
export const namesShare = (heading: string): boolean => percent.test(heading)

const deduction =
  /(?:^|avance|acompte|pret|montant|advance|loan|amount)(?:a|to|tobe)(?:deduire|retenir|retrancher|deduct|deducted)$/
const adjustment = /^(?:salary|pay)?(?:rectification|regularisation|correction|ajustement|adjustment)s?(?:salaire)?$/

/** `À déduire`, `Avance à retenir`, `Rectification`: perhaps still in the amount. `% à payer`: perhaps of the amount. */
export const namesDeduction = (heading: string): boolean =>
  deduction.test(foldBare(heading)) || namesAdjustment(heading) || (namesShare(heading) && saysToPay(heading))

/** `Rectification`, `Régularisation`: what is added, or deducted if it is negative. */
export const namesAdjustment = (heading: string): boolean => adjustment.test(foldBare(heading))
