import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/files.ts'

export const messages: Translation<typeof english> = {
  // Why a file can't be read as a whole: its form, its columns, what was taken for granted.
  'files.standard_input': "l'entrée standard",
  'files.workbook_damaged_cut_off_way_open':
    'Le classeur est endommagé ou incomplet. Ouvrez-le dans votre tableur, enregistrez-le de nouveau en .xlsx et utilisez ce fichier.',
  'files.workbook_protected_password_open_excel_take':
    'Le classeur est protégé par un mot de passe. Ouvrez-le dans votre tableur, retirez le mot de passe (dans Excel : Fichier, Informations, Protéger le classeur) et enregistrez-le.',
  'files.workbook_unpack_far_more_seems_hold':
    "Une fois décompressé, le classeur serait bien plus gros qu'il n'en a l'air : payrun ne le lit pas. Copiez les lignes dans un nouveau classeur.",
  'files.workbook_too_large_save_csv':
    "Le classeur est trop volumineux pour que payrun le lise d'un coup. Enregistrez la feuille en CSV (UTF-8) ou répartissez-la dans plusieurs classeurs.",
  'files.archive_without_workbook_give_xlsx_file':
    "C'est une archive zip, pas un classeur. Décompressez-la et utilisez le fichier .xlsx ou CSV qu'elle contient.",
  'files.opendocument_spreadsheet_ods_save_xlsx_csv':
    "C'est une feuille de calcul OpenDocument (.ods). Enregistrez-la en .xlsx ou en CSV et utilisez ce fichier.",
  'files.binary_workbook_xlsb_save_xlsx_csv':
    "C'est un classeur binaire (.xlsb). Enregistrez-le en .xlsx ou en CSV et utilisez ce fichier.",
  'files.workbook_damaged_inside_open_excel_save':
    "L'intérieur du classeur est endommagé. Ouvrez-le dans votre tableur, enregistrez-le de nouveau en .xlsx et utilisez ce fichier.",
  'files.workbook_definitions_no_spreadsheet_program_writes':
    "Le classeur contient des définitions qu'aucun tableur n'écrit. Copiez les lignes dans un nouveau classeur.",
  'files.text_workbook_longer_64_kib_more':
    "Le classeur contient un texte de plus de 64 Kio, plus que n'en contient une cellule. Copiez les lignes dans un nouveau classeur.",
  'files.workbook_no_sheet_can_seen_show':
    "Le classeur n'a aucune feuille visible. Affichez la feuille à payer, ou indiquez-la avec --sheet.",
  'files.rows_cells_sheet_out_order_open':
    "Les lignes ou les cellules de la feuille ne sont pas dans l'ordre : ouvrez le classeur dans votre tableur, enregistrez-le de nouveau en .xlsx et donnez ce fichier.",
  'files.numbers_spreadsheet_export_excel_xlsx_csv':
    "C'est une feuille de calcul Numbers. Exportez-la en Excel (.xlsx) ou en CSV et utilisez ce fichier.",
  'files.file_named_but_no_excel_workbook':
    "Le fichier porte l'extension {extension} mais n'est pas un classeur Excel. Enregistrez-le de nouveau depuis votre tableur, ou donnez-lui la bonne extension (.csv, .json).",
  'files.file_compressed_unpack_give_file_inside':
    "Ce fichier est compressé. Décompressez-le et utilisez le fichier qu'il contient.",
  'files.pdf_payrun_reads_xlsx_csv_json':
    "C'est un PDF : payrun lit XLSX, CSV, JSON, NDJSON et XML ISO 20022 (pain.001 ; pour les relevés, camt.053).",
  'files.kind_flat_opendocument':
    "C'est un classeur OpenDocument en un seul fichier XML (.fods). Ouvrez-le dans LibreOffice, enregistrez-le en .xlsx ou en CSV et utilisez ce fichier.",
  'files.kind_web_page':
    "C'est une page web (HTML), même si son nom est celui d'un classeur. Ouvrez-la dans votre tableur, vérifiez-la, enregistrez-la en .xlsx et utilisez ce fichier.",
  'files.kind_xml_spreadsheet':
    "C'est une feuille de calcul XML d'Excel 2003. Ouvrez-la dans votre tableur, enregistrez-la en .xlsx et utilisez ce fichier.",
  'files.kind_xml':
    "C'est un fichier XML d'un genre que payrun ne lit pas. Exportez-le en .xlsx, CSV ou JSON, des paiements aussi en pain.001, un relevé aussi en camt.053.",
  'files.kind_bank_format':
    "C'est un fichier au format bancaire {format}, que payrun ne lit pas. Exportez-le en .xlsx, CSV ou JSON, des paiements aussi en pain.001, un relevé aussi en camt.053.",
  'files.kind_sylk':
    "C'est une feuille de calcul SYLK (.slk). Ouvrez-la dans votre tableur, enregistrez-la en .xlsx ou en CSV et utilisez ce fichier.",
  'files.kind_dif':
    "C'est une feuille de calcul DIF (.dif). Ouvrez-la dans votre tableur, enregistrez-la en .xlsx ou en CSV et utilisez ce fichier.",
  'files.kind_text_document':
    "C'est un document de texte, pas un tableau. Copiez les paiements dans un classeur, enregistrez-le en .xlsx et utilisez ce fichier.",
  'files.kind_presentation':
    "C'est une présentation, pas un tableau. Copiez les paiements dans un classeur, enregistrez-le en .xlsx et utilisez ce fichier.",
  'files.kind_mail': "C'est un e-mail. Enregistrez le fichier qui y est joint et utilisez celui-ci.",
  'files.kind_picture':
    "C'est une image, que payrun ne lit pas. Utilisez le fichier qu'elle montre, en .xlsx ou en CSV.",
  'files.kind_database':
    "C'est un fichier de base de données, que payrun ne lit pas. Exportez les paiements en .xlsx, CSV ou JSON.",
  'files.kind_online_link':
    "Ce n'est qu'un lien vers une feuille de calcul en ligne. Téléchargez-la en .xlsx ou en CSV et utilisez ce fichier.",
  'files.kind_other_spreadsheet':
    "Ce fichier ({extension}) vient d'un programme dont payrun ne lit pas le format. Ouvrez-le dans un tableur, enregistrez-le en .xlsx ou en CSV et utilisez ce fichier.",
  'files.workbook_old_kind_xls_open_save':
    "C'est un classeur à l'ancien format (.xls). Ouvrez-le, enregistrez-le en .xlsx ou en CSV et utilisez ce fichier.",
  'files.file_utf_8_text_but_broken':
    "Le fichier est en UTF-8 mais abîmé à l'octet {firstBadAt}. Enregistrez-le de nouveau en UTF-8.",
  'files.file_utf_16_text_but_broken': 'Le fichier est en UTF-16 mais abîmé. Enregistrez-le de nouveau en UTF-8.',
  'files.file_saved_old_encoding_ms_dos':
    'Le fichier a été enregistré dans un ancien codage, pour MS-DOS ou Macintosh, qui perd les accents. Enregistrez-le de nouveau en « CSV UTF-8 ».',
  'files.file_changed_while_read_nothing_taken':
    "Le fichier a changé pendant la lecture : rien n'a été enregistré. Essayez de nouveau.",
  'files.file_more_rows_split_into_several': 'Le fichier a plus de {rows} lignes : divisez-le en plusieurs fichiers.',
  'files.file_more_columns_remove_not_needed':
    'Le fichier a plus de {columns} colonnes : retirez celles qui ne servent pas.',
  'files.record_starts_line_longer_kib_quote':
    "L'enregistrement qui commence à la ligne {line} dépasse {kib} Kio : manque-t-il un guillemet ou un saut de ligne ?",
  'files.line_longer_kib_quote_line_break':
    'La ligne {line} dépasse {kib} Kio : manque-t-il un guillemet ou un saut de ligne ?',
  'files.element_longer_kib_quote_line_break':
    "L'élément {line} dépasse {kib} Kio : manque-t-il un guillemet ou un saut de ligne ?",
  'files.row_sheet_longer_kib_quote_line':
    'La ligne {line} de la feuille dépasse {kib} Kio. Supprimez ce qui ne sert pas aux paiements.',
  'files.sheet_workbooks_xlsx_none': "--sheet sert aux classeurs (.xlsx), et {shownName} n'en est pas un.",
  'files.empty_nothing_compare': "{name} : le fichier est vide, il n'y a rien à comparer.",
  'files.empty_nothing_pay': "{name} : le fichier est vide, il n'y a rien à payer.",
  'files.no_file_check_path': "Il n'y a pas de fichier {name} : vérifiez le chemin.",
  'files.directory_give_file': '{name} est un dossier : donnez un fichier.',
  'files.no_permission_read': "Vous n'avez pas le droit de lire {name}.",
  'files.disk_full_cant_kept_while_read': 'Le disque est plein : impossible de garder {name} le temps de la lecture.',
  'files.cant_read': 'Impossible de lire {name} ({code}).',
  'files.cant_read_name': 'Impossible de lire {name}.',
  'files.workbook_no_sheet_sheets': "Le classeur n'a pas de feuille « {name} ». Ses feuilles : {names}.",
  'files.sheet_no_rows_nothing_compare': "La feuille « {sheet} » n'a aucune ligne : il n'y a rien à comparer.",
  'files.sheet_no_rows_nothing_pay_sheet':
    "La feuille « {sheet} » n'a aucune ligne : il n'y a rien à payer. --sheet lit une autre feuille du classeur.",
  'files.workbook_sheets_read_others_not_sheet':
    'Le classeur a {visible} feuilles. Seule « {name} » a été lue. Feuilles non lues : {others}. Pour en lire une autre, indiquez-la avec --sheet.',
  'files.hidden_say_what_to_do':
    'Affichez ce qui est masqué dans le classeur, ou choisissez : --hidden pay paie les lignes masquées comme les autres et lit les colonnes masquées ; --hidden skip laisse de côté les lignes masquées et ne tient pas compte des colonnes masquées.',
  'files.hidden_lines':
    '{rows, plural, one {une ligne masquée ou filtrée (ligne {lines})} other {{count} lignes masquées ou filtrées (lignes {lines})}}',
  'files.hidden_more_lines': '{count} lignes masquées ou filtrées (lignes {lines} et {more} autres)',
  'files.hidden_rows_refused': 'La feuille « {sheet} » contient {hidden}. {help}',
  'files.hidden_columns_refused':
    'Dans la feuille « {sheet} », des colonnes nécessaires aux paiements sont masquées : {used}. {help}',
  'files.hidden_both_refused':
    'Dans la feuille « {sheet} », des colonnes nécessaires aux paiements sont masquées : {used}. La feuille contient aussi {hidden}. {help}',
  'files.hidden_rows_count':
    '{rows, plural, one {Une ligne de la feuille est masquée. Elle compte comme les autres.} other {{count} lignes de la feuille sont masquées. Elles comptent comme les autres.}}',
  'files.hidden_rows_left_out':
    '{rows, plural, one {Une ligne masquée de la feuille a été laissée de côté.} other {{count} lignes masquées de la feuille ont été laissées de côté.}}',
  'files.hidden_columns_used': 'Des colonnes masquées ont été lues comme les autres : {used}.',
  'files.cells_merged_unmerge':
    'Dans la feuille « {sheet} », des cellules fusionnées cachent ce que contient chaque ligne : {cells}. Défusionnez-les et écrivez dans chaque cellule ce qui doit y être.',
  'files.workbook_several_sheets':
    'Plusieurs feuilles du classeur pourraient être payées : {sheets}. Choisissez-en une, par exemple {option}.',
  'files.sheet_rows_sums': '« {name} » ({rows, plural, one {une ligne} other {{rows} lignes}}, {sums})',
  'files.sheet_rows_some_payable':
    '« {name} » ({rows} lignes, dont {valid, plural, one {une payable} other {{valid} payables}} en l’état : {sums})',
  'files.sheet_rows_none_payable':
    '« {name} » ({rows, plural, =0 {aucune ligne} one {une ligne} other {{rows} lignes}}, aucune payable en l’état)',
  'files.workbook_hidden_sheets_not_read':
    'Le classeur a des feuilles masquées, qui ne sont lues que si --sheet en nomme une : {hidden}.',
  'files.workbook_asks_formulas_calculated_again_when':
    "Le classeur demande que ses formules soient recalculées à l'ouverture, et une ligne a été lue avec les anciens résultats. Pour être sûr de ses valeurs, ouvrez le classeur dans votre tableur, enregistrez-le et soumettez-le de nouveau.",
  'files.workbook_asks_formulas_calculated_again_when_opened_rows':
    "Le classeur demande que ses formules soient recalculées à l'ouverture, et {count} lignes ont été lues avec les anciens résultats. Pour être sûr de leurs valeurs, ouvrez le classeur dans votre tableur, enregistrez-le et soumettez-le de nouveau.",
  'files.file_header_no_rows_nothing_compare': "Le fichier a un en-tête et aucune ligne : il n'y a rien à comparer.",
  'files.file_no_rows_nothing_compare': "Le fichier n'a aucune ligne : il n'y a rien à comparer.",
  'files.file_header_no_rows_nothing_pay': "Le fichier a un en-tête et aucune ligne : il n'y a rien à payer.",
  'files.file_no_rows_nothing_pay': "Le fichier n'a aucune ligne : il n'y a rien à payer.",
  'files.file_cant_read_csv_save_again':
    'Le fichier ne se lit pas comme du CSV ({code}) : enregistrez-le de nouveau en CSV.',
  'files.quote_line_opens_never_closed_swallows':
    'Un guillemet ouvert à la ligne {line} n\'est jamais refermé : il avale les lignes suivantes. Corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'files.quote_line_closes_but_more_text':
    'Un guillemet se ferme à la ligne {line}, mais du texte suit dans la même cellule. Corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'files.quote_line_stands_middle_cell_no':
    'La ligne {line} contient un guillemet au milieu d\'une cellule qui n\'est pas entre guillemets. Corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'files.file_no_rows_write_array_objects':
    "Le fichier n'a aucune ligne : écrivez un tableau d'objets, un par paiement.",
  'files.name_each_object': 'Nommez-les dans chaque objet.',
  'files.file_no_json_array_write_array':
    "Le fichier n'est pas un tableau JSON. Écrivez un tableau d'objets, un par paiement.",
  'files.element_nested_too_deeply': "L'élément {line} a trop de niveaux imbriqués.",
  'files.file_nested_too_deeply_payout_file': 'Le fichier a trop de niveaux imbriqués pour un fichier de paiements.',
  'files.file_not_whole_json_breaks_off':
    "Le JSON est invalide ou incomplet après l'octet {byte}. Exportez-le de nouveau.",
  'files.file_not_whole_json_breaks_off_goes_wrong':
    "Le JSON est invalide ou incomplet dans l'élément {line}, après l'octet {byte}. Exportez-le de nouveau.",
  'files.file_not_whole_json_breaks_off_goes_wrong_after_element':
    "Le JSON est invalide ou incomplet après l'élément {line}, à l'octet {byte}. Exportez-le de nouveau.",
  'files.file_no_rows_write_one_json': "Le fichier n'a aucune ligne : écrivez un objet JSON par ligne.",
  'files.line_looks_like_payout_but_names':
    'La ligne {line} ressemble à un paiement, mais les noms des colonnes sont plus bas, à la ligne {namedLine}. Mettez les noms au-dessus de toutes les lignes.',
  'files.line_of_names_is_row':
    'La ligne {line} est à la place des noms des colonnes, mais elle ressemble à une ligne du tableau. Mettez au-dessus une ligne avec les noms des colonnes : {names}.',
  'files.names_columns_found_line_stands_above':
    'Les noms des colonnes ont été trouvés à la ligne {line}. Ce qui est au-dessus a été laissé de côté.',
  'files.total_agrees': 'La ligne {line} est le total du fichier : {sum}. Il correspond aux lignes.',
  'files.total_differs':
    'La ligne {line} donne un total de {written}, mais la somme des lignes est de {sums}. Corrigez les lignes ou le total, ou supprimez cette ligne.',
  'files.total_before_correction':
    "La ligne {line} donne un total de {written}, et la somme des lignes est maintenant de {sums}. Le total du fichier n'est pas comparé.",
  'files.total_unreadable':
    'La ligne {line} donne un total illisible ({written}). Écrivez-le en chiffres, ou supprimez cette ligne.',
  'files.total_not_compared':
    "La ligne {line} donne un total de {written}. Il n'a pas été comparé, car un montant des lignes est illisible.",
  'files.total_without_amount': 'La ligne {line} est un total sans montant. Elle a été laissée de côté.',
  'files.count_agrees': 'La ligne {line} donne le nombre de lignes : {rows}. Il correspond au fichier.',
  'files.count_differs':
    'La ligne {line} annonce {written} lignes, mais le fichier en a {rows}. Corrigez les lignes ou cette mention, ou supprimez-la.',
  'files.count_before_correction':
    "La ligne {line} annonce {written} lignes, et le fichier en a maintenant {rows}. Ce nombre n'est pas comparé.",
  'files.line_below': "La ligne {line}, sous les paiements, n'en est pas un. Elle a été laissée de côté.",
  'files.lines_below':
    'Les lignes {lines}, sous les paiements, ne sont pas des paiements. Elles ont été laissées de côté.',
  'files.name_column_nul_character_save_file':
    'Le nom de la colonne {broken} contient un caractère NUL. Enregistrez de nouveau le fichier en texte.',
  'files.name_column_holds_characters_no_text':
    'Le nom de la colonne {names} contient des caractères qui ne sont pas du texte. Tapez-le de nouveau.',
  'files.name_columns_first_line': 'Nommez les colonnes sur la première ligne, séparées par , ; | ou tabulation.',
  'files.no_column_map_names_file_names':
    "Aucune colonne « {column} » pour {field} (--map) ; le fichier n'a pas de noms de colonnes.",
  'files.no_column_map_names_file': 'Aucune colonne « {column} » pour {field} (--map) ; le fichier a : {seen}.',
  'files.two_columns_keep_one': "Deux colonnes s'appellent « {one} ». N'en gardez qu'une.",
  'files.columns_both_stand_keep_one':
    "Les colonnes « {one} » et « {other} » donnent toutes deux {field}. N'en gardez qu'une.",
  'files.either_column':
    'Les colonnes « {one} » et « {other} » peuvent toutes deux donner {field}. Indiquez la bonne : {first} ou {second}.',
  'files.heading_foreign':
    'La colonne « {column} » est en {sign}, et payrun ne paie pas dans cette devise. Convertissez les montants dans la devise des opérateurs et renommez la colonne.',
  'files.heading_in_multiples':
    'Les montants de la colonne « {column} » ne sont pas écrits en entier (« {scale} »). Écrivez les montants complets et renommez la colonne.',
  'files.title_foreign':
    'La ligne {line}, au-dessus des noms des colonnes, dit que les montants sont en {sign}, et payrun ne paie pas dans cette devise. Convertissez les montants dans la devise des opérateurs, ou corrigez cette ligne.',
  'files.title_in_multiples':
    'La ligne {line}, au-dessus des noms des colonnes, dit que les montants ne sont pas écrits en entier (« {scale} »). Écrivez les montants complets, ou corrigez cette ligne.',
  'files.field_operator': "l'opérateur",
  'files.field_phone_number': 'le numéro de téléphone',
  'files.field_amount': 'le montant',
  'files.field_reference': 'la référence',
  'files.field_country': 'le pays',
  'files.field_currency': 'la devise',
  'files.field_name': 'le nom',
  'files.write_field_equals_sign_columns_name':
    'Écrivez le champ, un signe égal et le nom de la colonne, comme dans --map phone="N° de téléphone".',
  'files.no_field_fields': "Il n'y a pas de champ « {key} » : les champs sont {fields}.",
  'files.field_mapped_twice_map_one_column': "Le champ {field} est indiqué deux fois : ne lui donnez qu'une colonne.",
  'files.column_mapped_twice_map_one_field':
    "La colonne « {column} » est indiquée deux fois : ne lui donnez qu'un champ.",
  'files.columns_both_may_remove_rename_one':
    "La colonne de {field} peut être « {one} » ou « {other} ». Retirez ou renommez l'une d'elles.",
  'files.stands_column_reads_like_status_payment':
    "La colonne {a} ressemble au statut d'un paiement. Nommez-la status, ou retirez-la. Un relevé sans statut ne liste que ce qui a été exécuté.",
  'files.stands_column_reads_like_status_payment_name_status':
    "La colonne « {names} » ressemble au statut d'un paiement. Nommez-la status, ou retirez-la. Un relevé sans statut ne liste que ce qui a été exécuté.",
  'files.dates_line_day_first_line_month':
    'Les dates de la ligne {dayLine} (jour en premier) et de la ligne {monthLine} (mois en premier) sont écrites de deux façons. Écrivez-les toutes comme 2026-11-21.',
  'files.or': '{some} ou {last}',
  'files.no_column_no_names': "Il n'y a pas de colonne pour {fields} ; le fichier n'a pas de noms de colonnes. {help}",
  'files.no_column': "Il n'y a pas de colonne pour {fields} ; le fichier a : {seen}. {help}",
  'files.line_in_multiples':
    'La ligne {line} dit que les montants ne sont pas écrits en entier (« {scale} »). Écrivez les montants complets, ou corrigez cette ligne.',
  'files.line_foreign':
    'La ligne {line} dit que les montants sont en {sign}, et payrun ne paie pas dans cette devise. Convertissez les montants dans la devise des opérateurs, ou corrigez cette ligne.',
  'files.rename_or_map': "Renommez la bonne colonne, ou indiquez-la : {options}. Si le fichier ne l'a pas, ajoutez-la.",
  'files.likely_columns': 'Si vous savez quelle colonne est la bonne, renommez-la ou indiquez-la : {options}.',
  'files.statement_no_names':
    "Il n'y a pas de colonne pour la référence du prestataire, ni pour le numéro, le montant et la date ; le fichier n'a pas de noms de colonnes. Nommez vos colonnes référence, téléphone, montant, devise, statut et date.",
  'files.statement_no_columns':
    "Il n'y a pas de colonne pour la référence du prestataire, ni pour : {fields}. Le fichier a : {seen}. Si l'une d'elles est la référence, renommez-la en reference, ou utilisez --map reference=\"…\". Sans référence, un relevé doit avoir phone, amount et date.",

  // The workbook to fill in.
  'files.sheet_payouts': 'Paiements',
  'files.sheet_operators': 'Opérateurs',
  'files.sheet_explanation': 'Comment remplir',
  'files.use_rows': 'Saisissez un paiement par ligne sur la première feuille, sous les noms des colonnes.',
  'files.use_own_columns':
    'Vous pouvez ajouter vos propres colonnes : elles ressortent telles quelles dans le rapport.',
  'files.use_validate': 'Vérifiez le fichier avant de payer : payrun validate FICHIER',
  'files.column': 'Colonne',
  'files.required': 'Obligatoire',
  'files.what_to_write': "Ce qu'il faut écrire",
  'files.example': 'Exemple',
  'files.yes': 'oui',
  'files.no': 'non',
  'files.rule_reference':
    "Votre propre numéro pour ce paiement, différent à chaque ligne. C'est lui qui empêche de payer deux fois.",
  'files.rule_name': "Le nom du bénéficiaire, tel qu'il est enregistré chez l'opérateur.",
  'files.rule_country': "Pour vérification : ce doit être le pays de l'opérateur.",
  'files.rule_operator': 'Le code de la liste des opérateurs.',
  'files.rule_phone_number':
    "Le numéro mobile à payer, avec l'indicatif du pays (+229…) ou comme on le compose dans le pays.",
  'files.rule_amount':
    'Des chiffres uniquement. Pas de décimales en XOF, XAF, RWF et UGX, deux au plus dans les autres devises.',
  'files.rule_currency': "Pour vérification : ce doit être la devise de l'opérateur.",
  'files.code': 'Code',
  'files.operator': 'Opérateur',
  'files.country': 'Pays',
  'files.currency': 'Devise',
  'files.dialling_code': 'Indicatif',
  'files.not_in_list': 'Absent de la liste',
  'files.choose_operator': 'Choisissez un code dans la liste. Ils figurent tous sur la feuille des opérateurs.',
  'files.choose_country': 'Choisissez un pays dans la liste, ou laissez la cellule vide.',
  'files.choose_currency': 'Choisissez une devise dans la liste, ou laissez la cellule vide.',
  'files.xml_doctype':
    'Le XML déclare un type de document, que payrun ne lit pas. Exportez de nouveau le fichier, sans cette déclaration.',
  'files.xml_broken': "Le XML est invalide ou coupé après l'élément {n}. Exportez de nouveau le fichier.",
  'files.xml_text_too_long':
    "Après l'élément {n}, un texte du XML est trop long. Raccourcissez-le, ou exportez de nouveau le fichier.",
  'files.xml_count_differs':
    '{id} annonce {stated} opérations mais en contient {found}. Exportez de nouveau le fichier complet.',
  'files.xml_sum_differs':
    '{id} annonce une somme de {stated}, mais ses montants font {found}. Exportez de nouveau le fichier complet.',
  'files.message_is_statement':
    "C'est un relevé de compte ({name}), pas un fichier de paiement. Utilisez-le avec payrun reconcile.",
  'files.message_is_payouts': "C'est un fichier de paiement ({name}), pas un relevé. Utilisez-le avec payrun run.",
  'files.message_not_payouts':
    "C'est un message ISO 20022 d'un autre genre ({name}). Exportez les paiements en pain.001, ou en .xlsx, CSV ou JSON.",
  'files.message_not_statement':
    "C'est un message ISO 20022 d'un autre genre ({name}). Demandez le relevé en camt.053, ou en .xlsx, CSV ou JSON.",
  'files.pain_no_payments': "Le fichier ne contient aucun virement : il n'y a rien à payer.",
  'files.pain_no_message_id': "Le fichier n'a pas d'identifiant de message (GrpHdr/MsgId). Exportez-le de nouveau.",
  'files.pain_method':
    'Le mode de paiement de {id} est {method}, et payrun ne fait que des virements (TRF). Retirez ces paiements, ou corrigez le mode.',
  'files.pain_asks_for_day':
    "Le fichier demande l'exécution le {day}. payrun paie quand vous le lui dites : utilisez --at pour attendre.",
  'files.statement_map_no_column':
    "Il n'y a pas de colonne « {column} », que --map donne pour {field} ; le fichier a : {seen}.",
  'files.statement_either_amount':
    'Ce qui a été payé peut être dans « {amount} » ou dans « {side} ». Précisez : --map amount="{amount}" ou --map {field}="{side}".',
  'files.statement_no_account_column':
    "Le relevé n'a pas de colonne pour le compte : --from-account {account} ne s'applique pas. Retirez l'option, ou nommez la colonne avec --map account=….",
  'files.statement_no_such_account': "Le relevé n'a aucune ligne du compte {account}. Ses comptes : {accounts}.",
  'files.preset_used': "Le fichier est lu comme {name} l'exporte : {columns}.",
}
