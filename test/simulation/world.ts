import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { type Random, randomFrom } from './random.ts'

/** Something that runs payrun's code: a paying process or a person. What it waits for comes to it only while it runs. */
export interface Process {
  name: string
  /** `stopped` as by SIGSTOP: what falls due meanwhile waits. `dead` as by SIGKILL: nothing comes any more. */
  state: 'running' | 'stopped' | 'dead'
  /** Its wall clock against that of the ledger's server. */
  clockAheadMs: number
  waiting: Happening[]
  /** Told when it dies: its connections go with it. */
  onDeath: Set<() => void>
}

interface Happening {
  atMs: number
  /** Breaks ties. */
  no: number
  owner: Process | undefined
  act(): void
  cancelled: boolean
}

/** Simulated time, the processes in it, and chance: all that happens follows from the seed. */
export interface World {
  random: Random
  nowMs(): number
  process(name: string): Process
  /** Do something later, as `owner`; undefined: as the world outside of payrun. */
  after(ms: number, owner: Process | undefined, act: () => void): void
  /** Run code as a process. */
  as<Result>(owner: Process | undefined, act: () => Result): Result
  /** Who runs at this moment. */
  current(): Process | undefined
  stop(process: Process): void
  goOn(process: Process): void
  kill(process: Process): void
  /** Note what happens: of two runs from one seed every line is the same. */
  trace(line: string): void
  lines: readonly string[]
  /** Let time go by until it is over, or `limitMs` has come. @returns whether it was over */
  run(isOver: () => boolean, limitMs: number): Promise<boolean>
}

/** 1 June 2026: numbers of batches and workers follow the clock. */
const epochMs = Date.UTC(2026, 5, 1)

const owners = new AsyncLocalStorage<Process | undefined>()

/**
 * Do something in a world of its own. Timers, clocks and chance of this whole process are the world's until it ends; code that is
 * run in it can't tell. Only one at a time.
 */
export async function inWorld<Result>(seed: number, act: (world: World) => Promise<Result>): Promise<Result> {
  const random = randomFrom(seed)
  const queue = createQueue()
  const lines: string[] = []
  let nowMs = 0
  const current = () => owners.getStore()
  const as: World['as'] = (owner, act) => owners.run(owner, act)
  const after = (ms: number, owner: Process | undefined, act: () => void): Happening =>
    queue.add({ atMs: nowMs + Math.max(0, ms), owner, act, cancelled: false })
  const restore = patch({
    random,
    wallMs: () => epochMs + nowMs + (current()?.clockAheadMs ?? 0),
    monotonicMs: () => nowMs,
    after: (ms, act) => after(ms, current(), act),
  })

  const happen = ({ owner, act, cancelled }: Happening) => {
    if (!cancelled && owner?.state !== 'dead') as(owner, act)
  }
  const world: World = {
    random,
    nowMs: () => nowMs,
    process: (name) => ({ name, state: 'running', clockAheadMs: 0, waiting: [], onDeath: new Set() }),
    after,
    as,
    current,
    stop: (process) => {
      if (process.state === 'running') process.state = 'stopped'
    },
    goOn: (process) => {
      if (process.state !== 'stopped') return
      process.state = 'running'
      for (const each of process.waiting.splice(0)) queue.add({ ...each, atMs: nowMs, act: () => happen(each) })
    },
    kill: (process) => {
      process.state = 'dead'
      process.waiting = []
      for (const tell of process.onDeath) tell()
    },
    trace: (line) => lines.push(`${(nowMs / 1000).toFixed(3)} ${line}`),
    lines,
    run: async (isOver, limitMs) => {
      for (;;) {
        await quiet()
        if (isOver()) return true
        const next = queue.take()
        if (next === undefined || next.atMs > limitMs) return false
        nowMs = Math.max(nowMs, next.atMs)
        if (next.owner?.state === 'stopped') next.owner.waiting.push(next)
        else happen(next)
      }
    },
  }
  try {
    return await act(world)
  } finally {
    restore()
  }
}

const real = { setImmediate, clearTimeout, clearInterval, clearImmediate }

/** Until nothing is left to do at this moment: promises, ticks, and files that are really read and written. */
async function quiet(): Promise<void> {
  do await new Promise<void>((done) => real.setImmediate(done))
  while (process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq')))
}

interface Clock {
  random: Random
  wallMs(): number
  monotonicMs(): number
  after(ms: number, act: () => void): Happening
}

/** Put the world's clock, timers and chance in the place of Node's. @returns puts Node's back */
function patch(clock: Clock): () => void {
  const clear = (otherwise: (timer: never) => void) => (timer: unknown) => {
    if (timer instanceof Timer) timer.close()
    else otherwise(timer as never)
  }
  const ownDate = Date
  const put = [
    set(
      globalThis,
      'setTimeout',
      (act: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        new Timer(clock, () => act(...args), ms, false),
    ),
    set(
      globalThis,
      'setInterval',
      (act: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
        new Timer(clock, () => act(...args), ms, true),
    ),
    set(
      globalThis,
      'setImmediate',
      (act: (...args: unknown[]) => void, ...args: unknown[]) => new Timer(clock, () => act(...args), 0, false),
    ),
    set(globalThis, 'clearTimeout', clear(real.clearTimeout)),
    set(globalThis, 'clearInterval', clear(real.clearInterval)),
    set(globalThis, 'clearImmediate', clear(real.clearImmediate)),
    set(
      timersPromises,
      'setTimeout',
      (ms?: number, value?: unknown) => new Promise((wake) => new Timer(clock, () => wake(value), ms, false)),
    ),
    set(ownDate, 'now', clock.wallMs),
    set(
      globalThis,
      'Date',
      new Proxy(ownDate, {
        construct: (target, args) => Reflect.construct(target, args.length === 0 ? [clock.wallMs()] : args),
      }),
    ),
    set(performance, 'now', clock.monotonicMs),
    set(Math, 'random', clock.random.next),
    // Nothing here crashes as a whole machine does.
    set(fs, 'fsyncSync', () => undefined),
    set(crypto, 'randomInt', (from: number, to?: number) =>
      to === undefined ? clock.random.below(from) : from + clock.random.below(to - from),
    ),
    set(crypto, 'randomBytes', (size: number) =>
      Buffer.from(Array.from({ length: size }, () => clock.random.below(256))),
    ),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const putBack of put.reverse()) putBack()
    syncBuiltinESMExports()
  }
}

function set(holder: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name)
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: true })
  return () => {
    if (before) Object.defineProperty(holder, name, before)
    else Reflect.deleteProperty(holder, name)
  }
}

/** What setTimeout and its kin return. It belongs to the process that asked for it. */
class Timer {
  private next: Happening
  private readonly clock: Clock
  private readonly act: () => void
  private readonly ms: number
  private readonly again: boolean

  constructor(clock: Clock, act: () => void, ms = 1, again = false) {
    this.clock = clock
    this.act = act
    this.ms = ms
    this.again = again
    this.next = this.start()
  }
  private start(): Happening {
    return this.clock.after(this.ms, () => {
      if (this.again) this.next = this.start()
      this.act()
    })
  }
  close() {
    this.next.cancelled = true
    return this
  }
  refresh() {
    this.next.cancelled = true
    this.next = this.start()
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
}

/** What is to happen, the earliest first: a binary heap. */
function createQueue() {
  const heap: Happening[] = []
  let added = 0
  const isBefore = (one: number, other: number) => {
    const [a, b] = [heap[one]!, heap[other]!]
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.no < b.no)
  }
  const swap = (one: number, other: number) => {
    ;[heap[one], heap[other]] = [heap[other]!, heap[one]!]
  }
  return {
    add: (wish: Omit<Happening, 'no'>): Happening => {
      added += 1
      const happening = { ...wish, no: added }
      heap.push(happening)
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1
        if (!isBefore(at, parent)) break
        swap(at, parent)
        at = parent
      }
      return happening
    },
    take: (): Happening | undefined => {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || !last) return first
      heap[0] = last
      for (let at = 0; ; ) {
        let least = at
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isBefore(child, least)) least = child
        if (least === at) return first
        swap(at, least)
        at = least
      }
    },
  }
}
