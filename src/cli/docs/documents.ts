import { readFileSync } from 'node:fs'
import packageJson from '../../../package.json' with { type: 'json' }
import { buildProgram } from '../program.ts'
import { commandFacts, type Described } from './commandFacts.ts'
import { commandsPage } from './commandsPage.ts'
import { manPage } from './manPage.ts'

/** The documents that are made from the command line's definitions, by their path in the project. */
export function documents(): Record<string, string> {
  const program = commandFacts(buildProgram(async () => undefined))
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  return {
    'docs/commands.md': commandsPage(program),
    'docs/payrun.1': manPage(program, packageJson.version, variablesOf(example)),
  }
}

/** Every variable, with the comment above it. One that has none shares that of the variable before. */
function variablesOf(example: string): Described[] {
  const variables: Described[] = []
  let comment: string[] = []
  for (const line of example.split('\n')) {
    const name = /^([A-Z_]+)=/.exec(line)?.[1]
    if (line.startsWith('# ')) comment.push(line.slice(2))
    else if (line === '') comment = []
    else if (name) {
      variables.push({ term: name, text: comment.length > 0 ? comment.join(' ') : (variables.at(-1)?.text ?? '') })
      comment = []
    }
  }
  return variables
}
