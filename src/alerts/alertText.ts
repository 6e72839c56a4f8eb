import { plural, t } from '../words/t.ts'
import type { Alert } from './alert.ts'

/** What the sentence is about. */
export type AlertFacts =
  | {
      event: Exclude<Alert['event'], 'schedule.failed'>
      reason: string | null
      batchId: string
      name: string
      rows: number
      paid: number
    }
  | { event: 'schedule.failed'; id: string; name: string; code: string }

/** One sentence that says what happened, and what to do about it where something is to be done. */
export function alertText(facts: AlertFacts): string {
  const name = oneLine(facts.name)
  switch (facts.event) {
    case 'batch.settled': {
      const { paid, rows, batchId } = facts
      if (paid < rows) return t`${name}: settled, with ${paid} of ${rows} rows paid. See: payrun status ${batchId}`
      return plural(paid, t`${name}: the one row is paid.`, t`${name}: all ${paid} rows are paid.`)
    }
    case 'batch.paused':
      return t`${name}: paused (${facts.reason ?? ''}). Nothing more is sent until somebody goes on with: payrun resume ${facts.batchId}`
    case 'batch.awaiting_approval':
      return t`${name}: waits for a second person's approval: payrun approve ${facts.batchId}`
    case 'schedule.failed':
      return t`The schedule ${name} failed (${facts.code}): nobody was paid. See: payrun schedule runs ${facts.id}`
  }
}

/** What a file was called must not begin another line, of a message or of its head. */
export const oneLine = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').slice(0, 120)
