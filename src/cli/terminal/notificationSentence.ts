import type { About, Applied } from '../../../jobs/applyNotification.ts'
import type { Notification } from '../../notifications/notification.ts'
import { t } from '../../words/t.ts'
import { printable } from './printable.ts'
import { stateWord } from './stateWords.ts'

/** A notification and what came of it, on one line for people. */
export function notificationSentence({ receivedAt, reference, status }: Notification, applied: Applied): string {
  const at = receivedAt.slice(0, 19).replace('T', ' ')
  return t`${at}  ${printable(reference)}  ${printable(status)}: ${sentenceOf(applied)}`
}

function sentenceOf(applied: Applied): string {
  if (applied.kind === 'unknown_reference') return t`no payment here has this reference; nothing was done.`
  const { kind, about } = applied
  const what = nameOf(about)
  const state = stateWord(applied.state)
  switch (kind) {
    case 'settled':
      return t`${what} is ${state} now.`
    case 'agrees':
      return t`${what} was ${state} already.`
    case 'undecided':
      return t`${what} stays ${state}; this status decides nothing.`
    case 'contradicts':
      return t`this contradicts ${what}, which is ${state}. Nothing was changed: look into it.`
  }
}

function nameOf(about: About): string {
  switch (about.kind) {
    case 'payout':
      return t`line ${about.line} of batch ${about.batchId}`
    case 'payment':
      return t`online payment ${about.id}`
    case 'collection':
      return t`collection ${about.id}`
  }
}

/** The same for machines. */
export function notificationDocument(notification: Notification, applied: Applied) {
  const { receivedAt, reference, status, signed } = notification
  const told = { kind: 'notification', received_at: receivedAt, reference, status, signed, effect: applied.kind }
  if (applied.kind === 'unknown_reference') return { ...told, about: null, state: null }
  const { about, state } = applied
  const named =
    about.kind === 'payout'
      ? { kind: about.kind, batch: about.batchId, line: about.line }
      : { kind: about.kind, id: about.id }
  return { ...told, about: named, state }
}
