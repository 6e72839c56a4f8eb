import { z } from 'zod'
import type { App, Failure } from '../../app/context.ts'
import { changeFloat, type Float, type FloatChange, floatDocument, listFloats } from '../../app/pay/float.ts'
import { listOperators } from '../../app/pay/operators.ts'
import { type OneSubmitted, problemsOfOne, submitOne, submittedOne } from '../../app/pay/submitOne.ts'
import {
  addSchedule,
  changeSchedule,
  lookAtRemoved,
  lookAtSchedule,
  type Schedule,
  type ScheduleChange,
  type ScheduleToAdd,
  scheduleProblems,
} from '../../app/schedules/changeSchedules.ts'
import { listSchedules, scheduleDocument } from '../../app/schedules/listSchedules.ts'
import type { RequestKey } from '../../app/submit/answerOnce.ts'
import { usualChecks } from '../../app/submit/submission.ts'
import { isCurrency } from '../../payout/operators/operator.ts'
import type { Problem } from '../../payout/problem.ts'
import { isZone } from '../../payout/times/zonedTime.ts'
import type { Warning } from '../../payout/warning.ts'
import { say, toSay } from '../../words/sentence.ts'
import {
  type Answer,
  amount,
  appOf,
  type Desk,
  emptyIsObject,
  line,
  once,
  pageOfAll,
  pageQuery,
  type Scope,
  sendDocument,
} from './call.ts'
import { type CallName, described } from './calls.ts'
import { ApiProblem, checkedWith, invalid, succeeded, wrongFields } from './problem.ts'

/** The calls for single payouts, floats, schedules, operators, and the key's own account. */
export function addOperations(scope: Scope, desk: Desk): void {
  addPayouts(scope, desk)
  addFloats(scope, desk)
  scope.get('/me', { schema: described('getMe') }, async ({ actor: { name, kind, roles } }) => ({ name, kind, roles }))
  const paged = (name: CallName) => ({ schema: { ...described(name), querystring: pageQuery } })
  scope.get('/operators', paged('listOperators'), async (request, reply) => {
    const { operators } = succeeded(await listOperators(appOf(desk, request), desk.sandbox))
    const { page, next } = pageOfAll(request, operators)
    return sendDocument(request, reply, { operators: page, next })
  })
  scope.get('/floats', paged('listFloats'), async (request, reply) => {
    const { floats } = succeeded(await listFloats(appOf(desk, request), desk.sandbox))
    const { page, next } = pageOfAll(request, floats)
    return sendDocument(request, reply, { floats: page.map(floatDocument), next })
  })
  scope.get('/schedules', paged('listSchedules'), async (request, reply) => {
    const { schedules } = succeeded(await listSchedules(appOf(desk, request)))
    const { page, next } = pageOfAll(request, schedules, ({ schedule }) => schedule.scheduleNo)
    return sendDocument(request, reply, {
      schedules: page.map((each) => scheduleDocument(each.schedule, each.lastRun)),
      next,
    })
  })
  addSchedules(scope, desk)
}

const payoutShape = z.strictObject({
  reference: line(200),
  operator: line(100),
  phone_number: line(40),
  amount,
  currency: line(10).optional(),
  country: line(60).optional(),
  name: line(200).optional(),
  period: line(200)
    .describe(
      'The period that it pays for, such as 2026-11. References are unique within it: with another period, the same reference is paid again. Leave it out, or derive it from what you pay and never from the clock',
    )
    .optional(),
})

/** The payout that a body asks for. What a wrong body lacks is empty. */
function payoutOf({
  phone_number: phone = '',
  operator = '',
  amount = '',
  reference = '',
  period,
  currency,
  country,
  name,
}: Partial<z.infer<typeof payoutShape>>) {
  return { reference, operator, phone, amount, period: period ?? null, currency, country, name, note: undefined }
}

const onePayout = checkedWith(payoutShape, (given) => fieldsOf(problemsOfOne(payoutOf(given))))

/** One payout: a batch of one row. Its reference makes it safe to repeat. */
function addPayouts(scope: Scope, desk: Desk): void {
  scope.post('/payouts', { schema: { ...described('createPayout'), body: onePayout } }, async (request, reply) => {
    const app = appOf(desk, request)
    const wish = { ...payoutOf(request.body), allowDuplicates: false as const, sandbox: desk.sandbox }
    return once(desk, request, reply, async (key) => answerPayout(await submitOne(app, wish, key)), {
      ofStored: async ({ id }) => answerPayout(await submittedOne(app, id)),
    })
  })
}

function answerPayout(ended: OneSubmitted | Failure): Answer {
  const done = succeeded(ended)
  switch (done.kind) {
    case 'submitted':
    case 'there_already': {
      const { batch, row, warnings } = done
      const location = `/api/v1/batches/${batch}/rows/${row.line}`
      const status = done.kind === 'submitted' ? 201 : 200
      return {
        status,
        headers: { location },
        body: { id: `${batch}:${row.line}`, batch, ...row, warnings: fieldsOf(warnings) },
      }
    }
    case 'invalid':
      throw wrongFields(fieldsOf(done.problems))
    case 'reference_in_use': {
      const { batchId, heldLine, heldState } = done.by
      throw new ApiProblem('reference_in_use', done.message, { batch: batchId, line: heldLine, row_status: heldState })
    }
    case 'refused':
      throw new ApiProblem('refused', done.message ?? say('desk.payout_refused'), {
        problems: fieldsOf(done.problems),
        ...(done.warnings && { warnings: fieldsOf(done.warnings) }),
      })
  }
}

/** A single payout has fields instead of columns, and no line. */
const fieldsOf = <Told extends Warning | Problem>(told: readonly Told[]) =>
  told.map(({ line: _, column, ...rest }) => ({ field: column, ...rest }))

const limit = amount.nullable().optional().describe('An amount as a string. Null removes the limit')
const newFloat = z.strictObject({
  currency: line(10).refine(isCurrency, toSay(say('desk.must_be_currency'))),
  set: limit,
  add: amount.optional(),
  daily: limit,
  monthly: limit,
  tz: line(100)
    .refine(isZone, toSay(say('desk.must_be_zone')))
    .optional(),
})

/**
 * Spending limits, like the command `float`.
 *
 * Crash window: if the process dies after the change and before its answer is stored, the key is already marked (markRequestKey). The next
 * try gets the limits at that time.
 */
function addFloats(scope: Scope, desk: Desk): void {
  scope.post('/floats', { schema: { ...described('changeFloat'), body: newFloat } }, async (request, reply) => {
    const { currency, ...wish } = request.body
    const app = appOf(desk, request)
    const answerWith = (floats: Float[]): Answer => ({ status: 200, body: { floats: floats.map(floatDocument) } })
    const ofDone = async () => answerWith(succeeded(await listFloats(app, desk.sandbox)).floats)
    const act = async (requestKey: RequestKey | undefined) => {
      const changed = await changeFloat(app, currency, changeOf(wish), desk.sandbox, { requestKey })
      if (!changed.ok && changed.message.key === 'paying.float_nothing_to_add_to')
        throw new ApiProblem('wrong_state', say('desk.float_not_set', { currency }))
      return answerWith(succeeded(changed).floats)
    }
    return once(desk, request, reply, act, { ofDone })
  })
}

function changeOf({ set, add, daily, monthly, tz }: Omit<z.infer<typeof newFloat>, 'currency'>): FloatChange {
  const limited = (to: string | null | undefined) => (to === null ? 'none' : to)
  const isBudget = daily !== undefined || monthly !== undefined || tz !== undefined
  if ([set !== undefined, add !== undefined, isBudget].filter(Boolean).length !== 1)
    throw invalid('set', say('desk.float_one_change'))
  if (add !== undefined) return { kind: 'add', amount: add }
  if (set !== undefined) return { kind: 'set', amount: set ?? 'none' }
  return { kind: 'budgets', daily: limited(daily), monthly: limited(monthly), timeZone: tz }
}

const scheduleParams = z.object({ name: line(200).describe('The name of a schedule, or its number') })
const scheduleShape = z.strictObject({
  name: line(200),
  path: line(1000),
  cron: line(200),
  tz: line(100),
  period_format: line(100).optional(),
  skip_invalid: z.boolean().optional(),
  allow_duplicates: z.boolean().optional(),
  expect_count: z.number().int().min(0).max(5_000_000).optional(),
  expect_total: amount.optional(),
  max_amount: amount.optional(),
})

const newSchedule = checkedWith(scheduleShape, ({ name = '', cron = '', tz = '', ...given }) =>
  wrongSchedule(wishOf({ ...given, name, path: '', cron, tz }, false)),
)

/** What is wrong with a schedule, by the fields of the API. */
const wrongSchedule = (wish: ScheduleToAdd) =>
  Object.entries(scheduleProblems(wish)).map(([field, message]) => ({ field, message }))

/**
 * Crash window: if the process dies after a change and before its answer is stored, the key is already marked (markRequestKey). The next
 * try gets the schedule as it is at that time.
 */
function addSchedules(scope: Scope, desk: Desk): void {
  scope.post(
    '/schedules',
    { schema: { ...described('createSchedule'), body: newSchedule } },
    async (request, reply) => {
      const added = (schedule: Schedule): Answer => ({ status: 201, body: scheduleDocument(schedule) })
      const app = appOf(desk, request)
      const ofDone = async () => added(await scheduleNow(app, request.body.name))
      const act = async (key: RequestKey | undefined) => {
        const wish = wishOf(request.body, desk.sandbox)
        const problems = wrongSchedule(wish)
        if (problems.length > 0) throw wrongFields(problems)
        const { schedule } = succeeded(await addSchedule(app, wish, key))
        return added(schedule)
      }
      return once(desk, request, reply, act, { ofDone })
    },
  )
  const change = (method: 'POST' | 'DELETE', path: string, what: ScheduleChange) =>
    scope.route({
      method,
      url: `/schedules/:name${path}`,
      schema: {
        ...described(`${what}Schedule`),
        params: scheduleParams,
        body: z.strictObject({}),
      },
      preValidation: emptyIsObject,
      handler: async (request, reply) => {
        const app = appOf(desk, request)
        const { name } = request.params
        const standing = (schedule: Schedule): Answer => ({ status: 200, body: scheduleDocument(schedule) })
        const ofDone = async () =>
          what === 'remove' ? removedBefore(app, name) : standing(await scheduleNow(app, name))
        const act = async (key: RequestKey | undefined) => {
          const { schedule, after } = succeeded(await changeSchedule(app, name, what, key))
          return after ? standing(after) : removedAnswer(schedule.scheduleNo)
        }
        return once(desk, request, reply, act, { ofDone })
      },
    })
  change('POST', '/pause', 'pause')
  change('POST', '/resume', 'resume')
  change('DELETE', '', 'remove')
}

function wishOf({ path, cron, tz, ...given }: z.infer<typeof scheduleShape>, sandbox: boolean): ScheduleToAdd {
  return {
    name: given.name,
    path,
    cron,
    zone: tz,
    periodFormat: given.period_format,
    sandbox,
    as: undefined,
    options: {
      ...usualChecks,
      skipInvalid: given.skip_invalid === true,
      allowDuplicates: given.allow_duplicates === true,
      expectCount: given.expect_count ?? null,
      expectTotal: given.expect_total ?? null,
      maxAmount: given.max_amount ?? null,
    },
  }
}

const removedAnswer = (id: number): Answer => ({ status: 200, body: { id, state: 'removed' } })

/** The schedule after an earlier try, with any later changes. */
const scheduleNow = async (app: App, name: string): Promise<Schedule> =>
  succeeded(await lookAtSchedule(app, name)).schedule

async function removedBefore(app: App, name: string): Promise<Answer> {
  const { removed } = succeeded(await lookAtRemoved(app, name))
  if (!removed) throw new Error('a schedule is gone from the ledger')
  return removedAnswer(removed.scheduleNo)
}
