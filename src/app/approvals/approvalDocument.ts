import { formatWireAmount } from '../../payout/money/money.ts'
import { warnedDocument } from '../../payout/warning.ts'
import { decisionsOf } from '../submit/preview.ts'
import type { Waiting } from './approvals.ts'
import type { ApprovalLook } from './lookAtApproval.ts'
import { approvalsMissing } from './whoDecides.ts'

/** The most rows to list that somebody called not paid. */
const mostCalled = 1_000

/** What the approval page shows, for programs: what would be paid, what is known about it, and what its reader can do. */
export function approvalDocument(look: ApprovalLook) {
  const { toBePaid, newPeople, submittedWith, calledNotPaid, rejected, insisted } = look
  const warned = warnedDocument(look.warned)
  return {
    ...waitingDocument(look),
    ...(look.requestNo !== null && { retry_request: look.requestNo }),
    note: look.note,
    you: {
      may: look.whyNot ? 'nothing' : look.onlyReject ? 'reject' : 'approve',
      why: look.whyNot ?? look.onlyReject,
    },
    ...toPayDocument(toBePaid),
    ...(newPeople && {
      new_people: { people: newPeople.people, lines: newPeople.shown.map(({ line }) => line) },
    }),
    ...(warned && { warned }),
    ...(submittedWith && submittedDocument(look, submittedWith)),
    ...(calledNotPaid.length > 0 && {
      called_not_paid: calledNotPaid.slice(0, mostCalled).map(({ line, by, at, note, byStatement }) => ({
        ...{ line, by, at: at.toISOString(), note },
        by_statement: byStatement,
      })),
    }),
    ...(rejected.length > 0 && { rejected_before: rejected }),
    ...(insisted.length > 0 && { despite: insisted }),
  }
}

/** What waits, as far as lists say it. */
export const waitingDocument = ({ kind, batch, key, sums, against, ...waits }: Waiting) => ({
  kind,
  batch,
  asked_by: waits.by,
  ...(key && { key: { made_by: key.by, made_at: key.at.toISOString() } }),
  since: waits.since,
  people_missing: missingOf({ kind, batch }),
  ...(waits.isEnough && { enough_approvals: true }),
  ...(waits.whyNobody && { nobody_may: waits.whyNobody }),
  ...(against.length > 0 && { against }),
  rows: waits.rows,
  left_out: waits.leftOut,
  ...(sums && { totals: totalsDocument(sums) }),
})

/** How many more people have to approve it. A retry needs one. */
export const missingOf = ({ kind, batch: { approval } }: Pick<Waiting, 'kind' | 'batch'>): number =>
  kind === 'retry' || !approval
    ? 1
    : approvalsMissing({ approvers: approval.approvers, peopleNeeded: approval.people_needed })

const totalsDocument = (sums: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...sums].map(([currency, sum]) => [currency, formatWireAmount(sum, currency)]))

const toPayDocument = ({ rows, people, totals, operators, largest }: ApprovalLook['toBePaid']) => ({
  rows,
  people,
  totals: totalsDocument(totals),
  operators: operators.map(({ operator, currency, rows, amountMinor, heldBy }) => ({
    ...{ operator, currency, rows, amount: formatWireAmount(amountMinor, currency) },
    ...(heldBy !== null && { held_by: heldBy }),
  })),
  largest: largest.map(({ line, name, operator, phone, currency, amountMinor }) => ({
    ...{ line, name, operator, phone_number: phone, amount: formatWireAmount(amountMinor, currency), currency },
  })),
})

function submittedDocument(
  { batch, toBePaid }: ApprovalLook,
  { expected, corrected, decided }: NonNullable<ApprovalLook['submittedWith']>,
) {
  const told = decided && decisionsOf(decided, { rows: batch.file.rows, currencies: [...toBePaid.totals.keys()] })
  return {
    ...(expected && { expected }),
    ...(corrected && { corrected: { cells: corrected.cells, rows: corrected.rows } }),
    ...(told && told.decisions.length > 0 && { decisions: told.decisions }),
    ...(told && told.notes.length > 0 && { notes: told.notes }),
  }
}
