import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskHome.ts'

export const messages: Translation<typeof english> = {
  // The home page of the desk: what needs somebody.
  'deskHome.all_batches': 'Tous les lots',
  'deskHome.wait_for_you':
    '{batches, plural, one {{batches} approbation vous attend} other {{batches} approbations vous attendent}}',
  'deskHome.paused': '« {name} » est en pause. {why}',
  'deskHome.look': "L'examiner",
  'deskHome.unknown':
    '{rows, plural, one {{rows} ligne de « {name} » a peut-être été payée, peut-être pas. Le relevé du prestataire tranche.} other {{rows} lignes de « {name} » ont peut-être été payées, peut-être pas. Le relevé du prestataire tranche.}}',
  'deskHome.schedule_failed': "Le paiement planifié « {name} » n'a payé personne à sa dernière échéance ({planned}).",
}
