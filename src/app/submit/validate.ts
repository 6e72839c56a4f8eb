import { checkFile, type FileCheck, type Summary } from '../../files/payroll/checkFile.ts'
import { lookAtFile } from '../../ledger/people/lookAtFile.ts'
import type { PeopleFound } from '../../ledger/people/lookAtPeople.ts'
import type { Warned } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { hasEmbeddedLedger, unreachableMessage, withCore } from '../open/openCore.ts'
import { type LimitTable, limitsInUse } from '../pay/operatorLimits.ts'
import { type FileOptions, type RefusedFile, refusal, withFile } from './submission.ts'
import { warnedOf } from './warnings.ts'

export interface ValidateOptions extends FileOptions {
  period: string | null
  allowDuplicates: boolean
  maxAmount: string | null
  /** What a person expects of the payable rows. By default nothing. */
  expectCount?: number | null
  expectTotal?: string | null
  /** Whether to compare with payouts of the sandbox. By default with real ones. */
  sandbox?: boolean
}

/** The whole file was read. It can be paid if `problemCount` is 0. */
export interface CheckedFile {
  kind: 'checked'
  file: string
  summary: Summary
  warned: Warned
}

/**
 * Check a file without credentials and without storing anything. If there is a ledger, the file is compared with earlier payouts; if not,
 * none is created. Only submitting the file checks whether its references are in use.
 */
export function validate(app: App, options: ValidateOptions): Promise<CheckedFile | RefusedFile | Failure> {
  const { file, period, allowDuplicates, maxAmount, expectCount, expectTotal, map = {}, keepProblems = 1_000 } = options
  const { toldTotals } = options
  return withFile(app, options, async (opened): Promise<CheckedFile | RefusedFile | Failure> => {
    const limits = limitsInUse(app)
    const expected = { expectCount: expectCount ?? null, expectTotal: expectTotal ?? null }
    const reading = { period, allowDuplicates, maxAmount, map, keepProblems, toldTotals }
    const how = { ...reading, ...expected, operatorLimits: limits.limits }
    const { check, people, notes } = await checkWithLedger(app, options, () => checkFile(opened, how), limits.limits)
    const result = check.result()
    const found = warnedOf(app, check, people, limits)
    const warned = { ...found, notes: [...found.notes, ...notes] }
    if (result.kind === 'checked') return { kind: 'checked', file, summary: result.summary, warned }
    const { message, fault, summary } = result
    if (fault === 'command') return failure('usage', message)
    const { problems = [], problemCount = 0 } = summary ?? {}
    return { ...refusal(file, message, summary), problems, problemCount, warned }
  })
}

interface CheckedRows {
  check: FileCheck
  people: PeopleFound | null
  notes: Sentence[]
}

/** Reads the whole file and compares its rows with the ledger. If that fails, a note says so, and the file is read again without it. */
async function checkWithLedger(
  app: App,
  { period, sandbox = false }: ValidateOptions,
  begin: () => FileCheck,
  limits: LimitTable,
): Promise<CheckedRows> {
  let notes: Sentence[] = []
  if (app.opened || app.config.databaseUrl !== undefined || hasEmbeddedLedger(app.config.home)) {
    const check = begin()
    const asked = await withCore(app, async ({ ledger }) => ({
      ok: true as const,
      people: await lookAtFile(ledger, check.batches, { sandbox, period }, limits),
    })).catch((error: unknown) =>
      failure('unreachable', unreachableMessage(error, app.config.databaseUrl !== undefined)),
    )
    if (asked.ok) return { check, people: asked.people, notes }
    notes = [say('warnings.ledger_not_asked', { why: asked.message })]
  }
  const check = begin()
  for await (const _ of check.batches);
  return { check, people: null, notes }
}
