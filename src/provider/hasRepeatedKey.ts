/**
 * Whether a JSON text, an object that JSON.parse has accepted, gives one of `keys` more than once at its top level.
 * JSON.parse keeps the last silently; here `{"status":"FAILED","status":"success"}` must not read as a success.
 */
export function hasRepeatedKey(json: string, keys: readonly string[]): boolean {
  // An escaped key (`st\u0061tus`) hides from a text search, so any \u asks for the scan.
  const suspicious = json.includes('\\u') || keys.some((key) => occursTwice(json, `"${key}"`))
  if (!suspicious) return false
  const seen = new Set<string>()
  for (const key of topLevelKeys(json)) {
    if (seen.has(key) && keys.includes(key)) return true
    seen.add(key)
  }
  return false
}

const occursTwice = (text: string, part: string): boolean => text.indexOf(part) !== text.lastIndexOf(part)

/** The JSON is known to be well-formed, so strings and brackets are all that has to be told apart. */
function* topLevelKeys(json: string): Generator<string> {
  let depth = 0
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (depth === 1 && /^\s*:/.test(json.slice(index + token.length, index + token.length + 100))) {
      yield JSON.parse(token) as string
    }
  }
}
