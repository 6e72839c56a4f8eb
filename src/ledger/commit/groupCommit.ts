import { isFault, type LedgerConnection } from '../connection/ledger.ts'
import type { Past } from '../past/keepMark.ts'
import {
  answerClaims,
  answerLate,
  answerSettles,
  keepMark,
  longAgo,
  readBackClaims,
  refuse,
  storedOutcome,
} from './answers.ts'
import {
  awaySinceMs,
  type Claim,
  type ClaimTime,
  createFlushSize,
  createGroupCommitConnection,
  type GroupCommitState,
  grow,
  keyOf,
  type Settled,
  takeOutOfHand,
  type WaitingClaim,
  type WaitingSettle,
} from './connection.ts'
import {
  type Attempt,
  type ClaimWish,
  type CommitResult,
  groupCommitSql,
  isReferenceHeld,
  readCommitResult,
  type Settlement,
} from './statement.ts'

export { type Claim, type ClaimTime, isNews, type Settled } from './connection.ts'

export interface GroupCommit {
  /** Claim a pending row for this worker. `ok: false`: it is not ours to send. Waits while the database is away. */
  claim(wish: ClaimWish): Promise<Claim>
  /** Record an answer: retried until the database has it. An answer in hand is never thrown away. */
  settle(settlement: Settlement): Promise<Settled>
  /** Whether a caller in this process has the row in hand, or may still be given it. */
  isInHand(attempt: Pick<Attempt, 'batchNo' | 'line'>): boolean
  /** How often the connection was lost: flushes under way then may have left rows that nobody has in hand. */
  losses(): number
  /** Since when the database has taken nothing of what waits for it, on the monotonic clock; undefined if nothing waits. */
  awaySinceMs(): number | undefined
  /** The process stops: waiting claims are refused, and those that wait for their mark are handed out too late to be sent. */
  stopClaiming(): void
  /** Answers that the database has not taken yet. */
  unsettled(): Settlement[]
  /** Refuse new claims; resolves once the flush under way has ended. Open settles stay in `unsettled`. */
  close(): Promise<void>
}

/**
 * Group commit: claims and settles that come at the same moment share one statement and one commit.
 *
 * One flush is under way at a time, and a flush that leaves settles behind takes no more claims than the rows that its own settles are sure
 * to move. So a slot may be handed on as soon as its settle is queued: after each commit, this process never holds more rows in `sending`
 * than it has slots.
 *
 * Crash windows: if the process dies before the commit, the rows are pending and nothing was sent. If it dies after it, they are `sending`
 * under a worker that is gone, and the sweep makes them `unknown`.
 */
export function createGroupCommit(
  connection: LedgerConnection,
  onTrouble: (error: unknown) => void,
  onCommitted?: (claims: number, settles: number) => void,
  past?: Past,
): GroupCommit {
  const state: GroupCommitState = {
    connection: createGroupCommitConnection(connection, onTrouble, past),
    onTrouble,
    onCommitted,
    past,
    claims: [],
    settles: [],
    inHand: [],
    taken: new Map(),
    flushing: false,
    running: new Set(),
    closed: false,
    stopping: false,
    unmarked: new Set(),
    retryMs: 0,
    singly: 0,
    flushSize: createFlushSize(),
    isLimited: false,
  }
  return {
    claim: (item) =>
      new Promise((resolve) => {
        if (state.closed || state.stopping || state.taken.has(keyOf(item))) return resolve({ ok: false })
        state.taken.set(keyOf(item), undefined)
        state.claims.push({ item, resolve })
        schedule(state)
      }),
    settle: (item) =>
      new Promise((resolve) => {
        state.settles.push({ item, resolve })
        schedule(state)
      }),
    isInHand: (row) => state.taken.has(keyOf(row)),
    losses: () => state.connection.losses(),
    awaySinceMs: () => awaySinceMs(state),
    stopClaiming: () => stopClaiming(state),
    unsettled: () => [...state.settles, ...state.inHand].map(({ item }) => item),
    close: async () => {
      state.closed = true
      for (const waiting of state.claims.splice(0)) refuse(state, waiting)
      while (state.running.size > 0) await Promise.all(state.running)
      await state.connection.close()
    },
  }
}

function stopClaiming(state: GroupCommitState): void {
  state.stopping = true
  // A claim whose connection broke may have been made: that is read back first.
  const queued = state.claims.filter(({ brokenAt }) => !brokenAt)
  state.claims = state.claims.filter(({ brokenAt }) => brokenAt)
  for (const waiting of queued) refuse(state, waiting)
  for (const goOn of state.unmarked) goOn()
}

/** Flush once all answers of this turn of the event loop have been read, so that they share it. */
function schedule(state: GroupCommitState): void {
  if (state.retryMs > 0) begin(state, (start) => setTimeout(start, state.retryMs))
  else begin(state, (start) => setImmediate(start))
}

function begin(state: GroupCommitState, when: (start: () => void) => void): void {
  if (state.flushing || state.closed || (state.claims.length === 0 && state.settles.length === 0)) return
  if (state.settles.length === 0 && state.past?.lateSinceMs() !== undefined) {
    waitForMark(state)
    return
  }
  state.flushing = true
  const running = new Promise<void>((done) => {
    when(() => {
      flush(state)
        .catch(state.onTrouble)
        .finally(() => {
          state.running.delete(running)
          done()
          schedule(state)
        })
    })
  })
  state.running.add(running)
}

async function flush(state: GroupCommitState): Promise<void> {
  const { settles, claims } = takeWaiting(state)
  state.inHand.push(...settles)
  const claimedAt = { monotonicMs: performance.now(), wallMs: Date.now() }
  let done: CommitResult
  try {
    done = await ask(state, settles, claims)
  } catch (error) {
    await failed(state, settles, claims, claimedAt, error)
    state.flushing = false
    return
  }
  state.flushSize.flushed(claimedAt.monotonicMs)
  state.onCommitted?.(claims.length, settles.length)
  Object.assign(state, { retryMs: 0, awaySinceMs: undefined })
  state.flushing = false
  // The server works on the next flush while this one's claims are sent.
  begin(state, (start) => start())
  const late = answerSettles(state, done, settles)
  // The commit is marked outside of the ledger before anything is sent that rests on it.
  const marked = keepMark(state, done)
  if (marked && claims.length > 0 && !state.stopping) await marked
  const left = answerClaims(state, done, claims, state.stopping ? longAgo : claimedAt)
  for (const waiting of left) if (!waiting.brokenAt) refuse(state, waiting)
  for (const waiting of late) await answerLate(state, waiting)
  // Of a claim whose connection broke, and which is refused now, the first try may have got through after all.
  await readBackClaims(
    state,
    left.filter(({ brokenAt }) => brokenAt),
    refuse,
  )
}

/** What the next flush takes: no more than its size allows, and a single row while one is looked for that the server refuses. */
function takeWaiting(state: GroupCommitState): { settles: WaitingSettle[]; claims: WaitingClaim[] } {
  // While the mark can't be written, settles go on and claims wait, since their rows may not be sent.
  const isLate = state.past?.lateSinceMs() !== undefined
  if (state.singly > 0) {
    state.singly -= 1
    // Claims go before an answer that was refused alone, but for as many as answers wait: their rows may still be in slots.
    const isBehind = state.settles[0]?.isRefused && state.claims.length > state.settles.length && !isLate
    const settles = state.settles.splice(0, isBehind ? 0 : 1)
    return { settles, claims: state.claims.splice(0, isLate ? 0 : 1 - settles.length) }
  }
  const room = state.flushSize.rows()
  const settles = state.settles.splice(0, room)
  // See the invariant above.
  const claimRoom = state.settles.length > 0 ? settles.filter(({ isRepeated }) => !isRepeated).length : room
  return { settles, claims: state.claims.splice(0, isLate ? 0 : claimRoom) }
}

const lookAgainMs = 200

function waitForMark(state: GroupCommitState): void {
  state.flushing = true
  setTimeout(() => {
    state.flushing = false
    schedule(state)
  }, lookAgainMs).unref()
}

/** Crash window: if the process dies between the two forms, no claim was sent, and the sweep makes the rows of lost answers unknown. */
async function ask(state: GroupCommitState, settles: WaitingSettle[], claims: WaitingClaim[]): Promise<CommitResult> {
  const isReturned = settles.some(({ item }) => item.outcome.kind === 'not_taken')
  const values = groupCommitParameters(
    settles.map(({ item }) => item),
    claims.map(({ item }) => item),
  )
  const asked = async (form: keyof typeof groupCommitSql): Promise<CommitResult> => {
    const { rows } = await state.connection.use((client) =>
      client.query<{ told: string }>({ name: `payrun-groupCommit-${form}`, text: groupCommitSql[form], values }),
    )
    if (!rows[0]) throw new Error('the group commit answered without a row')
    const result = readCommitResult(rows[0].told)
    state.isLimited = result.isLimited
    return result
  }
  if (state.isLimited || isReturned) return asked('careful')
  try {
    const done = await asked('plain')
    return done.isLimited ? asked('careful') : done
  } catch (error) {
    if (!isReferenceHeld(error)) throw error
    return asked('careful')
  }
}

/** The statement's parameters, in the order of `groupCommitSql`. */
function groupCommitParameters(settlements: readonly Settlement[], claims: readonly ClaimWish[]): unknown[] {
  const ints = (numbers: number[]) => `{${numbers.join(',')}}`
  const stored = settlements.map(({ outcome }) => storedOutcome(outcome))
  return [
    ints(settlements.map(({ attempt }) => attempt.batchNo)),
    ints(settlements.map(({ attempt }) => attempt.line)),
    ints(settlements.map(({ attempt }) => attempt.attempt)),
    ints(settlements.map(({ attempt }) => attempt.workerNo)),
    `{${stored.map(({ state }) => state).join(',')}}`,
    texts(stored.map(({ reference }) => reference)),
    texts(stored.map(({ code }) => code)),
    texts(stored.map(({ message }) => message)),
    ints(claims.map((claim) => claim.batchNo)),
    ints(claims.map((claim) => claim.line)),
    ints(claims.map((claim) => claim.workerNo)),
  ]
}

/** A Postgres array of texts. Quicker than the driver's, which looks at every value three times. */
const texts = (values: (string | null)[]): string => `{${values.map(element).join(',')}}`

const element = (value: string | null): string =>
  value === null ? 'NULL' : `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`

async function failed(
  state: GroupCommitState,
  settles: WaitingSettle[],
  claims: WaitingClaim[],
  claimedAt: ClaimTime,
  error: unknown,
): Promise<void> {
  state.onTrouble(error)
  grow(state, error)
  for (const waiting of settles) takeOutOfHand(state, waiting)
  state.settles.unshift(...settles)
  if (!isFault(error)) return refused(state, settles, claims)
  for (const waiting of settles) waiting.isRepeated = true
  for (const waiting of claims) waiting.brokenAt ??= claimedAt
  await readBackClaims(state, claims, (_, waiting) => state.claims.unshift(waiting))
}

/** The server refused the flush, so none of it was kept. It goes again row by row, so that one bad row blocks no other. */
async function refused(state: GroupCommitState, settles: WaitingSettle[], claims: WaitingClaim[]): Promise<void> {
  const size = settles.length + claims.length
  if (size > 1) {
    state.claims.unshift(...claims)
    state.singly = size
    return
  }
  // Refused alone: the claim is not made; the answer is kept, and goes to the back of the queue.
  if (claims[0]?.brokenAt) await readBackClaims(state, claims, refuse)
  else for (const waiting of claims) refuse(state, waiting)
  for (const waiting of settles) {
    waiting.isRefused = true
    state.settles.push(...state.settles.splice(0, 1))
  }
}
