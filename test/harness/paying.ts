import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { insertAccount, type Role } from '../../src/ledger/accounts/accounts.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { type Ended, payrun, temporaryFolder } from './payrun.ts'
import { nameLedger, startTestPostgres, type TestPostgres } from './postgres.ts'
import { type CountingProvider, startProvider, succeed } from './provider.ts'

/** The setting for tests of paying commands: a folder, an empty ledger, and a provider that has received nothing. */
export interface Paying {
  folder: string
  env: NodeJS.ProcessEnv
  provider: CountingProvider
  call(...args: string[]): Promise<Ended>
  /** Adds an account with these roles, like `account add`. All accounts have the same password. */
  addAccount(name: string, ...roles: Role[]): Promise<void>
  /** Runs a command as this account. */
  callAs(name: string, ...args: string[]): Promise<Ended>
}

/** The password of every account that a test adds. */
export const accountPassword = 'correct horse battery'

/**
 * Its stored hash, at the lowest cost of argon2id. At payrun's cost, hashing and checking takes 45 ms of processor time, and every third
 * test signs somebody in. test/app/signIn.test.ts tests payrun's own hashes.
 */
export const keptPassword =
  '$argon2id$v=19$m=8,t=1,p=1$c2l4dGVlbiBieXRlcyAuLg$XwJU3+17Pqn/THxHN5CMCUoKhHGFEM8WYtaNX72L2y8'

/** Registers the hooks of a test file. The returned object is filled again before each test. */
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
    addAccount: async (name, ...roles) => {
      const ledger = openLedger({ connectionString: paying.env['DATABASE_URL'] ?? '' }, () => undefined)
      const account = { kind: 'account', name, roles, passwordHash: keptPassword } as const
      const added = await insertAccount(ledger, account, userInfo().username)
      await ledger.close()
      if (added.kind !== 'added') throw new Error(JSON.stringify(added))
    },
    callAs: (name, ...args) =>
      payrun([...args, '--account', name, '--password-stdin'], {
        env: paying.env,
        cwd: paying.folder,
        input: `${accountPassword}\n`,
      }),
  }
  beforeAll(async () => {
    postgres = await startTestPostgres()
    provider = await startProvider()
  })
  afterAll(async () => {
    await provider.close()
    await postgres.stop()
  })
  beforeEach(async ({ onTestFinished }) => {
    const folder = temporaryFolder()
    const ledger = await postgres.lendLedger()
    await nameLedger(ledger)
    provider.answer = succeed
    provider.seen.length = 0
    provider.headers.length = 0
    provider.paidTimes().clear()
    paying.folder = folder.path
    paying.env = {
      DATABASE_URL: ledger.url,
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: 'planted-app-key',
      PAYRUN_MERCHANT_KEY: 'planted-merchant-key',
    }
    // Runs after the test has closed what it opened.
    onTestFinished(async () => {
      await ledger.drop()
      folder.remove()
    })
  })
  return paying
}
