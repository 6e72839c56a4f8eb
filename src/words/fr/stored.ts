import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/stored.ts'

/** What the ledger writes into its tables of itself: see `storedParts`. */
export const messages: Translation<typeof english> = {
  'stored.worker_lost': "Le processus qui payait cette ligne s'est arrêté avant d'enregistrer une réponse.",
  'stored.reference_of_another_payout':
    'Le prestataire a répondu avec une référence qui appartient à un autre paiement.',
  'stored.earlier_attempt_paid':
    "Un élément indique qu'une tentative précédente a été payée : la ligne n'a pas été renvoyée.",
  'stored.evidence_of_payment_not_sent': 'indice de paiement : pas renvoyée',
  'stored.late_answer_not_sent_again': 'réponse tardive de la tentative {attempt} : pas renvoyée',
  'stored.late_reference': 'une réponse tardive a apporté une référence',
  'stored.late_answer_same_attempt': 'réponse tardive de la même tentative',
  'stored.late_answer_contradicts':
    'La réponse tardive du prestataire donne la tentative {attempt} comme {answered} ; entre-temps, la ligne était {state}.',
  'stored.status_call': 'demande de statut',
  'stored.notification': 'notification',
  'stored.notification_says': 'Une notification indique {status}.',
  'stored.person_said_not_paid': "Quelqu'un a vérifié et a déclaré que ce n'était pas payé.",
  'stored.statement_says_not_paid': "Le relevé du prestataire indique que ce n'est pas payé.",
  'stored.not_in_complete_statement':
    'Le paiement ne figure pas dans le relevé du prestataire, qui a été déclaré complet.',
  'stored.absent_from_statement': 'absent du relevé {statement}, complet',
  'stored.statement_line': 'relevé {statement}, ligne {line}',
  'stored.statement_line_says': 'relevé {statement}, ligne {line} ({says})',
  'stored.statement_line_by_reference': 'relevé {statement}, ligne {line}, par référence',
  'stored.statement_line_by_number': 'relevé {statement}, ligne {line}, par numéro, montant et heure',
  'stored.reference_already_paid':
    "Cette référence est déjà payée dans le lot {batchId}, ligne {heldLine} : retirez la ligne. Si le fichier paie un autre mois, indiquez sa période (--period) ; si c'est un autre paiement, donnez-lui sa propre référence.",
  'stored.reference_in_use':
    'Cette référence est déjà utilisée ({state}) dans le lot {batchId}, ligne {heldLine} : retirez la ligne ou donnez-lui sa propre référence.',
  'stored.reference_of_failed':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a échoué, mais des indices montrent qu'elle a été payée. Retirez la ligne, et ne lui donnez pas une autre référence. Interrogez d'abord le prestataire ; si elle n'a certainement pas été payée, payrun retry {batchId} --line {heldLine} --despite-evidence la paie de nouveau.",
  'stored.reference_of_purged':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a échoué, mais des indices montrent qu'elle a été payée. Son nom et son numéro ont été effacés, elle ne peut donc pas être réessayée. Retirez la ligne, et interrogez d'abord le prestataire. Si elle n'a certainement pas été payée, donnez-lui sa propre référence.",
  'stored.reference_of_cancelled':
    "La référence {reference} est celle de la ligne {heldLine} du lot {batchId}, qui a été annulée, mais des indices montrent qu'elle a été payée. Retirez la ligne, et interrogez d'abord le prestataire. Si elle n'a certainement pas été payée, donnez-lui sa propre référence.",
  'stored.reference_variant':
    "Le lot {batchId}, ligne {heldLine} ({state}), a la référence « {held} ». Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, le nombre d'espaces, la forme des tirets ou des apostrophes, ou des caractères invisibles. Retirez la ligne, ou ajoutez --allow-duplicates s'il s'agit bien de deux paiements.",
  'stored.reported':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId} (statut : {state}). Elle n'est pas payée une seconde fois : retirez la ligne. S'il s'agit d'un autre paiement, effacez ce que le rapport y a ajouté (de status à payrun_id).",
  'stored.reported_failed':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui a échoué. Renvoyez-la avec payrun retry {batchId} --line {heldLine} et retirez-la d'ici. S'il s'agit d'un autre paiement, effacez ce que le rapport y a ajouté (de status à payrun_id).",
  'stored.reported_failed_changed':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui a échoué, mais son numéro, son opérateur ou son montant n'est plus le même. payrun retry reprendrait les anciennes valeurs. Pour payer la ligne telle qu'elle est ici, effacez ce que le rapport y a ajouté (de status à payrun_id), et ne réessayez pas la ligne {heldLine}.",
  'stored.reported_failed_purged':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui a échoué. Son nom et son numéro ont été effacés, elle ne peut donc pas être réessayée. Si elle n'a certainement pas été payée, ou s'il s'agit d'un autre paiement, effacez ce que le rapport y a ajouté (de status à payrun_id).",
  'stored.reported_seems_paid':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui a été annulée, mais des indices montrent qu'elle a été payée. Interrogez d'abord le prestataire. S'il s'agit d'un autre paiement, ou si elle n'a certainement pas été payée, effacez ce que le rapport y a ajouté (de status à payrun_id) et donnez-lui sa propre référence.",
  'stored.reported_taken':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui a été soumise de nouveau à la ligne {takenLine} du lot {takenBy} ({state}). Elle n'est pas payée une seconde fois : retirez la ligne. S'il s'agit d'un autre paiement, effacez ce que le rapport y a ajouté (de status à payrun_id) et donnez-lui sa propre référence.",
  'stored.reported_trial':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, qui n'est pas du bac à sable. Contrôlez-la avec payrun validate : dans le rapport d'un essai, elle passerait pour un autre paiement.",
  'stored.reported_twice':
    "Cette ligne vient d'un rapport : d'après son payrun_id, c'est la ligne {heldLine} du lot {batchId}, tout comme la ligne {otherLine} de ce fichier. Retirez l'une des deux. S'il s'agit de deux paiements, effacez ce que le rapport a ajouté à cette ligne (de status à payrun_id) et donnez-lui sa propre référence.",
  'stored.period_like':
    "La période « {period} » ressemble à « {other} », pour laquelle « {name} » (lot {batchId}) a été soumis. S'il s'agit de la même, écrivez {other}.",
  'stored.period': 'pour la période {period}',
  'stored.no_period': 'sans période',
  'stored.paid_already':
    '{rows, plural, one {{rows} des {of} lignes est déjà payée ou en attente} other {{rows} des {of} lignes sont déjà payées ou en attente}} : {sums} seraient payés une seconde fois ({rows, plural, one {ligne} other {lignes}} {lines}).',
  'stored.none_paid': "Aucune de ses lignes n'est déjà payée ni en attente.",
  'stored.paid_and_refused':
    "{rows, plural, one {{rows} ligne est refusée, car elle est déjà payée, peut-être payée ou en attente ; parmi les autres, aucune ne l'est.} other {{rows} lignes sont refusées, car elles sont déjà payées, peut-être payées ou en attente ; parmi les autres, aucune ne l'est.}}",
  'stored.paid_purged': 'Ses numéros de téléphone ont été supprimés depuis : payrun ne peut plus dire qui a été payé.',
  'stored.same_file_of_period_again':
    'Ce même fichier a déjà été soumis pour la période {period}, sous le nom « {name} » (lot {batchId}, {when}). {paid} Ses lignes sont payées quand même, car les doublons sont acceptés.',
  'stored.same_file_without_period_again':
    'Ce même fichier a déjà été soumis sans période, sous le nom « {name} » (lot {batchId}, {when}). {paid} Ses lignes sont payées quand même, car les doublons sont acceptés.',
  'stored.repeated':
    "{rows} des {of} lignes ont le numéro et le montant d'un paiement des dernières 24 heures, dont {same} comme dans « {name} » (lot {batchId}, {held}, {when}), où c'est déjà payé ou en attente : les mêmes personnes recevraient {sums} une seconde fois ({rows, plural, one {ligne} other {lignes}} {lines}).",
  'stored.references_held':
    '{rows} des {of} lignes ont une référence de « {name} » (lot {batchId}, {held}, {when}), où elle est déjà payée, peut-être payée ou en attente ({rows, plural, one {ligne} other {lignes}} {lines}).',
  'stored.repeats_batch_again': '{repeated} Elles sont payées, car les doublons sont acceptés.',
  'stored.same_file_of_period':
    'Ce même fichier a déjà été soumis pour la période {period}, sous le nom « {name} » (lot {batchId}, {when}). {paid} Si tout le monde doit être payé une seconde fois, ajoutez --allow-duplicates.',
  'stored.same_file_without_period':
    'Ce même fichier a déjà été soumis sans période, sous le nom « {name} » (lot {batchId}, {when}). {paid} Si tout le monde doit être payé une seconde fois, ajoutez --allow-duplicates.',
  'stored.repeats_batch':
    '{repeated} Si ces personnes doivent être payées une seconde fois, ajoutez --allow-duplicates.',
  'stored.repeats_period':
    "{repeated} S'il s'agit de la même paie, ajoutez --period \"{period}\" --skip-invalid : les lignes déjà payées sont alors refusées, et seules les autres sont payées. S'il s'agit d'une autre paie, ajoutez --allow-duplicates.",
  'stored.repeats_no_period':
    "{repeated} S'il s'agit de la même paie, n'indiquez pas --period et ajoutez --skip-invalid : les lignes déjà payées sont alors refusées, et seules les autres sont payées. S'il s'agit d'une autre paie, ajoutez --allow-duplicates.",
  'stored.rejected_before': '{by} a déjà rejeté ce même fichier, sous le nom « {name} » (lot {batchId}, {when}).',
  'stored.rejected_before_because':
    '{by} a déjà rejeté ce même fichier, sous le nom « {name} » (lot {batchId}, {when}). Motif : {note}',
  'stored.alike':
    "{n, plural, one {{n} ligne verse à un numéro le même montant qu'un autre paiement, dont la référence ou la période est différente : la ligne {line} ressemble à la ligne {heldLine} du lot {batchId}.} other {{n} lignes versent à un numéro le même montant qu'un autre paiement, dont la référence ou la période est différente : la ligne {line}, par exemple, ressemble à la ligne {heldLine} du lot {batchId}.}}",
  'stored.alike_in_file':
    '{n, plural, one {Un numéro reçoit plusieurs fois le même montant, sous des références différentes : voyez les lignes {line} et {otherLine}.} other {{numbers} numéros reçoivent plusieurs fois le même montant, sous des références différentes : voyez par exemple les lignes {line} et {otherLine}.}}',
  'stored.possible_duplicate':
    'Un paiement du même montant au même numéro est {state} dans le lot {batchId}, ligne {heldLine} : retirez la ligne, donnez-lui une référence, ou ajoutez --allow-duplicates.',
  'stored.held_in_period':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, pour la période {period} ({state}). S'il s'agit du même paiement, indiquez cette période : payrun ne refusera que ce qui est déjà payé. S'il s'agit d'un autre, donnez-lui sa propre période, ou ajoutez --allow-duplicates.",
  'stored.held_without_period':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, sans période ({state}). S'il s'agit du même paiement, n'indiquez pas de période : payrun ne refusera que ce qui est déjà payé. S'il s'agit d'un autre, ajoutez --allow-duplicates.",
  'stored.held_elsewhere':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, {held} ({state}). S'il s'agit du même paiement, retirez la ligne. S'il s'agit d'un autre, ajoutez --allow-duplicates.",
  'stored.held_by_person': "suspendu par quelqu'un",
  'stored.unreadable_answers': 'plusieurs réponses illisibles de suite',
  'stored.ledger_behind_its_mark':
    "payrun avait vu dans ce registre plus que ce qu'il contient aujourd'hui : il est revenu en arrière, comme après la restauration d'une sauvegarde, la copie d'un dossier ou la bascule vers un serveur de secours auquel il manquait les dernières écritures.",
  'stored.ledger_marks_are_copies':
    "PAYRUN_HOME a été copié, par exemple pour restaurer une sauvegarde : ce qu'il dit du registre peut être aussi ancien que le registre lui-même.",
  'stored.ledger_other_timeline':
    "Le registre est sur une autre ligne de temps de son Postgres ({now}, auparavant {before}), comme après une bascule ou la restauration d'une sauvegarde, et rien ne prouve que les dernières écritures n'ont pas été perdues.",
  'stored.ledger_other_server':
    "Le registre est sur un autre serveur Postgres qu'auparavant, comme après la restauration d'une sauvegarde, et rien ne prouve que les dernières écritures n'ont pas été perdues.",
  'stored.ledger_other_database':
    "Le registre a été copié ou restauré sur son serveur Postgres, et rien ne prouve qu'il a les dernières écritures. Si l'original existe toujours, ne payez que depuis l'un des deux.",
  'stored.ledger_forgot_claim': 'tentative {attempt}, que le registre a oubliée en revenant en arrière',
  'stored.ledger_forgot_return': "pas acceptée par le prestataire ; le registre l'a oublié en revenant en arrière",
  'stored.answer_of_forgotten_attempt':
    'Le prestataire a répondu à une tentative que le registre a oubliée en revenant en arrière (tentative {attempt}, {answered}) ; entre-temps, la ligne était {state}.',
  'stored.may_have_been_sent_since':
    "Le registre est revenu en arrière : ce qui s'est passé depuis le {since} lui manque, et la ligne a pu être envoyée depuis.",
  'stored.submissions_wait_for_fence': 'Le registre est bloqué : aucun fichier ne peut être soumis. {why}',
  'stored.submissions_wait_for_statement':
    "Ce qui a été soumis depuis le {since} manque au registre, et un nouveau fichier pourrait payer quelqu'un deux fois. Chargez d'abord le relevé du prestataire depuis cette date : payrun recover --statement RELEVÉ",
  'stored.submissions_wait_for_answers':
    "{answers, plural, one {Le prestataire a répondu au sujet de {answers} paiement ({references}) qui n'a pas de ligne dans le registre et ne figure sur aucun relevé chargé.} other {Le prestataire a répondu au sujet de {answers} paiements ({references}) qui n'ont pas de ligne dans le registre et ne figurent sur aucun relevé chargé.}} Un nouveau fichier pourrait payer quelqu'un deux fois. Chargez d'abord un relevé complet : payrun recover --statement RELEVÉ. payrun recover dit quoi faire d'autre.",
  'stored.clocks_differ':
    "Cette machine et la base de données n'ont pas la même heure pour {zone} : {here} ici, {there} là-bas. C'est la base qui fait respecter les heures : ce ne seraient donc pas celles que vous voulez. Mettez à jour les fuseaux horaires de celui des deux qui est en retard (Node.js ou Postgres), ou donnez les heures en UTC.",
  'stored.clocks_unknown':
    'La base de données ne connaît pas le fuseau horaire {zone}. Donnez les heures dans un autre, par exemple UTC.',
  'stored.paid_without_row_reference':
    "Le relevé du prestataire (ligne {line}) contient sous cette référence un paiement que le registre a oublié : renseignez-vous auprès du prestataire, et retirez la ligne si elle a été payée. Sinon, ou s'il s'agit d'un autre paiement : payrun recover --set-aside {payment} --note TEXTE",
  'stored.paid_without_row_number':
    "Le relevé du prestataire (ligne {line}) contient un paiement de ce montant à ce numéro que le registre a oublié : retirez la ligne. S'il s'agit d'un autre paiement, ajoutez --allow-duplicates, ou : payrun recover --set-aside {payment} --note TEXTE",
  'stored.nobody_has_it_in_hand':
    "La ligne était en cours d'envoi et aucun processus n'attend la réponse : une connexion au registre a été perdue.",
}
