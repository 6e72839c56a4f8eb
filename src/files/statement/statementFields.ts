import { unitsIn } from '../../payout/money/writtenAmount.ts'
import { fold } from '../../payout/typedText.ts'
import { splitCases } from '../payroll/header/headingWords.ts'

export type StatementField =
  | 'reference'
  | 'phone'
  | 'amount'
  /** Outgoing money, in a column of its own. */
  | 'debit'
  /** Incoming money. */
  | 'credit'
  /** `D` or `C` beside the amount. */
  | 'direction'
  | 'fee'
  | 'currency'
  | 'status'
  | 'date'
  /** Next to a date without a time. */
  | 'time'
  /** The line's account, if the file has several. */
  | 'account'
  /** Words that may name the number: `Transfert vers 2290197000001`. */
  | 'label'
  /** The number of payments that the line stands for, if it is a sum. */
  | 'payments'

const ofRecipient = (...whose: readonly string[]): string[] =>
  whose.flatMap((who) => ['phone', 'phone number', 'mobile', 'mobile number', 'msisdn'].map((what) => `${who} ${what}`))

const duDestinataire = (who: string): string[] =>
  ['msisdn', 'mobile', 'téléphone', 'tél', 'numéro de téléphone', 'n° téléphone'].flatMap((what) => [
    `${what} ${who}`,
    `${what} du ${who}`,
  ])

/** Names that are less certain count one after the other, so that a file with two of them isn't refused. */
const each = (...group: readonly string[]): string[][] => group.map((name) => [name])

/**
 * The names of statements' columns in French and English, compared folded. The first group with a column in the file counts: next to
 * `reference`, a column `id` is some other number.
 */
const names: Readonly<Record<StatementField, readonly (readonly string[])[]>> = {
  reference: [
    ['provider_reference', 'référence prestataire', 'référence opérateur'],
    ['reference', 'référence', 'ref', 'réf', 'transaction reference', 'payment reference', 'payout reference'],
    ['référence transaction', 'référence de la transaction', 'référence du paiement', 'numéro de référence'],
    ['n° référence', 'no référence', 'référence opération', "référence de l'opération", 'reference number'],
    ['transaction_id', 'id transaction', 'id de transaction', 'id de la transaction', 'numéro de transaction'],
    ['n° transaction', 'no transaction', 'n° de transaction', 'no de transaction', 'numéro transaction'],
    [
      'n° de la transaction',
      'no de la transaction',
      'num transaction',
      'trans id',
      'txn id',
      'financial transaction id',
    ],
    ['transaction', 'transaction number', 'transaction no', 'payout_id', 'payment_id', 'receipt', 'reçu'],
    ['receipt no', 'receipt number', 'n° reçu', 'no reçu', 'n° opération', 'no opération', 'numéro opération'],
    ["n° d'opération", "numéro d'opération", 'id opération', 'n° pièce', 'no pièce', 'n° de pièce', 'numéro de pièce'],
    ...each('transfer id', 'id transfert', 'transfert id', 'id de transfert'),
    ['id'],
    // These may be the payer's own reference.
    ...each('transaction ref', 'ref transaction', 'réf opération', 'reference no', 'ref no', 'n° réf', 'payment ref'),
  ],
  phone: [
    ['phone_number', 'phone', 'msisdn', 'téléphone', 'numéro de téléphone', 'numéro', 'tél', 'n° téléphone'],
    ['n° de téléphone', 'no téléphone', 'no de téléphone'],
    [
      'recipient number',
      'recipient phone',
      'numéro destinataire',
      'numéro du destinataire',
      'n° destinataire',
      'no destinataire',
      'receiver msisdn',
      'receiver number',
    ],
    ...each(...ofRecipient('recipient', 'receiver'), ...duDestinataire('destinataire')),
    ['recipient', 'destinataire', 'receiver'],
    [
      'beneficiary number',
      'numéro bénéficiaire',
      'numéro du bénéficiaire',
      'n° bénéficiaire',
      'no bénéficiaire',
      'customer phone',
      'mobile',
      'mobile number',
    ],
    ...each(
      ...ofRecipient('beneficiary', 'payee', 'customer'),
      ...duDestinataire('bénéficiaire'),
      ...duDestinataire('client'),
    ),
    ...each('counterparty mobile', 'counterparty phone', 'counterparty number', 'n° compte correspondant'),
    ...each('no compte correspondant', 'numéro compte correspondant', 'compte correspondant', 'n° correspondant'),
    ...each('numéro correspondant', 'numéro du correspondant', 'to msisdn', 'to number', 'to'),
  ],
  amount: [
    ['amount', 'montant'],
    ['transaction amount', 'montant transaction', 'montant de la transaction', 'montant payé', 'amount paid'],
    ['montant opération', "montant de l'opération"],
    ...each('transfer amount', 'montant transféré', 'montant du transfert', 'montant total', 'total amount'),
  ],
  debit: [
    ['debit', 'débit', 'débits', 'montant débit', 'montant débité', 'debit amount', 'amount debited', 'au débit'],
    ['withdrawn', 'withdrawal', 'withdrawals', 'paid out', 'money out', 'sortie', 'sorties', 'retrait', 'retraits'],
  ],
  credit: [
    [
      'credit',
      'crédit',
      'crédits',
      'montant crédit',
      'montant crédité',
      'credit amount',
      'amount credited',
      'au crédit',
    ],
    ['paid in', 'deposit', 'deposits', 'money in', 'entrée', 'entrées', 'dépôt', 'dépôts'],
  ],
  direction: [['sens', 'direction', 'd/c', 'dr/cr', 'debit/credit', 'débit/crédit', "sens de l'opération"]],
  fee: [
    ['fee', 'fees', 'frais', 'transaction fee', 'transaction fees', 'frais de transaction', 'frais transaction'],
    ['charges', 'charge', 'commission', 'commissions', 'service fee', 'frais de service', 'montant frais'],
  ],
  currency: [['currency', 'devise', 'monnaie', 'currency code', 'code devise']],
  status: [
    ['status', 'statut', 'état', 'state', 'transaction status', 'payment status', 'payout status', 'status text'],
    ['statut transaction', 'statut de la transaction', 'statut du paiement', 'état de la transaction'],
    ['result', 'résultat', 'situation', 'outcome'],
  ],
  date: [
    ['date', 'datetime', 'date_time', 'timestamp', 'date et heure', 'date heure', 'transaction date'],
    ['date transaction', 'date de transaction', 'date de la transaction', 'date opération', "date de l'opération"],
    ["date d'opération", 'completion time', 'transaction time', 'date/heure', 'date & heure', 'operation date'],
    [
      'created_at',
      'created',
      'date de création',
      'date création',
      'créé le',
      'sent_at',
      "date d'envoi",
      'paid_at',
      'date de paiement',
    ],
    ['settled_at', 'completed_at', 'updated_at'],
    ['booking date', 'date comptable', 'date de comptabilisation', 'posting date'],
    ['date valeur', 'date de valeur', 'value date', 'valeur'],
    ...each('transaction date & time', 'transaction date and time', 'date & time', 'date and time', 'txn date'),
    // A payment date may be the planned one.
    ...each('payment date', 'at'),
  ],
  time: [['time', 'heure', 'hour', "heure de l'opération", 'heure opération', 'heure transaction']],
  account: [
    [
      'account',
      'compte',
      'n° compte',
      'no compte',
      'n° de compte',
      'no de compte',
      'numéro de compte',
      'account number',
    ],
    ['account no', 'numéro compte', 'wallet', 'wallet number', 'compte marchand', 'merchant account'],
  ],
  label: [
    ['libellé', 'label', 'description', 'details', 'détails', 'détail', 'narration', 'narrative', 'particulars'],
    ["libellé de l'opération", 'libellé opération', 'libellé de la transaction', 'motif', 'désignation'],
  ],
  payments: [
    [
      'number of payments',
      'number of transactions',
      'nombre de paiements',
      'nombre de transactions',
      'nb transactions',
    ],
    ['nb paiements', 'nombre de bénéficiaires', 'nb bénéficiaires', 'number of beneficiaries'],
  ],
}

export const fields = Object.keys(names) as StatementField[]
export const isField = (name: string): name is StatementField => Object.hasOwn(names, name)

interface Place {
  field: StatementField
  rank: number
}

let placesMade: ReadonlyMap<string, Place> | undefined

/** Created on first use: most files are not statements. */
function places(): ReadonlyMap<string, Place> {
  placesMade ??= new Map(
    fields
      .flatMap((field) =>
        names[field].flatMap((group, rank) => group.map((name): [string, Place] => [fold(name), { field, rank }])),
      )
      // A name that is in two groups belongs to the first.
      .reverse(),
  )
  return placesMade
}

export const moneyFields: ReadonlySet<StatementField> = new Set(['amount', 'debit', 'credit', 'fee'])

/** A heading may name the unit: `Montant (FCFA)`. */
export function placeOf(name: string): Place | undefined {
  const known = places().get(fold(name))
  if (known || name.length > 60) return known
  const { rest } = unitsIn(splitCases(name))
  const place = places().get(fold(rest.replace(/[([][^)\]]*[)\]]?/g, '').replace(/\s(?:en|in)\s*$/i, '')))
  return place && moneyFields.has(place.field) ? place : undefined
}
