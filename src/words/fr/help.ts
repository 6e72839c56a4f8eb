import type { Catalogue } from '../catalogue.ts'

/** --help: files, batches, what is open, schedules and approvals. */
export const help: Catalogue = {
  'check a file; print every problem with line, column, value, code and a sentence':
    'vérifier un fichier ; chaque problème avec sa ligne, sa colonne, sa valeur, son code et une phrase',
  'let rows without a reference repeat a number and amount':
    'laisser des lignes sans référence répéter un numéro et un montant',
  "refuse rows above this amount, in the row's currency":
    'refuser les lignes au-dessus de ce montant, dans la devise de la ligne',
  'write a copy with the mends that are certain, and list them; no amount is ever changed':
    "écrire une copie avec les corrections certaines, et les énumérer ; aucun montant n'est jamais changé",
  'where the copy goes': 'où va la copie',
  'payrun validate payroll.csv --fix -o mended.csv': 'payrun validate payroll.csv --fix -o corrige.csv',
  'write an empty payout file to fill in: CSV, or a workbook with lists to choose from':
    'écrire un fichier de paiement vide à remplir : CSV, ou un classeur avec des listes de choix',
  'whose operators are listed; name or ISO code; may be given several times':
    'dont les opérateurs sont énumérés ; nom ou code ISO ; peut être donné plusieurs fois',
  "else by the file's name, else csv": "sinon d'après le nom du fichier, sinon csv",
  'of the columns and explanations': 'des colonnes et des explications',
  'where it goes; a file there is replaced; else to standard output':
    'où il va ; un fichier déjà là est remplacé ; sinon sur la sortie standard',
  'check, submit, pay and report, in this process': 'vérifier, soumettre, payer et rendre compte, dans ce processus',
  'leave the paying to workers': 'laisser le paiement aux workers',
  'check and submit; leave the paying to workers; print the batch id':
    "vérifier et soumettre ; laisser le paiement aux workers ; afficher l'identifiant du lot",
  'XLSX, CSV, JSON or NDJSON; - for standard input': "XLSX, CSV, JSON ou NDJSON ; - pour l'entrée standard",
  "the batch's name; else the file's": 'le nom du lot ; sinon celui du fichier',
  'who submits it; else your login name. With PAYRUN_APPROVALS=2 somebody else has to approve it':
    "qui le soumet ; sinon votre nom d'utilisateur. Avec PAYRUN_APPROVALS=2, quelqu'un d'autre doit l'approuver",
  'the scope of references, such as 2026-11: a reference is paid once in each':
    'la portée des références, par exemple 2026-11 : une référence y est payée une seule fois',
  'the scope of references, such as 2026-11': 'la portée des références, par exemple 2026-11',
  'take the file now, and let the workers pay it from then on: 2026-12-01T08:00':
    'prendre le fichier maintenant, et laisser les workers le payer à partir de ce moment : 2026-12-01T08:00',
  "the time zone of --at, such as Africa/Abidjan; else this machine's":
    'le fuseau horaire de --at, par exemple Africa/Abidjan ; sinon celui de cette machine',
  'pay to the built-in sandbox instead of the provider': 'payer vers le bac à sable intégré au lieu du prestataire',
  'where the report goes when the batch settles': 'où va le rapport quand le lot est réglé',
  'the column that stands for a field, as in phone="N° de téléphone"; repeatable':
    'la colonne qui correspond à un champ, comme phone="N° de téléphone" ; peut être répété',
  'of a workbook (.xlsx); else its first sheet': "d'un classeur (.xlsx) ; sinon sa première feuille",
  'pay the valid rows of a file that has invalid ones': "payer les lignes valides d'un fichier qui en a d'invalides",
  'refuse the file unless this many rows would be paid':
    "refuser le fichier s'il n'a pas exactement ce nombre de lignes à payer",
  'refuse the file unless its payable rows add up to this':
    'refuser le fichier si ses lignes à payer ne totalisent pas ce montant',
  'pause at this many rows whose fate is unknown': 'mettre en pause à ce nombre de lignes dont le sort est inconnu',
  'of the report': 'du rapport',
  'Batch:': 'Lot :',
  'How the file is read:': 'Comment le fichier est lu :',
  'What is paid of it:': 'Ce qui en est payé :',
  'Report:': 'Rapport :',
  'Schedule:': 'Planification :',
  'all batches, newest first': "tous les lots, le plus récent d'abord",
  "one batch's state, counts and sums": "l'état d'un lot, ses nombres et ses sommes",
  'follow it until it is settled or paused': "le suivre jusqu'à ce qu'il soit réglé ou en pause",
  'write the report (to standard output without -o)': 'écrire le rapport (sur la sortie standard sans -o)',
  'where to write it; an older report there is replaced whole':
    "où l'écrire ; un rapport plus ancien y est remplacé en entier",
  "verify a batch's audit trail: an edit, a deletion, a swap or a cut-off tail is found":
    "vérifier la piste d'audit d'un lot : toute modification, suppression, permutation ou fin coupée est trouvée",
  'tell the whole history of the payout on this line of the file':
    "raconter toute l'histoire du paiement de cette ligne du fichier",
  'an id, a unique beginning of one, or last': "un identifiant, son début s'il est unique, ou last",
  'the operators of each country, and which are held and why; hold and release them':
    'les opérateurs de chaque pays, lesquels sont suspendus et pourquoi ; les suspendre et les libérer',
  "the sandbox's holds": 'les suspensions du bac à sable',
  'the code of an operator': "le code d'un opérateur",
  'why; kept, and shown by operators and status': 'pourquoi ; conservé, et montré par operators et status',
  "the sandbox's operator, which batches with --sandbox are paid to":
    "l'opérateur du bac à sable, vers lequel sont payés les lots avec --sandbox",
  'send nothing to an operator until it is released': "ne rien envoyer à un opérateur avant qu'il soit libéré",
  'payrun operators hold mtn-benin --note "outage announced"':
    'payrun operators hold mtn-benin --note "panne annoncée"',
  'send to an operator again, whoever held it': "envoyer de nouveau à un opérateur, qui que ce soit qui l'ait suspendu",
  'try failed rows again, as new attempts; unknown rows never':
    'réessayer les lignes en échec, comme nouvelles tentatives ; jamais celles dont le sort est inconnu',
  'only the row on this line of the file; may be given several times':
    'seulement cette ligne du fichier ; peut être donné plusieurs fois',
  'only rows that failed with this error code; may be given several times':
    "seulement les lignes en échec avec ce code d'erreur ; peut être donné plusieurs fois",
  'also rows that look like a payout of another batch': "aussi les lignes qui ressemblent à un paiement d'un autre lot",
  'also rows that evidence calls paid; with --line, once the provider has denied it':
    "aussi les lignes qu'un indice dit payées ; avec --line, une fois que le prestataire l'a démenti",
  'say what became of an unknown or accepted row': "dire ce qu'est devenue une ligne inconnue ou acceptée",
  'the line of the file': 'la ligne du fichier',
  "it was paid, under this reference of the provider's": 'elle a été payée, sous cette référence du prestataire',
  'it was not paid': "elle n'a pas été payée",
  'how you know; kept in the audit trail': "comment vous le savez ; conservé dans la piste d'audit",
  'payrun resolve last --line 17 --paid TX-48151623 --note "seen in the provider\'s portal"':
    'payrun resolve last --line 17 --paid TX-48151623 --note "vu sur le portail du prestataire"',
  "settle unknown and accepted rows by the provider's statement":
    "régler les lignes inconnues et acceptées d'après le relevé du prestataire",
  'the statement has all that was paid: unknown and accepted rows that it lacks were not':
    "le relevé contient tout ce qui a été payé : les lignes inconnues et acceptées qui n'y sont pas ne l'ont pas été",
  'say what would be done, and change nothing': 'dire ce qui serait fait, sans rien changer',
  'payrun reconcile last november.csv --dry-run': 'payrun reconcile last novembre.csv --dry-run',
  'stop sending; rows in flight settle': 'arrêter les envois ; les lignes déjà parties se règlent',
  'go on with a batch that is paused or was interrupted': 'reprendre un lot en pause ou interrompu',
  'stop a batch for good: its unsent rows are never sent':
    'arrêter un lot pour de bon : ses lignes non envoyées ne le seront jamais',
  'let a batch go that waits for a second person (PAYRUN_APPROVALS=2)':
    'laisser partir un lot qui attend une deuxième personne (PAYRUN_APPROVALS=2)',
  'who approves it; else your login name. Never who submitted it':
    "qui l'approuve ; sinon votre nom d'utilisateur. Jamais la personne qui l'a soumis",
  'kept with the approval': "conservé avec l'approbation",
  'refuse unless the file is this one': "refuser si le fichier n'est pas celui-ci",
  'refuse unless this many rows would be paid': "refuser s'il n'y a pas exactement ce nombre de lignes à payer",
  'refuse unless they add up to this': 'refuser si elles ne totalisent pas ce montant',
  'pay a file, or each new file of a folder, at planned times':
    "payer un fichier, ou chaque nouveau fichier d'un dossier, aux heures prévues",
  'every schedule, its next five times and its latest run':
    'chaque planification, ses cinq prochaines heures et sa dernière exécution',
  'its number or name': 'son numéro ou son nom',
  'what became of its planned times, latest first': "ce que sont devenues ses heures prévues, la dernière d'abord",
  'run it now, for its latest planned time': "l'exécuter maintenant, pour sa dernière heure prévue",
  'for its next planned time, early': 'pour sa prochaine heure prévue, en avance',
  'run none of its times until it is resumed': "n'exécuter aucune de ses heures avant sa reprise",
  'run its times again, from now on': 'exécuter de nouveau ses heures, à partir de maintenant',
  'never run it again; its batches are kept': "ne plus jamais l'exécuter ; ses lots sont conservés",
  'plan a file or a folder; prints its id': 'planifier un fichier ou un dossier ; affiche son identifiant',
  "as the workers' machines see it": 'tel que le voient les machines des workers',
  'when: minute, hour, day of the month, month, day of the week':
    'quand : minute, heure, jour du mois, mois, jour de la semaine',
  'on the clocks of this time zone, such as Africa/Abidjan': "à l'heure de ce fuseau, par exemple Africa/Abidjan",
  'of the schedule and of its batches': 'de la planification et de ses lots',
  'the period of each planned time, such as yyyy-MM; else one for each minute':
    'la période de chaque heure prévue, par exemple yyyy-MM ; sinon une par minute',
  'payrun schedule add payroll.csv --cron "0 8 28 * *" --tz Africa/Abidjan --period-format yyyy-MM --name Salaries':
    'payrun schedule add payroll.csv --cron "0 8 28 * *" --tz Africa/Abidjan --period-format yyyy-MM --name Salaires',
}
