import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/titles.ts'

export const messages: Translation<typeof english> = {
  'titles.paid':
    'La ligne {line}, au-dessus des noms des colonnes, dit que tout est déjà payé (« {words} »). Si ce fichier reste à payer, corrigez ou supprimez cette ligne.',
  'titles.not_to_pay':
    'La ligne {line}, au-dessus des noms des colonnes, dit de ne pas payer (« {words} »). Si ce fichier est quand même à payer, corrigez ou supprimez cette ligne.',
}
