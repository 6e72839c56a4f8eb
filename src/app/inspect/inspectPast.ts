import { type Ledger, readInstallationId } from '../../ledger/connection/ledger.ts'
import { readFacts } from '../../ledger/past/admit.ts'
import { judgePast, type LedgerFacts, synchronousNames, type Verdict } from '../../ledger/past/judgePast.ts'
import { decodeMark, type Mark, openMarkFiles } from '../../ledger/past/mark.ts'
import { readRecovery } from '../../ledger/past/recover.ts'
import { readSharedMarks } from '../../queue/marks.ts'
import { count, moment, say } from '../../words/sentence.ts'
import type { App } from '../context.ts'
import { queuePrefix } from '../open/openCore.ts'
import { type Check, ok, problem, warning } from './check.ts'

const names = { past: 'ledger: past', marks: 'ledger: marks', replication: 'ledger: replication' }

/** Whether the ledger went back in time, and whether that would be noticed. Nothing is changed: a ledger is fenced by others. */
export async function inspectPast({ config }: App, ledger: Ledger): Promise<Check[]> {
  const id = await readInstallationId(ledger)
  const { home, redisUrl, databaseUrl, command } = config
  const shared = redisUrl === undefined ? null : await readSharedMarks(redisUrl, queuePrefix(id))
  const marks = [
    ...(await openMarkFiles(home, id).read()),
    ...(shared ?? []).map(decodeMark).filter((mark) => mark !== null),
  ]
  const facts = await readFacts(ledger.pool, marks)
  const verdict = judgePast(facts, marks, databaseUrl === undefined || shared !== null)
  const { awaitingStatementSince: since } = await readRecovery(ledger)
  return [
    since && verdict.kind === 'whole'
      ? warning(names.past, say('settings.past_awaits_statement', { since: moment(since, 'second'), command }))
      : inspectVerdict(verdict, command),
    inspectMarks(facts, marks),
    inspectReplication(facts),
  ]
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

/** As of the last commit of a worker. */
function inspectReplication({ admitted }: LedgerFacts): Check {
  const standbys = synchronousNames(admitted?.synchronousStandbys ?? '')
  return standbys === null
    ? ok(names.replication, say('settings.replication_unconfirmed'))
    : ok(names.replication, say('settings.replication_confirmed', { standbys: standbys.join(', ') }))
}
