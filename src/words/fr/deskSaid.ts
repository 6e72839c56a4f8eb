import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskSaid.ts'

export const messages: Translation<typeof english> = {
  // Ce à quoi la ligne de commande répond par une option ou une autre commande, pour qui est devant une page.
  'deskSaid.none_failed':
    "Il n'y a rien à réessayer : aucune ligne n'a échoué. Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti. Dites ce qu'elles sont devenues sur leur propre page, ou chargez le relevé du prestataire.",
  'deskSaid.open_rows':
    "Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti. Dites ce qu'elles sont devenues sur leur propre page, ou chargez le relevé du prestataire.",
  'deskSaid.other_lines': 'Pour réessayer les autres, indiquez leurs lignes.',
  'deskSaid.these_other_lines': 'Pour réessayer les autres, indiquez leurs lignes : {lines}.',
  'deskSaid.alike_elsewhere':
    'Pour réessayer les autres, indiquez leurs lignes. Si les deux paiements sont voulus, mettez la ligne dans un nouveau fichier, où vous pourrez le dire.',
  'deskSaid.ask_provider_first':
    "Interrogez d'abord le prestataire. La page de chaque ligne montre son historique. Pour réessayer les autres, indiquez leurs lignes.",
  'deskSaid.settled_by':
    'Ligne {line} : déjà « {state} », par {actor} ({at}). La page de la ligne montre son historique.',
  'deskSaid.is_now':
    'Ligne {line} : maintenant « {state} », avant « {from} ». Pour la payer de nouveau, réessayez les lignes échouées de son lot.',
  'deskSaid.waits_for_approval': "Le lot attend l'approbation de quelqu'un d'autre que la personne qui l'a soumis.",
  'deskSaid.submitter_cancels': 'Vous avez soumis ce lot : annulez-le plutôt.',
  'deskSaid.requester_withdraws':
    'Vous avez demandé vous-même cette nouvelle tentative : retirez plutôt votre demande, sur la page du lot.',
  'deskSaid.no_such_batch': "Il n'y a pas de lot « {name} ». La page des lots les montre tous.",
  'deskSaid.no_such_schedule':
    "Il n'y a pas de paiement planifié « {id} ». La page des paiements planifiés les montre tous.",
  'deskSaid.name_is_a_number':
    'Donnez au paiement planifié un nom qui ne soit pas un nombre : les nombres sont des identifiants.',
  'deskSaid.code_of_unknown_rows':
    "{code} est le code des lignes dont on ne sait pas si elles ont été payées. Elles ne sont jamais renvoyées : rapprochez le lot d'un relevé, ou réglez chacune d'elles.",
  'deskSaid.code_of_accepted_rows':
    "{code} est le code des lignes que le prestataire a reçues et peut encore payer. Rapprochez le lot d'un relevé, ou réglez chacune d'elles.",
  'deskSaid.code_of_unsent_rows':
    '{code} est le code des lignes qui ne sont pas parties. Pour les envoyer, reprenez le paiement du lot.',
  'deskSaid.file_refused':
    '{problems, plural, one {{path} a été refusé : il a {problems} problème ({codes}). Pour le voir, envoyez le fichier comme nouveau lot.} other {{path} a été refusé : il a {problems} problèmes ({codes}). Pour les voir, envoyez le fichier comme nouveau lot.}}',
  'deskSaid.policy_blocks':
    'La politique refuse ce fichier : {why}. Corrigez-le, ou demandez à un administrateur de changer la politique des avertissements.',
  'deskSaid.limits_to_check': "Les plafonds {operators} n'ont pas été vérifiés. Signalez-le à votre administrateur.",
  'deskSaid.limits_of': 'de {operator}',
  'deskSaid.limits_of_vowel': 'd’{operator}',
  'deskSaid.fenced':
    "Le registre est bloqué : rien n'est envoyé. {why} La personne qui administre payrun doit dire ce qui s'est passé.",
  'deskSaid.statement_needed':
    "Ce qui a été soumis depuis le {since} manque au registre, et un nouveau fichier pourrait payer quelqu'un deux fois. La personne qui administre payrun doit d'abord charger le relevé du prestataire depuis cette date.",
  'deskSaid.reference_paid':
    "Le relevé du prestataire (ligne {line}) contient sous cette référence un paiement que le registre a oublié. Renseignez-vous auprès du prestataire, et retirez la ligne si elle a été payée. Sinon, ou s'il s'agit d'un autre paiement, prévenez la personne qui administre payrun.",
  'deskSaid.number_paid':
    "Le relevé du prestataire (ligne {line}) contient un paiement de ce montant à ce numéro que le registre a oublié : retirez la ligne. S'il s'agit d'un autre paiement, prévenez la personne qui administre payrun.",
  'deskSaid.float_first': "Aucune provision n'est fixée en {currency}. Fixez d'abord ce qui peut être dépensé.",
  'deskSaid.which_budget': 'Indiquez un budget par jour, un budget par mois, ou les deux.',
  'deskSaid.day_asked_for':
    "Le fichier demande l'exécution le {day}. payrun paie quand vous le dites : indiquez l'heure ci-dessous.",
  'deskSaid.no_workbook':
    "{shownName} n'est pas un classeur (.xlsx) et n'a pas de feuilles : n'indiquez pas de feuille.",
  'deskSaid.payout_variant':
    "Un autre paiement ({where}, {state}) a la référence « {held} ». Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, des espaces, des tirets ou des caractères invisibles. Si c'est le même paiement, envoyez-le avec cette référence. Sinon, donnez-lui une référence plus différente.",
  'deskSaid.no_such_column': "Il n'y a pas de colonne « {column} » pour {field}. Le fichier contient : {seen}.",
}
