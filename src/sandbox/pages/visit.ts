import type { FastifyRequest } from 'fastify'
import { languageNames, preferredLanguage } from '../../web/visit.ts'
import { type Language, languages } from '../../words/catalogue.ts'

/** The language of a request for a page, and where its links lead. */
export interface Visit {
  language: Language
  /** The language in `?lang=`, for forms with a query of their own, or null. */
  chosen: Language | null
  /** The same page in each language. */
  switches: { language: Language; name: string; href: string }[]
  /** The address of a page of the sandbox in the language that the visitor chose. */
  to(path: string): string
}

/** The language is that of `?lang=`, then of Accept-Language, then `fallback`. */
export function visitOf(request: FastifyRequest, fallback: Language): Visit {
  const here = new URL(request.url, 'http://sandbox.invalid')
  const chosen = languages.find((each) => each === here.searchParams.get('lang'))
  const language = chosen ?? preferredLanguage(request.headers['accept-language']) ?? fallback
  return {
    language,
    chosen: chosen ?? null,
    switches: languages.map((each) => ({
      language: each,
      name: languageNames[each],
      href: withLanguage(here.pathname + here.search, each),
    })),
    to: (path) => (chosen ? withLanguage(path, chosen) : path),
  }
}

/** The addresses of a payment's page, and of a request on a handset. */
export const payPath = (reference: string): string => `/pay/${encodeURIComponent(reference)}`
export const handsetPath = (reference: string): string => `/handset/${encodeURIComponent(reference)}`

function withLanguage(path: string, language: Language): string {
  const [pathname = '', search = ''] = path.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}
