import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withNoBreakSpaces } from '../src/cli/docs/noBreakSpaces.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync('docs/fr/*.md', { cwd: root }).map((path) => path.slice('docs/fr/'.length))
const written = pages.filter((name) => name !== 'commands.md')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What a translation keeps: the order of headings, list items, table rows and blocks, what is typed, and code within the text. */
function shapeOf(text: string): string[] {
  const shape: string[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      fence = fence === null ? line : null
      shape.push(line)
    } else if (fence !== null) {
      if (/^(npm|payrun|PAYRUN_)/.test(line)) shape.push(typed(line))
    } else if (/^#+ /.test(line)) shape.push(line.replace(/ .*/, ''))
    else if (line.startsWith('|')) shape.push(`row of ${line.split('|').length}`)
    else if (/^(- |\d+\. )/.test(line)) shape.push('item')
    else if (line.startsWith('<!--')) shape.push(line)
  }
  return shape
}

/** A command without its comment, which is translated. */
const typed = (line: string): string => line.replace(/\s+#.*$/, '').replace(/^PAYRUN_LANG=fr /, '')

/** Options, codes and names in back quotes that a page has, each once. Placeholders of commands are translated. */
const codesOf = (text: string): string[] =>
  [
    ...new Set(
      [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`(--?[a-z][\w-]*|[a-z]\w*_\w+|[A-Z][A-Z_]{4,})`/g)].map(
        ([, code]) => code!,
      ),
    ),
  ].sort()

it('some pages are in French', () => expect(written.length).toBeGreaterThan(6))

it.each(written)('docs/fr/%s says what the English page says, in the same order', (name) => {
  const [english, french] = [read(`docs/${name}`), read(`docs/fr/${name}`)]
  expect(french).toContain(`[English](../${name})`)
  expect(shapeOf(french)).toEqual(shapeOf(english))
  expect(codesOf(french)).toEqual(codesOf(english))
  expect(french).not.toMatch(/[ =](BATCH|STATEMENT|PAYIN|TEXT|NAME|FIELD|COLUMN|FILE)\b/)
})

it('French pages have no-break spaces where French has them', () => {
  expect(withNoBreakSpaces('« Oui » : 5 000 000 ! `a ;` ?\n```\na ;\n```\n[a](b :)')).toBe(
    '«\u00a0Oui\u00a0»\u00a0: 5\u00a0000\u00a0000\u00a0! `a ;`\u00a0?\n```\na ;\n```\n[a](b :)',
  )
  for (const path of ['README.fr.md', ...written.map((name) => `docs/fr/${name}`)])
    expect(withNoBreakSpaces(read(path)) === read(path), `${path}: npm run docs`).toBe(true)
})

it.each(pages)('docs/fr/%s links to French pages where there are any', (name) => {
  const links = [...read(`docs/fr/${name}`).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!)
  for (const link of links) {
    expect(existsSync(join(root, 'docs/fr', link)), link).toBe(true)
    const english = /^\.\.\/([\w-]+\.md)$/.exec(link)?.[1]
    if (english !== undefined && english !== name) expect(pages, link).not.toContain(english)
  }
})
