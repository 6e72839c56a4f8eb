/**
 * The first field that an object in this JSON gives twice, at any depth, as `customer.name`; undefined: none. JSON.parse, which has
 * accepted it, keeps the last of them silently, and the sender may have meant the first.
 */
export function repeatedField(json: string): string | undefined {
  const open: { fields: Set<string>; path: string }[] = []
  let path = ''
  // In JSON that is well-formed, a text before a colon is a field, and no text has a bare quote in it.
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
