import pg, { type PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import type { Repeats } from '../../../src/ledger/intake/repeats.ts'
import { lookTwice, mostBeside, stageRows } from '../../../src/ledger/intake/stageRows.ts'
import type { PeopleFound } from '../../../src/ledger/people/lookAtPeople.ts'
import type { PayoutState } from '../../../src/payout/state.ts'
import {
  inGroups,
  type LedgerServer,
  payableRows,
  type StoreWish,
  startLedgerServer,
  type TestLedger,
} from '../../harness/ledger.ts'
import { paid, settledBatch } from '../paidRows.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = await server.open({ lent: false })
  return () => db.close()
})

/** Person `n`, paid `amount` under such a name. */
const person = (n: number, amount: number, name: string | null): RowToStore['payable'] => ({
  operator: 'mtn-benin',
  phone: `2290166${100_000 + n}`,
  amountMinor: BigInt(amount),
  currency: 'XOF',
  name,
})
const rowsOf = (people: readonly RowToStore['payable'][]): RowToStore[] =>
  payableRows(people.length, (index) => ({ payable: people[index] ?? null }))

async function batchOf(
  people: readonly RowToStore['payable'][],
  wish: StoreWish,
  state: PayoutState,
  ago: string,
): Promise<void> {
  const { batchNo } = await db.batchOf(rowsOf(people), { ...wish, accept: () => true })
  if (state === 'pending') return
  for (const to of ['sending', state])
    await db.query(
      `update payrun.payouts
          set state = $2, holds_key = $3, sent_at = now() - $4::interval
        where batch_no = $1`,
      [batchNo, to, to !== 'failed', ago],
    )
  // Of a batch without any event, nobody was paid.
  await db.query(
    `insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state)
     select batch_no, min(line), 1, 1, 'pending', 'sending' from payrun.payouts where batch_no = $1 group by batch_no`,
    [batchNo],
  )
}

interface Found {
  repeats: Repeats
  people: PeopleFound | null
}

/** What is found for a file; nothing of it is stored. */
async function found(people: readonly RowToStore['payable'][], period: string): Promise<Found> {
  let all: Found | undefined
  await db.store(rowsOf(people), {
    period,
    limits: new Map(),
    look: () => undefined,
    accept: ({ repeats, people: lookedAt }) => {
      all = { repeats, people: lookedAt }
      return false
    },
  })
  if (!all) throw new Error('nothing was found')
  return all
}

const numbersFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

describe('a file beside a ledger that is read whole', () => {
  test('is told what look-ups one by one tell of it', async () => {
    // Somebody was really paid: before that, nobody's number can have changed.
    await settledBatch(db, [paid('at first')])
    // Seven payments to some, so that the five latest are not all of them; a number twice in one batch, and thrice in the file.
    for (const month of numbersFrom(1, 7)) {
      const some = numbersFrom(0, 500).map((n) => person(n, 1_000 * month + (n % 7), `Awa ${month % 3}`))
      const wish = { period: `month ${month}` }
      await batchOf([...some, person(3, 9_000, null)], wish, 'paid', `${(8 - month) * 30} days`)
    }
    const kofi = (first: number, count: number) => numbersFrom(first, count).map((n) => person(n, 2_000, 'Kofi'))
    await batchOf(kofi(300, 300), { period: 'today' }, 'paid', '1 hour')
    await batchOf([...kofi(500, 300), ...kofi(500, 5)], { period: 'x' }, 'pending', '')
    await batchOf(kofi(850, 50), {}, 'failed', '1 hour')
    await batchOf(kofi(900, 50), { sandbox: true }, 'paid', '1 hour')
    const file = [...numbersFrom(0, 1_000), 8, 8].map((n) =>
      person(n, n % 5 === 0 ? 29_500 : 2_000 + (n % 3 === 0 ? 0 : n % 7), n % 4 === 0 ? 'Ama' : 'Kofi'),
    )
    // A number that is to be paid one amount by many rows is laid beside the ledger in another way; rows that pay nobody are not many.
    const unpayable = Array.from({ length: 12 }, () => null)
    const files = [
      [...file, ...unpayable],
      [...file, ...Array.from({ length: 10 }, () => file[8]!)],
    ]
    const all = async () => [
      await found(files[0]!, 'month 7'),
      await found(files[0]!, 'new'),
      await found(files[1]!, 'month 7'),
      await found(files[1]!, 'new'),
    ]
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => statements.mockRestore())
    const ways = () => {
      const texts = statements.mock.calls.map(([text]: unknown[]) => (typeof text === 'string' ? text : ''))
      statements.mockClear()
      return {
        whole: texts.filter((text) => text.includes('enable_nestloop = off')).length,
        repeated: texts.filter((text) => text.includes(') h using (phone, amount_minor')).length,
        lookedUp: texts.filter((text) => /(with alike|table known)[^;]*cross join lateral/.test(text)).length,
      }
    }
    const whole = await all()
    // Each file is laid beside the one before it, too, in three ways.
    expect(ways()).toEqual({ whole: 20, repeated: 2, lookedUp: 0 })
    await db.batchOf(
      payableRows(mostBeside(file.length) - 3_000, (index) => ({ payable: person(50_000 + index, 700, 'Efua') })),
      { period: 'other' },
    )
    ways()
    expect(await all()).toEqual(whole)
    expect(ways()).toEqual({ whole: 12, repeated: 0, lookedUp: 8 })
    // It is a comparison of something.
    expect(whole[1]?.repeats.warnings.length).toBeGreaterThan(0)
    const people = whole[1]?.people
    for (const kind of ['firstPayments', 'otherNames', 'unusualAmounts'] as const)
      expect(people?.[kind].all, kind).toBeGreaterThan(0)
  })
})

test('a file goes to another connection where it is laid beside far more rows than it has', async () => {
  const file = numbersFrom(0, 5_000).map((n) => person(n, 500 + n, 'Kofi'))
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => statements.mockRestore())
  const isShared = async () => {
    statements.mockClear()
    const { repeats } = await found(file, 'new')
    expect(repeats.warnings.length + (repeats.refusal ? 1 : 0)).toBeGreaterThan(0)
    return statements.mock.calls.some(([query]: unknown[]) =>
      String((query as { text?: string }).text).includes('to stdout'),
    )
  }
  await db.batchOf(rowsOf(file.slice(0, 5)), { period: 'old' })
  expect(await isShared()).toBe(false)
  await db.query('update payrun.batches set file_rows = 25001')
  expect(await isShared()).toBe(true)
})

describe('two looks at the rows of a file', () => {
  const looked = async (client: PoolClient) => {
    const { rows } = await client.query<{ pid: number; seen: string }>(
      `select pg_backend_pid() as pid,
              (select json_agg(s order by s.line)::text
                 from (select line, state, phone, currency, amount_minor, reference from staging) s) as seen`,
    )
    return { ...rows[0]!, changed: false }
  }
  const many = 5_000

  async function staged<Result>(look: (client: PoolClient) => Promise<Result>, rows = 7): Promise<Result> {
    const client = await db.ledger.pool.connect()
    try {
      await client.query('begin')
      await stageRows(client, inGroups(payableRows(rows)), () => 1)
      return await look(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('are taken at once where they are many, and see the same', async () => {
    const [one, other] = await staged((client) => lookTwice(db.ledger, client, many, looked, looked))
    expect(one.seen).toBe(other.seen)
    expect(JSON.parse(one.seen)).toHaveLength(7)
    expect(one.pid).not.toBe(other.pid)
  })

  test('are taken anew where one of them changes what the rows are', async () => {
    const [one, other] = await staged((client) =>
      lookTwice(db.ledger, client, many, looked, async (own) => {
        await own.query(`update staging set state = 'invalid' where line = 3`)
        return { ...(await looked(own)), changed: true }
      }),
    )
    expect(one).toEqual({ ...other, changed: false })
    expect(one.seen).toContain('invalid')
  })

  test('are taken one after the other where they are few, or every connection is at work', async () => {
    const few = await staged((client) => lookTwice(db.ledger, client, many - 1, looked, looked))
    expect(few[0]).toEqual(few[1])
    // One connection is left for whoever comes meanwhile.
    const held = await Promise.all(numbersFrom(1, db.ledger.pool.options.max - 2).map(() => db.ledger.pool.connect()))
    const alone = await staged((client) => lookTwice(db.ledger, client, many, looked, looked))
    for (const client of held) client.release()
    expect(alone[0]).toEqual(alone[1])
  })

  test('of which one fails are both over, and their connections can be used again', async () => {
    let isOver = false
    const failing = staged((client) =>
      lookTwice(
        db.ledger,
        client,
        many,
        (lent) => lent.query('select 1 / 0'),
        async (own) => {
          await own.query('select pg_sleep(0.2)')
          isOver = true
          return { changed: false }
        },
      ),
    )
    await expect(failing).rejects.toThrow('division by zero')
    expect(isOver).toBe(true)
    expect(await staged((client) => lookTwice(db.ledger, client, many, looked, looked))).toHaveLength(2)
  })

  test('are taken over the own connection where the other one is ended at its look', async () => {
    const own: number[] = []
    const [one, other] = await staged((client) =>
      lookTwice(
        db.ledger,
        client,
        many,
        async (lent) => {
          const { pid } = await looked(lent)
          if (own.push(pid) === 1) await db.query('select pg_terminate_backend($1)', [pid])
          return looked(lent)
        },
        looked,
      ),
    )
    expect(own).toEqual([expect.any(Number), other.pid])
    expect(one).toEqual(other)
  })

  /** At the next COPY of rows that are given. */
  function atCopy(act: (client: pg.Client & { processID: number }) => void): void {
    const query = pg.Client.prototype.query
    const replaced = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client & { processID: number },
      ...args: unknown[]
    ) {
      const result = Reflect.apply(query, this, args)
      if (/copy staging.* from stdin/.test(String((args[0] as { text?: string }).text))) {
        replaced.mockRestore()
        act(this)
      }
      return result
    } as never)
    onTestFinished(() => replaced.mockRestore())
  }

  test('are taken over the own connection where the other one breaks while it is given the rows', async () => {
    const [alone, beside] = await staged((client) => {
      atCopy(({ connection }) => connection.stream.destroy())
      return lookTwice(db.ledger, client, many, looked, looked)
      // Far larger than what a connection holds in between.
    }, 30_000)
    expect(alone).toEqual(beside)
    expect(JSON.parse(alone.seen)).toHaveLength(30_000)
  })

  test('are not taken where the server ends the COPY while rows wait to be written', async () => {
    atCopy(({ connection, processID }) =>
      connection.once('copyInResponse', async () => {
        const { stream } = connection
        stream.cork()
        connection.once('errorMessage', () => setImmediate(() => stream.uncork()))
        await vi.waitUntil(() => stream.writableLength >= stream.writableHighWaterMark)
        // The server hears of it with the next rows that it is given.
        await db.query('select pg_cancel_backend($1)', [processID])
        stream.uncork()
        stream.cork()
      }),
    )
    const ended = staged(() => Promise.resolve('looked'), 30_000)
    await expect(ended).rejects.toThrow('canceling statement due to user request')
  })
})
