import { expect } from 'vitest'
import { until } from '../harness/payrun.ts'
import type { TestDesk } from './desk.ts'
import { csv, row } from './uploads.ts'

/** The sandbox refuses all but the last. */
export const phones = ['2290197009901', '2290197019901', '2290197029901', '2290197000001'] as const

/** A batch whose line 2 failed, and was paid by what a statement says; `others` of its lines failed, too, and the last was paid. */
export async function contradicted(desk: TestDesk, others: 0 | 2 = 2): Promise<string> {
  const taken = others === 2 ? phones : [phones[0], phones[3]]
  const file = csv(...taken.map((phone, n) => row(n + 1, { phone })))
  const { json } = await desk.call('POST', '/batches?name=November', { file })
  await until('it is settled', async () => (await desk.call('GET', `/batches/${json.id}`)).json.state === 'settled')
  const statement = `reference,phone,amount,status,date\nOP-1,${phones[0]},1501,SUCCESS,${new Date().toISOString()}\n`
  const applied = await desk.call('POST', `/batches/${json.id}/reconciliations`, { file: statement })
  expect(applied.json.cases).toHaveLength(1)
  return json.id
}
