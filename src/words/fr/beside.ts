import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/beside.ts'

export const messages: Translation<typeof english> = {
  // What a JSON document has beside the array of its rows.
  'beside.payouts':
    'Le fichier contient aussi ce qui ressemble à un paiement dans « {place} », alors que payrun ne paie que ce qui est dans « rows ». Mettez tous les paiements dans « rows », ou retirez « {place} ».',
  'beside.payout_itself':
    'Le fichier donne un opérateur, un numéro et un montant à côté de « rows », alors que payrun ne paie que ce qui est dans « rows ». Mettez-les dans « rows » comme un paiement à part, ou retirez-les.',
  'beside.total_agrees': '« {place} » est le total du fichier : {sum}. Il correspond aux lignes.',
  'beside.total_differs':
    '« {place} » donne un total de {written}, mais la somme des lignes est de {sums}. Corrigez les lignes ou « {place} », ou retirez cette mention.',
  'beside.total_or_count_differs':
    '« {place} » indique {written}, mais le fichier a {rows, plural, one {{rows} ligne} other {{rows} lignes}} pour une somme de {sums}. Corrigez les lignes ou « {place} », ou retirez cette mention.',
  'beside.total_before_correction':
    "« {place} » donne un total de {written}, et la somme des lignes est de {sums}. Le total du fichier n'est pas comparé.",
  'beside.total_unreadable':
    '« {place} » donne un total illisible ({written}). Écrivez-le en chiffres, ou retirez « {place} ».',
  'beside.total_not_compared':
    "« {place} » donne un total de {written}. Il n'a pas été comparé, car un montant des lignes est illisible.",
  'beside.count_agrees': '« {place} » donne le nombre de lignes : {rows}. Il correspond au fichier.',
  'beside.count_differs':
    '« {place} » annonce {written} lignes, mais le fichier en a {rows}. Corrigez les lignes ou « {place} », ou retirez cette mention.',
  'beside.count_before_correction':
    "« {place} » annonce {written} lignes, et le fichier en a {rows}. Ce nombre n'est pas comparé.",
  'beside.unclear':
    '« {place} » donne une partie de total ({written}) que payrun ne peut pas comparer aux lignes. Donnez le total de chaque devise sous son code, comme XOF, ou retirez « {place} ».',
  'beside.rows_under_other_name':
    "payrun cherche les lignes dans un tableau nommé rows, ou dans un tableau qui est tout le fichier. Ce fichier a un tableau « {name} » : s'il contient les lignes, renommez-le en rows, ou soumettez le tableau lui-même.",
  'beside.columns_same_name_differ':
    "Les colonnes {one} et {other} s'appellent toutes deux « {name} », mais diffèrent à la ligne {line}. Renommez celle qui n'est pas la bonne.",
}
