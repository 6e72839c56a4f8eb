import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { cancelBatch } from '../../../src/ledger/batches/moveAsked.ts'
import { purgeBatch } from '../../../src/ledger/batches/purgeBatch.ts'
import { createGroupCommit } from '../../../src/ledger/commit/groupCommit.ts'
import type { RowToStore } from '../../../src/ledger/intake/insertBatch.ts'
import { readElsewhere } from '../../../src/ledger/rows/contradictions.ts'
import { resolveRow } from '../../../src/ledger/rows/resolveRow.ts'
import { retryRows } from '../../../src/ledger/rows/retryRows.ts'
import { endWorker, sweepLostRows } from '../../../src/ledger/rows/workers.ts'
import { payoutKey } from '../../../src/payout/keys.ts'
import { payrunIdOf, type Reported } from '../../../src/payout/report.ts'
import { ignore, keyOf, type LedgerServer, row, startLedgerServer, type TestLedger } from '../../harness/ledger.ts'
import { english, saying } from '../../harness/words.ts'
import { settleBatch } from '../paidRows.ts'

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

const named = (line: number, reference: string | null, key = keyOf(reference, null, line)) =>
  row({ line, reference, key })

/** The row that a report has for it, under the reference that somebody left there. */
function reportedRow(
  batchId: string,
  line: number,
  reference: string | null,
  at = line,
  { says = 'cancelled', period = null }: { says?: Reported['says']; period?: string | null } = {},
): RowToStore {
  const payrunId = payrunIdOf(batchId, line)
  const key = payoutKey(reference === null ? { period: null, payrunId } : { period, reference })
  return row({
    line: at,
    reference,
    key,
    reported: { payrunId, says, isSandbox: false, column: 'status', value: says },
  })
}
const invalid = (given: RowToStore): RowToStore => ({ ...given, payable: null })

async function cancelled(rows: RowToStore[]) {
  const batch = await db.batchOf(rows)
  await cancelBatch(db.ledger, batch.batchNo, 'awa')
  return batch
}

const toldOf = async (rows: RowToStore[], wish = {}) => {
  const stored = await db.store(rows, wish)
  return stored.kind === 'refused' ? stored.inUse.map(({ line, code }) => `${line} ${code}`) : stored.kind
}

/** Called not paid by a person, tried again and cancelled; then the provider says late that it was paid. */
async function cancelledThoughPaid(reference: string | null): Promise<string> {
  const groupCommit = createGroupCommit(db.ledger.connection, ignore)
  onTestFinished(() => groupCommit.close())
  const [{ batchNo, batchId }, workerNo] = [await db.batchOf([named(2, reference)]), await db.worker()]
  const claim = await groupCommit.claim({ batchNo, line: 2, workerNo })
  if (!claim.ok) throw new Error('refused')
  await endWorker(db.ledger, workerNo)
  await sweepLostRows(db.ledger)
  await resolveRow(db.ledger, { batchNo, line: 2, verdict: { kind: 'not_paid' }, note: 'They say so.', actor: 'awa' })
  expect(await retryRows(db.ledger, { batchNo, actor: 'awa' })).toMatchObject({ kind: 'retried' })
  await cancelBatch(db.ledger, batchNo, 'awa')
  await groupCommit.settle({ attempt: claim.attempt, outcome: { kind: 'paid', providerReference: 'LATE-1' } })
  const evidence = 'select says_paid from payrun.discrepancies where batch_no = $1'
  expect(await db.query(evidence, [batchNo])).toEqual([{ says_paid: true }])
  return batchId
}

test.each([null, 'EMP-1'])(
  'a cancelled row of which evidence says that it was paid is not paid by its report (reference %s)',
  async (reference) => {
    const batchId = await cancelledThoughPaid(reference)
    expect(await toldOf([reportedRow(batchId, 2, reference)])).toEqual(['2 reference_in_use'])
    // Whatever somebody made of its reference.
    expect(await toldOf([reportedRow(batchId, 2, 'NEW-1')])).toEqual(['2 reference_in_use'])
    expect(await toldOf([reportedRow(batchId, 2, null)])).toEqual(['2 reference_in_use'])
    await db.query('update payrun.discrepancies set set_aside = true')
    expect(await toldOf([reportedRow(batchId, 2, reference)])).toBe('stored')
  },
)

test('a cancelled row that its report has paid is not paid by its own file again, nor the reverse', async () => {
  const rows = [named(2, null), named(3, null)]
  const { batchId } = await cancelled(rows)
  expect(await toldOf([reportedRow(batchId, 2, null)])).toBe('stored')
  expect(await toldOf(rows, { allowDuplicates: true })).toEqual(['2 reference_in_use'])
  expect(await toldOf([rows[1]!], { allowDuplicates: true })).toBe('stored')
  expect(await toldOf([reportedRow(batchId, 3, null)], { allowDuplicates: true })).toEqual(['3 reference_in_use'])
})

test('a report whose references were taken out pays nobody whom the references have paid', async () => {
  const { batchId } = await cancelled([named(2, 'EMP-1')])
  expect(await toldOf([reportedRow(batchId, 2, 'EMP-1')])).toBe('stored')
  expect(await toldOf([reportedRow(batchId, 2, null)], { allowDuplicates: true })).toEqual(['2 reference_in_use'])
  expect(await toldOf([reportedRow(batchId, 2, 'EMP-2')], { allowDuplicates: true })).toEqual(['2 reference_in_use'])
})

test('a row without its reference and another with that very reference are one payout', async () => {
  const { batchId } = await cancelled([named(2, 'EMP-1')])
  const rows = [reportedRow(batchId, 2, null), named(3, 'EMP-1')]
  expect(await db.store(rows, { allowDuplicates: true })).toMatchObject({
    kind: 'refused',
    inUse: [{ line: 2, code: 'reference_in_use', message: saying(`line 2 of batch ${batchId}`) }],
  })
  expect(await toldOf(rows, { allowDuplicates: true, skipInvalid: true })).toBe('stored')
})

test('a row that was invalid takes the reference that it is given', async () => {
  const { batchId } = await db.batchOf([{ ...named(2, 'EMP-1'), payable: null }, named(3, 'EMP-1')])
  expect(await toldOf([reportedRow(batchId, 2, null)])).toBe('stored')
})

test('a failed row is sent to a retry, unless that would pay another number, operator or amount than it has now', async () => {
  const { batchNo, batchId } = await db.batchOf([named(2, null)])
  for (const state of ['sending', 'failed'])
    await db.query('update payrun.payouts set state = $2, holds_key = $3 where batch_no = $1', [
      batchNo,
      state,
      state !== 'failed',
    ])
  const again = reportedRow(batchId, 2, null)
  const told = async (change: object) => {
    const stored = await db.store([{ ...again, payable: { ...again.payable!, ...change } }])
    return stored.kind === 'refused' ? stored.inUse.map(({ message }) => english(message)).join() : stored.kind
  }
  expect(await told({ name: 'Awa' })).toContain(`payrun retry ${batchId} --line 2`)
  for (const change of [{ phone: '2290197999999' }, { operator: 'moov-benin' }, { amountMinor: 7n }])
    expect(await told(change)).toContain('payrun retry would use the old ones. To pay the row as it is here, clear')
})

describe('a row that a report refused, in the report of that', () => {
  const lenient = { allowDuplicates: true, skipInvalid: true }
  /** Refused in a batch of its own, beside a row that is paid. */
  const refusedIn = async (given: RowToStore, wish = {}) =>
    (await db.batchOf([given, named(99, null)], { ...lenient, ...wish })).batchId

  test.each([null, 'EMP-1'])('still names the payout, however often it goes in (reference %s)', async (reference) => {
    const { batchId } = await db.batchOf([named(2, reference)])
    const wish = { period: 'later', allowDuplicates: true }
    const again = (id: string) => reportedRow(id, 2, reference, 2, { says: 'invalid', period: 'later' })
    const second = await refusedIn(again(batchId), wish)
    const third = await refusedIn(invalid(again(second)), wish)
    for (const id of [second, third])
      expect(await db.store([again(id)], wish)).toMatchObject({
        inUse: [{ value: `${id}:2`, message: saying(`line 2 of batch ${batchId}, which is pending`) }],
      })
    const elsewhere = { paid: 0, paidIn: [], open: 1, openIn: [batchId] }
    expect(await readElsewhere(db.ledger, await noOf(second))).toEqual(elsewhere)
    // Nor once what was wrong with it has been purged.
    await cancelBatch(db.ledger, await noOf(third), 'awa')
    expect(await purgeBatch(db.ledger, await noOf(third), [], 'awa')).toBe(true)
    expect(await toldOf([again(third)], wish)).toEqual(['2 reference_in_use'])
    // Nor after a trial in the sandbox; and a row that a person made anew is another payout.
    const trial = await refusedIn(again(third), { ...wish, sandbox: true })
    expect(await toldOf([again(trial)], wish)).toEqual(['2 reference_in_use'])
    expect(await toldOf([named(2, reference && 'EMP-2')], wish)).toBe('stored')
  })

  test.each([
    ['cancelled', null],
    ['invalid', null],
    ['cancelled', 'EMP-1'],
  ] as const)(
    'a %s row is not tried in the sandbox, whose report would be another payout (reference %s)',
    async (state, reference) => {
      const given = named(2, reference)
      const { batchId, batchNo } = await db.batchOf(
        [state === 'invalid' ? invalid(given) : given, named(99, null)],
        lenient,
      )
      if (state === 'cancelled') await cancelBatch(db.ledger, batchNo, 'awa')
      const again = (id: string) => reportedRow(id, 2, reference, 2, { says: state })
      const trial = await db.batchOf([again(batchId), named(98, null)], { ...lenient, sandbox: true })
      const [row] = await db.query(`select state from payrun.payouts where batch_no = ${trial.batchNo} and line = 2`)
      expect(row).toEqual({ state: 'invalid' })
      // Its report is still that row's, and is paid once.
      expect(await toldOf([reportedRow(trial.batchId, 2, reference, 2, { says: 'invalid' })], {})).toBe('stored')
      expect(await toldOf([again(batchId)], {})).toEqual(['2 reference_in_use'])
    },
  )

  test('of another ledger is not paid either', async () => {
    const second = await refusedIn(reportedRow('zzzzzzzzzz', 2, 'EMP-1', 2, { says: 'paid' }))
    const again = (id: string) => reportedRow(id, 2, 'EMP-1', 2, { says: 'in_use' })
    expect(await db.store([again(second)])).toMatchObject({
      inUse: [{ line: 2, code: 'reference_in_use', message: saying('where it is paid') }],
    })
    expect(await toldOf([again('yyyyyyyyyy')])).toEqual(['2 reference_in_use'])
  })

  test('may be paid once more if a person corrects what was wrong with it', async () => {
    const { batchId } = await db.batchOf([invalid(named(2, 'EMP-1')), named(3, 'EMP-2')])
    const second = await refusedIn(invalid(reportedRow(batchId, 2, 'EMP-2')))
    expect(await toldOf([reportedRow(second, 2, 'EMP-2')])).toEqual(['2 reference_in_use'])
    expect(await toldOf([reportedRow(second, 2, 'EMP-3')])).toBe('stored')
  })

  test('is paid by one of the reports that correct it', async () => {
    const { batchId } = await db.batchOf([invalid(named(2, null)), named(3, null)])
    const second = await refusedIn(invalid(reportedRow(batchId, 2, null)))
    const both = [reportedRow(batchId, 2, null), reportedRow(second, 2, null, 3)]
    expect(await toldOf(both, { allowDuplicates: true })).toEqual(['2 reference_in_use', '3 reference_in_use'])
    expect(await toldOf(both.slice(1), { allowDuplicates: true })).toBe('stored')
    expect(await db.store(both.slice(0, 1), { allowDuplicates: true })).toMatchObject({
      inUse: [
        { column: 'payrun_id', message: saying(`line 2 of batch ${batchId}, which came again as line 3 of batch`) },
      ],
    })
  })

  test.each([false, true])(
    'still looks like the payout that it looked like then, until a person changes it (purged: %s)',
    async (purged) => {
      const alike = (given: RowToStore, { payable } = named(2, null)) => ({ ...given, payable })
      const { batchNo, batchId } = await db.batchOf([named(2, null)])
      const second = (await db.batchOf([alike(named(4, null)), named(99, null)], { skipInvalid: true })).batchId
      for (const state of ['sending', 'paid'].slice(0, purged ? 2 : 1))
        await db.query(
          `update payrun.payouts set state = $2, sent_at = now() - interval '9 days' where batch_no = $1`,
          [batchNo, state],
        )
      if (purged) {
        await settleBatch(db, batchNo)
        expect(await purgeBatch(db.ledger, batchNo, [], 'awa')).toBe(true)
      }
      expect(await db.store([alike(reportedRow(second, 4, null))])).toMatchObject({
        inUse: [{ line: 4, code: 'possible_duplicate', message: saying(`batch ${batchId}, line 2`) }],
      })
      expect(await toldOf([reportedRow(second, 4, null)])).toBe('stored')
      expect(await toldOf([alike(named(5, null))])).toBe('stored')
    },
  )
})

const noOf = async (id: string) =>
  (await db.query<{ no: number }>('select batch_no as no from payrun.batches where id = $1', [id]))[0]!.no
