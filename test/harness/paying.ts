import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Ended, payrun, temporaryFolder } from './payrun.ts'
import { startTestPostgres, type TestPostgres } from './postgres.ts'
import { type CountingProvider, startProvider, succeed } from './provider.ts'

/** What a test of a paying command has before it: a folder, an empty ledger, and a provider that has seen nothing. */
export interface Paying {
  folder: string
  env: NodeJS.ProcessEnv
  provider: CountingProvider
  call(...args: string[]): Promise<Ended>
  /** Adds an account with these roles, whose password is the same for all. */
  addAccount(name: string, ...args: string[]): Promise<void>
  /** The command as this account. */
  callAs(name: string, ...args: string[]): Promise<Ended>
}

/** Of every account that a test adds. */
export const accountPassword = 'correct horse battery'

/** Register the hooks of a test file; the object returned is filled anew before each test. */
export function setUpPaying(): Paying {
  let postgres: TestPostgres
  let provider: CountingProvider
  const paying: Paying = {
    folder: '',
    env: {},
    get provider() {
      return provider
    },
    call: (...args) => payrun(args, { env: paying.env, cwd: paying.folder }),
    addAccount: async (name, ...args) => {
      const ended = await withPassword('account', 'add', name, '--role', ...args, '--password-stdin')
      if (ended.code !== 0) throw new Error(ended.stderr)
    },
    callAs: (name, ...args) => withPassword(...args, '--account', name, '--password-stdin'),
  }
  const withPassword = (...args: string[]) =>
    payrun(args, { env: paying.env, cwd: paying.folder, input: `${accountPassword}\n` })
  beforeAll(async () => {
    postgres = await startTestPostgres()
    provider = await startProvider()
  })
  afterAll(async () => {
    await provider.close()
    await postgres.stop()
  })
  beforeEach(async () => {
    const folder = temporaryFolder()
    const { url } = await postgres.createLedger()
    provider.answer = succeed
    provider.seen.length = 0
    provider.headers.length = 0
    provider.paidTimes().clear()
    paying.folder = folder.path
    paying.env = {
      DATABASE_URL: url,
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: 'planted-app-key',
      PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
    }
    return () => folder.remove()
  })
  return paying
}
