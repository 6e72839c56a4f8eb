import { expect, it } from 'vitest'
import { maskNote } from '../../src/payout/maskNote.ts'

it.each([
  ['seen in the portal', 'seen in the portal'],
  ['called +229 01 97 00 00 01 today', 'called 229********01 today'],
  ['called 0197000001.', 'called 019*****01.'],
  ['97-00-00-01 says no', '970***01 says no'],
  ['(233) 24 400 0002', '(233*******02'],
  ['on 2026-11-21 at 10:30', 'on 2026-11-21 at 10:30'],
  ['on 21.11.2026', 'on 21.11.2026'],
  ['statement-20261121.csv, line 12', 'statement-20261121.csv, line 12'],
  ['20261321 is no day', '202***21 is no day'],
  ['ticket 4711, 150000 XOF', 'ticket 4711, 150000 XOF'],
])('%s → %s', (note, masked) => {
  expect(maskNote(note, { name: null })).toBe(masked)
})

it.each([
  ['Afiavi Dossou has it', '(name) has it'],
  ['spoke to AFIAVI, who has it', 'spoke to (name), who has it'],
  ['M. Dossou says no', 'M. (name) says no'],
  ['Afiavïdossou', 'Afiavïdossou'],
  ['Áfiavi  dossou: paid', '(name): paid'],
])("the payout's own name is masked: %s → %s", (note, masked) => {
  expect(maskNote(note, { name: 'Afiavi Dossou' })).toBe(masked)
})

it('a name of short words is masked where it stands whole', () => {
  expect(maskNote('Li Bo has it, as Li said', { name: 'Li Bo' })).toBe('(name) has it, as Li said')
})
