import type { Catalogue } from '../catalogue.ts'

/** What the provider's answers mean, and what is wrong with a request before it is sent. */
export const provider: Catalogue = {
  'a notification about another number': 'une notification sur un autre numéro',
  'a notification was not handled: it is handed over again later':
    "une notification n'a pas été traitée : elle sera remise plus tard",
  'The provider closed a kept connection under a request: from now on each request opens its own.':
    'Le prestataire a fermé une connexion gardée pendant une demande : désormais chaque demande ouvre la sienne.',
  '{1}: the customer may be asked to pay all the same.': '{1} : le client est peut-être invité à payer malgré tout.',
  'amount must be above zero, and have 15 digits before the decimals at most':
    'amount doit être supérieur à zéro et avoir 15 chiffres au plus avant les décimales',
  'amount is not right: {1}': "amount n'est pas correct : {1}",
  'operator is none of the supported codes: did you mean {1}?':
    "operator n'est aucun des codes acceptés : vouliez-vous dire {1} ?",
  'operator is none of the supported codes': "operator n'est aucun des codes acceptés",
  'phoneNumber lacks the country code: write +{1} and the number':
    "phoneNumber n'a pas l'indicatif du pays : écrivez +{1} puis le numéro",
  'phoneNumber is not a phone number of {1}: write +{2} and the number, digits only':
    "phoneNumber n'est pas un numéro de téléphone ({1}) : écrivez +{2} puis le numéro, uniquement des chiffres",
  'phoneNumber is a number of another country, and the operator is in {1}: correct one of the two':
    "phoneNumber est un numéro d'un autre pays, et l'opérateur est dans ce pays-ci : {1}. Corrigez l'un des deux",
  'phoneNumber is not a mobile number of {1}: mobile money needs a mobile number':
    "phoneNumber n'est pas un numéro mobile ({1}) : le mobile money demande un numéro mobile",
  'The app key is empty or has spaces, line breaks or letters beyond ASCII in it: copy it again.':
    'La clé app-key est vide, ou contient des espaces, des sauts de ligne ou des lettres hors ASCII : copiez-la de nouveau.',
  'The merchant key is empty or has spaces, line breaks or letters beyond ASCII in it: copy it again.':
    'La clé merchant-key est vide, ou contient des espaces, des sauts de ligne ou des lettres hors ASCII : copiez-la de nouveau.',
  "The provider's base URL must start with http:// or https:// and name a host.":
    "L'adresse du prestataire doit commencer par http:// ou https:// et nommer un hôte.",
  "The provider's base URL must be an address only: no user, password, ? or # in it.":
    "L'adresse du prestataire ne doit être qu'une adresse : sans utilisateur, mot de passe, ? ni #.",
  'customData must be something that JSON can say': 'customData doit pouvoir être écrit en JSON',
  'the collection': "l'encaissement",
  'the payment': 'le paiement',
  'the payout': 'le versement',
  'The provider answered with HTTP {1} and no error in its text.':
    'Le prestataire a répondu HTTP {1}, sans erreur dans son texte.',
  'The provider answered with HTTP {1} and another status in its text.':
    'Le prestataire a répondu HTTP {1}, avec un autre statut dans son texte.',
  'The provider reported an error together with a status that is none.':
    "Le prestataire a signalé une erreur avec un statut qui n'en est pas une.",
  'The provider reported no error together with a status of failure.':
    "Le prestataire n'a signalé aucune erreur, avec un statut d'échec.",
  'The provider answered about another amount than was asked for.':
    "Le prestataire a répondu au sujet d'un autre montant que celui demandé.",
  'The provider answered about another number or amount than was sent.':
    "Le prestataire a répondu au sujet d'un autre numéro ou montant que ceux envoyés.",
  'The provider reported no error, and gave no reference.':
    "Le prestataire n'a signalé aucune erreur et n'a donné aucune référence.",
  'The provider called it neither done nor failed, and gave no reference.':
    "Le prestataire ne l'a dit ni fait ni échoué, et n'a donné aucune référence.",
  'The provider has the payout and has not said yet whether it was made.':
    "Le prestataire a reçu le paiement et n'a pas encore dit s'il a été fait.",
  'The provider answered in a form that is no collection answer (HTTP {1}).':
    "Le prestataire a répondu sous une forme qui n'est pas une réponse d'encaissement (HTTP {1}).",
  'The provider answered in a form that is no payout answer (HTTP {1}).':
    "Le prestataire a répondu sous une forme qui n'est pas une réponse de paiement (HTTP {1}).",
  'The provider answered in a form that is no payment answer (HTTP {1}).':
    "Le prestataire a répondu sous une forme qui n'est pas une réponse de paiement en ligne (HTTP {1}).",
  'The provider answered with a status that has no known meaning here.':
    "Le prestataire a répondu avec un statut qui n'a pas de sens connu ici.",
  'The provider refused it without giving a reason.': "Le prestataire l'a refusé sans donner de raison.",
  'The provider refused the payout without giving a reason.':
    'Le prestataire a refusé le paiement sans donner de raison.',
  '{1}: nothing was sent.': "{1} : rien n'a été envoyé.",
  '{1}: the payout may have been made.': '{1} : le paiement a peut-être été fait.',
  'The provider refused the connection': 'Le prestataire a refusé la connexion',
  "The provider's host name could not be found": "Le nom d'hôte du prestataire est introuvable",
  'No connection to the provider came about in time': "La connexion au prestataire n'a pas abouti à temps",
  "The provider's TLS certificate or handshake failed": 'Le certificat ou la négociation TLS du prestataire a échoué',
  'The time limit passed before a connection was free': "Le délai s'est écoulé avant qu'une connexion soit libre",
  'The request was held back at the last moment': 'La demande a été retenue au dernier moment',
  'No connection to the provider could be had': "Aucune connexion au prestataire n'a pu être établie",
  'The provider did not answer in time': "Le prestataire n'a pas répondu à temps",
  'The connection was reset before the whole answer came':
    "La connexion a été coupée avant l'arrivée de toute la réponse",
  'The connection was closed before the whole answer came':
    "La connexion a été fermée avant l'arrivée de toute la réponse",
  'The request was broken off before the answer came': "La demande a été interrompue avant l'arrivée de la réponse",
  'The answer was larger than any answer of this interface':
    'La réponse était plus grande que toute réponse de cette interface',
  'What came back was not HTTP': "Ce qui est revenu n'était pas du HTTP",
  'The answer was lost': 'La réponse a été perdue',
  'The provider did not accept the keys (HTTP {1}): check PAYRUN_APP_KEY and PAYRUN_MERCHANT_KEY.':
    "Le prestataire n'a pas accepté les clés (HTTP {1}) : vérifiez PAYRUN_APP_KEY et PAYRUN_MERCHANT_KEY.",
  'The provider has no such service at this address (HTTP {1}): check PAYRUN_PROVIDER_URL.':
    "Le prestataire n'a pas ce service à cette adresse (HTTP {1}) : vérifiez PAYRUN_PROVIDER_URL.",
  'The provider answered with a redirect (HTTP {1}), which is not followed: check PAYRUN_PROVIDER_URL.':
    "Le prestataire a répondu par une redirection (HTTP {1}), qui n'est pas suivie : vérifiez PAYRUN_PROVIDER_URL.",
  'The provider had an error (HTTP {1}) and did not say what became of it.':
    "Le prestataire a eu une erreur (HTTP {1}) et n'a pas dit ce qu'il en est advenu.",
  'The provider answered with HTTP {1}, which has no known meaning here.':
    "Le prestataire a répondu HTTP {1}, qui n'a pas de sens connu ici.",
  'The provider asked to slow down (HTTP 429).': 'Le prestataire a demandé de ralentir (HTTP 429).',
  'amount is missing': 'amount manque',
  'amount must be a text such as "150.50", or a bigint of minor units: a JavaScript number is not exact':
    'amount doit être un texte comme "150.50", ou un bigint en unités mineures : un nombre JavaScript n\'est pas exact',
  '{1} has no field {2}': "{1} n'a pas de champ {2}",
  '{1} must be an object': '{1} doit être un objet',
  'currency must be one of {1}': "currency doit être l'une de celles-ci : {1}",
  '{1} must be ALL or CARD': '{1} doit être ALL ou CARD',
  'currency must be {1}, in which payouts in {2} are': 'currency doit être {1}, la devise des paiements du pays ({2})',
  'an empty answer (HTTP {1})': 'une réponse vide (HTTP {1})',
  'an answer that is not UTF-8': "une réponse qui n'est pas en UTF-8",
  'an answer that is not JSON': "une réponse qui n'est pas en JSON",
  'an answer that was cut short': 'une réponse coupée avant la fin',
  'an answer with missing or unexpected fields': 'une réponse avec des champs manquants ou inattendus',
  "The provider's answer gives the same field twice.": 'La réponse du prestataire donne deux fois le même champ.',
  "The provider sent {1}: it can't be told what became of the request.":
    "Le prestataire a envoyé {1} : on ne peut pas dire ce qu'est devenue la demande.",
  'an error without a payment status': 'une erreur sans statut de paiement',
  'an answer that gives the same field twice': 'une réponse qui donne deux fois le même champ',
  'an answer in no known form': 'une réponse sous une forme inconnue',
  'an answer about another reference': 'une réponse sur une autre référence',
  'an answer about another number or amount': 'une réponse sur un autre numéro ou montant',
  'an answer with a status inside another part of it': "une réponse avec un statut à l'intérieur d'une autre partie",
  '{1} with an error': '{1} avec une erreur',
  "{1} without the payment's reference": '{1} sans la référence du paiement',
  'connection refused': 'connexion refusée',
  'host name not found': "nom d'hôte introuvable",
  'no connection in time': 'pas de connexion à temps',
  'TLS failed': 'échec TLS',
  'held back': 'retenue',
  'no answer in time': 'pas de réponse à temps',
  'connection reset': 'connexion coupée',
  'connection closed': 'connexion fermée',
  'broken off': 'interrompue',
  'an answer over 64 KiB': 'une réponse de plus de 64 Kio',
  'not HTTP': 'pas du HTTP',
  'connection lost': 'connexion perdue',
  'PAYRUN_STATUS_PATH must be a path with {1} in it, without spaces and #.':
    'PAYRUN_STATUS_PATH doit être un chemin qui contient {1}, sans espaces ni #.',
  '{1} is not an e-mail address': "{1} n'est pas une adresse e-mail",
  'amount must be digits, such as "1500" or "150.50"': 'amount doit être en chiffres, comme "1500" ou "150.50"',
  'amount is not a number': "amount n'est pas un nombre",
  'amount must be above zero': 'amount doit être supérieur à zéro',
  'amount is too large': 'amount est trop grand',
  '{1} must be an absolute address that starts with http:// or https://':
    '{1} doit être une adresse complète qui commence par http:// ou https://',
  '{1} is missing': '{1} manque',
  '{1} is not a text': "{1} n'est pas un texte",
  '{1} is empty': '{1} est vide',
  '{1} is longer than {2} characters': '{1} dépasse {2} caractères',
  '{1} must be digits with the country code, a leading plus at most':
    "{1} doit être en chiffres avec l'indicatif du pays, précédés au plus d'un plus",
}
