import type { Attributes } from '../xml/readXml.ts'
/** The colours of a cell's letters and of its background. */
export interface CellColors {
  letters: string
  background: string
}

export const black = '000000'
export const white = 'ffffff'

/** A cell without a fill has the sheet's white. For `solid`, the colour follows; any other pattern is not a colour. */
export const patternOf = ({ patternType = 'none' }: Attributes): string =>
  patternType === 'none' ? white : patternType

/** Six hex digits if the colour is known (ECMA-376 part 1, 18.8.19); otherwise a name for it. */
export function colorOf({ rgb = '', indexed, theme, tint = '0' }: Attributes): string {
  if (/^(?:[0-9a-f]{2})?[0-9a-f]{6}$/i.test(rgb)) return rgb.slice(-6).toLowerCase()
  if (Number(tint) !== 0) return `theme ${theme} ${tint}`
  if (indexed === '1' || indexed === '9' || indexed === '65' || theme === '0') return white
  if (indexed === '0' || indexed === '8' || indexed === '64' || theme === '1') return black
  return indexed === undefined && theme === undefined ? black : `indexed ${indexed} theme ${theme}`
}

/** The difference, of 255 steps, that nobody sees on a screen. */
const unseenSteps = 8

export function isUnseen({ letters, background }: CellColors): boolean {
  if (letters === background) return true
  const [a, b] = [letters, background].map((color) => (/^[0-9a-f]{6}$/.test(color) ? Number.parseInt(color, 16) : null))
  if (a == null || b == null) return false
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= unseenSteps)
}
