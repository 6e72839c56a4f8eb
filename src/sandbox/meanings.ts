import { render } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'

type Meanings = Readonly<Record<string, Sentence>>

/** The meaning of each field of a call's request and answer. */
interface Call {
  asked?: Meanings
  answered?: Meanings
}

const operator = say('sandbox.means_operator')
const currency = say('sandbox.means_currency')
const callback = say('sandbox.means_callback_url')
const reference = say('sandbox.means_reference')
const customData = say('sandbox.means_custom_data')
const error = say('sandbox.means_error')

const transferred: Meanings = {
  error,
  status: say('sandbox.means_transfer_status'),
  reference,
  message: say('sandbox.means_transfer_message'),
}

/** By operationId (interface document, 2.1 to 2.7). The document says nothing about notifications and the status call. */
const calls: Readonly<Record<string, Call>> = {
  initiatePayment: {
    asked: {
      amount: say('sandbox.means_amount'),
      currency,
      payment_mode: say('sandbox.means_payment_mode'),
      return_url: say('sandbox.means_return_url'),
      cancel_url: say('sandbox.means_cancel_url'),
      callback_url: callback,
      description: say('sandbox.means_description'),
      customer: say('sandbox.means_customer'),
    },
    answered: {
      status: say('sandbox.means_http_status'),
      message: say('sandbox.means_initiated'),
      payment_url: say('sandbox.means_payment_url'),
      reference,
    },
  },
  collect: {
    asked: {
      amount: say('sandbox.means_amount'),
      operator,
      phoneNumber: say('sandbox.means_payer_number'),
      customer: say('sandbox.means_customer'),
      custom_data: customData,
      callback_url: callback,
    },
    answered: {
      error,
      status: say('sandbox.means_collection_status'),
      amount: say('sandbox.means_amount_echoed'),
      fees: say('sandbox.means_fees'),
      message: say('sandbox.means_collection_message'),
      reference,
    },
  },
  payout: {
    asked: {
      operator,
      amount: say('sandbox.means_amount_as_text'),
      phoneNumber: say('sandbox.means_recipient_number'),
      currency,
      customer: say('sandbox.means_beneficiary'),
    },
    answered: transferred,
  },
  status: { answered: { ...transferred, message: say('sandbox.means_status_message') } },
  notify: {
    asked: {
      event: say('sandbox.means_event'),
      reference,
      status: say('sandbox.means_end_state'),
      amount: say('sandbox.means_digits_sent'),
      currency,
      operator,
      phoneNumber: say('sandbox.means_digits_of_number'),
      custom_data: customData,
      message: say('sandbox.means_status_message'),
      id: say('sandbox.means_notification_id'),
    },
  },
}

/** The meaning of a field of a call, or undefined if there is none. */
export const meaningOf = (operationId: string, side: keyof Call, field: string): Sentence | undefined =>
  calls[operationId]?.[side]?.[field]

interface Described {
  operationId?: string
  requestBody?: Content
  responses?: Record<string, Content>
}

interface Content {
  content?: Record<string, { schema?: { properties?: Record<string, { description?: string }> } }>
}

/** Adds the meaning of each field to the requests and answers, in English, like the rest of the document. */
export function describeFields(operations: readonly object[]): void {
  for (const { operationId = '', requestBody, responses } of operations as Described[]) {
    for (const [side, body] of [['asked', requestBody] as const, ['answered', responses?.['200']] as const]) {
      const { properties = {} } = body?.content?.['application/json']?.schema ?? {}
      for (const [name, field] of Object.entries(properties)) {
        const meaning = meaningOf(operationId, side, name)
        if (meaning) field.description = render(meaning, 'en')
      }
    }
  }
}
