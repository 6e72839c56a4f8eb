import { beforeEach, expect } from 'vitest'
import { applyNotification } from '../../jobs/applyNotification.ts'
import { openNotificationStore } from '../../src/ledger/evidence/notifications.ts'
import type { Outcome } from '../../src/payout/outcome.ts'
import { createReceiver, type Receiver } from '../../src/provider/notifications/receiver.ts'
import { type AcceptedBatch, acceptedBatch } from '../harness/accepted.ts'
import type { TestLedger } from '../harness/ledger.ts'
import { setUpLedger } from '../ledger/setUpLedger.ts'
import { posted } from '../provider/notifications/samples.ts'

type Applied = Awaited<ReturnType<typeof applyNotification>>

/** A ledger that is told by notifications what became of its payouts. */
export interface Notified {
  db: TestLedger
  store: ReturnType<typeof openNotificationStore>
  receiver: Receiver
  /** What came of each notification. */
  applied: Applied[]
  /** Applies as a receiver's handler does. */
  onNotification: Parameters<typeof createReceiver>[0]['onNotification']
  /** What came of a notification that is received as any. */
  notify(value: Record<string, unknown>): Promise<Applied | undefined>
  /** A batch of one row that was sent and is accepted, or what `outcomeOf` says instead. */
  one(outcomeOf?: (reference: string) => Outcome): Promise<AcceptedBatch & { reference: string }>
  rowOf(batch: BatchNo): Promise<Record<string, unknown> | undefined>
  casesOf(batch: BatchNo): Promise<Record<string, unknown>[]>
}

type BatchNo = Pick<AcceptedBatch, 'batchNo'>

/** Register the hooks of a test file; the object returned is filled anew before each test. */
export function setUpNotified(): Notified {
  const db = setUpLedger()
  let store: Notified['store']
  let receiver: Receiver
  const notified: Notified = {
    db,
    get store() {
      return store
    },
    get receiver() {
      return receiver
    },
    applied: [],
    onNotification: async (notification) =>
      void notified.applied.push(await applyNotification(db.ledger, notification)),
    notify: async (value) => {
      const received = await receiver.receive(posted(value))
      if (received.kind !== 'new') throw new Error(received.kind)
      expect(await received.handled).toBe(true)
      return notified.applied.at(-1)
    },
    one: async (outcomeOf) => {
      const batch = await acceptedBatch(db, 1, {}, outcomeOf)
      return { ...batch, reference: batch.references.get(2)! }
    },
    rowOf: async ({ batchNo }) => (await db.query(rowSql, [batchNo]))[0],
    casesOf: ({ batchNo }) => db.query(casesSql, [batchNo]),
  }
  beforeEach(() => {
    store = openNotificationStore(db.ledger)
    notified.applied = []
    receiver = createReceiver({ store, onNotification: notified.onNotification })
  })
  return notified
}

const rowSql = 'select state, error_code, attempts from payrun.payouts where batch_no = $1 and line = 2'
const casesSql =
  'select kind, says_paid, attempt, note from payrun.discrepancies where batch_no = $1 order by discrepancy_no'
