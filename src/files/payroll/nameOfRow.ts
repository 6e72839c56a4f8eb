import { directionProblem } from '../../payout/typedText.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { Columns } from './columns.ts'
import type { Row } from './row.ts'

type Report = (field: 'name', code: 'invalid_name', message: Sentence) => void

const maxNameLength = 100
const control = /\p{Cc}/u
const lostCharacter = '\ufffd'
/** Matches nearly every name. */
const plainName = /^[\x20-\x7e]*$/
/** UTF-8 that some program has read as Windows-1252: `KouamÃ©`, `Nâ€™Guessan`. */
const garbled =
  /[ÂÃ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2026\u2030\u2039\u203a\u20ac\u2122]|â€/

/** The first name and the family name, if they are in two columns and no column has both. */
export function wholeName({ cells }: Row, { index, nameParts, map }: Columns, own: string): string {
  const { given, family } = nameParts
  const isWhole = index.name !== undefined && index.name !== family
  if (given === undefined || isWhole || map.name !== undefined) return own
  const parts = [given, family].map((at) => (cells[at ?? -1] ?? '').trim())
  const [first = '', last = ''] = parts
  const both = parts.filter((part) => part !== '').join(' ')
  let isFine = !` ${last} `.toLowerCase().includes(` ${first} `.toLowerCase())
  // Problems are told of the column of names.
  checkName(both, () => {
    isFine = false
  })
  return isFine ? both : own
}

export function checkName(text: string, report: Report): string | null {
  if (text === '' || (plainName.test(text) && text.length <= maxNameLength)) return text === '' ? null : text
  if (isLonger(text, maxNameLength)) {
    report('name', 'invalid_name', say('payout.name_longer_characters_shorten', { maxNameLength }))
  } else if (control.test(text)) {
    report('name', 'invalid_name', say('payout.name_line_break_another_control_character'))
  } else if (text.includes(lostCharacter)) {
    report('name', 'invalid_name', say('payout.name_character_lost_saving_type_again', { lostCharacter }))
  } else if (garbled.test(text)) {
    report('name', 'invalid_name', say('payout.name_garbled'))
  } else {
    const turned = directionProblem(text)
    if (turned) report('name', 'invalid_name', turned)
  }
  return text
}

/** Counts characters, which may have two code units each. */
export const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most
