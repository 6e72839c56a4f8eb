import { count, money } from '../../words/sentence.ts'
import { shown, spokenLanguage } from '../speak.ts'

/** A whole number for people, digits in groups of three: `1,250,000`. */
export const formatCount = (number: number | bigint): string => shown(count(number))

/**
 * Money for people: `1,250,000 FCFA`, `1,500.50 KES`; in French `1 250 000 FCFA`, `1 500,50 KES`.
 * @param minor minor units; the number of decimals is the currency's (ISO 4217)
 */
export const formatAmount = (minor: bigint, currency: string): string => shown(money(minor, currency))

/** A number of few digits, as it is written here: `0.4`, in French `0,4`. */
export const withPoint = (digits: string): string => (spokenLanguage() === 'fr' ? digits.replace('.', ',') : digits)
