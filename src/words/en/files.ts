export const messages = {
  // Why a file can't be read as a whole: its form, its columns, what was taken for granted.
  'files.standard_input': 'standard input',
  'files.workbook_damaged_cut_off_way_open':
    'The workbook is damaged or incomplete. Open it in your spreadsheet program, save it again as .xlsx and use that file.',
  'files.workbook_protected_password_open_excel_take':
    'The workbook is protected with a password. Open it in your spreadsheet program, remove the password (in Excel: File, Info, Protect Workbook) and save it.',
  'files.workbook_unpack_far_more_seems_hold':
    'The workbook would unpack to far more than its size suggests, so payrun does not read it. Copy the rows into a new workbook.',
  'files.workbook_too_large_save_csv':
    'The workbook is too large for payrun to read at once. Save the sheet as CSV (UTF-8), or split it into several workbooks.',
  'files.archive_without_workbook_give_xlsx_file':
    'This is a zip archive, not a workbook. Unpack it, and use the .xlsx or CSV file inside.',
  'files.opendocument_spreadsheet_ods_save_xlsx_csv':
    'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV and use that file.',
  'files.binary_workbook_xlsb_save_xlsx_csv':
    'This is a binary workbook (.xlsb). Save it as .xlsx or CSV and use that file.',
  'files.workbook_damaged_inside_open_excel_save':
    'The workbook is damaged inside. Open it in your spreadsheet program, save it again as .xlsx and use that file.',
  'files.workbook_definitions_no_spreadsheet_program_writes':
    'The workbook contains definitions that no spreadsheet program writes. Copy the rows into a new workbook.',
  'files.text_workbook_longer_64_kib_more':
    'The workbook contains a text longer than 64 KiB, more than a cell can hold. Copy the rows into a new workbook.',
  'files.workbook_no_sheet_can_seen_show':
    'The workbook has no visible sheet. Show the sheet to pay, or name it with --sheet.',
  'files.rows_cells_sheet_out_order_open':
    'The rows or cells of the sheet are out of order. Open it in your spreadsheet program, save it again as .xlsx and use that file.',
  'files.numbers_spreadsheet_export_excel_xlsx_csv':
    'This is a Numbers spreadsheet. Export it as Excel (.xlsx) or CSV and use that file.',
  'files.file_named_but_no_excel_workbook':
    'The file is named {extension} but is not an Excel workbook. Save it again from your spreadsheet program, or give it the right extension (.csv, .json).',
  'files.file_compressed_unpack_give_file_inside': 'This file is compressed. Unpack it and use the file inside.',
  'files.pdf_payrun_reads_xlsx_csv_json':
    'This is a PDF: payrun reads XLSX, CSV, JSON, NDJSON, and XML of ISO 20022 (pain.001; of statements camt.053).',
  'files.kind_flat_opendocument':
    'This is an OpenDocument spreadsheet in one XML file (.fods). Open it in LibreOffice, save it as .xlsx or CSV and use that file.',
  'files.kind_web_page':
    'This is a web page (HTML), even if it is named like a workbook. Open it in your spreadsheet program, check it, save it as .xlsx and use that file.',
  'files.kind_xml_spreadsheet':
    'This is an XML spreadsheet of Excel 2003. Open it in your spreadsheet program, save it as .xlsx and use that file.',
  'files.kind_xml':
    'This is an XML file of a kind that payrun does not read. Export it as .xlsx, CSV or JSON, payouts also as pain.001, a statement also as camt.053.',
  'files.kind_bank_format':
    'This is in the {format} format of banks, which payrun does not read. Export it as .xlsx, CSV or JSON, payouts also as pain.001, a statement also as camt.053.',
  'files.kind_sylk':
    'This is a SYLK spreadsheet (.slk). Open it in your spreadsheet program, save it as .xlsx or CSV and use that file.',
  'files.kind_dif':
    'This is a DIF spreadsheet (.dif). Open it in your spreadsheet program, save it as .xlsx or CSV and use that file.',
  'files.kind_text_document':
    'This is a text document, not a table. Copy the payouts into a workbook, save it as .xlsx and use that file.',
  'files.kind_presentation':
    'This is a presentation, not a table. Copy the payouts into a workbook, save it as .xlsx and use that file.',
  'files.kind_mail': 'This is an e-mail message. Save the file attached to it, and use that one.',
  'files.kind_picture': 'This is a picture, which payrun does not read. Use the file that it shows, as .xlsx or CSV.',
  'files.kind_database':
    'This is a database file, which payrun does not read. Export the payouts as .xlsx, CSV or JSON.',
  'files.kind_online_link':
    'This is only a link to an online spreadsheet. Download the spreadsheet as .xlsx or CSV and use that file.',
  'files.kind_other_spreadsheet':
    'This file ({extension}) comes from a program whose format payrun does not read. Open it in a spreadsheet program, save it as .xlsx or CSV and use that file.',
  'files.workbook_old_kind_xls_open_save':
    'This is a workbook in the old format (.xls). Open it, save it as .xlsx or CSV, and use that file.',
  'files.file_utf_8_text_but_broken':
    'The file is UTF-8 text but damaged at byte {firstBadAt}. Save it again as UTF-8.',
  'files.file_utf_16_text_but_broken': 'The file is UTF-16 text but damaged. Save it again as UTF-8.',
  'files.file_saved_old_encoding_ms_dos':
    'The file was saved in an old encoding, for MS-DOS or Macintosh, which loses accents. Save it again as "CSV UTF-8".',
  'files.file_changed_while_read_nothing_taken':
    'The file changed while payrun was reading it, so nothing was stored. Try again.',
  'files.file_more_rows_split_into_several': 'The file has more than {rows} rows: split it into several files.',
  'files.file_more_columns_remove_not_needed':
    'The file has more than {columns} columns: remove those that are not needed.',
  'files.record_starts_line_longer_kib_quote':
    'The record that starts on line {line} is longer than {kib} KiB: is a quote or a line break missing?',
  'files.line_longer_kib_quote_line_break': 'Line {line} is longer than {kib} KiB: is a quote or a line break missing?',
  'files.element_longer_kib_quote_line_break':
    'Element {line} is longer than {kib} KiB: is a quote or a line break missing?',
  'files.row_sheet_longer_kib_quote_line':
    "Row {line} of the sheet is longer than {kib} KiB. Remove what the payouts don't need.",
  'files.sheet_workbooks_xlsx_none': '--sheet is for workbooks (.xlsx), and {shownName} is not one.',
  'files.empty_nothing_compare': '{name} is empty: there is nothing to compare with.',
  'files.empty_nothing_pay': '{name} is empty: there is nothing to pay.',
  'files.no_file_check_path': 'There is no file {name}: check the path.',
  'files.directory_give_file': '{name} is a directory: give a file.',
  'files.no_permission_read': 'No permission to read {name}.',
  'files.disk_full_cant_kept_while_read': "The disk is full: payrun can't keep a copy of {name} while it reads it.",
  'files.cant_read': "{name} can't be read ({code}).",
  'files.cant_read_name': "{name} can't be read.",
  'files.workbook_no_sheet_sheets': 'The workbook has no sheet "{name}". Its sheets: {names}.',
  'files.sheet_no_rows_nothing_compare': 'The sheet "{sheet}" has no rows: there is nothing to compare with.',
  'files.sheet_no_rows_nothing_pay_sheet':
    'The sheet "{sheet}" has no rows: there is nothing to pay. --sheet reads another sheet of the workbook.',
  'files.workbook_sheets_read_others_not_sheet':
    'The workbook has {visible} sheets. Only "{name}" was read. Not read: {others}. To read another one, name it with --sheet.',
  'files.hidden_say_what_to_do':
    'Show what is hidden in the workbook, or choose: --hidden pay pays hidden rows like the others and reads hidden columns; --hidden skip leaves hidden rows out and treats hidden columns as not there.',
  'files.hidden_lines':
    '{rows, plural, one {one hidden or filtered-out row (line {lines})} other {{count} hidden or filtered-out rows (lines {lines})}}',
  'files.hidden_more_lines': '{count} hidden or filtered-out rows (lines {lines} and {more} more)',
  'files.hidden_rows_refused': 'The sheet "{sheet}" has {hidden}. {help}',
  'files.hidden_columns_refused':
    'In the sheet "{sheet}", columns that the payouts are made of are hidden: {used}. {help}',
  'files.hidden_both_refused':
    'In the sheet "{sheet}", columns that the payouts are made of are hidden: {used}. The sheet also has {hidden}. {help}',
  'files.hidden_rows_count':
    '{rows, plural, one {One row of the sheet is hidden. It counts like the others.} other {{count} rows of the sheet are hidden. They count like the others.}}',
  'files.hidden_rows_left_out':
    '{rows, plural, one {One hidden row of the sheet was left out.} other {{count} hidden rows of the sheet were left out.}}',
  'files.hidden_columns_used': 'Hidden columns were read like the others: {used}.',
  'files.cells_merged_unmerge':
    'In the sheet "{sheet}", merged cells hide what each row contains: {cells}. Unmerge them, and write into each cell what belongs there.',
  'files.workbook_several_sheets':
    'Several sheets of the workbook could be paid: {sheets}. Choose one, as in {option}.',
  'files.sheet_rows_sums': '"{name}" ({rows, plural, one {one row} other {{rows} rows}}, {sums})',
  'files.sheet_rows_some_payable':
    '"{name}" ({rows} rows, of which {valid, plural, one {one is} other {{valid} are}} payable as they are: {sums})',
  'files.sheet_rows_none_payable':
    '"{name}" ({rows, plural, one {one row} other {{rows} rows}}, none payable as it is)',
  'files.workbook_hidden_sheets_not_read':
    'The workbook has hidden sheets, which are not read unless --sheet names one: {hidden}.',
  'files.workbook_asks_formulas_calculated_again_when':
    'The workbook asks for its formulas to be recalculated when it is opened, and one row was read with the old results. To be sure of its values, open the workbook in your spreadsheet program, save it and submit it again.',
  'files.workbook_asks_formulas_calculated_again_when_opened_rows':
    'The workbook asks for its formulas to be recalculated when it is opened, and {count} rows were read with the old results. To be sure of their values, open the workbook in your spreadsheet program, save it and submit it again.',
  'files.file_header_no_rows_nothing_compare': 'The file has a header and no rows: there is nothing to compare with.',
  'files.file_no_rows_nothing_compare': 'The file has no rows: there is nothing to compare with.',
  'files.file_header_no_rows_nothing_pay': 'The file has a header and no rows: there is nothing to pay.',
  'files.file_no_rows_nothing_pay': 'The file has no rows: there is nothing to pay.',
  'files.file_cant_read_csv_save_again': "The file can't be read as CSV ({code}): save it again as CSV.",
  'files.quote_line_opens_never_closed_swallows':
    'A quote that opens on line {line} is never closed, so it swallows the rows that follow. Correct the line, or write "" for a quote inside quotes.',
  'files.quote_line_closes_but_more_text':
    'A quote closes on line {line}, but more text follows in the same cell. Correct the line, or write "" for a quote inside quotes.',
  'files.quote_line_stands_middle_cell_no':
    'Line {line} has a quote in the middle of a cell that is not in quotes. Correct the line, or write "" for a quote inside quotes.',
  'files.file_no_rows_write_array_objects': 'The file has no rows: write an array of objects, one for each payout.',
  'files.name_each_object': 'Name them in each object.',
  'files.file_no_json_array_write_array':
    'The file is not a JSON array. Write an array of objects, one for each payout.',
  'files.element_nested_too_deeply': 'Element {line} is nested too deeply.',
  'files.file_nested_too_deeply_payout_file': 'The file is nested too deeply for a payout file.',
  'files.file_not_whole_json_breaks_off': 'The JSON is invalid or cut short after byte {byte}. Export it again.',
  'files.file_not_whole_json_breaks_off_goes_wrong':
    'The JSON is invalid or cut short in element {line}, after byte {byte}. Export it again.',
  'files.file_not_whole_json_breaks_off_goes_wrong_after_element':
    'The JSON is invalid or cut short after element {line}, at byte {byte}. Export it again.',
  'files.file_no_rows_write_one_json': 'The file has no rows: write one JSON object on each line.',
  'files.line_looks_like_payout_but_names':
    'Line {line} looks like a payout, but the column names are below it, on line {namedLine}. Put the names above all rows.',
  'files.line_of_names_is_row':
    'Line {line} is where the column names should be, but it looks like a row. Put a line with the column names above it: {names}.',
  'files.names_columns_found_line_stands_above':
    'The column names were found on line {line}. Everything above them was left out.',
  'files.total_agrees': 'Line {line} is the total of the file: {sum}. It agrees with the rows.',
  'files.total_differs':
    'Line {line} gives a total of {written}, but the rows add up to {sums}. Correct the rows or the total, or remove the line.',
  'files.total_before_correction':
    'Line {line} gives a total of {written}, and the rows now add up to {sums}. The total of the file is not compared.',
  'files.total_unreadable':
    "Line {line} gives a total that can't be read ({written}). Write it in digits, or remove the line.",
  'files.total_not_compared':
    'Line {line} gives a total of {written}. It was not compared with the rows, because an amount in them is unreadable.',
  'files.total_without_amount': 'Line {line} is a total without an amount. It was left out.',
  'files.count_agrees': 'Line {line} gives the number of rows: {rows}. It agrees with the file.',
  'files.count_differs':
    'Line {line} says that there are {written} rows, but the file has {rows}. Correct the rows or the line, or remove the line.',
  'files.count_before_correction':
    'Line {line} says that there are {written} rows, and the file now has {rows}. That number is not compared.',
  'files.line_below': 'Line {line} below the rows is not a payout. It was left out.',
  'files.lines_below': 'Lines {lines} below the rows are not payouts. They were left out.',
  'files.name_column_nul_character_save_file':
    'The name of column {broken} contains a NUL character. Save the file again as text.',
  'files.name_column_holds_characters_no_text':
    'The name of column {names} contains characters that are not text. Type it again.',
  'files.name_columns_first_line': 'Name the columns on the first line, separated by , ; | or tabs.',
  'files.no_column_map_names_file_names':
    'There is no column "{column}" for {field} (--map); the file has no column names.',
  'files.no_column_map_names_file': 'There is no column "{column}" for {field} (--map); the file has: {seen}.',
  'files.two_columns_keep_one': 'Two columns are named "{one}". Keep one of them.',
  'files.columns_both_stand_keep_one': 'The columns "{one}" and "{other}" both mean {field}. Keep one of them.',
  'files.either_column':
    '"{one}" and "{other}" could both be the column for {field}. Say which one it is: {first} or {second}.',
  'files.heading_foreign':
    'The column "{column}" is in {sign}, a currency that payrun does not pay in. Convert the amounts to the currency of the operators and rename the column.',
  'files.heading_in_multiples':
    'The amounts in the column "{column}" are not written in full ("{scale}"). Write the full amounts and rename the column.',
  'files.title_foreign':
    'Line {line} above the column names says that the amounts are in {sign}, a currency that payrun does not pay in. Convert the amounts to the currency of the operators, or correct the line.',
  'files.title_in_multiples':
    'Line {line} above the column names says that the amounts are not written in full ("{scale}"). Write the full amounts, or correct the line.',
  'files.field_operator': 'the operator',
  'files.field_phone_number': 'the phone number',
  'files.field_amount': 'the amount',
  'files.field_reference': 'the reference',
  'files.field_country': 'the country',
  'files.field_currency': 'the currency',
  'files.field_name': 'the name',
  'files.write_field_equals_sign_columns_name':
    'Write the field, an equals sign and the column\'s name, as in --map phone="N° de téléphone".',
  'files.no_field_fields': 'There is no field "{key}": the fields are {fields}.',
  'files.field_mapped_twice_map_one_column': 'The field {field} is mapped twice: map it to one column.',
  'files.column_mapped_twice_map_one_field': 'The column "{column}" is mapped twice: map it to one field.',
  'files.columns_both_may_remove_rename_one':
    'Either "{one}" or "{other}" may be the column for {field}. Remove or rename one of them.',
  'files.stands_column_reads_like_status_payment':
    'Column {a} looks like the status of a payment. Name it status, or remove it. A statement without a status lists what was carried out.',
  'files.stands_column_reads_like_status_payment_name_status':
    'The column "{names}" looks like the status of a payment. Name it status, or remove it. A statement without a status lists what was carried out.',
  'files.dates_line_day_first_line_month':
    'The dates on line {dayLine} (day first) and line {monthLine} (month first) are written in two ways. Write all of them as 2026-11-21.',
  'files.or': '{some} or {last}',
  'files.no_column_no_names': 'There is no column for {fields}; the file has no column names. {help}',
  'files.no_column': 'There is no column for {fields}; the file has: {seen}. {help}',
  'files.line_in_multiples':
    'Line {line} says that the amounts are not written in full ("{scale}"). Write the full amounts, or correct the line.',
  'files.line_foreign':
    'Line {line} says that the amounts are in {sign}, a currency that payrun does not pay in. Convert the amounts to the currency of the operators, or correct the line.',
  'files.rename_or_map': 'Rename the right column, or name it: {options}. If the file does not have it, add it.',
  'files.likely_columns': 'If you know which column is the right one, rename it or name it: {options}.',
  'files.statement_no_names':
    "There is no column for the provider's reference, and none for number, amount and date; the file has no column names. Name your columns reference, phone, amount, currency, status and date.",
  'files.statement_no_columns':
    'There is no column for the provider\'s reference, and none for: {fields}. The file has: {seen}. If one of these is the reference, rename it to reference, or use --map reference="…". Without a reference, a statement needs phone, amount and date.',

  // The workbook to fill in.
  // The names of sheets have at most 31 characters.
  'files.sheet_payouts': 'Payouts',
  'files.sheet_operators': 'Operators',
  'files.sheet_explanation': 'How to fill it in',
  'files.use_rows': 'Enter one payout per row on the first sheet, below the column names.',
  'files.use_own_columns': 'You can add columns of your own. They come back unchanged in the report.',
  'files.use_validate': 'Check the file before you pay it: payrun validate FILE',
  'files.column': 'Column',
  'files.required': 'Required',
  'files.what_to_write': 'What to write',
  'files.example': 'Example',
  'files.yes': 'yes',
  'files.no': 'no',
  'files.rule_reference':
    'Your own number for this payout, different on every row. It prevents the payout from being made twice.',
  'files.rule_name': "The beneficiary's name, as registered with the operator.",
  'files.rule_country': 'A cross-check: it must be the country of the operator.',
  'files.rule_operator': 'The code from the list of operators.',
  'files.rule_phone_number':
    'The mobile number to pay, with its country code (+229…) or as it is dialled in the country.',
  'files.rule_amount': 'Digits only. No decimals in XOF, XAF, RWF and UGX, at most two in other currencies.',
  'files.rule_currency': 'A cross-check: it must be the currency of the operator.',
  'files.code': 'Code',
  'files.operator': 'Operator',
  'files.country': 'Country',
  'files.currency': 'Currency',
  'files.dialling_code': 'Dialling code',
  'files.not_in_list': 'Not in the list',
  'files.choose_operator': 'Choose a code from the list. They are all on the sheet of operators.',
  'files.choose_country': 'Choose a country from the list, or leave the cell empty.',
  'files.choose_currency': 'Choose a currency from the list, or leave the cell empty.',
  'files.xml_doctype':
    'The XML declares a document type, which payrun does not read. Export the file again without it.',
  'files.xml_broken': 'The XML is invalid or cut short after element {n}. Export the file again.',
  'files.xml_text_too_long': 'After element {n}, a text of the XML is too long. Shorten it, or export the file again.',
  'files.xml_count_differs': '{id} states {stated} transactions but has {found}. Export the complete file again.',
  'files.xml_sum_differs':
    '{id} states a sum of {stated}, but its amounts add up to {found}. Export the complete file again.',
  'files.message_is_statement': 'This is a bank statement ({name}), not a payout file. Use it with payrun reconcile.',
  'files.message_is_payouts': 'This is a payment file ({name}), not a statement. Use it with payrun run.',
  'files.message_not_payouts':
    'This is an ISO 20022 message of another kind ({name}). Export the payments as pain.001, or as .xlsx, CSV or JSON.',
  'files.message_not_statement':
    'This is an ISO 20022 message of another kind ({name}). Ask for the statement as camt.053, or as .xlsx, CSV or JSON.',
  'files.pain_no_payments': 'The file has no credit transfer: there is nothing to pay.',
  'files.pain_no_message_id': 'The file has no message identification (GrpHdr/MsgId). Export it again.',
  'files.pain_method':
    'The payment method of {id} is {method}, and payrun makes transfers only (TRF). Remove these payments, or correct the method.',
  'files.pain_asks_for_day': 'The file asks for execution on {day}. payrun pays when you tell it to: use --at to wait.',
  'files.statement_map_no_column':
    'There is no column "{column}", which --map names for {field}; the file has: {seen}.',
  'files.statement_either_amount':
    'Either "{amount}" or "{side}" may be what was paid. Say which: --map amount="{amount}" or --map {field}="{side}".',
  'files.statement_no_account_column':
    "The statement has no column for the account, so --from-account {account} can't be applied. Leave it out, or name the column with --map account=….",
  'files.statement_no_such_account': 'The statement has no line of the account {account}. Its accounts: {accounts}.',
  'files.preset_used': 'The file is read as {name} exports it: {columns}.',
} as const
