import { styleText } from 'node:util'

export type Paint = 'green' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'dim' | 'bold'

export interface Style {
  colour: boolean
  /** The text in a colour, or as it is where colours are off. Meaning is never in the colour alone. */
  paint(text: string, how: Paint): string
}

export interface StyleSettings {
  /** Of the stream that the text goes to. */
  isTTY: boolean
  /** `NO_COLOR`: any value but '' turns colours off, whatever else says (no-color.org, and the contract). */
  noColor?: string | undefined
  /** `FORCE_COLOR`: `0` and `false` turn colours off; any other value turns them on where there is no terminal. */
  forceColor?: string | undefined
  /** `TERM`: `dumb` has no colours. */
  term?: string | undefined
}

export function createStyle(settings: StyleSettings): Style {
  const colour = wantsColour(settings)
  return {
    colour,
    // Judged above, for the stream in question: styleText's own check would look at standard output.
    paint: (text, how) => (colour && text !== '' ? styleText(how, text, { validateStream: false }) : text),
  }
}

export const plainStyle: Style = { colour: false, paint: (text) => text }

function wantsColour({ isTTY, noColor = '', forceColor, term }: StyleSettings): boolean {
  if (noColor !== '') return false
  if (forceColor !== undefined) return forceColor !== '0' && forceColor !== 'false'
  return isTTY && term !== 'dumb'
}
