import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskCorrected.ts'

export const messages: Translation<typeof english> = {
  'deskCorrected.yours': 'Vos corrections',
  'deskCorrected.yours_text':
    'Si vous en annulez une, la cellule reprend la valeur de votre fichier. Vous pouvez aussi remettre une ligne retirée. Le fichier est vérifié à nouveau à chaque fois.',
  'deskCorrected.too_many': 'Il y a trop de corrections pour les afficher une par une.',
  'deskCorrected.show_all': '{n, plural, one {La voir} other {Voir les {count}}}',
  'deskCorrected.back_to_file': 'Revenir au fichier',
  'deskCorrected.changed': '{column} : « {from} » → « {to} »',
  'deskCorrected.changed_unseen':
    '{column} : « {from} » → « {to} » (seuls des espaces, des retours à la ligne ou des signes invisibles diffèrent)',
  'deskCorrected.on_sheet': '{place} de la feuille « {sheet} »',
  'deskCorrected.filled_in': '{column} : vide → « {to} »',
  'deskCorrected.operator': '{operator} ({code})',
  'deskCorrected.emptied': '{column} : « {from} » → vide',
  'deskCorrected.left_out': 'Ligne retirée',
  'deskCorrected.left_out_as': 'Ligne retirée : {what}',
  'deskCorrected.undo': 'Annuler',
  'deskCorrected.undo_of': 'Annuler : {place}, {column}',
  'deskCorrected.undo_alike': '{n, plural, one {Annuler pour cette ligne} other {Annuler pour les {rows} lignes}}',
  'deskCorrected.put_back': 'Remettre',
  'deskCorrected.put_back_of': 'Remettre : {place}',
  'deskCorrected.undone': '{n, plural, one {{n} correction annulée} other {{n} corrections annulées}}',
  'deskCorrected.title': 'Corrigé avant la soumission',
  'deskCorrected.by': '{by} a corrigé le fichier avant de le soumettre : {what}.',
  'deskCorrected.nothing':
    "Rien n'a été corrigé dans ce fichier avant sa soumission, ou les noms et numéros du lot ont été effacés.",
  'deskCorrected.and_more': '{n, plural, one {et {rows} autre ligne} other {et {rows} autres lignes}}',
  'deskCorrected.which': 'Voir ce qui a été corrigé',
}
