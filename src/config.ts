import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { type CleartextKind, cleartextProblems, mailNeedsTls, withPostgresTls } from './cleartext.ts'
import { sentenceOf, variables } from './configVariables.ts'
import { type CrashPlan, readCrashPlan } from './crashPoint.ts'
import type { OperatorCode } from './payout/operators/operator.ts'
import { readEnvironment } from './process.ts'
import { distrustHome } from './trust.ts'
import { type Sentence, say, type Words } from './words/sentence.ts'

export interface Config {
  providerUrl: string | undefined
  appKey: string | undefined
  merchantKey: string | undefined
  databaseUrl: string | undefined
  redisUrl: string | undefined
  /** Absolute. */
  home: string
  concurrency: number
  /** The number of people that a batch needs: 2 if somebody other than its submitter must approve it. */
  approvals: number
  /** Payouts per second in all processes together; undefined for no limit. */
  rate: number | undefined
  /** Payouts per second in all processes together, for operators with a limit of their own. */
  operatorRates: ReadonlyMap<OperatorCode, number>
  timeoutMs: number
  statusPath: string | undefined
  /** More words of refusal in the provider's answers, in the form in which src/payout/refusal.ts compares them. */
  refusalWords: readonly string[]
  /** The file with the operators' limits; undefined for limits.csv in `home`, or payrun's own list. */
  limits: string | undefined
  /** The file with the key that signs the ledger's anchors, or with its public half. */
  anchorKey: string | undefined
  /** Signs and checks notifications; undefined if they are not signed. */
  callbackSecret: string | undefined
  /** The unguessable part of the address for notifications; undefined for the one stored in PAYRUN_HOME. */
  listenToken: string | undefined
  /** Where a worker's health is served. Port `off` for nowhere, 0 for any free port. */
  health: { host: string; port: number | 'off' }
  /** The desk's address for people; undefined if it only serves the loopback. */
  deskUrl: URL | undefined
  /** Report the queue's jobs to OpenTelemetry. */
  traces: boolean
  /** Where alerts are sent. */
  alerts: {
    /** `events`: whether the feed's events are posted, too. */
    webhook: { url: string; secret: string | undefined; events: boolean } | undefined
    email: { smtpUrl: string; needsTls: boolean; from: string; to: readonly string[] } | undefined
  }
  /** What may be sent to another machine without TLS. */
  allowCleartext: ReadonlySet<CleartextKind>
  logLevel: string | undefined
  /** The folder where the command was called, to which file names are relative. npm itself runs scripts in the project's folder. */
  calledFrom: string
  /** How to call payrun here: `payrun`, or `npm run -s payrun --`; after `npm run demo`, for the demo's ledger. */
  command: string
  /** The login name of the process's user, for the histories of batches. */
  user: string
  terminal: { noColor: string | undefined; forceColor: string | undefined; term: string | undefined; ci: boolean }
  /** Only ever set by the fault tests. */
  crashPlan: CrashPlan | undefined
}

type ConfigRead =
  | { ok: true; config: Config }
  /** `usable`: the configuration without the variables that are wrong, for a command that checks everything. */
  | { ok: false; message: Sentence; usable: Config }

/**
 * Read the configuration from the environment, and from a `.env` file in the folder where the command was called, which the environment
 * overrides. Nothing else reads process.env. An empty variable counts as not set.
 *
 * @returns the configuration, or a sentence that names the variable, but never its value, which may be a credential
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): ConfigRead {
  const { calledFrom, file, set } = readEnvironment(environment, cwd)
  const read = variables.safeParse(set)
  const wrong = problemsOf(set, read, environment)
  const env = variables.parse(Object.fromEntries(Object.entries(set).filter(([name]) => !wrong.has(name))))
  const usable = settingsOf(env, environment, calledFrom)
  if (!file.ok) return { ...file, usable }
  const [problem] = wrong.values()
  if (problem) return { ok: false, message: say('settings.set_environment_env', { problem }), usable }
  // With it, Node would talk to anybody in between, who would get the keys and could answer for the provider.
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return { ok: false, message: say('settings.certificates_unchecked'), usable }
  const planted = distrustHome(usable.home)
  if (planted !== null) return { ok: false, message: planted, usable }
  // Not among the other variables, because it is not a setting for users.
  const planText = set['PAYRUN_CRASH_POINT']
  const crash = planText === undefined ? undefined : readCrashPlan(planText, usable)
  if (crash && !crash.ok) return { ...crash, usable }
  return { ok: true, config: { ...usable, crashPlan: crash?.plan } }
}

/** The problems by variable: a wrong value, or an address to which a password would be sent in the clear. */
function problemsOf(
  set: NodeJS.Dict<string>,
  read: z.ZodSafeParseResult<z.infer<typeof variables>>,
  environment: NodeJS.ProcessEnv,
): Map<string, Sentence> {
  const allowed = read.data?.PAYRUN_ALLOW_CLEARTEXT ?? none
  const problems = new Map((read.error?.issues ?? []).map((issue) => [String(issue.path[0]), sentenceOf(issue)]))
  for (const [name, sentence] of cleartextProblems(set, allowed, environment)) {
    if (!problems.has(name)) problems.set(name, sentence)
  }
  return problems
}

const none: ReadonlySet<CleartextKind> = new Set()

function settingsOf(env: z.infer<typeof variables>, environment: NodeJS.ProcessEnv, calledFrom: string): Config {
  return {
    providerUrl: env.PAYRUN_PROVIDER_URL,
    appKey: env.PAYRUN_APP_KEY,
    merchantKey: env.PAYRUN_MERCHANT_KEY,
    databaseUrl: withPostgresTls(env.DATABASE_URL, env.PAYRUN_ALLOW_CLEARTEXT ?? none, environment),
    redisUrl: env.REDIS_URL,
    home: resolve(calledFrom, env.PAYRUN_HOME ?? '.payrun'),
    concurrency: env.PAYRUN_CONCURRENCY ?? 50,
    approvals: env.PAYRUN_APPROVALS ?? 1,
    rate: env.PAYRUN_RATE,
    operatorRates: env.PAYRUN_OPERATOR_RATES ?? new Map(),
    timeoutMs: env.PAYRUN_TIMEOUT_MS ?? 30_000,
    statusPath: env.PAYRUN_STATUS_PATH,
    refusalWords: env.PAYRUN_REFUSAL_WORDS ?? [],
    limits: env.PAYRUN_LIMITS === undefined ? undefined : resolve(calledFrom, env.PAYRUN_LIMITS),
    anchorKey: env.PAYRUN_ANCHOR_KEY,
    callbackSecret: env.PAYRUN_CALLBACK_SECRET,
    listenToken: env.PAYRUN_LISTEN_TOKEN,
    deskUrl: env.PAYRUN_DESK_URL,
    traces: env.PAYRUN_OTEL === '1',
    health: { host: env.PAYRUN_WORKER_HOST ?? '127.0.0.1', port: healthPort(env.PAYRUN_WORKER_PORT ?? '9400') },
    alerts: alertsOf(env),
    allowCleartext: env.PAYRUN_ALLOW_CLEARTEXT ?? none,
    logLevel: env.PAYRUN_LOG_LEVEL,
    calledFrom,
    command: commandHere(environment),
    user: loginName(),
    terminal: {
      noColor: environment['NO_COLOR'],
      forceColor: environment['FORCE_COLOR'],
      term: environment['TERM'],
      ci: (environment['CI'] ?? '') !== '',
    },
    crashPlan: undefined,
  }
}

function commandHere({ npm_lifecycle_event: script, PAYRUN_HOME: home }: NodeJS.ProcessEnv): string {
  if (!script) return 'payrun'
  return script === 'demo' && home ? `PAYRUN_HOME=${home} npm run -s payrun --` : 'npm run -s payrun --'
}

/** E-mail needs a recipient. Without a sender of its own, it is sent from the first recipient. */
function alertsOf(env: z.infer<typeof variables>): Config['alerts'] {
  const { PAYRUN_WEBHOOK_URL: url, PAYRUN_SMTP_URL: smtpUrl, PAYRUN_MAIL_TO: to } = env
  const from = env.PAYRUN_MAIL_FROM ?? to?.[0]
  const needsTls = smtpUrl !== undefined && env.PAYRUN_ALLOW_CLEARTEXT?.has('smtp') !== true && mailNeedsTls(smtpUrl)
  return {
    webhook:
      url === undefined
        ? undefined
        : { url, secret: env.PAYRUN_WEBHOOK_SECRET, events: env.PAYRUN_WEBHOOK_EVENTS !== '0' },
    email: smtpUrl === undefined || !to || from === undefined ? undefined : { smtpUrl, needsTls, from, to },
  }
}

const healthPort = (text: string): number | 'off' => (text === 'off' ? text : Number(text))

/** A variable of payrun, and where its value comes from, but not the value itself. */
export interface Variable {
  name: string
  from: Words | undefined
  /** The problem with the value, without the value. */
  problem: Sentence | undefined
}

export interface Variables {
  known: Variable[]
  /** Unknown names that begin with PAYRUN_: typos. */
  strange: string[]
  /** Why .env is unreadable. */
  fileProblem: Sentence | undefined
  /** The path of a .env with secrets that other users of this machine can read. */
  openFile: string | undefined
}

/** Every variable, one by one, for troubleshooting. */
export function readVariables(environment: NodeJS.ProcessEnv, cwd: string): Variables {
  const { path, file, set } = readEnvironment(environment, cwd)
  const problems = problemsOf(set, variables.safeParse(set), environment)
  const known = Object.keys(variables.shape).map(
    (name): Variable => ({
      name,
      from: !(name in set) ? undefined : environment[name] === undefined ? '.env' : say('settings.the_environment'),
      problem: problems.get(name),
    }),
  )
  const strange = Object.keys(set).filter((name) => /^PAYRUN_/.test(name) && !(name in variables.shape))
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  const holdsKeys = file.ok && secrets.some((name) => (file.values[name] ?? '') !== '')
  const openFile = holdsKeys && (mode & 0o044) !== 0 ? path : undefined
  return { known, strange, fileProblem: file.ok ? undefined : file.message, openFile }
}

const secrets = [
  'PAYRUN_APP_KEY',
  'PAYRUN_MERCHANT_KEY',
  'PAYRUN_CALLBACK_SECRET',
  'PAYRUN_LISTEN_TOKEN',
  'PAYRUN_WEBHOOK_SECRET',
  'PAYRUN_SMTP_URL',
  'DATABASE_URL',
  'REDIS_URL',
]

/** A user without a name (as in some containers) is called by its number. */
function loginName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
