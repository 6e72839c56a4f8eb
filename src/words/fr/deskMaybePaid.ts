import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskMaybePaid.ts'

export const messages: Translation<typeof english> = {
  // Lignes dites non payées, alors que des indices montrent qu'elles l'ont été.
  'deskMaybePaid.badge': 'peut-être payée',
  'deskMaybePaid.by_statement': "D'après un relevé, elle a été payée.",
  'deskMaybePaid.by_notification': "D'après une notification du prestataire, elle a été payée.",
  'deskMaybePaid.by_answer': "D'après une réponse tardive du prestataire, elle a été payée.",
  'deskMaybePaid.by_evidence': "Des indices montrent qu'elle a été payée.",
  'deskMaybePaid.ask_provider':
    "À faire : demandez au prestataire si elle a été payée. Tant qu'il n'a pas répondu, ne la payez pas de nouveau, même par un nouveau fichier. Si elle n'a pas été payée, la personne qui fait fonctionner payrun peut faire renvoyer la ligne.",
  'deskMaybePaid.of_batch':
    "{rows, plural, one {{rows} ligne est enregistrée comme échouée, mais elle a peut-être été payée. Interrogez le prestataire. Tant qu'il n'a pas répondu, ne réessayez pas cette ligne et ne la mettez pas dans un nouveau fichier.} other {{rows} lignes sont enregistrées comme échouées, mais elles ont peut-être été payées. Interrogez le prestataire. Tant qu'il n'a pas répondu, ne réessayez pas ces lignes et ne les mettez pas dans un nouveau fichier.}}",
  'deskMaybePaid.home':
    "{rows, plural, one {{rows} ligne de « {name} » est enregistrée comme échouée, mais elle a peut-être été payée. Interrogez le prestataire avant que quelqu'un la paie de nouveau.} other {{rows} lignes de « {name} » sont enregistrées comme échouées, mais elles ont peut-être été payées. Interrogez le prestataire avant que quelqu'un les paie de nouveau.}}",
  'deskMaybePaid.left_out':
    "{rows, plural, one {{rows} ligne échouée est laissée de côté : elle a peut-être été payée. Interrogez d'abord le prestataire à son sujet :} other {{rows} lignes échouées sont laissées de côté : elles ont peut-être été payées. Interrogez d'abord le prestataire à leur sujet :}}",
  'deskMaybePaid.none_left':
    "Il n'y a rien à réessayer : toutes les lignes échouées ont peut-être été payées. Interrogez d'abord le prestataire à leur sujet :",
  'deskMaybePaid.lines_left_out': "Ce que vous avez choisi a peut-être été payé. Indiquez d'autres lignes.",
  'deskMaybePaid.all_others': 'Toutes les autres lignes échouées',
  'deskMaybePaid.see_row': 'Voir cette ligne',
  'deskMaybePaid.reference_of_failed':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a échoué, mais des indices montrent qu'elle a été payée. Retirez la ligne ici, et ne lui donnez pas une autre référence. Interrogez d'abord le prestataire : si elle n'a pas été payée, la personne qui fait fonctionner payrun peut faire renvoyer cette ligne.",
  'deskMaybePaid.reference_of_cancelled':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a été annulée, mais des indices montrent qu'elle a été payée. Retirez la ligne, et interrogez d'abord le prestataire. Si elle n'a certainement pas été payée, donnez-lui sa propre référence.",
}
