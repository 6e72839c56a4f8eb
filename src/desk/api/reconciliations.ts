import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Failure } from '../../app/context.ts'
import { withBatch } from '../../app/open/openCore.ts'
import {
  type ReconcileWish,
  type RefusedStatement,
  readFeeTolerance,
  reconcile,
} from '../../app/reconcile/reconcile.ts'
import { reconcileCharges } from '../../app/reconcile/reconcileCharges.ts'
import { chargeReconciliationDocument, reconciliationDocument } from '../../app/reconcile/reconciliationDocument.ts'
import type { RequestKey } from '../../app/submit/answerOnce.ts'
import { addToStatementMap } from '../../app/submit/choices.ts'
import { say, toSay } from '../../words/sentence.ts'
import { appOf, batchParams, type Desk, flag, line, once, refuseLast, type Scope } from './call.ts'
import { described } from './calls.ts'
import { ApiProblem, problemOf, succeeded } from './problem.ts'
import { cellMap, mapOf, takeFiles, withFile } from './upload.ts'

const dryRun = flag('Show what would be done, and change nothing')
/** How to read the statement. */
const reading = {
  map: cellMap.describe("Which column is which, such as `reference=N° d'opération`. Repeat it as needed").optional(),
  sheet: line(200).describe('The sheet to read, if the workbook has several').optional(),
  from_account: line(200).describe('The account that pays, if the statement has several').optional(),
  fee_tolerance: line(10)
    .refine((text) => readFeeTolerance(text) !== undefined, toSay(say('help.must_be_fee_tolerance')))
    .describe('By how many percent a line may be larger than its payout because it includes the fee, such as 1.5')
    .optional(),
  as: line(60).describe('A name for this kind of statement. payrun remembers how to read it').optional(),
}
const ofPayins = z.strictObject({ dry_run: dryRun, ...reading })
const ofBatch = z.strictObject({
  dry_run: dryRun,
  complete: flag('The statement covers the whole period: rows missing from it were not paid'),
  covers: line(600)
    .describe(
      'With `complete`: operators that the statement covers although it lists no payment through them that payrun knows, as in `orange-money-ml,moov-ml`',
    )
    .optional(),
  ...reading,
})
type ReadingAsked = Pick<ReconcileWish, 'map' | 'sheet' | 'account' | 'feeTolerance' | 'as'>

function readingOf({
  map,
  sheet,
  from_account: account,
  fee_tolerance: percent,
  as,
}: z.infer<typeof ofPayins>): ReadingAsked {
  return {
    map: mapOf(map, addToStatementMap),
    sheet,
    account,
    feeTolerance: percent === undefined ? undefined : readFeeTolerance(percent),
    as,
  }
}

/** The calls that reconcile a batch, or payments and collections, with a statement. */
export function addReconciliations(scope: Scope, desk: Desk): void {
  scope.register(async (files: Scope) => {
    await takeFiles(files)
    files.post(
      '/batches/:id/reconciliations',
      { schema: { ...described('reconcileBatch'), params: batchParams, querystring: ofBatch } },
      (request, reply) => {
        refuseLast(request.params.id)
        const { dry_run: dryRun = false, complete = false, covers } = request.query
        const covered = covers?.split(',').map((code) => code.trim())
        const wish = { complete, covers: covered, dryRun, ...readingOf(request.query) }
        return compare(desk, request, reply, wish, async (app, wish) => {
          const done = await reconcile(app, request.params.id, wish)
          if (done.kind !== 'reconciled') {
            succeeded(await withBatch(app, request.params.id, async () => ({ ok: true as const })))
            refused(done)
          }
          // It may quote the statement, so purging the batch also deletes the stored answer.
          return { body: documentHere({ ...done, complete, dryRun }), ofBatch: done.batch.id }
        })
      },
    )
    files.post(
      '/payins/reconciliations',
      { schema: { ...described('reconcilePayins'), querystring: ofPayins } },
      (request, reply) => {
        const { dry_run: dryRun = false } = request.query
        return compare(
          desk,
          request,
          reply,
          { complete: false, dryRun, ...readingOf(request.query) },
          async (app, wish) => {
            const done = await reconcileCharges(app, { ...wish, sandbox: desk.sandbox })
            return {
              body: done.kind === 'reconciled_charges' ? chargeReconciliationDocument(done, dryRun) : refused(done),
            }
          },
        )
      },
    )
  })
}

/** Without the report's path, which is one of the server. */
const documentHere = (done: Parameters<typeof reconciliationDocument>[0]) => ({
  ...reconciliationDocument(done),
  report: null,
})

/** Receives the statement and answers with the result, once under the request's key. */
function compare(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  wish: Pick<ReconcileWish, 'complete' | 'covers' | 'dryRun'> & ReadingAsked,
  act: (app: App, wish: ReconcileWish) => Promise<{ body: object; ofBatch?: string }>,
): Promise<FastifyReply> {
  return withFile(desk, request, (file) => {
    const statement = { statement: file.path, called: file.name, stdin: new PassThrough() }
    const answer = async (requestKey?: RequestKey) => ({
      status: 200,
      ...(await act(appOf(desk, request), { ...wish, ...statement, requestKey })),
    })
    // If the desk died, or the batch's purge deleted the answer, the statement is compared again. Rows that it settled stay settled.
    const anew = () => answer()
    return once(desk, request, reply, answer, { file, ofStored: anew, ofDone: anew })
  })
}

function refused(done: RefusedStatement | Failure): never {
  if (done.kind === 'failed') throw problemOf(done)
  if (done.isUnreadable) throw new ApiProblem('unreadable_file', done.message ?? say('desk.file_refused'))
  throw new ApiProblem('refused', done.message ?? say('desk.file_refused'), { problems: done.problems })
}
