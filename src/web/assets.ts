import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A file that pages load. It is served as it is in this folder. */
export interface Asset {
  /** Has a digest of the content, so that browsers may cache it forever: `/assets/style.3f2a91c04b7d.css`. */
  path: string
  type: string
  bytes: Buffer
}

const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' } as const

/** @param name a style sheet, a script or a picture of src/web */
export function readAsset(name: `${string}.${keyof typeof types}`): Asset {
  const bytes = readFileSync(new URL(name, import.meta.url))
  const [stem = '', extension = 'css'] = name.split('.') as [string, keyof typeof types]
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `/assets/${stem}.${digest}.${extension}`, type: types[extension], bytes }
}
