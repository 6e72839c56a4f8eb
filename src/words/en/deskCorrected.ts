export const messages = {
  // What was corrected in a file before it was submitted, for whoever corrects it and for whoever approves it.
  'deskCorrected.yours': 'Your corrections',
  'deskCorrected.yours_text':
    'If you undo one, the cell has the value from your file again. Rows that you left out can be put back. The file is checked again each time.',
  'deskCorrected.too_many': 'There are too many corrections to list them one by one.',
  'deskCorrected.show_all': '{n, plural, one {Show it} other {Show all {count}}}',
  'deskCorrected.back_to_file': 'Back to the file',
  'deskCorrected.changed': '{column}: "{from}" → "{to}"',
  'deskCorrected.changed_unseen':
    '{column}: "{from}" → "{to}", which differ only in spaces, line ends or invisible characters',
  'deskCorrected.on_sheet': '{place} of the sheet "{sheet}"',
  'deskCorrected.filled_in': '{column}: empty → "{to}"',
  'deskCorrected.operator': '{operator} ({code})',
  'deskCorrected.emptied': '{column}: "{from}" → empty',
  'deskCorrected.left_out': 'Row left out',
  'deskCorrected.left_out_as': 'Row left out: {what}',
  'deskCorrected.undo': 'Undo',
  'deskCorrected.undo_of': 'Undo: {place}, {column}',
  'deskCorrected.undo_alike': '{n, plural, one {Undo on this row} other {Undo on all {rows} rows}}',
  'deskCorrected.put_back': 'Put it back',
  'deskCorrected.put_back_of': 'Put it back: {place}',
  'deskCorrected.undone': '{n, plural, one {{n} correction undone} other {{n} corrections undone}}',
  'deskCorrected.title': 'Corrected before it was submitted',
  'deskCorrected.by': '{by} corrected the file before submitting it: {what}.',
  'deskCorrected.nothing':
    "Nothing was corrected in this file before it was submitted, or the batch's names and numbers were purged.",
  'deskCorrected.and_more': '{n, plural, one {and {rows} more row} other {and {rows} more rows}}',
  'deskCorrected.which': 'See what was corrected',
} as const
