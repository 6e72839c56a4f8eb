// Writes the documents that are made from the command line's definitions. A test says when they have to be made again.
import { writeFileSync } from 'node:fs'
import { documents } from '../src/cli/docs/documents.ts'

for (const [path, text] of Object.entries(await documents())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
  process.stderr.write(`${path}\n`)
}
