import type { FastifyRequest } from 'fastify'

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
