import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/deskPayins.ts'

export const messages: Translation<typeof english> = {
  // Payments and collections, and the provider's statement.
  'deskPayins.title': 'Rapprocher les paiements et les encaissements',
  'deskPayins.text':
    "Le relevé du prestataire dit quels clients ont payé. Seul l'argent reçu compte : ce qui est sorti (au débit, ou précédé d'un moins) ne règle rien. Vous voyez d'abord ce qu'il permet de régler ; rien ne change avant que vous l'appliquiez.",
  'deskPayins.statement_changed':
    "Des paiements ou des encaissements ont changé depuis que vous les avez consultés, et le relevé réglerait maintenant autre chose. Rien n'a été modifié. Voici où ils en sont.",
  'deskPayins.apply_title': 'Appliquer le relevé aux paiements et aux encaissements ?',
  'deskPayins.apply_text': 'Votre nom figurera à côté de chacun. Ce qui est déjà terminé reste tel quel.',
  'deskPayins.apply':
    '{charges, plural, one {Régler {charges} paiement ou encaissement} other {Régler {charges} paiements et encaissements}}',
  'deskPayins.was_reconciled':
    'Le relevé a été appliqué. Payés : {paid}. Non payés : {failed}. Contradictions conservées : {contradicted}. Laissés tels quels : {left}.',
  'deskPayins.paid': '{charges, plural, one {{charges} payé : {sums}.} other {{charges} payés : {sums}.}}',
  'deskPayins.not_paid': '{charges, plural, one {{charges} non payé : {sums}.} other {{charges} non payés : {sums}.}}',
  'deskPayins.settles_nothing': 'Le relevé ne permet de régler aucun paiement ni encaissement.',
  'deskPayins.contradictions_text':
    "Renseignez-vous auprès du prestataire. Rien n'y est modifié ; quand vous appliquez le relevé, la contradiction est conservée et affichée avec chacun.",
  'deskPayins.left': 'Laissés tels quels',
  'deskPayins.left_head': 'Ce qui est laissé tel quel, et pourquoi',
  'deskPayins.others': 'Lignes du relevé qui ne concernent aucun paiement ni encaissement',
  'deskPayins.what': 'Paiement ou encaissement',
  'deskPayins.account_hint': 'Si le relevé porte sur plusieurs comptes : celui qui reçoit.',
  'deskPayins.discrepancies': 'Des relevés le contredisent',
  'deskPayins.discrepancies_text': "Demandez au prestataire ce qui est vrai. Rien n'a été modifié ici.",
  'deskPayins.maybe_paid': 'peut-être payé',
  'deskPayins.maybe_not_paid': 'peut-être échoué',
  'deskPayins.maybe_paid_ask':
    "D'après une notification ou un relevé, le client a payé. Demandez au prestataire avant de lui redemander de payer.",
  'deskPayins.maybe_not_paid_ask':
    'Il est enregistré comme payé, mais une notification ou un relevé dit le contraire. Demandez au prestataire.',
  'deskPayins.compared_by': 'Comparé par',
  'deskPayins.statement': 'Relevé',
  'deskPayins.statement_line': '{statement}, ligne {line}',
  'deskPayins.none_older': "Il n'y en a pas de plus anciens. Les plus récents sont sur la première page.",
}
