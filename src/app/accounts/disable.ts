import type { Account } from '../../ledger/accounts/accounts.ts'
import { whoChanged } from '../../ledger/accounts/trail.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import type { App, Failure } from '../context.ts'
import type { Core } from '../open/openCore.ts'
import { type AccountDone, accountToChange, keepingAnAdmin } from './accounts.ts'
import { actorOf } from './actor.ts'

interface Disabled extends AccountDone {
  /** False if it was already disabled. */
  changed: boolean
}

const deeds = { account: 'account.disabled', key: 'key.revoked' } as const

/**
 * Disable an account, or revoke a key: its sessions end at once, and it never gives access again. Its name stays taken. The last
 * administrator can't be disabled.
 */
export async function disableAccount(
  app: App,
  core: Core,
  name: string,
  kind: Account['kind'] = 'account',
): Promise<Disabled | Failure> {
  const found = await accountToChange(app, core, name, kind)
  if (!found.ok) return found
  const { account } = found
  const done =
    account.disabledAt === null &&
    (await keepingAnAdmin(core, account, { disabled: true }, { actor: actorOf(app).name, what: deeds[kind] }))
  // Also null if somebody else has disabled it since it was found.
  if (!done) return { ok: true, account, link: null, changed: false }
  return done.ok ? { ...done, changed: true } : done
}

/** Who disabled it first, for somebody who tried to disable it again. */
export async function disabledBefore({ ledger }: Core, { name, kind }: Account): Promise<Sentence> {
  const who = await whoChanged(ledger, deeds[kind], name)
  if (kind === 'key')
    return who === undefined
      ? say('deskMeanwhile.revoked_before', { name })
      : say('deskMeanwhile.revoked_by', { who, name })
  return who === undefined
    ? say('deskMeanwhile.disabled_before', { name })
    : say('deskMeanwhile.disabled_by', { who, name })
}
