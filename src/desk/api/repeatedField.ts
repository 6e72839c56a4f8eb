/**
 * The first field that an object in this JSON has twice, at any depth, such as `customer.name`; undefined if there is none. The JSON must
 * be valid. JSON.parse silently keeps the last one, and the sender may have meant the first.
 */
export function repeatedField(json: string): string | undefined {
  const open: { fields: Set<string>; path: string }[] = []
  let path = ''
  // In valid JSON, a string before a colon is a field, and no string contains an unescaped quote.
  for (const { 0: token, 1: field } of json.matchAll(
    /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g,
  )) {
    const inner = open.at(-1)
    if (field !== undefined && inner) {
      const name = JSON.parse(field) as string
      path = inner.path === '' ? name : `${inner.path}.${name}`
      if (inner.fields.has(name)) return path
      inner.fields.add(name)
    } else if (token === '{') open.push({ fields: new Set(), path })
    else if (token === '}') path = open.pop()?.path ?? ''
  }
  return undefined
}
