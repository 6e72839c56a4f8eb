import { contentOf, hasAll, regional, setOf } from './headingWords.ts'

export const payees = setOf(
  `agent beneficiaire beneficiary destinataire employe employee payee recipient salarie worker ${regional.payee}`,
)

/** The words of a heading of names, in any order. */
const nameHeads = setOf(`nom name prenom surname forename firstname lastname middlename fullname ${regional.name}`)
const [whole, family, given] = [
  setOf(`full fullname complet complete ${regional.whole}`),
  setOf('famille family last lastname surname'),
  setOf('christian first firstname forename given'),
]
const more = setOf('autre deuxieme middle middlename other second')
const nameWords = new Set([...nameHeads, ...whole, ...family, ...given, ...more, ...payees, 'staff', 'participant'])

/** What a column of names has. `any`: the whole name, or what is missing beside the others: `Nom` beside `Prénoms`. `more`: other names. */
export type NamePart = 'whole' | 'any' | 'family' | 'given' | 'more'

export const namePartOf = (name: string): NamePart => namePartIn(contentOf(name)) ?? 'any'

export function namePartIn(content: readonly string[]): NamePart | null {
  if (!hasAll(content, nameHeads, nameWords)) return null
  const has = (words: ReadonlySet<string>) => content.some((word) => words.has(word))
  const isGiven = has(given) || content.includes('prenom')
  if (has(whole) || (has(family) && (isGiven || has(more))) || (content.includes('prenom') && content.includes('nom')))
    return 'whole'
  if (has(family)) return 'family'
  if (has(given)) return 'given'
  if (has(more)) return 'more'
  return isGiven ? 'given' : 'any'
}
