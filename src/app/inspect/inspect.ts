import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config, Variable, Variables } from '../../config.ts'
import { outboxWaiting } from '../../ledger/commit/outbox.ts'
import { inspectRedis, openWarning, persistenceWarning, type RedisFacts, redisRefusal } from '../../queue/redis.ts'
import { distrustHome } from '../../trust.ts'
import { count, type Sentence, say, type Words } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { type Check, ok, outOfReach, problem, refusedBy, warning } from './check.ts'
import { inspectLedger, inspectProvider } from './inspectServers.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** Check everything that payrun relies on. A problem doesn't stop the later checks. Nothing is changed, and nothing is paid. */
export async function inspect(app: App, variables: Variables): Promise<Check[]> {
  const { config } = app
  const configuration = inspectConfiguration(config, variables)
  const folder = await inspectFolder(config.home)
  // A wrong variable is not in the configuration, so checking without it would show something else.
  const isWrong = (name: string) => configuration.some((check) => check.name === name && check.state === 'problem')
  const unchecked = (name: string, variable: string) => [warning(name, say('settings.variable_wrong', { variable }))]
  const noLedger = (variable: string) => ({ checks: unchecked('ledger', variable), id: null })
  // Never start a server in a home that belongs to somebody else.
  const isPlanted = folder.kind === 'configuration' && config.databaseUrl === undefined
  const { checks: ledger, id } = isPlanted
    ? noLedger('PAYRUN_HOME')
    : isWrong('DATABASE_URL')
      ? noLedger('DATABASE_URL')
      : await inspectLedger(app)
  const queue = isWrong('REDIS_URL') ? unchecked('queue', 'REDIS_URL') : await inspectQueue(config, ledger[0])
  const provider = isWrong('PAYRUN_PROVIDER_URL')
    ? unchecked('provider', 'PAYRUN_PROVIDER_URL')
    : [await inspectProvider(config)]
  const home = await inspectHome(config.home, id)
  return [inspectNode(), ...configuration, folder, ...home, ...ledger, ...queue, ...provider]
}

/** The same without the variables, for a running process. `sandbox`: it pays to the sandbox that payrun brings. */
export async function inspectParts(app: App, sandbox: boolean): Promise<Check[]> {
  const { config } = app
  const folder = await inspectFolder(config.home)
  const { checks: ledger, id } = await inspectLedger(app)
  const home = [folder, ...(await inspectHome(config.home, id))]
  const provider = sandbox ? ok('provider', say('settings.provider_is_sandbox')) : await inspectProvider(config)
  return [...home, ...ledger, ...(await inspectQueue(config, ledger[0])), provider]
}

function inspectNode(): Check {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? ok('Node', process.version)
    : problem('Node', say('settings.node_too_old', { version: process.version }))
}

/** Each variable: where it comes from, and its value unless it is secret, or its default. */
function inspectConfiguration(config: Config, variables: Variables): Check[] {
  const { known, strange, fileProblem, openFile } = variables
  return [
    ...(fileProblem === undefined ? [] : [{ ...problem('.env', fileProblem), kind: 'configuration' as const }]),
    ...(openFile === undefined ? [] : [warning('.env', say('settings.env_file_open', { path: openFile }))]),
    ...known.map((variable) => inspectVariable(variable, config)),
    ...strange.map((name) => warning(name, say('settings.variable_unknown'))),
  ]
}

function inspectVariable({ name, from, problem: wrong }: Variable, config: Config): Check {
  if (wrong !== undefined) {
    return { ...problem(name, say('settings.value_wrong', { wrong, from: from ?? '' })), kind: 'configuration' }
  }
  const value = valueToShow(name, config)
  if (from !== undefined) {
    return ok(name, value === undefined ? say('settings.set', { from }) : say('settings.set_to', { from, value }))
  }
  if (needed.includes(name)) return warning(name, say('settings.not_set_needed'))
  return ok(
    name,
    unsetSentence(name) ?? (value === undefined ? say('settings.not_set') : say('settings.default', { value })),
  )
}

const needed = ['PAYRUN_PROVIDER_URL', 'PAYRUN_APP_KEY', 'PAYRUN_MERCHANT_KEY']

/** What applies if a variable without a default value is not set. */
function unsetSentence(name: string): Sentence | undefined {
  switch (name) {
    case 'DATABASE_URL':
      return say('settings.not_set_database')
    case 'REDIS_URL':
      return say('settings.not_set_redis')
    case 'PAYRUN_RATE':
      return say('settings.not_set_rate')
    case 'PAYRUN_STATUS_PATH':
      return say('settings.not_set_status_path')
    case 'PAYRUN_LOG_LEVEL':
      return say('settings.not_set_log_level')
    default:
      return undefined
  }
}

/** A value that may be shown, or undefined for a credential. */
function valueToShow(name: string, config: Config): Words | undefined {
  const values: Record<string, Words | undefined> = {
    PAYRUN_PROVIDER_URL: address(config.providerUrl),
    DATABASE_URL: address(config.databaseUrl),
    REDIS_URL: address(config.redisUrl),
    PAYRUN_HOME: config.home,
    PAYRUN_CONCURRENCY: String(config.concurrency),
    PAYRUN_APPROVALS: String(config.approvals),
    PAYRUN_RATE: config.rate === undefined ? undefined : say('settings.rate', { rate: config.rate }),
    PAYRUN_TIMEOUT_MS: String(config.timeoutMs),
    // The query may contain a key.
    PAYRUN_STATUS_PATH: config.statusPath?.replace(/\?.*/, '?…'),
    PAYRUN_ALLOW_CLEARTEXT: [...config.allowCleartext].join(', ') || undefined,
    PAYRUN_LOG_LEVEL: config.logLevel,
  }
  return values[name]
}

/** Scheme, host and path, without user, password and query, which may have a password too. */
function address(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text)
  return url ? `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}` : undefined
}

const queueNames = { queue: 'queue', policy: 'queue: maxmemory-policy', persistence: 'queue: persistence' }

/** The queue's store: Redis (REDIS_URL) or the ledger's Postgres. `ledger` is the ledger's check. */
async function inspectQueue({ redisUrl }: Config, ledger: Check | undefined): Promise<Check[]> {
  if (redisUrl === undefined) {
    if (ledger?.state === 'ok') return [ok(queueNames.queue, say('settings.queue_on_ledger'))]
    return [warning(queueNames.queue, say('settings.queue_ledger_not_checked'))]
  }
  const inspected = await inspectRedis(redisUrl)
  if (!inspected.ok) {
    const unread = inspected.reached ? say('settings.redis_not_looked_at') : say('settings.redis_not_reached')
    return [
      (inspected.reached ? problem : outOfReach)(queueNames.queue, inspected.message),
      warning(queueNames.policy, unread),
      warning(queueNames.persistence, unread),
    ]
  }
  return judgeRedis(inspected.facts)
}

function judgeRedis(facts: RedisFacts): Check[] {
  const replica = facts.replica ? redisRefusal({ ...facts, maxmemoryPolicy: undefined }) : undefined
  const open = openWarning(facts)
  const unkept = persistenceWarning(facts)
  const answers =
    facts.version === undefined
      ? say('settings.redis_answers')
      : say('settings.redis_version_answers', { version: facts.version })
  return [
    replica === undefined && open ? warning(queueNames.queue, open) : refusedBy(queueNames.queue, replica, answers),
    refusedBy(
      queueNames.policy,
      redisRefusal({ ...facts, replica: false }),
      facts.maxmemoryPolicy ?? say('settings.redis_policy_hidden'),
    ),
    unkept === undefined
      ? ok(
          queueNames.persistence,
          facts.appendOnlyFile ? say('settings.redis_append_only_file') : say('settings.redis_snapshots'),
        )
      : warning(queueNames.persistence, unkept),
  ]
}

/** PAYRUN_HOME: what is waiting in it for the ledger with this id, and how much room is left. */
async function inspectHome(home: string, id: string | null): Promise<Check[]> {
  return [await inspectOutbox(home, id), await inspectRoom(home)]
}

/** Whether payrun can write to PAYRUN_HOME, and who else can read it. */
async function inspectFolder(home: string): Promise<Check> {
  const name = 'home folder'
  const advice = say('settings.home_advice')
  const planted = distrustHome(home)
  if (planted !== null) return { ...problem(name, planted), kind: 'configuration' }
  const found = await stat(home).catch(() => undefined)
  if (found === undefined) {
    const parent = await nearestFolder(home)
    const may = await access(parent, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
    if (may) return ok(name, say('settings.home_to_be_made', { home }))
    return problem(name, say('settings.home_cannot_be_made', { home, parent }), advice)
  }
  const failed = await tryToWrite(home)
  if (failed !== undefined) return problem(name, failed, advice)
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0')
  if ((found.mode & 0o066) === 0) return ok(name, say('settings.home_writable', { home, mode }))
  return warning(name, say('settings.home_open', { home, mode }))
}

/** @returns why it can't write, or undefined */
async function tryToWrite(home: string): Promise<Sentence | undefined> {
  const path = join(home, `.doctor-${process.pid}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('x')
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error
      ? say('settings.home_not_writable', { home, code: String(error.code) })
      : say('settings.home_not_writable_unknown', { home })
  }
}

async function inspectOutbox(home: string, id: string | null): Promise<Check> {
  const { files, ofOthers, unreadable } = await outboxWaiting(home, id)
  if (unreadable > 0) {
    return problem(
      'outbox',
      say('settings.outbox_unreadable', { files: count(unreadable), folder: join(home, 'outbox') }),
    )
  }
  const others = say('settings.outbox_of_others', { files: count(ofOthers), folder: join(home, 'outbox') })
  if (files === 0) return ofOthers === 0 ? ok('outbox', say('settings.outbox_empty')) : warning('outbox', others)
  return warning('outbox', say('settings.outbox_waiting', { files: count(files) }), ofOthers === 0 ? undefined : others)
}

async function inspectRoom(home: string): Promise<Check> {
  const name = 'disk space'
  const found = await statfs(await nearestFolder(home)).catch(() => undefined)
  if (found === undefined) return warning(name, say('settings.disk_unknown'))
  const free = found.bavail * found.bsize
  if (free > gigabyte) return ok(name, say('settings.disk_free', { gib: count(Math.floor(free / gigabyte)) }))
  return free > gigabyte / 20
    ? warning(name, say('settings.disk_low', { mib: count(Math.floor(free / megabyte)) }), say('settings.disk_advice'))
    : problem(name, say('settings.disk_full'), say('settings.disk_advice'))
}

/** The folder itself, or its nearest existing parent. */
async function nearestFolder(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    if ((await stat(at).catch(() => undefined))?.isDirectory() || at === dirname(at)) return at
  }
}
