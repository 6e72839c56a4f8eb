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
 * A page of the desk. CONTRIBUTING.md says how to add one, what has been checked before a handler runs (visits.ts), and what a handler
 * returns. `live` has to cost little: many people watch, and what they all see alike is drawn once (recent.ts).
 */
export interface DeskPage {
  /** As Fastify has it: `/batches/:id`. */
  path: string
  /** Roles of which one is enough; `everybody` who is signed in; `visitors`: without signing in. */
  opensFor: readonly Role[] | 'everybody' | 'visitors'
  /** Without it, GET redirects to the home page. */
  get?: ((asked: AskedBy) => Promise<Shown>) | undefined
  post?: ((asked: AskedBy) => Promise<Shown>) | undefined
  live?: ((asked: AskedBy) => Promise<Live>) | undefined
  /** Its body is a file (`receiveFile` of api/upload.ts on `asked.request`), not a form's fields. */
  takesFile?: boolean
  /** Open also to somebody who still has to set up the second factor that the policy requires. */
  beforeSecondFactor?: boolean
}

/** A request for a page, and who sent it. */
export interface Asked {
  desk: Desk
  core: Core
  /** The use cases as this person calls them. */
  app: App
  visit: Visit
  /** The session's token; null: there is none. */
  token: string | null
  person: Account | null
  params: Readonly<Record<string, string>>
  query: Form
  form: Form
  request: FastifyRequest
  reply: FastifyReply
}

/** A request of somebody who is signed in. */
export interface AskedBy extends Asked {
  person: Account
  token: string
}

/** In which language and time zone somebody looks at a page, and at which address. */
export interface Visit {
  language: Language
  /** IANA's name. */
  timeZone: string
  /** The path that was asked for, without its query. */
  path: string
  /** The same with its query. */
  here: string
}

export type Shown =
  | {
      kind: 'page'
      title: Sentence
      body: Piece
      /** For visitors: takes the whole width, for something to read rather than one thing to do. */
      wide?: true
      /** 200 if left out, 422 with problems. */
      status?: number
      problems?: Problems
      form?: TypedForm
      /** Chosen just now; the visit's by default. */
      language?: Language
    }
  /** A redirect (303) to a path of the desk, where `says` tells what was done. */
  | { kind: 'go'; to: string; says?: Sentence | undefined }
  /** The handler has answered by itself, as a download does. */
  | { kind: 'sent'; reply: FastifyReply }

/** The form to which all fields of a page belong: changing the language posts it, so that nothing typed is lost. */
export interface TypedForm {
  id: string
  /** Where it is posted then, with the field `language`. */
  action: string
  /** The button that Enter presses: it has to come before all other buttons of the form, and so before the languages. */
  enter: Piece
}

/** The parts of a page that its script fetches again and again. */
export interface Live {
  body: Piece
  /** Parts elsewhere in the page, by their names; one that is left out stays as it is. */
  more?: Readonly<Record<string, Piece>>
  /** Nothing will change any more. */
  over: boolean
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

/** A page for whoever comes, such as the one to sign in. */
export const openPage = (
  path: string,
  { get, post }: { get(asked: Asked): Promise<Shown>; post?(asked: Asked): Promise<Shown> },
): DeskPage => ({ path, opensFor: 'visitors', get, post })

/** The fields of passwords, codes and tokens, which are never kept, nor filled in again. */
const secretFields: readonly string[] = ['password', 'before', 'again', 'code', 'proof', 'token']

/** What was typed, without secrets. */
export const withoutSecrets = (form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !secretFields.includes(name)))

/** A path of the desk itself, for a redirect; `/` for anything else. */
export function pathHere(text: string | undefined): string {
  const url = text?.startsWith('/') && !/[\\\s]/.test(text) ? URL.parse(text, 'http://desk.invalid') : null
  return url?.host === 'desk.invalid' && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : '/'
}

/** Where a second factor is set up. @param to where its reader goes then; `/`: nowhere in particular */
export const secondFactorPath = (to: string): string =>
  to === '/' ? '/account/second-factor' : `/account/second-factor?to=${encodeURIComponent(to)}`

export const cookieName = (desk: Desk): string => (isOverTls(desk) ? '__Host-payrun_session' : 'payrun_session')

/** @param token null: the session has ended */
export function setSession({ desk, reply }: Asked, token: string | null): void {
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure: isOverTls(desk) } as const
  if (token === null) reply.clearCookie(cookieName(desk), options)
  else reply.setCookie(cookieName(desk), token, options)
}

/** IANA's names. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

export const isTimeZone = (name: string | null | undefined): name is string => timeZones.includes(name ?? '')

/** As people read it: `Africa/Porto-Novo`, `America/New York`. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
