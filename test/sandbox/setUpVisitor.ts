import { request } from 'undici'
import { afterEach, beforeEach } from 'vitest'
import { until } from '../harness/payrun.ts'
import { openShop, type Shop } from './shop.ts'

type Headers = Record<string, string>
type Answered = Awaited<ReturnType<typeof request>>

/** Somebody who visits a sandbox's pages without a browser. */
export interface Visitor {
  /** A test that needs another puts it in the place of this one, once it has closed it. */
  shop: Shop
  get(path: string, headers?: Headers): Promise<{ status: number; headers: Answered['headers']; html: string }>
  /** As a browser posts a form, by default one of the sandbox's own. */
  post(
    path: string,
    form?: Record<string, string>,
    headers?: Headers,
  ): Promise<{ status: number; location: string; html: string }>
  /** The statuses that the merchant's server was told of, in order. */
  notified(): string[]
  /** How many notifications there are, once one of them has arrived. */
  notifications(): Promise<number>
}

const ownSite = { 'sec-fetch-site': 'same-origin' }

/** Register the hooks of a test file; the shop is a new one for each test. */
export function setUpVisitor(): Visitor {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop({ notificationDelaysMs: [] })
  })
  afterEach(() => shop.close())
  return {
    get shop() {
      return shop
    },
    set shop(other) {
      shop = other
    },
    get: async (path, headers = {}) => {
      const answer = await request(shop.url + path, { headers: { accept: 'text/html', ...headers } })
      return { status: answer.statusCode, headers: answer.headers, html: await answer.body.text() }
    },
    post: async (path, form = {}, headers = ownSite) => {
      const answer = await request(shop.url + path, {
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      })
      const { location } = answer.headers
      return { status: answer.statusCode, location: String(location), html: await answer.body.text() }
    },
    notified: () => shop.hook.posted.map(({ body }) => (JSON.parse(body) as { status: string }).status),
    notifications: async () => {
      const all = () => shop.services.notifications.list({ offset: 0, limit: 9 })
      await until('a notification', () => all().rows.some(({ state }) => state === 'delivered'))
      return all().total
    },
  }
}
