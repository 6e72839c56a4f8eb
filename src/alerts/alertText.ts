import { plural, t } from '../words/t.ts'
import type { Alert } from './alert.ts'

/** What the sentence is about: a batch. */
export interface AlertFacts {
  event: Exclude<Alert['event'], 'schedule.failed'>
  reason: string | null
  batchId: string
  name: string
  rows: number
  paid: number
}

/** One sentence that says what happened, and what to do about it where something is to be done. */
export function alertText({ event, reason, batchId, name: given, rows, paid }: AlertFacts): string {
  const name = oneLine(given)
  switch (event) {
    case 'batch.settled':
      return paid === rows
        ? plural(paid, t`${name}: the one row is paid.`, t`${name}: all ${paid} rows are paid.`)
        : t`${name}: settled, with ${paid} of ${rows} rows paid. See: payrun status ${batchId}`
    case 'batch.paused':
      return t`${name}: paused (${reason ?? ''}). Nothing more is sent until somebody goes on with: payrun resume ${batchId}`
    case 'batch.awaiting_approval':
      return t`${name}: waits for a second person's approval: payrun approve ${batchId}`
  }
}

/** What a file was called must not begin another line, of a message or of its head. */
export const oneLine = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').slice(0, 120)
