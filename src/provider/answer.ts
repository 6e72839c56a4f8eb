/**
 * What came of one request, before anybody judges it. The three kinds differ in what they prove about the money:
 * `not_sent` proves that no byte left, `response` carries what the provider said, `lost` proves nothing.
 * Messages are fixed sentences: no credential, phone number or name gets into them.
 */
export type Answer = Response | NotSent | Lost

export interface Response {
  kind: 'response'
  /** 200 to 599: informational answers are not answers. */
  httpStatus: number
  contentType: string | null
  /** The Retry-After header as it came. */
  retryAfter: string | null
  /** At most 64 KiB. */
  body: Buffer
  /**
   * False when neither Content-Length nor chunks said where the body ends: it ended because the connection did, so it
   * may be cut short without any error.
   */
  delimited: boolean
}

export interface NotSent {
  kind: 'not_sent'
  cause: NotSentCause
  message: string
}

export interface Lost {
  kind: 'lost'
  cause: LostCause
  /** Not null when the headers arrived and the body did not. */
  httpStatus: number | null
  message: string
}

export type NotSentCause =
  /** Nobody listens at the address. */
  | 'refused'
  | 'dns'
  | 'connect_timeout'
  /** The certificate does not hold, or the other side does not speak TLS. */
  | 'tls'
  /** The deadline passed while the request waited for a connection. */
  | 'deadline'
  /** The caller's `beforeSend` said no. */
  | 'held_back'
  | 'other'

export type LostCause =
  | 'timeout'
  | 'reset'
  | 'closed'
  /** The client was torn down while the request was out. */
  | 'aborted'
  /** More than 64 KiB of body, or too many headers. */
  | 'oversized'
  /** Not HTTP. */
  | 'garbled'
  | 'other'
