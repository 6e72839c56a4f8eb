import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportContent } from '../../../src/app/batches/reportFile.ts'
import type { ReportContent } from '../../../src/files/report/row.ts'
import { reportPieces } from '../../../src/files/report/writeReport.ts'
import { readBatch } from '../../../src/ledger/batches/batches.ts'
import { readReportCsv, readReportRows } from '../../../src/ledger/batches/readReport.ts'
import { openLedger } from '../../../src/ledger/connection/ledger.ts'
import { migrate } from '../../../src/ledger/connection/server.ts'
import { renderWords } from '../../../src/words/render.ts'
import { say, storedJson, type Words } from '../../../src/words/sentence.ts'
import {
  type LedgerServer,
  payableRows,
  row,
  startLedgerServer,
  type TestLedger,
  testLedger,
} from '../../harness/ledger.ts'
import { anySentence } from '../../harness/words.ts'
import { seeded } from '../../properties/seeded.ts'

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

const inFrench = (words: Words): string => renderWords(words, 'fr')

async function textOf(content: ReportContent): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of reportPieces(content)) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString()
}

/** The report that Postgres writes, and the one that is made of rows. */
async function bothOf(batchNo: number, columns: readonly string[]): Promise<{ written: string; made: string }> {
  const [batch] = await db.query<{ id: string }>('select id from payrun.batches where batch_no = $1', [batchNo])
  const content = { format: 'csv' as const, language: 'en' as const, columns, batch: { id: batch!.id }, totals: {} }
  const rows = () => readReportRows(db.ledger, batchNo, inFrench)
  const csvRecords = (kept: readonly number[]) => readReportCsv(db.ledger, batchNo, kept, inFrench)
  return {
    written: await textOf({ ...content, rows: rows(), csvRecords }),
    made: await textOf({ ...content, rows: rows() }),
  }
}

/** As a ledger keeps cells: any text without NUL and without halves of characters. */
const starts = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  "'=",
  "''+",
  '\\',
  '\\.',
)
const rest = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(',', ';', '|', '\t', '"', '\n', '\r\n', '&', '\\', '229 01', '\u00a0', '\u2009'),
  // what means something in an array of Postgres's
  fc.constantFrom('{', '}', '[', ']', '{}', 'NULL', 'null', ' x ', '[1:2]={'),
)
const text = fc
  .tuple(starts, rest, fc.constantFrom('', '=', ' =', "'-", '+229 01', '"@'))
  .map((parts) => parts.join('').toWellFormed().replaceAll('\0', ''))
const cell = fc.option(text, { freq: 10 })
const sentence = text.map((status) => say('stored.notification_says', { status }))
const message = fc.oneof(cell, sentence)
const result = fc.record({ cells: fc.array(cell, { maxLength: 4 }), reference: cell, code: cell, message })

test('Postgres writes a CSV report that is the one made of rows, to the byte, whatever is in the cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(result, { minLength: 1, maxLength: 20 }), async (results) => {
      const { batchNo } = await db.batchOf(
        results.map(({ cells }, at) => row({ line: at + 2, cells })),
        { columns: ['a', 'Status', 'b', '=c'], allowDuplicates: true },
      )
      await db.query(
        `update payrun.payouts p set provider_reference = r.reference, error_code = r.code, error_message = r.message
           from unnest($2::text[], $3::text[], $4::jsonb[]) with ordinality r(reference, code, message, n)
          where p.batch_no = $1 and p.line = r.n + 1`,
        [
          batchNo,
          results.map((each) => each.reference),
          results.map((each) => each.code),
          results.map((each) => (each.message === null ? null : storedJson(each.message))),
        ],
      )
      const { written, made } = await bothOf(batchNo, ['a', 'Status', 'b', '=c'])
      expect(written).toBe(made)
    }),
    seeded(60),
  )
})

test('times, attempts, states and the problems of a row are the same in both', async () => {
  const problem = {
    line: 1,
    column: 'amount',
    value: '',
    code: 'missing_amount' as const,
    message: anySentence('No amount.'),
  }
  const second = { ...problem, code: 'missing_phone' as const, message: anySentence('=No "number".') }
  const invalid = { ...row({ line: 9 }), payable: null, key: null, problems: [problem, second] }
  const { batchNo, batchId } = await db.batchOf([...payableRows(3), invalid], { columns: ['name', 'amount'] })
  await db.query(
    `update payrun.payouts set attempts = 2, sent_at = '2026-11-21T04:00:00.007999Z', settled_at = '2026-11-21T06:00:01+01'
      where line = 3`,
  )
  const { written, made } = await bothOf(batchNo, ['name', 'amount'])
  expect(written).toBe(made)
  expect(written.split('\n')).toEqual([
    'name,amount,line,status,provider_reference,error_code,error_message,attempts,sent_at,settled_at,payrun_id',
    `Person 2,1500,2,pending,,,,0,,,${batchId}:2`,
    `Person 3,1500,3,pending,,,,2,2026-11-21T04:00:00.007Z,2026-11-21T05:00:01.000Z,${batchId}:3`,
    `Person 4,1500,4,pending,,,,0,,,${batchId}:4`,
    `Person 9,1500,9,invalid,,missing_amount,"No amount. =No ""number"".",0,,,${batchId}:9`,
    '',
  ])
})

test('at the seam between pieces of 2,000 rows no sentence is lost, doubled or moved', async () => {
  const { batchNo } = await db.batchOf(payableRows(2_001), { columns: ['name', 'amount'] })
  await db.query(
    `update payrun.payouts
        set error_message = payrun.sentence('stored.notification_says', jsonb_build_object('status', 'S' || line))
      where batch_no = $1`,
    [batchNo],
  )
  const { written, made } = await bothOf(batchNo, ['name', 'amount'])
  const records = written.trimEnd().split('\n').slice(1)
  expect(records).toHaveLength(2_001)
  expect(records.map((record) => /Une notification[^,]*\bS(\d+)\b/.exec(record)?.[1])).toEqual(
    records.map((_, at) => String(at + 2)),
  )
  expect(written).toBe(made)
})

test('a server that reads texts and arrays in the old way changes nothing', async () => {
  const { batchNo, batchId } = await db.batchOf(payableRows(2, (at) => ({ cells: at === 0 ? ['=1'] : [null] })))
  const database = new URL(db.url).pathname.slice(1)
  for (const setting of ['standard_conforming_strings', 'array_nulls'])
    await db.query(`alter database ${database} set ${setting} = off`)
  const old = openLedger({ connectionString: db.url }, () => {})
  const pieces: Buffer[] = []
  for await (const piece of readReportCsv(old, batchNo, [0], inFrench)) pieces.push(piece)
  await old.close()
  expect(Buffer.concat(pieces).toString()).toBe(`'=1,2,pending,,,,0,,,${batchId}:2\n,3,pending,,,,0,,,${batchId}:3\n`)
})

test('a connection that is cut in the middle is an error, never a shorter report', async () => {
  const { batchNo } = await db.batchOf(payableRows(3_000, () => ({ cells: ['x'.repeat(2_000)] })))
  const read = async () => {
    let bytes = 0
    for await (const piece of readReportCsv(db.ledger, batchNo, [0], inFrench)) {
      if (bytes === 0)
        await db.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy (select%'`)
      bytes += piece.length
    }
    return bytes
  }
  await expect(read()).rejects.toThrow(/terminat/)
})

test('one that stops early gives its connection back', async () => {
  const { batchNo } = await db.batchOf(payableRows(3_000, () => ({ cells: ['x'.repeat(2_000)] })))
  for (let n = 0; n < 10; n++) for await (const _ of readReportCsv(db.ledger, batchNo, [0], inFrench)) break
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('of reports that are read to their end, each is read over the same connection', async () => {
  const { batchNo } = await db.batchOf(payableRows(1_500))
  const own = openLedger({ connectionString: db.url }, () => {})
  const session = async () => (await own.pool.query('select pg_backend_pid() as pid')).rows
  const first = await session()
  for await (const _ of readReportCsv(own, batchNo, [0], inFrench));
  for await (const _ of readReportRows(own, batchNo, inFrench));
  expect(await session()).toEqual(first)
  await own.close()
})

test('in a database that is not in UTF-8, the report is made of rows, and no formula is missed', async () => {
  const reportOf = async ({ ledger, batchOf }: Pick<TestLedger, 'ledger' | 'batchOf'>) => {
    const { batchNo } = await batchOf(payableRows(1, () => ({ cells: ['＝1+1', 'Aïcha, Dossou'] })))
    const content = await reportContent(ledger, await readBatch(ledger, batchNo), { format: 'csv' }, 'fr')
    const [, record] = (await textOf(content)).split('\n')
    return { isOfPostgres: content.csvRecords !== undefined, record }
  }
  const record = expect.stringMatching(/^'＝1\+1,"Aïcha, Dossou",2,pending,/)
  expect(await reportOf(db)).toEqual({ isOfPostgres: true, record })
  await db.query("create database ascii encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0")
  const url = new URL(db.url)
  url.pathname = '/ascii'
  const ledger = openLedger({ connectionString: url.href }, () => {})
  const other = testLedger(ledger, url.href, async () => {
    await db.query('drop database ascii with (force)')
  })
  await migrate(ledger.pool)
  expect(await reportOf(other)).toEqual({ isOfPostgres: false, record })
  await other.close()
})
