import type { Catalogue } from '../catalogue.ts'

/** What is wrong with a row of a file or with its sums, and how to mend it. */
export const intakeRows: Catalogue = {
  'There is no operator "{1}": payrun operators lists the codes.':
    "Il n'y a pas d'opérateur « {1} » : payrun operators donne la liste des codes.",
  'There is no operator "{1}": did you mean {2}?': "Il n'y a pas d'opérateur « {1} » : vouliez-vous dire {2} ?",
  'There is no operator "{1}": did you mean one of {2}?':
    "Il n'y a pas d'opérateur « {1} » : vouliez-vous dire l'un de ceux-ci : {2} ?",
  'Operators of {1}: {2}.': 'Opérateurs ({1}) : {2}.',
  '"{1}" is no country that payrun pays to: did you mean {2}?':
    "« {1} » n'est pas un pays où payrun paie : vouliez-vous dire {2} ?",
  '"{1}" is no country that payrun pays to: write its name or ISO code, as in Benin or BJ.':
    "« {1} » n'est pas un pays où payrun paie : écrivez son nom ou son code ISO, par exemple Bénin ou BJ.",
  '"{1}" is no currency\'s code: did you mean {2}?': "« {1} » n'est pas un code de devise : vouliez-vous dire {2} ?",
  '"{1}" is no currency that payrun pays in: use one of {2}.':
    "« {1} » n'est pas une devise dans laquelle payrun paie : utilisez l'une de celles-ci : {2}.",
  'Did you mean {1}?': 'Vouliez-vous dire {1} ?',
  'The number is of {1}.': 'Pays du numéro : {1}.',
  '"{1}" is a number that a spreadsheet shortened, and its last digits are lost: format the column as text, and type the numbers again.':
    '« {1} » est un numéro raccourci par un tableur, et ses derniers chiffres sont perdus : mettez la colonne au format texte et tapez de nouveau les numéros.',
  '"{1}" has a letter where a digit belongs, O for 0 or l for 1: did you mean +{2}?':
    "« {1} » a une lettre à la place d'un chiffre, O pour 0 ou l pour 1 : vouliez-vous dire +{2} ?",
  '"{1}" has decimals, as spreadsheets give to numbers: did you mean +{2}?':
    '« {1} » a des décimales, comme les tableurs en ajoutent aux nombres : vouliez-vous dire +{2} ?',
  '"{1}" is a number of Benin in the form of before November 2024: put 01 before the eight digits, as in +{2}.':
    "« {1} » est un numéro du Bénin au format d'avant novembre 2024 : mettez 01 devant les huit chiffres, comme dans +{2}.",
  '"{1}" has the country code {2} twice: did you mean +{3}?':
    "« {1} » a deux fois l'indicatif du pays {2} : vouliez-vous dire +{3} ?",
  '"{1}" has no country code, which a plus or 00 begins: did you mean +{2}?':
    "« {1} » n'a pas d'indicatif du pays, qu'annonce un plus ou 00 : vouliez-vous dire +{2} ?",
  '"{1}" lacks a digit, perhaps the 0 in front, which spreadsheets drop: did you mean +{2}?':
    'Il manque un chiffre à « {1} », peut-être le 0 du début, que les tableurs suppriment : vouliez-vous dire +{2} ?',
  '--max-amount: {1}': '--max-amount : {1}',
  'The reference "{1}" is already on line {2}: give each payout its own.':
    'La référence « {1} » est déjà à la ligne {2} : donnez à chaque paiement la sienne.',
  'Line {1} pays the same amount to the same number: remove one, give both a reference, or use --allow-duplicates if both are meant.':
    "La ligne {1} paie le même montant au même numéro : retirez l'une des deux, donnez une référence à chacune, ou utilisez --allow-duplicates si les deux sont voulues.",
  'The operator is missing: write its code, as in mtn-benin.':
    "L'opérateur manque : écrivez son code, par exemple mtn-benin.",
  '{1} is an operator of {2}, not of {3}: correct one of the two.':
    "{1} est un opérateur d'un autre pays ({2}) que celui de la ligne ({3}) : corrigez l'un des deux.",
  'Payouts in {1} are in {2}, not in {3}: correct the currency and the amount.':
    'Pays : {1}. Les paiements y sont en {2}, pas en {3} : corrigez la devise et le montant.',
  'The phone number is missing: write the number that is to be paid.':
    'Le numéro de téléphone manque : écrivez le numéro à payer.',
  'The amount is missing: write how much is to be paid.': 'Le montant manque : écrivez combien il faut payer.',
  '{1} is over the limit of {2}: correct the amount, or raise --max-amount.':
    '{1} dépasse la limite de {2} : corrigez le montant, ou augmentez --max-amount.',
  'The name is longer than {1} characters: shorten it.': 'Le nom dépasse {1} caractères : raccourcissez-le.',
  'The name has a line break or another control character in it: type it again.':
    'Le nom contient un saut de ligne ou un autre caractère de contrôle : tapez-le de nouveau.',
  'The name has a character that was lost in saving ({1}): type it again.':
    "Le nom contient un caractère perdu à l'enregistrement ({1}) : tapez-le de nouveau.",
  'The reference is longer than {1} characters: shorten it.': 'La référence dépasse {1} caractères : raccourcissez-la.',
  'The reference has a line break or another control character in it: type it again.':
    'La référence contient un saut de ligne ou un autre caractère de contrôle : tapez-la de nouveau.',
  'The line has no reference and no amount: remove it, or write one.':
    "La ligne n'a ni référence ni montant : retirez-la, ou écrivez l'un des deux.",
  'The reference is longer than 200 characters, or has a control character in it: type it again.':
    'La référence dépasse 200 caractères ou contient un caractère de contrôle : tapez-la de nouveau.',
  '"{1}" is not a phone number: write digits, with the country code.':
    "« {1} » n'est pas un numéro de téléphone : écrivez des chiffres, avec l'indicatif du pays.",
  '"{1}" is not a date: write it as 2026-11-21 or 2026-11-21 05:36.':
    "« {1} » n'est pas une date : écrivez-la comme 2026-11-21 ou 2026-11-21 05:36.",
  'Expected {1} payable rows (--expect-count), but the file has {2}.':
    'Nombre attendu de lignes à payer : {1} (--expect-count), mais le fichier en a {2}.',
  '--expect-total works for a file in one currency, and this one has several ({1}): use --expect-count, or split the file.':
    "--expect-total sert pour un fichier d'une seule devise, et celui-ci en a plusieurs ({1}) : utilisez --expect-count, ou divisez le fichier.",
  'Expected a total of {1} (--expect-total), but no row of the file can be paid.':
    'Total attendu : {1} (--expect-total), mais aucune ligne du fichier ne peut être payée.',
  '--expect-total: {1}': '--expect-total : {1}',
  'Expected a total of {1} (--expect-total), but the payable rows add up to {2}.':
    'Total attendu : {1} (--expect-total), mais les lignes à payer font {2} en tout.',
  'The row has {1} cells and the header {2}: add or remove delimiters, or quote the cell that has one in it.':
    "La ligne a {1} cellules et l'en-tête {2} : ajoutez ou retirez des séparateurs, ou mettez entre guillemets la cellule qui en contient un.",
  'The cell has a NUL character in it: type the cell again.':
    'La cellule contient un caractère NUL : tapez-la de nouveau.',
  'The value has a NUL character in it: type it again.': 'La valeur contient un caractère NUL : tapez-la de nouveau.',
  'The object has "{1}" twice: keep one of them.': "L'objet a deux fois « {1} » : n'en gardez qu'un.",
  'Element {1} is no object: write {2}.': "L'élément {1} n'est pas un objet : écrivez {2}.",
  'Line {1} is not a whole JSON object: write {2} on one line.':
    "La ligne {1} n'est pas un objet JSON complet : écrivez {2} sur une seule ligne.",
  'The sheet shows the error {1} here: correct the formula, or type the value.':
    "La feuille affiche ici l'erreur {1} : corrigez la formule, ou tapez la valeur.",
  'The formula in this cell has never been calculated: open the workbook in Excel, save it, and give it again.':
    "La formule de cette cellule n'a jamais été calculée : ouvrez le classeur dans Excel, enregistrez-le et donnez-le de nouveau.",
  'A spreadsheet keeps only 15 digits of a number, so the last digits of {1} are lost: format the column as text and type it again.':
    "Un tableur ne garde que 15 chiffres d'un nombre, les derniers chiffres de {1} sont donc perdus : mettez la colonne au format texte et tapez-le de nouveau.",
  'The sheet shows less than it holds: the amount is {1}, left over from a calculation. Round it in the sheet, as in =ROUND(…, 2), or type it.':
    "La feuille affiche moins qu'elle ne contient : le montant est {1}, resté d'un calcul. Arrondissez-le dans la feuille, par exemple =ARRONDI(… ; 2), ou tapez-le.",
  'The sheet holds {1}, left over from a calculation: type the value.':
    "La feuille contient {1}, resté d'un calcul : tapez la valeur.",
  'The sheet has a date here ({1}): type the value again.':
    'La feuille a ici une date ({1}) : tapez de nouveau la valeur.',
  'The amount is {1}, and no currency has so many decimals: round it in the sheet, as in =ROUND(…, 2), or type it.':
    "Le montant est {1}, et aucune devise n'a autant de décimales : arrondissez-le dans la feuille, par exemple =ARRONDI(… ; 2), ou tapez-le.",
  'There is something in column {1}, which has no name above it: name the column, or empty the cell.':
    "Il y a quelque chose dans la colonne {1}, qui n'a pas de nom : nommez la colonne, ou videz la cellule.",
}
