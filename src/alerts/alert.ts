/** Something that people asked to be told of. Counts and sums; no names, no phone numbers, no references. */
export interface Alert {
  /** The same each time that it is told. */
  id: string
  event: 'batch.settled' | 'batch.paused' | 'batch.awaiting_approval' | 'schedule.failed'
  /** ISO 8601, UTC: when it happened. */
  at: string
  /** One sentence for people, in the language of the installation. */
  text: string
  batch: {
    id: string
    name: string
    period: string | null
    state: string
    reason: string | null
    sandbox: boolean
    rows: number
    /** By state. */
    counts: Readonly<Record<string, number>>
    /** By state and currency, in the currency's decimals. */
    sums: Readonly<Record<string, Readonly<Record<string, string>>>>
  } | null
  schedule: { id: string; name: string; code: string } | null
}

/** How an attempt to tell ended. `why` is a few words for the log, without addresses, secrets or what a server said. */
export type Told = { kind: 'told' } | { kind: 'failed'; why: string } | { kind: 'refused'; why: string }

/** A way of telling people: a webhook, e-mail. `tell` never rejects. */
export interface AlertChannel {
  name: 'webhook' | 'email'
  tell(alert: Alert): Promise<Told>
  close(): void
}
