import type { CollectionState, Faults, NotificationRecord, PaymentState, Refusal } from '../records.ts'
import type { PayerDigits } from '../scriptedOutcomes.ts'

/** Everything that the pages say, in one type for both languages. Sentences are whole: nothing is glued together. */
export interface Words {
  languageName: string
  chooseLanguage: string
  sandboxNote: string
  pay: {
    title: (merchant: string) => string
    to: string
    amountDue: string
    howToPay: string
    byCard: string
    byMobile: string
    cardNumber: string
    cardNumberHint: string
    expiry: string
    expiryHint: string
    cvc: string
    cvcHint: string
    operator: string
    chooseOperator: string
    phone: string
    phoneHint: string
    payNow: (amount: string) => string
    cancel: string
    open: (until: string) => string
    back: (merchant: string) => string
    reference: string
    endings: string
    endingsOfCards: string
    endingsOfPhones: string
    otherEndings: string
    endingOf: Readonly<Record<PayerDigits, { card: string; mobile: string }>>
    ended: Readonly<Record<Exclude<PaymentState, 'created'>, { title: string; text: string }>>
    triesLeft: (left: number) => string
  }
  refusals: Readonly<Record<Refusal, string>>
  problems: {
    pageTitle: (title: string) => string
    heading: string
    missingCard: string
    badCard: string
    missingExpiry: string
    badExpiry: string
    pastExpiry: string
    missingCvc: string
    badCvc: string
    missingOperator: string
    badOperator: string
    missingPhone: string
    badPhone: (country: string, diallingCode: string) => string
    missingPin: string
    badPin: string
    badFault: Readonly<Record<keyof Faults, string>>
  }
  handset: {
    title: string
    titleOf: (phone: string) => string
    intro: string
    number: string
    show: string
    showAll: string
    none: string
    noneOf: (phone: string) => string
    lookAgain: string
    asks: (merchant: string, amount: string) => string
    from: string
    operator: string
    open: (amount: string, phone: string) => string
    pin: string
    pinHint: string
    approve: (amount: string) => string
    decline: string
    timeLeft: string
    allRequests: string
    ended: Readonly<Record<Exclude<CollectionState, 'pending'>, { title: string; text: string }>>
  }
  timeLeft: (minutes: number, seconds: number) => string
  tools: {
    navigation: string
    ledger: string
    notifications: string
    faults: string
    handset: string
    newer: string
    older: string
    pages: string
    pageOf: (page: number, pages: number) => string
  }
  ledger: {
    title: string
    intro: string
    filter: string
    kinds: Readonly<Record<'all' | 'payouts' | 'payments' | 'collections', string>>
    kind: Readonly<Record<'payout' | 'payment' | 'collection', string>>
    columns: { at: string; kind: string; state: string; amount: string; who: string; reference: string }
    card: (lastFour: string) => string
    nobody: string
    none: string
    states: Readonly<Record<PaymentState | CollectionState, string>>
  }
  notifications: {
    title: string
    intro: string
    none: string
    states: Readonly<Record<NotificationRecord['state'], string>>
    events: Readonly<Record<NotificationRecord['event'], string>>
    next: (at: string) => string
    attempts: (count: number) => string
    noAttempts: string
    byHand: string
    columns: { at: string; result: string; ms: string; answer: string }
    body: string
    resend: string
    resendOf: (reference: string) => string
    sent: string
    to: string
  }
  faults: {
    title: string
    intro: string
    order: string
    latency: string
    latencyHint: string
    tooMany: string
    error: string
    reset: string
    shareHint: string
    retryAfter: string
    retryAfterHint: string
    outage: string
    noOutage: string
    save: string
    allOff: string
    saved: string
    quiet: string
    active: string
  }
  errors: {
    notFound: string
    notFoundText: string
    otherSite: string
    otherSiteText: string
    failed: string
    failedText: string
  }
}
