import type { Catalogue } from '../catalogue.ts'

/** What is wrong with a variable of the environment, or with a file that is to be written. */
export const settings: Catalogue = {
  '{1} {2}. Set it in the environment or in .env.': "{1} {2}. Réglez-la dans l'environnement ou dans .env.",
  'the environment': "l'environnement",
  "{1} can't be read: check that it is a text file that you may read.":
    "Impossible de lire {1} : vérifiez que c'est un fichier texte et que vous avez le droit de le lire.",
  'must be an address such as {1}': 'doit être une adresse comme {1}',
  'must be an address such as redis://127.0.0.1:6379, or one of sentinels or a cluster':
    "doit être une adresse comme redis://127.0.0.1:6379, ou celle de sentinelles ou d'un cluster",
  'must be a whole number from {1} to {2}': 'doit être un nombre entier de {1} à {2}',
  'must be 1, or 2 for a second person who approves each batch':
    'doit être 1, ou 2 pour une deuxième personne qui approuve chaque lot',
  'must be a path with {1} in it, such as /v1/payment/status/{2}':
    'doit être un chemin qui contient {1}, comme /v1/payment/status/{2}',
  'must have at least 12 characters': 'doit avoir au moins 12 caractères',
  'must have at least 16 characters': 'doit avoir au moins 16 caractères',
  'must be 22 to 100 letters, digits, - or _': 'doit avoir 22 à 100 lettres, chiffres, - ou _',
  'must be an address to listen on, such as 127.0.0.1 or 0.0.0.0':
    "doit être une adresse d'écoute, comme 127.0.0.1 ou 0.0.0.0",
  'must be a port or off': 'doit être un port ou off',
  'must be 1 or 0': 'doit être 1 ou 0',
  'must be an e-mail address such as payrun@example.com': 'doit être une adresse e-mail comme payrun@example.com',
  'must be e-mail addresses with commas in between': "doit être une liste d'adresses e-mail séparées par des virgules",
  'must be error, warn, info, debug or silent': 'doit être error, warn, info, debug ou silent',
  'must be en or fr': 'doit être en ou fr',
  'must be a number of payouts a second, such as 20 or 0.5':
    'doit être un nombre de paiements par seconde, comme 20 ou 0.5',
  'must be more than 0 and at most 100000': 'doit être supérieur à 0 et de 100000 au plus',
  'must be a list of operators with their payouts a second, such as mtn-benin=20,wave-senegal=0.5':
    "doit être une liste d'opérateurs avec leurs paiements par seconde, comme mtn-benin=20,wave-senegal=0.5",
  "PAYRUN_CRASH_POINT is for payrun's own fault tests and is refused here: unset it.":
    'PAYRUN_CRASH_POINT sert aux tests de panne de payrun et est refusé ici : retirez cette variable.',
  'PAYRUN_CRASH_POINT must be a token, a point ({1}), kill, stop, throw or block=MS, and perhaps a number.':
    'PAYRUN_CRASH_POINT doit être un jeton, un point ({1}), kill, stop, throw ou block=MS, et éventuellement un nombre.',
  "The report can't be written to {1}: {2}": "Impossible d'écrire le rapport dans {1} : {2}",
  "The copy can't be written to {1}: {2}": "Impossible d'écrire la copie dans {1} : {2}",
  "The template can't be written to {1}: {2}": "Impossible d'écrire le modèle dans {1} : {2}",
  'the folder {1} does not exist. Create it, or name another file.':
    "le dossier {1} n'existe pas. Créez-le, ou indiquez un autre fichier.",
  'a part of {1} is a file, not a folder. Name another file.':
    'une partie de {1} est un fichier, pas un dossier. Indiquez un autre fichier.',
  'it is a folder. Name a file in it.': "c'est un dossier. Indiquez un fichier de ce dossier.",
  'you may not write in the folder {1}. Have the permission changed, or name another file.':
    "vous n'avez pas le droit d'écrire dans le dossier {1}. Faites changer les droits, ou indiquez un autre fichier.",
  'that disk can only be read. Name a file on another disk.':
    'ce disque est en lecture seule. Indiquez un fichier sur un autre disque.',
  'the disk is full. Make room, or name a file on another disk, then try again.':
    'le disque est plein. Faites de la place, ou indiquez un fichier sur un autre disque, puis essayez de nouveau.',
  'it is larger than a file may be there. Name a file on another disk.':
    'il dépasse la taille permise à cet endroit. Indiquez un fichier sur un autre disque.',
  'the name is too long. Choose a shorter one.': 'le nom est trop long. Choisissez-en un plus court.',
  'the links on the way to it go round in a circle. Name another file.':
    'les liens qui y mènent tournent en rond. Indiquez un autre fichier.',
  'the system answered {1}. Try again, or name another file.':
    'le système a répondu {1}. Essayez de nouveau, ou indiquez un autre fichier.',
  'an unknown error': 'une erreur inconnue',
  "The report can't be written to {1}: it is not a plain file. Name a file, or leave the file out to get the report on standard output.":
    "Impossible d'écrire le rapport dans {1} : ce n'est pas un fichier ordinaire. Indiquez un fichier, ou omettez-le pour recevoir le rapport sur la sortie standard.",
  "The copy can't be written to {1}: it is not a plain file. Name a file.":
    "Impossible d'écrire la copie dans {1} : ce n'est pas un fichier ordinaire. Indiquez un fichier.",
  "The template can't be written to {1}: it is not a plain file. Name a file, or leave the file out to get the template on standard output.":
    "Impossible d'écrire le modèle dans {1} : ce n'est pas un fichier ordinaire. Indiquez un fichier, ou omettez-le pour recevoir le modèle sur la sortie standard.",
  'unknown error': 'erreur inconnue',
  'the disk is full. Make room, then write the report again.':
    'le disque est plein. Faites de la place, puis écrivez le rapport de nouveau.',
  'the system answered {1}. Write the report again, or to another place.':
    'le système a répondu {1}. Écrivez le rapport de nouveau, ou à un autre endroit.',
  'The report could not be written: {1}': "Le rapport n'a pas pu être écrit : {1}",
}
