import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { auditBatch } from '../../../src/ledger/audit/auditBatch.ts'
import { moveBatch } from '../../../src/ledger/batches/batches.ts'
import { settleLate } from '../../../src/ledger/commit/answers.ts'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import { closeChunk } from '../../../src/ledger/rows/chunks.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import type { Outcome } from '../../../src/payout/outcome.ts'
import {
  ignore,
  type LedgerServer,
  payableRows,
  row,
  startLedgerServer,
  type TestLedger,
} from '../../harness/ledger.ts'
import { english } from '../../harness/words.ts'

let server: LedgerServer
let db: TestLedger

beforeAll(async () => {
  server = await startLedgerServer()
  db = await server.open()
})
afterAll(() => server.stop())

let references = 0
function paid(): Outcome {
  references += 1
  return { kind: 'paid', providerReference: `AUD-${references}` }
}
const notSent: Outcome = { kind: 'not_taken', code: 'not_sent', message: 'Nothing listens there.' }

/**
 * A settled batch: line 1 invalid; line 2 paid at the second attempt; line 3 refused; line 4 unknown, lost with its worker,
 * and settled late after the batch was; line 5 cancelled with nothing. Names and references with marks and many-byte letters.
 */
async function settledBatch(): Promise<number> {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  onTestFinished(() => groupCommit.close())
  const [first, second] = [await db.worker(), await db.worker()]
  const invalid = row({ line: 1 }, { payable: null, key: null, problems: [] })
  const [two, three, four] = payableRows(3, (index) => ({ reference: `a|b${index}:é😀-${references}` }))
  const { batchNo } = await db.batchOf([invalid, two!, three!, four!], { skipInvalid: true })
  const claim = async (line: number, workerNo: number) => {
    const claimed = await groupCommit.claim({ batchNo, line, workerNo })
    if (!claimed.ok) throw new Error('refused')
    return claimed.attempt
  }
  await groupCommit.settle({ attempt: await claim(2, first), outcome: notSent })
  await groupCommit.settle({ attempt: await claim(2, first), outcome: paid() })
  const failed = { kind: 'failed', providerReference: null, code: 'refused', message: 'No such wallet.' } as const
  await groupCommit.settle({ attempt: await claim(3, first), outcome: failed })
  const lost = await claim(4, second)
  await endWorker(db.ledger, second)
  await sweepLostRows(db.ledger)
  await closeChunk(db.ledger, batchNo, 1)
  expect(await moveBatch(db.ledger, batchNo, ['running'], { to: 'settled' })).toBe(true)
  const client = await db.ledger.pool.connect()
  await settleLate(client, { attempt: lost, outcome: paid() })
  client.release()
  return batchNo
}

const messagesOf = async (batchNo: number) =>
  (await auditBatch(db.ledger, batchNo)).findings.map(({ line, message }) => `${line}: ${english(message)}`)

/** What a person with the database's password can do. */
async function tamper(sql: string, batchNo: number): Promise<void> {
  const client = await db.ledger.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const { rowCount } = await client.query(sql.replaceAll(':batch', String(batchNo)))
    await client.query('commit')
    expect(rowCount).toBeGreaterThan(0)
  } finally {
    client.release(true)
  }
}

test('a trail that nobody touched is intact, with events that came after the batch had settled', async () => {
  const batchNo = await settledBatch()
  expect(await auditBatch(db.ledger, batchNo)).toEqual({
    payouts: 4,
    events: 9,
    checkpoint: expect.stringMatching(/^[0-9a-f]{64}$/),
    findings: [],
  })
})

test('events can be neither changed nor deleted in the ordinary way', async () => {
  const batchNo = await settledBatch()
  for (const table of ['events', 'batch_events']) {
    await expect(db.query(`update payrun.${table} set actor = 'me' where batch_no = $1`, [batchNo])).rejects.toThrow(
      'append-only',
    )
    await expect(db.query(`delete from payrun.${table} where batch_no = $1`, [batchNo])).rejects.toThrow('append-only')
    await expect(db.query(`truncate payrun.${table}`)).rejects.toThrow('append-only')
  }
})

const firstHash = (line: string, name: string, amount: string, reference: string, cells: string, key: string) =>
  `payrun.first_chain_hash(b.id, ${line}, 1, p.operator, payrun.person_hash(b.salt, ${line}, p.phone, ${name}, ${cells}, null), p.currency, ${amount}, ${reference}, ${key})`

const rehash = `update payrun.payouts p set chain_hash = (select payrun.next_chain_hash(payrun.next_chain_hash(
    ${firstHash('p.line', 'p.name', 'p.amount_minor', 'p.reference', 'p.cells', 'p.payout_key')},
    one.seq, one.attempt, one.worker_no, one.at, one.from_state, one.to_state, one.code, one.actor, one.note, null),
    two.seq, two.attempt, two.worker_no, two.at, two.from_state, two.to_state, two.code, two.actor, two.note,
    payrun.answer_hash(p.provider_reference, p.error_code, payrun.message_hash(b.salt, p.line, p.error_message)))
  from payrun.batches b, payrun.events one, payrun.events two
 where b.batch_no = p.batch_no and one.batch_no = p.batch_no and one.line = p.line and one.seq = 1
   and two.batch_no = p.batch_no and two.line = p.line and two.seq = 2), seq = 2 where p.batch_no = :batch and p.line = 3`

test.each<[string, string[], string]>([
  [
    'an edited time',
    [`update payrun.events set at = at + interval '1 microsecond' where batch_no = :batch and line = 3 and seq = 1`],
    '3: its events, or',
  ],
  [
    'an edited code',
    [`update payrun.events set code = 'timeout' where batch_no = :batch and line = 3 and seq = 2`],
    '3: its events, or',
  ],
  [
    'an edited state',
    [`update payrun.events set to_state = 'paid' where batch_no = :batch and line = 3 and seq = 2`],
    '3: its events end with paid',
  ],
  [
    'an edited worker',
    [`update payrun.events set worker_no = worker_no + 1 where batch_no = :batch and line = 3 and seq = 2`],
    '3: its events, or',
  ],
  [
    'an actor put in',
    [`update payrun.events set actor = 'Eve' where batch_no = :batch and line = 3 and seq = 2`],
    '3: its events, or',
  ],
  [
    'a deleted event in the middle',
    [`delete from payrun.events where batch_no = :batch and line = 2 and seq = 2`],
    '2: event 2 is missing',
  ],
  [
    'a deleted event, the rest numbered anew',
    [
      `delete from payrun.events where batch_no = :batch and line = 2 and seq = 2`,
      `update payrun.events set seq = seq - 1 where batch_no = :batch and line = 2 and seq > 2`,
    ],
    '2: event 2 does not follow',
  ],
  [
    'a cut-off tail',
    [`delete from payrun.events where batch_no = :batch and line = 2 and seq = 4`],
    '2: 4 events were recorded and 3 are there',
  ],
  [
    'a cut-off tail, the row set back too',
    [
      `delete from payrun.events where batch_no = :batch and line = 2 and seq = 4`,
      `update payrun.payouts set seq = 3, state = 'sending' where batch_no = :batch and line = 2`,
    ],
    '2: its events, or',
  ],
  [
    'all events of a row deleted',
    [
      `delete from payrun.events where batch_no = :batch and line = 3`,
      `update payrun.payouts set seq = 0, attempts = 0, state = 'pending', holds_key = true where batch_no = :batch and line = 3`,
    ],
    '3: its events, or',
  ],
  [
    'two events of one row swapped',
    [
      `update payrun.events set seq = seq + 90 where batch_no = :batch and line = 2 and seq in (1, 3)`,
      `update payrun.events set seq = case seq when 91 then 3 else 1 end where batch_no = :batch and line = 2 and seq > 90`,
    ],
    '2: its events, or',
  ],
  [
    'two rows that swapped their events',
    [
      `update payrun.events set line = line + 90 where batch_no = :batch and line in (2, 3)`,
      `update payrun.events set line = case line when 92 then 3 else 2 end where batch_no = :batch and line > 90`,
    ],
    '3: 2 events were recorded and 4 are there',
  ],
  [
    'an event put in',
    [
      `insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state) values (:batch, 3, 3, 1, 'failed', 'pending')`,
    ],
    '3: 2 events were recorded and 3 are there',
  ],
  [
    'a row set to paid',
    [`update payrun.payouts set state = 'paid', holds_key = true where batch_no = :batch and line = 3`],
    '3: its events end with failed, but the row says paid',
  ],
  [
    'another amount',
    [`update payrun.payouts set amount_minor = amount_minor + 1 where batch_no = :batch and line = 3`],
    '3: its events, or its beneficiary, amount',
  ],
  [
    'another number',
    [`update payrun.payouts set phone = '2290197999999' where batch_no = :batch and line = 3`],
    '3: its events, or its beneficiary, amount',
  ],
  [
    'a chain made anew over an edited event',
    [`update payrun.events set code = 'timeout' where batch_no = :batch and line = 3 and seq = 2`, rehash],
    'null: the checkpoint of chunk 1 does not match',
  ],
  [
    'a chain and its checkpoint made anew',
    [
      `update payrun.events set code = 'timeout' where batch_no = :batch and line = 3 and seq = 2`,
      rehash,
      `update payrun.chunks c set checkpoint = (select sha256(string_agg(chain_hash, ''::bytea order by line)) from payrun.payouts where batch_no = c.batch_no and chunk_no = 1) where batch_no = :batch`,
    ],
    'null: the checkpoint of ',
  ],
  [
    'a deleted event of the batch',
    [
      `delete from payrun.batch_events where event_no = (select min(event_no) from payrun.batch_events where batch_no = :batch)`,
    ],
    "null: the batch's own events",
  ],
  [
    "the batch's last event cut off",
    [
      `delete from payrun.batch_events where event_no = (select max(event_no) from payrun.batch_events where batch_no = :batch)`,
    ],
    "null: the batch's events end with running",
  ],
  [
    'another file',
    [`update payrun.batches set file_sha256 = repeat('0', 64) where batch_no = :batch`],
    "null: the batch's own fields (name, period, file",
  ],
  [
    'a row deleted with all its events',
    [
      `delete from payrun.events where batch_no = :batch and line = 4`,
      `delete from payrun.payouts where batch_no = :batch and line = 4`,
    ],
    'null: the file had 4 rows, and 3 are there',
  ],
  [
    'an invalid row deleted',
    [`delete from payrun.payouts where batch_no = :batch and line = 1`],
    'null: the file had 4 rows, and 3 are there',
  ],
  [
    'a row planted in a closed chunk',
    [
      `insert into payrun.payouts (batch_no, line, chunk_no, amount_minor, payout_key, state, holds_key, operator, phone, currency, cells, chain_hash)
       select p.batch_no, 99, 1, 500000, null, 'pending', true, p.operator, p.phone, p.currency, '[]',
              ${firstHash('99', 'null', '500000', 'null', "'[]'", 'null')}
         from payrun.payouts p join payrun.batches b using (batch_no) where p.batch_no = :batch and p.line = 3`,
    ],
    '99: it was not in its chunk when the checkpoint was made',
  ],
  [
    'an event of a row that is not there',
    [
      `insert into payrun.events (batch_no, line, seq, attempt, from_state, to_state) values (:batch, 77, 1, 1, 'pending', 'sending')`,
    ],
    'null: 9 events were recorded in all, and 10 are there',
  ],
  [
    'totals that say something else',
    [`update payrun.chunks set totals = array[('paid', 'XOF', rows, 1)::payrun.total] where batch_no = :batch`],
    'null: its totals are not what its rows add up to',
  ],
])('%s is found', async (_, statements, expected) => {
  const batchNo = await settledBatch()
  for (const sql of statements) await tamper(sql, batchNo)
  expect((await messagesOf(batchNo)).join('\n')).toContain(expected)
})

test('the events hold no number, no name and no reference of the file', async () => {
  const batchNo = await settledBatch()
  const [found] = await db.query(
    `select count(*)::int as n from payrun.events e join payrun.payouts p using (batch_no, line)
      where batch_no = $1 and (e::text like '%' || p.phone || '%' or e::text like '%' || p.name || '%' or e::text like '%' || p.reference || '%')`,
    [batchNo],
  )
  expect(found).toEqual({ n: 0 })
})
