// Writes the documents that are made from the command line's definitions, and puts no-break spaces into the French pages. Tests say
// when this has to be done again.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { documents } from '../src/cli/docs/documents.ts'
import { withNoBreakSpaces } from '../src/cli/docs/noBreakSpaces.ts'

for (const [path, text] of Object.entries(await documents())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  process.stderr.write(`${path}\n`)
}

const root = new URL('..', import.meta.url)
for (const path of globSync(['*.fr.md', 'docs/fr/*.md'], { cwd: root, exclude: ['docs/fr/commands.md'] })) {
  const page = new URL(path, root)
  const text = readFileSync(page, 'utf8')
  const spaced = withNoBreakSpaces(text)
  if (spaced === text) continue
  writeFileSync(page, spaced)
  process.stderr.write(`${path}\n`)
}
