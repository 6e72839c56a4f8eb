import { compareControlTotals } from '../../files/payroll/tail/compareTotals.ts'
import { auditBatch } from '../../ledger/audit/auditBatch.ts'
import { type Approved, type ApprovedFigures, approveBatch, readFigures } from '../../ledger/batches/approveBatch.ts'
import { type Batch, readBatch } from '../../ledger/batches/batches.ts'
import type { RequestKey } from '../../ledger/intake/requestKeys.ts'
import { releaseOperators } from '../../ledger/policy/holds.ts'
import { readWarningRules } from '../../ledger/policy/policy.ts'
import { type RetryRequest, waitingRetry } from '../../ledger/rows/retryRequests.ts'
import { lookAtRetry, retryRows } from '../../ledger/rows/retryRows.ts'
import { formatWireAmount } from '../../payout/money/money.ts'
import type { Warned } from '../../payout/warning.ts'
import { languages } from '../../words/catalogue.ts'
import { moneyText } from '../../words/render.ts'
import { batchStateOf, listed, type Sentence, say } from '../../words/sentence.ts'
import { hasAccounts } from '../accounts/accounts.ts'
import { type Actor, accountNeeded, actorOf, forbids, loginOf, noteOf } from '../accounts/actor.ts'
import { type BatchDocument, documentNow } from '../batches/batchDocument.ts'
import { answerOf, lookOf } from '../batches/judgeRetry.ts'
import { type App, type Failure, failure, refused } from '../context.ts'
import { countOf, unreadableCount } from '../drafts/draftOptions.ts'
import { type Core, withBatch } from '../open/openCore.ts'
import { enqueueBatch, leaveToSweep, sharedQueue, withQueueStore } from '../open/openServices.ts'
import { blockedBy, warnedBefore } from '../submit/warnings.ts'
import type { ApprovalLook } from './lookAtApproval.ts'
import { ownBatch, ownKey, retryDecided, waitsForNoApproval, whoDecided, whyNotKey } from './whoDecides.ts'

interface ApproveOptions {
  /** The approver's name, by default the login name. Only without accounts. */
  as?: string | undefined
  note?: string | undefined
  /** What the approver expects of the file. The approval is refused if the batch differs. */
  sha256?: string | undefined
  expectCount: number | null
  expectTotal: string | null
  /** The retry that the approver looked at; null for the batch itself. By default whatever waits. */
  requestNo?: number | null | undefined
  requestKey?: RequestKey | undefined
}

/** It runs, or waits for its start time (state `paused`, `start_at`) or for more approvers (`missing`). */
interface ApprovedBatch {
  ok: true
  kind: 'approved'
  batch: BatchDocument
  approver: string
  /** How many more people have to approve it. */
  missing: number
  /** What was approved. */
  payable: ApprovedFigures
  /** The warnings that the submitter saw; for a retry, the current warnings. */
  warned: Warned
}

/** Approve a batch or a retry that waits for it. Then the workers pay it, or `resume` does. */
export function approve(app: App, name: string, options: ApproveOptions): Promise<ApprovedBatch | Failure> {
  return withBatch(app, name, async (core, batch) => {
    const by = await whoDecides(app, core, 'approve', options.as)
    if ('ok' in by) return by
    const request = batch.state === 'awaiting_approval' ? undefined : await waitingRetry(core.ledger, batch.batchNo)
    if (options.requestNo !== undefined && options.requestNo !== (request?.requestNo ?? null))
      return refused('wrong_state', say('deskApprove.changed', { name: batch.name }))
    if (request) return approveRetry(app, core, batch, request, by, options)
    const payable = await readFigures(core.ledger, batch.batchNo)
    const against = (await whyNot(app, core, batch)) ?? notExpected(batch, payable, options)
    if (against) {
      // Its rows changed because somebody else has just decided.
      const now = await readBatch(core.ledger, batch.batchNo)
      return now.state === 'awaiting_approval' ? against : notWaiting(core, now)
    }
    const wish = {
      ...payable,
      batchNo: batch.batchNo,
      approver: by.name,
      login: loginOf(by),
      note: noteOf(options),
      requestKey: options.requestKey,
    }
    const approved = await approveBatch(core.ledger, wish)
    if (approved.kind === 'not_waiting') return notWaiting(core, await readBatch(core.ledger, batch.batchNo))
    if (approved.kind !== 'approved') return refusal(app, batch, by, approved.kind)
    // Crash window: if it dies here, the batch is running but no worker knows. The workers' sweep enqueues it.
    if (approved.state === 'running') await tellWorkers(app, core, batch)
    return done(core, batch, by, {
      missing: approved.missing,
      payable,
      warned: await warnedBefore(core, batch.batchNo),
    })
  })
}

async function done(
  core: Core,
  { batchNo }: Batch,
  { name }: Actor,
  of: Pick<ApprovedBatch, 'missing' | 'payable' | 'warned'>,
): Promise<ApprovedBatch> {
  const batch = await documentNow(core, await readBatch(core.ledger, batchNo))
  return { ok: true, kind: 'approved', batch, approver: name, ...of }
}

/** The person who approves or rejects: an account with the role, once there are accounts, or a key if the policy allows it. */
export async function whoDecides(
  app: App,
  core: Core,
  deed: 'approve' | 'reject',
  as: string | undefined,
): Promise<Actor | Failure> {
  const actor = actorOf(app)
  if (actor.account === null && (await hasAccounts(core))) return accountNeeded(app)
  const forbidden = forbids(app, deed)
  if (forbidden) return forbidden
  const keyMayNot = await whyNotKey(core, actor)
  if (keyMayNot) return refused('forbidden', keyMayNot)
  return actor.account ? actor : { ...actor, name: as?.trim() || actor.name }
}

/** Makes the rows of the waiting retry pending, in the transaction that approves it. */
async function approveRetry(
  app: App,
  core: Core,
  batch: Batch,
  { requestNo, lines, allowDuplicates, despiteEvidence }: RetryRequest,
  by: Actor,
  options: ApproveOptions,
): Promise<ApprovedBatch | Failure> {
  const { look, told } = await lookOf(app, core)
  const asked = { batchNo: batch.batchNo, requestNo, lines, allowDuplicates, despiteEvidence, actor: by.name, look }
  const looked = await lookAtRetry(core.ledger, asked)
  // A purged batch can't be retried.
  const fileSha256 = batch.fileSha256 ?? ''
  const payable =
    looked.kind === 'looked'
      ? { fileSha256, rows: looked.toBePaid.rows, totals: looked.toBePaid.totals }
      : { fileSha256, rows: 0, totals: new Map<string, bigint>() }
  const against = looked.kind === 'looked' ? notExpected(batch, payable, options, 'retry') : undefined
  if (against) return against
  const decision = {
    requestNo,
    decision: 'approved',
    by: by.name,
    login: loginOf(by),
    note: noteOf(options),
  } as const
  const retried = await retryRows(core.ledger, { ...asked, decision, requestKey: options.requestKey })
  if (retried.kind !== 'retried') {
    const answer = await answerOf(app, core, batch, retried, told().warned)
    return answer.ok ? retryDecided(core, batch) : answer
  }
  await releaseOperators(core.ledger, batch.sandbox, retried.operators)
  await tellWorkers(app, core, batch)
  return done(core, batch, by, { missing: 0, payable, warned: told().warned })
}

async function whyNot(app: App, core: Core, batch: Batch): Promise<Failure | undefined> {
  if (batch.state !== 'awaiting_approval') return notWaiting(core, batch)
  const blocked = blockedBy(app, { counts: batch.warnings }, await readWarningRules(core.ledger.pool), 'batch')
  if (blocked) return failure('refused', blocked)
  const { findings } = await auditBatch(core.ledger, batch.batchNo)
  if (findings.length === 0) return undefined
  return failure('refused', say('commands.batch_not_approved_rows_not_submitted', { id: batch.id }))
}

async function notWaiting(core: Core, batch: Batch): Promise<Failure> {
  const { id, state, approvers } = batch
  if (approvers.length === 0) return waitsForNoApproval(core, batch)
  const told = { id, approver: listed(approvers), state: batchStateOf(state) }
  const others = (await whoDecided(core, batch)).filter(({ key }) => key !== 'deskApprove.already_approved')
  return refused('wrong_state', say('commands.batch_approved_already', told), others)
}

function notExpected(
  { id }: Batch,
  figures: ApprovedFigures,
  options: ApproveOptions,
  of: 'file' | 'retry' = 'file',
): Failure | undefined {
  const { sha256 } = options
  const { fileSha256 } = figures
  if (sha256 !== undefined && sha256.toLowerCase() !== fileSha256)
    return failure('refused', say('commands.batch_not_approved_file_another_one', { id, fileSha256 }))
  const differs = compareControlTotals(options, figures.rows, figures.totals, of)
  return differs ? failure('refused', say('commands.batch_not_approved', { id, why: differs.message })) : undefined
}

function refusal(
  app: App,
  batch: Batch,
  by: Actor,
  kind: Exclude<Approved['kind'], 'approved' | 'not_waiting'>,
): Failure {
  const { id } = batch
  const { command } = app.config
  const approver = by.name
  switch (kind) {
    case 'same_person':
      return ownBatch(
        app,
        batch,
        by,
        say('commands.batch_cant_approved_submitted_somebody_else', { id, approver, command }),
      )
    case 'own_key':
      return ownKey(by)
    case 'called_not_paid':
      return refused('same_person', say('deskApprove.you_called_not_paid'))
    case 'approved_before':
      return refused('same_person', say('accounts.approved_before', { id, approver }))
    case 'no_approver':
      return refused('forbidden', say('accounts.no_approver', { name: approver }))
    case 'differs':
      return failure('refused', say('commands.batch_not_approved_changed_moment_look', { id }))
  }
}

/** The batch stays approved even if this fails: the workers' sweep enqueues it, too. */
async function tellWorkers(app: App, core: Core, batch: Batch): Promise<void> {
  try {
    const told = await withQueueStore(app, core, async (store) => {
      await enqueueBatch(app, core, store.open(sharedQueue(batch.sandbox)), batch)
      return { ok: true as const }
    })
    if (!told.ok) leaveToSweep(app.log)
  } catch (error) {
    leaveToSweep(app.log, error)
  }
}

/** The count and total that an approver expects, as typed; empty for none. */
interface ExpectedByApprover {
  count: string
  total: string
}

/** Whether somebody typed a sum the way pages show it. `522,500 FCFA` is ambiguous, unless compared with the sum. */
const isMoneyText = (typed: string, sum: bigint, currency: string): boolean =>
  languages.some(
    (language) => oneSpaced(typed) === oneSpaced(moneyText(formatWireAmount(sum, currency), currency, language)),
  )

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** How the batch differs from what the approver expects; undefined if it doesn't, or nothing is expected. */
export function differsFromExpected(
  { kind, toBePaid }: ApprovalLook,
  { count, total }: ExpectedByApprover,
): Sentence | undefined {
  const [only, ...others] = toBePaid.totals
  const isAsShown = only !== undefined && others.length === 0 && isMoneyText(total, only[1], only[0])
  const expected = { expectCount: countOf(count), expectTotal: isAsShown ? null : total.trim() || null }
  if (expected.expectCount === unreadableCount) return say('deskNew.say_number')
  const of = kind === 'batch' ? 'file' : kind
  return compareControlTotals(expected, toBePaid.rows, toBePaid.totals, of)?.message
}
