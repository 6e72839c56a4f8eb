import type { Language } from '../../words/catalogue.ts'

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

/** What a template calls its columns: spellings that intake accepts (src/files/payroll/field.ts). */
export const templateColumns: Readonly<Record<Language, Readonly<Record<TemplateField, string>>>> = {
  en: {
    reference: 'reference',
    name: 'name',
    country: 'country',
    operator: 'operator',
    phone_number: 'phone_number',
    amount: 'amount',
    currency: 'currency',
  },
  fr: {
    reference: 'référence',
    name: 'nom',
    country: 'pays',
    operator: 'opérateur',
    phone_number: 'téléphone',
    amount: 'montant',
    currency: 'devise',
  },
}
