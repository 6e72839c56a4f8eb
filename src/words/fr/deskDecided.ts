import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskDecided.ts'

export const messages: Translation<typeof english> = {
  // What whoever submitted a file decided about it, for whoever approves it, and for the trail.
  'deskDecided.title': 'Décidé par {by}',
  'deskDecided.title_nobody': 'Ce qui a été décidé à la soumission',
  'deskDecided.by': 'En soumettant le fichier, {by} a décidé :',
  'deskDecided.duplicates':
    "Les doublons sont acceptés : les paiements qui ressemblent à d'autres sont faits quand même.",
  'deskDecided.left_out':
    '{leftOut, plural, one {{leftOut} ligne du fichier sur {rows} est laissée de côté, car elle ne peut pas être payée telle quelle.} other {{leftOut} lignes du fichier sur {rows} sont laissées de côté, car elles ne peuvent pas être payées telles quelles.}}',
  'deskDecided.own_total': 'Le total indiqué par le fichier lui-même a été écarté.',
  'deskDecided.columns': 'Des colonnes ont été choisies : {what}.',
  'deskDecided.column': '{field} = « {column} »',
  'deskDecided.max_amount': 'Aucun paiement ne peut dépasser {amount}.',
  'deskDecided.rewritten': 'Le fichier a été réécrit en CSV pour pouvoir être corrigé.',
  'deskDecided.corrected_elsewhere':
    'Le fichier a été corrigé à des endroits qui ne sont pas payés : une autre feuille, des lignes ou des colonnes masquées.',
  'deskDecided.notes': 'À noter aussi',
  'deskDecided.notes_of_file': 'À propos du fichier',
  'deskDecided.see_left_out': 'Voir les lignes laissées de côté',
  'deskDecided.trail_duplicates': 'doublons acceptés',
  'deskDecided.trail_sheet': 'feuille « {sheet} »',
}
