import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type FeedEvent, numberFeed, readFeed } from '../../../src/ledger/batches/feed.ts'
import { openLedger } from '../../../src/ledger/connection/ledger.ts'
import { ignore, payableRows } from '../../harness/ledger.ts'
import { until } from '../../harness/payrun.ts'
import { answer, openGroupCommit, paid, refused, settledBatch, unclear } from '../paidRows.ts'
import { setUpLedger } from '../setUpLedger.ts'

const db = setUpLedger({ checked: false })

const feed = async (after = 0, most = 10_000): Promise<FeedEvent[]> => {
  await numberFeed(db.ledger)
  return readFeed(db.ledger, after, most)
}
const numbersOf = (events: readonly FeedEvent[]) => events.map(({ n }) => n)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A connection of its own, which cancels rows in transactions of its own. */
async function writer(batchNo: number) {
  const client = new pg.Client({ connectionString: db.url })
  // The database is gone before the test's connections are.
  client.on('error', ignore)
  await client.connect()
  onTestFinished(() => client.end())
  return {
    client,
    cancel: async (...lines: number[]) => {
      await client.query('begin')
      await client.query(
        `select count(*) from payrun.move_rows(array[payrun.a_move($1, $2, 'pending', 'cancelled', actor => 'ann')])`,
        [batchNo, lines],
      )
    },
  }
}

test("a batch's changes of state and its rows' settled states are numbered, and say nobody's name", async () => {
  const { batchId } = await settledBatch(db, [paid('P'), refused(), unclear()])
  const events = await feed()
  expect(numbersOf(events)).toEqual(upTo(events.length))
  const [first, ...rest] = events.map(({ n: _, at, ...event }) => {
    expect(at).toBeInstanceOf(Date)
    return event
  })
  expect(first).toEqual({ batchId, line: null, from: null, to: 'running', code: null })
  expect(rest).toContainEqual({ batchId, line: 2, from: 'sending', to: 'paid', code: null })
  expect(rest).toContainEqual({ batchId, line: 3, from: 'sending', to: 'failed', code: 'refused' })
  expect(rest.filter(({ to }) => to === 'sending' || to === 'pending')).toEqual([])
  expect(JSON.stringify(events)).not.toMatch(/Person|22901/)
  expect(await feed(2, 1)).toEqual(events.slice(2, 3))
  expect(await feed(events.length)).toEqual([])
})

test('what is recorded first and committed last comes last, and leaves no gap before', async () => {
  const { batchNo } = await db.batchOf(payableRows(6))
  const [early, late] = [await writer(batchNo), await writer(batchNo)]
  await early.cancel(2, 3)
  await late.cancel(4)
  await late.client.query('commit')
  const before = await feed()
  expect(before.map(({ line }) => line)).toEqual([null, 4])
  await late.cancel(5)
  await late.client.query('commit')
  await late.cancel(6)
  await late.client.query('rollback')
  await early.client.query('commit')
  const after = await feed()
  expect(after.slice(0, 2)).toEqual(before)
  // Both are seen for the first time here: the order is that of the commits all the same.
  expect(after.map(({ line }) => line)).toEqual([null, 4, 5, 2, 3])
  expect(numbersOf(after)).toEqual(upTo(5))
})

test('eight writers, some rolled back, and readers that number at the same time: nothing is missed, nothing moves', async () => {
  const each = 30
  const { batchNo } = await db.batchOf(payableRows(8 * each))
  let clock = 0
  const commits: { lines: number[]; from: number; to: number }[] = []
  let working = 8
  const write = async (index: number) => {
    const { client, cancel } = await writer(batchNo)
    for (let done = 0; done < each; done += 3) {
      const line = 2 + index * each + done
      await cancel(line, line + 1)
      await client.query('select pg_sleep(random() * 0.02)')
      if ((index + done) % 4 === 0) {
        await client.query('rollback')
        continue
      }
      const from = clock++
      await client.query('commit')
      commits.push({ lines: [line, line + 1], from, to: clock++ })
    }
    working -= 1
  }
  const read = async (most: number) => {
    const ledger = openLedger({ connectionString: db.url }, ignore)
    onTestFinished(() => ledger.close())
    const seen: FeedEvent[] = []
    for (let last = false; ; ) {
      last = working === 0
      await numberFeed(ledger)
      const page = await readFeed(ledger, seen.at(-1)?.n ?? 0, most)
      seen.push(...page)
      if (last && page.length === 0) return seen
    }
  }
  const [few, many] = await Promise.all([read(7), read(500), ...upTo(8).map((index) => write(index - 1))])
  expect(commits.length).toBeGreaterThan(50)
  expect(many).toEqual(few)
  expect(await feed()).toEqual(few)
  expect(numbersOf(few as FeedEvent[])).toEqual(upTo((few as FeedEvent[]).length))
  const place = new Map((few as FeedEvent[]).map(({ line, n }) => [line, n]))
  expect([...place.keys()].filter((line) => line !== null).sort()).toEqual(commits.flatMap(({ lines }) => lines).sort())
  // Of two commits of which one was over before the other began, that one comes first.
  for (const one of commits)
    for (const other of commits)
      if (one.to < other.from) expect(place.get(one.lines[0]!)).toBeLessThan(place.get(other.lines[0]!)!)
})

test('the answers of a group commit have their place among the commits of others', async () => {
  const { batchNo } = await db.batchOf(payableRows(4))
  const [early, late] = [await writer(batchNo), await writer(batchNo)]
  await early.cancel(5)
  await answer(db, openGroupCommit(db), batchNo, [paid('P')])
  await late.cancel(4)
  await late.client.query('commit')
  await answer(db, openGroupCommit(db), batchNo, [null, refused()])
  await early.client.query('commit')
  expect((await feed()).map(({ line }) => line)).toEqual([null, 2, 4, 3, 5])
})

test('two that number at the same moment give each number once', async () => {
  const { batchNo } = await db.batchOf(payableRows(2))
  const [one, other] = [await writer(batchNo), await writer(batchNo)]
  await one.client.query('begin; select payrun.number_feed()')
  await other.cancel(2)
  await other.client.query('commit')
  const numbering = numberFeed(db.ledger)
  const waitingSql = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const isWaiting = async () => (await db.query(waitingSql)).length > 0
  await until('the second waits for the first', isWaiting)
  await one.client.query('commit')
  await numbering
  expect(numbersOf(await feed())).toEqual([1, 2])
})

test('a statement that moves more rows than an entry holds is read in pages of any size', async () => {
  const { batchNo } = await db.batchOf(payableRows(450))
  const { client, cancel } = await writer(batchNo)
  await cancel(...upTo(450).map((n) => n + 1))
  await client.query('commit')
  const all = await feed()
  expect(numbersOf(all)).toEqual(upTo(451))
  expect(new Set(all.map(({ line }) => line)).size).toBe(451)
  for (const most of [1, 199, 200, 201, 500]) {
    const paged: FeedEvent[] = []
    for (let page = await feed(0, most); page.length > 0; page = await feed(paged.length, most)) paged.push(...page)
    expect(paged).toEqual(all)
    if (most === 1) expect(await feed(200, 3)).toEqual(all.slice(200, 203))
  }
})

test('a number that the ledger gave out before it went back in time is never given again', async () => {
  const { batchNo } = await db.batchOf(payableRows(3))
  const { client, cancel } = await writer(batchNo)
  expect(numbersOf(await feed())).toEqual([1])
  await db.query(`update payrun.server set fenced_at = now(), fenced_why = payrun.sentence('recover.behind_mark')`)
  await cancel(2)
  await client.query('commit')
  expect(numbersOf(await feed())).toEqual([1])
  await db.query(`select payrun.recover(null, 'ann', null)`)
  const [, second] = numbersOf(await feed())
  expect(second).toBeGreaterThan(1_000_000)
  await cancel(3)
  await client.query('commit')
  expect(numbersOf(await feed(1))).toEqual([second, second! + 1])
})

test.each(['feed', 'events'])('nobody changes the order: %s is append-only', async (table) => {
  await settledBatch(db, [paid('P')])
  await feed()
  await expect(db.query(`delete from payrun.${table}`)).rejects.toThrow('append-only')
  await expect(db.query(`truncate payrun.${table}`)).rejects.toThrow('append-only')
})
