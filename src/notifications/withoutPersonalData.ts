import { fold } from '../payout/fold.ts'
import { maskNote } from '../payout/maskNote.ts'
import { parseExact } from '../provider/exactJson.ts'

export const leftOut = '(left out)'

/**
 * A JSON text without what tells who somebody is, by the names of its fields, at any depth, and by what texts look like.
 * Numbers stay digit for digit.
 *
 * @throws when the text is no JSON, or nested too deep to be walked through
 */
export function withoutPersonalData(json: string): string {
  return JSON.stringify(parseExact(json, '*'), (key, value: unknown) => {
    const name = fold(key)
    if (value === null || name === '') return value
    if (phoneName.test(name)) return maskedPhone(value)
    if (personName.test(name)) return leftOut
    if (partyName.test(name)) return isObject(value) ? value : leftOut
    return typeof value === 'string' ? cleanText(value, proseName.test(name)) : value
  })
}

/** Names as `fold` makes them: letters and digits only, without accents. Of phone numbers: */
const phoneName = /(?:phone|phonenumber|msisdn|telephone|mobile|mobilenumber|wallet|walletnumber|tel|numero)$/
/** Of what is a person's own. `name` at the end takes in a merchant's, too: rather one too many. */
const personName =
  /(?:name|names|nom|noms|prenom|prenoms|beneficiaire|email|emails|emailaddress|mail|address|adresse|birthdate|dateofbirth|cardnumber|pan|iban|ip|ipaddress)$/
/** Of people, where what stands there is their details (an object, whose fields are looked at) or their name or number. */
const partyName =
  /^(?:customer|client|payer|payee|sender|recipient|receiver|beneficiary|subscriber|holder|from|to|account|accountnumber|number|card|phones|telephones)$/
const proseName = /^(?:message|description|reason|details|detail|text|note|narration|comment|motif|libelle)$/

/** Lists and numbers are none: `parseExact` gives a number as an object with its digits. */
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('rawJSON' in value)

/** The country code and the last two digits tell a mix-up of numbers, and tell nobody who it is. */
function maskedPhone(value: unknown): string {
  const masked = maskNote(typeof value === 'string' ? value : JSON.stringify(value), { name: null })
  return /^\d{3}\*+\d\d$/.test(masked) ? masked : leftOut
}

function cleanText(value: string, isProse: boolean): string {
  const clean = value
    .replaceAll(/[^\s@]{1,64}@[^\s@]{1,255}/g, leftOut)
    .replaceAll(/\+\d(?:[ .()-]?\d){7,14}/g, (run) => maskNote(run, { name: null }))
  return isProse ? maskNote(clean, { name: null }) : clean
}
