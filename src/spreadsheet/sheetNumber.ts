/** Excel keeps this many digits of a number (IEEE 754 doubles), and shows no more. */
const keptDigits = 15
const written = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

export interface SheetNumber {
  /** Plain decimal digits, no exponent: `229970000012`, `1500.5`. */
  text: string
  /**
   * `digits_lost`: it has more whole digits than a spreadsheet keeps, so the last ones are not what was typed.
   * `remainder`: a calculation left a tail (`1500.4999999999998`) that the sheet doesn't show.
   */
  doubt: 'digits_lost' | 'remainder' | null
}

/**
 * A number as a sheet holds it, exactly. Up to 15 digits the text in the file is the number. Excel itself writes 17, so
 * that 1.1 stands there as `1.1000000000000001`: that is the shortest decimal that means the same double, which is what
 * Excel shows. What has more than 15 digits even so was calculated, not typed. Null: no number at all.
 */
export function readSheetNumber(raw: string): SheetNumber | null {
  const plain = toPlain(raw)
  if (plain === null) return null
  const exact = significantDigits(plain) <= keptDigits ? plain : toPlain(String(Number(raw)))
  if (exact === null) return null
  if (wholeDigits(exact) > keptDigits) return { text: exact, doubt: 'digits_lost' }
  return { text: exact, doubt: significantDigits(exact) > keptDigits ? 'remainder' : null }
}

/** `1.5E+3` → `1500`. Null for what is no number, or one far from anything that is paid. */
function toPlain(raw: string): string | null {
  const parts = written.exec(raw)
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = parts
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > 60) return null
  const digits = (whole + fraction).padEnd(whole.length + exponent, '0')
  const point = whole.length + exponent
  const padded = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits
  const at = Math.max(point, 1)
  const wholePart = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const fractionPart = padded.slice(at).replace(/0+$/, '')
  const text = fractionPart === '' ? wholePart : `${wholePart}.${fractionPart}`
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text
}

const significantDigits = (plain: string): number =>
  plain.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '').length

const wholeDigits = (plain: string): number => plain.replace('-', '').split('.')[0]?.length ?? 0
