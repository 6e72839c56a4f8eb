/**
 * `payrun/client`: the calls and notifications of the provider's interface for your own code, without the ledger, the queue and the
 * desk. It is kept stable, like `payrun`, which exports the same.
 *
 * The shapes are those of the provider's interface document. The docstrings name its sections.
 */

import type * as said from './provider/answers/callResult.ts'
import type { CollectionResult as SaidCollectionResult } from './provider/calls/collection.ts'
import type { PaymentResult as SaidPaymentResult } from './provider/calls/payment.ts'
import type { PayoutResult as SaidPayoutResult } from './provider/calls/publicClient.ts'
import type { Rendered } from './words/render.ts'

export { type Operator, type OperatorCode, operators, operatorTable } from './payout/operators/operator.ts'
export type { CollectionOrder } from './provider/calls/collection.ts'
export type { PaymentOrder } from './provider/calls/payment.ts'
export type { PayoutOrder } from './provider/calls/publicClient.ts'
export { type Client, type ClientOptions, createClient } from './provider/calls/publicClient.ts'
export {
  type ListenerOptions,
  type NotificationListener,
  notificationListener,
} from './provider/notifications/httpListener.ts'
export { openNotificationFolder, receiveNotification } from './provider/notifications/notificationFolder.ts'
export { type NotificationsOptions, notifications } from './provider/notifications/plugin.ts'
export type {
  Notification,
  NotificationDetails,
  NotificationHandler,
  NotificationStore,
  ReadyNotification,
} from './provider/notifications/readNotification.ts'
export {
  createReceiver,
  type IncomingNotification,
  NotificationRefused,
  type Received,
  type Receiver,
  type ReceiverOptions,
} from './provider/notifications/receiver.ts'

/** What the three calls return: results whose messages are text in the `language` of `createClient`. */
export type PaymentResult = Rendered<SaidPaymentResult | said.Invalid>
export type CollectionResult = Rendered<SaidCollectionResult | said.Invalid>
export type PayoutResult = Rendered<SaidPayoutResult | said.Invalid>
export type CallUnknown = Rendered<said.CallUnknown>
export type Invalid = Rendered<said.Invalid>
export type NotTakenIn = Rendered<said.NotTakenIn>
export type Refused = Rendered<said.Refused>
export type RequestProblem = Rendered<said.RequestProblem>
