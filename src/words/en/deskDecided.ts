export const messages = {
  // What whoever submitted a file decided about it, for whoever approves it, and for the trail.
  'deskDecided.title': 'What {by} decided',
  'deskDecided.title_nobody': 'What was decided when it was submitted',
  'deskDecided.by': '{by} decided when submitting the file:',
  'deskDecided.duplicates': 'Duplicates are accepted: payouts that look like others are paid all the same.',
  'deskDecided.left_out':
    "{leftOut, plural, one {{leftOut} of the {rows} rows of the file is left out, because it can't be paid as it is.} other {{leftOut} of the {rows} rows of the file are left out, because they can't be paid as they are.}}",
  'deskDecided.own_total': 'The total that the file itself gives was set aside.',
  'deskDecided.columns': 'Columns were chosen: {what}.',
  'deskDecided.column': '{field} is "{column}"',
  'deskDecided.max_amount': 'No payout may be more than {amount}.',
  'deskDecided.rewritten': 'The file was rewritten as CSV so that it could be corrected.',
  'deskDecided.corrected_elsewhere':
    'The file was corrected in places that are not paid: another sheet, or hidden rows or columns.',
  'deskDecided.notes': 'Also note',
  'deskDecided.notes_of_file': 'About the file',
  'deskDecided.see_left_out': 'See the rows that are left out',
  'deskDecided.trail_duplicates': 'duplicates accepted',
  'deskDecided.trail_sheet': 'sheet "{sheet}"',
} as const
