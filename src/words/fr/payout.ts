import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/payout.ts'

export const messages: Translation<typeof english> = {
  // What a cell of a payout file, a time or a plan has to look like.
  'payout.operator_name': '{brand} {country}',
  'payout.text': '« {text} »',
  'payout.too_many_decimals_no_decimals_write':
    "{text} a trop de décimales : il n'y en a pas en {currency}. Écrivez un montant entier.",
  'payout.too_many_decimals_decimals_most': '{text} a trop de décimales : {decimals} au plus en {currency}.',
  'payout.amount_write_amount_above_zero': 'Le montant est {text}. Écrivez un montant supérieur à zéro.',
  'payout.too_large_amount': '{text} est un montant trop élevé.',
  'payout.thousands_or_three_decimals':
    "{text} peut se lire {grouped}, ou a trois décimales, ce qu'aucun montant n'a : écrivez {grouped} ou {grouped}.00 si c'est ce montant, sinon le montant avec moins de décimales.",
  'payout.thousands_or_no_decimals':
    "{text} peut se lire {grouped}, ou comme un montant avec des centimes, et il n'y en a pas en {currency} : écrivez {grouped} si c'est ce montant.",
  'payout.three_decimals_below_one':
    "{text} a trois chiffres après la virgule ou le point, et aucun montant n'a plus de deux décimales. Écrivez le montant en chiffres, comme {example}.",
  'payout.can_read_write_00_first_second':
    '{text} peut se lire {grouped} ou {decimal} : écrivez {grouped} ou {grouped}.00 dans le premier cas, {decimal} dans le second, si la devise a des centimes.',
  'payout.not_amount_write_digits_only_1500':
    "{text} n'est pas un montant : écrivez uniquement des chiffres, par exemple {example}.",
  'payout.no_number_anywhere':
    "« {text} » n'est un numéro de téléphone d'aucun des pays que payrun paie. Écrivez le numéro entier en chiffres, de préférence avec + et l'indicatif du pays.",
  'payout.number_another_country_operator_correct_one':
    "{text} est un numéro d'un autre pays que celui de l'opérateur ({name}). Corrigez l'un des deux.",
  'payout.not_mobile_number_mobile_money_needs':
    "{text} n'est pas un numéro mobile ({name}). Le mobile money exige un numéro mobile.",
  'payout.number_benin_old_form_put_01':
    '{text} est un ancien numéro du Bénin : ajoutez 01 devant les huit chiffres, comme dans +22901…',
  'payout.not_phone_number_write_number_digits':
    "{text} n'est pas un numéro de téléphone ({country}). Écrivez +{diallingCode} puis le numéro, en chiffres uniquement.",
  'payout.number_is_like_date':
    "{text} ressemble à une date, et non à un numéro de téléphone. Si c'est un numéro, écrivez ses chiffres sans signe entre eux.",
  'payout.minus_decimals_numbers_spreadsheet_calculated_format':
    '{text} a un signe moins ou des décimales, comme un nombre calculé par un tableur : mettez la colonne au format texte et tapez de nouveau le numéro.',
  'payout.no_time_zone_name_such_africa':
    "Il n'y a pas de fuseau horaire « {zone} ». Il porte un nom comme Africa/Abidjan ou Europe/Paris.",
  'payout.five_fields_minute_hour_day_month':
    'Une expression cron a cinq champs : minute, heure, jour du mois, mois et jour de la semaine, par exemple "0 8 1 * *".',
  'payout.not_cron_expression': "« {cron} » n'est pas une expression cron. {five}",
  'payout.never_comes': '« {cron} » ne correspond à aucune date. {five}',
  'payout.made_yyyy_mm_dd_hh_mm':
    'Un format peut contenir yyyy, MM, dd, HH, mm, Q (le trimestre), YYYY avec ww (la semaine ISO), et du texte entre apostrophes, par exemple yyyy-MM.',
  'payout.yyyy_year_iso_week_ww_go':
    "YYYY est l'année de la semaine ISO ww : les deux s'emploient ensemble, comme dans YYYY-'W'ww. L'année civile est yyyy.",
  'payout.name_year_yyyy_without_period_come':
    "Le format doit comporter l'année (yyyy). Sans elle, la même période reviendrait un an plus tard et ses paiements seraient refusés.",
  'payout.passed_already_leave_out_pay_once':
    '--at : {text} est déjà passé. Omettez cette option pour payer tout de suite.',
  'payout.more_year_ahead_check_year': "--at : {text} est dans plus d'un an. Vérifiez l'année.",
  'payout.not_time_such_2026_12_01t08': "--at : « {text} » n'est pas une heure comme 2026-12-01T08:00.",
  'payout.offset_own_leave_tz_out': "--at comporte déjà un décalage horaire : n'ajoutez pas --tz.",
  'payout.not_time_such_2026_12_01t08_00_01': "--at : « {text} » n'est pas une heure comme 2026-12-01T08:00+01:00.",
  'payout.tz_no_time_zone_name_such':
    "--tz : il n'y a pas de fuseau horaire « {where} ». Il porte un nom comme Africa/Abidjan.",
  'payout.pays_between': 'Paiement entre {from} et {to} ({zone}).',
  'payout.pays_between_waits': "Paiement entre {from} et {to} ({zone}) : en attente jusqu'à {from}.",
  'payout.not_hours':
    "--between : « {text} » n'est pas une plage horaire comme 08:00-18:00, ou 22:00-05:00 à cheval sur minuit.",
  'payout.hours_of_no_time':
    "--between : {text} commence et finit à la même heure. Pour payer à toute heure, n'utilisez pas l'option.",
  'payout.clocks_set_forward_never_show_choose':
    "--at : {text} n'existe pas à {where}, où l'on avance l'heure. Choisissez une autre heure.",
  'payout.clocks_set_back_show_twice_add':
    "--at : {text} se présente deux fois à {where}, où l'on recule l'heure. Ajoutez le décalage voulu, par exemple +01:00.",

  // What is wrong with a row of a file or with its sums, and how to fix it.
  'payout.no_operator_payrun_operators_lists_codes':
    "Il n'y a pas d'opérateur « {text} » : payrun operators donne la liste des codes.",
  'payout.no_operator_did_you_mean': "Il n'y a pas d'opérateur « {text} » : vouliez-vous dire {code} ?",
  'payout.no_operator_did_you_mean_one': "Il n'y a pas d'opérateur « {text} » : vouliez-vous dire {codes} ?",
  'payout.brand_in_several_countries':
    "« {text} » est un opérateur de plusieurs pays, et rien n'indique ici lequel. Écrivez son code ({codes}), ajoutez une colonne avec le pays, ou écrivez le numéro avec l'indicatif du pays.",
  'payout.no_operator_there':
    "payrun n'a pas d'opérateur « {text} » dans ce pays ({country}). Opérateurs de ce pays : {codes}.",
  'payout.brand_probably':
    "« {text} » est un opérateur de plusieurs pays. D'après le numéro et le reste du fichier, c'est sans doute {code}. Si c'est bien lui, écrivez ce code, ou ajoutez une colonne avec le pays.",
  'payout.no_operator_in_likely_country':
    "payrun n'a pas d'opérateur « {text} » dans le pays que le reste du fichier indique ({country}). Opérateurs de ce pays : {codes}.",
  'payout.no_operator_of_number':
    "Sous le nom « {text} », payrun a seulement {codes}, et ce numéro est d'un autre pays. Corrigez l'opérateur ou le numéro, ou retirez la ligne.",
  'payout.no_operator_of_file':
    "Sous le nom « {text} », payrun a seulement {code}, mais le reste du fichier est d'un autre pays. Si ce numéro est de ce pays ({country}), l'opérateur est {code}. Sinon, corrigez l'opérateur, ou retirez la ligne.",
  'payout.no_country_payrun_pays_did_you': 'payrun ne paie pas vers « {text} » : vouliez-vous dire {name} ?',
  'payout.no_country_payrun_pays_write_name':
    "payrun ne paie pas vers « {text} » : écrivez le nom ou le code ISO d'un pays, par exemple Bénin ou BJ.",
  'payout.no_currencys_code_did_you_mean': "« {text} » n'est pas un code de devise : vouliez-vous dire {currency} ?",
  'payout.no_currency_payrun_pays_use_one': 'payrun ne paie pas en « {text} » : choisissez parmi {known}.',
  'payout.number_spreadsheet_shortened_last_digits_lost':
    'Un tableur a raccourci ce numéro en « {text} », et ses derniers chiffres sont perdus : mettez la colonne au format texte et ressaisissez les numéros.',
  'payout.several_numbers_in_cell': '« {text} » contient plusieurs numéros : ne gardez que celui à payer.',
  'payout.more_than_a_number': "« {text} » contient autre chose qu'un numéro : vouliez-vous dire +{digits} ?",
  'payout.letter_where_digit_belongs_o_0':
    "« {text} » contient une lettre à la place d'un chiffre (O pour 0 ou l pour 1) : vouliez-vous dire +{digits} ?",
  'payout.decimals_spreadsheets_give_numbers_did_you':
    '« {text} » a des décimales, que les tableurs ajoutent aux nombres : vouliez-vous dire +{digits} ?',
  'payout.number_benin_form_before_november_2024':
    "« {text} » est un numéro du Bénin d'avant novembre 2024 : ajoutez 01 devant les huit chiffres, comme dans +{digits}.",
  'payout.country_code_twice_did_you_mean':
    "« {text} » contient deux fois l'indicatif {diallingCode} : vouliez-vous dire +{digits} ?",
  'payout.no_country_code_plus_00_begins':
    '« {text} » commence par un plus ou par 00, mais sans indicatif de pays : vouliez-vous dire +{digits} ?',
  'payout.lacks_digit_perhaps_0_front_spreadsheets':
    'Il manque un chiffre à « {text} », peut-être le 0 du début, que les tableurs suppriment : vouliez-vous dire +{digits} ?',
  'payout.max_amount': '--max-amount : {message}',
  'payout.reference_already_line_give_each_payout':
    "La référence « {reference} » est déjà utilisée à la ligne {first}. S'il s'agit du même paiement, retirez la ligne. Sinon, donnez-lui une référence à elle.",
  'payout.report_not_again':
    "Cette ligne vient d'un rapport de payrun, où son statut est « {state} » : elle n'est pas payée une seconde fois. Retirez la ligne.",
  'payout.report_failed':
    "Cette ligne vient d'un rapport de payrun, où elle a échoué. Renvoyez-la avec payrun retry, qui reprend le numéro et le montant qui ont échoué, et retirez-la d'ici. Si vous les avez corrigés, ou s'il s'agit d'un nouveau paiement, effacez ce que le rapport y a ajouté (de status à payrun_id).",
  'payout.last_amount_maybe_cut':
    "La ligne {line}, la dernière, ne se termine pas par un saut de ligne. Si le fichier a été coupé à cet endroit, le dernier montant l'est peut-être aussi : il serait payé comme {amount}.",
  'payout.last_number_maybe_cut':
    "La ligne {line}, la dernière, ne se termine pas par un saut de ligne. Si le fichier a été coupé à cet endroit, le dernier numéro l'est peut-être aussi : {number} serait payé.",
  'payout.amount_maybe_split':
    'Le montant est peut-être {written}, coupé en deux à la virgule : la suite se trouve sous « {next} ». Mettez le montant entre guillemets ou écrivez-le sans virgule, puis vérifiez les cellules qui suivent.',
  'payout.row_is_a_total':
    'Cette ligne est un total, pas un paiement. Supprimez-la : seul le total placé sous le dernier paiement peut rester.',
  'payout.marked_not_to_pay':
    "D'après le fichier, cette ligne ne doit pas être payée. Retirez la ligne. Si elle doit quand même l'être, effacez ces mots.",
  'payout.marked_other_way':
    "D'après le fichier, cette ligne est payée en espèces ou par la banque, et non par mobile money. Retirez la ligne. Si elle doit quand même l'être par mobile money, effacez ces mots.",
  'payout.marked_paid':
    "D'après le fichier, cette ligne est déjà payée : elle n'est pas payée une seconde fois. Retirez la ligne. Si elle reste à payer, effacez ces mots.",
  'payout.all_done':
    "Toutes les lignes indiquent sous « {name} » que c'est fait (« {value} » à la ligne {line}). Si cela veut dire que ces personnes sont déjà payées, ne les payez pas une deuxième fois. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.all_marked_not_to_pay':
    "Toutes les lignes indiquent sous « {name} » qu'elles ne sont pas à payer (« {value} » à la ligne {line}) : il ne reste personne à payer. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.all_marked_other_way':
    "Toutes les lignes indiquent sous « {name} » qu'elles sont payées en espèces ou par une banque (« {value} » à la ligne {line}) : il ne reste personne à payer par mobile money. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.all_marked_paid':
    "Toutes les lignes indiquent sous « {name} » qu'elles sont déjà payées (« {value} » à la ligne {line}) : il ne reste personne à payer. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.some_states':
    'La ligne {line} indique « {done} » sous « {name} », et la ligne {other} « {open} ». Les lignes comme la ligne {line} sont-elles déjà payées ? Retirez-les alors. Si la colonne dit autre chose, renommez-la ou retirez-la.',
  'payout.statement_three_digits':
    'La ligne {line} a {text} sous « {column} », et la ligne {other} a {decimals}, avec trois décimales. {text} a donc peut-être aussi des décimales, et non des milliers. Écrivez les montants sans séparateur, ou avec deux décimales.',
  'payout.statement_thousands':
    "{text} peut se lire {grouped}, ou comme un montant avec des centimes, et rien n'indique la devise. Si la devise n'a pas de centimes, nommez-la dans l'en-tête de la colonne, par exemple « {heading} ». Sinon, écrivez les montants avec deux décimales.",
  'payout.some_receipts':
    "La ligne {line} a « {value} » sous « {name} », et la ligne {other} {open, select, nothing {n'y a rien} other {« {open} »}}. Les lignes qui ont une transaction sont-elles déjà payées ? Retirez-les alors. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.some_done':
    "La ligne {line} a « {value} » sous « {name} », et la ligne {other} {open, select, nothing {n'y a rien} other {« {open} »}}. Les lignes comme la ligne {line} sont-elles déjà payées, ou les lignes comme la ligne {other} à ne pas payer ? Retirez-les alors. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.some_ticked':
    "La ligne {line} a « {value} » sous « {name} », et la ligne {other} n'y a rien. Les lignes comme la ligne {other} ne sont-elles pas à payer ? Retirez-les alors. Sinon, remplissez la colonne sur toutes les lignes, ou retirez-la.",
  'payout.some_in_unnamed':
    "La ligne {line} a « {value} » dans la colonne {name}, qui n'a pas de titre, et la ligne {other} n'y a rien. Ce que cela dit des lignes n'est pas clair. Donnez un titre à la colonne, ou retirez-la.",
  'payout.amount_received':
    'La ligne {line} a {value} sous « {name} ». Ces personnes ont-elles déjà reçu cet argent ? Retirez les lignes déjà payées, et vérifiez que les montants sont ce qui reste à payer. Retirez ensuite la colonne.',
  'payout.amount_to_deduct':
    'La ligne {line} a {value} sous « {name} », et payrun ne déduit rien de « {amount} ». Vérifiez que les montants sont ceux à payer au final. Retirez ensuite la colonne.',
  'payout.some_days':
    "La ligne {line} a une date sous « {name} », et la ligne {other} n'en a pas. Les lignes datées sont-elles déjà payées ? Retirez-les alors. Si la colonne dit autre chose, renommez-la ou retirez-la.",
  'payout.report_unclear':
    "Cette ligne vient d'un rapport de payrun, mais son statut ne dit pas si elle a été payée. Retirez la ligne. S'il s'agit d'un nouveau paiement, effacez ce que le rapport en dit (payrun_id, status, sent_at, etc.).",
  'payout.reference_variant_of_line':
    "La référence « {reference} » est déjà utilisée à la ligne {first}. Elles ne diffèrent que par des zéros au début ou après la virgule, des majuscules, le nombre d'espaces, la forme des tirets ou des apostrophes, ou des caractères invisibles. Retirez l'une des deux lignes, ou ajoutez --allow-duplicates s'il s'agit bien de deux paiements.",
  'payout.line_pays_same_amount_same_number':
    "La ligne {earlier} paie le même montant au même numéro. Retirez l'une des deux, donnez une référence à chacune, ou ajoutez --allow-duplicates si vous voulez payer les deux.",
  'payout.operator_missing_write_code_mtn_benin': "L'opérateur manque. Écrivez son code, par exemple mtn-benin.",
  'payout.payouts_not_correct_currency_amount':
    'Dans ce pays ({country}), les paiements sont en {currency}, pas en {a}. Corrigez la devise et le montant.',
  'payout.phone_number_missing_write_number_paid': 'Le numéro de téléphone manque. Écrivez le numéro à payer.',
  'payout.amount_missing_write_how_much_paid': 'Le montant manque. Écrivez la somme à payer.',
  'payout.over_limit_correct_amount_raise_max':
    '{amount} dépasse la limite de {most}. Corrigez le montant ou augmentez --max-amount.',
  'payout.name_longer_characters_shorten': 'Le nom dépasse {maxNameLength} caractères : raccourcissez-le.',
  'payout.name_line_break_another_control_character':
    'Le nom contient un saut de ligne ou un autre caractère de contrôle : ressaisissez-le.',
  'payout.name_character_lost_saving_type_again':
    "Un caractère du nom a été perdu à l'enregistrement du fichier ({lostCharacter}) : ressaisissez-le.",
  'payout.name_garbled':
    'Le nom est illisible, comme après un enregistrement dans un mauvais codage. Exportez de nouveau le fichier en « CSV UTF-8 », ou ressaisissez le nom.',
  'payout.reference_longer_characters_shorten':
    'La référence dépasse {maxReferenceLength} caractères : raccourcissez-la.',
  'payout.reference_line_break_another_control_character':
    'La référence contient un saut de ligne ou un autre caractère de contrôle : ressaisissez-la.',
  'payout.line_no_reference_no_amount_remove':
    "La ligne n'a ni référence ni montant. Ajoutez l'un des deux, ou retirez la ligne.",
  'payout.reference_longer_200_characters_control_character':
    'La référence dépasse 200 caractères ou contient un caractère de contrôle : ressaisissez-la.',
  'payout.not_phone_number_write_digits_country':
    "« {text} » n'est pas un numéro de téléphone : écrivez-le en chiffres, avec l'indicatif du pays.",
  'payout.not_date_write_2026_11_21':
    "« {text} » n'est pas une date : écrivez-la comme 2026-11-21 ou 2026-11-21 05:36.",
  'payout.expected_payable_rows_expect_count_but':
    'Vous attendiez {expectCount} lignes à payer (--expect-count), mais le fichier en a {valid}.',
  'payout.expected_retry_count':
    'Vous attendiez {expectCount} lignes à réessayer (--expect-count), mais il y en a {valid}.',
  'payout.expected_retry_total':
    'Vous attendiez un total de {amount} (--expect-total), mais le total des lignes à réessayer est de {sum}.',
  'payout.expected_retry_currencies':
    "--expect-total ne s'emploie que pour des lignes dans une seule devise, et celles à réessayer en ont plusieurs ({found}). Employez --expect-count.",
  'payout.expect_total_works_file_one_currency':
    "--expect-total ne s'emploie que pour un fichier dans une seule devise, et celui-ci en a plusieurs ({found}). Employez --expect-count, ou divisez le fichier.",
  'payout.expected_total_expect_total_but_no':
    'Vous attendiez un total de {text} (--expect-total), mais aucune ligne du fichier ne peut être payée.',
  'payout.expect_total': '--expect-total : {message}',
  'payout.expected_total_expect_total_but_payable':
    'Vous attendiez un total de {amount} (--expect-total), mais le total des lignes à payer est de {sum}.',
  'payout.row_cells_header_add_remove_delimiters':
    "La ligne a {cells} cellules et l'en-tête {width}. Ajoutez ou retirez des séparateurs, ou mettez entre guillemets la cellule qui en contient un.",
  'payout.cell_nul_character_type_cell_again': 'La cellule contient un caractère NUL : ressaisissez-la.',
  'payout.value_nul_character_type_again': 'La valeur contient un caractère NUL : ressaisissez-la.',
  'payout.object_twice_keep_one': "L'objet contient deux fois « {repeatedKey} » : n'en gardez qu'un.",
  'payout.element_no_object_write': "L'élément {line} n'est pas un objet : écrivez {exampleOf}.",
  'payout.line_not_whole_json_object_write':
    "La ligne {line} n'est pas un objet JSON complet : écrivez {exampleOf} sur une seule ligne.",
  'payout.sheet_shows_error_here_correct_formula':
    "La feuille affiche ici l'erreur {text}. Corrigez la formule ou saisissez la valeur.",
  'payout.formula_keeps_zero':
    'La ligne {line} contient une cellule comme ="0197000001", qui est une formule. Écrivez le numéro sans le signe égal ni les guillemets.',
  'payout.formula_cell_never_calculated_open_workbook':
    "La formule de cette cellule n'a jamais été calculée. Ouvrez le classeur dans votre tableur, enregistrez-le et soumettez-le de nouveau.",
  'payout.spreadsheet_keeps_only_15_digits_number':
    "Un tableur ne garde que 15 chiffres d'un nombre : les derniers chiffres de {text} sont perdus. Mettez la colonne au format texte et ressaisissez le nombre.",
  'payout.sheet_shows_less_holds_amount_left':
    "La feuille affiche un montant arrondi, mais la cellule contient {text}, le résultat d'un calcul. Arrondissez-le dans la feuille (=ARRONDI(… ; 0), ou =ARRONDI(… ; 2) si la monnaie a des centimes), ou saisissez-le.",
  'payout.sheet_holds_left_over_calculation_type':
    "La cellule contient {text}, le résultat d'un calcul. Saisissez la valeur.",
  'payout.sheet_hides_value_by_color':
    'La cellule paraît vide, mais elle contient {value}, écrit de la couleur du fond. Videz-la, ou changez la couleur du texte pour que la valeur se voie.',
  'payout.sheet_strikes_value_through':
    'Cette valeur est barrée dans la feuille, en tout ou en partie. Si le paiement doit être fait, ressaisissez-la sans la barrer ; sinon, supprimez la ligne.',
  'payout.sheet_shows_nothing_but_contains':
    'La cellule paraît vide, mais elle contient {value}. Videz-la, ou changez son format de nombre pour que la valeur se voie.',
  'payout.sheet_shows_rounded':
    'La feuille affiche « {shown} », mais la cellule contient {value}. Arrondissez-la dans la feuille (=ARRONDI(… ; {decimals})), ou saisissez le montant en entier.',
  'payout.sheet_shows_other_amount':
    'La feuille affiche « {shown} », mais la cellule contient {value}. Saisissez le montant en entier et donnez à la cellule un format de nombre simple.',
  'payout.sheet_shows_other_value':
    'La feuille affiche « {shown} », mais la cellule contient {value}. Mettez la cellule au format texte et saisissez de nouveau la valeur.',
  'payout.sheet_shows_three_decimals':
    'La feuille affiche « {text} », que certains liront comme des milliers. Donnez à la cellule un format de nombre à deux décimales au plus.',
  'payout.sheet_shows_other_currency':
    'La feuille affiche ce montant en « {text} », alors que ce paiement se fait en {currency}. Vérifiez le montant et donnez à la cellule un format de nombre simple.',
  'payout.sheet_format_cant_be_read':
    "La cellule contient {value}, mais payrun ne peut pas savoir comment son format l'affiche. Donnez à la cellule un format de nombre simple, ou le format texte.",
  'payout.sheet_conditional_formats_change':
    'Dans la feuille « {sheet} », une mise en forme conditionnelle peut montrer autre chose que ce qui serait payé : {cells}. Supprimez les lignes qui ne sont pas à payer, effacez ensuite ces règles de mise en forme conditionnelle et soumettez de nouveau le fichier.',
  'payout.sheet_conditional_strikes': '{range} (barre {cell})',
  'payout.sheet_conditional_hides': '{range} (masque {cell})',
  'payout.sheet_conditional_shows_otherwise': '{range} (affiche {cell} dans un autre format de nombre)',
  'payout.sheet_date_here_type_value_again': 'La feuille contient ici une date ({text}). Ressaisissez la valeur.',
  'payout.amount_no_currency_many_decimals_round':
    "Le montant est {text}, et aucune devise n'a autant de décimales. Arrondissez-le dans la feuille (=ARRONDI(… ; 0), ou =ARRONDI(… ; 2) si la monnaie a des centimes), ou saisissez-le.",
  'payout.something_column_no_name_above_name':
    "La colonne {letters} contient ici une valeur, mais n'a pas de nom. Nommez la colonne ou videz la cellule.",
  'payout.digits_after_mark':
    '{text} a {count} chiffres après une virgule ou un point : on ne sait pas où commencent les décimales. Écrivez le montant sans séparateur de milliers, par exemple {example}.',
  'payout.amount_other_currency':
    "{text} est indiqué en {against}, mais ce paiement est en {currency}. Écrivez le montant en {currency}, ou corrigez l'opérateur.",
  'payout.heading_other_currency':
    "L'en-tête de la colonne est « {column} », mais ce paiement est en {currency}. Écrivez le montant en {currency} dans une autre colonne, ou corrigez l'en-tête ou l'opérateur.",
  'payout.amount_in_multiples':
    "{text} n'est pas écrit en entier (« {scale} »). Écrivez le montant complet en chiffres, par exemple 20000.",
  'payout.not_digits':
    '{text} contient des caractères qui ressemblent à des chiffres sans en être, comme ² ou ½, ou mélange deux sortes de chiffres. Retapez la valeur avec les chiffres 0 à 9.',
  'payout.direction_marks':
    "{text} contient des marques invisibles qui changent le sens de l'écriture : ce qu'on voit peut différer de la valeur. Retapez-la.",
  'payout.problem_did_you_mean': '{problem} Vouliez-vous dire {suggestion} ?',
  'payout.problem_number_of_country': '{problem} Pays du numéro : {country}. Opérateurs de ce pays : {operators}.',
  'payout.operator_not_correct_one_two':
    "{code} est un opérateur d'un autre pays ({home}) que celui de la ligne ({country}). Corrigez l'un des deux. Opérateurs ({country}) : {operators}.",
  'payout.count_and_total': '{count} {total}',
  'payout.xml_element_twice': 'Le paiement contient {element} plusieurs fois. Gardez-en un.',
  'payout.xml_equivalent_amount':
    'Le montant est un équivalent dans une autre devise (EqvtAmt). Écrivez le montant à payer dans InstdAmt.',
  'payout.xml_proxy_of_other_type':
    "L'alias du bénéficiaire n'est pas un numéro de téléphone (son type est {type}). Écrivez le numéro mobile dans CdtrAcct/Prxy, avec le type TELE.",
  'payout.xml_no_mobile_number':
    "Le paiement n'indique pas de numéro mobile. Écrivez-le dans CdtrAcct/Prxy, avec le type TELE.",
  'payout.line_debit_and_credit': 'La ligne a un débit et un crédit. Corrigez-la, ou retirez-la.',
  'payout.fault_missing_operator': "L'opérateur n'est pas indiqué.",
  'payout.fault_unknown_operator': 'payrun ne connaît pas cet opérateur.',
  'payout.fault_operator_country_mismatch': "L'opérateur est d'un autre pays.",
  'payout.fault_unknown_country': 'payrun ne paie pas vers ce pays.',
  'payout.fault_missing_phone': "Le numéro de téléphone n'est pas indiqué.",
  'payout.fault_invalid_phone': "Le numéro de téléphone n'est pas valide.",
  'payout.fault_phone_country_mismatch': "Le numéro de téléphone et l'opérateur ne sont pas du même pays.",
  'payout.fault_phone_not_mobile': "Le numéro de téléphone n'est pas un numéro mobile.",
  'payout.fault_missing_amount': "Le montant n'est pas indiqué.",
  'payout.fault_invalid_amount': "Le montant n'est pas valide.",
  'payout.fault_amount_not_positive': "Le montant n'est pas supérieur à zéro.",
  'payout.fault_too_many_decimals': 'Le montant a trop de décimales.',
  'payout.fault_amount_over_limit': 'Le montant dépasse la limite.',
  'payout.fault_unknown_currency': 'payrun ne paie pas dans cette devise.',
  'payout.fault_currency_mismatch': "La devise n'est pas celle du paiement.",
  'payout.fault_invalid_name': "Le nom n'est pas valide.",
  'payout.statement_no_amount_column':
    "Le relevé n'a pas de colonne pour le montant : --fee-tolerance ne s'applique pas. Retirez l'option, ou nommez la colonne avec --map amount=….",
}
