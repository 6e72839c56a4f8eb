import type { Config } from '../../config.ts'
import { type Ledger, openLedger, readInstallationId } from '../../ledger/connection/ledger.ts'
import {
  type Edition,
  fsyncRefusal,
  fullPageWritesWarning,
  readClockAheadMs,
  readEdition,
  readOnlyRefusal,
  readServer,
  type ServerFacts,
  synchronousCommitRefusal,
  versionRefusal,
} from '../../ledger/connection/server.ts'
import {
  type Gap,
  judgePast,
  type LedgerFacts,
  readFacts,
  readGap,
  synchronousNames,
  type Verdict,
} from '../../ledger/past/judgePast.ts'
import { decodeMark, type Mark, openMarkFiles } from '../../ledger/past/mark.ts'
import { readFloats, readWaiting } from '../../ledger/policy/floats.ts'
import { listSchedules } from '../../ledger/schedules/schedules.ts'
import { atMost, isPlainHttp } from '../../process.ts'
import type { Answer } from '../../provider/answers/answer.ts'
import { createProviderClient, type ProviderClient } from '../../provider/client.ts'
import { readSharedMarks } from '../../queue/marks.ts'
import { printable, SaidError } from '../../words/render.ts'
import { count, moment, money, type Sentence, say, type Words } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { findPlace, queuePrefix, unreachableMessage } from '../open/openCore.ts'
import { maintenanceOf, maintenanceText, overdueNote } from '../schedules/listSchedules.ts'
import { type Check, ok, outOfReach, problem, refusedBy, warning } from './check.ts'

const ledgerNames = {
  ledger: 'ledger',
  recovery: 'ledger: primary',
  fsync: 'ledger: fsync',
  commit: 'ledger: synchronous_commit',
  pages: 'ledger: full_page_writes',
  checksums: 'ledger: data checksums',
  schema: 'ledger: schema',
  clock: 'ledger: clock',
}

/** The ledger's server, settings and schema, and the ledger's id if it has one. Nothing is changed, but an embedded server is started. */
export async function inspectLedger(app: App): Promise<{ checks: Check[]; id: string | null }> {
  const place = await findPlace(app)
  if (!place.ok) return { checks: unreached(place.message), id: null }
  const ledger = openLedger(place.address, () => undefined)
  try {
    const facts = await readServer(ledger)
    const edition = await readEdition(ledger.pool)
    const isCurrent = edition.kind === 'current'
    const checks = [
      ...inspectServer(facts, app.config.databaseUrl !== undefined),
      refusedBy(ledgerNames.schema, schemaRefusal(edition), schemaSentence(edition)),
      ...(isCurrent ? await inspectTables(app, ledger) : []),
      inspectClock(await readClockAheadMs(ledger)),
    ]
    return { checks, id: isCurrent ? await readInstallationId(ledger) : null }
  } catch (error) {
    return { checks: unreached(unreachableMessage(error, app.config.databaseUrl !== undefined)), id: null }
  } finally {
    await atMost(3_000, ledger.close())
    await place.release()
  }
}

function unreached(message: Words): Check[] {
  const { ledger, ...others } = ledgerNames
  return [
    outOfReach(ledger, message),
    ...Object.values(others).map((name) => warning(name, say('settings.ledger_not_reached'))),
  ]
}

function inspectServer(facts: ServerFacts, byUrl: boolean): Check[] {
  const pages = fullPageWritesWarning(facts)
  const commit = synchronousCommitRefusal(facts)
  const byDefault = facts.synchronousCommitDefault
  return [
    refusedBy(
      ledgerNames.ledger,
      versionRefusal(facts),
      byUrl
        ? say('settings.postgres_answers', { version: facts.version })
        : say('settings.embedded_postgres_answers', { version: facts.version }),
    ),
    refusedBy(ledgerNames.recovery, readOnlyRefusal(facts), say('settings.takes_writes')),
    refusedBy(ledgerNames.fsync, fsyncRefusal(facts), 'on'),
    refusedBy(
      ledgerNames.commit,
      commit,
      byDefault === 'on' ? 'on' : say('settings.synchronous_commit_by_payrun', { byDefault }),
    ),
    pages === undefined ? ok(ledgerNames.pages, 'on') : warning(ledgerNames.pages, pages),
    ok(ledgerNames.checksums, facts.dataChecksums === 'on' ? 'on' : say('settings.checksums_off')),
  ]
}

function schemaRefusal({ kind, version }: Edition): Sentence | undefined {
  if (kind === 'newer') return say('settings.schema_newer', { version })
  return kind === 'other' ? say('settings.schema_of_other_edition') : undefined
}

function schemaSentence({ kind, version }: Edition): Sentence {
  if (kind === 'none') return say('settings.schema_to_be_made')
  return kind === 'older' ? say('settings.schema_older', { version }) : say('settings.schema_up_to_date', { version })
}

/** The checks that need the current schema. */
const inspectTables = async (app: App, ledger: Ledger): Promise<Check[]> => [
  ...(await inspectPast(app, ledger)),
  ...(await inspectSchedules(ledger)),
  ...(await inspectFloats(ledger, false)),
  ...(await inspectFloats(ledger, true)),
]

/** Schedules that nobody runs, or whose next run falls into planned maintenance of an operator. */
async function inspectSchedules(ledger: Ledger): Promise<Check[]> {
  const checks: Check[] = []
  for (const schedule of await listSchedules(ledger)) {
    const title = say('settings.name_schedule', { name: printable(schedule.name) })
    const overdue = await overdueNote(ledger, schedule)
    const told = [
      ...(overdue ? [overdue] : []),
      ...(await maintenanceOf(ledger, schedule)).map((each) => maintenanceText(each)),
    ]
    for (const each of told) checks.push({ ...warning(`schedule: ${printable(schedule.name)}`, each), title })
  }
  return checks
}

/** What is left of each spending limit, and whether it is enough for what is waiting. Currencies without a limit are left out. */
async function inspectFloats(ledger: Ledger, sandbox: boolean): Promise<Check[]> {
  const floats = await readFloats(ledger, sandbox)
  const unpaid = floats.length > 0 ? await readWaiting(ledger, sandbox) : new Map<string, bigint>()
  return floats.flatMap(({ currency, left, waiting }) => {
    if (left === null) return []
    const name = sandbox ? `float: ${currency} (sandbox)` : `float: ${currency}`
    const [open, n] = [unpaid.get(currency) ?? 0n, waiting.length]
    const title = sandbox ? say('settings.name_float_sandbox', { currency }) : say('settings.name_float', { currency })
    const told = { left: money(left, currency), open: money(open, currency) }
    const waits = say('settings.float_waits', { ...told, n, batches: waiting, count: count(n) })
    if (n > 0) return [{ ...warning(name, waits), title }]
    const found =
      open > left ? warning(name, say('settings.float_short', told)) : ok(name, say('settings.float_left', told))
    return [{ ...found, title }]
  })
}

/** Leases use only the database's clock, but BullMQ's Postgres backend compares its locks with the caller's. */
function inspectClock(aheadMs: number): Check {
  if (Math.abs(aheadMs) < 2_000) return ok(ledgerNames.clock, say('settings.clock_agrees'))
  const seconds = count(Math.round(Math.abs(aheadMs) / 1000))
  const sentence = aheadMs > 0 ? say('settings.clock_ahead', { seconds }) : say('settings.clock_behind', { seconds })
  return warning(ledgerNames.clock, sentence, say('settings.clock_advice'))
}

const providerName = 'provider'
const longestMs = 10_000

/** Whether the provider can be reached: one HEAD request to the base URL, without credentials. It never makes a payout. */
export async function inspectProvider(config: Config): Promise<Check> {
  const { providerUrl } = config
  if (providerUrl === undefined) return warning(providerName, say('settings.provider_not_set'))
  const opened = open(providerUrl, config)
  if ('message' in opened) return problem(providerName, opened.message)
  try {
    return judge(await opened.client.probe(), isPlainHttp(providerUrl))
  } finally {
    await opened.client.close()
  }
}

function open(baseUrl: string, config: Config): { client: ProviderClient } | { message: Words } {
  try {
    const client = createProviderClient({
      baseUrl,
      // Only checked, not sent: the probe carries no keys.
      appKey: config.appKey ?? 'not-set',
      merchantKey: config.merchantKey ?? 'not-set',
      connections: 1,
      timeoutMs: Math.min(config.timeoutMs, longestMs),
      statusPath: config.statusPath,
    })
    return { client }
  } catch (error) {
    return { message: error instanceof SaidError ? error.said : say('commands.provider_cannot_used') }
  }
}

function judge(answer: Answer, inTheClear: boolean): Check {
  switch (answer.kind) {
    case 'response': {
      const { httpStatus } = answer
      if (httpStatus >= 500) return warning(providerName, say('settings.provider_out_of_order', { httpStatus }))
      return inTheClear
        ? warning(providerName, say('settings.provider_in_the_clear', { httpStatus }))
        : ok(providerName, say('settings.provider_answers', { httpStatus }))
    }
    case 'not_sent':
      return problem(providerName, answer.message, say('settings.provider_advice'))
    case 'lost':
      return warning(providerName, say('settings.provider_unreadable'))
  }
}

const names = { past: 'ledger: past', marks: 'ledger: marks', replication: 'ledger: replication' }

/** Whether the ledger went back in time, and whether that would be noticed. It changes nothing: only other commands fence a ledger. */
async function inspectPast({ config }: App, ledger: Ledger): Promise<Check[]> {
  const id = await readInstallationId(ledger)
  const { home, redisUrl, databaseUrl, command } = config
  const shared = redisUrl === undefined ? null : await readSharedMarks(redisUrl, queuePrefix(id))
  const marks = [
    ...(await openMarkFiles(home, id).read()),
    ...(shared ?? []).map(decodeMark).filter((mark) => mark !== null),
  ]
  const facts = await readFacts(ledger.pool, marks)
  const verdict = judgePast(facts, marks, databaseUrl === undefined || shared !== null)
  const gap = verdict.kind === 'whole' ? whatLacks(await readGap(ledger), command) : null
  return [
    gap === null ? inspectVerdict(verdict, command) : warning(names.past, gap),
    inspectMarks(facts, marks),
    inspectReplication(facts),
  ]
}

function whatLacks({ since, unmatched }: Gap, command: string): Sentence | null {
  if (since) return say('settings.past_awaits_statement', { since: moment(since, 'second'), command })
  return unmatched > 0 ? say('recover.lacks_answered', { answers: unmatched, command }) : null
}

function inspectVerdict(verdict: Verdict, command: string): Check {
  switch (verdict.kind) {
    case 'whole':
      return ok(names.past, say('settings.past_whole'))
    case 'ask_workers':
      return warning(names.past, say('settings.past_asked'))
    case 'fence':
    case 'fenced':
      return problem(names.past, verdict.why, say('settings.past_advice', { command }))
  }
}

function inspectMarks({ last }: LedgerFacts, marks: readonly Mark[]): Check {
  if (marks.length > 0) return ok(names.marks, say('settings.marks_kept', { marks: count(marks.length) }))
  return last.length === 0
    ? ok(names.marks, say('settings.marks_none_yet'))
    : warning(names.marks, say('settings.marks_none'), say('settings.marks_advice'))
}

/** The state at the last commit of a worker. */
function inspectReplication({ admitted }: LedgerFacts): Check {
  const standbys = synchronousNames(admitted?.synchronousStandbys ?? '')
  return standbys === null
    ? ok(names.replication, say('settings.replication_unconfirmed'))
    : ok(names.replication, say('settings.replication_confirmed', { standbys: standbys.join(', ') }))
}
