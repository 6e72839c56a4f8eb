import { formatWireAmount } from '../../payout/money/money.ts'
import { warnedDocument } from '../../payout/warning.ts'
import { decisionsOf } from '../submit/preview.ts'
import type { ApprovalLook } from './lookAtApproval.ts'
import { approvalsMissing } from './whoDecides.ts'

/** The most rows to list that somebody called not paid. */
const mostCalled = 1_000

/** What the approval page shows, for programs: what would be paid, what is known about it, and what its reader can do. */
export function approvalDocument(look: ApprovalLook) {
  const { kind, batch, toBePaid, newPeople, submittedWith, calledNotPaid, rejected, insisted, against } = look
  const { approvers = [], people_needed: peopleNeeded = 2 } = (kind === 'batch' && batch.approval) || {}
  const warned = warnedDocument(look.warned)
  return {
    kind,
    batch,
    ...(look.requestNo !== null && { retry_request: look.requestNo }),
    asked_by: look.by,
    ...(look.key && { key: { made_by: look.key.by, made_at: look.key.at.toISOString() } }),
    since: look.since,
    note: look.note,
    you: {
      may: look.whyNot ? 'nothing' : look.onlyReject ? 'reject' : 'approve',
      why: look.whyNot ?? look.onlyReject,
    },
    people_missing: approvalsMissing({ approvers, peopleNeeded }),
    ...(look.isEnough && { enough_approvals: true }),
    ...(look.whyNobody && { nobody_may: look.whyNobody }),
    ...toPayDocument(toBePaid),
    left_out: look.leftOut,
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
    ...(against.length > 0 && { against }),
  }
}

const toPayDocument = ({ rows, people, totals, operators, largest }: ApprovalLook['toBePaid']) => ({
  rows,
  people,
  totals: Object.fromEntries([...totals].map(([currency, sum]) => [currency, formatWireAmount(sum, currency)])),
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
