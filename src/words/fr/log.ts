import type { Catalogue } from '../catalogue.ts'

/** What is logged as a warning or an error, for a person at a terminal. Logs for machines stay English. */
export const log: Catalogue = {
  Error: 'Erreur',
  Note: 'Remarque',
  Info: 'Info',
  chunk: 'tranche',
  line: 'ligne',
  attempt: 'essai',
  operator: 'opérateur',
  phone: 'téléphone',
  state: 'état',
  reason: 'raison',
  worker: 'worker',
  rows: 'lignes',
  schedule: 'planification',
  error: 'erreur',
  "a file in the spool can't be read: it is set aside, look at it":
    'un fichier de réponses en attente est illisible : il est mis de côté, regardez-le',
  'a file of a scheduled folder is too new, and left for the next time':
    "un fichier d'un dossier planifié est trop récent, et laissé pour la prochaine fois",
  'a hold could not be recorded': "une suspension n'a pas pu être enregistrée",
  'a job names a batch that is not in the ledger: ignored':
    "une tâche nomme un lot qui n'est pas dans le registre : ignorée",
  'a late answer came after the row had been settled otherwise: not used':
    'une réponse tardive est venue après un autre règlement de la ligne : pas utilisée',
  'a notification came about a reference that is not known here':
    'une notification est venue pour une référence inconnue ici',
  'a notification contradicts the ledger: nothing was changed':
    "une notification contredit le registre : rien n'a été changé",
  'a notification could not be dealt with: it is tried again':
    "une notification n'a pas pu être traitée : nouvel essai plus tard",
  'a notification was not handled: it is handed over again later':
    "une notification n'a pas été traitée : elle est redonnée plus tard",
  'a pause could not be recorded yet': "une pause n'a pas encore pu être enregistrée",
  'a report was not written again': "un rapport n'a pas été réécrit",
  'a report with names could not be written anew: delete it':
    "un rapport avec des noms n'a pas pu être réécrit : supprimez-le",
  'a scheduled file could not be submitted': "un fichier planifié n'a pas pu être soumis",
  'a scheduled run failed: see payrun schedule runs': 'une exécution planifiée a échoué : voir payrun schedule runs',
  'a status call had no answer: asked again later':
    'une demande de statut est restée sans réponse : redemandée plus tard',
  'a sweep did not get through': "une vérification n'a pas abouti",
  'accepted rows could not be asked about': "les lignes acceptées n'ont pas pu être demandées au prestataire",
  'alerts could not be looked for': "les alertes n'ont pas pu être cherchées",
  'an alert could not be told yet': "une alerte n'a pas encore pu être envoyée",
  'an alert could not be told, and is given up': "une alerte n'a pas pu être envoyée, et est abandonnée",
  'an answer could not be judged': "une réponse n'a pas pu être jugée",
  'another command has taken over in the meantime': 'une autre commande a pris la suite entre-temps',
  'answers are kept in the spool: the next payrun of this PAYRUN_HOME records them':
    'des réponses sont gardées sur le disque : le prochain payrun de ce PAYRUN_HOME les enregistre',
  'answers of an earlier process are still in the spool: the ledger did not take them':
    "des réponses d'un processus précédent attendent encore sur le disque : le registre ne les a pas prises",
  'answers of an earlier process were recorded': "des réponses d'un processus précédent ont été enregistrées",
  'batch paused': 'lot mis en pause',
  'notifications could not be looked at again': "les notifications n'ont pas pu être revues",
  'operator held: too many answers in a row could not be read':
    'opérateur suspendu : trop de réponses de suite étaient illisibles',
  'planned times of a schedule were missed, and are not run any more':
    "des échéances d'une planification ont été manquées, et ne sont plus exécutées",
  'quitting now: rows in flight may or may not be paid, and will be unknown':
    'arrêt immédiat : les lignes en route sont peut-être payées, peut-être pas, et seront inconnues',
  'rows whose worker was lost are unknown now': 'des lignes dont le worker a disparu sont maintenant inconnues',
  'the answer to a status call could not be recorded': "la réponse à une demande de statut n'a pas pu être enregistrée",
  'the answer to a status call decides nothing: status shows it':
    'la réponse à une demande de statut ne décide rien : status la montre',
  'the heartbeat did not reach the ledger': "le signe de vie n'est pas arrivé au registre",
  'the ledger did not answer': "le registre n'a pas répondu",
  'the ledger did not take the answer': "le registre n'a pas pris la réponse",
  'the ledger had trouble': 'le registre a eu un problème',
  "the ledger's connection had trouble": 'la connexion du registre a eu un problème',
  'the provider asks to wait': "le prestataire demande d'attendre",
  'the provider asks to wait with status calls': "le prestataire demande d'attendre avec les demandes de statut",
  'the provider is out of reach': 'le prestataire est injoignable',
  'the queue had trouble': "la file d'attente a eu un problème",
  'the queue of schedules had trouble': 'la file des planifications a eu un problème',
  "the queue was not rung: the workers' sweep will":
    "la file d'attente n'a pas été prévenue : la vérification des workers le fera",
  'the queue was not told: workers look into the ledger':
    "la file d'attente n'a pas été prévenue : les workers regardent dans le registre",
  'the report could not be written: payrun report writes it at any time':
    "le rapport n'a pas pu être écrit : payrun report l'écrit à tout moment",
  'the schedules could not be looked at': "les planifications n'ont pas pu être regardées",
  'the unknown rows could not be counted': "les lignes inconnues n'ont pas pu être comptées",
  "the worker's health and metrics can't be served: set PAYRUN_WORKER_HOST and PAYRUN_WORKER_PORT":
    "l'état et les mesures du worker ne peuvent pas être servis : définissez PAYRUN_WORKER_HOST et PAYRUN_WORKER_PORT",
  'this worker had been taken for dead: it goes on under a new number':
    'ce worker avait été cru mort : il continue sous un nouveau numéro',
  'workers were found dead': 'des workers ont été trouvés morts',
}
