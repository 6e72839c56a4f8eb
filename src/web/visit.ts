import type { IncomingHttpHeaders } from 'node:http'
import { type Language, languages } from '../words/catalogue.ts'

/** Each language by its own name, for people who don't read the other. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' }

/** The language of payrun's that the browser prefers (RFC 9110, 12.5.4); null if it wants none of them. */
export function preferredLanguage(acceptLanguage = ''): Language | null {
  const wanted = acceptLanguage.split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const language = languages.find((each) => tag === each || tag.startsWith(`${each}-`))
    const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined)
    return language ? [{ language, weight: Number(weight ?? 1) }] : []
  })
  return wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)[0]?.language ?? null
}

/**
 * Whether a form was posted from a page of this server, not by another site in the visitor's browser: by Sec-Fetch-Site, which
 * browsers send to addresses that they trust, such as the loopback, and by Origin. Neither may contradict it.
 *
 * @param unsaid the answer when neither header is sent, which no browser does
 * @param https whether all pages of this server use TLS. A page of the same host without TLS then counts as another site: anybody on the
 *   network can forge it
 */
export function isFromHere(headers: IncomingHttpHeaders, unsaid: boolean, https = false): boolean {
  const site = headers['sec-fetch-site']
  const { origin, host } = headers
  if (site === undefined && origin === undefined) return unsaid
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return true
  const from = URL.parse(origin)
  return from?.host === host && (!https || from?.protocol === 'https:')
}
