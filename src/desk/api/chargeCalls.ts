import { z } from 'zod'
import { chargeStates } from '../../app/charges/charges.ts'
import { chargeDiscrepancyKinds } from '../../payout/charge.ts'
import { currency, money, next, text, time, whole } from './documents.ts'
import { onlyTrue } from './members.ts'

const fields = {
  id: text('10 characters'),
  kind: z.enum(['payment', 'collection']),
  reference: text('Your own reference. Null if it was requested on the command line').nullable(),
  state: z.enum(chargeStates).meta({
    description:
      '`asked`: it is being requested, or its desk died meanwhile; after 15 minutes it is `unknown`. `unknown` means that the customer may have been charged. payrun does not ask for it again. `refused`: nobody is charged. Its `code` says whether the provider refused it (`refused`) or never took it (`not_sent`, `rate_limited`, `unauthorized`); to try again, use another reference.',
  }),
  amount: money(),
  currency: currency(),
  operator: text('Only for a collection').nullable(),
  sandbox: z.boolean().meta({ description: 'True in the sandbox: nobody is charged' }),
  provider_reference: z.string().nullable(),
  payment_url: text('Only for an online payment: where to send the payer').nullable(),
  code: text('Why it was refused or is unknown').nullable(),
  maybe_paid: onlyTrue(
    'A notification or a statement says that the customer paid, whatever the state. Ask the provider before you charge the customer again. Absent otherwise',
  ),
  maybe_not_paid: onlyTrue('It is paid here, and a notification or a statement says that it is not. Absent otherwise'),
  created_at: time(),
  settled_at: time().nullable(),
  settled_by: text('The person who recorded the outcome').nullable(),
  note: z.string().nullable(),
  discrepancies: z
    .array(
      z.object({
        kind: z.enum(chargeDiscrepancyKinds),
        says_paid: z
          .boolean()
          .meta({ description: 'True if the statement says that the customer paid, or may have paid' }),
        message: z.string(),
        at: time(),
        by: text('Who reconciled the statement'),
        statement: text("The first digits of the statement's SHA-256"),
        statement_line: whole(),
      }),
    )
    .optional()
    .meta({
      description:
        'What statements contradict. Only when you get a single payment or collection, and only if there is any',
    }),
}
const example = {
  id: 'q4t8w2zkme',
  kind: 'payment',
  reference: 'ORDER-7',
  state: 'under_way',
  amount: '1500',
  currency: 'XOF',
  operator: null,
  sandbox: false,
  provider_reference: 'PAY-1',
  payment_url: 'https://pay.example/p/1',
  code: null,
  created_at: '2026-11-25T08:00:00.000Z',
  settled_at: null,
  settled_by: null,
  note: null,
}
const collectionExample = {
  ...example,
  ...{ kind: 'collection', operator: 'mtn-benin', provider_reference: 'COL-1', payment_url: null },
}

const Charge = z
  .object(fields)
  .meta({ id: 'Charge', description: 'An online payment or a collection.', examples: [example] })
const Checkouts = z.object({ checkouts: z.array(Charge), next }).meta({
  id: 'Checkouts',
  description: 'Online payments, newest first.',
  examples: [{ checkouts: [example], next: null }],
})
const Collections = z.object({ collections: z.array(Charge), next }).meta({
  id: 'Collections',
  description: 'Collections, newest first.',
  examples: [{ collections: [collectionExample], next: null }],
})

const named = {
  id: fields.id,
  kind: fields.kind,
  reference: fields.reference,
  provider_reference: fields.provider_reference,
}
const chargeFound = z.object({
  ...named,
  state: z.enum(chargeStates),
  why: z.string(),
  message: z.string(),
  statement_lines: z.array(whole()),
})
const namedExample = { id: 'q4t8w2zkme', kind: 'collection', reference: 'ORDER-7', provider_reference: 'COL-1' }
const PayinReconciliation = z
  .object({
    statement: z.object({ name: z.string(), sha256: z.string(), lines: whole() }),
    dry_run: z.boolean(),
    resolved: z.array(
      z.object({ ...named, from: z.enum(chargeStates), to: z.enum(['paid', 'failed']), statement_line: whole() }),
    ),
    cases: z.array(chargeFound).meta({
      description: 'Payments and collections that the statement contradicts. They keep this as `discrepancies`',
    }),
    left: z.array(chargeFound).meta({ description: 'Payments and collections that stay as they are, and why' }),
    agreed: whole(),
    others: whole().meta({ description: 'Lines that belong to no payment or collection' }),
  })
  .meta({
    id: 'PayinReconciliation',
    description: 'What a statement settled, as `payrun payins reconcile --json` prints it.',
    examples: [
      {
        statement: { name: 'november.csv', sha256: '9f86d081884c7d65', lines: 1 },
        dry_run: false,
        resolved: [{ ...namedExample, from: 'unknown', to: 'paid', statement_line: 2 }],
        cases: [],
        left: [],
        agreed: 0,
        others: 0,
      },
    ],
  })

const asked = {
  200: {
    description:
      'It was requested before, and is not requested again. What is new in this request, such as another `callback_url`, has no effect.',
    document: Charge,
    location: true,
  },
  201: { description: 'The outcome so far.', document: Charge, location: true },
} as const
const onceByReference =
  'Its `reference` makes it safe to repeat: the same request again, however it is written, is answered with 200 and the outcome so far, even if the first answer was lost. It is the same one if its amount, currency, operator and number are the same, and the name and e-mail address, where both requests give them. Another one with that reference, or with one that differs only in how it is written, is refused with `reference_in_use`; so is a real request with a reference that was used in the sandbox. A notification settles it.'
const problems = ['reference_in_use', 'wrong_state'] as const

/** The calls for online payments and collections, for calls.ts. */
export const chargeCalls = {
  createCheckout: {
    tag: 'charges',
    summary: 'Create an online payment',
    description: `The payer pays at \`payment_url\`. ${onceByReference}`,
    answers: asked,
    deed: 'collect',
    problems,
    once: true,
    example: {
      reference: 'ORDER-7',
      amount: '1500',
      currency: 'XOF',
      return_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/cart',
    },
  },
  listCheckouts: {
    tag: 'charges',
    summary: 'List online payments',
    description: 'Newest first.',
    answers: { 200: { description: 'A page of online payments.', document: Checkouts } },
    problems: [],
  },
  getCheckout: {
    tag: 'charges',
    summary: 'Get an online payment',
    description: 'As it is now.',
    answers: { 200: { description: 'The online payment.', document: Charge } },
    problems: ['not_found'],
  },
  createCollection: {
    tag: 'charges',
    summary: 'Collect a payment from a customer',
    description: `The customer confirms it on their phone. ${onceByReference}`,
    answers: asked,
    deed: 'collect',
    problems,
    once: true,
    example: { reference: 'ORDER-8', operator: 'mtn-benin', phone_number: '+229 01 97 00 00 01', amount: '1500' },
  },
  listCollections: {
    tag: 'charges',
    summary: 'List collections',
    description: 'Newest first.',
    answers: { 200: { description: 'A page of collections.', document: Collections } },
    problems: [],
  },
  getCollection: {
    tag: 'charges',
    summary: 'Get a collection',
    description: 'As it is now.',
    answers: { 200: { description: 'The collection.', document: Charge } },
    problems: ['not_found'],
  },
  reconcilePayins: {
    tag: 'charges',
    summary: "Reconcile payments and collections with the provider's statement",
    description:
      'For approvers. Settles payments and collections that are under way or unknown as the statement says, if the reference, the amount and the currency match exactly. Those that it contradicts are listed, with the discrepancy on record, and not changed. Those that are missing from it stay as they are. With `dry_run`, you see what would be done, and nothing changes.',
    answers: {
      200: {
        description: 'What the statement settled, what it contradicts, and what it left open.',
        document: PayinReconciliation,
      },
    },
    deed: 'reconcile',
    problems: ['wrong_state', 'refused', 'unreadable_file'],
    once: true,
    file: 'statement',
  },
} as const
