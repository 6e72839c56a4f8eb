import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/web.ts'

export const messages: Translation<typeof english> = {
  'web.language': 'Langue',
  'web.error_title': 'Erreur : {title}',
  'web.to_correct': 'Veuillez corriger ce qui suit',
  'web.pages': 'Pages',
  'web.newer': 'Plus récents',
  'web.older': 'Plus anciens',
  'web.first_page': 'Première page',
  'web.next_page': 'Page suivante',
  'web.page_of': 'Page {page} sur {pages}',
  'web.steps': 'Étapes',
  'web.value': '{value}',
  'web.type': 'Type',
  'web.meaning': 'Signification',
  'web.required': 'obligatoire',
}
