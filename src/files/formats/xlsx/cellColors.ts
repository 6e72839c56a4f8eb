import type { Attributes } from '../xml/readXml.ts'
/** Of a cell: the colour of what is written in it, and of what is behind that. */
export interface CellColors {
  letters: string
  background: string
}

export const black = '000000'
export const white = 'ffffff'

/** Of a cell without a fill it is the sheet's white; `solid`: the colour is still to come; any other pattern is no colour. */
export const patternOf = ({ patternType = 'none' }: Attributes): string =>
  patternType === 'none' ? white : patternType

/** Six hex digits where the part itself says which colour it is (ECMA-376 part 1, 18.8.19); else what names it. */
export function colorOf({ rgb = '', indexed, theme, tint = '0' }: Attributes): string {
  if (/^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(rgb)) return rgb.slice(-6).toLowerCase()
  if (Number(tint) !== 0) return `theme ${theme} ${tint}`
  if (indexed === '1' || indexed === '9' || indexed === '65' || theme === '0') return white
  if (indexed === '0' || indexed === '8' || indexed === '64' || theme === '1') return black
  return indexed === undefined && theme === undefined ? black : `indexed ${indexed} theme ${theme}`
}

/** Of 255 steps, those that no eye sees on a screen. */
const unseenSteps = 8

export function isUnseen({ letters, background }: CellColors): boolean {
  if (letters === background) return true
  const [a, b] = [letters, background].map((color) => (/^[0-9a-f]{6}$/.test(color) ? Number.parseInt(color, 16) : null))
  if (a == null || b == null) return false
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= unseenSteps)
}
