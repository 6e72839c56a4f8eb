/**
 * A payment notification of the provider's (interface document, section 6), as it is kept. The document shows neither its
 * payload nor what triggers one, so that two fields are all it must have; everything else is kept as it came, but for what
 * tells who somebody is.
 */
export interface Notification {
  /**
   * The same for every sending of one notification: a hash of its reference, its status in any case, and what else it is judged
   * by (amount, currency, error, masked number).
   */
  key: string
  /** The provider's reference of the payment that it speaks of. */
  reference: string
  /** The provider's word, as it came: `success`, `FAILED`, ... */
  status: string
  /**
   * The JSON that came, numbers digit for digit. Names, e-mail addresses and the like are blanked (`(left out)`), phone
   * numbers masked (`229******12`).
   */
  body: string
  /** Whether its signature was checked: true wherever a secret is configured. */
  signed: boolean
  /** ISO 8601. */
  receivedAt: string
}

/**
 * Where notifications are kept. `keep` decides which sending is the first, so it has to be atomic: of any number of calls
 * with one key at the same moment, in any number of processes, one is told `new`.
 */
export interface NotificationStore {
  /** Durable when it resolves. `times`: how often it has come, this time included. */
  keep(notification: Notification): Promise<{ kind: 'new' } | { kind: 'repeated'; times: number }>
  /** The handler is done with it. */
  markHandled(key: string): Promise<void>
  /** What is kept and not handled, the oldest first. */
  waiting(): Promise<Notification[]>
}

/**
 * Given each new notification, after it is kept and answered. A notification is evidence about a payment that you asked
 * for: look its reference up among your own, and never take an unknown one for an order.
 *
 * It is called once for each, except after a crash or an error of its own: then it is called again with the same one, so it
 * should not mind that. What it throws is told to `onTrouble` without being looked into.
 */
export type NotificationHandler = (notification: Notification) => void | Promise<void>
