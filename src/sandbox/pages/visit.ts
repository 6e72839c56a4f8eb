import type { FastifyRequest } from 'fastify'
import { type Language, languages } from '../../words/catalogue.ts'

/** One look at a page: in which language, and where its links lead. */
export interface Visit {
  language: Language
  /** What `?lang=` says, for forms that make a query of their own; null when it says nothing. */
  chosen: Language | null
  /** The same page in each language. */
  switches: { language: Language; name: string; href: string }[]
  /** An address of the sandbox's own, which keeps the language that the visitor chose. */
  to(path: string): string
}

/** Each in itself, for whoever doesn't read the other. */
const languageNames: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' }

/** By `?lang=`, else by Accept-Language, else in `fallback`. */
export function visitOf(request: FastifyRequest, fallback: Language): Visit {
  const here = new URL(request.url, 'http://sandbox.invalid')
  const chosen = languages.find((each) => each === here.searchParams.get('lang'))
  const language = chosen ?? preferred(request.headers['accept-language'] ?? '') ?? fallback
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

function withLanguage(path: string, language: Language): string {
  const [pathname = '', search = ''] = path.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}

/** Of our languages, the one that the browser wants most (RFC 9110, 12.5.4); null when it wants none of them. */
function preferred(acceptLanguage: string): Language | null {
  const wanted = acceptLanguage.split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const language = languages.find((each) => tag === each || tag.startsWith(`${each}-`))
    const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined)
    return language ? [{ language, weight: Number(weight ?? 1) }] : []
  })
  return wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)[0]?.language ?? null
}

/**
 * Whether a form was posted from one of the sandbox's own pages, not by another site in the visitor's browser. Browsers
 * say so with Sec-Fetch-Site (to addresses that they trust, such as the loopback), else with Origin. What sends neither
 * is no browser, and has no visitor to deceive.
 */
export function isFromHere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = headers.origin
  return origin === undefined || URL.parse(origin)?.host === headers.host
}
