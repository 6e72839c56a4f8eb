import type { Translation } from '../catalogue.ts'
import type { messages as english } from '../en/webhooks.ts'

export const messages: Translation<typeof english> = {
  'webhooks.what_it_does': 'afficher ce qui attend pour votre webhook, ou renvoyer des événements',
  'webhooks.help_list': 'afficher les envois qui attendent ou sont abandonnés, et le dernier reçu',
  'webhooks.help_resend': "envoyer de nouveau des événements, même ceux d'avant la mise en place du webhook",
  'webhooks.help_after': 'les événements qui suivent ce numéro ; par défaut, tous',
  'webhooks.help_until': "jusqu'à ce numéro compris ; par défaut, jusqu'au dernier",
  'webhooks.note_resend':
    'Les processus de paiement les envoient avant de continuer avec les nouveaux événements. Chaque envoi a son propre webhook-id ; les numéros des événements ne changent pas.',
  'webhooks.none_set':
    "Aucun webhook ne reçoit d'événements : renseignez PAYRUN_WEBHOOK_URL, et laissez PAYRUN_WEBHOOK_EVENTS vide ou mettez-y 1.",
  'webhooks.until_after': '--until doit être plus grand que --after, qui est {after}.',
  'webhooks.resent':
    '{events, plural, one {# événement sera renvoyé,} other {# événements seront renvoyés,}} en {posts, plural, one {# envoi} other {# envois}}.',
  'webhooks.resent_none': "Aucun événement n'a un tel numéro : rien n'est renvoyé.",
  'webhooks.nothing': "Rien n'a encore été envoyé, et rien n'attend.",
  'webhooks.events': 'Événements',
  'webhooks.tries': 'Essais',
  'webhooks.trouble': 'Dernier problème',
  'webhooks.waits': "attend jusqu'au {at}",
  'webhooks.given_up': 'abandonné le {at}',
  'webhooks.received': 'reçu le {at}',
}
