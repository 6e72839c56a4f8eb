import type { FastifyReply } from 'fastify'

/**
 * Sends a page with the headers that keep it to itself: no script, nobody's frame, no cache. Referrers stay on the
 * sandbox: with none at all, browsers would hide the origin of our own forms from `isFromHere`.
 *
 * @param leavesTo where its forms may lead besides the sandbox
 */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  page: string,
  leavesTo: 'nowhere' | 'merchant' = 'nowhere',
) =>
  reply
    .code(status)
    .headers({
      'content-security-policy': contentPolicy(leavesTo),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(page)

/**
 * Browsers hold the redirects that follow a form against form-action, and a merchant's address may redirect again, so a
 * payer's form may lead to any web address.
 */
const contentPolicy = (leavesTo: 'nowhere' | 'merchant'): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${leavesTo === 'merchant' ? ' http: https:' : ''}`,
  ].join('; ')
