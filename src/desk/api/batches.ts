import { z } from 'zod'
import { approvalDocument } from '../../app/approvals/approvalDocument.ts'
import { approve } from '../../app/approvals/approve.ts'
import { lookAtApproval } from '../../app/approvals/lookAtApproval.ts'
import { cancelOrWithdraw, reject, withdrawRetry } from '../../app/approvals/reject.ts'
import { droppedDocument } from '../../app/batches/droppedRows.ts'
import { pause } from '../../app/batches/pause.ts'
import { resume } from '../../app/batches/resume.ts'
import { retry } from '../../app/batches/retry.ts'
import { listPage, status, statusDocument } from '../../app/batches/status.ts'
import type { App, Failure } from '../../app/context.ts'
import type { RequestKey } from '../../app/submit/answerOnce.ts'
import { checkDocument } from '../../app/submit/checkDocument.ts'
import { addToMap, hiddenChoices } from '../../app/submit/choices.ts'
import { type SubmitOptions, usualChecks } from '../../app/submit/submission.ts'
import { submit } from '../../app/submit/submit.ts'
import { validate } from '../../app/submit/validate.ts'
import { batchStates } from '../../payout/state.ts'
import { readHours } from '../../payout/times/hours.ts'
import { hasOffset, isZone, readStartTime } from '../../payout/times/zonedTime.ts'
import { type Warned, warnedDocument } from '../../payout/warning.ts'
import { say, toSay } from '../../words/sentence.ts'
import { shareReads } from '../shareReads.ts'
import {
  type Answer,
  amount,
  answerWithBatch,
  appOf,
  batchParams,
  type Desk,
  digits,
  emptyIsObject,
  flag,
  line,
  note,
  noted,
  once,
  pageOfList,
  pageQuery,
  refuseLast,
  type Scope,
  sendDocument,
} from './call.ts'
import { described } from './calls.ts'
import { ApiProblem, checkedWith, type FieldProblem, problemOf, succeeded, wrongFields } from './problem.ts'
import { cellMap, mapOf, type Received, takeFiles, withFile } from './upload.ts'

/** The calls for batches: check, submit, list, read, and act on them. */
export function addBatches(scope: Scope, desk: Desk): void {
  scope.register(async (files) => {
    await takeFiles(files)
    addChecking(files, desk)
    addSubmitting(files, desk)
  })
  addLooking(scope, desk)
  addActions(scope, desk)
}

/** How to read and check a file. All values are strings, because they come from a query. */
const checkQuery = z.strictObject({
  period: line(200)
    .describe('The period that the file pays for, such as 2026-11. References are unique within it')
    .optional(),
  skip_invalid: flag('Pay the valid rows even if others are invalid'),
  allow_duplicates: flag('Also pay rows that look like earlier payouts'),
  expect_count: digits(0, 5_000_000).describe('The number of rows that you expect to be paid').optional(),
  expect_total: amount.describe('The total that you expect them to add up to').optional(),
  max_amount: amount.describe('The maximum amount of a row').optional(),
  sheet: line(200).describe('The sheet to read, if the workbook has several').optional(),
  hidden: z.enum(hiddenChoices).describe('What to do with hidden rows and columns').optional(),
  map: cellMap
    .describe('Which column is which, such as `phone_number=N° de téléphone`. Repeat it as needed')
    .optional(),
})
const submitShape = checkQuery.extend({
  name: line(200).describe('The name of the batch. By default the name of the file').optional(),
  at: line(40)
    .refine(hasOffset, toSay(say('desk.must_be_instant')))
    .describe('When to pay it: ISO 8601 with an offset, such as 2026-11-25T08:00Z')
    .optional(),
  between: line(20)
    .describe('Pay only in these hours of each day, such as 08:00-18:00, or 22:00-05:00 across midnight')
    .optional(),
  tz: line(60).describe("The time zone of `between`, such as Africa/Porto-Novo. By default this server's").optional(),
})

const submitQuery = checkedWith(submitShape, (given) => readPlace(given).problems)

function addChecking(scope: Scope, desk: Desk): void {
  scope.post('/checks', { schema: { ...described('checkFile'), querystring: checkQuery } }, (request, reply) =>
    withFile(desk, request, async (file) => {
      const checked = await validate(appOf(desk, request), optionsOf(desk, request.query, file))
      if (checked.kind === 'failed') throw unreadable(checked)
      return sendDocument(request, reply, checkDocument({ ...checked, file: file.name }))
    }),
  )
}

function addSubmitting(scope: Scope, desk: Desk): void {
  scope.post('/batches', { schema: { ...described('submitBatch'), querystring: submitQuery } }, (request, reply) =>
    withFile(desk, request, async (file) => {
      const options = { ...optionsOf(desk, request.query, file), ...placeOf(request.query) }
      const act = (requestKey?: RequestKey) => submitFile(appOf(desk, request), { ...options, requestKey })
      return once(desk, request, reply, act, { file })
    }),
  )
}

/** The most problems in an answer. Writing more would hold up this process. */
const mostProblems = 20_000

async function submitFile(app: App, options: SubmitOptions): Promise<Answer> {
  const submitted = await submit(app, options)
  if (submitted.kind === 'failed') throw unreadable(submitted)
  if (submitted.kind === 'refused') {
    const already = submitted.sameAs
    if (submitted.isUnreadable) throw new ApiProblem('unreadable_file', submitted.message ?? say('desk.file_refused'))
    const problems = submitted.problems.slice(0, mostProblems)
    const { file: _, message, ...document } = checkDocument({ ...submitted, problems })
    if (already !== undefined && message) throw new ApiProblem('already_submitted', message, { batch: already })
    const more = { ...document, ...(submitted.repeats !== undefined && { batch: submitted.repeats.batch }) }
    throw new ApiProblem('refused', message ?? say('desk.file_refused'), more)
  }
  return answerWithBatch(submitted.batch)
}

/** A `usage` failure while reading a file means that the file is unreadable. */
const unreadable = (failed: Failure): ApiProblem =>
  failed.fault === 'usage' && failed.code === undefined
    ? new ApiProblem('unreadable_file', failed.message)
    : problemOf(failed)

type Check = z.infer<typeof checkQuery>

function optionsOf({ sandbox }: Desk, query: Check, file: Received): Omit<SubmitOptions, 'name'> {
  return {
    ...usualChecks,
    sandbox,
    file: file.path,
    called: file.name,
    period: query.period ?? null,
    skipInvalid: query.skip_invalid === true,
    allowDuplicates: query.allow_duplicates === true,
    expectCount: query.expect_count ?? null,
    expectTotal: query.expect_total ?? null,
    maxAmount: query.max_amount ?? null,
    sheet: query.sheet ?? null,
    hidden: query.hidden ?? null,
    map: mapOf(query.map, addToMap),
    keepProblems: mostProblems,
  }
}

function placeOf(query: z.infer<typeof submitShape>): Pick<SubmitOptions, 'name' | 'startAt' | 'hours'> {
  const { start, hours, problems } = readPlace(query)
  if (query.tz !== undefined && !hours) problems.push({ field: 'tz', message: say('desk.tz_without_between') })
  if (problems.length > 0) throw wrongFields(problems)
  return { name: query.name, startAt: start?.ok ? start.at : undefined, hours: hours?.ok ? hours.hours : undefined }
}

function readPlace({ at, between, tz }: Partial<z.infer<typeof submitShape>>) {
  const start = at === undefined ? undefined : readStartTime(at, undefined, new Date())
  const hours = between === undefined ? undefined : readHours(between, tz)
  const problems: FieldProblem[] = []
  if (start?.ok === false) problems.push({ field: 'at', message: start.message })
  if (hours?.ok === false) problems.push({ field: isZone(tz ?? 'UTC') ? 'between' : 'tz', message: hours.message })
  return { start, hours, problems }
}

function addLooking(scope: Scope, desk: Desk): void {
  const listQuery = pageQuery.extend({
    state: z.enum(batchStates).describe('List only batches in this state').optional(),
  })
  scope.get('/batches', { schema: { ...described('listBatches'), querystring: listQuery } }, async (request, reply) => {
    const { cursor, next } = pageOfList(request)
    const { page } = succeeded(await listPage(appOf(desk, request), { ...request.query, cursor }))
    return sendDocument(request, reply, { ...page, next: next(page.next) })
  })
  const look = shareReads((id) => status(desk.app, id), 0.1)
  scope.get('/batches/:id', { schema: { ...described('getBatch'), params: batchParams } }, async (request, reply) =>
    sendDocument(request, reply, statusDocument(succeeded(await look(request.params.id)))),
  )
  const waiting = { schema: { ...described('getApproval'), params: batchParams } }
  scope.get('/batches/:id/approval', waiting, async (request, reply) => {
    const found = succeeded(await lookAtApproval(appOf(desk, request), request.params.id))
    return sendDocument(request, reply, approvalDocument(found))
  })
}

const approval = z.strictObject({
  note: note.optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, toSay(say('desk.must_be_sha256')))
    .optional(),
  expect_count: z.number().int().min(0).max(5_000_000).optional(),
  expect_total: amount.optional(),
  // A retry may be replaced by one of other rows.
  retry_request: z.number().int().min(1).max(2_147_483_647).optional(),
})
const retrying = z.strictObject({
  note: note.optional(),
  // An empty list doesn't mean all rows: a program's list may be empty by mistake.
  lines: z.array(z.number().int().min(1).max(2_147_483_647)).min(1).max(10_000).optional(),
  codes: z.array(line(60)).min(1).max(100).optional(),
})

/** The actions on a batch. Each answers with the batch as it is afterwards. */
function addActions(scope: Scope, desk: Desk): void {
  const act = <Body extends z.ZodType>(
    name: 'approve' | 'reject' | 'pause' | 'resume' | 'cancel' | 'retry' | 'withdraw-retry',
    body: Body,
    carryOut: (
      app: App,
      id: string,
      wish: z.infer<Body> & { requestKey: RequestKey | undefined },
    ) => Promise<{ ok: true; warned?: Warned; more?: object } | Failure>,
  ) =>
    scope.post(
      `/batches/:id/${name}`,
      {
        schema: {
          ...described(name === 'withdraw-retry' ? 'withdrawRetry' : `${name}Batch`),
          params: batchParams,
          body,
        },
        preValidation: emptyIsObject,
      },
      (request, reply) => {
        const app = appOf(desk, request)
        const { id } = request.params as { id: string }
        // A pause loses nothing.
        if (name !== 'pause') refuseLast(id)
        const carriedOut = async (requestKey: RequestKey | undefined): Promise<Answer> => {
          const { warned, more } = succeeded(
            await carryOut(app, id, { ...(request.body as z.infer<Body> & object), requestKey }),
          )
          const now = succeeded(await status(app, id))
          const body = { ...statusDocument(now), ...(warned && { warned: warnedDocument(warned) }), ...more }
          // It may name people, so purging the batch also deletes the stored answer.
          return { status: 200, body, ofBatch: now.batch.id }
        }
        return once(desk, request, reply, carriedOut, { ofStored: (batch) => ({ status: 200, body: batch }) })
      },
    )
  act('approve', approval, (app, id, { expect_count, expect_total, retry_request: requestNo, ...wish }) =>
    approve(app, id, { ...wish, expectCount: expect_count ?? null, expectTotal: expect_total ?? null, requestNo }),
  )
  act('reject', noted, reject)
  act('pause', noted, pause)
  act('resume', noted, (app, id, words) => resume(app, id, 'workers', { ...words, asProgram: true }))
  act('cancel', noted, cancelOrWithdraw)
  act('withdraw-retry', noted, withdrawRetry)
  act('retry', retrying, async (app, id, { lines = [], codes = [], ...wish }) => {
    const ended = await retry(app, id, {
      lines,
      codes,
      ...wish,
      allowDuplicates: false,
      despiteEvidence: false,
      by: 'workers',
      onRetried: () => undefined,
    })
    if (ended.ok && ended.kind === 'all_paid')
      throw new ApiProblem('nothing_to_retry', say('ledger.none_failed', { id: ended.batch.id }))
    return ended.ok && ended.kind === 'waits_for_approval' ? { ...ended, more: droppedDocument(ended) } : ended
  })
}
