/**
 * payrun from your own code. Everything here is kept stable; nothing else of the package is meant to be imported.
 *
 * The shapes are those of the provider's interface document, whose sections the docstrings name.
 */

export {
  createReceiver,
  type IncomingNotification,
  type Received,
  type Receiver,
  type ReceiverOptions,
} from './notifications/createReceiver.ts'
export type { Notification, NotificationHandler, NotificationStore } from './notifications/notification.ts'
export { type NotificationsOptions, notifications } from './notifications/notifications.ts'
export { openNotificationFolder } from './notifications/openNotificationFolder.ts'
export { receiveNotification } from './notifications/receiveNotification.ts'
export { type Operator, type OperatorCode, operators, operatorTable } from './payout/operator.ts'
export type { Outcome } from './payout/outcome.ts'
export type { CallUnknown, Invalid, NotTakenIn, Refused, RequestProblem } from './provider/callResult.ts'
export type { CollectionOrder, CollectionResult } from './provider/collection.ts'
export type { PaymentOrder, PaymentResult } from './provider/payment.ts'
export type { PayoutOrder } from './provider/payoutOrder.ts'
export { type Client, type ClientOptions, createClient } from './provider/publicClient.ts'
