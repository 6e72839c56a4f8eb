import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/people.ts'

export const messages: Translation<typeof english> = {
  // What one person was paid, over all batches.
  'people.what_person_does': "afficher tout ce qu'une personne a reçu, tous lots confondus",
  'people.help_word':
    "le début d'un nom ou d'une référence, ou la fin d'un numéro de téléphone ; plusieurs mots d'un nom entre guillemets",
  'people.help_limit': 'combien de personnes afficher au plus (20)',
  'people.note_person':
    'Le shell garde ce que vous tapez dans son historique ; le bureau propose la même recherche sous Personnes.',
  'people.nobody_found':
    "Personne n'a été trouvé pour {word}. Tapez le début d'un nom ou d'une référence, ou la fin d'un numéro.",
  'people.there_are_more':
    'Seules les {shown} premières personnes sont affichées. Précisez le nom, ou utilisez --limit.',
  'people.name_and_number': '{name}, {number}',
  'people.references': 'Références : {references}',
  'people.paid_so_far':
    '{n, plural, one {{payouts} paiement reçu : {sums} ; {open} en cours.} other {{payouts} paiements reçus : {sums} ; {open} en cours.}}',
  'people.paid_nothing': 'Pas encore payé ; {open} en cours.',
  'people.when_utc': 'Quand (UTC)',
  'people.batch_and_line': 'Lot:ligne',
  'people.word_placeholder': '<mot>',
}
