import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/accounts.ts'

export const messages: Translation<typeof english> = {
  'accounts.viewer': 'viewer (lecture)',
  'accounts.preparer': 'preparer (préparation)',
  'accounts.approver': 'approver (approbation)',
  'accounts.admin': 'admin (administration)',
  'accounts.role_lacking': "{name} n'en a pas le droit. Il faut l'un de ces rôles : {roles}.",
  'accounts.password_length': 'Un mot de passe compte de {shortest} à {longest} caractères.',
  'accounts.password_too_simple':
    'Ce mot de passe est trop simple : il faut au moins 4 caractères différents, et pas votre nom.',
  'accounts.link_spent': 'Ce lien a déjà servi ou est trop ancien. Demandez-en un nouveau.',
  'accounts.no_such_account': "Il n'y a pas de compte {name}.",
  'accounts.no_such_key': "Il n'y a pas de clé {name}.",
  'accounts.is_disabled': 'Le compte {name} est désactivé.',
  'accounts.last_admin':
    "{name} est la seule personne à pouvoir se connecter comme administrateur. Donnez d'abord ce rôle à quelqu'un d'autre qui a déjà choisi son mot de passe, pour qu'il reste quelqu'un pour gérer les comptes.",
  'accounts.bad_name':
    'Un nom compte de 1 à {longest} lettres, chiffres, espaces, apostrophes ou signes parmi . _ @ + - et commence par une lettre ou un chiffre.',
  'accounts.no_role': 'Donnez au moins un rôle.',
  'accounts.key_exceeds':
    "{name} n'a pas ces rôles : {roles}. Une clé qui compte pour une personne n'a pas plus de droits qu'elle. Donnez d'abord ces rôles à {name}, ou ne nommez personne pour la clé.",
  'accounts.looks_like':
    "Le nom {name} ressemble à {other}, qui est déjà celui d'un compte ou d'une clé. Choisissez-en un que personne ne puisse confondre.",
  'accounts.signed_out': 'Votre session est terminée. Reconnectez-vous.',
  'accounts.wrong': 'Le nom, le mot de passe ou le code est faux.',
  'accounts.wrong_key': "Cette clé d'API n'est pas valable.",
  'accounts.code_missing': 'Ce compte a un second facteur : donnez aussi son code.',
  'accounts.second_factor_required':
    "La politique demande un second facteur. Configurez-en un pour {name} dans la console : une application d'authentification et son code.",
  'accounts.has_second_factor': "Un second facteur est déjà en place, ou sa configuration n'a pas été commencée.",
  'accounts.throttled':
    "Trop d'essais manqués pour ce compte ou depuis cette connexion, pas forcément les vôtres. Réessayez dans {minutes, plural, one {# minute} other {# minutes}}.",
  'accounts.unknown_currency': 'payrun ne connaît pas la devise {currency}. Il paie en {known}.',
  'accounts.currency_of_several': '{currency} peut désigner plusieurs devises : {which}. Indiquez ses trois lettres.',
  'accounts.currency_xof': "XOF (franc CFA d'Afrique de l'Ouest)",
  'accounts.currency_xaf': "XAF (franc CFA d'Afrique centrale)",
  'accounts.currency_ghs': 'GHS (cedi ghanéen)',
  'accounts.currency_kes': 'KES (shilling kényan)',
  'accounts.currency_rwf': 'RWF (franc rwandais)',
  'accounts.currency_tzs': 'TZS (shilling tanzanien)',
  'accounts.currency_ugx': 'UGX (shilling ougandais)',
  'accounts.currency_zmw': 'ZMW (kwacha zambien)',
  'accounts.currency_missing': 'Indiquez une devise, par exemple XOF.',
  'accounts.amount_missing': 'Indiquez un montant, par exemple 10000000.',
  'accounts.account_needed':
    'Comme il y a des comptes, eux seuls peuvent décider des paiements : {command} … --account NOM',
  'accounts.no_approver':
    "{name} ne peut ni approuver ni rejeter. Il faut le rôle d'approbateur (approver) ; une clé ne le peut que si la politique le permet (policy keys-approve on).",
  'accounts.approved_before':
    "{approver} a déjà approuvé le lot {id}, peut-être sous un autre nom ou par une clé d'API : une clé et la personne qui l'a créée comptent pour une seule. C'est à une autre personne de l'approuver maintenant.",
  'accounts.retry_same_person':
    "La demande de réessayer des lignes du lot {id} doit être approuvée par quelqu'un d'autre que la personne qui l'a faite et que celle qui a déclaré ses lignes non payées. Si l'un ou l'autre s'est fait sans compte, il faut quelqu'un qui a un autre nom de connexion.",
  'accounts.another_retry_waits':
    "{rows, plural, one {{who} a déjà demandé de réessayer {rows} ligne} other {{who} a déjà demandé de réessayer {rows} lignes}} ({at}), et cette demande attend une approbation. Approuvez-la ou rejetez-la d'abord, ou faites-la retirer par {who}.",
  'accounts.retry_changed':
    "Cette demande ne correspond plus à ce qui avait été demandé. Rien n'a été envoyé. Rejetez-la ou faites-la retirer, et faites demander à nouveau les lignes qui restent à réessayer.",
  'accounts.no_retry_waits': "Aucune demande de réessayer des lignes du lot {id} n'attend d'approbation.",
  'accounts.retry_decided': "Quelqu'un a statué entre-temps sur la demande de réessayer des lignes du lot {id}.",
  'accounts.submitted_by_your_login':
    "Le lot {id} a été soumis sous votre nom de connexion {login}, sans compte : c'était peut-être vous, et vous ne pouvez donc pas en décider. Annulez-le et soumettez-le de nouveau avec --account NOM, ou faites décider quelqu'un qui a un autre nom de connexion : {command} cancel {id}",
  'accounts.submitted_by_login':
    "Il a été soumis sous le nom de connexion {login}, sans compte : aucune personne qui utilise ce nom ne peut l'approuver. Si tout le monde l'utilise, annulez-le et soumettez-le de nouveau avec --account NOM : {command} cancel {id}",
  'accounts.requester_withdraws':
    'Vous avez demandé vous-même de réessayer des lignes du lot {id} : retirez plutôt cette demande, avec {command} retry {id} --withdraw',
  'accounts.submitter_cancels': 'Vous avez soumis le lot {id} : annulez-le plutôt, avec {command} cancel {id}',
  'accounts.retry_waits':
    "{calledNotPaid, plural, one {Une personne a déclaré # ligne non payée.} other {Une personne a déclaré # lignes non payées.}} La demande de réessayer des lignes du lot {id} attend quelqu'un qui l'approuve et qui n'est ni cette personne ni vous ; d'ici là, les lignes restent en échec : {command} approve {id}",
  'accounts.retry_replaced':
    "Cette demande remplace la précédente. {rows, plural, one {{rows} ligne de la précédente n'est plus demandée (ligne {lines}).} other {{rows} lignes de la précédente ne sont plus demandées (lignes {lines}).}} Pour les faire réessayer aussi, demandez toutes les lignes ensemble.",
  'accounts.retry_waits_rejected':
    "Un approbateur a déjà rejeté cette nouvelle tentative. La demande de réessayer des lignes du lot {id} attend l'accord d'un approbateur autre que vous ; d'ici là, les lignes restent en échec : {command} approve {id}",
  'accounts.retry_waits_unusual':
    "À cause des avertissements, la politique exige une personne de plus. La demande de réessayer des lignes du lot {id} attend l'accord de quelqu'un d'autre que vous ; d'ici là, les lignes restent en échec : {command} approve {id}",
  'accounts.retry_waits_statement':
    "{rows, plural, one {# ligne a échoué d'après un relevé fourni par vous, ou par quelqu'un sans compte.} other {# lignes ont échoué d'après un relevé fourni par vous, ou par quelqu'un sans compte.}} La demande de réessayer des lignes du lot {id} attend l'accord d'un approbateur autre que vous ; d'ici là, les lignes restent en échec : {command} approve {id}.",
  'accounts.retry_waits_insisted':
    "{rows, plural, one {# ligne est peut-être déjà payée.} other {# lignes sont peut-être déjà payées.}} La demande de réessayer des lignes du lot {id} attend l'accord d'un approbateur autre que vous ; d'ici là, les lignes restent en échec : {command} approve {id}",
  'accounts.option_account_decides': "le compte qui agit (nécessaire dès qu'il y a des comptes)",
  'accounts.option_account': 'le compte qui agit, avec ses rôles',
  'accounts.option_password_stdin':
    "lire le mot de passe sur l'entrée standard, et le code du second facteur à la deuxième ligne",
  'accounts.password_without_account': "--password-stdin ne s'utilise qu'avec --account.",
  'accounts.password_needed':
    "Il n'y a pas de terminal où taper le mot de passe : donnez-le sur l'entrée standard, avec --password-stdin.",
  'accounts.two_from_stdin':
    "L'entrée standard sert soit au fichier, soit au mot de passe : indiquez le fichier par son nom.",
  'accounts.ask_password': 'Mot de passe :',
  'accounts.ask_code': "Code du second facteur (vide s'il n'y en a pas) :",
  'accounts.account_placeholder': '<compte>',
  'accounts.login_placeholder': '<nom>',
  'accounts.days_placeholder': '<jours>',
  'accounts.role_placeholder': '<rôle>',
  'accounts.roles_placeholder': '<rôle...>',
  'accounts.on_off_placeholder': '<on|off>',
  'accounts.people_placeholder': '<personnes>',
  'accounts.what_account_does':
    'gérer les comptes des personnes : ajouter, lister, désactiver, changer les rôles, réinitialiser',
  'accounts.what_key_does': "gérer les clés d'API des programmes : ajouter, lister, révoquer",
  'accounts.what_policy_does': 'montrer ou changer combien de personnes il faut pour un lot, et qui peut approuver',
  'accounts.what_reject_does': 'rejeter un lot, ou une demande de réessayer des lignes, qui attend une approbation',
  'accounts.help_add':
    'ajouter une personne ; affiche un lien pour définir un mot de passe, valable une fois, pendant un jour',
  'accounts.help_list': 'afficher tous les comptes',
  'accounts.help_disable': 'fermer un compte : il ne pourra plus jamais se connecter',
  'accounts.help_roles': 'donner à un compte ces rôles et aucun autre',
  'accounts.help_reset':
    'retirer le mot de passe et le second facteur ; affiche un nouveau lien. Les clés de cette personne restent valables',
  'accounts.help_name': 'le nom du compte',
  'accounts.help_role': 'viewer, preparer, approver ou admin ; plusieurs sont possibles',
  'accounts.help_login':
    'le nom de connexion de la personne en ligne de commande : le compte et ce nom comptent pour une seule personne',
  'accounts.note_link':
    "Le lien commence par PAYRUN_DESK_URL, sinon par http://127.0.0.1:8080. Avec --password-stdin il n'y en a pas : le mot de passe est défini tout de suite.",
  'accounts.help_key_add': "ajouter un programme ; affiche sa clé d'API une seule fois",
  'accounts.help_key_name': 'le nom de la clé',
  'accounts.help_key_list': 'afficher toutes les clés, sans leur secret',
  'accounts.help_key_revoke': 'révoquer une clé : elle ne fonctionne plus',
  'accounts.help_expires': 'le nombre de jours pendant lesquels la clé fonctionne',
  'accounts.help_for': "la clé compte comme cette personne : aucune des deux ne peut approuver ce que l'autre a soumis",
  'accounts.note_key': 'Seule une empreinte de la clé est gardée : payrun ne peut pas la montrer à nouveau.',
  'accounts.help_approvals': 'fixer combien de personnes il faut pour un lot, celle qui le soumet comprise',
  'accounts.help_people': "1 : personne n'approuve ; 2 : la personne qui soumet et une autre ; et ainsi de suite",
  'accounts.help_above': 'seulement pour les lots de plus de ce montant',
  'accounts.help_currency': 'dans cette devise',
  'accounts.help_remove': 'retirer cette règle',
  'accounts.help_keys_approve': "décider si les clés d'API qui ont le rôle d'approbateur (approver) peuvent approuver",
  'accounts.help_second_factor': 'décider si tout le monde doit avoir un second facteur',
  'accounts.help_on_off': 'on (oui) ou off (non)',
  'accounts.note_policy':
    "La politique est dans le registre et vaut pour tous les processus. PAYRUN_APPROVALS peut la rendre plus stricte, jamais moins. La règle la plus stricte qui s'applique l'emporte.",
  'accounts.help_reject_as':
    "la personne qui rejette ; par défaut votre nom de connexion (seulement s'il n'y a pas de comptes)",
  'accounts.cancel_own_only':
    "{name} ne peut annuler que ses propres lots, tant qu'ils ne sont pas approuvés. Un approbateur peut annuler {id}.",
  'accounts.help_reject_note': "le motif ; conservé dans la piste d'audit",
  'accounts.example_reject': 'payrun reject last --note "deux montants sont trop élevés"',
  'accounts.note_reject':
    'Un lot rejeté est annulé ; si une demande de réessayer des lignes est rejetée, elles restent en échec. Si vous avez soumis le lot vous-même, utilisez plutôt cancel ; si vous avez fait la demande vous-même, retry --withdraw.',
  'accounts.note_cancel':
    "Si le lot est terminé et que votre demande d'en réessayer des lignes attend une approbation, c'est cette demande qui est retirée. Avant, cancel arrête le lot lui-même : retirez la demande avec retry --withdraw.",
  'accounts.must_be_role': 'Il faut un rôle parmi {roles}.',
  'accounts.prepares_instead':
    "Désormais, {name} prépare les paiements, et {first} ne les prépare plus. Pour que {first} puisse aussi en préparer, redonnez ce rôle à son compte. Ses éventuelles clés perdent aussi ce rôle : ajoutez-en d'autres si des programmes en ont besoin.",
  'accounts.link_follows': 'Donnez ce lien à la personne. Il est valable une fois, pendant un jour :',
  'accounts.key_told_once': 'Copiez cette clé maintenant : elle ne sera plus affichée.',
  'accounts.no_accounts': "Il n'y a pas encore de compte.",
  'accounts.no_keys': "Il n'y a pas encore de clé.",
  'accounts.revoked': 'révoquée',
  'accounts.disabled': 'désactivé',
  'accounts.address_assumed':
    "L'adresse de la console n'est pas connue ici : le lien commence par {address}, sur cette machine. Si la console a une autre adresse ou un autre port, remplacez ce début, ou indiquez l'adresse dans {variable}.",
  'accounts.with_login': 'nom de connexion {login}',
  'accounts.for_person': 'pour {name}',
  'accounts.person_disabled': 'le compte est désactivé : la clé ne fonctionne plus',
  'accounts.schedules_go_on':
    'Les paiements planifiés ajoutés par ce compte continuent : {schedules}. Mettez en pause ou supprimez ceux qui ne doivent pas continuer : {command} schedule list',
  'accounts.until': "jusqu'au {at}",
  'accounts.without_password': 'pas encore de mot de passe',
  'accounts.with_second_factor': 'second facteur',
  'accounts.line': '{name} : {roles}',
  'accounts.line_facts': '{name} : {roles} ({facts})',
  'accounts.people_or_remove': 'Dites combien de personnes, ou --remove.',
  'accounts.above_with_currency': '--above et --currency vont ensemble.',
  'accounts.people_for_all':
    "{people, plural, one {Une seule personne suffit pour un lot : il n'a pas besoin d'approbation.} other {Il faut # personnes pour tout lot, en comptant celle qui le soumet.}}",
  'accounts.people_above':
    'Il faut {people, plural, one {# personne} other {# personnes}} pour un lot de plus de {amount}.',
  'accounts.people_by_environment': 'Ici, PAYRUN_APPROVALS en demande au moins {people}.',
  'accounts.keys_approve': "Les clés d'API qui ont le rôle d'approbateur peuvent approuver.",
  'accounts.keys_do_not_approve': "Les clés d'API ne peuvent rien approuver.",
  'accounts.second_factor_for_all': 'Tout le monde doit avoir un second facteur.',
  'accounts.second_factor_by_choice': 'Le second facteur est facultatif.',
  'accounts.batch_to_approve': 'Lot {id} ({name}), soumis par {by} : {act}.',
  'accounts.retry_to_approve': 'Lot {id} ({name}), nouvelle tentative demandée par {by} : {act}.',
  'accounts.more_people':
    "{missing, plural, one {Il faut encore l'approbation d'une personne.} other {Il faut encore l'approbation de # personnes.}}",
  'accounts.rejected':
    "Le lot {id} est rejeté : {rows, plural, one {sa # ligne n'est pas payée.} other {aucune de ses # lignes n'est payée.}}",
  'accounts.retry_rejected':
    'La demande de réessayer des lignes du lot {id} est rejetée : {rows, plural, one {# ligne reste} other {# lignes restent}} en échec.',
  'accounts.name_taken': 'Il y a déjà un compte {name}.',
}
