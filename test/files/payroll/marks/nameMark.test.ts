import { expect, test } from 'vitest'
import { besideName } from '../../../../src/files/payroll/marks/heldWords.ts'

test.each<[says: string | null, names: string[]]>([
  ['marked_not_to_pay', ['Bio (décédé)', 'KORA Suspendu', 'Ba (suspendu pour absence)', 'Ba (hold)']],
  ['marked_not_to_pay', ['Ba (doublon)', 'Ba (licencié)', 'Ba (left)', 'Ba - resigned', 'Ba (payer sur 0196000099)']],
  ['marked_not_to_pay', ['Tuteur de Ba - ne pas payer']],
  ['marked_paid', ['Bio (payé)', 'KORA - PAYÉ', 'Ba (paid)', 'Ba déjà payé']],
  ['marked_other_way', ['Bio (cash)']],
  [null, ['Paye Ba', 'Paul Réglé', 'Cash Ba', 'Sira Ba (née Bio)', 'Ba - Bio', 'Ba (retraité)']],
  [null, ['Remplaçante de Ba (démissionnaire)', 'Ba - Left Bank']],
  [
    null,
    ['Estate of J. Otieno (deceased)', 'Succession Ba (décédé)', 'NOK - John Otieno (deceased)', 'Feu Ba (décédé)'],
  ],
  [null, ['Tuteur de Zoé (père décédé)', 'KORA p/c Ba (suspendu)', 'Ba remplace Bio (suspendu)', 'Ba (mari décédé)']],
])('%s beside a name: %j', (says, names) => {
  expect(names.map((name) => [name, besideName(name)])).toEqual(names.map((name) => [name, says]))
})
