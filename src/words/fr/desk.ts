import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/desk.ts'

export const messages: Translation<typeof english> = {
  'desk.needs_url':
    "La console ne peut écouter sur {host} que si {variable} contient l'adresse que les gens utilisent : https, ou http://127.0.0.1 et un port.",
  'desk.listens_here': 'La console écoute sur {local}, pour le proxy placé devant elle.',
  'desk.set_up_here': 'Créez le premier compte ici (lien valable une fois, pendant une heure) : {setUpUrl}',
  'desk.ask_provider_first':
    "Interrogez d'abord le prestataire : l'historique de chaque ligne montre ce qui en a été dit. Pour réessayer les autres, indiquez-les dans `lines`. Une ligne qui n'a certainement pas été payée ne se réessaie que depuis la ligne de commande.",
  'desk.none_failed_some_open':
    "Il n'y a rien à réessayer : aucune ligne n'a échoué. Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti : réglez chacune d'elles, ou rapprochez le lot du relevé du prestataire.",
  'desk.open_rows':
    "Les lignes inconnues et acceptées ne sont jamais renvoyées, car l'argent est peut-être parti : réglez chacune d'elles, ou rapprochez le lot du relevé du prestataire.",
  'desk.none_failed_some_unpaid':
    "Il n'y a rien à réessayer : aucune ligne n'a échoué. Certaines sont encore à payer : reprenez le lot.",
  'desk.last_decides_nothing':
    "Donnez l'identifiant du lot : quand la demande arrive, le dernier lot peut être un autre.",
  'desk.no_such_batch': "Il n'y a pas de lot « {name} ».",
  'desk.no_such_schedule': "Il n'y a pas de paiement planifié « {id} ».",
  'desk.row_settled_by': 'Ligne {line} : déjà « {state} », par {actor} ({at}).',
  'desk.reference_waits': "Cette référence attend d'être payée ({where}).",
  'desk.reference_being_paid': 'Cette référence est en cours de paiement ({where}).',
  'desk.reference_accepted':
    "Le prestataire a reçu cette référence, mais n'a pas encore dit si elle est payée ({where}).",
  'desk.reference_unknown':
    'Cette référence est peut-être payée, peut-être pas ({where}). Réglez sa ligne, ou rapprochez son lot du relevé du prestataire.',
  'desk.reference_in_doubt':
    "Cette référence est « {state} » ({where}), mais il semble qu'elle ait tout de même été payée. Interrogez d'abord le prestataire.",
  'desk.paid_or_not_paid': 'Indiquez soit paid, avec la référence du prestataire, soit not_paid: true.',
  'desk.not_http': "Ceci n'est pas une requête HTTP, ou elle s'est interrompue. Rien n'a été changé.",
  'desk.path_too_long': "Il n'y a rien à cette adresse : elle est trop longue pour un identifiant ou un nom.",
  'desk.path_invalid': "L'adresse est mal encodée. Écrivez % sous la forme %25.",
  'desk.request_invalid': "La demande n'a pas pu être lue. Rien n'a été changé.",
  'desk.field_wrong': '{field} : {what}',
  'desk.fields_wrong': 'Corrigez {fields} : problems indique ce qui ne va pas pour chacun.',
  'desk.field_unknown': "Ce champ ou paramètre n'existe pas. Vérifiez son orthographe, ou retirez-le.",
  'desk.field_missing': 'Ce champ est obligatoire.',
  'desk.field_invalid': "Cette valeur n'a pas la bonne forme. La documentation (/api/docs) montre la bonne.",
  'desk.field_one_of': 'Indiquez une de ces valeurs : {choices}.',
  'desk.field_at_least': 'Indiquez au moins {least}.',
  'desk.field_at_most': 'Indiquez au plus {most}.',
  'desk.field_empty': "Cette valeur est vide. Si vous n'avez rien à indiquer, retirez le champ.",
  'desk.field_required': 'Ce champ est obligatoire et ne peut pas être vide.',
  'desk.field_too_long': 'Indiquez au plus {most, plural, one {# caractère} other {# caractères}}.',
  'desk.field_empty_list': 'Cette liste est vide. Indiquez au moins un élément, ou retirez le champ.',
  'desk.field_too_many': 'Indiquez au plus {most, plural, one {# élément} other {# éléments}}.',
  'desk.must_be_text': 'Indiquez un texte, une seule fois.',
  'desk.must_be_line':
    'Cette valeur contient des caractères invisibles ou impossibles à conserver, comme NUL. Retirez-les.',
  'desk.must_be_whole': 'Indiquez un nombre entier, par exemple 50.',
  'desk.must_be_boolean': 'Indiquez true ou false.',
  'desk.must_be_list': 'Indiquez une liste.',
  'desk.must_be_object': 'Envoyez un objet JSON.',
  'desk.must_be_amount': 'Indiquez un montant sous forme de texte, par exemple "150000" ou "12.50".',
  'desk.must_be_currency': 'Indiquez une devise dans laquelle paie un opérateur, par exemple XOF.',
  'desk.must_be_zone': 'Indiquez un fuseau horaire, par exemple Africa/Porto-Novo.',
  'desk.float_one_change': 'Indiquez soit "set", soit "add", soit des budgets ("daily", "monthly", "tz").',
  'desk.float_not_set':
    'Aucune provision n\'est fixée pour {currency}. Indiquez d\'abord ce qui peut être dépensé, avec "set".',
  'desk.must_be_instant': 'Indiquez une heure avec son décalage par rapport à UTC, comme 2026-12-01T08:00Z.',
  'desk.tz_without_between': "tz ne s'utilise qu'avec between.",
  'desk.must_be_sha256': 'Indiquez un SHA-256 de 64 chiffres hexadécimaux.',
  'desk.cursor_invalid':
    "Ce curseur n'est pas celui de cette liste. Prenez la valeur de next de la page précédente, avec les mêmes filtres.",
  'desk.body_of_read':
    "Une requête GET n'a pas de corps ici. Indiquez les filtres et les autres paramètres dans l'adresse, après un point d'interrogation.",
  'desk.body_not_json': "Le corps de la demande n'est pas du JSON.",
  'desk.field_name':
    "Aucun champ ne peut s'appeler « __proto__ », ni « constructor » avec un « prototype » à l'intérieur. Supprimez-le ou renommez-le.",
  'desk.body_not_utf8':
    "Le corps de la demande n'est pas de l'UTF-8 valide. Rien n'a été enregistré. Écrivez le JSON en UTF-8 et envoyez-le à nouveau.",
  'desk.too_large': "Le fichier est trop volumineux. Il peut avoir jusqu'à 512 Mio.",
  'desk.body_too_large': 'Le corps de la demande est trop volumineux : {kib} Kio au plus ici.',
  'desk.unsupported_encoding':
    'Le corps est compressé (Content-Encoding), ce que payrun ne lit pas. Envoyez-le tel quel.',
  'desk.parameter_encoding': "L'encodage en % est incorrect. Encodez le texte en UTF-8.",
  'desk.unsupported_type':
    'Ce type de contenu n’est pas accepté ici. Envoyez du JSON ; un fichier en text/csv, application/json, application/x-ndjson, XLSX, ou comme partie file de multipart/form-data.',
  'desk.too_many_requests': "Trop de demandes. Attendez le temps qu'indique Retry-After.",
  'desk.internal': 'La console a rencontré une erreur interne. Son journal contient les détails.',
  'desk.unavailable':
    "La base de données ou la file d'attente ne répond pas, ou met trop de temps. Réessayez plus tard.",
  'desk.read_only':
    "La base de données n'accepte aucune modification pour le moment : quelqu'un l'a mise en lecture seule, ou elle est devenue un serveur de secours. Réessayez plus tard.",
  'desk.database_short': '{why} Réessayez plus tard.',
  'desk.maybe_done':
    "La base de données ou la file d'attente n'a pas répondu à temps. Ce que vous avez demandé est peut-être fait malgré tout. Avec une Idempotency-Key, envoyez de nouveau la demande : elle n'est exécutée qu'une fois. Sans elle, vérifiez d'abord si c'est fait.",
  'desk.maybe_done_short':
    "{why} Ce que vous avez demandé est peut-être fait malgré tout. Avec une Idempotency-Key, envoyez de nouveau la demande ensuite : elle n'est exécutée qu'une fois. Sans elle, vérifiez d'abord si c'est fait.",
  'desk.wrong_host': "Ce nom d'hôte n'est pas servi ici. Indiquez dans {variable} l'adresse que les gens utilisent.",
  'desk.host_missing': "La requête n'indique pas à quel hôte elle s'adresse. Envoyez l'en-tête Host.",
  'desk.no_such_path': "Il n'y a rien à cette adresse.",
  'desk.method_not_allowed': "Cette adresse n'accepte que {allow}.",
  'desk.key_missing': "Envoyez votre clé d'API : Authorization: Bearer pr_…",
  'desk.key_in_progress':
    'La première demande avec cette Idempotency-Key est encore en cours. Demandez à nouveau dans un instant.',
  'desk.key_reused': 'Cette Idempotency-Key a servi à une autre demande. Utilisez-en une nouvelle.',
  'desk.key_not_usable': 'Une Idempotency-Key a de 1 à 255 caractères ASCII visibles.',
  'desk.file_missing':
    "Il n'y a pas de fichier. Envoyez-le comme corps de la demande, ou comme partie file de multipart/form-data.",
  'desk.reference_alike':
    "La référence {reference} a déjà servi, et celle-ci n'en diffère que par l'écriture (majuscules, espaces ou zéros initiaux, par exemple). Pour répéter cette demande, écrivez la référence de la même façon. Sinon, utilisez-en une nettement différente.",
  'desk.reference_of_sandbox': 'La référence {reference} a déjà servi dans le bac à sable. Utilisez-en une nouvelle.',
  'desk.data_too_deep': "Indiquez au plus {most, plural, one {# niveau} other {# niveaux}} d'imbrication.",
  'desk.field_twice': 'Ce champ a été envoyé plusieurs fois. Envoyez-le une seule fois.',
  'desk.file_twice': "Il y a plus d'un fichier. Envoyez chacun dans une demande à part.",
  'desk.body_broken_off': "Le fichier a été interrompu avant la fin. Rien n'a été enregistré. Envoyez-le à nouveau.",
  'desk.body_too_slow':
    "Le fichier arrivait trop lentement et a été coupé. Rien n'a été enregistré. Envoyez-le à nouveau.",
  'desk.file_refused': 'Le fichier a été refusé : voyez problems.',
  'desk.payout_refused': 'Le paiement a été refusé : voyez problems.',
}
