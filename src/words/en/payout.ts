export const messages = {
  // What a cell of a payout file, a time or a plan has to look like.
  'payout.operator_name': '{brand} {country}',
  'payout.text': '"{text}"',
  'payout.too_many_decimals_no_decimals_write':
    '{text} has too many decimals. {currency} has none: write a whole amount.',
  'payout.too_many_decimals_decimals_most': '{text} has too many decimals: {currency} has at most {decimals}.',
  'payout.amount_write_amount_above_zero': 'The amount is {text}. Write an amount above zero.',
  'payout.too_large_amount': '{text} is too large for an amount.',
  'payout.thousands_or_three_decimals':
    '{text} can be read as {grouped}, or has three decimals, which no amount has: write {grouped} or {grouped}.00 if that is meant, otherwise the amount with fewer decimals.',
  'payout.thousands_or_no_decimals':
    '{text} can be read as {grouped}, or as an amount with decimals, which {currency} does not have: write {grouped} if that is the amount.',
  'payout.three_decimals_below_one':
    '{text} has three digits after the comma or point, and no amount has more than two decimals. Write the amount in digits, such as {example}.',
  'payout.can_read_write_00_first_second':
    '{text} can be read as {grouped} or as {decimal}: write {grouped} or {grouped}.00 for the first, {decimal} for the second, if the currency has decimals.',
  'payout.not_amount_write_digits_only_1500': '{text} is not an amount: write digits only, as in {example}.',
  'payout.no_number_anywhere':
    '"{text}" is not a phone number of any country that payrun pays to. Write the whole number in digits, best with + and the country code.',
  'payout.number_another_country_operator_correct_one':
    '{text} is a number from another country, but the operator is in {name}. Correct one of the two.',
  'payout.not_mobile_number_mobile_money_needs':
    '{text} is not a mobile number in {name}. Mobile money needs a mobile number.',
  'payout.number_benin_old_form_put_01': '{text} is an old Benin number: put 01 before the eight digits, as in +22901…',
  'payout.not_phone_number_write_number_digits':
    '{text} is not a phone number in {country}. Write +{diallingCode} and then the number, in digits only.',
  'payout.number_is_like_date':
    '{text} looks like a date, not a phone number. If it is a number, write its digits without marks between them.',
  'payout.minus_decimals_numbers_spreadsheet_calculated_format':
    '{text} has a minus or decimals, like a number calculated by a spreadsheet: format the column as text and type the number again.',
  'payout.no_time_zone_name_such_africa':
    'There is no time zone "{zone}". It has a name such as Africa/Abidjan or Europe/Paris.',
  'payout.five_fields_minute_hour_day_month':
    'A cron expression has five fields: minute, hour, day of the month, month and day of the week, such as "0 8 1 * *".',
  'payout.not_cron_expression': '"{cron}" is not a cron expression. {five}',
  'payout.never_comes': '"{cron}" never happens. {five}',
  'payout.made_yyyy_mm_dd_hh_mm':
    'A format can contain yyyy, MM, dd, HH, mm, Q (the quarter), YYYY with ww (the ISO week), and text in single quotes, such as yyyy-MM.',
  'payout.yyyy_year_iso_week_ww_go':
    "YYYY is the year of the ISO week ww, and the two must be used together, as in YYYY-'W'ww. The calendar year is yyyy.",
  'payout.name_year_yyyy_without_period_come':
    'The format must include the year (yyyy). Without it, the same period would come back a year later and its payouts would be refused.',
  'payout.passed_already_leave_out_pay_once': '--at: {text} is in the past. Leave the option out to pay now.',
  'payout.more_year_ahead_check_year': '--at: {text} is more than a year away. Check the year.',
  'payout.not_time_such_2026_12_01t08': '--at: "{text}" is not a time such as 2026-12-01T08:00.',
  'payout.offset_own_leave_tz_out': '--at already has an offset: leave --tz out.',
  'payout.not_time_such_2026_12_01t08_00_01': '--at: "{text}" is not a time such as 2026-12-01T08:00+01:00.',
  'payout.tz_no_time_zone_name_such': '--tz: there is no time zone "{where}". It has a name such as Africa/Abidjan.',
  'payout.pays_between': 'Pays between {from} and {to} ({zone}).',
  'payout.pays_between_waits': 'Pays between {from} and {to} ({zone}): waits until {from}.',
  'payout.not_hours': '--between: "{text}" is not a span of hours such as 08:00-18:00, or 22:00-05:00 over midnight.',
  'payout.hours_of_no_time': '--between: {text} begins and ends at the same time. To pay at any time, leave it out.',
  'payout.clocks_set_forward_never_show_choose':
    '--at: {text} does not exist in {where}, where the clocks go forward. Choose another time.',
  'payout.clocks_set_back_show_twice_add':
    '--at: {text} happens twice in {where}, where the clocks go back. Add the offset you mean, such as +01:00.',

  // What is wrong with a row of a file or with its sums, and how to fix it.
  'payout.no_operator_payrun_operators_lists_codes': 'There is no operator "{text}": payrun operators lists the codes.',
  'payout.no_operator_did_you_mean': 'There is no operator "{text}": did you mean {code}?',
  'payout.no_operator_did_you_mean_one': 'There is no operator "{text}": did you mean one of {codes}?',
  'payout.brand_in_several_countries':
    '"{text}" is an operator in several countries, and nothing here says in which. Write its code ({codes}), add a column with the country, or write the number with its country code.',
  'payout.no_operator_there': 'payrun has no operator "{text}" in {country}. Its operators there: {codes}.',
  'payout.brand_probably':
    '"{text}" is an operator in several countries. By the number and the rest of the file, it is probably {code}. If so, write this code, or add a column with the country.',
  'payout.no_operator_in_likely_country':
    'payrun has no operator "{text}" in {country}, the country that the rest of the file suggests. Its operators there: {codes}.',
  'payout.no_operator_of_number':
    'payrun has "{text}" only as {codes}, and this number is of another country. Correct the operator or the number, or remove the row.',
  'payout.no_operator_of_file':
    'payrun has "{text}" only as {code}, but the rest of the file is of another country. If this number is of {country}, the operator is {code}. Otherwise correct the operator, or remove the row.',
  'payout.no_country_payrun_pays_did_you': 'payrun does not pay to "{text}": did you mean {name}?',
  'payout.no_country_payrun_pays_write_name':
    'payrun does not pay to "{text}": write the name or ISO code of a country, such as Benin or BJ.',
  'payout.no_currencys_code_did_you_mean': '"{text}" is not a currency code: did you mean {currency}?',
  'payout.no_currency_payrun_pays_use_one': 'payrun does not pay in "{text}": use one of {known}.',
  'payout.number_spreadsheet_shortened_last_digits_lost':
    'A spreadsheet shortened this number to "{text}", and its last digits are lost: format the column as text and type the numbers again.',
  'payout.several_numbers_in_cell': '"{text}" has several numbers: keep the one that is to be paid.',
  'payout.more_than_a_number': '"{text}" has more in it than a number: did you mean +{digits}?',
  'payout.letter_where_digit_belongs_o_0':
    '"{text}" has a letter in place of a digit (O for 0 or l for 1): did you mean +{digits}?',
  'payout.decimals_spreadsheets_give_numbers_did_you':
    '"{text}" has decimals, which spreadsheets add to numbers: did you mean +{digits}?',
  'payout.number_benin_form_before_november_2024':
    '"{text}" is a Benin number from before November 2024: put 01 before the eight digits, as in +{digits}.',
  'payout.country_code_twice_did_you_mean':
    '"{text}" has the country code {diallingCode} twice: did you mean +{digits}?',
  'payout.no_country_code_plus_00_begins':
    '"{text}" starts with a plus or 00 but has no country code: did you mean +{digits}?',
  'payout.lacks_digit_perhaps_0_front_spreadsheets':
    '"{text}" is missing a digit, perhaps the 0 in front, which spreadsheets drop: did you mean +{digits}?',
  'payout.max_amount': '--max-amount: {message}',
  'payout.reference_already_line_give_each_payout':
    'The reference "{reference}" is already used on line {first}. If it is the same payout, take the row out. Otherwise, give it a reference of its own.',
  'payout.report_not_again':
    'This row comes from a report of payrun, where it is {state}, so it is not paid again. Remove the row.',
  'payout.report_failed':
    'This row comes from a report of payrun, where it failed. Send it again with payrun retry, which uses the number and amount that failed, and remove it here. If you corrected them, or if it is a new payout, clear what the report added to it (status to payrun_id).',
  'payout.last_amount_maybe_cut':
    'Line {line}, the last one, does not end with a line break. If the file was cut off there, its last amount may be cut off, too: it would be paid as {amount}.',
  'payout.last_number_maybe_cut':
    'Line {line}, the last one, does not end with a line break. If the file was cut off there, its last number may be cut off, too: {number} would be paid.',
  'payout.amount_maybe_split':
    'The amount may be {written}, split in two at its comma: the rest of it is under "{next}". Quote the amount or write it without the comma, and check the cells after it.',
  'payout.row_is_a_total':
    'This row is a total, not a payout. Remove it: only the total below the last payout may stay.',
  'payout.marked_not_to_pay':
    'The file says that this row is not to be paid. Remove the row. If it is to be paid after all, delete these words.',
  'payout.marked_other_way':
    'The file says that this row is paid in cash or through a bank, not by mobile money. Remove the row. If it is to be paid by mobile money after all, delete these words.',
  'payout.marked_paid':
    'The file says that this row is paid already, so it is not paid again. Remove the row. If it is still to be paid, delete these words.',
  'payout.all_done':
    'Every row says under "{name}" that it is done ("{value}" on line {line}). If that means that these people are paid already, do not pay them again. If the column says something else, rename or remove it.',
  'payout.all_marked_not_to_pay':
    'Every row says under "{name}" that it is not to be paid ("{value}" on line {line}), so nobody is left to be paid. If the column says something else, rename or remove it.',
  'payout.all_marked_other_way':
    'Every row says under "{name}" that it is paid in cash or through a bank ("{value}" on line {line}), so nobody is left to be paid by mobile money. If the column says something else, rename or remove it.',
  'payout.all_marked_paid':
    'Every row says under "{name}" that it is paid already ("{value}" on line {line}), so nobody is left to be paid. If the column says something else, rename or remove it.',
  'payout.some_states':
    'Line {line} says "{done}" under "{name}", and line {other} says "{open}". Are rows such as line {line} paid already? Remove them then. If the column says something else, rename or remove it.',
  'payout.statement_three_digits':
    'Line {line} has {text} under "{column}", and line {other} has {decimals}, with three decimals. So {text} may be decimals, too, and not thousands. Write the amounts without separators, or with two decimals.',
  'payout.statement_thousands':
    '{text} can be read as {grouped}, or as an amount with decimals, and nothing names its currency. If the currency has no decimals, name it in the heading of the column, as in "{heading}". Otherwise write the amounts with two decimals.',
  'payout.some_receipts':
    'Line {line} has "{value}" under "{name}", and line {other} has {open, select, nothing {nothing there} other {"{open}"}}. Are the rows with a transaction paid already? Remove them then. If the column says something else, rename or remove it.',
  'payout.some_done':
    'Line {line} has "{value}" under "{name}", and line {other} has {open, select, nothing {nothing there} other {"{open}"}}. Are rows like line {line} paid already, or are rows like line {other} not to be paid? Remove those then. If the column says something else, rename or remove it.',
  'payout.some_ticked':
    'Line {line} has "{value}" under "{name}", and line {other} has nothing there. Are rows like line {other} not to be paid? Remove them then. Otherwise, fill in the column on every row, or remove it.',
  'payout.some_in_unnamed':
    'Line {line} has "{value}" in column {name}, which has no heading, and line {other} has nothing there. It is not clear what that says about the rows. Give the column a heading, or remove it.',
  'payout.amount_received':
    'Line {line} has {value} under "{name}". Have these people received that money already? Leave out the rows that are paid, and make sure that the amounts are what is left to pay. Then remove the column.',
  'payout.amount_to_deduct':
    'Line {line} has {value} under "{name}", and payrun deducts nothing from "{amount}". Make sure that the amounts are what is to be paid in the end. Then remove the column.',
  'payout.some_days':
    'Line {line} has a day under "{name}", and line {other} has none. Are the rows with a day paid already? Remove them then. If the column says something else, rename or remove it.',
  'payout.report_unclear':
    'This row comes from a report of payrun, but its status does not say whether it was paid. Remove the row. If it is a new payout, clear what the report says about it (payrun_id, status, sent_at and so on).',
  'payout.reference_variant_of_line':
    'The reference "{reference}" is already used on line {first}. The two differ only in leading zeros, zeros after the decimal point, capital letters, the number of spaces, the kind of dashes or apostrophes, or invisible characters. Remove one of the rows, or add --allow-duplicates if they are two payouts.',
  'payout.line_pays_same_amount_same_number':
    'Line {earlier} pays the same amount to the same number. Remove one of them, give both a reference, or add --allow-duplicates if you mean both.',
  'payout.operator_missing_write_code_mtn_benin': 'The operator is missing. Write its code, such as mtn-benin.',
  'payout.payouts_not_correct_currency_amount':
    'Payouts in {country} are in {currency}, not in {a}. Correct the currency and the amount.',
  'payout.phone_number_missing_write_number_paid': 'The phone number is missing. Write the number to pay.',
  'payout.amount_missing_write_how_much_paid': 'The amount is missing. Write how much to pay.',
  'payout.over_limit_correct_amount_raise_max':
    '{amount} is over the limit of {most}. Correct the amount or raise --max-amount.',
  'payout.name_longer_characters_shorten': 'The name is longer than {maxNameLength} characters. Shorten it.',
  'payout.name_line_break_another_control_character':
    'The name contains a line break or another control character. Type it again.',
  'payout.name_character_lost_saving_type_again':
    'A character of the name was lost when the file was saved ({lostCharacter}). Type it again.',
  'payout.name_garbled':
    'The name is garbled, as when a file is saved in the wrong encoding. Export the file again as "CSV UTF-8", or type the name again.',
  'payout.reference_longer_characters_shorten':
    'The reference is longer than {maxReferenceLength} characters. Shorten it.',
  'payout.reference_line_break_another_control_character':
    'The reference contains a line break or another control character. Type it again.',
  'payout.line_no_reference_no_amount_remove':
    'The line has neither a reference nor an amount. Add one, or remove the line.',
  'payout.reference_longer_200_characters_control_character':
    'The reference is longer than 200 characters or contains a control character. Type it again.',
  'payout.not_phone_number_write_digits_country':
    '"{text}" is not a phone number. Write it in digits, with the country code.',
  'payout.not_date_write_2026_11_21': '"{text}" is not a date. Write it as 2026-11-21 or 2026-11-21 05:36.',
  'payout.expected_payable_rows_expect_count_but':
    'You expected {expectCount} payable rows (--expect-count), but the file has {valid}.',
  'payout.expected_retry_count':
    'You expected {expectCount} rows to be tried again (--expect-count), but there {valid, plural, one {is {valid}} other {are {valid}}}.',
  'payout.expected_retry_total':
    'You expected a total of {amount} (--expect-total), but the rows to be tried again add up to {sum}.',
  'payout.expected_retry_currencies':
    '--expect-total is for rows in one currency, and those to be tried again have several ({found}). Use --expect-count.',
  'payout.expect_total_works_file_one_currency':
    '--expect-total is for files in one currency, and this one has several ({found}). Use --expect-count, or split the file.',
  'payout.expected_total_expect_total_but_no':
    'You expected a total of {text} (--expect-total), but no row of the file can be paid.',
  'payout.expect_total': '--expect-total: {message}',
  'payout.expected_total_expect_total_but_payable':
    'You expected a total of {amount} (--expect-total), but the payable rows add up to {sum}.',
  'payout.row_cells_header_add_remove_delimiters':
    'The row has {cells} cells and the header {width}. Add or remove delimiters, or put quotes around a cell that contains one.',
  'payout.cell_nul_character_type_cell_again': 'The cell contains a NUL character. Type it again.',
  'payout.value_nul_character_type_again': 'The value contains a NUL character. Type it again.',
  'payout.object_twice_keep_one': 'The object has "{repeatedKey}" twice. Keep one.',
  'payout.element_no_object_write': 'Element {line} is not an object. Write {exampleOf}.',
  'payout.line_not_whole_json_object_write':
    'Line {line} is not a complete JSON object. Write {exampleOf} on one line.',
  'payout.sheet_shows_error_here_correct_formula':
    'The spreadsheet shows the error {text} here. Correct the formula or type the value.',
  'payout.formula_keeps_zero':
    'Line {line} has a cell such as ="0197000001", which is a formula. Write the number without the equals sign and the quotes.',
  'payout.formula_cell_never_calculated_open_workbook':
    'The formula in this cell was never calculated. Open the workbook in your spreadsheet program, save it and submit it again.',
  'payout.spreadsheet_keeps_only_15_digits_number':
    'A spreadsheet keeps only 15 digits of a number, so the last digits of {text} are lost. Format the column as text and type the number again.',
  'payout.sheet_shows_less_holds_amount_left':
    'The sheet shows a rounded amount, but the cell contains {text}, the result of a calculation. Round it in the sheet (=ROUND(…, 0), or =ROUND(…, 2) if the currency has cents), or type it.',
  'payout.sheet_holds_left_over_calculation_type':
    'The cell contains {text}, the result of a calculation. Type the value.',
  'payout.sheet_hides_value_by_color':
    'The cell looks empty, but contains {value} in the colour of its background. Empty it, or change the colour of the text so that the value can be seen.',
  'payout.sheet_strikes_value_through':
    'This value is struck through in the sheet, in whole or in part. If the payout is to be made, type the value again without the line; otherwise remove the row.',
  'payout.sheet_shows_nothing_but_contains':
    'The cell looks empty, but contains {value}. Empty it, or change its number format so that the value can be seen.',
  'payout.sheet_shows_rounded':
    'The sheet shows "{shown}" here, but the cell contains {value}. Round it in the sheet (=ROUND(…, {decimals})), or type the amount in full.',
  'payout.sheet_shows_other_amount':
    'The sheet shows "{shown}" here, but the cell contains {value}. Type the amount in full, and format the cell as a plain number.',
  'payout.sheet_shows_other_value':
    'The sheet shows "{shown}" here, but the cell contains {value}. Format the cell as text and type the value again.',
  'payout.sheet_shows_three_decimals':
    'The sheet shows "{text}", which some read as thousands. Format the cell as a plain number with two decimals at most.',
  'payout.sheet_shows_other_currency':
    'The sheet shows this amount as "{text}", but this payout is made in {currency}. Check the amount, and format the cell as a plain number.',
  'payout.sheet_format_cant_be_read':
    "The cell contains {value}, but payrun can't tell what its number format makes of it. Format the cell as a plain number or as text.",
  'payout.sheet_conditional_formats_change':
    'In the sheet "{sheet}", conditional formatting can make what is paid look different from what the cell contains: {cells}. Remove the rows that are not to be paid, then clear these rules of conditional formatting, and submit the file again.',
  'payout.sheet_conditional_strikes': '{range} (strikes {cell} through)',
  'payout.sheet_conditional_hides': '{range} (hides {cell})',
  'payout.sheet_conditional_shows_otherwise': '{range} (shows {cell} in another number format)',
  'payout.sheet_date_here_type_value_again': 'The sheet has a date here ({text}). Type the value again.',
  'payout.amount_no_currency_many_decimals_round':
    'The amount is {text}, and no currency has that many decimals. Round it in the sheet (=ROUND(…, 0), or =ROUND(…, 2) if the currency has cents), or type it.',
  'payout.something_column_no_name_above_name':
    'Column {letters} has a value here but no name. Name the column or empty the cell.',
  'payout.digits_after_mark':
    '{text} has {count} digits after a comma or point, so it is unclear where the decimals begin. Write the amount without separators between thousands, as in {example}.',
  'payout.amount_other_currency':
    '{text} is marked as {against}, but this payout is in {currency}. Write the amount in {currency}, or correct the operator.',
  'payout.heading_other_currency':
    'The column is headed "{column}", but this payout is in {currency}. Write the amount in {currency} in a column of its own, or correct the heading or the operator.',
  'payout.amount_in_multiples':
    '{text} is not written in full ("{scale}"). Write the full amount in digits, as in 20000.',
  'payout.not_digits':
    '{text} contains characters that look like digits but are not, such as ² or ½, or mixes two kinds of digits. Type it again with the digits 0 to 9.',
  'payout.direction_marks':
    '{text} contains invisible marks that change the direction of writing, so it may look different from what it is. Type it again.',
  'payout.problem_did_you_mean': '{problem} Did you mean {suggestion}?',
  'payout.problem_number_of_country': '{problem} The number is from {country}, where the operators are: {operators}.',
  'payout.operator_not_correct_one_two':
    '{code} is an operator in {home}, not in {country}. Correct one of the two. Operators in {country}: {operators}.',
  'payout.count_and_total': '{count} {total}',
  'payout.xml_element_twice': 'The payment has {element} more than once. Keep one.',
  'payout.xml_equivalent_amount':
    'The amount is an equivalent in another currency (EqvtAmt). Write the amount to pay in InstdAmt.',
  'payout.xml_proxy_of_other_type':
    "The beneficiary's proxy is not a phone number (its type is {type}). Write the mobile number in CdtrAcct/Prxy, with the type TELE.",
  'payout.xml_no_mobile_number': 'The payment names no mobile number. Write it in CdtrAcct/Prxy, with the type TELE.',
  'payout.line_debit_and_credit': 'The line has both a debit and a credit. Correct it, or remove the line.',

  // The same of a row that is paid already, or may be yet: what is wrong, and no word of how to correct it.
  'payout.fault_missing_operator': 'The operator is missing.',
  'payout.fault_unknown_operator': 'payrun does not know this operator.',
  'payout.fault_operator_country_mismatch': 'The operator is in another country.',
  'payout.fault_unknown_country': 'payrun does not pay to this country.',
  'payout.fault_missing_phone': 'The phone number is missing.',
  'payout.fault_invalid_phone': 'The phone number is not valid.',
  'payout.fault_phone_country_mismatch': 'The phone number and the operator are from different countries.',
  'payout.fault_phone_not_mobile': 'The phone number is not a mobile number.',
  'payout.fault_missing_amount': 'The amount is missing.',
  'payout.fault_invalid_amount': 'The amount is not valid.',
  'payout.fault_amount_not_positive': 'The amount is not above zero.',
  'payout.fault_too_many_decimals': 'The amount has too many decimals.',
  'payout.fault_amount_over_limit': 'The amount is over the limit.',
  'payout.fault_unknown_currency': 'payrun does not pay in this currency.',
  'payout.fault_currency_mismatch': 'The currency is not that of the payout.',
  'payout.fault_invalid_name': 'The name is not valid.',
  'payout.statement_no_amount_column':
    "The statement has no column for the amount, so --fee-tolerance can't be applied. Leave it out, or name the column with --map amount=….",
} as const
