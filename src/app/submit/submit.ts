import { crashPoint } from '../../crashPoint.ts'
import { checkFile, type Summary } from '../../files/payroll/checkFile.ts'
import { hasChanged, type PayoutFile } from '../../files/payroll/payoutFile.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import type { ToBePaid } from '../../ledger/batches/toBePaid.ts'
import type { PayoutTotals } from '../../ledger/batches/totals.ts'
import { storeBatch } from '../../ledger/intake/storeBatch.ts'
import type { PeopleFound } from '../../ledger/people/lookAtPeople.ts'
import { isPolicyStricter, peopleInAll } from '../../ledger/policy/policy.ts'
import type { Problem } from '../../payout/problem.ts'
import type { Warned } from '../../payout/warning.ts'
import { type Sentence, say } from '../../words/sentence.ts'
import { forbids, refuseAs } from '../accounts/actor.ts'
import { whyNoApprover, whyNoApproverOf, whyNotByLogin } from '../approvals/whoDecides.ts'
import { type BatchDocument, documentNow } from '../batches/batchDocument.ts'
import { type App, type Failure, failure } from '../context.ts'
import { type Core, withCore } from '../open/openCore.ts'
import { enqueueBatch, sharedQueue, withQueueStore } from '../open/openServices.ts'
import { limitsInUse } from '../pay/operatorLimits.ts'
import { type Confirm, decidedIn, type Preview, previewOfFile } from './preview.ts'
import {
  batchToStore,
  columnsOf,
  type FileColumn,
  fileColumns,
  peopleConfigured,
  type RefusedFile,
  refusal,
  type SubmitOptions,
  seenOf,
  withFile,
  withKeys,
} from './submission.ts'
import { needsOneMore, toStore, warnedOf } from './warnings.ts'
import { joined, storedBefore, unlessSeen, whyBlocked, whyRefused, whyRepeated } from './whyRefused.ts'

/**
 * Check a file, store it, and leave it to the workers. With `confirm`, it is stored only after a person has seen the preview and agreed.
 */
export async function submit(
  app: App,
  options: SubmitOptions,
  confirm?: Confirm,
): Promise<SubmittedBatch | RefusedFile | Failure> {
  const forbidden = forbids(app, 'submit')
  if (forbidden) return forbidden
  return withCore(app, (core) =>
    // Before the file is stored: if the queue can't be reached, nothing must be stored.
    withQueueStore<SubmittedBatch | RefusedFile | Failure>(app, core, async (store) => {
      const submitted = await submitFile(app, core, options, confirm)
      if (submitted.kind !== 'submitted') return submitted
      // Crash window: if the process dies before the chunks are enqueued, they are open, and the workers' sweep enqueues them.
      crashPoint('before-enqueue')
      const { batchNo } = submitted
      await enqueueBatch(app, core, store.open(sharedQueue(options.sandbox)), { batchNo, sandbox: options.sandbox })
      return asSubmitted(app, core, submitted, await readBatch(core.ledger, batchNo))
    }),
  )
}

export interface SubmittedBatch extends StoredFile {
  batch: BatchDocument
  /** Why there are not enough people to approve it, and what to do. Null if there are, or if it needs no approval. */
  whyNobody: Sentence | null
}

export const asSubmitted = async (app: App, core: Core, stored: StoredFile, batch: Batch): Promise<SubmittedBatch> => ({
  ...stored,
  batch: await documentNow(core, batch),
  whyNobody: (await whyNoApproverOf(core.ledger, batch)) ?? (await whyNotByLogin(app, core, batch)),
})

/** The file is stored as a batch. */
export interface StoredFile {
  kind: 'submitted'
  batchId: string
  batchNo: number
  payable: PayoutTotals
  /** Rows that were left out, with skipInvalid. */
  invalid: number
  /** What was assumed in reading the file. */
  notes: Summary['notes']
  /** The warnings, and how the file compares with the previous one. */
  warned: Warned
}

type Submitted = StoredFile | RefusedFile | Failure

/** What would be stored of a file. */
interface Looked {
  kind: 'looked'
  preview: Preview
  /** Identifies everything that was shown. With it as `seen`, exactly that is stored, or nothing. */
  seen: string
  /** Who would be paid twice until duplicates are allowed. Null if nobody would, or if the file is refused for it. */
  repeats: Sentence | null
}

/** Check a file and store all of it in the ledger, or nothing. With `confirm`, only after a person has agreed. */
export const submitFile = async (app: App, core: Core, options: SubmitOptions, confirm?: Confirm): Promise<Submitted> =>
  (options.scheduled ? undefined : await refuseAs(app, core, options.as)) ??
  withFile(app, options, async (file) => {
    if (!confirm) return store(app, core, options, file)
    const looked = await look(app, core, options, file)
    if (looked.kind !== 'looked') return looked
    if (!(await confirm(looked.preview))) return failure('refused', say('paying.declined'))
    // What was shown is what is paid: the file is read again, and any difference refuses it.
    if (await hasChanged(file)) return refusal(options.file, say('paying.file_changed_meanwhile'))
    return store(app, core, { ...options, seen: looked.seen }, file)
  })

/**
 * What `submit` or `run` would store of a file, with what the ledger knows about its rows. Nothing is stored. If you pass the preview's
 * `seen` to `submit` with the same options, only what was shown is stored.
 */
export const preview = (app: App, options: SubmitOptions): Promise<Looked | RefusedFile | Failure> =>
  withCore(app, (core) => withFile(app, options, (file) => look(app, core, options, file)))

async function store(app: App, core: Core, options: SubmitOptions, file: PayoutFile): Promise<Submitted> {
  const taken = await take(app, core, options, file).catch((error: unknown) => {
    // Nothing was stored: it is judged once more, by the policy as it is now.
    if (!isPolicyStricter(error)) throw error
    return take(app, core, options, file)
  })
  if (taken.kind !== 'taken') return taken
  const { stored, summary, payable, warned } = taken
  if (stored.kind !== 'stored') return refusal(options.file, say('commands.file_refused'))
  const { batchId, batchNo, invalidated } = stored
  return {
    kind: 'submitted',
    batchId,
    batchNo,
    payable,
    invalid: summary.invalid + invalidated,
    notes: summary.notes,
    warned,
  }
}

async function look(
  app: App,
  core: Core,
  options: SubmitOptions,
  file: PayoutFile,
): Promise<Looked | RefusedFile | Failure> {
  let toBePaid: ToBePaid | undefined
  const taken = await take(app, core, options, file, (told) => {
    toBePaid = told
  })
  if (taken.kind !== 'taken') return taken
  if (!toBePaid) return refusal(options.file, say('commands.file_refused'))
  const { ledger } = core
  const others = taken.peopleNeeded - 1
  const callers = taken.found?.calledNotPaid.first.map(({ by }) => by) ?? []
  const whyNobody = others > 0 ? await whyNoApprover(ledger, batchToStore(app, options, file), others, callers) : null
  const approval = { needsApproval: others > 0, whyNobody }
  const { seen, repeats } = taken
  return { kind: 'looked', preview: previewOfFile(options, file, taken, toBePaid, approval), seen, repeats }
}

interface Taken {
  kind: 'taken'
  stored: Awaited<ReturnType<typeof storeBatch>>
  summary: Summary
  payable: PayoutTotals
  columns: FileColumn[]
  inUse: Problem[]
  seen: string
  repeats: Sentence | null
  warned: Warned
  /** How many people it needs, including its submitter. */
  peopleNeeded: number
  found: PeopleFound | null
}

/** Checks a file and stores it. With `look`, it does everything except the commit. */
async function take(
  app: App,
  core: Core,
  options: SubmitOptions,
  file: PayoutFile,
  look?: (toBePaid: ToBePaid) => void,
): Promise<Taken | RefusedFile | Failure> {
  const { skipInvalid, allowDuplicates, period, sandbox, maxAmount, map = {}, keepProblems = 1_000 } = options
  const limits = limitsInUse(app)
  const check = checkFile(file, {
    operatorLimits: limits.limits,
    period,
    sandbox,
    allowDuplicates,
    asksLedger: true,
    isOneOff: options.oneOff !== undefined,
    maxAmount,
    map,
    keepProblems,
    toldTotals: options.toldTotals,
  })
  let refused: RefusedFile | undefined
  let warnings: Sentence[] = []
  let would: Omit<Taken, 'kind' | 'stored' | 'summary'> | undefined
  const stored = await storeBatch(
    core.ledger,
    batchToStore(app, options, file),
    withKeys(check.batches),
    () => ({ sha256: file.sha256, cellsSha256: check.cellsSha256(), columns: check.columns() }),
    {
      allowDuplicates,
      skipInvalid,
      columnOf: columnsOf(check),
      wordInUse: options.oneOff?.wordInUse,
      wordAlike: options.oneOff?.wordAlike,
      look,
      limits: limits.limits,
      numbersDiffer: check.numbersDiffer,
      accept: ({ inUse, payable, repeats, people: found, peopleByPolicy, rules }) => {
        const result = check.result()
        const warned = warnedOf(app, check, found, limits)
        warnings = [...(repeats.again ? [repeats.again] : []), ...repeats.warnings, ...warned.notes]
        const columns = fileColumns(check.layout)
        const oneMore = needsOneMore(warned.warnings, rules)
        const peopleNeeded = peopleInAll(peopleConfigured(app, options), peopleByPolicy, oneMore)
        const seen = seenOf(file, columns, payable, inUse, warned, peopleNeeded > 1)
        const against = whyRefused(options, result, inUse, payable)
        const blocked = against ?? whyBlocked(app, options, result, warned, rules)
        const repeated = whyRepeated(options, result, repeats)
        would = { payable, columns, inUse, seen, repeats: repeated?.message ?? null, warned, peopleNeeded, found }
        const isToldApart = options.toldRepeats && (against !== undefined || blocked === undefined)
        refused = (isToldApart ? against : joined(blocked, repeated)) ?? unlessSeen(options, seen)
        if (refused !== undefined || look !== undefined) return false
        const decided = decidedIn(options, { result, payable: payable.rows, told: warnings })
        return { warned: { ...toStore(warned.warnings), compared: warned.compared }, oneMore, decided }
      },
    },
  )
  const result = check.result()
  if (result.kind === 'refused' && result.fault === 'command') return failure('usage', result.message)
  if (stored.kind === 'already_run' || stored.kind === 'same_file')
    return storedBefore(app, options, stored, 'summary' in result ? result.summary : undefined)
  if (stored.kind === 'barred')
    return stored.isFenced ? failure('fenced', stored.message) : refusal(options.file, stored.message)
  if (refused || !would || result.kind !== 'checked')
    return refused ?? refusal(options.file, say('commands.file_refused'))
  const summary = { ...result.summary, notes: [...result.summary.notes, ...warnings] }
  return { kind: 'taken', stored, summary, ...would }
}
