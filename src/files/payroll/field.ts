import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { fold } from '../../payout/typedText.ts'
import { type Field, fieldNames } from './header/fields.ts'
import {
  contentOf,
  hasAll,
  longestHeading,
  regional,
  saysToPay,
  setOf,
  splitCases,
  wordsOf,
} from './header/headingWords.ts'
import { namePartIn, payees } from './header/nameParts.ts'
import { isMonth, withoutMonth, withoutYear } from './header/periods.ts'
import { namesReceived } from './marks/doneHeadings.ts'
import { asksWhetherToPay } from './marks/markColumns.ts'

export { type Field, fieldNames, requiredFields } from './header/fields.ts'

const fieldsByName = new Map<string, Field>()
for (const field of Object.keys(fieldNames) as Field[]) {
  for (const name of fieldNames[field]) fieldsByName.set(fold(name), field)
}

const numberWords = setOf(`n no nb num numero number ${regional.number}`)
const brands = setOf('airtel expresso flooz free mm moov mpesa mtn om orange tmoney wave yas')

/** How to recognise a heading of several words: it has one of `heads`, and all its other words are in `beside`. */
interface Rule {
  heads: ReadonlySet<string>
  beside: ReadonlySet<string>
  /** With one of these words it is certainly about something else. */
  never: ReadonlySet<string>
}

const moneyWords = 'mobile money momo wallet electronique'

const rules: Readonly<Record<'operator' | 'phone_number' | 'amount', Rule>> = {
  operator: {
    heads: setOf(`mno operateur operator provider reseau network telco telecom ${regional.operator}`),
    beside: setOf('code gsm mobile money momo service simu telephonie telephonique paiement payment wallet'),
    never: setOf(
      'caisse contact list name nom date frais fee guichet id machine numero number phone saisie social tel telephone',
    ),
  },
  phone_number: {
    heads: setOf(
      `cell cellphone cellulaire gsm mobile msisdn phone portable tel telephone telephonique ${regional.phone}`,
    ),
    beside: new Set([
      ...setOf(`${moneyWords} 1 contact paiement payment professionnel ${regional.mobile}`),
      ...brands,
      ...payees,
    ]),
    never: setOf(
      `account agence agency amount badge bancaire bank banque bureau cheque cni cnps cnss compte conjoint
      conjointe contract contrat date dossier emergency employer employeur epouse epoux facture fax fixe frais iban id ifu invoice ipres landline matricule modele model montant nif office operateur operator ordre
      part passeport passport piece reseau network rib serie serial spouse type urgence ${regional.notPhone}`,
    ),
  },
  amount: {
    heads: setOf(`amount amt montant net payer pay percevoir somme sum total verser virer ${regional.amount}`),
    beside: setOf(
      `arrondi be chiffre decaisser disburse disbursement due final net paiement pay payable payment payout recevoir receive regler reglement rounded salaire salary send somme transfer transferer transfert versement virement wage ${regional.pay} ${regional.toPay} ${regional.quantity}`,
    ),
    never: setOf(
      `abattement absence acompte advance allowance anciennete arriere avance base basic bonus brut commission cost
      cotisation count cout cumul cumulative cumule cumulee currency cnss date day deduction devise fee frais gain gros gross heure hour imposable impot indemnite indice ipres its jour lettre loan mode mois month name nombre nom percent percentage period periode poids pourcentage pret prime quantite rate retenue
      status statut tax taxable taxe taux transport tva type unit unitaire word ytd ${regional.notPaid}`,
    ),
  },
}

const referenceHeads = setOf(`matricule reference ref id ${regional.reference}`)
const referenceBeside = new Set([...setOf('paiement payment payout external'), ...payees, ...numberWords])
const currencyHeads = setOf(`currency devise monnaie ${regional.currency}`)
const currencyBeside = setOf('code iso paiement payment')

/** The field that a column's name stands for; null for any other column. */
export function fieldOf(name: string): Field | null {
  const known = fieldsByName.get(fold(name)) ?? fieldsByName.get(fold(name).replace(/s$/, ''))
  if (known && known !== 'amount') return known
  // `% to pay`
  const isKnown = known && !name.includes('%')
  if ((isKnown || isAmount(name)) && asksWhetherToPay(name) !== 'yes') return 'amount'
  const content = contentOf(name)
  if (isPhone(content) && !mayBeBank(name)) return 'phone_number'
  if (isMade(content, rules.operator)) return 'operator'
  if (namePartIn(content)) return 'name'
  if (hasAll(content, referenceHeads, referenceBeside)) return 'reference'
  return hasAll(content, currencyHeads, currencyBeside) ? 'currency' : null
}

/** Whether a column's name is one of payrun's own, and not made up of other words. */
export const isPlainName = (name: string): boolean => fieldsByName.has(fold(name))

/** A column that may be meant for a field, although its name isn't clear. */
export interface Doubt {
  field: Field
  /**
   * Which other columns of the field it makes doubtful. `not_net`: `Salaire` is perhaps before deductions, and no competitor of a column
   * that says "net" or "to pay". `not_to_pay`: nor is `Total` of one that says "to pay", but it may be the sum of `Salaire net` and more.
   * `not_net_after`: `Prime à payer` is in the net that stands right of it, but perhaps not in one that stands left of it.
   */
  against: 'any' | 'not_net' | 'not_to_pay' | 'not_net_after'
  /** Its number may be that of a document: `N° transfert`. */
  mayBeDocument?: true
  /** Fewer than three digits may be no amount: `Enfants novembre`. */
  mayBeCount?: true
}

/** Finds columns like `Nouveau numéro`, `Salaire` or `Montant corrigé`, which make the field's real column doubtful. */
export function doubtOf(written: string): Doubt | null {
  const name = withoutMonth(written)
  const content = contentOf(name)
  const has = (words: ReadonlySet<string>) => content.some((word) => words.has(word))
  // `Prime à payer`
  const isAdded = saysToPay(name) && has(addedWords)
  const isElse = (never: ReadonlySet<string>) =>
    content.some((word) => never.has(word) && !toDate.has(word) && !(isAdded && addedWords.has(word)))
  if (asksWhetherToPay(name) === 'yes') return null
  const isNumber = has(numberWords) && !/\d/.test(name)
  if (onePart.test(name) && !isNumber && !namesReceived(name) && !ofLoanOrTax.test(name))
    return { field: 'amount', against: 'not_net_after', mayBeCount: true }
  if (payTo.test(name)) return { field: 'phone_number', against: 'any' }
  if (isMade(contentOfAmount(name), dueRule) || (has(afterWords) && has(paidWords)))
    return { field: 'amount', against: 'any' }
  if (isOfPerson(content)) return null
  if (isNumberToPay(content)) return { field: 'phone_number', against: 'any', mayBeDocument: true }
  for (const field of ['operator', 'phone_number', 'amount'] as const) {
    // `MoMo Ref` and `Provider reference` are about a payment.
    if (field !== 'amount' && has(paymentRef)) continue
    const { heads, never } = rules[field]
    const isAccount = field === 'phone_number' && has(walletWords) && !has(bankWords)
    // `Cumul à payer`
    if (isElse(never) && !isAccount && !(saysToPay(name) && /cumul|ytd/i.test(name))) continue
    if (field === 'amount' && ((has(parts) && has(partHeads)) || (has(amt) && has(payee)))) continue
    if (field === 'amount' && isAdded) return { field, against: 'not_net_after' }
    if (has(heads)) return { field, against: field === 'amount' ? againstOf(content, name) : 'any' }
  }
  if (has(rules.operator.heads) || has(bankWords)) return null
  if (has(walletWords) && !has(paymentRef) && (has(numberWords) || has(accountWords) || !has(notWallet)))
    return { field: 'phone_number', against: 'any' }
  if (has(numberWords) && has(versions))
    return { field: 'phone_number', against: 'any', ...(has(documents) && { mayBeDocument: true }) }
  return has(payWords) && !isElse(rules.amount.never) ? { field: 'amount', against: 'not_net' } : null
}

const ofLoanOrTax = /(?<!\p{L})(?:loan|sacco|pr[eê]t|cr[eé]dit|imp[oô]t|taxe?|imposable|ipts|revenu)s?(?!\p{L})/iu
/** Perhaps the part that is to be paid now. `Tranche d'âge` and `N° tranche` are no money. */
const onePart = /(?<!\p{L}|monthly )(?:tranche|instal+ment|quinzaine)s?(?!\p{L}| d['’]| [aâ]ge| horaire)/iu

/** `N° à virer` and `Compte à virer`, but not `N° facture à payer`. */
const isNumberToPay = (content: readonly string[]): boolean =>
  hasAll(content, toMoveOrPay, new Set([...numberWords, ...accountWords])) &&
  !content.every((word) => toMoveOrPay.has(word))

/** `OT amount` and `CNPS à verser`: parts of a salary, or what goes elsewhere. */
const parts = setOf('adv allow cnps hs napsa nhif nssf ot overtime shif ssnit')
const partHeads = setOf('amount amt montant percevoir verser virer')
/** `PAYE amt` is a tax, and `Paye à verser` is what is paid. */
const [amt, payee] = [setOf('amt'), setOf('paye')]

/** `YTD net pay` is no competitor of `Net pay`, but perhaps of `Amount`. */
const toDate = setOf('cumulative cumule cumulee ytd')

function againstOf(content: readonly string[], name: string): Doubt['against'] {
  if (content.some((word) => toDate.has(word)) && !saysToPay(name)) return 'not_net'
  return content.some((word) => dueWords.has(word)) ? 'any' : content.includes('total') ? 'not_to_pay' : 'not_net'
}

/** Whether two columns for an amount could both be meant. Payrolls add up from left to right. */
export function isRival({ against }: Doubt, one: string, isRightOfIt: boolean): boolean {
  const words = wordsOf(withoutYear(one))
  if (against === 'any' || (against === 'not_net_after' && isRightOfIt)) return true
  const says = (due: ReadonlySet<string>) => words.some((word) => due.has(word)) || /\bto pay\b/.test(words.join(' '))
  if (against === 'not_to_pay' && isRightOfIt) return !says(toPay) && !(words.includes('net') && words.includes('pay'))
  return !says(toPay) && !says(toMove) && !words.includes('net')
}

const [toPay, toMove] = [setOf(`due payer ${regional.toPay}`), setOf('percevoir verser virer')]
const toMoveOrPay = new Set([...toMove, 'payer'])
const walletWords = setOf('momo wallet whatsapp')
const paymentRef = setOf('ref reference')
/** `Bank/MoMo` says how somebody is paid. */
const bankWords = setOf('bank banque')
const payWords = setOf(`paie pay remuneration salaire salary traitement wage ${regional.pay} ${regional.total}`)
const dueWords = setOf('amount montant net payer')
const afterWords = setOf('after apres')
const paidWords = new Set([...rules.amount.heads, ...payWords])
/** What is paid of an amount in the end: `Balance due`, `Solde`, `À payer ce jour`. `Solde congés` and `Due date` have another word. */
const dueRule: Omit<Rule, 'never'> = {
  heads: setOf(
    `balance due final part payable payer percevoir reste rounded solde take verser versement ${regional.left}`,
  ),
  beside: new Set([
    ...rules.amount.heads,
    ...rules.amount.beside,
    ...setOf(`${moneyWords} ce home jour left now outstanding remaining restant today`),
  ]),
}
/** `Frais MoMo` and `Date MoMo`, but not `Compte MoMo`. */
const notWallet = setOf(
  'agence agency commission cost date fee frais heure limit limite plafond recu receipt retrait statut status tax taxe time transaction withdrawal',
)
/** With a number word: a newer number, another one, or the one to pay. */
const versions = setOf(
  `1 2 3 actuel alternate alternative ancien ancienne autre beneficiaire corrige correct corrected crediter current depot mandataire new
  nouveau nouvelle old other paiement payee payer payment receiving reception recevoir remplacement replacement second secondaire titulaire
  transfer transfert updated use utiliser virement actualise actualisee`,
)
const documents = setOf('depot paiement payment titulaire transfer transfert virement')

const [peopleFirst, peopleLast] = [setOf('proprietaire titulaire'), setOf('holder name owner')]

/** `Titulaire du numéro`, `Phone owner` and `Nom du compte MoMo`, but not `Téléphone du titulaire`: a person's name. */
function isOfPerson(content: readonly string[]): boolean {
  const [first = '', last = ''] = [content[0], content.at(-1)]
  if (peopleFirst.has(first) || peopleLast.has(last)) return true
  return nameWordsAlone.has(first) && !content.some((word) => numberWords.has(word))
}

const nameWordsAlone = setOf(`name nom prenom ${regional.name}`)

/** `Compte Mobile Money`: its number is the phone's. */
const accountWords = setOf('account compte wallet')
/** `Phone/Account`: some of its numbers may be those of a bank. `Téléphone/Compte MoMo` has phone numbers only. */
const mayBeBank = (name: string): boolean =>
  alternatives.test(name) &&
  name
    .split(alternatives)
    .map(wordsOf)
    .some((words) => words.some((word) => bankAccount.has(word)) && !words.some((word) => ofWallet.has(word)))

const alternatives = /[/|&,;+]|\s[-–]\s|(?<!\p{L})(?:and|et|or|ou)(?!\p{L})/iu
const bankAccount = setOf('account compte')
const ofWallet = new Set([...brands, ...setOf(`${moneyWords} phone telephone`)])
/** `Tél. (+229)` */
const countryCode = /^2\d\d$/

function isPhone(content: readonly string[]): boolean {
  const all = content.filter((word) => !countryCode.test(word))
  const rest = all.filter((word) => !numberWords.has(word) && !accountWords.has(word))
  const hasNumber = rest.length < all.length
  const isWallet = all.includes('wallet') && all.length > 1
  if (isMade(rest, rules.phone_number)) {
    // `Mobile money` names a way to be paid; `Numéro mobile money` is a number.
    return (
      hasNumber || rest.some((word) => word !== 'mobile' && rules.phone_number.heads.has(word)) || rest.length === 1
    )
  }
  if (content[0] === 'contact' && content.every((word) => word === 'contact' || word === 'momo')) return true
  // `N° MoMo`, `Numéro Orange Money`, `Wallet number`.
  return (
    hasNumber &&
    (rest.length > 0 || isWallet) &&
    rest.every((word) => brands.has(word) || word === 'money' || word === 'momo')
  )
}

/** A person, perhaps with a number: `Payer à`. */
const payTo = /^\s*(?:[àa]\s+)?(?:pay(?:er)?|verser|virer|envoyer|send)\s+(?:[àa]|to)\s*:?\s*$/iu

/** A quick check, because nearly every cell is not a heading at all. */
const amountHead = /am(?:oun)?t|montant|net|payer|payable|percevoir|verser|virer|somme|kiasi|amafaranga|kulip|baada ya/i

function isAmount(name: string): boolean {
  if (name.length > longestHeading || !amountHead.test(name) || payTo.test(name)) return false
  const all = contentOfAmount(withoutYear(name))
  const isNet = all.includes('net')
  const content = all.filter((word) => !isMonth(word) && !(isNet && eachMonth.has(word)))
  // `Total`, `Pay` and `Salaire` alone may be before deductions.
  return isMade(content, rules.amount) && content.some((word) => surely.has(word))
}

const surely = setOf(`amount amt montant net payable payer percevoir verser virer ${regional.amount} ${regional.toPay}`)
/** `Montant mensuel` may be that of the contract. */
const eachMonth = setOf('mensuel month monthly mois')

/** A heading's words, without a unit. */
const contentOfAmount = (name: string): string[] => contentOf(unitsIn(splitCases(name)).rest)

const isMade = (words: readonly string[], { heads, beside }: Pick<Rule, 'heads' | 'beside'>): boolean =>
  hasAll(words, heads, beside)

/** Pay that is added to a salary, or paid by itself. */
const addedWords = setOf(
  '13 13e 13eme 13th allowance arrear arriere bonus commission gratification indemnite prime rappel thirteenth treizieme',
)

export const isAddedPay = (name: string): boolean => wordsOf(name).some((word) => addedWords.has(word))

/** Whether it names an amount that is not paid out: a gross one, a fee, a tax. */
export const isOtherSum = (name: string): boolean => wordsOf(name).some((word) => rules.amount.never.has(word))
