import fc from 'fast-check'
import { expect } from 'vitest'
import { ignore } from '../../harness/ledger.ts'
import type { Model } from './model.ts'
import { type Operation, operate, operateAlone } from './operations.ts'
import { perform, type Real } from './real.ts'
import { actualState, expectedState } from './states.ts'
import { type Wish, wishes } from './wishes.ts'

type Command = fc.AsyncCommand<Model, Real>

/** What was seen over all runs, so that a test can say what it has tried: `claim: refused`, `pending sending`, … */
export type Seen = Map<string, number>

/** Operations one after the other, and pairs of them at the same moment. */
export function ledgerCommands(seen: Seen): fc.Arbitrary<Iterable<Command>> {
  const one = (wish: fc.Arbitrary<Wish>) => wish.map((each) => alone(each, seen))
  const often = fc.oneof(
    { weight: 8, arbitrary: wishes.claim },
    { weight: 10, arbitrary: wishes.answer },
    { weight: 2, arbitrary: wishes.answerAgain },
    { weight: 2, arbitrary: wishes.submit },
    { weight: 2, arbitrary: wishes.loseLease },
    { weight: 3, arbitrary: wishes.sweep },
    { weight: 2, arbitrary: wishes.pause },
    { weight: 2, arbitrary: wishes.resume },
    { weight: 1, arbitrary: wishes.cancel },
    { weight: 8, arbitrary: wishes.close },
    { weight: 3, arbitrary: wishes.settle },
    { weight: 2, arbitrary: wishes.status },
    { weight: 3, arbitrary: wishes.resolve },
    { weight: 4, arbitrary: wishes.retry },
    { weight: 3, arbitrary: wishes.reconcile },
  )
  const rarely = fc.oneof(
    { weight: 20, arbitrary: often },
    { weight: 3, arbitrary: wishes.payOff },
    { weight: 1, arbitrary: wishes.die },
  )
  const pair = fc.oneof(fc.tuple(often, often), ...rivals.map((each) => fc.tuple(...each)))
  const pairs = fc.tuple(pair, fc.nat(9)).map(([[first, other], headStart]) => together(first, other, headStart, seen))
  const commands = [one(rarely), one(often), one(often), pairs]
  return fc.commands<Model, Real, false>(commands, { maxCommands: 45, size: 'max' })
}

/** Pairs that want the same rows, chunks or keys. */
const rivals: [fc.Arbitrary<Wish>, fc.Arbitrary<Wish>][] = [
  [wishes.retry, wishes.close],
  [wishes.status, wishes.close],
  [wishes.resolve, wishes.close],
  [wishes.reconcile, wishes.close],
  [wishes.retry, wishes.settle],
  [wishes.retry, wishes.submit],
  [wishes.retry, wishes.cancel],
  [wishes.cancel, wishes.claim],
  [wishes.cancel, wishes.answer],
  [wishes.sweep, wishes.answer],
  [wishes.answer, wishes.answerAgain],
  [wishes.loseLease, wishes.claim],
  [wishes.reconcile, wishes.answer],
  [wishes.reconcile, wishes.resolve],
  [wishes.claim, wishes.claim],
  [wishes.submit, wishes.submit],
]

/** With nobody else about: the caller is told what the model says, and the ledger is as the model says. */
function alone(wish: Wish, seen: Seen): Command {
  return {
    check: (model) => wish.operation(onPaper(model)) !== null,
    run: async (model, real) => {
      for (let next = wish.operation(model); next; next = wish.repeats ? wish.operation(model) : null) {
        const told = await perform(real, next, model)
        const expected = operateAlone(model, next)
        note(seen, next, told)
        expectSame([told, await actualState(real)], [expected, expectedState(model)], next)
      }
    },
    toString: () => wish.words,
  }
}

/**
 * Two at the same moment, the first a few round trips ahead. Whatever comes of it has to be what comes of their steps in
 * some order: every order is tried on the model, and one of them has to fit what both callers were told and what the
 * ledger holds.
 */
function together(first: Wish, other: Wish, headStart: number, seen: Seen): Command {
  return {
    check: (model) => {
      const later = onPaper(model)
      return first.operation(later) !== null && other.operation(later) !== null
    },
    run: async (model, real) => {
      const pair = [first.operation(model), other.operation(model)].map((each) => each && oneRowOf(each))
      const [one, two] = pair
      if (!one || !two) return
      const started = perform(real, one, model)
      // So that the other comes between the first one's statements too. (Its failure is heard below.)
      started.catch(ignore)
      for (let trips = 0; trips < headStart; trips += 1) await real.lane.db.query('select')
      const all = await Promise.all([started, perform(real, two, model)])
      note(seen, one, all[0])
      note(seen, two, all[1])
      const told = [heeded(one, all[0]), heeded(two, all[1])]
      const state = await actualState(real)
      const actual = sameText([told, state])
      let nearest: unknown
      for (const end of orders(model, one, two)) {
        const explained = [[heeded(one, end.told[0]), heeded(two, end.told[1])], expectedState(end.model)]
        nearest ??= explained
        if (sameText(explained) !== actual) continue
        Object.assign(model, end.model)
        return
      }
      const message = `no order of the two explains this: ${JSON.stringify(pair)}`
      expect([told, state], message).toEqual(nearest)
      throw new Error(message)
    },
    toString: () => `together: ${first.words} and, ${headStart} trips later, ${other.words}`,
  }
}

/** A model whose names may be given out without being used up. */
const onPaper = (model: Model): Model => ({ ...model, named: { ...model.named } })

/** A claim of several rows may be overtaken between them: of a pair, each takes one. */
const oneRowOf = (operation: Operation): Operation =>
  operation.kind === 'claim' ? { ...operation, rows: operation.rows.slice(0, 1) } : operation

/** What a caller is told and acts by. Whether a chunk is closed that somebody else is closing is told in passing. */
const heeded = ({ kind }: Operation, told: unknown): unknown => (kind === 'close' ? null : told)

interface End {
  told: unknown[]
  model: Model
}

/** Every way in which the steps of two operations can follow each other, from the same beginning. */
function* orders(model: Model, one: Operation, two: Operation, turns: (0 | 1)[] = []): Generator<End> {
  const end = { told: [undefined, undefined] as unknown[], model: structuredClone(model) }
  const running = [operate(end.model, one), operate(end.model, two)]
  const isDone = [false, false]
  for (const turn of turns) {
    const { done, value } = running[turn]!.next()
    if (!done) continue
    isDone[turn] = true
    end.told[turn] = value
  }
  if (isDone[0] && isDone[1]) yield end
  if (!isDone[0]) yield* orders(model, one, two, [...turns, 0])
  if (!isDone[1]) yield* orders(model, one, two, [...turns, 1])
}

/** Texts compare many times faster than expect does; it tells the difference when there is one. */
function expectSame(actual: unknown, expected: unknown, operation: Operation): void {
  if (sameText(actual) !== sameText(expected)) expect(actual, JSON.stringify(operation)).toEqual(expected)
}

/** One text for all values that are the same, whatever the order of their keys. */
const sameText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

function note(seen: Seen, { kind }: Operation, told: unknown): void {
  const what = `${kind}: ${summary(told)}`
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

function summary(told: unknown): string {
  if (Array.isArray(told)) return told.includes('refused') ? 'refused' : 'given'
  if (typeof told !== 'object' || told === null)
    return typeof told === 'number' ? (told > 0 ? 'some' : 'none') : String(told)
  if ('own' in told && 'state' in told) return `${told.state}${told.own ? '' : ', not used'}`
  return 'kind' in told ? String(told.kind) : ''
}
