import { type CheckResult, checkFile, type FileCheck, type Summary } from '../../files/payroll/checkFile.ts'
import type { PayoutFile } from '../../files/payroll/payoutFile.ts'
import { storeBatch } from '../../ledger/intake/storeBatch.ts'
import { nothingFound } from '../../ledger/people/findings.ts'
import type { PeopleFound } from '../../ledger/people/lookAtPeople.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Warned } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, hasEmbeddedLedger, unreachableMessage, withCore } from '../open/openCore.ts'
import { type LimitsInUse, limitsInUse } from '../pay/operatorLimits.ts'
import {
  batchToStore,
  columnsOf,
  type FileOptions,
  type RefusedFile,
  refusal,
  usualChecks,
  withFile,
  withInUse,
  withKeys,
} from './submission.ts'
import { warnedOf } from './warnings.ts'
import { aboveBreak, joined, storedBefore, whyBlocked, whyRefused, whyRepeated } from './whyRefused.ts'

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
 * Check a file without credentials and without storing anything. If there is a ledger, it says what submitting the file with the same options
 * would say; if not, none is created.
 */
export function validate(app: App, options: ValidateOptions): Promise<CheckedFile | RefusedFile | Failure> {
  const { file, period, allowDuplicates, maxAmount, expectCount, expectTotal, map = {}, keepProblems = 1_000 } = options
  const { sandbox = false, toldTotals } = options
  return withFile(app, options, async (opened): Promise<CheckedFile | RefusedFile | Failure> => {
    const limits = limitsInUse(app)
    const expected = { expectCount: expectCount ?? null, expectTotal: expectTotal ?? null }
    const reading = { period, sandbox, allowDuplicates, maxAmount, map, keepProblems, toldTotals }
    const how = { ...reading, ...expected, operatorLimits: limits.limits }
    const begin = (asksLedger: boolean) => checkFile(opened, { ...how, asksLedger })
    const { check, said, notes } = await checkWithLedger(app, options, opened, begin, limits)
    const result = check.result()
    const found = said.warned ?? warnedOf(app, check, null, limits)
    const warned = { ...found, notes: [...notes, ...found.notes] }
    if (result.kind === 'refused' && result.fault === 'command') return failure('usage', result.message)
    const { refused } = said
    const own = refusal(file, result.kind === 'refused' ? result.message : null, summaryOf(result))
    const { summary, message, ...more } = refused ?? own
    const told = summary ?? more.above ?? aboveBreak(result)
    const listed = withInUse(told?.problems ?? [], said.inUse).slice(0, keepProblems)
    const problemCount = (told?.problemCount ?? 0) + said.inUse.length
    if (message === null && summary)
      return { kind: 'checked', file, summary: { ...summary, problems: listed, problemCount }, warned }
    return {
      ...more,
      kind: 'refused',
      file,
      message,
      summary,
      problems: listed,
      problemCount,
      warned,
      ...(!summary && { above: told }),
    }
  })
}

/** What the ledger makes of a file. */
interface Said {
  refused?: RefusedFile | undefined
  inUse: readonly Problem[]
  warned?: Warned
}

interface CheckedRows {
  check: FileCheck
  said: Said
  notes: Sentence[]
}

/** Reads the whole file and asks the ledger about it. If that fails, a note says so, and the file is read again without it. */
async function checkWithLedger(
  app: App,
  options: ValidateOptions,
  file: PayoutFile,
  begin: (asksLedger: boolean) => FileCheck,
  limits: LimitsInUse,
): Promise<CheckedRows> {
  let notes: Sentence[] = []
  if (app.opened || app.config.databaseUrl !== undefined || hasEmbeddedLedger(app.config.home)) {
    const check = begin(true)
    const asked = await withCore(app, (core) => askLedger(app, core, options, file, check, limits)).catch(
      (error: unknown) => failure('unreachable', unreachableMessage(error, app.config.databaseUrl !== undefined)),
    )
    if (asked.ok) return { check, said: asked, notes }
    notes = [say('warnings.ledger_not_asked', { why: asked.message })]
  }
  const check = begin(false)
  for await (const _ of check.batches);
  return { check, said: { inUse: [] }, notes }
}

/** Looks at the file as if it were submitted. */
async function askLedger(
  app: App,
  core: Core,
  given: ValidateOptions,
  file: PayoutFile,
  check: FileCheck,
  limits: LimitsInUse,
): Promise<({ ok: true } & Said) | Failure> {
  const options = {
    ...usualChecks,
    name: undefined,
    sandbox: false,
    ...given,
    ...{ expectCount: null, expectTotal: null },
  }
  const { allowDuplicates } = options
  let said: Said = { inUse: [] }
  const stored = await storeBatch(
    core.ledger,
    batchToStore(app, options, file),
    withKeys(check.batches),
    () => ({ sha256: file.sha256, cellsSha256: check.cellsSha256(), columns: check.columns() }),
    {
      allowDuplicates,
      skipInvalid: false,
      columnOf: columnsOf(check),
      look: () => undefined,
      limits: limits.limits,
      numbersDiffer: check.numbersDiffer,
      accept: ({ inUse, payable, repeats, people, rules }) => {
        const result = check.result()
        const found = warnedOf(app, check, people && aboveBreak(result) ? tellingNobodyGone(people) : people, limits)
        const notes = [
          ...(allowDuplicates && repeats.again ? [repeats.again] : []),
          ...repeats.warnings,
          ...found.notes,
        ]
        const warned = { ...found, notes }
        const against = whyRefused(options, result, inUse, payable) ?? whyBlocked(app, options, result, found, rules)
        said = { refused: joined(against, whyRepeated(options, result, repeats)), inUse, warned }
        return false
      },
    },
  )
  if (stored.kind === 'barred') {
    if (stored.isFenced) return failure('fenced', stored.message)
    said = { ...said, refused: refusal(options.file, stored.message, summaryOf(check.result())) }
  }
  if (stored.kind === 'same_file' || stored.kind === 'already_run')
    said = { ...said, refused: storedBefore(app, options, stored, summaryOf(check.result())) }
  return { ok: true, ...said }
}

/** Below the place where a file breaks off, anybody may be in it. */
const tellingNobodyGone = (people: PeopleFound): PeopleFound => ({ ...people, compared: null, missing: nothingFound })

const summaryOf = (result: CheckResult): Summary | undefined => ('summary' in result ? result.summary : undefined)
