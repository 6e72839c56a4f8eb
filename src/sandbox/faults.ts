import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { operatorOf } from '../payout/operators/operator.ts'
import { type ErrorForm, errorAnswer, type SandboxAnswer } from './checkRequest.ts'
import type { Faults, FaultsSet } from './state/records.ts'

/** How often each fault was played, before or after the money moved. */
interface Played {
  outage: number
  tooMany: number
  errorBefore: number
  errorAfter: number
  resetBefore: number
  resetAfter: number
}

type Fault = keyof Played

export interface Switchboard {
  get(): Faults
  /** Whether all faults are off. */
  isIdle(): boolean
  set(changes: unknown): FaultsSet
  played(): Played
  /** The fault for this request, or null. */
  draw(operator: string | null): Fault | null
}

const share = z.number().min(0).max(1)

const changes = z.strictObject({
  latencyMs: z.int().min(0).max(600_000).optional(),
  tooManyRate: share.optional(),
  errorRate: share.optional(),
  resetRate: share.optional(),
  retryAfterSeconds: z.int().min(0).max(3600).optional(),
  outageOperator: z
    .string()
    .refine((code) => operatorOf(code) !== null)
    .nullable()
    .optional(),
})

const sentences: Record<keyof Faults, string> = {
  latencyMs: 'latencyMs must be a whole number from 0 to 600000.',
  tooManyRate: 'tooManyRate must be a number from 0 to 1.',
  errorRate: 'errorRate must be a number from 0 to 1.',
  resetRate: 'resetRate must be a number from 0 to 1.',
  retryAfterSeconds: 'retryAfterSeconds must be a whole number from 0 to 3600.',
  outageOperator: 'outageOperator must be an operator code of the table, or null.',
}

export const noFaults: Faults = {
  latencyMs: 0,
  tooManyRate: 0,
  errorRate: 0,
  resetRate: 0,
  retryAfterSeconds: 1,
  outageOperator: null,
}

/** Whether all faults are off. */
export const isQuiet = ({ latencyMs, tooManyRate, errorRate, resetRate, outageOperator }: Faults): boolean =>
  latencyMs + tooManyRate + errorRate + resetRate === 0 && outageOperator === null

/** @param random returns a number from 0 to 1, without 1 */
export function createSwitchboard(initial: Partial<Faults> = {}, random: () => number = Math.random): Switchboard {
  let faults: Faults = { ...noFaults, ...initial }
  let idle = isQuiet(faults)
  const played: Played = { outage: 0, tooMany: 0, errorBefore: 0, errorAfter: 0, resetBefore: 0, resetAfter: 0 }
  const meets = (rate: number) => rate > 0 && random() < rate

  function pick(operator: string | null): Fault | null {
    if (operator !== null && faults.outageOperator === operator) return 'outage'
    if (meets(faults.tooManyRate)) return 'tooMany'
    // Alternately, so that exactly half of them come after the money moved.
    if (meets(faults.errorRate)) return played.errorBefore > played.errorAfter ? 'errorAfter' : 'errorBefore'
    if (meets(faults.resetRate)) return played.resetBefore > played.resetAfter ? 'resetAfter' : 'resetBefore'
    return null
  }

  return {
    get: () => ({ ...faults }),
    isIdle: () => idle,
    set: (asked) => {
      const read = changes.safeParse(asked)
      if (!read.success) {
        const field = Object.keys(sentences).find((name) => name === read.error.issues[0]?.path[0]) as keyof Faults
        const message = field ? sentences[field] : `The switches are ${Object.keys(sentences).join(', ')}.`
        return { ok: false, field: field ?? null, message }
      }
      const set = Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined))
      faults = { ...faults, ...set }
      idle = isQuiet(faults)
      return { ok: true, faults: { ...faults } }
    },
    played: () => ({ ...played }),
    draw: (operator) => {
      const fault = pick(operator)
      if (fault) played[fault] += 1
      return fault
    },
  }
}

/**
 * Carries out a valid request, unless the switchboard plays a fault. An "after" fault carries out the request and loses its answer. No
 * other fault moves money.
 *
 * @param operator the operator of a collection or payout, for an outage
 */
export async function meetFaults(
  switchboard: Switchboard,
  form: ErrorForm,
  operator: string | null,
  carryOut: () => SandboxAnswer | Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  // Every payout passes here, and there is nearly never a fault.
  if (switchboard.isIdle()) return carryOut()
  const { latencyMs, retryAfterSeconds } = switchboard.get()
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false })
  const fault = switchboard.draw(operator)
  switch (fault) {
    case null:
      return carryOut()
    case 'outage':
      return errorAnswer(form, 503, 'The operator can not be reached at the moment.')
    case 'tooMany':
      return tooMany(form, retryAfterSeconds)
    case 'errorAfter':
      await carryOut()
      return serverError(form)
    case 'errorBefore':
      return serverError(form)
    case 'resetAfter':
      await carryOut()
      return { kind: 'reset' }
    case 'resetBefore':
      return { kind: 'reset' }
  }
}

export const tooMany = (form: ErrorForm, retryAfterSeconds: number): SandboxAnswer => ({
  ...errorAnswer(form, 429, 'Too many requests.'),
  ...{ retryAfterSeconds },
})

export const serverError = (form: ErrorForm): SandboxAnswer => errorAnswer(form, 500, 'Internal server error')
