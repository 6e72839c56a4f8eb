import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskMeanwhile.ts'

export const messages: Translation<typeof english> = {
  // Before payment goes on.
  'deskMeanwhile.resume_title': 'Reprendre « {name} » ?',
  'deskMeanwhile.pay_now_title': 'Payer « {name} » maintenant ?',
  'deskMeanwhile.resume_pays':
    '{rows, plural, one {Reste à envoyer : {sums} en {rows} paiement. Ce qui est envoyé ne peut plus être récupéré.} other {Reste à envoyer : {sums} en {rows} paiements. Ce qui est envoyé ne peut plus être récupéré.}}',
  'deskMeanwhile.resume_pays_nothing': 'Il ne reste aucune ligne à envoyer.',
  'deskMeanwhile.outside_hours':
    'Il est {clock}, hors des heures où il est payé ({from}-{to}, {tz}). Il sera payé dès le {at}.',
  'deskMeanwhile.outside_hours_not_planned':
    "Il est {clock}, hors des heures où il est payé ({from}-{to}, {tz}). Il serait payé dès le {at}, et non à l'heure prévue ({planned}).",
  'deskMeanwhile.pay_from': 'Payer dès le {at}',
  'deskMeanwhile.resumed_for_hours': 'Il reprendra de lui-même au début de ses heures : {at}.',
  // Somebody else was faster.
  'deskMeanwhile.resumed_by':
    "{who} a repris le paiement de « {name} » entre-temps. Le lot est en cours de paiement et rien n'est envoyé deux fois.",
  'deskMeanwhile.resumed_by_itself':
    "Le paiement de « {name} » a repris de lui-même entre-temps. Le lot est en cours de paiement et rien n'est envoyé deux fois.",
  'deskMeanwhile.over': "Le paiement de « {name} » s'est terminé entre-temps : il ne reste aucune ligne à envoyer.",
  'deskMeanwhile.paused_anew':
    "« {name} » a été modifié ou remis en pause depuis que vous l'avez consulté. Rien n'a repris. Consultez-le de nouveau, puis décidez.",
  'deskMeanwhile.float_changed':
    "Ce qui peut être dépensé en {currency} a changé depuis votre dernière consultation. Votre modification n'a pas été enregistrée. La situation actuelle figure ci-dessous : consultez-la, puis décidez.",
  'deskMeanwhile.policy_changed':
    "La politique a changé depuis votre dernière consultation. Votre modification n'a pas été enregistrée. La situation actuelle figure ci-dessous : consultez-la, puis décidez.",
  'deskMeanwhile.roles_changed':
    "Les rôles du compte {name} ont changé depuis votre dernière consultation. Votre modification n'a pas été enregistrée. La situation actuelle figure ci-dessous : consultez-la, puis décidez.",
  'deskMeanwhile.held_anew':
    "{who} a suspendu cet opérateur à la main depuis votre dernière consultation. La suspension n'a pas été levée.",
  'deskMeanwhile.held_anew_because':
    "{who} a suspendu cet opérateur à la main depuis votre dernière consultation (« {note} »). La suspension n'a pas été levée.",
  'deskMeanwhile.reset_changed':
    "Le mot de passe du compte {name} a été réinitialisé ou défini depuis votre dernière consultation. Rien n'a été refait. Pour créer tout de même un nouveau lien, réinitialisez-le de nouveau.",
  'deskMeanwhile.revoked_by': "{who} a révoqué la clé {name} entre-temps. Rien n'a été refait.",
  'deskMeanwhile.revoked_before': "La clé {name} a été révoquée entre-temps. Rien n'a été refait.",
  'deskMeanwhile.disabled_by': "{who} a désactivé le compte {name} entre-temps. Rien n'a été refait.",
  'deskMeanwhile.disabled_before': "Le compte {name} a été désactivé entre-temps. Rien n'a été refait.",
  'deskMeanwhile.schedule_removed_by': '{who} a supprimé le paiement planifié « {name} » entre-temps.',
  'deskMeanwhile.schedule_removed': 'Le paiement planifié « {name} » a été supprimé entre-temps.',
  'deskMeanwhile.schedule_paused_by': '{name} était déjà en pause (par {who}).',
  'deskMeanwhile.schedule_resumed_by': "{name} n'est plus en pause : {who} l'a réactivé.",
  'deskMeanwhile.released_by': "{operator} n'est plus suspendu : {who} a levé la suspension.",
  'deskMeanwhile.resume_held':
    "Rien de ce lot ne peut encore être payé : tous les opérateurs de ses lignes restantes sont suspendus à la main. Quand un administrateur aura mis fin à l'une de ces suspensions, reprenez le lot.",
}
