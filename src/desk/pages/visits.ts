import { setTimeout as delay } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'htm/preact'
import { type Account, accountActor } from '../../app/accounts/actor.ts'
import { carry, type FoundSession, lookUpSession } from '../../app/accounts/signIn.ts'
import { withCore } from '../../app/open/openCore.ts'
import { type Form, readForm } from '../../web/fields.ts'
import { pageHead } from '../../web/parts.ts'
import { isFromHere, preferredLanguage } from '../../web/visit.ts'
import { languages } from '../../words/catalogue.ts'
import type { Piece } from '../../words/page.ts'
import { readSentence, type Sentence, say } from '../../words/sentence.ts'
import { type Desk, isOverTls } from '../api/call.ts'
import { ApiProblem, loggedProblem, type ProblemCode, problemOf, statusOf } from '../api/problem.ts'
import { takeFiles } from '../api/upload.ts'
import { inChosenLanguage } from './language.ts'
import { assets, type Frame, layout, renderParts } from './layout.ts'
import { batchLink, rowLink } from './links.ts'
import { reworded } from './newBatch/reworded.ts'
import {
  type Asked,
  type AskedBy,
  cookieName,
  type DeskPage,
  isTimeZone,
  type Live,
  pathHere,
  type Shown,
  secondFactorPath,
  type Visit,
  withoutSecrets,
} from './page.ts'
import { pages } from './pages.ts'
import { fileNotKept, signInPage } from './signIn.ts'

/** What a session keeps for its next page. */
interface Carried {
  /** What was just done. */
  says?: Sentence | undefined
  /** What was typed before an earlier session ended, and on which page. */
  typed?: { path: string; form: Form }
}

/** Serves the pages. Pages that take a file have their own scope. */
export async function addPages(scope: FastifyInstance, desk: Desk): Promise<void> {
  for (const { path, type, bytes } of assets)
    scope.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(bytes),
    )
  const forms = pages.filter(({ takesFile }) => !takesFile)
  const files = pages.filter(({ takesFile }) => takesFile)
  await scope.register(async (inner) => {
    await inner.register(formbody)
    for (const each of forms) addPage(inner, desk, each)
  })
  await scope.register(async (inner) => {
    await takeFiles(inner)
    for (const each of files) addPage(inner, desk, each)
  })
}

function addPage(scope: FastifyInstance, desk: Desk, page: DeskPage): void {
  scope.get(page.path, (request, reply) => visit(desk, page, request, reply))
  if (page.post) scope.post(page.path, (request, reply) => visit(desk, page, request, reply))
}

/** Handles one request for a page, from the checks to the answer. */
async function visit(desk: Desk, page: DeskPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const isLive = request.headers['x-payrun-part'] === 'live'
  const isPost = request.method === 'POST'
  if (isPost && !isFromHere(request.headers, false, isOverTls(desk)))
    throw new ApiProblem('forbidden', say('deskPages.other_site'))
  const { asked, session } = await ask(desk, request, reply, !isLive)
  // It was told that its sender could not be looked up (answerInSilence.ts).
  if (reply.sent) return reply
  request.isKnown = true
  if (page.opensFor === 'visitors') return answer(asked, await handle(page, asked as AskedBy))
  if (asked.person === null || asked.token === null || session?.next === 'code_needed')
    return isLive ? reply.code(401).send() : toSignIn(asked, session)
  if (session?.next === 'set_up_second_factor' && !page.beforeSecondFactor)
    return reply.redirect(secondFactorPath(isPost || isLive ? '/' : pathHere(request.url)), 303)
  if (!opens(page, asked.person)) throw new ApiProblem('forbidden', say('deskPages.role_lacking'))
  if (isLive && page.live) return answerLive(asked, await page.live(asked as AskedBy))
  const carried = isPost ? {} : readCarried(session)
  if (!isPost && session?.carried) await carry(asked.core, asked.token, null)
  const isTyped = carried.typed?.path === asked.visit.path
  const withForm = isTyped ? { ...asked, form: carried.typed?.form ?? {} } : asked
  const says = isTyped ? say('signIn.still_typed') : carried.says
  return answer(asked, await handle(page, withForm as AskedBy), says)
}

/** Sends the live parts that have changed, or 304 if none has. */
function answerLive({ visit, request, reply }: Asked, live: Live): FastifyReply {
  const known = new Set((request.headers['if-none-match'] ?? '').split(', '))
  const parts = renderParts(live, visit).filter(({ tag }) => !known.has(`"${tag}"`))
  reply.header('x-payrun-over', String(live.over))
  if (parts.length === 0) return reply.code(304).send()
  return reply.type('text/html').send(parts.map(({ text }) => text).join(''))
}

async function handle({ get, post }: DeskPage, asked: AskedBy): Promise<Shown> {
  const handler = asked.request.method === 'POST' ? post : get
  if (!handler) return { kind: 'go', to: '/' }
  const question = asked.form['sure'] === undefined ? undefined : await inChosenLanguage(asked, handler)
  return question ?? handler(asked)
}

const opens = ({ opensFor }: DeskPage, { roles }: Account): boolean =>
  opensFor === 'everybody' || opensFor === 'visitors' || roles.some((role) => opensFor.includes(role))

/** Who sent the request, in what language and time zone. Throws a problem if the ledger is unavailable. */
async function ask(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  keeps: boolean,
): Promise<{ asked: Asked; session: FoundSession | undefined }> {
  const token = request.cookies[cookieName(desk)] ?? null
  const found = await withCore(desk.app, async (core) => ({
    ok: true as const,
    core,
    session: token === null ? undefined : await lookUpSession(core, token, keeps),
  }))
  if (!found.ok) throw problemOf(found)
  const { core, session } = found
  const person = session?.next === 'code_needed' ? null : (session?.account ?? null)
  const visit = visitOf(request, person)
  const app = { ...desk.app, language: visit.language, ...(person && { actor: accountActor(person) }) }
  const form = request.method === 'POST' ? readForm(request.body) : {}
  const [params, query] = [readForm(request.params) as Record<string, string>, readForm(request.query)]
  return { asked: { desk, core, app, visit, token, person, params, query, form, request, reply }, session }
}

/** The account's choices, then the browser's. */
function visitOf(request: FastifyRequest, person: Account | null): Visit {
  const chosen = [person?.language, request.cookies['payrun_language']]
  const language = languages.find((each) => chosen.find((one) => one) === each)
  const zone = [person?.timeZone, request.cookies['payrun_zone']].find(isTimeZone)
  return {
    language: language ?? preferredLanguage(request.headers['accept-language']) ?? 'en',
    timeZone: zone ?? 'UTC',
    path: request.url.split('?')[0] ?? '/',
    here: pathHere(request.url),
  }
}

/** Stored as JSON, and perhaps by a newer version, so it is checked. */
function readCarried(session: FoundSession | undefined): Carried {
  const { says, typed } = (session?.carried ?? {}) as { says?: unknown; typed?: { path?: unknown; form?: unknown } }
  const { path } = typed ?? {}
  return {
    says: readSentence(says) ?? undefined,
    ...(typeof path === 'string' && { typed: { path, form: readForm(typed?.form) } }),
  }
}

/**
 * Nobody is signed in. When people follow a link from another site, such as web mail, the browser leaves out the cookie, so this first
 * makes it repeat the request from here. A posted form is kept until the person has signed in again.
 */
async function toSignIn(asked: Asked, session: FoundSession | undefined): Promise<FastifyReply> {
  const { request, reply, visit } = asked
  const site = request.headers['sec-fetch-site']
  const isGet = request.method !== 'POST'
  if (isGet && (site === 'cross-site' || site === 'same-site'))
    return reply.header('refresh', `0; url=${request.url}`).type('text/html; charset=utf-8').send('<!doctype html>\n')
  if (isGet && session?.next === 'code_needed') return reply.redirect('/sign-in/code', 303)
  const to = pathHere(request.url)
  if (isGet) return reply.redirect(to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`, 303)
  if (request.headers['content-type']?.startsWith('multipart/'))
    return answer(asked, signInPage({ form: { to } }, 401, { note: fileNotKept }))
  const typed = { path: visit.path, form: withoutSecrets(asked.form) }
  return answer(asked, signInPage({ ...asked, form: { to, typed: JSON.stringify(typed) } }, 401))
}

async function answer(asked: Asked, shown: Shown, says: Sentence | null = null): Promise<FastifyReply> {
  const { reply, token, core } = asked
  if (shown.kind === 'sent') return shown.reply
  if (shown.kind === 'go') {
    if (shown.says && token !== null) await carry(core, token, { says: shown.says } satisfies Carried)
    return reply.redirect(shown.to, 303)
  }
  const problem = Object.keys(shown.problems ?? {}).length > 0
  const { title, body, wide, form, language = asked.visit.language, status = problem ? 422 : 200 } = shown
  const visit = { ...asked.visit, language }
  return sendPage(reply, status, framed({ ...asked, visit }, { title, body, wide, form, problem, says }))
}

function framed(
  { desk, visit, person }: Pick<Asked, 'desk' | 'visit' | 'person'>,
  shown: Pick<Frame, 'title' | 'body' | 'wide' | 'form' | 'problem' | 'says'>,
): string {
  const open = pages.filter((each) => person !== null && opens(each, person)).map(({ path }) => path)
  return layout({ ...shown, visit, person, open, sandbox: desk.sandbox })
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).header('vary', 'Accept-Language, Cookie').type('text/html; charset=utf-8').send(page)

/** How long the page of an error waits for the person's name and choices, if the ledger is away. */
const mostAskingMs = 1_000

/** Answers an error with a page. */
export async function answerPageProblem(
  desk: Desk,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const problem = loggedProblem(error, request)
  const asking = ask(desk, request, reply, false).catch(() => undefined)
  const asked =
    problem.code === 'unavailable'
      ? await Promise.race([asking, delay(mostAskingMs, undefined, { ref: false })])
      : await asking
  reply.headers(problem.headers)
  return sendPage(reply, statusOf[problem.code], problemPage(desk, request, problem, asked?.asked))
}

/** The page that says what went wrong. Without the ledger, the person is unknown. */
export function problemPage(
  desk: Desk,
  request: FastifyRequest,
  { code, said, more }: ApiProblem,
  { visit, person }: Pick<Asked, 'visit' | 'person'> = { visit: visitOf(request, null), person: null },
): string {
  const details = 'details' in more && Array.isArray(more.details) ? (more.details as Sentence[]) : []
  const title = said.key === 'desk.read_only' ? say('deskPages.read_only') : (titles[code] ?? say('deskPages.not_done'))
  const body = html`
    ${pageHead({ title })}
    <p>${reworded(said)}</p>
    ${details.length > 0 ? html`<ul>${details.map((each) => html`<li>${reworded(each)}</li>`)}</ul>` : null}
    <p>${isConflict(code) ? whereItIs(request.url) : null}${code === 'unavailable' ? whereItMayBe(request.url) : null}<a href="/">${say('deskPages.to_home')}</a></p>
  `
  return framed({ desk, visit, person }, { title, body, problem: true, says: null })
}

const isConflict = (code: ProblemCode): boolean => statusOf[code] === 409 || code === 'same_person'

/** A link back to the batch or the row that was to be changed, which shows its current state. */
function whereItIs(url: string): Piece {
  const [, id, line] = /^\/(?:batches|approvals)\/([a-z0-9]{6,40})(?:\/rows\/(\d{1,9}))?(?:[/?]|$)/.exec(url) ?? []
  if (id === undefined) return null
  return line === undefined
    ? html`${batchLink(id, say('deskNext.to_batch'))} · `
    : html`${rowLink(id, line, say('deskNext.to_row'))} · `
}

/** It may have been done: a new payment would be in the list of batches. */
const whereItMayBe = (url: string): Piece =>
  whereItIs(url) ?? html`<a href="/batches">${say('deskPages.batches')}</a> · `

const titles: Partial<Record<ProblemCode, Sentence>> = {
  forbidden: say('deskPages.forbidden'),
  same_person: say('deskPages.forbidden'),
  not_found: say('deskPages.not_found'),
  wrong_state: say('deskPages.changed_meanwhile'),
  too_large: say('deskPages.too_large'),
  too_many_requests: say('deskPages.too_many'),
  wrong_host: say('deskPages.wrong_host'),
  internal: say('deskPages.failed'),
  unavailable: say('deskPages.away'),
}
