import { type PauseReason, passingReasons } from '../payout/outcome.ts'
import type { Language } from '../words/catalogue.ts'
import { printable, render } from '../words/render.ts'
import { type Sentence, say } from '../words/sentence.ts'

/** An alert that people asked for. It has counts and sums, but no names, phone numbers or references. */
export interface Alert {
  /** The same each time it is sent. */
  id: string
  event: 'batch.settled' | 'batch.paused' | 'batch.awaiting_approval' | 'schedule.failed' | 'ledger.fenced'
  /** ISO 8601, UTC: when it happened. */
  at: string
  /** One sentence for people, in the language of the process that sends it. */
  text: string
  batch: {
    id: string
    name: string
    period: string | null
    state: string
    reason: string | null
    /** What the provider said that led to the pause, in its own words; no name or number in it. */
    reason_says: string | null
    sandbox: boolean
    rows: number
    /** By state. */
    counts: Readonly<Record<string, number>>
    /** By state and currency, in the currency's decimals. */
    sums: Readonly<Record<string, Readonly<Record<string, string>>>>
  } | null
  schedule: { id: string; name: string; code: string } | null
}

/** The outcome of sending an alert. `why`: a few words for the log, without addresses, secrets or what a server said. */
export type TellResult = { kind: 'told' } | { kind: 'failed'; why: string } | { kind: 'refused'; why: string }

/** A channel for alerts: a webhook, e-mail. `tell` never rejects. */
export interface AlertChannel {
  name: 'webhook' | 'email'
  tell(alert: Alert): Promise<TellResult>
  close(): void
}

/** What the sentence is about. */
type AlertFacts =
  | {
      event: Exclude<Alert['event'], 'schedule.failed' | 'ledger.fenced'>
      reason: PauseReason | null
      says: string | null
      sandbox: boolean
      batchId: string
      name: string
      rows: number
      paid: number
    }
  | { event: 'schedule.failed'; id: string; name: string; code: string; inFolder: boolean }
  | { event: 'ledger.fenced'; why: Sentence }

/** One sentence that says what happened, and what to do about it if anything. */
export const alertText = (facts: AlertFacts, language: Language): string => render(sentenceOf(facts), language)

function sentenceOf(facts: AlertFacts): Sentence {
  const name = 'name' in facts ? oneLine(facts.name) : ''
  switch (facts.event) {
    case 'batch.settled': {
      const { paid, rows, batchId } = facts
      if (paid < rows) return say('paying.settled_rows_paid_see_payrun_status', { name, paid, rows, batchId })
      return say('paying.all_rows_paid', { paid, name })
    }
    case 'batch.paused': {
      const { reason, says, sandbox, batchId } = facts
      const why = reason === null ? say('summary.batch_is_paused') : pauseReasonSentence(reason, { says, sandbox })
      return reason !== null && passingReasons.has(reason)
        ? say('paying.paused_until_it_goes_on', { name, why, batchId })
        : say('paying.paused_nothing_more_sent_until_somebody', { name, why, batchId })
    }
    case 'batch.awaiting_approval':
      return say('paying.waits_second_persons_approval_payrun_approve', { name, batchId: facts.batchId })
    case 'schedule.failed': {
      const { code, id, inFolder } = facts
      return inFolder
        ? say('paying.schedule_file_failed', { name, code, id })
        : say('paying.schedule_failed_nobody_paid_see_payrun', { name, code, id })
    }
    case 'ledger.fenced':
      return say('recover.fenced', { why: facts.why, command: 'payrun' })
  }
}

/**
 * Why a batch is paused, for people: what happened, and what to do before going on with `payrun resume BATCH`.
 * What pauses a batch is written down in docs/design.md: rule 8, and "What an answer means".
 *
 * @param told `says`: what the provider said that led to it; `command`: how commands begin here, `payrun` or `npm run -s payrun --`
 */
export function pauseReasonSentence(
  reason: PauseReason,
  {
    command = 'payrun',
    says,
    sandbox = false,
  }: { command?: string; says?: string | null | undefined; sandbox?: boolean } = {},
): Sentence {
  const typed = (words: string) => `${command} ${words}${sandbox ? ' --sandbox' : ''}`
  switch (reason) {
    case 'person':
      return say('summary.paused_by_person')
    case 'scheduled':
      return say('summary.paused_until_its_time')
    case 'unauthorized':
      return says ? say('summary.paused_unauthorized_says', { says }) : say('summary.paused_unauthorized')
    case 'wrong_interface':
      return say('summary.paused_wrong_interface')
    case 'redirected':
      return say('summary.paused_redirected')
    case 'tls':
      return say('summary.paused_tls')
    case 'too_many_unknown':
      return say('summary.paused_too_many_unknown')
    case 'refused_in_a_row':
      return says ? say('summary.paused_refused_in_a_row', { says }) : say('summary.paused_refused_without_reason')
    case 'operator_held':
      return say('summary.paused_operator_held', { operators: typed('operators') })
    case 'window':
      return say('summary.paused_window', { operators: typed('operators') })
    case 'hours':
      return say('summary.paused_hours')
    case 'float':
      return say('summary.paused_float', { float: typed('float'), set: typed('float set') })
    case 'provider_unreachable':
      return say('summary.paused_unreachable')
    case 'mark_unwritable':
      return say('summary.paused_mark_unwritable', { doctor: typed('doctor') })
    case 'rejected':
      return say('summary.rejected')
  }
}

/** A file's name on one line: it must not begin another line of a message or its headers. */
export const oneLine = (name: string): string => printable(name.replace(/\p{Cc}+/gu, ' ').slice(0, 120))
