import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskPages.ts'

export const messages: Translation<typeof english> = {
  'deskPages.title': '{title} · payrun',
  'deskPages.skip': 'Aller au contenu',
  'deskPages.sandbox': "Bac à sable : personne n'est réellement payé.",
  'deskPages.navigation': 'Rubriques',
  'deskPages.menu': 'Menu',
  'deskPages.close': 'Fermer',
  'deskPages.home': 'Accueil',
  'deskPages.new_batch': 'Nouveau lot',
  'deskPages.approvals': 'Approbations',
  'deskPages.batches': 'Lots',
  'deskPages.people': 'Personnes',
  'deskPages.collections': 'Encaissements',
  'deskPages.schedules': 'Paiements planifiés',
  'deskPages.operators': 'Opérateurs',
  'deskPages.work': 'Activité',
  'deskPages.administration': 'Administration',
  'deskPages.your_account': 'Votre compte',
  'deskPages.times_in': 'Heures : {timeZone}',
  'deskPages.sign_out': 'Se déconnecter',
  'deskPages.back': 'Revenir',
  'deskPages.to_home': "Retour à l'accueil",
  'deskPages.hello': 'Bonjour, {name}',
  'deskPages.home_text': 'Ce qui demande une décision, et les derniers paiements.',
  'deskPages.needs_you': 'À traiter',
  'deskPages.nothing_of_you':
    "Vous n'avez rien à faire. Ce que vous avez demandé attend l'approbation de quelqu'un d'autre.",
  'deskPages.nothing_needed':
    'Rien à traiter. Les lots qui attendent une approbation ou qui sont en pause apparaissent ici.',
  'deskPages.last_batches': 'Derniers lots',
  'deskPages.no_batches':
    "Pas encore de lot. Un lot est un fichier de personnes à payer : une ligne par personne, avec un opérateur, un numéro de mobile et un montant. Dès que quelqu'un en soumet un sous « Nouveau lot », il apparaît ici.",
  'deskPages.none_awaiting':
    'Les lots attendent ici quand la politique exige une seconde personne. Un approbateur les approuve sous « Approbations ».',
  'deskPages.none_running':
    "Un lot apparaît ici depuis sa soumission, ou son approbation, jusqu'à ce que l'issue de chaque ligne soit connue.",
  'deskPages.none_paused':
    "Un lot apparaît ici quand quelqu'un le met en pause, ou quand payrun s'arrête et qu'une intervention est nécessaire. Sa page indique pourquoi et propose le bouton pour reprendre.",
  'deskPages.none_settled':
    "Un lot apparaît ici de lui-même quand l'issue de chaque ligne est connue. Le rapport est sur sa page.",
  'deskPages.none_cancelled':
    "Un lot apparaît ici quand quelqu'un l'annule sur sa page, ou qu'un approbateur le rejette.",
  'deskPages.batch': 'Lot',
  'deskPages.state': 'État',
  'deskPages.submitted': 'Soumis',
  'deskPages.other_site':
    "Ce formulaire n'a pas été envoyé depuis une page de la console. Rien n'a été changé. Ouvrez la page ici et recommencez.",
  'deskPages.role_lacking': 'Vos rôles ne le permettent pas. Demandez à un administrateur si vous en avez besoin.',
  'deskPages.not_done': "Cela n'a pas été fait",
  'deskPages.forbidden': "Vous n'y êtes pas autorisé",
  'deskPages.not_found': "Il n'y a rien ici",
  'deskPages.changed_meanwhile': "Ce n'est plus possible",
  'deskPages.too_large': "C'est trop volumineux",
  'deskPages.too_many': "Trop d'essais",
  'deskPages.wrong_host': "Cette adresse n'est pas servie",
  'deskPages.failed': "Une erreur s'est produite",
  'deskPages.lost':
    "payrun ne répond pas : ce que vous voyez n'est peut-être plus à jour. La page réessaie et reprendra d'elle-même.",
  'deskPages.maybe_done':
    "Elle n'a pas répondu à temps. Ce que vous avez demandé est peut-être fait malgré tout, et des paiements ont pu commencer. Regardez où en sont les choses avant de recommencer quoi que ce soit.",
  'deskPages.maybe_done_short':
    '{why} Ce que vous avez demandé est peut-être fait malgré tout, et des paiements ont pu commencer. Regardez où en sont les choses avant de recommencer quoi que ce soit.',
  'deskPages.read_only': 'Rien ne peut être changé pour le moment',
  'deskPages.away': 'La base de données de payrun ne répond pas',
  'deskPages.reference': "L'API",
  'deskPages.reference_text':
    "Tous les appels qu'un programme peut faire, avec leurs paramètres, leurs contenus et leurs réponses.",
  'deskPages.reference_in_english': 'Les descriptions sont en anglais.',
  'deskPages.reference_document': 'La même chose en document OpenAPI (JSON)',
  'deskPages.reference_of': '{name} (API)',
  'deskPages.reference_shapes': 'Documents',
  'deskPages.reference_parameters': 'Paramètres',
  'deskPages.reference_body': 'Contenu',
  'deskPages.reference_answers': 'Réponses',
  'deskPages.reference_place': 'Endroit',
  'deskPages.reference_status': 'Statut',
  'deskPages.reference_example': 'Exemple',
  // The home page of the desk: what needs somebody.
  'deskPages.home_all_batches': 'Tous les lots',
  'deskPages.home_wait_for_you':
    '{batches, plural, one {{batches} approbation vous attend} other {{batches} approbations vous attendent}}',
  'deskPages.home_asked': "Vos demandes, que d'autres approuvent",
  'deskPages.home_rejected': '{by} a rejeté « {name} » ({at}). Personne ne sera payé.',
  'deskPages.home_retry_rejected':
    '{rows, plural, one {{by} a rejeté la demande de réessayer {rows} ligne de « {name} » ({at}). Elle reste échouée.} other {{by} a rejeté la demande de réessayer {rows} lignes de « {name} » ({at}). Elles restent échouées.}}',
  'deskPages.home_paused': '« {name} » : {why}',
  'deskPages.home_look': "L'examiner",
  'deskPages.home_unknown':
    '{rows, plural, one {{rows} ligne de « {name} » a peut-être été payée, peut-être pas. Le relevé du prestataire permet de la régler.} other {{rows} lignes de « {name} » ont peut-être été payées, peut-être pas. Le relevé du prestataire permet de les régler.}}',
  'deskPages.home_accepted':
    "{rows, plural, one {{rows} ligne de « {name} » est chez le prestataire, qui n'a pas encore dit si elle a été payée. Son relevé permet aussi de la régler.} other {{rows} lignes de « {name} » sont chez le prestataire, qui n'a pas encore dit si elles ont été payées. Son relevé permet aussi de les régler.}}",
  'deskPages.home_schedule_file_failed':
    "Le paiement planifié « {name} » n'a payé personne d'un de ses fichiers à sa dernière exécution ({planned}).",
  'deskPages.home_schedule_failed':
    "Le paiement planifié « {name} » n'a payé personne à sa dernière exécution ({planned}).",
  'deskPages.home_schedule_go_on':
    "Un fichier corrigé n'est pas repris automatiquement : soumettez-le comme nouveau lot, ou attendez la prochaine exécution.",
}
