import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskNew.ts'

export const messages: Translation<typeof english> = {
  'deskNew.text':
    'Choisissez le fichier des personnes à payer. Vous voyez ce qui sera payé, et ce qui ne va pas, avant tout paiement.',
  'deskNew.step_file': 'Choisir un fichier',
  'deskNew.step_check': 'Vérifier',
  'deskNew.step_pay': 'Payer',
  'deskNew.step_either': 'Payer ou envoyer pour approbation',
  'deskNew.step_send': 'Envoyer pour approbation',
  'deskNew.choose_file': 'Fichier de paiements',
  'deskNew.choose_another': 'Choisir un autre fichier',
  'deskNew.choose_hint':
    "Un classeur (.xlsx), un fichier CSV, JSON ou pain.001 (.xml), jusqu'à 512 Mo. Chaque ligne a un opérateur, un numéro de mobile et un montant.",
  'deskNew.drop_here': 'Déposez le fichier ici, ou choisissez-le :',
  'deskNew.upload': 'Envoyer et vérifier',
  'deskNew.uploading': 'Envoi en cours…',
  'deskNew.checking': 'Le fichier est arrivé. Vérification en cours…',
  'deskNew.upload_broken':
    "L'envoi a été interrompu et rien n'a été gardé. Vérifiez la connexion et envoyez le fichier à nouveau.",
  'deskNew.no_file': "Choisissez d'abord un fichier.",
  'deskNew.private':
    "Personne d'autre que vous ne voit ce fichier tant que vous ne l'avez pas soumis. Il reste ici une journée, ou jusqu'à ce que vous le supprimiez.",
  'deskNew.your_drafts': "Fichiers que vous n'avez pas encore soumis",
  'deskNew.uploaded': 'Envoyé',
  'deskNew.size': 'Taille',
  'deskNew.too_many_drafts':
    "{drafts, plural, one {Vous avez ici {drafts} fichier non soumis, et avec celui-ci ce serait trop. Soumettez-le ou supprimez-le d'abord.} other {Vous avez ici {drafts} fichiers non soumis, et avec celui-ci ce serait trop. Soumettez-en ou supprimez-en d'abord.}}",
  'deskNew.no_room':
    "Il n'y a plus de place pour d'autres fichiers en ce moment. Les fichiers que personne ne soumet sont supprimés au bout d'une journée. Si c'est urgent, voyez un administrateur.",
  'deskNew.no_draft':
    "Ce fichier n'est pas ici. Il a été soumis ou supprimé, une journée est passée, ou il a été envoyé à un autre serveur. Envoyez-le à nouveau : rien n'a été payé.",
  'deskNew.changed_elsewhere':
    "Ce fichier a été modifié entre-temps dans une autre fenêtre. Le voici tel qu'il est maintenant. Rien n'a été payé.",
  'deskNew.nothing_wrong': 'Les lignes de ce fichier ne posent aucun problème.',
  'deskNew.not_editable':
    "Impossible d'écrire les entrées de ce fichier sous forme de tableau sans les modifier. Corrigez-les dans le programme qui a produit le fichier, puis envoyez-le à nouveau.",
  'deskNew.becomes_csv':
    "Ce fichier n'est pas un tableau (c'est du JSON, du NDJSON ou du pain.001). Si vous corrigez ou retirez des entrées ici, payrun crée un fichier CSV avec les mêmes entrées, et c'est lui qui est payé. Le fichier envoyé reste tel quel.",
  'deskNew.is_csv':
    "{name} a été réécrit en fichier CSV : les mêmes entrées, avec vos corrections. Sa colonne {column} indique de quelle entrée vient chaque ligne. Les totaux de contrôle et la date d'exécution indiqués dans {name} n'y figurent plus : comparez les totaux ci-dessous avec les vôtres.",
  'deskNew.as_csv': 'réécrit en CSV',
  'deskNew.cell_not_fixable':
    "Cette correction n'a pas pu être faite ici : la cellule contient peut-être une formule. Rien n'a été changé. Corrigez-la dans votre tableur et envoyez le fichier à nouveau.",
  'deskNew.cell_not_here':
    'Cette cellule ne peut pas être corrigée ici. Corrigez-la dans votre tableur et envoyez le fichier à nouveau, ou retirez la ligne.',
  'deskNew.cell_has_formula':
    'Cette cellule contient une formule et ne peut pas être corrigée ici. Dans votre tableur, tapez la valeur à la place de la formule et envoyez le fichier à nouveau.',
  'deskNew.row_has_formula':
    'Cette ligne contient une formule et ne peut pas être retirée seule. Supprimez-la dans votre tableur et envoyez le fichier à nouveau, ou laissez de côté toutes les lignes qui posent problème.',
  'deskNew.cells_corrected': '{n, plural, one {{n} cellule corrigée} other {{n} cellules corrigées}}',
  'deskNew.rows_left_out': '{n, plural, one {{n} ligne retirée} other {{n} lignes retirées}}',
  'deskNew.dropped': "Le fichier a été supprimé. Rien n'en a été payé.",
  'deskNew.drop': 'Supprimer ce fichier',
  'deskNew.drop_short': 'Supprimer',
  'deskNew.drop_named': 'Supprimer {name}',
  'deskNew.drop_title': 'Supprimer ce fichier ?',
  'deskNew.drop_text': "{name} sera supprimé d'ici, avec tout ce que vous y avez corrigé. Rien n'en a été payé.",
  'deskNew.submitted':
    'Le lot est soumis. Envoyer ce fichier de nouveau pour la même période ne paie personne une seconde fois.',
  'deskNew.already_title': 'Déjà soumis',
  'deskNew.already_submitted':
    'Vous aviez déjà soumis ce fichier ({at}), {holds}. Ce que vous avez saisi depuis est sans effet.',
  'deskNew.holds_time': 'à payer à partir du {at}',
  'deskNew.holds_no_time': 'à payer dès que possible',
  'deskNew.holds_hours': 'seulement entre {from} et {to} ({tz})',
  'deskNew.started':
    '{people, plural, one {Le paiement commence : {sums} à {people} personne.} other {Le paiement commence : {sums} à {people} personnes.}}',
  'deskNew.in_progress': "Ce fichier est en train d'être soumis. Revenez dans une minute.",
  'deskNew.check_file': 'Vérifier {name}',
  'deskNew.found_rows': 'Lignes du fichier',
  'deskNew.sum': 'Total à payer',
  'deskNew.sum_valid': 'Total des lignes sans problème',
  'deskNew.hash_fixed': 'Empreinte du fichier corrigé',
  'deskNew.fixed_cells': 'Corrigé ici',
  'deskNew.same_batch': 'Ouvrir le lot créé par ce fichier',
  'deskNew.cannot_pay': 'Rien ne peut encore être payé avec ce fichier',
  'deskNew.nothing_payable': 'Aucune ligne de ce fichier ne peut être payée.',
  'deskNew.with_problems': '{rows, plural, one {{rows} ligne pose problème} other {{rows} lignes posent problème}}',
  'deskNew.with_problems_text':
    "Corrigez ici, laissez des lignes de côté, ou corrigez le fichier et envoyez-le à nouveau. Rien n'est payé avant votre décision.",
  'deskNew.left_out_now':
    '{rows, plural, one {{rows} ligne qui pose problème est laissée de côté et ne sera pas payée} other {{rows} lignes qui posent problème sont laissées de côté et ne seront pas payées}}',
  'deskNew.take_in': 'Ne pas les laisser de côté',
  'deskNew.leave_all': '{rows, plural, one {Laisser cette ligne de côté} other {Laisser ces {rows} lignes de côté}}',
  'deskNew.left_out': 'Lignes laissées de côté',
  'deskNew.now_left_out':
    '{n, plural, one {{count} ligne est laissée de côté.} other {{count} lignes sont laissées de côté.}}',
  'deskNew.not_left_out':
    "{n, plural, one {{count} ligne qui pose problème n'est plus laissée de côté.} other {{count} lignes qui posent problème ne sont plus laissées de côté.}}",
  'deskNew.leave_kind_many': 'Laisser toutes ces lignes de côté',
  'deskNew.done_and': '{done} {still}',
  'deskNew.no_problem_left': 'Plus aucune ligne ne pose problème.',
  'deskNew.problems_left':
    '{n, plural, one {{count} ligne pose encore problème.} other {{count} lignes posent encore problème.}}',
  'deskNew.problems_workbook': 'Télécharger les problèmes dans un classeur',
  'deskNew.problems_file': 'problèmes',
  'deskNew.more_of_kind': '{n, plural, one {Voir les {count}} other {Voir les {count}}}',
  'deskNew.all_kinds': 'Tous les problèmes',
  'deskNew.next_rows': 'Lignes suivantes',
  'deskNew.previous_rows': 'Lignes précédentes',
  'deskNew.first_problems': 'Seuls les {count} premiers problèmes sont affichés. Le classeur les contient tous.',
  'deskNew.line': 'Ligne {line}',
  'deskNew.entry': 'Entrée {entry}',
  'deskNew.line_of_entry': 'Ligne {line} (entrée {entry} du fichier envoyé)',
  'deskNew.new_value': '{column}, ligne {line}',
  'deskNew.new_value_entry': '{column}, entrée {entry}',
  'deskNew.alike': '{column} : les {rows} lignes avec « {value} »',
  'deskNew.alike_empty': "{column} : les {rows} lignes où rien n'est écrit",
  'deskNew.alike_many': '{column} : toutes les lignes avec « {value} »',
  'deskNew.alike_many_empty': "{column} : toutes les lignes où rien n'est écrit",
  'deskNew.leave_row': 'Retirer la ligne {line}',
  'deskNew.leave_entry': "Retirer l'entrée {entry}",
  'deskNew.fix': 'Corriger et vérifier à nouveau',
  'deskNew.fixed': "C'est fait : {what}. Le fichier que vous avez envoyé reste tel quel.",
  'deskNew.nothing_typed': "Rien n'a été changé : les cellules contiennent déjà ces valeurs.",
  'deskNew.duplicates_allowed': 'Les lignes qui ressemblent à des paiements déjà faits sont payées aussi',
  'deskNew.duplicates_allowed_text':
    "Vous avez indiqué que ces personnes doivent être payées une nouvelle fois. Les références déjà payées ou en attente restent refusées pour la même période, mais pas celles d'une autre période.",
  'deskNew.allow_duplicates': "C'est voulu : les payer aussi",
  'deskNew.allow_duplicates_text':
    "S'il s'agit d'autres paiements, vous pouvez les faire quand même : les mêmes personnes recevront alors le même montant une nouvelle fois. Une référence déjà payée, ou en attente de paiement, n'est refusée que pour la même période. Pour une autre période, elle est payée de nouveau.",
  'deskNew.disallow_duplicates': 'Revenir sur ce choix',
  'deskNew.totals_differ':
    'Vous avez corrigé ou retiré des lignes : le total ou le nombre de lignes indiqué dans le fichier ne leur correspond plus. Comparez la nouvelle somme avec vos chiffres : est-ce bien ce que vous voulez payer ?',
  'deskNew.totals_tell': 'La nouvelle somme est la bonne : ne pas comparer le total du fichier',
  'deskNew.totals_told': "Le total du fichier n'est pas comparé",
  'deskNew.totals_told_text':
    'Vous en avez décidé ainsi après avoir corrigé des lignes. La somme payée est celle de cette page.',
  'deskNew.totals_wrong':
    "Voici plus bas la somme des lignes. Si elles sont justes et que la ligne du total est fausse, vous pouvez payer d'après les lignes. La personne qui approuve le lot verra que vous avez écarté le total du fichier.",
  'deskNew.totals_wrong_tell': "La ligne du total est fausse : payer d'après les lignes",
  'deskNew.totals_wrong_told':
    'Vous avez dit que la ligne du total du fichier est fausse. La somme payée est celle de cette page.',
  'deskNew.without_own_total': 'total du fichier non comparé',
  'deskNew.totals_compare': 'Le comparer de nouveau',
  'deskNew.how_read': 'Comment le fichier est lu',
  'deskNew.how_read_text': "Changez ces choix si payrun s'est trompé.",
  'deskNew.sheet': 'Feuille à payer',
  'deskNew.by_itself': 'Choix automatique',
  'deskNew.by_itself_as': '{name} (choix automatique)',
  'deskNew.no_such_column': 'Aucune',
  'deskNew.choose': 'Pas encore choisi',
  'deskNew.column_for': 'Colonne : {field}',
  'deskNew.hidden': 'Lignes et colonnes masquées',
  'deskNew.hidden_ask': "Refuser le fichier s'il y en a",
  'deskNew.hidden_pay': 'Les compter comme les autres',
  'deskNew.hidden_row': 'masquée',
  'deskNew.hidden_skip': 'Les laisser de côté',
  'deskNew.check_again': 'Vérifier à nouveau',
  'deskNew.read_again': 'Le fichier a été relu selon vos choix.',
  'deskNew.first_rows': 'Les premières lignes du fichier',
  'deskNew.more_columns':
    '{n, plural, one {Le fichier a encore {count} colonne.} other {Le fichier a encore {count} colonnes.}}',
  'deskNew.entry_head': 'Entrée',
  'deskNew.pay_title': 'Nom, date et totaux de contrôle',
  'deskNew.details_title': 'Nom, période et date',
  'deskNew.batch_name': 'Nom du lot',
  'deskNew.batch_name_hint': 'Le nom que vous et vos collègues lui donnez.',
  'deskNew.period': 'Période (facultatif)',
  'deskNew.period_hint':
    'Ce qui est payé, par exemple 2026-11. Une même référence peut être payée une fois par période.',
  'deskNew.at': 'Ne pas payer avant (facultatif)',
  'deskNew.at_hint': 'Laissez vide pour payer tout de suite. Fuseau horaire : {timeZone}',
  'deskNew.between': 'Payer seulement entre (facultatif)',
  'deskNew.between_hint':
    'Heures de chaque jour, par exemple 08:00-18:00. Laissez vide pour payer à toute heure. Fuseau horaire : {timeZone}',
  'deskNew.expect_count': 'Nombre de paiements attendu (facultatif)',
  'deskNew.expect_total': 'Total attendu (facultatif)',
  'deskNew.expect_hint': "D'après votre paie. Si le fichier diffère, rien n'est payé.",
  'deskNew.agrees': 'Le fichier correspond à vos totaux de contrôle.',
  'deskNew.say_number': 'Nombre de paiements attendu : écrivez un nombre entier, par exemple 400.',
  'deskNew.pay': '{people, plural, one {Payer {sums} à {people} personne} other {Payer {sums} à {people} personnes}}',
  'deskNew.pay_payouts':
    '{people, plural, one {Faire {rows} paiements à {people} personne, {sums}} other {Faire {rows} paiements à {people} personnes, {sums}}}',
  'deskNew.send':
    '{people, plural, one {Envoyer pour approbation : {sums} à {people} personne} other {Envoyer pour approbation : {sums} à {people} personnes}}',
  'deskNew.send_payouts':
    '{people, plural, one {Envoyer pour approbation : {rows} paiements à {people} personne, {sums}} other {Envoyer pour approbation : {rows} paiements à {people} personnes, {sums}}}',
  'deskNew.pay_now_text':
    'Le paiement commence dès que vous appuyez sur le bouton. Vous pouvez le mettre en pause, mais un paiement envoyé ne peut plus être récupéré.',
  'deskNew.pay_at_from': 'Le paiement commence au plus tôt le',
  'deskNew.send_text': "Rien n'est payé avant d'être approuvé.",
  'deskNew.sandbox_text': "C'est le bac à sable : personne n'est réellement payé.",
  'deskNew.first_solve': "Décidez d'abord des problèmes ci-dessus. Ensuite, vous pourrez continuer ici.",
  'deskNew.first_correct': "Corrigez d'abord les champs signalés ci-dessus. Ensuite, vous pourrez continuer ici.",
  'deskNew.look_again': 'Vous avez changé {what}. Vérifiez le lot, puis appuyez de nouveau.',
  'deskNew.changed_period': 'la période',
  'deskNew.changed_at': "l'heure de début",
  'deskNew.changed_between': 'les heures de paiement',
  'deskNew.changed_expect_count': 'le nombre de paiements attendu',
  'deskNew.changed_expect_total': 'le total attendu',
  'deskNew.changed_rows': 'des lignes du fichier',
  'deskNew.changed_reading': 'ce qui sera payé dans le fichier',
  'deskNew.differs_title': "Rien n'a été payé",
  'deskNew.to_others': 'Tous vos fichiers',
  'deskNew.kind_malformed': 'Lignes illisibles',
  'deskNew.kind_missing_operator': 'Opérateur manquant',
  'deskNew.kind_unknown_operator': 'Opérateur inconnu',
  'deskNew.kind_operator_country_mismatch': "Opérateur d'un autre pays",
  'deskNew.kind_unknown_country': 'Pays inconnu',
  'deskNew.kind_missing_phone': 'Numéro manquant',
  'deskNew.kind_invalid_phone': 'Numéro non valide',
  'deskNew.kind_phone_country_mismatch': "Numéro d'un autre pays",
  'deskNew.kind_phone_not_mobile': "Numéro qui n'est pas un mobile",
  'deskNew.kind_missing_amount': 'Montant manquant',
  'deskNew.kind_invalid_amount': 'Montant non valide',
  'deskNew.kind_amount_not_positive': 'Montant nul ou négatif',
  'deskNew.kind_too_many_decimals': 'Trop de décimales',
  'deskNew.kind_amount_over_limit': 'Montant au-dessus de la limite',
  'deskNew.kind_unknown_currency': 'Devise inconnue',
  'deskNew.kind_currency_mismatch': "Devise d'un autre pays",
  'deskNew.kind_invalid_name': 'Nom non valide',
  'deskNew.kind_duplicate_reference': 'Référence utilisée deux fois dans le fichier',
  'deskNew.kind_reference_in_use': 'Déjà payé, peut-être payé, ou en attente de paiement',
  'deskNew.in_use_first': 'Cette ligne figure aussi sous « {kind} ». Commencez par là.',
  'deskNew.kind_possible_duplicate': 'Peut-être déjà payé',
  'deskNew.no_visible_sheet':
    "Le classeur n'a aucune feuille visible. Affichez la feuille à payer, puis envoyez-le à nouveau.",
  'deskNew.sheet_no_rows':
    "La feuille « {sheet} » n'a aucune ligne : il n'y a rien à payer. Choisissez une autre feuille si c'est elle que vous vouliez.",
  'deskNew.other_sheets': 'Le classeur a {visible} feuilles. Seule « {name} » a été lue. Feuilles non lues : {others}.',
  'deskNew.hidden_what':
    "Affichez ce qui est masqué dans le classeur, ou choisissez ci-dessous ce qu'il faut en faire.",
  'deskNew.hidden_sheets': 'Le classeur a des feuilles masquées, qui ne sont pas lues : {hidden}.',
  'deskNew.perhaps_hidden_sheet':
    "{message} Le classeur a des feuilles masquées, qui n'ont pas été lues : {hidden}. Si l'une d'elles est à payer, affichez-la dans votre tableur et envoyez le fichier à nouveau.",
  'deskNew.several_sheets':
    'Plusieurs feuilles du classeur pourraient être payées : {sheets}. Choisissez-en une ci-dessous.',
  'deskNew.either_column':
    '« {one} » et « {other} » pourraient toutes deux être la colonne pour {field}. Choisissez la bonne ci-dessous.',
  'deskNew.no_column_named': "Il n'y a pas de colonne « {column} » pour {field} ; le fichier a : {seen}.",
  'deskNew.choose_column':
    "Choisissez ci-dessous de quelle colonne il s'agit. Si le fichier ne l'a pas, ajoutez-la et envoyez-le à nouveau.",
  'deskNew.brand_in_several_countries':
    "« {text} » est un opérateur de plusieurs pays, et rien n'indique ici lequel. Choisissez l'opérateur ({codes}), ou écrivez le numéro avec l'indicatif du pays.",
  'deskNew.brand_probably':
    "« {text} » est un opérateur de plusieurs pays. D'après le numéro et le reste du fichier, c'est sans doute {code}. Si c'est bien lui, choisissez-le.",
  'deskNew.operator_missing': "L'opérateur manque. Choisissez-le.",
  'deskNew.unknown_operator':
    "Il n'y a pas d'opérateur « {text} ». Choisissez-en un dans la liste, ou retirez la ligne.",
  'deskNew.expected_count': 'Vous attendiez {expectCount} paiements, mais le fichier en a {valid}.',
  'deskNew.expected_total': 'Vous attendiez un total de {amount}, mais le total des lignes est de {sum}.',
  'deskNew.expected_one_currency':
    "On ne peut comparer un total que dans un fichier d'une seule devise, et celui-ci en a plusieurs ({found}). Indiquez le nombre de paiements.",
  'deskNew.expected_nothing': 'Vous attendiez un total de {text}, mais aucune ligne du fichier ne peut être payée.',
  'deskNew.expected_unreadable': 'Total attendu : {message}',
  'deskNew.reference_variant':
    "La référence « {reference} » est déjà utilisée à la ligne {first}. Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, le nombre d'espaces, la forme des tirets ou des apostrophes, ou des caractères invisibles. Retirez l'une des deux lignes, ou indiquez que les deux sont voulues.",
  'deskNew.same_payment':
    "La ligne {earlier} paie le même montant au même numéro. Retirez l'une des deux, donnez une référence à chacune, ou indiquez que les deux sont voulues.",
  'deskNew.variant_of_batch':
    "Le lot {batchId}, ligne {heldLine} ({state}), a la référence « {held} ». Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, le nombre d'espaces, la forme des tirets ou des apostrophes, ou des caractères invisibles. Retirez la ligne, ou indiquez que les deux sont voulues.",
  'deskNew.held_in_period':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, pour la période {period} ({state}). S'il s'agit du même paiement, saisissez cette période. S'il s'agit d'un autre, saisissez-en une qui lui est propre, ou indiquez que les deux sont voulus.",
  'deskNew.held_without_period':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, sans période ({state}). S'il s'agit du même paiement, laissez la période vide. S'il s'agit d'un autre, indiquez que les deux sont voulus.",
  'deskNew.held_elsewhere':
    "Cette référence figure déjà dans le lot {batchId}, ligne {heldLine}, {held} ({state}). S'il s'agit du même paiement, retirez la ligne. S'il s'agit d'un autre, indiquez que les deux sont voulus.",
  'deskNew.report_failed':
    "Cette ligne vient d'un rapport : c'est la ligne {heldLine} du lot {batchId}, qui a échoué. Réessayez-la dans son lot, et retirez-la ici. S'il s'agit d'un autre paiement, effacez ce que le rapport y a ajouté (de status à payrun_id).",
  'deskNew.report_failed_changed':
    "Cette ligne vient d'un rapport : c'est la ligne {heldLine} du lot {batchId}, qui a échoué, mais son numéro, son opérateur ou son montant n'est plus le même. Réessayer cette ligne reprendrait les anciennes valeurs. Pour payer la ligne telle qu'elle est ici, effacez ce que le rapport y a ajouté (de status à payrun_id) et envoyez de nouveau le fichier. Ne réessayez pas ensuite la ligne {heldLine} de ce lot.",
  'deskNew.reference_paid': 'Cette référence est déjà payée dans le lot {batchId}, ligne {heldLine}.',
  'deskNew.reference_used': 'Cette référence est déjà utilisée ({state}) dans le lot {batchId}, ligne {heldLine}.',
  'deskNew.reference_once':
    'Une référence est payée une seule fois par période. Retirez ces lignes si ces personnes ont déjà été payées pour cette période.',
  'deskNew.other_month':
    "S'il s'agit de la paie d'un autre mois, indiquez sa période plus bas, par exemple 2026-12, puis appuyez sur « Vérifier à nouveau ».",
  'deskNew.same_file_period':
    'Ce même fichier a déjà été soumis pour la période {period}, sous le nom « {name} » (lot {batchId}, {when}). {paid}',
  'deskNew.same_file_no_period':
    'Ce même fichier a déjà été soumis sans période, sous le nom « {name} » (lot {batchId}, {when}). {paid}',
  'deskNew.repeats_batch':
    "{rows} des {of} lignes ont le même numéro et le même montant que des paiements des dernières 24 heures, dont {same} comme dans « {name} » ({held}, {when}), où c'est déjà payé ou en attente : les mêmes personnes recevraient {sums} une seconde fois ({rows, plural, one {ligne} other {lignes}} {lines}).",
  'deskNew.repeats_some':
    "{rows} des {of} lignes ont le même numéro et le même montant que dans « {name} » ({held}, {when}), où c'est déjà payé ou en attente : les mêmes personnes recevraient {sums} une seconde fois ({rows, plural, one {ligne} other {lignes}} {lines}).",
  'deskNew.repeats_period':
    '{repeated} Est-ce la même paie ? Alors indiquez plus bas sa période, {period}, et appuyez sur « Vérifier à nouveau » : les lignes déjà payées sont refusées, et vous ne payez que les autres.',
  'deskNew.repeats_no_period':
    '{repeated} Est-ce la même paie ? Alors laissez vide la période plus bas et appuyez sur « Vérifier à nouveau » : les lignes déjà payées sont refusées, et vous ne payez que les autres.',
  'deskNew.repeats_again': "{repeated} Il a été confirmé que c'est voulu.",
  'deskNew.alike_paid':
    'Un paiement du même montant au même numéro est {state} dans le lot {batchId}, ligne {heldLine} : retirez la ligne, donnez-lui une référence, ou indiquez que les deux sont voulues.',
  'deskNew.same_file': "Ce même fichier a déjà été soumis : c'est le lot {id} ({when}). Rien n'a été payé cette fois.",
  'deskNew.same_file_in_period':
    "Ce même fichier a déjà été soumis pour la période {period} : c'est le lot {id} ({when}). Rien n'a été payé cette fois.",
  'deskNew.differs_from_seen':
    "Ce qui serait payé n'est plus ce que vous avez vu, car d'autres paiements ont été faits, ou la politique a changé, entre-temps. Voici ce qui serait payé maintenant.",
  'deskNew.not_hours': "« {text} » n'est pas une plage horaire comme 08:00-18:00, ou 22:00-05:00 à cheval sur minuit.",
  'deskNew.hours_of_no_time': '{text} commence et finit à la même heure. Laissez vide pour payer à toute heure.',
  'deskNew.at_past': 'Cette heure est déjà passée ({text}). Laissez vide pour payer tout de suite.',
  'deskNew.at_far': "Cette heure est dans plus d'un an ({text}). Vérifiez l'année.",
  'deskNew.at_no_time': "« {text} » n'est pas une heure comme 2026-12-01T08:00.",
  'deskNew.at_skipped': "{text} n'existe pas à {where}, où l'on avance l'heure. Choisissez une autre heure.",
  'deskNew.at_twice': "{text} se présente deux fois à {where}, où l'on recule l'heure. Choisissez une autre heure.",
}
