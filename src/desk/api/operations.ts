import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listOperators } from '../../app/operators.ts'
import { submitOne } from '../../app/payOne.ts'
import { addSchedule, changeSchedule, type ScheduleChange } from '../../app/schedules/changeSchedules.ts'
import { listSchedules } from '../../app/schedules/listSchedules.ts'
import { scheduleDocument } from '../../app/schedules/scheduleDocument.ts'
import { say } from '../../words/sentence.ts'
import { amount, appOf, type Desk, noted, once, send, sendDocument } from './call.ts'
import { ApiProblem, succeeded } from './problem.ts'

const scheduleParams = z.object({ name: z.string().min(1).max(200) })
const newSchedule = z.strictObject({
  name: z.string().trim().min(1).max(200),
  path: z.string().min(1).max(1000),
  cron: z.string().min(1).max(200),
  tz: z.string().min(1).max(100),
  period_format: z.string().max(100).optional(),
  skip_invalid: z.boolean().optional(),
  allow_duplicates: z.boolean().optional(),
  expect_count: z.number().int().min(0).optional(),
  expect_total: amount.optional(),
  max_amount: amount.optional(),
})

const onePayout = z.strictObject({
  reference: z.string().trim().min(1).max(200),
  operator: z.string().min(1).max(100),
  phone_number: z.string().min(1).max(40),
  amount,
  currency: z.string().max(10).optional(),
  country: z.string().max(60).optional(),
  name: z.string().max(200).optional(),
  period: z.string().trim().min(1).max(200).optional(),
})

/** One payout: a batch of one row. Its reference makes it safe to repeat. */
function addPayouts(scope: FastifyInstance, desk: Desk): void {
  scope
    .withTypeProvider<ZodTypeProvider>()
    .post('/payouts', { schema: { body: onePayout } }, async (request, reply) => {
      const answer = await once(desk, request, async (requestKey) => {
        const { phone_number: phone, period = null, currency, country, name, ...given } = request.body
        const payout = { ...given, phone, period, currency, country, name, note: undefined }
        const wish = { ...payout, allowDuplicates: false, sandbox: desk.sandbox }
        const done = succeeded(await submitOne(appOf(desk, request), wish, requestKey))
        switch (done.kind) {
          case 'submitted':
          case 'there_already': {
            const id = `${done.batch}:${done.row.line}`
            const location = `/api/v1/batches/${done.batch}/rows/${done.row.line}`
            const body = { id, batch: done.batch, ...done.row }
            return { status: done.kind === 'submitted' ? 201 : 200, headers: { location }, body }
          }
          case 'reference_in_use': {
            const { batchId, heldLine, heldState } = done.by
            const more = { batch: batchId, line: heldLine, status: heldState }
            throw new ApiProblem('reference_in_use', done.message, more)
          }
          case 'refused':
            throw new ApiProblem('refused', done.message ?? say('desk.file_refused'), {
              problems: done.problems.map(({ column, ...problem }) => ({ field: column, ...problem })),
            })
        }
      })
      return send(reply, answer)
    })
}

/** Schedules, operators, and who the key is. */
export function addOperations(scope: FastifyInstance, desk: Desk): void {
  const typed = scope.withTypeProvider<ZodTypeProvider>()
  addPayouts(scope, desk)
  typed.get('/me', async ({ actor: { name, kind, roles } }) => ({ name, kind, roles }))
  typed.get('/operators', async (request, reply) => {
    const { operators } = succeeded(await listOperators(appOf(desk, request), desk.sandbox))
    return sendDocument(request, reply, { operators })
  })
  typed.get('/schedules', async (request, reply) => {
    const { schedules } = succeeded(await listSchedules(appOf(desk, request)))
    return sendDocument(request, reply, {
      schedules: schedules.map((each) => scheduleDocument(each.schedule, each.lastRun)),
    })
  })
  typed.post('/schedules', { schema: { body: newSchedule } }, async (request, reply) => {
    const answer = await once(desk, request, async () => {
      const { name, path, cron, tz, period_format, ...check } = request.body
      const { schedule } = succeeded(
        await addSchedule(appOf(desk, request), {
          name,
          path,
          cron,
          zone: tz,
          periodFormat: period_format,
          sandbox: desk.sandbox,
          as: undefined,
          options: {
            format: 'csv',
            skipInvalid: check.skip_invalid === true,
            allowDuplicates: check.allow_duplicates === true,
            expectCount: check.expect_count ?? null,
            expectTotal: check.expect_total ?? null,
            maxAmount: check.max_amount ?? null,
            maxUnknown: 100,
          },
        }),
      )
      const location = `/api/v1/schedules/${encodeURIComponent(schedule.name)}`
      return { status: 201, headers: { location }, body: scheduleDocument(schedule) }
    })
    return send(reply, answer)
  })
  const change = (method: 'POST' | 'DELETE', path: string, what: ScheduleChange) =>
    typed.route({
      method,
      url: `/schedules/:name${path}`,
      schema: { params: scheduleParams, ...(method === 'POST' && { body: noted }) },
      preValidation: async (request) => {
        request.body ??= {}
      },
      handler: async (request, reply) => {
        const answer = await once(desk, request, async () => {
          const { schedule, after } = succeeded(await changeSchedule(appOf(desk, request), request.params.name, what))
          const body = after ? scheduleDocument(after) : { id: schedule.scheduleNo, state: 'removed' }
          return { status: 200, body }
        })
        return send(reply, answer)
      },
    })
  change('POST', '/pause', 'pause')
  change('POST', '/resume', 'resume')
  change('DELETE', '', 'remove')
}
