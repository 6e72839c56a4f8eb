import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { lookAtReport, type ReportWish, report } from '../../app/batches/report.ts'
import { resolve } from '../../app/batches/resolve.ts'
import { findPeople, listRows, readRow } from '../../app/batches/rows.ts'
import type { App } from '../../app/context.ts'
import { draftsFolder } from '../../app/drafts/drafts.ts'
import { withBatch } from '../../app/open/openCore.ts'
import { incomingPath } from '../../app/reconcile/uploads.ts'
import { extensionOf, reportFormats } from '../../app/submit/choices.ts'
import { payoutStates } from '../../payout/state.ts'
import { render } from '../../words/render.ts'
import { say, toSay } from '../../words/sentence.ts'
import { attachment } from '../download.ts'
import {
  appOf,
  batchParams,
  type Desk,
  digits,
  line,
  note,
  once,
  pageOfList,
  pageOfPhones,
  pageQuery,
  refuseLast,
  type Scope,
  sendDocument,
} from './call.ts'
import { described } from './calls.ts'
import { problemOf, succeeded } from './problem.ts'
import { openTempFile } from './tempFile.ts'

const rowParams = batchParams.extend({
  line: digits(1, 2_147_483_647).describe('The line of the file where the row starts'),
})
const search = line(200).describe('Part of the name, the number or the reference')

/** The calls for rows, reports and the people that rows pay. */
export function addRows(scope: Scope, desk: Desk): void {
  const rowsQuery = pageQuery.extend({
    status: z.enum(payoutStates).describe('List only rows in this state').optional(),
    q: search.optional(),
  })
  scope.get(
    '/batches/:id/rows',
    { schema: { ...described('listRows'), params: batchParams, querystring: rowsQuery } },
    async (request, reply) => {
      const { status, q, limit } = request.query
      const app = appOf(desk, request)
      const { id } = succeeded(
        await withBatch(app, request.params.id, async (_, { id }) => ({ ok: true as const, id })),
      )
      const { cursor, next } = pageOfList(request, id)
      const wish = { limit, cursor, states: status === undefined ? [] : [status], search: q }
      const { page } = succeeded(await listRows(app, id, wish))
      return sendDocument(request, reply, { ...page, next: next(page.next) })
    },
  )
  scope.get(
    '/batches/:id/rows/:line',
    { schema: { ...described('getRow'), params: rowParams } },
    async (request, reply) => {
      const { id, line } = request.params
      return sendDocument(request, reply, succeeded(await readRow(appOf(desk, request), id, line)).row)
    },
  )
  scope.get(
    '/people',
    {
      schema: { ...described('listPeople'), querystring: pageOfPhones.extend({ q: search }) },
    },
    async (request, reply) => {
      const { q, limit } = request.query
      const { cursor, next } = pageOfList(request)
      const { page } = succeeded(await findPeople(appOf(desk, request), { limit, cursor, search: q }))
      return sendDocument(request, reply, { ...page, next: next(page.next) })
    },
  )
  addResolving(scope, desk)
  addReport(scope, desk)
}

const verdict = z
  .strictObject({
    paid: line(200).describe("The provider's reference").optional(),
    not_paid: z.literal(true).optional(),
    note: note.min(1),
  })
  .refine(
    ({ paid, not_paid }) => (paid === undefined) !== (not_paid === undefined),
    toSay(say('desk.paid_or_not_paid')),
  )

function addResolving(scope: Scope, desk: Desk): void {
  scope.post(
    '/batches/:id/rows/:line/resolve',
    { schema: { ...described('resolveRow'), params: rowParams, body: verdict } },
    async (request, reply) => {
      const { id, line } = request.params
      const { paid, note } = request.body
      refuseLast(id)
      const app = appOf(desk, request)
      const resolved = async () => {
        const { row, batch } = succeeded(await readRow(app, id, line))
        // It names the person who is paid, so purging the batch also deletes the stored answer.
        return { status: 200, body: row, ofBatch: batch.id }
      }
      return once(
        desk,
        request,
        reply,
        async (requestKey) => {
          succeeded(await resolve(app, id, { line, note, requestKey, ...(paid === undefined ? {} : { paid }) }))
          return resolved()
        },
        { ofStored: resolved },
      )
    },
  )
}

const reportTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
  'pain.002': 'application/xml',
}

function addReport(scope: Scope, desk: Desk): void {
  const query = z.strictObject({ format: z.enum(reportFormats).default('csv').describe('The format') })
  scope.get(
    '/batches/:id/report',
    { schema: { ...described('getReport'), params: batchParams, querystring: query } },
    (request, reply) => sendReport(appOf(desk, request), reply, request.params.id, { format: request.query.format }),
  )
}

/** The most reports that are read from the ledger at once: other work needs its connections too. */
const mostAtOnce = 2
const waitingFor = new WeakMap<App['config'], { reading: number; next: (() => void)[] }>()

async function inTurn<Done>({ config }: App, act: () => Promise<Done>): Promise<Done> {
  const turns = waitingFor.get(config) ?? { reading: 0, next: [] }
  waitingFor.set(config, turns)
  if (turns.reading >= mostAtOnce) await new Promise<void>((go) => turns.next.push(go))
  else turns.reading += 1
  try {
    return await act()
  } finally {
    const next = turns.next.shift()
    if (next) next()
    else turns.reading -= 1
  }
}

/** Streams a report, which may have a million rows. If it breaks off, the connection ends, so the client notices. */
export async function sendReport(app: App, reply: FastifyReply, id: string, wish: ReportWish): Promise<FastifyReply> {
  const { format } = wish
  const { batch } = succeeded(await lookAtReport(app, id, wish))
  const named = () =>
    reply
      .type(reportTypes[format] ?? 'application/octet-stream')
      .header('content-disposition', attachment(batch.name, `${batch.id}${suffix(wish, app)}`, extensionOf(format)))
  // Whoever only asks whether it is there takes nothing.
  if (reply.request.method === 'HEAD') return named().send(Readable.from([]))
  const { out, back } = await openTempFile(incomingPath(draftsFolder(app)))
  const begun = Promise.withResolvers<void>()
  back.once('readable', () => begun.resolve())
  const ended = inTurn(app, async () => {
    if (reply.raw.destroyed) out.destroy()
    return report(app, id, out, wish)
  }).then((written) => {
    if (written.kind === 'written') out.end()
    else if (written.kind === 'failed') throw problemOf(written)
    else out.destroy(new Error('the report was cut off'))
  })
  ended.catch(() => out.destroy())
  back.on('error', () => undefined)
  // A client that leaves before its turn: then nothing is read.
  reply.raw.once('close', () => back.destroy())
  await Promise.race([begun.promise, ended])
  return named().send(back)
}

/** A file with receipts says so in its name. */
function suffix({ receipts }: ReportWish, { language }: App): string {
  if (receipts === undefined) return ''
  const words = receipts === 'all' ? say('deskNext.receipts_file') : say('deskNext.receipt_file', { line: receipts })
  return ` – ${render(words, language)}`
}
