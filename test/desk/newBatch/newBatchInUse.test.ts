import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LedgerServer, startLedgerServer } from '../../harness/ledger.ts'
import { temporaryFolder } from '../../harness/payrun.ts'
import { sheetCells } from '../../harness/sheetCells.ts'
import { fieldsOf, press } from '../browserForm.ts'
import { openTestDesk } from '../desk.ts'
import { csv, draftOf, draftOfAwa, fromHere, good, row } from '../uploads.ts'
import { readText, signedIn } from '../visitor.ts'

/** Rows of a draft that are paid already, or may be yet, and are wrong besides. */

let server: LedgerServer
beforeAll(async () => {
  server = await startLedgerServer()
})
afterAll(() => server.stop())

const spoilt = csv(row(9, { phone: '197000009' }), row(1, { phone: '197000001' }), row(2, { amount: '' }))

it('are told to be so before all else, and have no field to correct', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const { page } = await draftOf(desk, awa, spoilt)
  const text = readText(page)
  expect(text).toMatch(/Already paid, perhaps paid, or waiting to be paid 2 .*Number not valid 2 .*Amount missing 1 /)
  expect(text).toContain('did you mean +2290197000009?')
  expect(text).not.toContain('2290197000001')
  expect(text).toContain(
    'The phone number is not valid. This row is listed under "Already paid, perhaps paid, or waiting to be paid"',
  )
  expect(text).toContain('The amount is missing. This row is listed under')
  const names = Object.keys(fieldsOf(page))
  expect(names.filter((name) => name.startsWith('cell-'))).toEqual(['cell-2-1'])
  expect(page.html.match(/name="leave-\d"/g)?.sort()).toEqual(['name="leave-2"', 'name="leave-3"', 'name="leave-4"'])
  const after = await press(awa, page, 'Correct and check again', {
    'cell-2-1': '0197000009',
    'leave-3': 'yes',
    'leave-4': 'yes',
  })
  expect(after.html).toContain('Pay 1 person')
})

it('may be corrected once they are of another month', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const { page } = await draftOf(desk, awa, spoilt)
  const checked = await press(awa, page, 'Check again', { period: '2026-12' })
  expect(readText(checked)).not.toContain('Already paid')
  expect(readText(checked)).toContain('did you mean +2290197000001?')
  expect(checked.html).toContain('name="cell-3-1"')
})

it('count with those that one choice corrects, and take nothing from what others suggest', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const named = csv(row(1), row(7), row(8)).replaceAll('mtn-benin', 'mtn-bennin')
  const { page } = await draftOf(desk, awa, named)
  expect(readText(page)).toContain('operator: all 3 rows with "mtn-bennin"')
  const after = await press(awa, page, 'Correct and check again')
  expect(after.html).toContain('Done: 3 cells corrected.')
})

it('are told in French, too', async () => {
  const desk = await openTestDesk(server, { pays: false })
  await desk.call('POST', '/batches', { file: good })
  const { page } = await draftOf(desk, await signedIn(desk, 'Awa', ['preparer'], 'fr'), spoilt)
  expect(readText(page)).toContain("Le montant n'est pas indiqué. Cette ligne figure aussi sous « Déjà payé")
})

const spoiltEntries = JSON.stringify([
  { operator: 'mtn-benin', phone_number: '12', amount: 1509, reference: 'R-9', name: 'Awa 9' },
  { operator: 'mtn-benin', phone_number: '197000001', amount: 1501, reference: 'R-1', name: 'Awa 1' },
  { operator: 'mtn-benin', phone_number: '0197000002', amount: 1502, reference: 'R-2', name: 'Awa 2' },
])
const spoiltLines = csv(row(9, { phone: '12' }), row(1, { phone: '197000001' }), row(2))

it.each([
  ['paie.csv', spoiltLines],
  ['paie.json', spoiltEntries],
])('are told to be so in the workbook of the problems, too: %s', async (name, text) => {
  const folder = temporaryFolder()
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const { path } = await draftOf(desk, awa, text, name)
  const answer = await fetch(`${desk.url}${path}/problems`, { headers: fromHere(desk, awa) })
  const book = join(folder.path, 'problems.xlsx')
  writeFileSync(book, new Uint8Array(await answer.arrayBuffer()))
  const told = Object.values(await sheetCells(book)).map((cells) => Object.values(cells).at(-1))
  folder.remove()
  expect(told).toEqual([
    'To fix (payrun)',
    expect.stringMatching(/^phone_number: "12" is not a phone number/),
    expect.stringMatching(
      /^reference: This reference is already used .* phone_number: The phone number is not valid\.$/,
    ),
    expect.stringMatching(/^reference: This reference is already used/),
  ])
})

it('are not called right where nothing else is wrong with them', async () => {
  const { desk, awa, page: first } = await draftOfAwa(server, good)
  await press(awa, first, 'Pay 3 people')
  const { path } = await draftOf(desk, awa, csv(row(1, { amount: '9' })))
  expect((await awa.get(`${path}/problems`)).html.startsWith('PK')).toBe(true)
})
