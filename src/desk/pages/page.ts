import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account, Role } from '../../app/accounts/actor.ts'
import type { App } from '../../app/context.ts'
import type { Core } from '../../app/open/openCore.ts'
import type { Form, Problems } from '../../web/fields.ts'
import type { Language } from '../../words/catalogue.ts'
import type { Piece } from '../../words/page.ts'
import type { Sentence } from '../../words/sentence.ts'
import { type Desk, isOverTls } from '../api/call.ts'

/**
 * A page of the desk. CONTRIBUTING.md says how to add one, what is checked before a handler runs (visits.ts), and what a handler returns.
 * `live` must be cheap, because many people watch; what they all see alike is rendered once (recent.ts).
 */
export interface DeskPage {
  /** A Fastify path: `/batches/:id`. */
  path: string
  /** The roles that may open it (one is enough), `everybody` who is signed in, or `visitors` if nobody has to sign in. */
  opensFor: readonly Role[] | 'everybody' | 'visitors'
  /** Without it, GET redirects to the home page. */
  get?: ((asked: AskedBy) => Promise<Shown>) | undefined
  post?: ((asked: AskedBy) => Promise<Shown>) | undefined
  live?: ((asked: AskedBy) => Promise<Live>) | undefined
  /** Its body is a file (`receiveFile` in api/upload.ts), not form fields. */
  takesFile?: boolean
  /** Also open to people who still have to set up a required second factor. */
  beforeSecondFactor?: boolean
}

/** A request for a page and its sender. */
export interface Asked {
  desk: Desk
  core: Core
  /** The use cases, called as this person. */
  app: App
  visit: Visit
  /** The session's token, or null without a session. */
  token: string | null
  person: Account | null
  params: Readonly<Record<string, string>>
  query: Form
  form: Form
  request: FastifyRequest
  reply: FastifyReply
}

/** A request from a signed-in person. */
export interface AskedBy extends Asked {
  person: Account
  token: string
}

/** The language, the time zone and the address of a request. */
export interface Visit {
  language: Language
  /** IANA's name. */
  timeZone: string
  /** The requested path without its query. */
  path: string
  /** The requested path with its query. */
  here: string
}

export type Shown =
  | {
      kind: 'page'
      title: Sentence
      body: Piece
      /** For visitors: takes the whole width, for pages to read. */
      wide?: true
      /** By default 200, or 422 with problems. */
      status?: number
      problems?: Problems
      form?: TypedForm
      /** If it was chosen just now; by default the visit's. */
      language?: Language
    }
  /** A redirect (303) to a path of the desk. The next page shows `says`, which tells what was done. */
  | { kind: 'go'; to: string; says?: Sentence | undefined }
  /** The handler has already sent the answer, for example a download. */
  | { kind: 'sent'; reply: FastifyReply }

/** The form with all of the page's fields. Changing the language posts it, so that nothing typed is lost. */
export interface TypedForm {
  id: string
  /** Where changing the language posts it, with the field `language`. */
  action: string
  /** The button that Enter presses. It must come before all other buttons of the form, including those for the language. */
  enter: Piece
}

/** The parts of a page that its script refreshes. */
export interface Live {
  body: Piece
  /** Parts elsewhere in the page, by name. An absent part stays as it is. */
  more?: Readonly<Record<string, Piece>>
  /** True if nothing changes by itself any more: it is asked for less often. */
  over: boolean
  /** True if it is not fetched again. */
  stands?: boolean
}

/** A page for people who are signed in. */
export const page = (
  path: string,
  opensFor: readonly Role[] | 'everybody',
  rest: Omit<DeskPage, 'path' | 'opensFor'>,
): DeskPage => ({
  path,
  opensFor,
  ...rest,
})

/** A page for everybody, such as the one to sign in. */
export const openPage = (
  path: string,
  { get, post }: { get(asked: Asked): Promise<Shown>; post?(asked: Asked): Promise<Shown> },
): DeskPage => ({ path, opensFor: 'visitors', get, post })

/** The fields with passwords, codes and tokens. They are never stored or filled in again. */
const secretFields: readonly string[] = ['password', 'before', 'again', 'code', 'proof', 'token']

/** What was typed, without secrets. */
export const withoutSecrets = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !secretFields.includes(name)))

/** A path of the desk itself, for a redirect; `/` for anything else. */
export function pathHere(text: string | undefined): string {
  const url = text?.startsWith('/') && !/[\\\s]/.test(text) ? URL.parse(text, 'http://desk.invalid') : null
  return url?.host === 'desk.invalid' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

/**
 * The page to set up a second factor.
 * @param to the page that opens afterwards; `/` if there is no particular one
 */
export const secondFactorPath = (to: string): string =>
  to === '/' ? '/account/second-factor' : `/account/second-factor?to=${encodeURIComponent(to)}`

export const cookieName = (desk: Desk): string => (isOverTls(desk) ? '__Host-payrun_session' : 'payrun_session')

/** @param token null to end the session */
export function setSession({ desk, reply }: Asked, token: string | null): void {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isOverTls(desk) } as const
  if (token === null) reply.clearCookie(cookieName(desk), options)
  else reply.setCookie(cookieName(desk), token, options)
}

/** IANA names. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

export const isTimeZone = (name: string | null | undefined): name is string => timeZones.includes(name ?? '')

/** A time zone in a readable form: `Africa/Porto-Novo`, `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
