import { keyOf } from '../../src/words/t.ts'

/**
 * The keys of every t`…` in a source text, those inside the values of others too, and the messages that are logged as
 * warnings and errors: a person at a terminal is shown them in their own language. Comments are left out.
 */
export function sentencesIn(source: string): string[] {
  const found: string[] = []
  let at = 0

  /** Code, up to its end or to the brace that closes a value. */
  function code(insideValue: boolean): void {
    let depth = 0
    while (at < source.length) {
      const char = source[at]
      if (source.startsWith('//', at)) at = endOf('\n')
      else if (source.startsWith('/*', at)) at = endOf('*/')
      else if (char === "'" || char === '"') quoted(char)
      else if (char === '`') template(/(?<![\w$.])t$/.test(source.slice(Math.max(0, at - 12), at)))
      else if (insideValue && char === '}' && depth === 0) return
      else {
        if (char === '{') depth += 1
        if (char === '}') depth -= 1
        at += 1
      }
    }
  }

  const endOf = (mark: string): number => {
    const end = source.indexOf(mark, at + 2)
    return end < 0 ? source.length : end + mark.length
  }

  function quoted(mark: string): void {
    const isLogged = /\b(?:log\.(?:warn|error)|onNotice)\(\s*$/.test(source.slice(Math.max(0, at - 40), at))
    const from = at + 1
    for (at += 1; at < source.length && source[at] !== mark && source[at] !== '\n'; at += 1) {
      if (source[at] === '\\') at += 1
    }
    if (isLogged) found.push(source.slice(from, at).replace(/\\(.)/g, '$1'))
    at += 1
  }

  function template(isSentence: boolean): void {
    const place = found.length
    const parts = ['']
    for (at += 1; at < source.length && source[at] !== '`'; ) {
      if (source.startsWith('${', at)) {
        at += 2
        code(true)
        at += 1
        parts.push('')
      } else {
        const escaped = source[at] === '\\' ? 1 : 0
        parts.push((parts.pop() ?? '') + (escaped ? unescaped(source[at + 1] ?? '') : source[at]))
        at += 1 + escaped
      }
    }
    at += 1
    if (isSentence) found.splice(place, 0, keyOf(parts))
  }

  code(false)
  return found
}

const unescaped = (char: string): string => (char === 'n' ? '\n' : char)
