import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/titles.ts'

export const messages: Translation<typeof english> = {
  'titles.paid':
    'La ligne {line}, au-dessus des noms des colonnes, dit que tout est déjà payé (« {words} »). Si ce fichier reste à payer, corrigez ou supprimez cette ligne.',
  'titles.not_to_pay':
    'La ligne {line}, au-dessus des noms des colonnes, dit de ne pas payer (« {words} »). Si ce fichier est quand même à payer, corrigez ou supprimez cette ligne.',
  'titles.other_currency':
    "La ligne {line}, au-dessus des noms des colonnes, donne {sign} comme devise, mais ce paiement est en {currency}. Écrivez le montant en {currency} et corrigez cette ligne, ou corrigez l'opérateur.",
  'titles.sheet_foreign':
    "La feuille s'appelle « {name} » : ses montants sont en {sign}, et payrun ne paie pas dans cette devise. Convertissez les montants dans la devise des opérateurs et renommez la feuille.",
  'titles.sheet_in_multiples':
    "La feuille s'appelle « {name} » : ses montants ne sont pas écrits en entier (« {scale} »). Écrivez les montants complets et renommez la feuille.",
  'titles.sheet_other_currency':
    "La feuille s'appelle « {name} » ({sign}), mais ce paiement est en {currency}. Écrivez le montant en {currency} dans une autre feuille, ou corrigez le nom ou l'opérateur.",
  'titles.sheet_paid':
    "La feuille s'appelle « {name} », comme si elle était déjà payée. Si elle reste à payer, indiquez-le avec {option}, ou renommez-la.",
  'titles.sheet_paid_choose':
    "La feuille s'appelle « {name} », comme si elle était déjà payée. Si elle reste à payer, choisissez-la ci-dessous.",
  'titles.sheet_not_to_pay':
    "La feuille s'appelle « {name} », comme si elle n'était pas à payer par mobile money. Si elle est quand même à payer, indiquez-le avec {option}, ou renommez-la.",
  'titles.sheet_not_to_pay_choose':
    "La feuille s'appelle « {name} », comme si elle n'était pas à payer par mobile money. Si elle est quand même à payer, choisissez-la ci-dessous.",
  'titles.statement_several_sheets':
    "Plusieurs feuilles du classeur contiennent des lignes de relevé : {sheets}. Si ce sont les parties d'un même relevé, copiez leurs lignes sur une seule feuille. Sinon, indiquez le nom de la feuille à lire, ou enregistrez-la dans un classeur à part.",
  'titles.perhaps_hidden_sheet':
    "{message} Le classeur a des feuilles masquées, qui n'ont pas été lues : {hidden}. Si l'une d'elles est à payer, affichez-la dans votre tableur, ou indiquez-la avec --sheet.",
  'titles.some_not_to_pay':
    "La ligne {line} dit que des paiements sont déjà faits ou ne sont pas à faire par mobile money (« {words} »), et payrun ne sait pas de quelles lignes il s'agit. Supprimez ces lignes et la ligne {line}. Si elles sont quand même à payer, supprimez seulement la ligne {line}.",
  'titles.line_quoted': '{line} ({text})',
  'titles.comment_on': 'Le commentaire en {cell}',
  'titles.text_box_at': 'La zone de texte en {cell}',
  'titles.page_text': "L'en-tête ou le pied de page",
  'titles.aside': '{where} : « {text} »',
  'titles.asides': "La feuille a aussi du texte hors de ses cellules. Vérifiez qu'il concorde avec les lignes. {texts}",
  'titles.asides_more':
    "La feuille a aussi du texte hors de ses cellules. Vérifiez qu'il concorde avec les lignes. {texts}, et {more} autres",
  'titles.beside_paid':
    "{where} dit que c'est déjà payé (« {text} »). Si c'est encore à payer, corrigez ou retirez ce texte.",
  'titles.beside_not_to_pay':
    "{where} dit que ce n'est pas à payer (« {text} »). S'il faut payer quand même, corrigez ou retirez ce texte.",
  'titles.beside_some':
    "{where} dit que des paiements sont déjà faits ou ne sont pas à faire par mobile money (« {text} »), et payrun ne sait pas de quelles lignes il s'agit. Supprimez ces lignes et ce texte. Si elles sont quand même à payer, supprimez seulement ce texte.",
  'titles.beside_in_multiples':
    '{where} dit que les montants ne sont pas écrits en entier (« {text} »). Écrivez les montants en entier et retirez ce texte.',
  'titles.comment_paid':
    "Le commentaire en {cell} dit que c'est déjà payé (« {text} »). Si c'est encore à payer, supprimez le commentaire.",
  'titles.comment_not_to_pay':
    "Le commentaire en {cell} dit que ce n'est pas à payer (« {text} »). S'il faut payer quand même, supprimez le commentaire.",
  'titles.comment_other_way':
    "Le commentaire en {cell} dit que ce n'est pas payé par mobile money (« {text} »). Si c'est bien à payer par mobile money, supprimez le commentaire.",
  'titles.one_cell':
    "Une seule cellule de cette ligne est remplie. Si c'est un titre, supprimez la ligne, ou écrivez-le comme « Agence de Cotonou » ou « Service financier » : il peut rester si le total en fin de fichier est juste. Si c'est une remarque sur d'autres lignes, corrigez-les d'abord. Si c'est un paiement, complétez-le.",
  'titles.lines_among_rows':
    "{count, plural, one {La ligne {lines} n'est pas un paiement. Elle a été laissée de côté : sans elle, le total du fichier est juste.} other {Les lignes {lines} ne sont pas des paiements. Elles ont été laissées de côté : sans elles, le total du fichier est juste.}}",
  'titles.lines_among_left_out':
    '{count, plural, one {La ligne {lines} est un titre ou un sous-total, pas un paiement. Elle est laissée de côté.} other {Les lignes {lines} sont des titres et des sous-totaux, pas des paiements. Elles sont laissées de côté.}}',
  'titles.lines_among_without_total':
    '{count, plural, one {La ligne {lines} ressemble à un titre ou à un sous-total. Elle peut rester} other {Les lignes {lines} ressemblent à des titres et à des sous-totaux. Elles peuvent rester}} si un total de toute la liste se trouve sous le dernier paiement.',
  'titles.subtotal_wrong':
    'Ce sous-total est de {written}, mais la somme des lignes au-dessus est de {sums}. Corrigez ces lignes ou le sous-total, ou supprimez cette ligne.',
  'titles.subtotal_differs':
    'La ligne {line} donne un sous-total de {written}, mais la somme des lignes au-dessus est de {sums}. Corrigez ces lignes ou le sous-total, ou supprimez cette ligne.',
  'titles.unclear_below':
    "Cette ligne, sous le total, n'est pas claire. Si ce n'est pas un paiement, supprimez-la. Si c'en est un, complétez-la et placez-la au-dessus du total.",
  'titles.empty_rows':
    "{count, plural, one {La ligne {lines} ne contient qu'un numéro d'ordre ou des zéros. Elle a été laissée de côté.} other {Les lignes {lines} ne contiennent qu'un numéro d'ordre ou des zéros. Elles ont été laissées de côté.}}",
  'titles.repeated_names':
    '{count, plural, one {La ligne {lines} répète les noms des colonnes. Elle a été laissée de côté.} other {Les lignes {lines} répètent les noms des colonnes. Elles ont été laissées de côté.}}',
}
