import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fr } from '../../src/words/fr.ts'
import { sentencesIn } from './sentencesIn.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const keys = new Set(
  globSync(['src/**/*.ts', 'jobs/**/*.ts'], { cwd: root, exclude: ['src/words/**'] }).flatMap((path) =>
    sentencesIn(readFileSync(join(root, path), 'utf8')),
  ),
)
const slots = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort()

it('finds the sentences of the code', () => {
  const source = `const a = t\`One \${b} and \${c ? t\`in\` : 'x'}.\`; const format\`no\`; t\`It's \\\`q\\\`\` // t\`not\``
  expect(sentencesIn(source)).toEqual(['One {1} and {2}.', 'in', "It's `q`"])
})

it('finds what is logged for people, too', () => {
  const source = `log.warn('a "b"', { rows })\n  cli.log.error(\n    "it isn't",\n  )\n  log.info('not')\n  log.warn(sentence)`
  expect(sentencesIn(source)).toEqual(['a "b"', "it isn't"])
})

it('French has every sentence, and none that nobody says', () => {
  expect([...keys].filter((key) => fr[key] === undefined)).toEqual([])
  expect(Object.keys(fr).filter((key) => !keys.has(key))).toEqual([])
})

it('a translation puts in what the sentence puts in, and leaves nothing empty', () => {
  const wrong = Object.entries(fr).filter(
    ([key, text]) => text.trim() === '' || JSON.stringify(slots(key)) !== JSON.stringify(slots(text)),
  )
  expect(wrong).toEqual([])
})
