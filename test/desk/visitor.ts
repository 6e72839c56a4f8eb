import { actorOf, type Role } from '../../src/app/accounts/actor.ts'
import { insertAccount } from '../../src/ledger/accounts/accounts.ts'
import { accountPassword, keptPassword } from '../harness/paying.ts'
import type { TestDesk } from './desk.ts'

export const password = accountPassword

/** What a page answered, without following where it leads. */
export interface Seen {
  status: number
  headers: Headers
  html: string
  location: string | null
}

/** Somebody with a browser of their own: it keeps cookies, and says where its forms come from. */
export interface Visitor {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Seen>
  head(path: string, headers?: Record<string, string>): Promise<Seen>
  /** As a browser posts a form of the desk's own; `headers` say otherwise. */
  post(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Seen>
  /** What a redirect leads to. */
  follow(seen: Seen): Promise<Seen>
}

export function openVisitor({ url }: Pick<TestDesk, 'url'>, language = 'en'): Visitor {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Seen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'accept-language': language, ...(cookie && { cookie }), ...init.headers }
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    return { status: answer.status, headers: answer.headers, html: await answer.text(), location }
  }
  const get: Visitor['get'] = (path, headers = {}) => send(path, { headers })
  const head: Visitor['head'] = (path, headers = {}) => send(path, { method: 'HEAD', headers })
  return {
    cookies,
    get,
    head,
    post: (path, form = {}, headers = { 'sec-fetch-site': 'same-origin', origin: url }) =>
      send(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    follow: ({ location }) => get(location ?? '/'),
  }
}

/** Somebody with an account, signed in. */
export async function signedIn(
  desk: TestDesk,
  name: string,
  roles: readonly Role[],
  language: 'en' | 'fr' = 'en',
): Promise<Visitor> {
  await addPerson(desk, name, roles, language)
  const visitor = openVisitor(desk, language)
  const entered = await visitor.post('/sign-in', { name, password })
  if (entered.status !== 303) throw new Error(`${name} is not let in: ${entered.status}`)
  return visitor
}

/** An account as addAccount makes it, whose password is quick to compare. */
export async function addPerson(
  { app, core }: TestDesk,
  name: string,
  roles: readonly Role[],
  language?: 'en' | 'fr',
): Promise<void> {
  const account = { kind: 'account', name, roles, language: language ?? null, passwordHash: keptPassword } as const
  const added = await insertAccount(core.ledger, account, actorOf(app).name)
  if (added.kind !== 'added') throw new Error(JSON.stringify(added))
}

/** The text of a page, as it is read. */
export const readText = ({ html }: Pick<Seen, 'html'>): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
