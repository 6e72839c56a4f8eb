import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { addKey } from '../../src/app/accounts/accounts.ts'
import type { Role } from '../../src/app/accounts/actor.ts'
import type { App, Core } from '../../src/app/context.ts'
import { openCore } from '../../src/app/open/openCore.ts'
import { readConfig } from '../../src/config.ts'
import { startDesk } from '../../src/desk/startDesk.ts'
import { createLog } from '../../src/log.ts'
import type { LedgerServer, TestLedger } from '../harness/ledger.ts'
import { type OpenApi, type Promises, promisesOf } from './promised.ts'

/** A desk of the sandbox, on a ledger of its own, that pays itself; `key` is one with every role. */
export interface TestDesk {
  url: string
  app: App
  /** The same ledger as a command would open it, once for all that a test does beside the desk. */
  core: Core
  db: TestLedger
  key: string
  setUpUrl: string | null
  /** What its OpenAPI document promises: every answer of `call` is held against it. */
  promises: Promises
  /** A call of the API with that key; JSON in and out. */
  call(method: string, path: string, wish?: CallWish): Promise<Called>
  newKey(name: string, roles: readonly Role[]): Promise<string>
}

export interface CallWish {
  body?: unknown
  /** A file, as it is. */
  file?: string | Buffer | FormData
  type?: string
  key?: string
  headers?: Record<string, string>
}

export interface Called {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document.
  json: any
  text: string
}

/** The same of all desks, so it is read once. */
let read: Promises | undefined
async function promisesAt(url: string): Promise<Promises> {
  if (read) return read
  const answer = await fetch(`${url}/api/openapi.json`)
  if (!answer.ok)
    throw new Error(`no OpenAPI document: is there a route that calls.ts does not describe? ${await answer.text()}`)
  read = promisesOf((await answer.json()) as OpenApi)
  return read
}

interface TestDeskOptions {
  pays?: boolean
  sandbox?: boolean
  /** More of the desk's configuration. */
  env?: NodeJS.ProcessEnv
  /** The way from the desk to its ledger, which a test may cut. */
  wireTo?(url: string): Promise<string>
  /** Where the queue is; left out: on the ledger. */
  redisUrl?: string
  patienceMs?: number
}

export async function openTestDesk(
  server: LedgerServer,
  { pays = true, sandbox = true, env, wireTo = async (url) => url, redisUrl, ...more }: TestDeskOptions = {},
): Promise<TestDesk> {
  const db = await server.open({ lent: true })
  const home = await mkdtemp(join(tmpdir(), 'payrun-desk-'))
  const stores = { DATABASE_URL: await wireTo(db.url), ...(redisUrl && { REDIS_URL: redisUrl }) }
  const read = readConfig({ ...env, ...stores, PAYRUN_HOME: home, PAYRUN_WORKER_PORT: 'off' }, home)
  if (!read.ok) throw new Error('the configuration is refused')
  const app: App = {
    config: read.config,
    log: createLog('silent', () => undefined),
    language: 'en',
    say: () => undefined,
  }
  const started = await startDesk(app, { host: '127.0.0.1', port: 0, sandbox, pays, ...more })
  if (!started.ok) throw new Error(JSON.stringify(started))
  const core = await openCore(app)
  if (!core.ok) throw new Error(JSON.stringify(core))
  onTestFinished(async () => {
    await core.close()
    await started.close()
    await db.close()
    await rm(home, { recursive: true, force: true })
  })
  const newKey = async (name: string, roles: readonly Role[]): Promise<string> => {
    const added = await addKey(app, core, { name, roles })
    if (!added.ok) throw new Error(JSON.stringify(added))
    return added.key
  }
  const promises = await promisesAt(started.url)
  const key = await newKey('tests', ['viewer', 'preparer', 'approver', 'admin'])
  const call = async (method: string, path: string, wish: CallWish = {}): Promise<Called> => {
    const { body, file, type = 'text/csv' } = wish
    const isForm = file instanceof FormData
    const answer = await fetch(`${started.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${wish.key ?? key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file === undefined || isForm ? {} : { 'content-type': type }),
        ...wish.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: isForm ? file : new Blob([file as string]) }),
    })
    const text = await answer.text()
    const asItCame = { method, path: `/api/v1${path}`, status: answer.status, headers: answer.headers, text }
    expect(promises.broken(asItCame)).toEqual([])
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : undefined, text }
  }
  return { url: started.url, app, core, db, key, promises, setUpUrl: started.setUpUrl, call, newKey }
}
