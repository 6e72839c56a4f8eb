import { resolve } from 'node:path'
import { replaceFile } from '../../durableFile.ts'
import { payoutTemplate, type TemplateFormat } from '../../files/template/payoutTemplate.ts'
import { type Country, countries, findCountry } from '../../payout/operators/operator.ts'
import type { Language } from '../../words/catalogue.ts'
import { country, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'

export interface TemplateWish {
  /** The countries whose operators are listed: names or ISO codes, as people write them. Empty for all. */
  countries: readonly string[]
  format: TemplateFormat
  language: Language
  /** Where to write it. By default it is returned in pieces. */
  output?: string | undefined
}

export interface TemplateMade {
  kind: 'made'
  /** Where it was written; null if it was returned. */
  path: string | null
  columns: string[]
  /** The provider's codes. */
  operators: string[]
  pieces(): AsyncIterable<string | Buffer>
}

/** Make an empty payout file: the names of the columns, and in a workbook what they mean. */
export async function makeTemplate(app: App, wish: TemplateWish): Promise<TemplateMade | Failure> {
  const { format, language, output } = wish
  const chosen: Country[] = []
  for (const name of wish.countries) {
    const found = findCountry(name)
    if (!found) return noCountry(name)
    chosen.push(found)
  }
  const { columns, operators, pieces } = payoutTemplate({ format, language, countries: chosen })
  const made = { kind: 'made', columns, operators: operators.map(({ code }) => code), pieces } as const
  if (output === undefined) return { ...made, path: null }
  const written = await replaceFile({
    path: resolve(app.config.calledFrom, output),
    what: 'template',
    pieces: pieces(),
  })
  return written.ok ? { ...made, path: written.path } : failure('usage', written.message)
}

const noCountry = (name: string): Failure =>
  failure(
    'usage',
    say('commands.payrun_pays_no_country_pays', {
      name,
      countries: countries.map(({ code }) => say('commands.country_and_code', { country: country(code), code })),
    }),
  )
