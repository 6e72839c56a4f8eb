import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { batches, csv, draftOf, draftOfAwa, good, row } from '../uploads.ts'
import { readText, signedIn } from '../visitor.ts'

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
  expect(readText(checked)).toContain('2 of the 2 rows have a reference of "paie.csv"')
  await press(awa, await press(awa, checked, 'They are meant'), 'Pay 2 people')
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

describe('a corrected payroll whose period was forgotten', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((n) => row(n))
  const whole = csv(...rows, row(7))

  it('is told who would be paid twice, and the period under which only the others are paid', async () => {
    const { desk, awa, page: first } = await draftOfAwa(server, csv(...rows))
    await press(awa, first, 'Pay 6 people', { period: '2026-11', batch_name: 'Salaries' })
    const { page } = await draftOf(desk, awa, whole)
    const told = readText(page)
    expect(told).toContain('6 of the 7 rows have the same number and amount as in "Salaries" (for the period 2026-11, ')
    expect(told).toContain('the same people would get 9,021 FCFA a second time (lines 2, 3, 4, 5, 6, 7).')
    expect(told).toContain('Is it the same payroll? Then type its period below, 2026-11, and press "Check again"')
    expect(told).toContain('is refused only within the same period. Under another period it is paid again.')
    const meant = readText(await press(awa, page, 'They are meant'))
    expect(meant).toContain('but not those of another period')
    expect(meant).toContain('9,021 FCFA a second time')
    expect(told + meant).not.toMatch(/never paid again|are still refused\./)
    const { page: anew } = await draftOf(desk, awa, whole)
    const right = await press(awa, anew, 'Check again', { period: '2026-11' })
    expect(right.html).toContain('Leave out these 6 rows')
  })

  it('is told so in French, and that a file is sent once within its period', async () => {
    const { desk, awa, page: first } = await draftOfAwa(server, csv(...rows), 'paie.csv', 'fr')
    await press(awa, first, 'Payer', { period: '2026-11', batch_name: 'Salaires', at: '2027-03-01T08:00' })
    const { page } = await draftOf(desk, awa, whole)
    expect(readText(page)).toContain('6 des 7 lignes ont le même numéro et le même montant que dans « Salaires »')
    expect(readText(page)).toContain('les mêmes personnes recevraient 9 021 FCFA une seconde fois (lignes 2, 3, 4')
    expect(readText(page)).toContain('indiquez plus bas sa période, 2026-11')
    expect(readText(page)).not.toContain("n'est jamais payée")
  })

  it('is told to leave the period empty where the first batch had none', async () => {
    const { desk, awa, page: first } = await draftOfAwa(server, csv(...rows))
    const sent = await press(awa, first, 'Pay 6 people', { at: '2027-03-01T08:00' })
    expect(readText(sent)).toContain('Sending this file again for the same period pays nobody a second time.')
    const { page } = await draftOf(desk, awa, whole)
    const checked = await press(awa, page, 'Check again', { period: 'Nov' })
    expect(readText(checked)).toContain('Then leave the period below empty')
  })
})

it('is told that its period looks like another one, which is another one to payrun', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people', { period: '2026-11', batch_name: 'Salaries', at: '2027-03-01T08:00' })
  const { page } = await draftOf(desk, awa, csv(row(1, { amount: '99' }), row(2, { amount: '98' })))
  const like = await press(awa, page, 'Check again', { period: 'Novembre 2026' })
  expect(readText(like)).toContain('The period "Novembre 2026" looks like "2026-11", for which "Salaries" (batch ')
  expect(readText(like)).toContain('If you mean the same one, write 2026-11.')
  const french = await press(awa, await press(awa, like, 'Français'), 'Vérifier à nouveau', { period: '11/2026' })
  expect(readText(french)).toContain('La période « 11/2026 » ressemble à « 2026-11 », pour laquelle « Salaries »')
  const other = await press(awa, french, 'Vérifier à nouveau', { period: '2026-12' })
  expect(readText(other)).not.toContain('ressemble à')
})
