import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { queryOnce } from '../harness/ledger.ts'
import { type OwnPostgres, startOwnPostgres } from '../harness/ownPostgres.ts'
import { writeFile } from '../harness/payroll.ts'
import { payrun, temporaryFolder } from '../harness/payrun.ts'
import { type CountingProvider, startProvider } from '../harness/provider.ts'

const rolesSql = readFileSync(new URL('../../deploy/roles.sql', import.meta.url), 'utf8')

/** A server with the roles of deploy/roles.sql and no tables, for all tests of the file that calls it; and a provider. */
export function setUpRoles() {
  let postgres: OwnPostgres
  let provider: CountingProvider
  let folder: ReturnType<typeof temporaryFolder>
  let rules: ReturnType<typeof temporaryFolder>
  beforeAll(async () => {
    // Whoever comes by the socket is who they say: roles need no passwords here.
    rules = temporaryFolder()
    chmodSync(rules.path, 0o755)
    const hba = writeFile(rules.path, 'hba.conf', 'local all all trust\n')
    postgres = await startOwnPostgres([`hba_file=${hba}`])
    provider = await startProvider()
    folder = temporaryFolder()
    await queryOnce(postgres.url, rolesSql)
    await queryOnce(postgres.url, rolesSql)
  })
  afterAll(async () => {
    await provider.close()
    await postgres.remove()
    folder.remove()
    rules.remove()
  })
  /** The database, entered as a role. */
  const as = (role: string) => postgres.url.replace(/\/\/\w+@/, `//payrun_${role}@`)
  const optionsOf = (role: string) => ({
    cwd: folder.path,
    env: {
      DATABASE_URL: as(role),
      PAYRUN_HOME: join(folder.path, 'home'),
      PAYRUN_PROVIDER_URL: provider.url,
      PAYRUN_APP_KEY: 'app',
      PAYRUN_MERCHANT_KEY: 'merchant',
      PAYRUN_WORKER_PORT: '0',
    },
  })
  return {
    get postgres() {
      return postgres
    },
    get provider() {
      return provider
    },
    get folder() {
      return folder
    },
    optionsOf,
    ask: (role: string, sql: string) => queryOnce(as(role), sql),
    call: (role: string, ...args: string[]) => payrun(args, optionsOf(role)),
  }
}
