import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Ended, payrun, temporaryFolder } from '../harness/payrun.ts'
import { startTestPostgres, type TestPostgres } from '../harness/postgres.ts'

export interface Check {
  name: string
  state: 'ok' | 'warning' | 'problem'
  detail: string
}

/** A set-up in which nothing is wrong, and the doctor who looks at it. */
export interface Doctor {
  folder: string
  env: NodeJS.ProcessEnv
  /** What the provider was asked. */
  seen: IncomingMessage[]
  /** What the provider answers. */
  httpStatus: number
  call(...args: string[]): Promise<Ended>
  examine(): Promise<{ code: number | null; checks: Check[]; of(name: string): Check | undefined }>
}

/** Register the hooks of a test file; the object returned is filled anew before each test. */
export function setUpDoctor(): Doctor {
  let postgres: TestPostgres
  const doctor: Doctor = {
    folder: '',
    env: {},
    seen: [],
    httpStatus: 200,
    call: (...args) => payrun(['doctor', ...args], { env: doctor.env, cwd: doctor.folder }),
    examine: async () => {
      const { code, stdout } = await doctor.call('--json')
      const { checks } = JSON.parse(stdout) as { checks: Check[] }
      return { code, checks, of: (name) => checks.find((check) => check.name === name) }
    },
  }
  const provider = createServer((request, response) => {
    doctor.seen.push(request)
    response.writeHead(doctor.httpStatus, { location: 'https://elsewhere.example/' }).end()
  })
  beforeAll(async () => {
    postgres = await startTestPostgres()
    provider.listen(0, '127.0.0.1')
    await once(provider, 'listening')
  })
  afterAll(async () => {
    provider.close()
    provider.closeAllConnections()
    await postgres.stop()
  })
  beforeEach(async () => {
    const folder = temporaryFolder()
    doctor.folder = folder.path
    doctor.seen = []
    doctor.httpStatus = 200
    doctor.env = {
      DATABASE_URL: (await postgres.createDatabase()).url,
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/base`,
      PAYRUN_APP_KEY: 'planted-app-key',
      PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
    }
    return () => folder.remove()
  })
  return doctor
}

export const states = (checks: Check[], state: Check['state']) => checks.filter((check) => check.state === state)
