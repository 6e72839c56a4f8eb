import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptedBatch } from '../../harness/accepted.ts'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { csv, draftOf, draftOfAwa, row } from '../uploads.ts'
import { readText } from '../visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const rows = (n: number, amount: string) =>
  csv(...Array.from({ length: n - 1 }, (_, at) => row(at + 10)), row(9, { amount }))
const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ')
const told = '90,000 FCFA is more than 20 times the median amount of this file (1,514 FCFA).'

it('warns of an amount far above the others of a file whose numbers nobody knows, also beside known ones', async () => {
  const { desk, awa, page } = await draftOfAwa(server, rows(10, '90000'))
  expect(plain(readText(page))).toContain(told)
  // Fewer rows may be paid more unlike each other; two tell nothing, nor does an amount that others may get.
  for (const file of [rows(9, '60000'), rows(2, '90000'), rows(10, '15000')])
    expect((await draftOf(desk, awa, file)).page.html).not.toContain('data-code="unusual_amount"')
  await acceptedBatch(desk.db, 1, { sandbox: true }, (providerReference) => ({ kind: 'paid', providerReference }))
  expect(plain(readText((await draftOf(desk, awa, rows(10, '90000'), 'again.csv')).page))).toContain(told)
})

it('warns of two zeros too many in a file of eight, and of what nobody is paid however small the file', async () => {
  const { desk, awa, page } = await draftOfAwa(server, rows(8, '150000'))
  expect(plain(readText(page))).toContain(
    '150,000 FCFA is more than 50 times the median amount of this file (1,513 FCFA).',
  )
  const large = (await draftOf(desk, awa, rows(2, '99999999999'), 'large.csv')).page
  expect(plain(readText(large))).toContain('1 amount is unusually large')
  expect(plain(readText(large))).toContain('99,999,999,999 FCFA is more than 10,000,000 FCFA for one person.')
  // What was said of the row is not said of it again beside the others of its file.
  const both = plain(readText((await draftOf(desk, awa, rows(10, '99999999999'), 'both.csv')).page))
  expect(both).toContain('1 amount is unusually large')
})
