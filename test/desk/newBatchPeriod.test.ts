import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../harness/ledger.ts'
import { press } from './browserForm.ts'
import { openTestDesk } from './desk.ts'
import { batches, csv, draftOf, draftOfAwa, good, row } from './uploads.ts'
import { readText, signedIn } from './visitor.ts'

/** The payroll of the next month has the references of this one. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

it('is paid once it has its period, though each of its references was paid before', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const december = csv(row(1, { amount: '1600' }), row(2, { amount: '1700' }))
  const { page } = await draftOf(desk, awa, december, 'december.csv')
  const text = readText(page)
  expect(text).toContain('A reference is paid once in each period.')
  expect(text).toContain('If this is the payroll of another month, type its period below, such as 2026-12')
  expect(text).not.toContain('its own reference')
  const checked = await press(awa, page, 'Check again', { period: '2026-12' })
  await press(awa, checked, 'Pay 2 people')
  expect(await batches(desk)).toMatchObject([{ period: '2026-12' }, { period: null }])
})

it('is paid once it has its period, though it is the very same file, and somebody says that it is meant', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const { page } = await draftOf(desk, awa, good)
  expect(readText(page)).toContain('This same file was already submitted')
  expect(readText(page)).toContain('If this is the payroll of another month, type its period below')
  const checked = await press(awa, page, 'Check again', { period: '2026-12' })
  expect(checked.html).toContain('value="2026-12"')
  await press(awa, await press(awa, checked, 'They are meant'), 'Pay 3 people')
  expect(await batches(desk)).toMatchObject([{ period: '2026-12' }, { period: null }])
})

it('keeps name and time of a file that cannot be paid yet, and says what is wrong with them', async () => {
  const { awa, page } = await draftOfAwa(server, csv(row(1, { amount: '' })))
  const typed = await press(awa, page, 'Check again', { batch_name: 'Primes', between: 'soon' })
  expect(typed.html).toContain('value="Primes"')
  expect(readText(typed)).toContain('"soon" is not a span of hours')
})

it('is advised in French, too', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await desk.call('POST', '/batches', { file: good })
  const { page } = await draftOf(desk, await signedIn(desk, 'Awa', ['preparer'], 'fr'), csv(row(1, { amount: '9' })))
  expect(readText(page)).toContain("S'il s'agit de la paie d'un autre mois, indiquez sa période plus bas")
})
