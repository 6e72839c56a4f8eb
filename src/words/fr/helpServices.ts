import type { Catalogue } from '../catalogue.ts'

/** --help: one call, services, setting up. */
export const helpServices: Catalogue = {
  'initiate one online payment; print where the payer completes it':
    "lancer un paiement en ligne ; afficher l'adresse où le payeur le termine",
  'such as 1500 or 150.50': 'par exemple 1500 ou 150.50',
  'XOF, XAF, UGX, KES, GHS, RWF, TZS or ZMW': 'XOF, XAF, UGX, KES, GHS, RWF, TZS ou ZMW',
  'where the payer comes back to after paying': 'où le payeur revient après avoir payé',
  'where the payer comes back to after cancelling': 'où le payeur revient après avoir annulé',
  'where notifications are posted, such as the address that listen prints':
    "où sont envoyées les notifications, par exemple l'adresse qu'affiche listen",
  'ALL, or CARD for cards only': 'ALL, ou CARD pour les cartes seulement',
  'what is paid for': 'ce qui est payé',
  "the payer's name": 'le nom du payeur',
  "the payer's e-mail address": "l'adresse électronique du payeur",
  "the payer's number, with the country code": "le numéro du payeur, avec l'indicatif du pays",
  'ask one customer for a payment on the handset': 'demander un paiement à un client sur son téléphone',
  'such as mtn-benin; operators lists them': 'par exemple mtn-benin ; operators les énumère',
  "the customer's number, with the country code": "le numéro du client, avec l'indicatif du pays",
  "such as 1500 or 150.50, in the currency of the operator's country":
    "par exemple 1500 ou 150.50, dans la devise du pays de l'opérateur",
  "the customer's name": 'le nom du client',
  "the customer's e-mail address": "l'adresse électronique du client",
  'anything that is to come back with notifications': 'tout ce qui doit revenir avec les notifications',
  'pay one payout: a batch of one, checked and claimed as a row of a file':
    "payer une seule personne : un lot d'une ligne, vérifiée et réservée comme celle d'un fichier",
  "the beneficiary's number": 'le numéro du bénéficiaire',
  'your own id of this payout: given again, it is not paid again':
    "votre propre identifiant de ce paiement : redonné, il n'est pas payé de nouveau",
  "must be that of the operator's country": "doit être celle du pays de l'opérateur",
  'must be that of the operator': "doit être celui de l'opérateur",
  "the beneficiary's name": 'le nom du bénéficiaire',
  'kept with the payout; comes out in its report': 'conservée avec le paiement ; figure dans son rapport',
  'pay although a payout of the last 24 hours looks the same':
    'payer même si un paiement des dernières 24 heures est semblable',
  'pay whatever is submitted until stopped; SIGTERM finishes what is in flight':
    "payer tout ce qui est soumis jusqu'à l'arrêt ; SIGTERM termine ce qui est parti",
  'pay the batches that were submitted with --sandbox, and only those':
    'payer les lots soumis avec --sandbox, et seulement ceux-là',
  'where its health and metrics are served; off: nowhere': 'où son état et ses mesures sont servis ; off : nulle part',
  "receive the provider's payment notifications until stopped; print a line about each":
    "recevoir les notifications du prestataire jusqu'à l'arrêt ; une ligne pour chacune",
  'where to listen; 0 takes a free one': 'où écouter ; 0 en prend un libre',
  'on which address': 'à quelle adresse',
  'the address of the server with TLS in front of it, for the printed one':
    "l'adresse du serveur TLS placé devant, pour celle qui est affichée",
  'print a JSON document a line, for each notification': 'écrire un document JSON par ligne, pour chaque notification',
  'It must be an address such as https://pay.example.com.': 'Il faut une adresse comme https://pay.example.com.',
  "serve the provider's whole interface locally: payments, collections, payouts; nobody is paid":
    "servir localement toute l'interface du prestataire : encaissements en ligne et par téléphone, paiements ; personne n'est payé",
  'keep the state here over restarts; else in memory only':
    "garder l'état ici d'un démarrage à l'autre ; sinon en mémoire seulement",
  'the merchant that payers are shown': 'le marchand que voient les payeurs',
  'refuse payouts with HTTP 403, as for a merchant who is not approved for them':
    "refuser les paiements avec HTTP 403, comme à un marchand qui n'y est pas autorisé",
  'every answer waits this long': 'chaque réponse attend aussi longtemps',
  'how long a payer has on the payment page': "le temps qu'a un payeur sur la page de paiement",
  'how long a customer has at the handset': "le temps qu'a un client sur son téléphone",
  'show the queue in a browser, behind a login, until stopped; nothing can be changed there':
    "montrer la file d'attente dans un navigateur, avec mot de passe, jusqu'à l'arrêt ; rien ne peut y être changé",
  'Sign in as payrun, with PAYRUN_BOARD_PASSWORD: 12 characters or more, and without one it does not start. Jobs hold ids only. Ends with 0 when it is stopped, with 2 when it can not listen there, with 6 without a database or a queue.':
    "Connectez-vous comme payrun, avec PAYRUN_BOARD_PASSWORD : 12 caractères au moins ; sans lui, rien n'est servi. Les tâches ne portent que des identifiants. Se termine avec 0 à l'arrêt, 2 si l'adresse ne peut pas être prise, 6 sans base de données ou sans file d'attente.",
  'PAYRUN_BOARD_PASSWORD is not set: the queue is shown to whoever knows it, so choose one of at least 12 characters.':
    "PAYRUN_BOARD_PASSWORD n'est pas défini : la file d'attente est montrée à qui le connaît ; choisissez-en un d'au moins 12 caractères.",
  'Warning: on {1} the password comes in without TLS, and others on the network can read it. Put a server with TLS in front of payrun, and leave out --host.':
    "Attention : sur {1} le mot de passe arrive sans TLS, et d'autres sur le réseau peuvent le lire. Placez un serveur TLS devant payrun, et omettez --host.",
  'The queue is shown at the address above: sign in as {1}, with PAYRUN_BOARD_PASSWORD. Stop it with Ctrl-C.':
    "La file d'attente est montrée à l'adresse ci-dessus : connectez-vous comme {1}, avec PAYRUN_BOARD_PASSWORD. Arrêtez avec Ctrl-C.",
  "check the configuration, the ledger, the queue, the provider's reachability; nothing is sent":
    "vérifier la configuration, le registre, la file d'attente et l'accès au prestataire ; rien n'est envoyé",
  "make the ledger's and the queue's tables, or bring them up to date, and grant the roles their rights":
    "créer ou mettre à jour les tables du registre et de la file d'attente, et donner leurs droits aux rôles",
  'blank the names and phone numbers of batches that have been over for long; nothing brings them back':
    'effacer les noms et les numéros des lots terminés depuis longtemps ; rien ne les ramène',
  'batches that were over before this day (UTC), such as 2026-01-31':
    'les lots terminés avant ce jour (UTC), par exemple 2026-01-31',
  'say what would be purged, and change nothing': 'dire ce qui serait effacé, sans rien changer',
  'print the script with which a shell completes commands, options and their values':
    'afficher le script avec lequel un shell complète les commandes, les options et leurs valeurs',
  'the shell that reads it': 'le shell qui le lit',
}
