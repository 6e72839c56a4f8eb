/** What is said of the titles above a table, and of the names of sheets. */
export const messages = {
  'titles.paid':
    'Line {line} above the column names says that this has been paid already ("{words}"). If it is still to be paid, correct or remove the line.',
  'titles.not_to_pay':
    'Line {line} above the column names says that this is not to be paid ("{words}"). If it is to be paid all the same, correct or remove the line.',
} as const
