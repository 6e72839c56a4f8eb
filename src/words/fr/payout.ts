import type { Catalogue } from '../catalogue.ts'

/** What a cell of a payout file, a time or a plan has to look like. */
export const payout: Catalogue = {
  '"{1}"': '« {1} »',
  '{1} has too many decimals: {2} has no decimals: write a whole amount.':
    '{1} a trop de décimales : {2} se compte sans décimales. Écrivez un montant entier.',
  '{1} has too many decimals: {2} has {3} decimals at most.': '{1} a trop de décimales : en {2} il y en a {3} au plus.',
  'The amount is {1}: write an amount above zero.': 'Le montant est {1} : écrivez un montant supérieur à zéro.',
  '{1} is too large for an amount.': '{1} est trop grand pour un montant.',
  '{1} can be read as {2} or as {3}: write {4} or {5}.00 for the first, {6} for the second.':
    '{1} peut se lire {2} ou {3} : écrivez {4} ou {5}.00 dans le premier cas, {6} dans le second.',
  '{1} is not an amount: write digits only, as in 1500 or 150.50.':
    "{1} n'est pas un montant : écrivez uniquement des chiffres, par exemple 1500 ou 150.50.",
  '{1} is a number of another country, and the operator is in {2}: correct one of the two.':
    "{1} est un numéro d'un autre pays, et l'opérateur est dans ce pays-ci : {2}. Corrigez l'un des deux.",
  '{1} is not a mobile number of {2}: mobile money needs a mobile number.':
    "{1} n'est pas un numéro mobile ({2}) : le mobile money demande un numéro mobile.",
  '{1} is a number of Benin in the old form: put 01 before the eight digits, as in +22901…':
    "{1} est un numéro du Bénin à l'ancien format : mettez 01 devant les huit chiffres, comme dans +22901…",
  '{1} is not a phone number of {2}: write it as +{3} and the number, digits only.':
    "{1} n'est pas un numéro de téléphone ({2}) : écrivez +{3} puis le numéro, uniquement des chiffres.",
  '{1} has a minus or decimals, as numbers that a spreadsheet calculated: format the column as text, and type the number again.':
    '{1} a un signe moins ou des décimales, comme un nombre calculé par un tableur : mettez la colonne au format texte et tapez de nouveau le numéro.',
  'There is no time zone "{1}". It has a name such as Africa/Abidjan or Europe/Paris.':
    "Il n'y a pas de fuseau horaire « {1} ». Il porte un nom comme Africa/Abidjan ou Europe/Paris.",
  'It has five fields: minute, hour, day of the month, month, day of the week, such as "0 8 1 * *".':
    'Elle a cinq champs : minute, heure, jour du mois, mois, jour de la semaine, par exemple "0 8 1 * *".',
  '"{1}" is not a cron expression. {2}': "« {1} » n'est pas une expression cron. {2}",
  '"{1}" never comes. {2}': "« {1} » n'arrive jamais. {2}",
  'It is made of yyyy, MM, dd, HH, mm, Q (the quarter), YYYY with ww (the ISO week), and text in single quotes, such as yyyy-MM.':
    'Il se compose de yyyy, MM, dd, HH, mm, Q (le trimestre), YYYY avec ww (la semaine ISO), et de texte entre apostrophes, par exemple yyyy-MM.',
  "YYYY is the year of the ISO week ww, and they go together, such as YYYY-'W'ww; the year itself is yyyy.":
    "YYYY est l'année de la semaine ISO ww, et ils vont ensemble, par exemple YYYY-'W'ww ; l'année elle-même est yyyy.",
  'It has to name the year (yyyy): without it a period would come round again, and what was paid a year ago could not be paid.':
    "Il doit nommer l'année (yyyy) : sans elle une période reviendrait, et ce qui a été payé il y a un an ne pourrait plus l'être.",
  '--at: {1} has passed already. Leave it out to pay at once.':
    '--at : {1} est déjà passé. Omettez cette option pour payer tout de suite.',
  '--at: {1} is more than a year ahead. Check the year.': "--at : {1} est dans plus d'un an. Vérifiez l'année.",
  '--at: "{1}" is not a time such as 2026-12-01T08:00.': "--at : « {1} » n'est pas une heure comme 2026-12-01T08:00.",
  '--at has an offset of its own: leave --tz out.': '--at a son propre décalage horaire : omettez --tz.',
  '--at: "{1}" is not a time such as 2026-12-01T08:00+01:00.':
    "--at : « {1} » n'est pas une heure comme 2026-12-01T08:00+01:00.",
  '--tz: there is no time zone "{1}". It has a name such as Africa/Abidjan.':
    "--tz : il n'y a pas de fuseau horaire « {1} ». Il porte un nom comme Africa/Abidjan.",
  '--at: the clocks of {1} are set forward and never show {2}. Choose another time.':
    '--at : les horloges de {1} sont avancées et ne montrent jamais {2}. Choisissez une autre heure.',
  '--at: the clocks of {1} are set back and show {2} twice. Add the offset that you mean, such as +01:00.':
    '--at : les horloges de {1} sont reculées et montrent {2} deux fois. Ajoutez le décalage voulu, par exemple +01:00.',
}
