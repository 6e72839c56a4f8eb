import { countries } from '../payout/country.ts'

/** A phone number in the ways in which texts write it, as digits. */
export interface RecipientForms {
  diallingCode: string
  /** Every form, with and without the country code; a leading plus and separators are left to the reader. */
  forms: ReadonlySet<string>
  /** How long the numbers of this country are without the country code, in each form. */
  nationalLengths: ReadonlySet<number>
}

/**
 * The forms of `phone` (digits with the country code). Benin's numbers went from 8 to 10 digits by a `01` in front
 * (2024); texts of both ages are about, so with and without it is one number.
 */
export function recipientForms(phone: string): RecipientForms {
  const diallingCode = countries.find((each) => phone.startsWith(each.diallingCode))?.diallingCode ?? ''
  const national = phone.slice(diallingCode.length)
  const nationals = [national, ...beninForms(diallingCode, national)]
  const forms = nationals.flatMap((each) => [each, `0${each}`, `${diallingCode}${each}`, `00${diallingCode}${each}`])
  return {
    diallingCode,
    forms: new Set(forms),
    nationalLengths: new Set(nationals.flatMap((each) => [each.length, each.length + 1])),
  }
}

function beninForms(diallingCode: string, national: string): string[] {
  if (diallingCode !== '229') return []
  if (national.length === 10 && national.startsWith('01')) return [national.slice(2)]
  return national.length === 8 ? [`01${national}`] : []
}
