/** What is said of the lines of a table that are not payouts, and of the names of sheets. */
export const messages = {
  'titles.paid':
    'Line {line} above the column names says that this has been paid already ("{words}"). If it is still to be paid, correct or remove the line.',
  'titles.not_to_pay':
    'Line {line} above the column names says that this is not to be paid ("{words}"). If it is to be paid all the same, correct or remove the line.',
  'titles.other_currency':
    'Line {line} above the column names gives the currency as {sign}, but this payout is in {currency}. Write the amount in {currency} and correct the line, or correct the operator.',
  'titles.sheet_foreign':
    'The sheet is named "{name}": its amounts are in {sign}, a currency that payrun does not pay in. Convert the amounts to the currency of the operators and rename the sheet.',
  'titles.sheet_in_multiples':
    'The sheet is named "{name}": its amounts are not written in full ("{scale}"). Write the full amounts and rename the sheet.',
  'titles.sheet_other_currency':
    'The sheet is named "{name}" ({sign}), but this payout is in {currency}. Write the amount in {currency} on a sheet of its own, or correct the name or the operator.',
  'titles.sheet_paid':
    'The sheet is named "{name}", as if it had been paid already. If it is still to be paid, say so with {option}, or rename the sheet.',
  'titles.sheet_paid_choose':
    'The sheet is named "{name}", as if it had been paid already. If it is still to be paid, choose it below.',
  'titles.sheet_not_to_pay':
    'The sheet is named "{name}", as if it were not to be paid by mobile money. If it is to be paid all the same, say so with {option}, or rename the sheet.',
  'titles.sheet_not_to_pay_choose':
    'The sheet is named "{name}", as if it were not to be paid by mobile money. If it is to be paid all the same, choose it below.',
  'titles.statement_several_sheets':
    'Several sheets of the workbook have lines of a statement: {sheets}. If they are parts of one statement, copy their lines onto one sheet. If not, give the name of the sheet to read, or save that sheet as a workbook of its own.',
  'titles.perhaps_hidden_sheet':
    '{message} The workbook has hidden sheets, which were not read: {hidden}. If one of them is to be paid, show it in your spreadsheet program, or name it with --sheet.',
  'titles.some_not_to_pay':
    'Line {line} says that rows have been paid already or are not to be paid by mobile money ("{words}"), and payrun can\'t tell which rows it means. Remove these rows and line {line}. If they are to be paid all the same, remove line {line} alone.',
  'titles.line_quoted': '{line} ({text})',
  'titles.comment_on': 'The comment on {cell}',
  'titles.text_box_at': 'The text box at {cell}',
  'titles.page_text': 'The page header or footer',
  'titles.aside': '{where}: "{text}"',
  'titles.asides': 'The sheet also has text outside of its cells. Check that it agrees with the rows. {texts}',
  'titles.asides_more':
    'The sheet also has text outside of its cells. Check that it agrees with the rows. {texts}, and {more} more',
  'titles.beside_paid':
    '{where} says that this has been paid already ("{text}"). If it is still to be paid, correct or remove that text.',
  'titles.beside_not_to_pay':
    '{where} says that this is not to be paid ("{text}"). If it is to be paid all the same, correct or remove that text.',
  'titles.beside_some':
    '{where} says that rows have been paid already or are not to be paid by mobile money ("{text}"), and payrun can\'t tell which rows it means. Remove these rows and that text. If they are to be paid all the same, remove that text alone.',
  'titles.beside_in_multiples':
    '{where} says that the amounts are not written in full ("{text}"). Write the full amounts and remove that text.',
  'titles.comment_paid':
    'The comment on {cell} says that this has been paid already ("{text}"). If it is still to be paid, delete the comment.',
  'titles.comment_not_to_pay':
    'The comment on {cell} says that this is not to be paid ("{text}"). If it is to be paid all the same, delete the comment.',
  'titles.comment_other_way':
    'The comment on {cell} says that this is not paid by mobile money ("{text}"). If it is to be, delete the comment.',
  'titles.one_cell':
    'Only one cell of this row is filled. If it is a heading, delete the row, or write it like "Lagos office" or "Service financier": it may stay if the total at the end of the file is right. If it is a note about other rows, correct those first. If it is a payout, complete it.',
  'titles.lines_among_rows':
    '{count, plural, one {Line {lines} is not a payout. It was left out: the total of the file agrees without it.} other {Lines {lines} are not payouts. They were left out: the total of the file agrees without them.}}',
  'titles.lines_among_left_out':
    '{count, plural, one {Line {lines} is a heading or a subtotal, not a payout. It is left out.} other {Lines {lines} are headings and subtotals, not payouts. They are left out.}}',
  'titles.lines_among_without_total':
    '{count, plural, one {Line {lines} looks like a heading or a subtotal. It can stay} other {Lines {lines} look like headings and subtotals. They can stay}} if a total of the whole list stands below the last payout.',
  'titles.subtotal_wrong':
    'This subtotal is {written}, but the rows above it add up to {sums}. Correct those rows or the subtotal, or delete this line.',
  'titles.subtotal_differs':
    'Line {line} gives a subtotal of {written}, but the rows above it add up to {sums}. Correct those rows or the subtotal, or remove the line.',
  'titles.unclear_below':
    'It is not clear what this row below the total is. If it is not a payout, delete it. If it is one, complete it and move it above the total.',
  'titles.empty_rows':
    '{count, plural, one {Line {lines} has nothing but a running number or zeros. It was left out.} other {Lines {lines} have nothing but a running number or zeros. They were left out.}}',
  'titles.repeated_names':
    '{count, plural, one {Line {lines} repeats the column names. It was left out.} other {Lines {lines} repeat the column names. They were left out.}}',
} as const
