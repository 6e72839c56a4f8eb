import { afterAll, beforeAll, expect, it } from 'vitest'
import { countAnswers } from '../../jobs/countAnswers.ts'
import { readOperatorHours, usualTimes } from '../../src/ledger/policy/sharedByPayers.ts'
import { createLog } from '../../src/log.ts'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('counts answers by what they say and how long they took, adds to the minute, and loses none while the ledger is away', async () => {
  const db = await server.open()
  const lines: string[] = []
  const log = createLog('info', (line) => lines.push(JSON.stringify(line)))
  const lease = { workerNo: () => 7, end: async () => undefined }
  const answers = countAnswers(db.ledger, log, lease, true)
  answers.answered('mtn-benin', { kind: 'paid', providerReference: null }, 40)
  answers.answered('mtn-benin', { kind: 'failed', providerReference: null, code: 'refused', message: 'no' }, 180)
  await answers.write()
  await db.query('alter table payrun.operator_answers rename to gone')
  answers.answered('mtn-benin', { kind: 'unknown', providerReference: null, code: 'timeout', message: '' }, 31_000)
  await answers.write()
  expect(lines.join()).toContain('the counts of answers did not reach the ledger')
  await db.query('alter table payrun.gone rename to operator_answers')
  await answers.stop()
  const [hour] = await readOperatorHours(db.ledger, true)
  expect(hour).toMatchObject({ operator: 'mtn-benin', good: 1, refused: 1, unclear: 1 })
  expect(hour?.took).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(await readOperatorHours(db.ledger, false)).toEqual([])
  expect(usualTimes(hour?.took ?? [])).toEqual({ usualMs: 200, slowMs: Infinity })
  expect(usualTimes([0, 0])).toBeNull()
})
