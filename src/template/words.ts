export type TemplateLanguage = 'en' | 'fr'

export const templateFields = [
  'reference',
  'name',
  'country',
  'operator',
  'phone_number',
  'amount',
  'currency',
] as const

export type TemplateField = (typeof templateFields)[number]

export interface TemplateWords {
  /** Names of columns: intake knows each of them (src/intake/field.ts). */
  columns: Readonly<Record<TemplateField, string>>
  /** What to write in each, for people who fill it in. */
  rules: Readonly<Record<TemplateField, string>>
  examples: Readonly<Record<TemplateField, string>>
  /** Names of sheets: at most 31 characters. */
  payouts: string
  operators: string
  explanation: string
  explanationHeadings: readonly [string, string, string, string]
  operatorHeadings: readonly [string, string, string, string, string]
  required: string
  optional: string
  /** How the file is to be used, line by line. */
  use: readonly string[]
  notInList: string
  chooseOperator: string
  chooseCountry: string
  chooseCurrency: string
}

const en: TemplateWords = {
  columns: {
    reference: 'reference',
    name: 'name',
    country: 'country',
    operator: 'operator',
    phone_number: 'phone_number',
    amount: 'amount',
    currency: 'currency',
  },
  rules: {
    reference:
      'Your own number for this payout, different on every row. It is what keeps a payout from being made twice.',
    name: "The beneficiary's name, as the operator knows it.",
    country: 'Only to be sure: it has to be the country of the operator.',
    operator: 'The code from the list of operators.',
    phone_number: 'The mobile number that is paid: with its country code (+229…), or as it is dialled in the country.',
    amount: 'Digits only. In XOF, XAF, RWF and UGX without decimals, in the others with two at most.',
    currency: 'Only to be sure: it has to be the currency of the operator.',
  },
  examples: {
    reference: 'EMP-0001',
    name: 'Afi Dossou',
    country: 'Benin',
    operator: 'mtn-benin',
    phone_number: '+229 01 …',
    amount: '150000',
    currency: 'XOF',
  },
  payouts: 'Payouts',
  operators: 'Operators',
  explanation: 'How to fill it in',
  explanationHeadings: ['Column', 'Needed', 'What to write', 'Example'],
  operatorHeadings: ['Code', 'Operator', 'Country', 'Currency', 'Dialling code'],
  required: 'yes',
  optional: 'no',
  use: [
    'One row for each payout, on the first sheet, below the names of the columns.',
    'Columns of your own may stand beside these: they come out in the report as they are.',
    'Check the file before you pay it: payrun validate FILE',
  ],
  notInList: 'Not in the list',
  chooseOperator: 'Choose the code from the list: it stands on the sheet of operators.',
  chooseCountry: 'Choose the country from the list, or leave the cell empty.',
  chooseCurrency: 'Choose the currency from the list, or leave the cell empty.',
}

const fr: TemplateWords = {
  columns: {
    reference: 'référence',
    name: 'nom',
    country: 'pays',
    operator: 'opérateur',
    phone_number: 'téléphone',
    amount: 'montant',
    currency: 'devise',
  },
  rules: {
    reference:
      "Votre propre numéro pour ce paiement, différent à chaque ligne. C'est lui qui empêche de payer deux fois.",
    name: "Le nom du bénéficiaire, tel que l'opérateur le connaît.",
    country: "Facultatif, pour vérification : ce doit être le pays de l'opérateur.",
    operator: 'Le code de la liste des opérateurs.',
    phone_number: "Le numéro mobile à payer : avec l'indicatif du pays (+229…), ou comme on le compose dans le pays.",
    amount:
      'Des chiffres seulement. Sans décimales en XOF, XAF, RWF et UGX, avec deux au plus dans les autres devises.',
    currency: "Facultatif, pour vérification : ce doit être la devise de l'opérateur.",
  },
  examples: {
    reference: 'EMP-0001',
    name: 'Afi Dossou',
    country: 'Bénin',
    operator: 'mtn-benin',
    phone_number: '+229 01 …',
    amount: '150000',
    currency: 'XOF',
  },
  payouts: 'Paiements',
  operators: 'Opérateurs',
  explanation: 'Comment remplir',
  explanationHeadings: ['Colonne', 'Obligatoire', "Ce qu'il faut écrire", 'Exemple'],
  operatorHeadings: ['Code', 'Opérateur', 'Pays', 'Devise', 'Indicatif'],
  required: 'oui',
  optional: 'non',
  use: [
    'Une ligne par paiement, sur la première feuille, sous les noms des colonnes.',
    'Vous pouvez ajouter vos propres colonnes : elles ressortent telles quelles dans le rapport.',
    'Vérifiez le fichier avant de payer : payrun validate FICHIER',
  ],
  notInList: 'Absent de la liste',
  chooseOperator: 'Choisissez le code dans la liste : elle se trouve sur la feuille des opérateurs.',
  chooseCountry: 'Choisissez le pays dans la liste, ou laissez la cellule vide.',
  chooseCurrency: 'Choisissez la devise dans la liste, ou laissez la cellule vide.',
}

export const templateWords = (language: TemplateLanguage): TemplateWords => (language === 'fr' ? fr : en)
