import { expect, it } from 'vitest'
import { unreadColumns } from '../../../src/app/reconcile/reconciliationDocument.ts'
import type { Matched } from '../../../src/payout/reconciliation.ts'
import { read } from '../../files/statement/reading.ts'
import { english } from '../../harness/words.ts'

const row = {} as Matched['recognised'][number]
const nothing = { left: [], recognised: [] } as unknown as Matched

async function told(text: string, matched: Partial<Matched> = {}) {
  const result = await read(text)
  if (result.kind !== 'read') throw new Error(JSON.stringify(result))
  const said = unreadColumns({ ...result, matched: { ...nothing, ...matched } })
  return said && english(said)
}

it('names the fields without a column, and the columns that are none of a field', async () => {
  const text = 'Id,Amount,Date,Msisdn of staff,Note\nR1,1500,2026-11-21,2290197000001,x\n'
  expect(await told(text)).toBe(
    'The statement has no column that payrun knows for: phone. Not used: Msisdn of staff, Note. If one of these is it, say so: --map phone="…"',
  )
  expect(await told(text, { recognised: [row] })).toBe(null)
})

it.each(['Id,Amount,Date,Phone,Note', 'Id,Amount,Date,Label,Note'])('says nothing of %s', async (names) => {
  expect(await told(`${names}\nR1,1500,2026-11-21,2290197000001,x\n`)).toBe(null)
})
