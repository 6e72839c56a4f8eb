import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/report.ts'

/** The report as a page (HTML) and as a workbook. */
export const messages: Translation<typeof english> = {
  'report.sheet_rows': 'Lignes',
  'report.sheet_summary': 'Résumé',
  'report.batch': 'Lot',
  'report.file': 'Fichier',
  'report.period': 'Période',
  'report.state': 'État',
  'report.submitted': 'Soumis (UTC)',
  'report.settled': 'Terminé (UTC)',
  'report.submitted_in': 'Soumis ({timeZone})',
  'report.settled_in': 'Terminé ({timeZone})',
  'report.status': 'Statut',
  'report.meaning': 'Signification',
  'report.rows': 'Lignes',
  'report.all_rows': 'Toutes les lignes',
  'report.amount_in': 'Montant en {currency}',
  'report.meaning_invalid': 'Refusée à la vérification. Corrigez la ligne et soumettez-la dans un nouveau fichier.',
  'report.meaning_pending': 'Pas encore envoyée.',
  'report.meaning_sending': "En cours d'envoi.",
  'report.meaning_accepted': "Le prestataire l'a reçue, mais n'a pas encore donné le résultat définitif.",
  'report.meaning_unknown': "L'argent est peut-être parti. Vérifiez auprès du prestataire avant de payer à nouveau.",
  'report.meaning_paid': "Le prestataire a confirmé le paiement, ou quelqu'un a déclaré la ligne payée.",
  'report.meaning_failed': "Le prestataire l'a refusée, ou quelqu'un l'a déclarée non payée.",
  'report.meaning_cancelled': "Annulée avant l'envoi. Rien n'a été payé.",
  'report.line': 'Ligne',
  'report.amount': 'Montant',
  'report.page_title': '{name} : rapport de paiement',
  'report.payout_report': 'Rapport de paiement',
  'report.file_rows': '{n, plural, one {Le fichier a {rows} ligne.} other {Le fichier a {rows} lignes.}}',
  'report.every_row_in_csv':
    'Le rapport CSV contient toutes les lignes, une par une : prenez-le dans la console, ou avec payrun report {id} -o rapport.csv',
  'report.totals': 'Totaux',
  'report.by_operator': 'Par opérateur',
  'report.no_operator': 'sans opérateur',
  'report.attention': 'Lignes à traiter',
  'report.attention_rows': 'Lignes à traiter ({rows})',
  'report.none_every_row_paid': 'Aucune : toutes les lignes sont payées.',
  'report.with_paid': 'Pour y ajouter les lignes payées : payrun report {id} --with-paid -o rapport.html',
  'report.paid_rows': 'Lignes payées ({rows})',
  'report.reference_of_provider': 'Référence du prestataire',
  'report.first_of_them': 'Seules les {rows} premières figurent ici. Le rapport CSV les contient toutes.',
  'report.what_happened': "Ce qui s'est passé",
  'report.provider_reference': 'Référence {reference}',
  'report.retry_failed':
    "Rien n'a été payé. Corrigez le problème, puis réessayez, dans la console ou avec payrun retry {id} --line N",
  'report.resubmit_failed': "Rien n'a été payé. Corrigez le problème et soumettez la ligne dans un nouveau fichier.",
  'report.reconcile_unknown':
    "L'argent est peut-être parti. Ne payez pas à nouveau tant que le relevé du prestataire n'a pas montré que rien n'est parti. Envoyez le relevé dans la console, ou utilisez payrun reconcile {id} RELEVÉ",
  'report.reconcile_accepted':
    "Le prestataire l'a reçue, mais n'a pas encore donné le résultat définitif. Son relevé l'indiquera. Envoyez le relevé dans la console, ou utilisez payrun reconcile {id} RELEVÉ",
  'report.fix_invalid': "Elle n'a jamais été envoyée. Corrigez la ligne et soumettez-la dans un nouveau fichier.",
  'report.resubmit_cancelled':
    "Elle a été annulée avant l'envoi : rien n'a été payé. Si elle reste à payer, soumettez-la dans un nouveau fichier.",
  'report.approve':
    "Elle ne sera payée qu'après l'approbation d'une autre personne, dans la console ou avec payrun approve {id} --account NOM",
  'report.resume':
    "Elle n'est pas encore terminée. Si le lot est en pause, elle continue dès que quelqu'un le reprend, dans la console ou avec payrun resume {id}",
  'report.receipts_title': '{name} : reçus',
  'report.receipt': 'Reçu de paiement',
  'report.receipt_line': 'Ligne {line}',
  'report.receipt_number': 'Reçu {number}',
  'report.receipt_phone': 'Numéro',
  'report.receipt_operator': 'Opérateur',
  'report.receipt_paid_at': 'Payé le',
  'report.receipt_moment': '{at}',
  'report.receipt_moment_in': '{at} ({timeZone})',
  'report.receipt_reference': 'Référence',
  'report.receipt_of': 'Numéro du reçu',
  'report.nobody_paid_yet': "Personne n'a encore été payé.",
  'report.nobody_paid': "personne n'a été payé",
  'report.sandbox': "Bac à sable : c'était un essai, et personne n'a été payé.",
  'report.page_title_sandbox': "Bac à sable, personne n'a été payé. {name} : rapport de paiement",
  'report.state_maybe_paid': 'peut-être payée',
  'report.state_maybe_not_paid': 'peut-être échouée',
  'report.maybe_paid': "Elle a peut-être été payée : interrogez le prestataire avant que quelqu'un la paie de nouveau.",
  'report.maybe_not_paid':
    "Elle est enregistrée comme payée, mais le prestataire ou son relevé l'a dite échouée : demandez au prestataire si l'argent est arrivé.",
  'report.some_maybe_paid':
    "{rows, plural, one {{rows} d'entre elles a peut-être été payée.} other {{rows} d'entre elles ont peut-être été payées.}}",
  'report.some_maybe_not_paid':
    '{rows, plural, one {{rows} ligne dite payée a peut-être échoué.} other {{rows} lignes dites payées ont peut-être échoué.}}',
  'report.ask_maybe_paid':
    "Des indices montrent qu'elle a été payée. Interrogez le prestataire. Tant qu'il n'a pas répondu, ne la payez pas de nouveau, même avec un nouveau fichier.",
  'report.ask_maybe_not_paid':
    "Elle est enregistrée comme payée, mais des indices montrent qu'elle a échoué. Demandez au prestataire si l'argent est arrivé. S'il n'est pas arrivé, payez-la dans un nouveau fichier, avec une référence à elle.",
}
