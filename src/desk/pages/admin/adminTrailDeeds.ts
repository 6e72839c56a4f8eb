import { html } from 'htm/preact'
import { roles } from '../../../app/accounts/actor.ts'
import type { TrailEntry } from '../../../app/accounts/trail.ts'
import { noteOfStop } from '../../../app/batches/batchDocument.ts'
import { fixedWhat } from '../../../app/drafts/draftOptions.ts'
import { kindOf } from '../../../app/submit/warnings.ts'
import { isWarningCode, warningCodes } from '../../../payout/warning.ts'
import { shown } from '../../../web/fields.ts'
import type { Piece } from '../../../words/page.ts'
import { render } from '../../../words/render.ts'
import {
  isSentence,
  money,
  readSentence,
  readStoredOrNull,
  type Sentence,
  say,
  type Value,
} from '../../../words/sentence.ts'
import { batchLink, operatorLink, rowLink } from '../links.ts'
import type { Visit } from '../page.ts'
import { roleName } from '../roleName.ts'
import { warningNames } from './adminParts.ts'
import { trailWindow } from './operatorWindows.ts'

/** What an entry of the trail says. Sentences from the part `paying` start with a small letter, so it is capitalised. */
export function deedText({ what }: TrailEntry, { language }: Visit): string {
  const text = render(did[what], language)
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

export function besides(entry: TrailEntry): Piece {
  const told = besidesOf(entry)
  return told.length === 0
    ? null
    : html` <span class="small">${told.map((each, at) => html`${at > 0 ? ', ' : ''}${each}`)}</span>`
}

/** The same for a file. Stored sentences become text. */
export function toldEntry(entry: TrailEntry, visit: Visit): { sentence: string; details: unknown } {
  const text = (words: Sentence | string): string =>
    isSentence(words) ? render(words, visit.language, visit.timeZone) : words
  const told = besidesOf(entry).map(text)
  const deed = deedText(entry, visit)
  return {
    sentence: told.length === 0 ? deed : `${deed} (${told.join(', ')})`,
    details: Object.fromEntries(
      Object.entries(entry.details).map(([name, value]) => {
        const said = readSentence(value)
        return [name, said === null ? value : text(said)]
      }),
    ),
  }
}

/** The note, the warnings, or the new values. */
function besidesOf({ what, subject, details }: TrailEntry): (Sentence | string)[] {
  const { note, roles: given, warnings, to } = details
  if (what === 'operator.window_planned' || what === 'operator.window_removed')
    return [trailWindow(details), ...(typeof note === 'string' ? [note] : [])]
  if (what === 'row.resolved') {
    const said = readStoredOrNull(note ?? null)
    return [
      to === 'paid' ? say('deskNext.trail_paid') : say('deskNext.trail_not_paid'),
      ...(said === null ? [] : [said]),
    ]
  }
  if (what === 'batch.submitted') return [...submittedWith(details), ...(typeof note === 'string' ? [note] : [])]
  if (typeof note === 'string') return note === '' ? [] : [noteOfStop(note) ?? note]
  if (Array.isArray(given)) {
    const because = details['because']
    return [
      ...roles.filter((role) => given.includes(role)).map(roleName),
      ...(typeof because === 'string' ? [say('deskAdmin.trail_prepares_now', { name: because })] : []),
    ]
  }
  if (warnings && typeof warnings === 'object') {
    const counts = new Map(Object.entries(warnings))
    return warningCodes.flatMap((code) => (counts.has(code) ? [kindOf(code, Number(counts.get(code)))] : []))
  }
  switch (what) {
    case 'batch.reconciled':
      return [
        say('deskAdmin.trail_reconciled', { settled: Number(details['settled']), n: Number(details['contradicted']) }),
      ]
    case 'policy.approvals':
      return [peopleNeeded(subject, Number(to))]
    case 'policy.keys_approve':
      return [to === true ? say('accounts.keys_approve') : say('accounts.keys_do_not_approve')]
    case 'policy.second_factor':
      return [to === true ? say('accounts.second_factor_for_all') : say('accounts.second_factor_by_choice')]
    case 'policy.warnings':
      return [say('deskAdmin.trail_now', { now: warningActionOf(to) })]
    case 'float.set':
    case 'float.added':
      return [say('deskAdmin.trail_amount_now', { amount: amountOf(to, subject) })]
    case 'float.budgets':
      return budgetsOf(subject, details)
    default:
      return []
  }
}

/** How much of a file was corrected, and what its submitter decided about it. */
function submittedWith(details: TrailEntry['details']): Sentence[] {
  const { duplicates_accepted: duplicates, cells_corrected: cells, rows_removed: removed, sheet, own_total } = details
  const rows = Number(removed ?? 0) + Number(details['rows_left_out'] ?? 0)
  return [
    ...(duplicates === true ? [say('deskDecided.trail_duplicates')] : []),
    ...fixedWhat({ cells: Number(cells ?? 0), rows }),
    ...(typeof sheet === 'string' ? [say('deskDecided.trail_sheet', { sheet: shown(sheet) })] : []),
    ...(own_total === undefined ? [] : [say('deskNew.without_own_total')]),
  ]
}

/** The amount of an approval rule, from the ledger's form of it: `approvals XOF 10000000`, in minor units. */
function aboveOf(subject: string): Value | undefined {
  const [, currency = '', minor] = /^approvals ([A-Z]{3}) (\d+)$/.exec(subject) ?? []
  return minor === undefined ? undefined : money(BigInt(minor), currency)
}

function peopleNeeded(subject: string, people: number): Sentence {
  const amount = aboveOf(subject)
  if (!amount) return say('accounts.people_for_all', { people })
  return people > 1 ? say('accounts.people_above', { people, amount }) : say('deskAdmin.trail_rule_gone', { amount })
}

function warningActionOf(to: unknown): Sentence {
  if (to === 'approve') return say('deskAdmin.action_approve')
  return to === 'block' ? say('deskAdmin.action_block') : say('deskAdmin.action_warn')
}

const amountOf = (minor: unknown, currency: string): Value | Sentence =>
  typeof minor === 'string' && /^-?\d+$/.test(minor) ? money(BigInt(minor), currency) : say('paying.float_no_limit')

/** The limits that were changed. Absent ones stayed as they were. */
function budgetsOf(currency: string, { daily, monthly, time_zone: zone }: TrailEntry['details']): Sentence[] {
  return [
    ...(daily === undefined ? [] : [say('deskAdmin.float_daily_to', { amount: amountOf(daily, currency) })]),
    ...(monthly === undefined ? [] : [say('deskAdmin.float_monthly_to', { amount: amountOf(monthly, currency) })]),
    ...(typeof zone === 'string' ? [say('deskAdmin.float_zone_to', { zone })] : []),
  ]
}

export function subjectOf({ what, subject, details, batch }: TrailEntry): Piece {
  if (what === 'row.resolved') {
    const [id = '', line = ''] = subject.split(':')
    const name = say('deskBatch.line_of', { batch: batch ?? id, line })
    return html`<span>${rowLink(id, line, name)} <span class="small">${id}</span></span>`
  }
  if (/^(?:batch|retry|report|warnings)\./.test(what))
    return html`<span>${batchLink(subject, batch ?? subject)} ${batch === null ? null : html`<span class="small">${subject}</span>`}</span>`
  if (what.startsWith('operator.')) return operatorLink(subject)
  // The link uses its number, because a later schedule may have the name of a removed one.
  if (what.startsWith('schedule.') && what !== 'schedule.removed')
    return html`<a href=${`/schedules/${details['schedule']}`}>${subject}</a>`
  switch (what) {
    case 'policy.approvals': {
      const amount = aboveOf(subject)
      return amount ? say('deskAdmin.batches_above', { amount }) : say('deskAdmin.all_batches')
    }
    case 'policy.keys_approve':
      return say('deskAdmin.keys_approve')
    case 'policy.second_factor':
      return say('signIn.second_factor')
    case 'policy.warnings':
      return isWarningCode(subject) ? warningNames[subject] : subject
    case 'trail.taken':
      return say('deskAdmin.trail')
    default:
      return subject
  }
}

const did = {
  'account.added': say('deskAdmin.did_add_account'),
  'account.disabled': say('deskAdmin.did_disable_account'),
  'account.roles': say('deskAdmin.did_change_roles'),
  'account.reset': say('deskAdmin.did_reset_account'),
  'account.password': say('deskAdmin.did_set_password'),
  'account.second_factor': say('deskAdmin.did_change_factor'),
  'account.language': say('deskAdmin.did_choose_language'),
  'key.added': say('deskAdmin.did_add_key'),
  'key.revoked': say('deskAdmin.did_revoke_key'),
  'policy.approvals': say('deskAdmin.did_change_approvals'),
  'policy.keys_approve': say('deskAdmin.did_change_keys_approve'),
  'policy.second_factor': say('deskAdmin.did_change_required_factor'),
  'batch.reconciled': say('deskAdmin.did_reconcile'),
  'statement.mapped': say('deskAdmin.did_map_statement'),
  'events.resent': say('deskAdmin.did_resend_events'),
  'float.set': say('paying.float_did_set'),
  'float.added': say('paying.float_did_add'),
  'float.budgets': say('paying.float_did_change_budgets'),
  'policy.warnings': say('deskAdmin.did_change_warnings'),
  'schedule.added': say('deskAdmin.did_add_schedule'),
  'schedule.paused': say('deskAdmin.did_pause_schedule'),
  'schedule.resumed': say('deskAdmin.did_resume_schedule'),
  'schedule.removed': say('deskAdmin.did_remove_schedule'),
  'warnings.submitted': say('deskAdmin.did_submit_warned'),
  'warnings.retried': say('deskAdmin.did_retry_warned'),
  'warnings.approved': say('deskAdmin.did_approve_warned'),
  'report.taken': say('deskAdmin.did_take_report'),
  'trail.taken': say('deskAdmin.did_take_trail'),
  'batch.submitted': say('deskAdmin.did_submit'),
  'batch.approved': say('deskAdmin.did_approve'),
  'batch.paused': say('deskAdmin.did_pause'),
  'batch.resumed': say('deskAdmin.did_resume'),
  'batch.retried': say('deskAdmin.did_retry'),
  'batch.cancelled': say('deskAdmin.did_cancel'),
  'batch.rejected': say('deskAdmin.did_reject'),
  'retry.asked': say('deskAdmin.did_ask_retry'),
  'retry.approved': say('deskAdmin.did_approve_retry'),
  'retry.rejected': say('deskAdmin.did_reject_retry'),
  'retry.replaced': say('deskAdmin.did_replace_retry'),
  'retry.withdrawn': say('deskAdmin.did_withdraw_retry'),
  'row.resolved': say('deskAdmin.did_resolve'),
  'operator.held': say('deskAdmin.did_hold'),
  'operator.released': say('deskAdmin.did_release'),
  'operator.window_planned': say('paying.window_did_plan'),
  'operator.window_removed': say('paying.window_did_remove'),
} as const satisfies Record<TrailEntry['what'], Sentence>
