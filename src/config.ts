import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import type { z } from 'zod'
import {
  type CleartextKind,
  cleartextProblems,
  mailNeedsTls,
  sentenceOf,
  variables,
  withPostgresTls,
} from './configVariables.ts'
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
  /** How many people a batch needs: 2 when somebody else than its submitter has to approve it. */
  approvals: number
  /** Payouts a second over all processes; undefined: no limit. */
  rate: number | undefined
  /** Payouts a second over all processes, of operators that have a limit of their own. */
  operatorRates: ReadonlyMap<OperatorCode, number>
  timeoutMs: number
  statusPath: string | undefined
  /** More words of refusal in the provider's answers, as src/payout/refusal.ts compares them. */
  refusalWords: readonly string[]
  /** The file of the operators' limits; undefined: limits.csv in `home`, or the list that comes with payrun. */
  limits: string | undefined
  /** The file of the key that signs anchors of the ledger, or of its public half. */
  anchorKey: string | undefined
  /** Signs and checks notifications; undefined: they are not signed. */
  callbackSecret: string | undefined
  /** The unguessable part of the address where notifications are received; undefined: one that PAYRUN_HOME keeps. */
  listenToken: string | undefined
  /** Where a worker's health is served; port off: nowhere; 0: on any free one. */
  health: { host: string; port: number | 'off' }
  /** The address by which people reach the desk; undefined: it serves the loopback only. */
  deskUrl: URL | undefined
  /** Hand the queue's jobs to OpenTelemetry. */
  traces: boolean
  /** Where people are told of what happens. */
  alerts: {
    /** `events`: the feed's events are posted, too. */
    webhook: { url: string; secret: string | undefined; events: boolean } | undefined
    email: { smtpUrl: string; needsTls: boolean; from: string; to: readonly string[] } | undefined
  }
  /** What may go without TLS to another machine. */
  allowCleartext: ReadonlySet<CleartextKind>
  logLevel: string | undefined
  /** Where the command was called: file names are relative to it. npm runs scripts in the project's folder. */
  calledFrom: string
  /** How people call payrun here. */
  command: string
  /** The login name of whoever runs this, for batches' histories. */
  user: string
  terminal: { noColor: string | undefined; forceColor: string | undefined; term: string | undefined; ci: boolean }
  /** Only ever set by the fault tests. */
  crashPlan: CrashPlan | undefined
}

type ConfigRead =
  | { ok: true; config: Config }
  /** `usable`: the rest of it, as if what is wrong weren't set: for a command that looks at everything. */
  | { ok: false; message: Sentence; usable: Config }

/**
 * Read the configuration: the environment, and below it a `.env` file where the command was called. This is the only
 * reader of process.env. An empty variable counts as not set.
 *
 * @returns the configuration, or one sentence that names the variable; never a value, which may be a credential
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
  // By it, Node talks to whoever is in between: they would have the keys, and answer for the provider.
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return { ok: false, message: say('settings.certificates_unchecked'), usable }
  const planted = distrustHome(usable.home)
  if (planted !== null) return { ok: false, message: planted, usable }
  // Not among the variables above: it's no setting that anybody may use.
  const planText = set['PAYRUN_CRASH_POINT']
  const crash = planText === undefined ? undefined : readCrashPlan(planText, usable)
  if (crash && !crash.ok) return { ...crash, usable }
  return { ok: true, config: { ...usable, crashPlan: crash?.plan } }
}

/** What is wrong with which variable: its value by itself, or where it would send a password in the clear. */
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
    command: environment['npm_lifecycle_event'] ? 'npm run -s payrun --' : 'payrun',
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

/** E-mail needs somebody to go to; without a sender of its own it comes from the first of them. */
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

/** A variable of payrun's, and where its value is from; the value itself isn't told. */
export interface Variable {
  name: string
  from: Words | undefined
  /** What is wrong with the value, without it. */
  problem: Sentence | undefined
}

export interface Variables {
  known: Variable[]
  /** Names that begin with PAYRUN_ and mean nothing: typos. */
  strange: string[]
  /** Why .env can't be read. */
  fileProblem: Sentence | undefined
  /** The path of a .env that holds secrets and that others on this machine may read. */
  openFile: string | undefined
}

/** Every variable, one by one: for people who look for what is wrong. */
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

/** A user id without a name (as in some containers) is its number. */
function loginName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`
  }
}
