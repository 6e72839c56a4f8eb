import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { insertAccount, type Role } from '../../src/ledger/accounts/accounts.ts'
import { openLedger } from '../../src/ledger/connection/ledger.ts'
import { type Ended, payrun, temporaryFolder } from './payrun.ts'
import { nameLedger, startTestPostgres, type TestPostgres } from './postgres.ts'
import { type CountingProvider, startProvider, succeed } from './provider.ts'

/** What a test of a paying command has before it: a folder, an empty ledger, and a provider that has seen nothing. */
export interface Paying {
  folder: string
  env: NodeJS.ProcessEnv
  provider: CountingProvider
  call(...args: string[]): Promise<Ended>
  /** Adds an account with these roles, as `account add` does, whose password is the same for all. */
  addAccount(name: string, ...roles: Role[]): Promise<void>
  /** The command as this account. */
  callAs(name: string, ...args: string[]): Promise<Ended>
}

/** Of every account that a test adds. */
export const accountPassword = 'correct horse battery'

/**
 * The same as it could be kept, at the least cost that argon2id has: what payrun keeps takes 45 ms of a processor to make and to
 * compare, and every third test signs somebody in. test/app/signIn.test.ts holds what payrun makes of a password.
 */
export const keptPassword =
  '$argon2id$v=19$m=8,t=1,p=1$c2l4dGVlbiBieXRlcyAuLg$XwJU3+17Pqn/THxHN5CMCUoKhHGFEM8WYtaNX72L2y8'

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
    // After whatever the test itself opened was closed.
    onTestFinished(async () => {
      await ledger.drop()
      folder.remove()
    })
  })
  return paying
}
