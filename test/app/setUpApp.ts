import { afterAll } from 'vitest'
import { type AccountDone, addAccount, addKey } from '../../src/app/accounts/accounts.ts'
import { type Account, accountActor, type Role } from '../../src/app/accounts/actor.ts'
import type { App, Core, Failure } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { ignore, type TestLedger } from '../harness/ledger.ts'
import { temporaryFolder } from '../harness/payrun.ts'

/** Of every account that has one. */
export const password = 'correct horse battery'

/** Whoever may change accounts and policy. */
export const root = 'root'

/** Calls use cases on the ledger of a test, as whoever the test says. */
export interface TestApp {
  folder: string
  /** As this login name of the command line, or as an account under it. */
  as(who: string | Account, env?: NodeJS.ProcessEnv): App
  person(name: string, roles: readonly Role[], login?: string): Promise<Account>
  key(name: string, roles: readonly Role[], forAccount?: string): Promise<Account>
}

/** The login name under which accounts are used: the same for all, as on a machine that people share. */
const sharedLogin = 'shared'

export function setUpApp(db: TestLedger): TestApp {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const app: TestApp = {
    folder: folder.path,
    as: (who, env = {}) => {
      const read = readConfig({ DATABASE_URL: db.url, PAYRUN_HOME: `${folder.path}/home`, ...env })
      if (!read.ok) throw new Error('a configuration of a test is wrong')
      const user = typeof who === 'string' ? who : sharedLogin
      return {
        config: { ...read.config, user },
        log: createLog('silent', ignore),
        language: 'en',
        say: ignore,
        ...(typeof who !== 'string' && { actor: accountActor(who, sharedLogin) }),
      }
    },
    person: async (name, roles, login) => done(await addAccount(app.as(root), ledgerOf(db), { name, roles, login })),
    key: async (name, roles, forAccount) => done(await addKey(app.as(root), ledgerOf(db), { name, roles, forAccount })),
  }
  return app
}

/** What use cases that take the ledger need of it. */
export const ledgerOf = ({ ledger }: TestLedger): Core => ({ ledger }) as Core

/** What has become of a batch: its state, who has approved it, and the states of its rows. */
export async function movedOf(db: TestLedger, batchId: string) {
  const [batch] = await db.query(
    `select b.state, array(select approver from payrun.approvals a where a.batch_no = b.batch_no order by nth) as approvers,
            array(select distinct p.state::text from payrun.payouts p where p.batch_no = b.batch_no) as rows
       from payrun.batches b where b.id = $1`,
    [batchId],
  )
  return batch
}

function done(added: { ok: true; account: AccountDone['account'] } | Failure): Account {
  if (!added.ok) throw new Error(added.code ?? added.fault)
  return added.account
}
