import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/recover.ts'

/** A ledger that went back in time, and how a person ends that. */
export const messages: Translation<typeof english> = {
  'recover.fenced':
    "Le registre est bloqué : rien n'est envoyé. {why} Dites ce qui s'est passé avec : {command} recover",
  'recover.fenced_for_batch':
    "Le registre est bloqué : rien n'est envoyé. {command} recover explique pourquoi et que faire.",
  'recover.fenced_subject': "payrun : le registre est bloqué, rien n'est payé",
  'recover.what_it_does': 'dire ce qui est arrivé à un registre revenu en arrière',
  'recover.option_nothing_lost': 'le registre a tout : il a seulement changé de place',
  'recover.option_against_marks': "avec --nothing-lost : même si un repère montre qu'il manque des écritures",
  'recover.option_since': "ce qui s'est passé depuis cette heure manque au registre, par exemple 2026-11-22T08:30",
  'recover.option_zone': 'le fuseau horaire de --since, par exemple Africa/Abidjan ; par défaut celui de cette machine',
  'recover.option_statement': 'charger le relevé du prestataire depuis cette heure, pour tous les lots',
  'recover.option_yes': 'ne pas poser de question',
  'recover.example_since': 'payrun recover --since 2026-11-22T08:30 --note "sauvegarde de 08:30 restaurée"',
  'recover.note_when':
    "Une sauvegarde restaurée, un dossier copié ou une bascule vers un serveur de secours auquel il manquait les dernières écritures ramènent le registre en arrière. payrun n'envoie alors plus rien tant que vous n'avez pas dit ce qui s'est passé. Sans option, recover décrit la situation, et se termine avec le code 5 tant qu'il reste quelque chose à faire.",
  'recover.note_nothing_lost':
    "--nothing-lost est refusé si un repère conservé hors du registre montre qu'il manque des écritures : ce qu'elles ont envoyé serait payé deux fois. N'ajoutez --against-marks que si le repère vient d'un autre registre, par exemple d'une copie qui utilisait le même Redis ou le même PAYRUN_HOME, ou si le prestataire confirme que rien n'a été envoyé pendant la période manquante.",
  'recover.note_since':
    "Avec --since, toute ligne qui a pu être envoyée depuis cette heure devient inconnue, quoi qu'en dise le registre. Donnez une heure à laquelle la sauvegarde était certainement à jour : trop tôt, c'est plus de travail ; trop tard, c'est payer deux fois.",
  'recover.note_statement':
    "Tant que vous n'avez pas chargé le relevé du prestataire depuis cette heure, payrun n'accepte aucun nouveau fichier et n'exécute aucun paiement planifié. Les paiements du relevé qui n'ont pas de ligne dans le registre bloquent leur référence, ou leur numéro et leur montant, dans les nouveaux fichiers. Il doit commencer par un paiement antérieur à cette heure et finir par un paiement postérieur à la reprise ; --complete, avec une note, en accepte un autre sur votre parole.",
  'recover.one_of_them': 'Donnez une seule des options --nothing-lost, --since, --statement et --set-aside.',
  'recover.note_required': "Dites comment vous le savez avec --note : c'est conservé dans la piste d'audit.",
  'recover.since_unreadable':
    "--since : « {since} » n'est pas une heure comme 2026-11-22T08:30, ou 2026-11-22T08:30Z, au fuseau de --tz.",
  'recover.since_in_future': "--since est dans le futur : donnez l'heure jusqu'à laquelle le registre a tout.",
  'recover.not_fenced': "Le registre n'est pas bloqué : il n'y a rien à rétablir.",
  'recover.against_marks_of_nothing_lost': '--against-marks va avec --nothing-lost et --note TEXTE.',
  'recover.mark_shows_loss':
    "Rien n'a été modifié. Un repère conservé hors du registre montre qu'il manque au registre des écritures que payrun avait faites. Des lignes qui ne paraissent pas envoyées ont pu être payées : payrun n'accepte donc pas --nothing-lost. Donnez l'heure jusqu'à laquelle le registre a certainement tout (celle de la sauvegarde, ou de la dernière écriture reçue par le serveur de secours, que le journal de Postgres indique à la bascule) : {command} recover --since HEURE --note TEXTE. Si le repère n'est pas celui de ce registre, consultez {command} recover --help.",
  'recover.marks_unread':
    "Rien n'a été modifié. Redis ne répond pas, et un repère qui y est conservé pourrait montrer qu'il manque des écritures au registre. Réessayez quand Redis répondra. S'il est perdu pour de bon, indiquez d'abord le nouveau dans REDIS_URL.",
  'recover.nothing_changed': "Rien n'a été modifié.",
  'recover.say_since_first':
    "Le registre est bloqué. Dites d'abord ce qui s'est passé : {command} recover --since HEURE --note TEXTE",
  'recover.say_since_of_answers':
    "Il manque au registre des paiements au sujet desquels le prestataire a répondu. Dites d'abord jusqu'à quelle heure il a tout : {command} recover --since HEURE --note TEXTE.",
  'recover.option_complete':
    'avec --statement : il contient tous les paiements depuis, même si ses lignes ne le montrent pas (avec --note)',
  'recover.complete_of_statement': '--complete va avec --statement RELEVÉ et --note TEXTE.',
  'recover.statement_too_short':
    "{why} Rien n'a été modifié, et payrun n'accepte toujours aucun nouveau fichier : des paiements effectués entre le {from} et la reprise du {to} pourraient manquer. Téléchargez un relevé qui commence par un paiement antérieur à cette période et finit par un paiement postérieur de plus de 2 minutes (d'un jour antérieur et d'un jour ultérieur, s'il n'indique pas d'heures) ; s'il a plusieurs pages, réunissez-les dans un seul fichier. Si aucun paiement n'a été effectué depuis, et si vous êtes certain que le relevé contient tout jusqu'à maintenant : {command} recover --statement RELEVÉ --complete --note TEXTE",
  'recover.statement_lacks_operators':
    "Le relevé ne contient aucun paiement par {operators} que ce registre connaisse. Rien n'a été modifié, et payrun n'accepte toujours aucun nouveau fichier : si c'est le relevé d'un seul opérateur, les paiements effectués par d'autres entre le {from} et la reprise du {to} n'y sont pas, et seraient effectués une seconde fois. Téléchargez un relevé de tous les opérateurs, ou réunissez les relevés de chacun dans un seul fichier ; chacun doit commencer par un paiement antérieur et aller jusqu'à maintenant. Si vous êtes certain que le relevé contient tout jusqu'à maintenant : {command} recover --statement RELEVÉ --complete --note TEXTE",
  'recover.statement_lacks_paid':
    "{rows, plural, one {Il manque au relevé {rows} paiement dont ce registre sait qu'il a été effectué entre le {from} et la reprise du {to} : il a été envoyé le {times}.} other {Il manque au relevé {rows} paiements dont ce registre sait qu'ils ont été effectués entre le {from} et la reprise du {to} : les premiers ont été envoyés le {times}.}} Il lui en manque donc peut-être d'autres : une page est absente, ou il vient d'un autre compte. Rien n'a été modifié, et payrun n'accepte toujours aucun nouveau fichier : ce que le registre ne connaît pas serait payé une seconde fois. Téléchargez de nouveau le relevé du compte qui paie, avec toutes ses pages. Si vous êtes certain qu'aucun autre paiement ne manque : {command} recover --statement RELEVÉ --complete --note TEXTE",
  'recover.nothing_known_before':
    "Le registre n'a aucun paiement des 40 jours avant le {from} : payrun ne peut pas savoir si ce relevé est celui de tous les opérateurs et du bon compte. Rien n'a été modifié, et payrun n'accepte toujours aucun nouveau fichier : des paiements effectués jusqu'à la reprise du {to} pourraient manquer. Si vous êtes certain que le relevé contient tout jusqu'à maintenant : {command} recover --statement RELEVÉ --complete --note TEXTE",
  'recover.short_from': "Le relevé n'est certain qu'à partir du {from}.",
  'recover.short_until': "Le relevé n'est certain que jusqu'au {to}.",
  'recover.reach_by_clocks': '{to} (2 minutes avant son dernier paiement, car les horloges peuvent différer)',
  'recover.reach_without_zone':
    "{to} (2 minutes avant son dernier paiement, car les horloges peuvent différer, et jusqu'à 3 heures de plus, car ses heures sont sans fuseau : écrivez-le dans le fichier, par exemple 2026-11-21 08:36Z ou 2026-11-21 08:36 +01:00)",
  'recover.short_nothing_over': "Aucune ligne datée du relevé n'est celle d'un paiement déjà effectué ou en échec.",
  'recover.short_dates_unclear':
    'Dans toutes les dates du relevé, le jour et le mois peuvent être inversés. Écrivez-les comme 2026-11-21.',
  'recover.short_undated': "Le relevé n'a pas de dates.",
  'recover.short_unread_dates':
    'payrun ne sait pas quelle colonne du relevé contient les dates. Nommez-la « Date » dans le fichier.',
  'recover.short_numbers': "Le relevé n'a pas de numéros de téléphone : il ne montre pas qui a été payé.",
  'recover.no_statement_awaited':
    "Le registre n'attend aucun relevé. Pour régler les lignes d'un lot par un relevé, utilisez reconcile. Si vous avez chargé le mauvais relevé, redites ce qui manque au registre : {command} recover --since HEURE --note TEXTE",
  'recover.whole': "Le registre est complet, autant que payrun puisse en juger. Il n'y a rien à rétablir.",
  'recover.fenced_since': "Le registre est bloqué depuis le {at} : rien n'est envoyé. {why}",
  'recover.what_it_has':
    "Il montre {pending} lignes en attente, {sending} en cours d'envoi et {failed} en échec. Certaines ont pu être envoyées, ou payées, après le moment auquel il est revenu.",
  'recover.choose_since':
    "S'il a été restauré, copié, ou si des écritures peuvent manquer, donnez l'heure jusqu'à laquelle il a certainement tout : celle de la sauvegarde, ou de la dernière écriture reçue par le serveur de secours (le journal de Postgres l'indique à la bascule). Trop tôt, c'est plus de travail ; trop tard, c'est payer deux fois.\n  {command} recover --since HEURE --note TEXTE\nChargez ensuite le relevé du prestataire depuis cette heure :\n  {command} recover --statement RELEVÉ",
  'recover.choose_nothing_lost':
    "Si vous êtes certain que rien n'a été perdu (un déplacement prévu, un serveur de secours qui avait toutes les écritures) :\n  {command} recover --nothing-lost --note TEXTE",
  'recover.awaits_statement':
    "Ce qui s'est passé depuis le {since} manque au registre. Il n'accepte aucun nouveau fichier et n'exécute aucun paiement planifié tant que vous n'avez pas chargé le relevé du prestataire depuis cette heure : {command} recover --statement RELEVÉ",
  'recover.payments_without_row':
    "Paiements sans ligne dans le registre : {answers} d'après des réponses du prestataire, {statement} d'après un relevé. Demandez au prestataire qui a été payé, et ne les remettez pas dans un nouveau fichier. Quand vous en avez vérifié un : {command} recover --set-aside NUMÉRO --note TEXTE",
  'recover.came_back': 'Ce que des personnes ont changé depuis a pu redevenir comme avant. Vérifiez :',
  'recover.came_back_holds':
    "{holds, plural, =0 {les opérateurs : aucun n'est suspendu à la main (operators)} one {les opérateurs : {holds} est suspendu à la main (operators)} other {les opérateurs : {holds} sont suspendus à la main (operators)}}",
  'recover.came_back_schedules':
    "{schedules, plural, =0 {les paiements planifiés : il n'y en a aucun (schedule list)} one {les paiements planifiés : il y en a {schedules}, qui a pu être mis en pause ou supprimé depuis (schedule list)} other {les paiements planifiés : il y en a {schedules}, dont certains ont pu être mis en pause ou supprimés depuis (schedule list)}}",
  'recover.came_back_batches':
    '{unapproved, plural, =0 {les lots : certains ont pu être mis en pause, annulés ou approuvés depuis (list)} one {les lots : {unapproved} attend une approbation, et certains ont pu être mis en pause, annulés ou approuvés depuis (list)} other {les lots : {unapproved} attendent une approbation, et certains ont pu être mis en pause, annulés ou approuvés depuis (list)}}',
  'recover.came_back_purges':
    '{purged, plural, =0 {les noms et numéros effacés depuis (purge)} one {les noms et numéros effacés depuis : {purged} lot est effacé (purge)} other {les noms et numéros effacés depuis : {purged} lots sont effacés (purge)}}',
  'recover.ask_since': 'Tout ce qui a pu être envoyé depuis le {since} devient inconnu. Continuer ? [o/N]',
  'recover.ask_nothing_lost': "Ce qui ne paraît pas envoyé va l'être. Êtes-vous certain que rien n'a été perdu ? [o/N]",
  'recover.ask_against_marks':
    "Un repère montre qu'il manque des écritures au registre. Ce qu'elles ont envoyé sera payé une seconde fois. Êtes-vous certain qu'elles n'ont rien envoyé ? [o/N]",
  'recover.in_doubt':
    "{rows, plural, =0 {Aucune ligne n'est en doute.} one {{rows} ligne a pu être envoyée depuis le {since} ; elle est maintenant inconnue.} other {{rows} lignes ont pu être envoyées depuis le {since} ; elles sont maintenant inconnues.}} Tant que vous n'avez pas chargé le relevé du prestataire depuis cette heure, payrun n'accepte aucun nouveau fichier et n'exécute aucun paiement planifié : {command} recover --statement RELEVÉ",
  'recover.over': 'Le registre est débloqué : les paiements reprennent.',
  'recover.loaded':
    "Le relevé est chargé : il a réglé {settled} lignes ; {left} restent inconnues ou acceptées, et {withoutRow} de ses paiements n'ont pas de ligne dans le registre.",
  'recover.files_again':
    'Les nouveaux fichiers sont de nouveau acceptés. Pour ce qui reste : {command} reconcile, {command} resolve.',
  'recover.statement_lacks':
    "{answers, plural, one {Le prestataire a répondu au sujet de {answers} paiement qui n'y figure pas} other {Le prestataire a répondu au sujet de {answers} paiements qui n'y figurent pas}} : le relevé n'est donc pas complet, et payrun n'accepte toujours aucun nouveau fichier. Chargez un relevé qui contient tout depuis cette heure. Si le prestataire dit que ce paiement n'a pas eu lieu : {command} recover --set-aside NUMÉRO --note TEXTE, puis chargez de nouveau le relevé.",
  'recover.lacks_answered':
    "{answers, plural, one {Le prestataire a répondu au sujet de {answers} paiement qui n'a pas de ligne dans le registre et ne figure sur aucun relevé chargé.} other {Le prestataire a répondu au sujet de {answers} paiements qui n'ont pas de ligne dans le registre et ne figurent sur aucun relevé chargé.}} Le registre n'accepte aucun nouveau fichier tant que vous n'avez pas chargé un relevé complet : {command} recover --statement RELEVÉ",
  'recover.option_set_aside':
    'ce paiement sans ligne, désigné par son numéro dans la liste, a été vérifié : il ne bloque plus aucun nouveau fichier',
  'recover.note_set_aside':
    "Un paiement du relevé sans ligne dans le registre bloque sa référence. Si vous constatez que la ligne de votre nouveau fichier est un autre paiement, ou que l'argent est revenu, --set-aside la laisse passer. Votre note est conservée dans la piste d'audit.",
  'recover.no_such_payment': 'Aucun paiement {payment} ne bloque de nouveaux fichiers : voir {command} recover.',
  'recover.set_aside': 'Le paiement {payment} ne bloque plus de nouveaux fichiers.',
  'recover.payment_of_statement': '{payment} : ligne {line} du relevé {statement}, référence {reference}',
  'recover.payment_of_answer':
    "{payment} : réponse au sujet de la ligne {line} d'un lot oublié ({state}), référence {reference}",
  'recover.payment_unreadable': "indiquez le numéro d'un paiement sans ligne, tel que recover les liste",
}
