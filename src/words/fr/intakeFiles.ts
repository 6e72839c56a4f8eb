import type { Catalogue } from '../catalogue.ts'

/** Why a file can't be read as a whole: its form, its columns, what was taken for granted. */
export const intakeFiles: Catalogue = {
  'The workbook is damaged or was cut off on its way: open it in Excel, save it again as .xlsx, and give that file.':
    'Le classeur est endommagé ou a été coupé en chemin : ouvrez-le dans Excel, enregistrez-le de nouveau en .xlsx et donnez ce fichier.',
  'The workbook is protected with a password: open it in Excel, take the password away (File, Info, Protect Workbook), and save it.':
    'Le classeur est protégé par un mot de passe : ouvrez-le dans Excel, retirez le mot de passe (Fichier, Informations, Protéger le classeur) et enregistrez-le.',
  'The workbook would unpack to far more than it seems to hold: it is not read. Copy the rows into a new workbook.':
    "Une fois décompressé, le classeur serait bien plus gros qu'il n'en a l'air : il n'est pas lu. Copiez les lignes dans un nouveau classeur.",
  'This is an archive without a workbook in it: give the .xlsx file, or a CSV file.':
    "C'est une archive sans classeur : donnez le fichier .xlsx ou un fichier CSV.",
  'This is an OpenDocument spreadsheet (.ods): save it as .xlsx or CSV and give that file.':
    "C'est une feuille de calcul OpenDocument (.ods) : enregistrez-la en .xlsx ou en CSV et donnez ce fichier.",
  'This is a binary workbook (.xlsb): save it as .xlsx or CSV and give that file.':
    "C'est un classeur binaire (.xlsb) : enregistrez-le en .xlsx ou en CSV et donnez ce fichier.",
  'The workbook is damaged inside: open it in Excel, save it again as .xlsx, and give that file.':
    "L'intérieur du classeur est endommagé : ouvrez-le dans Excel, enregistrez-le de nouveau en .xlsx et donnez ce fichier.",
  'The workbook has definitions in it that no spreadsheet program writes: copy the rows into a new workbook.':
    "Le classeur contient des définitions qu'aucun tableur n'écrit : copiez les lignes dans un nouveau classeur.",
  'A text in the workbook is longer than 64 KiB, more than a cell holds: copy the rows into a new workbook.':
    "Un texte du classeur dépasse 64 Kio, plus que n'en contient une cellule : copiez les lignes dans un nouveau classeur.",
  'The workbook has no sheet that can be seen: show the sheet that is to be paid, or name it with --sheet.':
    "Le classeur n'a aucune feuille visible : affichez la feuille à payer, ou nommez-la avec --sheet.",
  'The rows or cells of the sheet are out of order: open it in Excel, save it again as .xlsx, and give that file.':
    "Les lignes ou les cellules de la feuille ne sont pas dans l'ordre : ouvrez le classeur dans Excel, enregistrez-le de nouveau en .xlsx et donnez ce fichier.",
  'This is a Numbers spreadsheet: export it as Excel (.xlsx) or CSV and give that file.':
    "C'est une feuille de calcul Numbers : exportez-la en Excel (.xlsx) ou en CSV et donnez ce fichier.",
  'The file is named {1}, but is no Excel workbook: save it from Excel again, or name it after what it is (.csv, .json).':
    "Le fichier porte l'extension {1}, mais n'est pas un classeur Excel : enregistrez-le de nouveau depuis Excel, ou nommez-le d'après ce qu'il est (.csv, .json).",
  'This file is compressed: unpack it and give the file inside.':
    "Ce fichier est compressé : décompressez-le et donnez le fichier qu'il contient.",
  'This is a PDF: payrun reads XLSX, CSV, JSON or NDJSON.': "C'est un PDF : payrun lit XLSX, CSV, JSON ou NDJSON.",
  'This is a workbook of the old kind (.xls): open it, save it as .xlsx or CSV, and give that file.':
    "C'est un classeur à l'ancien format (.xls) : ouvrez-le, enregistrez-le en .xlsx ou en CSV et donnez ce fichier.",
  'The file is UTF-8 text, but broken at byte {1}: save it again as UTF-8.':
    "Le fichier est en UTF-8, mais abîmé à l'octet {1} : enregistrez-le de nouveau en UTF-8.",
  'The file is UTF-16 text, but broken: save it again as UTF-8.':
    'Le fichier est en UTF-16, mais abîmé : enregistrez-le de nouveau en UTF-8.',
  'The file is saved in an old encoding, for MS-DOS or Macintosh, in which accents get lost: save it again as "CSV UTF-8".':
    'Le fichier est enregistré dans un ancien codage, pour MS-DOS ou Macintosh, où les accents se perdent : enregistrez-le de nouveau en « CSV UTF-8 ».',
  'The file changed while it was being read: nothing of it was taken; try again.':
    "Le fichier a changé pendant la lecture : rien n'en a été pris. Essayez de nouveau.",
  'The file has more than {1} rows: split it into several files.':
    'Le fichier a plus de {1} lignes : divisez-le en plusieurs fichiers.',
  'The file has more than {1} columns: remove those that are not needed.':
    'Le fichier a plus de {1} colonnes : retirez celles qui ne servent pas.',
  'The record that starts on line {1} is longer than {2} KiB: is a quote or a line break missing?':
    "L'enregistrement qui commence à la ligne {1} dépasse {2} Kio : manque-t-il un guillemet ou un saut de ligne ?",
  'Line {1} is longer than {2} KiB: is a quote or a line break missing?':
    'La ligne {1} dépasse {2} Kio : manque-t-il un guillemet ou un saut de ligne ?',
  'Element {1} is longer than {2} KiB: is a quote or a line break missing?':
    "L'élément {1} dépasse {2} Kio : manque-t-il un guillemet ou un saut de ligne ?",
  'Row {1} of the sheet is longer than {2} KiB: is a quote or a line break missing?':
    'La ligne {1} de la feuille dépasse {2} Kio : manque-t-il un guillemet ou un saut de ligne ?',
  'standard input': "l'entrée standard",
  '--sheet is for workbooks (.xlsx), and {1} is none.': "--sheet sert aux classeurs (.xlsx), et {1} n'en est pas un.",
  '{1} is empty: there is nothing to compare with.': "{1} : le fichier est vide, il n'y a rien à comparer.",
  '{1} is empty: there is nothing to pay.': "{1} : le fichier est vide, il n'y a rien à payer.",
  'There is no file {1}: check the path.': "Il n'y a pas de fichier {1} : vérifiez le chemin.",
  '{1} is a directory: give a file.': '{1} est un dossier : donnez un fichier.',
  'No permission to read {1}.': "Vous n'avez pas le droit de lire {1}.",
  "The disk is full: {1} can't be kept while it is read.":
    'Le disque est plein : impossible de garder {1} le temps de la lecture.',
  "{1} can't be read ({2}).": 'Impossible de lire {1} ({2}).',
  "{1} can't be read.": 'Impossible de lire {1}.',
  'The workbook has no sheet "{1}". Its sheets: {2}.': "Le classeur n'a pas de feuille « {1} ». Ses feuilles : {2}.",
  'The sheet "{1}" has no rows: there is nothing to compare with.':
    "La feuille « {1} » n'a aucune ligne : il n'y a rien à comparer.",
  'The sheet "{1}" has no rows: there is nothing to pay. --sheet reads another sheet of the workbook.':
    "La feuille « {1} » n'a aucune ligne : il n'y a rien à payer. --sheet lit une autre feuille du classeur.",
  'The workbook has {1} sheets. "{2}" was read, and the others were not: --sheet names another.':
    'Le classeur a {1} feuilles. « {2} » a été lue, les autres non : --sheet en nomme une autre.',
  'One row of the sheet is hidden. It counts like the others.':
    'Une ligne de la feuille est masquée. Elle compte comme les autres.',
  '{1} rows of the sheet are hidden. They count like the others.':
    '{1} lignes de la feuille sont masquées. Elles comptent comme les autres.',
  'The workbook asks for its formulas to be calculated again when it is opened, and one row was read as it was calculated before. To be sure of its values: open it in Excel, save it, and give it again.':
    "Le classeur demande que ses formules soient recalculées à l'ouverture, et une ligne a été lue telle qu'elle avait été calculée avant. Pour être sûr de ses valeurs : ouvrez-le dans Excel, enregistrez-le et donnez-le de nouveau.",
  'The workbook asks for its formulas to be calculated again when it is opened, and {1} rows were read as they were calculated before. To be sure of their values: open it in Excel, save it, and give it again.':
    "Le classeur demande que ses formules soient recalculées à l'ouverture, et {1} lignes ont été lues telles qu'elles avaient été calculées avant. Pour être sûr de leurs valeurs : ouvrez-le dans Excel, enregistrez-le et donnez-le de nouveau.",
  'The file has a header and no rows: there is nothing to compare with.':
    "Le fichier a un en-tête et aucune ligne : il n'y a rien à comparer.",
  'The file has no rows: there is nothing to compare with.': "Le fichier n'a aucune ligne : il n'y a rien à comparer.",
  'The file has a header and no rows: there is nothing to pay.':
    "Le fichier a un en-tête et aucune ligne : il n'y a rien à payer.",
  'The file has no rows: there is nothing to pay.': "Le fichier n'a aucune ligne : il n'y a rien à payer.",
  "The file can't be read as CSV ({1}): save it again as CSV.":
    'Le fichier ne se lit pas comme du CSV ({1}) : enregistrez-le de nouveau en CSV.',
  'A quote on line {1} opens and is never closed, so it swallows the rows that follow: correct the line, or write "" for a quote inside quotes.':
    'Un guillemet s\'ouvre à la ligne {1} et ne se ferme jamais, il avale donc les lignes suivantes : corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'A quote on line {1} closes, but more text follows in the same cell: correct the line, or write "" for a quote inside quotes.':
    'Un guillemet se ferme à la ligne {1}, mais du texte suit dans la même cellule : corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'A quote on line {1} stands in the middle of a cell that has no quotes around it: correct the line, or write "" for a quote inside quotes.':
    'Un guillemet se trouve, à la ligne {1}, au milieu d\'une cellule qui n\'est pas entre guillemets : corrigez la ligne, ou écrivez "" pour un guillemet entre guillemets.',
  'The file has no rows: write an array of objects, one for each payout.':
    "Le fichier n'a aucune ligne : écrivez un tableau d'objets, un par paiement.",
  'Name them in each object.': 'Nommez-les dans chaque objet.',
  'The file is no JSON array: write an array of objects, one for each payout.':
    "Le fichier n'est pas un tableau JSON : écrivez un tableau d'objets, un par paiement.",
  'Element {1} is nested too deeply.': "L'élément {1} a trop de niveaux imbriqués.",
  'The file is nested too deeply for a payout file.':
    'Le fichier a trop de niveaux imbriqués pour un fichier de paiements.',
  'The file is not whole JSON: it breaks off or goes wrong after byte {1}. Export it again.':
    "Le fichier n'est pas du JSON complet : il s'interrompt ou se gâte après l'octet {1}. Exportez-le de nouveau.",
  'The file is not whole JSON: it breaks off or goes wrong in element {1}, after byte {2}. Export it again.':
    "Le fichier n'est pas du JSON complet : il s'interrompt ou se gâte dans l'élément {1}, après l'octet {2}. Exportez-le de nouveau.",
  'The file is not whole JSON: it breaks off or goes wrong after element {1}, after byte {2}. Export it again.':
    "Le fichier n'est pas du JSON complet : il s'interrompt ou se gâte après l'élément {1}, après l'octet {2}. Exportez-le de nouveau.",
  'The file has no rows: write one JSON object on each line.':
    "Le fichier n'a aucune ligne : écrivez un objet JSON par ligne.",
  'Line {1} looks like a payout, but the names of the columns are on line {2}, below it: put the names above all rows.':
    'La ligne {1} ressemble à un paiement, mais les noms des colonnes sont plus bas, à la ligne {2} : mettez les noms au-dessus de toutes les lignes.',
  'The names of the columns were found on line {1}: what stands above them was left out.':
    'Les noms des colonnes ont été trouvés à la ligne {1} : ce qui est au-dessus a été laissé de côté.',
  'The name of column {1} has a NUL character: save the file again as text.':
    'Le nom de la colonne {1} contient un caractère NUL : enregistrez de nouveau le fichier en texte.',
  'The name of column {1} holds characters that are no text: write it anew.':
    'Le nom de la colonne {1} contient des caractères qui ne sont pas du texte : écrivez-le de nouveau.',
  'Name the columns on the first line.': 'Nommez les colonnes sur la première ligne.',
  '"{1}" may be the {2}: add --map {3}={4}, or rename the column.':
    '« {1} » est peut-être {2} : ajoutez --map {3}={4}, ou renommez la colonne.',
  'There is no column "{1}", which --map names for {2}; the file names no columns.':
    "Il n'y a pas de colonne « {1} », que --map indique pour {2} ; le fichier ne nomme aucune colonne.",
  'There is no column "{1}", which --map names for {2}; the file has: {3}.':
    "Il n'y a pas de colonne « {1} », que --map indique pour {2} ; le fichier a : {3}.",
  'There is no column for {1}; the file names no columns.':
    "Il n'y a pas de colonne pour {1} ; le fichier ne nomme aucune colonne.",
  'There is no column for {1}; the file has: {2}.': "Il n'y a pas de colonne pour {1} ; le fichier a : {2}.",
  'There are two columns "{1}": keep one of them.': "Il y a deux colonnes « {1} » : n'en gardez qu'une.",
  'The columns "{1}" and "{2}" both stand for {3}: keep one of them.':
    "Les colonnes « {1} » et « {2} » désignent toutes deux {3} : n'en gardez qu'une.",
  'Write the field, an equals sign and the column\'s name, as in --map phone="N° de téléphone".':
    'Écrivez le champ, un signe égal et le nom de la colonne, comme dans --map phone="N° de téléphone".',
  'There is no field "{1}": the fields are {2}.': "Il n'y a pas de champ « {1} » : les champs sont {2}.",
  'The field {1} is mapped twice: map it to one column.':
    "Le champ {1} est indiqué deux fois : ne lui donnez qu'une colonne.",
  'The column "{1}" is mapped twice: map it to one field.':
    "La colonne « {1} » est indiquée deux fois : ne lui donnez qu'un champ.",
  "There is no column for the provider's reference, nor columns for number, amount and date; the file names no columns.":
    "Il n'y a pas de colonne pour la référence du prestataire, ni de colonnes pour le numéro, le montant et la date ; le fichier ne nomme aucune colonne.",
  "There is no column for the provider's reference, nor columns for number, amount and date; the file has: {1}.":
    "Il n'y a pas de colonne pour la référence du prestataire, ni de colonnes pour le numéro, le montant et la date ; le fichier a : {1}.",
  'Name the columns reference, phone, amount, currency, status and date, as far as they are there.':
    "Nommez les colonnes reference, phone, amount, currency, status et date, pour celles qui s'y trouvent.",
  'The columns "{1}" and "{2}" both may be the {3}: remove or rename one of them.':
    "Les colonnes « {1} » et « {2} » peuvent toutes deux être {3} : retirez ou renommez l'une d'elles.",
  'What stands in column {1} reads like the status of a payment: name it status, or remove it. A statement without a status lists what was carried out.':
    "Le contenu de la colonne {1} ressemble au statut d'un paiement : nommez-la status, ou retirez-la. Un relevé sans statut ne liste que ce qui a été exécuté.",
  'What stands in the column "{1}" reads like the status of a payment: name it status, or remove it. A statement without a status lists what was carried out.':
    "Le contenu de la colonne « {1} » ressemble au statut d'un paiement : nommez-la status, ou retirez-la. Un relevé sans statut ne liste que ce qui a été exécuté.",
  'The dates of line {1} (day first) and line {2} (month first) are written in two ways: write all as 2026-11-21.':
    "Les dates de la ligne {1} (jour d'abord) et de la ligne {2} (mois d'abord) sont écrites de deux façons : écrivez-les toutes comme 2026-11-21.",
}
