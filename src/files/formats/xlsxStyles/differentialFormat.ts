import { isOn } from '../xlsx/sharedStrings.ts'
import type { Attributes } from '../xml/readXml.ts'
import { colorOf, white } from './cellColors.ts'

/** What a conditional format changes in a cell's look (ECMA-376 part 1, 18.8.14). Null if it changes nothing. */
export interface DifferentialFormat {
  isStruck: boolean
  letters: string | null
  background: string | null
  /** The code of its number format. */
  code: string | null
}

export const unchanged: DifferentialFormat = { isStruck: false, letters: null, background: null, code: null }

/** Reads one `<dxf>` after another. */
export function createDifferentialReader() {
  let format: DifferentialFormat | null = null
  let isInFont = false
  /** The pattern of its fill. */
  let pattern = 'solid'
  return {
    open(name: string, attributes: Attributes): void {
      if (name === 'dxf') format = { ...unchanged }
      if (format === null) return
      if (name === 'font') isInFont = true
      else if (name === 'strike') format.isStruck = isOn(attributes)
      // Borders have colours, too.
      else if (name === 'color' && isInFont) format.letters = colorOf(attributes)
      else if (name === 'numFmt') format.code = attributes['formatCode'] ?? ''
      else if (name === 'patternFill') {
        pattern = attributes['patternType'] ?? 'solid'
        if (pattern !== 'solid') format.background = pattern === 'none' ? white : pattern
      }
      // Here a solid fill has its colour in `bgColor`, which elsewhere is the colour behind a pattern.
      else if (pattern === 'solid' && (name === 'bgColor' || (name === 'fgColor' && format.background === null)))
        format.background = attributes['auto'] === undefined ? colorOf(attributes) : white
    },
    /** @returns the format that ends here */
    close(name: string): DifferentialFormat | null {
      if (name === 'font') isInFont = false
      if (name !== 'dxf') return null
      const whole = format
      format = null
      pattern = 'solid'
      return whole
    },
  }
}
