import type { Config } from '../../config.ts'
import { inspectRedis, persistenceWarning, redisRefusal } from '../../queue/redisFacts.ts'
import { t } from '../../words/t.ts'
import { type Check, ok, outOfReach, refusedBy, warning } from './check.ts'

const names = { queue: 'queue', policy: 'queue: maxmemory-policy', persistence: 'queue: persistence' }

/** The queue's store: Redis (REDIS_URL), or the ledger's Postgres. `ledger`: how that was found. */
export async function checkQueue({ redisUrl }: Config, ledger: Check | undefined): Promise<Check[]> {
  if (redisUrl === undefined) {
    if (ledger?.state === 'ok') return [ok(names.queue, t`on the ledger's Postgres`)]
    return [warning(names.queue, t`not checked: it is on the ledger's Postgres`)]
  }
  const inspected = await inspectRedis(redisUrl)
  if (!inspected.ok) {
    return [
      outOfReach(names.queue, inspected.message),
      warning(names.policy, t`not checked: Redis was not reached`),
      warning(names.persistence, t`not checked: Redis was not reached`),
    ]
  }
  const { facts } = inspected
  const unkept = persistenceWarning(facts)
  return [
    refusedBy(
      names.queue,
      facts.replica ? redisRefusal({ ...facts, maxmemoryPolicy: undefined }) : undefined,
      t`Redis ${facts.version ?? t`(version not told)`} answers`,
    ),
    refusedBy(
      names.policy,
      redisRefusal({ ...facts, replica: false }),
      facts.maxmemoryPolicy ?? t`this Redis does not tell it: make sure that it is noeviction`,
    ),
    unkept === undefined
      ? ok(
          names.persistence,
          facts.appendOnlyFile
            ? t`append-only file`
            : t`snapshots only: the latest rings may be lost, and are rung again`,
        )
      : warning(names.persistence, unkept),
  ]
}
