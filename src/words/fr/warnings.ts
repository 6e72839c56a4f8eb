import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/warnings.ts'

/** Ce qu'il faut regarder dans un fichier avant de payer : ses lignes et les plafonds, la même personne, le fichier d'avant. */
export const messages: Translation<typeof english> = {
  'warnings.below_least': "{operator} n'accepte aucun paiement de moins de {least} ; cette ligne paie {amount}.",
  'warnings.above_most': "{operator} n'accepte aucun paiement de plus de {most} ; cette ligne paie {amount}.",
  'warnings.not_multiple': "{operator} n'accepte que des multiples de {multiple} ; cette ligne paie {amount}.",
  'warnings.over_daily':
    'Avec tout ce que ce numéro a reçu depuis 24 heures ou doit encore recevoir, il recevrait {sum}. {operator} autorise au plus {most} par jour et par numéro.',
  'warnings.limits_to_check':
    "Personne n'a encore vérifié les plafonds ({operators}) : voir {command} operators limits.",
  'warnings.limits_unreadable': "Les plafonds des opérateurs n'ont pas été contrôlés : {why}",
  'warnings.limits_no_file': '{path} est illisible : {why}',
  'warnings.limits_columns': 'La première ligne de {path} doit nommer les colonnes {columns}.',
  'warnings.limits_no_operator': "{path}, ligne {line} : il n'y a pas d'opérateur {code}.",
  'warnings.limits_twice': '{path}, ligne {line} : {code} y figure une deuxième fois.',
  'warnings.limits_bad_amount':
    '{path}, ligne {line} : {column} doit être un montant en {currency} supérieur à 0, ou rester vide.',
  'warnings.number_changed_reference':
    'Le dernier paiement sous la référence {reference} est allé au {before} (lot {batchId}, ligne {heldLine}), et cette ligne paie le {now}. Avant de payer, appelez la personne à un numéro que vous connaissez.',
  'warnings.number_changed_name':
    "Le dernier paiement à {name}, ou à quelqu'un du même nom, est allé au {before} (lot {batchId}, ligne {heldLine}), et cette ligne paie le {now}. Avant de payer, appelez la personne à un numéro que vous connaissez.",
  'warnings.name_differs':
    'Le dernier paiement à ce numéro portait le nom « {before} » (lot {batchId}, ligne {heldLine}) ; cette ligne dit « {now} ».',
  'warnings.first_payment': "Ce numéro n'a encore jamais été payé.",
  'warnings.unusual_amount': "{amount}, c'est plus de trois fois ce que ce numéro reçoit d'habitude ({usual}).",
  'warnings.unusual_in_file':
    "{amount}, c'est plus de 20 fois le montant médian de ce fichier ({usual}). Vérifiez qu'il n'y a pas un zéro de trop.",
  'warnings.unusual_in_small_file':
    "{amount}, c'est plus de 50 fois le montant médian de ce fichier ({usual}). Vérifiez qu'il n'y a pas de zéros en trop.",
  'warnings.unusual_at_all':
    "{amount}, c'est plus de {large} pour une seule personne. Vérifiez qu'il n'y a pas de zéros en trop.",
  'warnings.may_be_paid_statement':
    "Un paiement de {amount} à ce numéro est enregistré comme {state} (lot {batchId}, ligne {heldLine}), mais d'après un relevé, il a été effectué. Interrogez le prestataire avant de payer ce numéro.",
  'warnings.may_be_paid_notification':
    "Un paiement de {amount} à ce numéro est enregistré comme {state} (lot {batchId}, ligne {heldLine}), mais d'après une notification du prestataire, il a été effectué. Interrogez le prestataire avant de payer ce numéro.",
  'warnings.may_be_paid_answer':
    "Un paiement de {amount} à ce numéro est enregistré comme {state} (lot {batchId}, ligne {heldLine}), mais d'après une réponse tardive du prestataire, il a été effectué. Interrogez le prestataire avant de payer ce numéro.",
  'warnings.may_be_paid':
    "Un paiement de {amount} à ce numéro est enregistré comme {state} (lot {batchId}, ligne {heldLine}), mais des indices montrent qu'il a été effectué. Interrogez le prestataire avant de payer ce numéro.",
  'warnings.kind_failed_may_be_paid':
    "{rows, plural, one {{rows} ligne paie un numéro dont un paiement précédent a échoué, mais l'argent est peut-être parti} other {{rows} lignes paient des numéros dont un paiement précédent a échoué, mais l'argent est peut-être parti}}",
  'warnings.called_not_paid':
    "Le même paiement était « {state} » dans le lot {batchId}, ligne {heldLine}, puis {who} l'a déclaré non payé. Si c'est faux, cette ligne le paie une seconde fois.",
  'warnings.kind_called_not_paid':
    "{rows, plural, one {{rows} ligne paie de nouveau ce que quelqu'un a déclaré non payé} other {{rows} lignes paient de nouveau ce que quelqu'un a déclaré non payé}}",
  'warnings.other_period':
    "La référence {reference} figure déjà dans le lot {batchId}, ligne {heldLine}, pour la période {period} ({state}). S'il s'agit du même paiement, indiquez aussi cette période ici : payrun le refusera.",
  'warnings.other_period_none':
    "La référence {reference} figure déjà dans le lot {batchId}, ligne {heldLine}, sans période ({state}). S'il s'agit du même paiement, n'indiquez pas de période ici : payrun le refusera.",
  'warnings.kind_other_period':
    '{rows, plural, one {{rows} ligne est peut-être déjà payée : sa référence est utilisée avec une autre période, ou sans période} other {{rows} lignes sont peut-être déjà payées : leurs références sont utilisées avec une autre période, ou sans période}}',
  'warnings.number_repeated': 'La ligne {other} paie le même numéro sous un autre nom ou une autre référence.',
  'warnings.payment_repeated':
    "La ligne {other} paie le même montant au même numéro, sous le même nom. S'il s'agit d'un seul paiement, retirez l'une des deux lignes.",
  'warnings.person_repeated':
    'La ligne {other} paie un autre montant à cette personne. Si le fichier couvre plusieurs mois, ne gardez que les lignes à payer maintenant.',
  'warnings.name_repeated':
    "La ligne {other} paie le même montant à une personne du même nom, sur un autre numéro. S'il s'agit de la même personne, retirez l'une des deux lignes.",
  'warnings.person_missing': "{who} n'est pas dans ce fichier, mais était dans chacun des trois derniers.",
  'warnings.not_looked_up':
    "{n, plural, one {Pour {rows} nouveau numéro, on n'a pas cherché si quelqu'un a changé de numéro : il y en a trop à la fois.} other {Pour {rows} nouveaux numéros, on n'a pas cherché si quelqu'un a changé de numéro : il y en a trop à la fois.}}",
  'warnings.ledger_not_asked': "Le fichier n'est pas comparé à ce qui a été payé avant : {why}",
  'warnings.kind_amount_below_least':
    "{rows, plural, one {{rows} montant est inférieur au minimum de l'opérateur} other {{rows} montants sont inférieurs au minimum de l'opérateur}}",
  'warnings.kind_amount_above_most':
    "{rows, plural, one {{rows} montant dépasse le maximum de l'opérateur} other {{rows} montants dépassent le maximum de l'opérateur}}",
  'warnings.kind_amount_not_multiple':
    "{rows, plural, one {{rows} montant n'est pas un multiple de ce que l'opérateur accepte} other {{rows} montants ne sont pas des multiples de ce que l'opérateur accepte}}",
  'warnings.kind_over_daily_limit':
    "{rows, plural, one {{rows} numéro dépasserait le plafond journalier de l'opérateur} other {{rows} numéros dépasseraient le plafond journalier de l'opérateur}}",
  'warnings.kind_number_changed':
    "{rows, plural, one {{rows} personne a un autre numéro qu'à son dernier paiement} other {{rows} personnes ont un autre numéro qu'à leur dernier paiement}}",
  'warnings.kind_name_differs':
    '{rows, plural, one {{rows} numéro était à un autre nom au dernier paiement} other {{rows} numéros étaient à un autre nom au dernier paiement}}',
  'warnings.kind_first_payment':
    "{rows, plural, one {{rows} ligne paie un numéro qui n'a encore jamais été payé} other {{rows} lignes paient des numéros qui n'ont encore jamais été payés}}",
  'warnings.kind_unusual_amount':
    '{rows, plural, one {{rows} montant paraît anormalement élevé} other {{rows} montants paraissent anormalement élevés}}',
  'warnings.kind_number_repeated':
    '{rows, plural, one {{rows} ligne paie un numéro que paie déjà une autre ligne du fichier} other {{rows} lignes paient un numéro que paie déjà une autre ligne du fichier}}',
  'warnings.kind_name_repeated':
    "{rows, plural, one {{rows} ligne a le nom et le montant d'une ligne précédente, mais un autre numéro} other {{rows} lignes ont le nom et le montant d'une ligne précédente, mais un autre numéro}}",
  'warnings.kind_person_missing':
    '{rows, plural, one {{rows} personne des trois derniers fichiers manque} other {{rows} personnes des trois derniers fichiers manquent}}',
  'warnings.to_look_at': 'À regarder avant de payer :',
  'warnings.before_you_approve': "À vérifier avant d'approuver :",
  'warnings.line_says': 'ligne {line} : {message}',
  'warnings.and_more': 'et {more} de plus',
  'warnings.compared':
    'Par rapport à {name} (lot {batchId}, {when}) : {before, plural, one {{before} personne} other {{before} personnes}} et {sumsBefore} alors, {now, plural, one {{now} personne} other {{now} personnes}} et {sumsNow} maintenant.',
  'warnings.compared_new':
    '{people, plural, one {{people} personne est nouvelle : {sums}.} other {{people} personnes sont nouvelles : {sums}.}}',
  'warnings.compared_gone':
    "{people, plural, one {{people} personne n'y est plus : {sums}.} other {{people} personnes n'y sont plus : {sums}.}}",
  'warnings.compared_with_problems':
    "{people, plural, one {{people} personne est dans le fichier, mais sa ligne n'est pas payable : {sums} alors.} other {{people} personnes sont dans le fichier, mais leurs lignes ne sont pas payables : {sums} alors.}}",
  'warnings.compared_changed':
    '{people, plural, one {{people} personne reçoit un autre montant : {sumsBefore} alors, {sumsNow} maintenant.} other {{people} personnes reçoivent un autre montant : {sumsBefore} alors, {sumsNow} maintenant.}}',
  'warnings.compared_numbers':
    '{people, plural, one {{people} personne a un autre numéro.} other {{people} personnes ont un autre numéro.}}',
  'warnings.compared_same': "Tout le monde reçoit le même montant qu'avant.",
  'warnings.blocked_payout':
    'La politique refuse ce paiement : {why}. Corrigez-le, ou demandez à un administrateur de changer la politique ({command} policy warnings).',
  'warnings.blocked_retry':
    'La politique refuse de réessayer ces lignes : {why}. Laissez ces lignes de côté, ou demandez à un administrateur de changer la politique sur les avertissements.',
  'warnings.blocked_batch':
    'La politique refuse ce lot : {why}. Rejetez-le, ou demandez à un administrateur de changer la politique sur les avertissements.',
  'warnings.blocked':
    'La politique refuse ce fichier : {why}. Corrigez-le, ou demandez à un administrateur de changer la politique ({command} policy warnings).',
  'warnings.help_warnings':
    "fixer ce qu'entraîne un avertissement sur un fichier : avertir, demander une approbation de plus, ou refuser le fichier",
  'warnings.help_code': "le code d'un avertissement, tel que validate l'affiche",
  'warnings.help_action':
    'warn : seulement avertir ; approve : une personne de plus doit approuver ; block : refuser le fichier',
  'warnings.rule_approve': "Une personne de plus approuve un lot qui a l'avertissement {code}.",
  'warnings.rule_block': "Un fichier qui a l'avertissement {code} est refusé.",
  'warnings.action_placeholder': '<action>',
  'warnings.warning_placeholder': '<avertissement>',
  'warnings.help_limits': 'afficher les plafonds des opérateurs, ou les écrire dans un fichier à modifier',
  'warnings.help_limits_output': 'écrire le tableau en CSV dans ce fichier',
  'warnings.note_limits':
    'payrun lit PAYRUN_LIMITS, ou limits.csv dans PAYRUN_HOME ; à défaut, la liste fournie avec lui, qui est à vérifier.',
  'warnings.limits_there_already': '{path} existe déjà : choisissez un autre nom, ou modifiez-le.',
  'warnings.limits_written':
    'Les plafonds sont dans {path}. Modifiez ce fichier, puis donnez son chemin à PAYRUN_LIMITS ou placez-le dans {home}.',
  'warnings.least_head': 'Minimum',
  'warnings.most_head': 'Maximum',
  'warnings.multiple_head': 'Multiple de',
  'warnings.daily_head': 'Maximum par jour et numéro',
  'warnings.source_head': 'Source',
  'warnings.as_of_head': 'Depuis',
  'warnings.checked_head': 'Vérifié',
  'warnings.to_be_checked': 'à vérifier',
}
