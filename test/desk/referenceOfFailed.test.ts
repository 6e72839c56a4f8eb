import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { contradicted, phones } from './contradictedRow.ts'
import { openTestDesk } from './desk.ts'
import { csv, draftOf, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('the reference of a failed row that may have been paid leads to that row, and to no other reference', async () => {
  const desk = await openTestDesk(server)
  const id = await contradicted(desk)
  const file = csv(row(1, { phone: phones[0] }))
  const pia = await signedIn(desk, 'Pia', ['preparer'])
  const { page } = await draftOf(desk, pia, file)
  const text = readText(page)
  expect(text).toContain(`The reference R-1 belongs to line 2 of batch ${id}, which failed, but there is evidence that`)
  expect(text).toContain("don't give it another reference")
  expect(page.html).toContain(`<a href="/batches/${id}/rows/2">See that row</a>`)
  expect(text).not.toMatch(/A reference is paid once in each period|is already used/)
  const submitted = await desk.call('POST', '/batches', { file })
  expect(submitted.status).toBe(422)
  expect(submitted.text).toContain(`payrun retry ${id} --line 2 --despite-evidence`)
})
