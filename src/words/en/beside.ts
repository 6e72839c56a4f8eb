export const messages = {
  // What a JSON document has beside the array of its rows.
  'beside.payouts':
    'Something in "{place}" looks like a payout, too, but payrun pays only those in "rows". Move them all into "rows", or remove "{place}".',
  'beside.payout_itself':
    'The file has an operator, a number and an amount next to "rows", but payrun pays only what is in "rows". Move them into "rows" as a separate payout, or remove them.',
  'beside.total_agrees': '"{place}" is the total of the file: {sum}. It agrees with the rows.',
  'beside.total_differs':
    '"{place}" gives a total of {written}, but the rows add up to {sums}. Correct the rows or "{place}", or remove it.',
  'beside.total_or_count_differs':
    '"{place}" says {written}, but the file has {rows, plural, one {{rows} row} other {{rows} rows}} of {sums} in all. Correct the rows or "{place}", or remove it.',
  'beside.total_before_correction':
    '"{place}" gives a total of {written}, and the rows add up to {sums}. The total of the file is not compared.',
  'beside.total_unreadable':
    '"{place}" gives a total that can\'t be read ({written}). Write it in digits, or remove "{place}".',
  'beside.total_not_compared':
    '"{place}" gives a total of {written}. It was not compared with the rows, because an amount in them is unreadable.',
  'beside.count_agrees': '"{place}" gives the number of rows: {rows}. It agrees with the file.',
  'beside.count_differs':
    '"{place}" says that there are {written} rows, but the file has {rows}. Correct the rows or "{place}", or remove it.',
  'beside.count_before_correction':
    '"{place}" says that there are {written} rows, and the file has {rows}. That number is not compared.',
  'beside.unclear':
    '"{place}" gives a part of a total ({written}) that payrun can\'t compare with the rows. Give the total of each currency under its code, such as XOF, or remove "{place}".',
  'beside.rows_under_other_name':
    'payrun looks for the rows in an array called rows, or in an array that is the whole file. This file has an array "{name}": if it has the rows, rename it to rows, or submit the array itself.',
  'beside.columns_same_name_differ':
    'Columns {one} and {other} are both called "{name}", but differ on line {line}. Rename the one that is not meant.',
} as const
